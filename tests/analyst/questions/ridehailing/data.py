"""Ride hailing in four British cities: trips of 21 months, drivers, riders, vehicles and ratings."""

import csv
import random
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.analyst.questions.tables import Row, Rows, weighted

START, END = date(2022, 10, 1), date(2024, 6, 30)
VEHICLES, DRIVERS, RIDERS = 150, 138, 1650
CITIES = {"Manchester": 38, "Leeds": 24, "Glasgow": 22, "Bristol": 16}
ZONES = {
    "Manchester": [
        *("Northern Quarter", "Piccadilly", "Didsbury", "Salford Quays"),
        *("Chorlton", "Manchester Airport", "Fallowfield"),
    ],
    "Leeds": ["City Centre", "Headingley", "Chapel Allerton", "Roundhay", "Holbeck"],
    "Glasgow": ["Merchant City", "West End", "Southside", "Finnieston", "Glasgow Airport", "Dennistoun"],
    "Bristol": ["Harbourside", "Clifton", "Bedminster", "Stokes Croft", "Temple Meads"],
}
GIVEN = (
    "Amir Ola Craig Shabnam Piotr Gareth Yasmin Kofi Dawn Tariq Iain Bogdan Lucy Samuel Hassan Natalia Owen "
    "Femi Grace Rashid Stuart Ioana Colin Abdi Fiona Wei Karen Jamal Euan Silvia Derek Nadia Paul Zahra "
    "Kenny Marta"
)
FAMILY = (
    "Hussain Adeyemi McKenzie Patel Kowalski Evans Ahmed Mensah Hughes Mahmood Fraser Popescu Whitfield Osei "
    "Ali Zielinska Davies Balogun Thompson Khan Murray Ionescu Barnes Warsame Campbell Chen Roberts Bangura "
    "Stewart Rossi Walsh Begum Taylor Yusuf Doyle Silva"
)
# Make, model, fuel, seats, and how many of them there are.
CARS = [
    ("Toyota", "Prius", "hybrid", 4, 9),
    ("Toyota", "Corolla", "hybrid", 4, 6),
    ("Kia", "Niro", "hybrid", 4, 5),
    ("Kia", "e-Niro", "electric", 4, 4),
    ("Tesla", "Model 3", "electric", 4, 3),
    ("Nissan", "Leaf", "electric", 4, 3),
    ("Skoda", "Octavia", "diesel", 4, 6),
    ("Skoda", "Superb", "diesel", 4, 2),
    ("Ford", "Galaxy", "diesel", 6, 3),
    ("Volkswagen", "Touran", "diesel", 6, 2),
    ("Hyundai", "Ioniq", "hybrid", 4, 3),
    ("Vauxhall", "Insignia", "petrol", 4, 2),
    ("MG", "MG5", "electric", 4, 3),
]
COLOURS = ["Black", "Silver", "White", "Grey", "Blue", "Red", None]
CHANNELS = ["organic", "referral", "paid social", "app store ads", "partner", None]
STATUS = {"completed": 82, "cancelled_by_rider": 9, "cancelled_by_driver": 5, "no_driver_available": 4}
PAYMENTS = {"card": 40, "apple_pay": 26, "google_pay": 16, "paypal": 8, "cash": 10}
HOURS = [5, 4, 3, 2, 1, 2, 4, 8, 9, 6, 4, 4, 5, 5, 5, 6, 8, 10, 9, 8, 7, 8, 9, 8]
BUSY_HOURS = (8, 17, 18, 23, 0)
PRODUCT_FARES = {"Standard": 1, "Comfort": 1.25, "XL": 1.5, "Green": 1.1}
CODES = ["WELCOME10", "RAINYDAY", "UNI20", "XMAS23"]
PRAISE = ["Great chat", "Very clean car", "Smooth ride", "Friendly"]
BLAME = ["Late pickup", "Wrong route", "Rude", "Car smelled", "Braked hard"]
STARS = [1, 2, 3, 4, 5]
COLUMNS = {
    "trips": "trip_id rider_id driver_id vehicle_id city product requested_at picked_up_at dropped_off_at "
    "pickup_zone dropoff_zone status distance_km surge_multiplier fare_gbp tip_gbp cancellation_fee_gbp "
    "payment_method promo_code",
    "drivers": "driver_id first_name last_name city date_joined vehicle_id status licence_expiry gender",
    "riders": "rider_id signup_date signup_channel home_city account_type birth_year marketing_opt_in",
    "vehicles": "vehicle_id reg_plate make model model_year fuel_type seats colour mot_expiry",
    "ratings": "rating_id trip_id rated_by stars comment rated_at",
}


class Fleet(NamedTuple):
    """The riders and drivers of each city, and the vehicles by their keys."""

    riders: dict[str, Rows]
    drivers: dict[str, Rows]
    vehicles: dict[str, Row]


def write(folder: Path) -> None:
    """Write each table as a CSV file."""
    rng, draws = random.Random(88), np.random.default_rng(88)
    vehicles = [_vehicle(rng, number) for number in range(1, VEHICLES + 1)]
    drivers = _drivers(rng, draws, vehicles)
    riders = [_rider(rng, draws, 100000 + at * 7) for at in range(RIDERS)]
    fleet = Fleet(
        {city: [each for each in riders if each["home_city"] == city] for city in CITIES},
        {city: [each for each in drivers if each["city"] == city] for city in CITIES},
        {each["vehicle_id"]: each for each in vehicles},
    )
    trips, ratings = _trips(rng, draws, fleet)
    _write_csv(folder, "trips", trips)
    _write_csv(folder, "drivers", drivers)
    _write_csv(folder, "riders", riders)
    _write_csv(folder, "vehicles", vehicles)
    _write_csv(folder, "ratings", ratings)


def _write_csv(folder: Path, name: str, rows: Rows) -> None:
    """Write the columns of a table; a cell is empty where its row has no such value."""
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS[name].split(), extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _vehicle(rng: random.Random, number: int) -> Row:
    make, model, fuel, seats, _ = rng.choices(CARS, [car[-1] for car in CARS])[0]
    year = rng.choices(range(2013, 2024), range(1, 12))[0]
    if fuel == "electric":
        year = max(year, 2019)
    area = "".join(rng.choices("BDFGKLMNPRSVY", k=2))
    letters = "".join(rng.choices("ABCDEFGHJKLMNOPRSTUVWXYZ", k=3))
    return {
        "vehicle_id": f"V{number:04d}",
        "reg_plate": f"{area}{year % 100:02d} {letters}",
        "make": make,
        "model": model,
        "model_year": year,
        "fuel_type": fuel,
        "seats": seats,
        "colour": rng.choice(COLOURS),
        "mot_expiry": date(2024, 7, 1) + timedelta(days=rng.randint(-40, 340)),
    }


def _drivers(rng: random.Random, draws: np.random.Generator, vehicles: Rows) -> Rows:
    """The drivers, no two of the same name; some have no vehicle."""
    names: dict[tuple[str, str], None] = {}
    drivers = []
    for number in range(1, DRIVERS + 1):
        name = rng.choice(GIVEN.split()), rng.choice(FAMILY.split())
        while name in names:
            name = rng.choice(GIVEN.split()), rng.choice(FAMILY.split())
        names[name] = None
        vehicle = vehicles[number - 1]["vehicle_id"]
        drivers.append(_driver(rng, draws, number, name, vehicle))
    return drivers


def _driver(
    rng: random.Random, draws: np.random.Generator, number: int, name: tuple[str, str], vehicle: str
) -> Row:
    if rng.random() < 0.55:
        joined = date(2019, 3, 1) + timedelta(days=rng.randint(0, 1250))
    else:
        joined = date(2022, 9, 1) + timedelta(days=rng.randint(0, 600))
    return {
        "driver_id": f"D{number:04d}",
        "first_name": name[0],
        "last_name": name[1],
        "city": weighted(rng, CITIES),
        "date_joined": joined,
        "vehicle_id": vehicle if rng.random() > 0.05 else None,
        "status": weighted(rng, {"active": 82, "inactive": 13, "suspended": 5}),
        "licence_expiry": date(2024, 7, 10) + timedelta(days=rng.randint(-60, 1000)),
        "gender": rng.choices(["M", "F", None], [80, 14, 6])[0],
        "weight": draws.pareto(1.6) + 0.3,
    }


def _rider(rng: random.Random, draws: np.random.Generator, number: int) -> Row:
    return {
        "rider_id": number,
        "signup_date": date(2021, 1, 1) + timedelta(days=int(1270 * rng.random() ** 0.8)),
        "signup_channel": rng.choices(CHANNELS, [40, 22, 16, 12, 6, 4])[0],
        "home_city": weighted(rng, CITIES),
        "account_type": weighted(rng, {"personal": 88, "business": 12}),
        "birth_year": rng.randint(1952, 2005) if rng.random() > 0.3 else None,
        "marketing_opt_in": rng.choice(["Y", "N"]),
        "weight": draws.pareto(1.4) + 0.2,
    }


def _trips(rng: random.Random, draws: np.random.Generator, fleet: Fleet) -> tuple[Rows, Rows]:
    """The trips of each day, a few more every week, and their ratings."""
    trips, ratings = [], []
    number = 700000
    for at in range((END - START).days + 1):
        day = START + timedelta(days=at)
        more = (5 if day.weekday() in (4, 5) else 0) + (4 if day.month == 12 else 0)
        for _ in range(draws.poisson(12 + at * 0.016 + more)):
            city = rng.choices(list(CITIES), [38, 24 + at * 0.01, 22, max(6, 16 - at * 0.008)])[0]
            rider = _passenger(rng, fleet.riders[city], day)
            if not rider:
                continue

            trip = _trip(rng, draws, fleet, rider, at, number)
            number = trip["trip_id"]
            trips.append(trip)
            if trip["status"] == "completed":
                ratings += _ratings(rng, trip, len(ratings) + 1)
    return trips, ratings


def _passenger(rng: random.Random, riders: Rows, day: date) -> Row | None:
    """A rider who has signed up by that day, unless none is found."""
    weights = [each["weight"] for each in riders]
    for _ in range(26):
        rider = rng.choices(riders, weights)[0]
        if rider["signup_date"] <= day:
            return rider

    return None


def _trip(
    rng: random.Random, draws: np.random.Generator, fleet: Fleet, rider: Row, at: int, last: int
) -> Row:
    """A trip of a rider so many days after the start; its number is a little higher than the last."""
    trip = _request(rng, fleet, rider, at)
    zones = ZONES[trip["city"]]
    start, end = rng.choice([*zones, zones[0]]), rng.choice(zones)
    is_far = "Airport" in start or "Airport" in end
    distance = round(float(draws.lognormal(2.5 if is_far else 1.65, 0.5)), 1)
    minutes = round(distance * rng.uniform(1.9, 3.6) + rng.uniform(2, 6))
    price = (2.6 + 1.15 * distance + 0.14 * minutes) * PRODUCT_FARES[trip["product"]]
    trip["trip_id"] = last + rng.randint(1, 4)
    payment = _payment(rng, rider)
    picked_up = trip["requested_at"] + timedelta(minutes=rng.randint(2, 14))
    trip["pickup_zone"] = start if rng.random() > 0.02 else None
    if trip["status"] == "completed":
        trip |= {
            "picked_up_at": picked_up,
            "dropped_off_at": picked_up + timedelta(minutes=minutes),
            "dropoff_zone": end,
            "distance_km": distance,
            "fare_gbp": round(price * trip["surge_multiplier"] * (1 + at * 0.00012), 2),
            "tip_gbp": float(rng.choice([1, 1, 1.5, 2, 2, 3, 5])) if rng.random() < 0.22 else 0.0,
            "payment_method": payment,
        }
    if trip["status"] == "cancelled_by_rider":
        trip["cancellation_fee_gbp"] = rng.choice([0.0, 0.0, 4.0, 5.0])
    trip["promo_code"] = rng.choice(CODES) if rng.random() < 0.09 else None
    return trip


def _request(rng: random.Random, fleet: Fleet, rider: Row, at: int) -> Row:
    """What a rider asks for, and who comes if anyone does."""
    city, day = rider["home_city"], START + timedelta(days=at)
    hour = rng.choices(range(24), HOURS)[0]
    requested = datetime.combine(day, time(hour, rng.randint(0, 59), rng.randint(0, 59)))
    surge = _surge(rng, hour)
    status = weighted(rng, STATUS)
    able = [each for each in fleet.drivers[city] if each["date_joined"] <= day]
    driver = rng.choices(able, [each["weight"] for each in able])[0]
    is_found = status != "no_driver_available"
    return {
        "rider_id": rider["rider_id"],
        "driver_id": driver["driver_id"] if is_found else None,
        "vehicle_id": driver["vehicle_id"] if is_found else None,
        "city": city,
        "product": _product(rng, fleet.vehicles.get(driver["vehicle_id"])),
        "requested_at": requested,
        "status": status,
        "surge_multiplier": surge,
    }


def _surge(rng: random.Random, hour: int) -> float:
    is_busy = hour in BUSY_HOURS and rng.random() < 0.5
    return rng.choice([1.2, 1.3, 1.5, 1.8, 2.0]) if is_busy or rng.random() < 0.07 else 1.0


def _product(rng: random.Random, vehicle: Row | None) -> str:
    likely = rng.random()
    if vehicle and vehicle["seats"] >= 6 and likely < 0.5:
        return "XL"

    if vehicle and vehicle["fuel_type"] == "electric" and likely < 0.6:
        return "Green"

    return "Comfort" if vehicle and vehicle["model_year"] >= 2020 and likely < 0.35 else "Standard"


def _payment(rng: random.Random, rider: Row) -> str:
    payment = weighted(rng, PAYMENTS)
    return rng.choice(["card", "invoice", "invoice"]) if rider["account_type"] == "business" else payment


def _ratings(rng: random.Random, trip: Row, first: int) -> Rows:
    """What the rider and the driver say of a trip, if they do, numbered from the first on."""
    ratings = []
    if rng.random() < 0.55:
        late = trip["picked_up_at"] - trip["requested_at"] > timedelta(minutes=10)
        unlucky = 0.05 + 0.25 * (int(trip["driver_id"][1:]) % 9 == 0)
        is_bad = late or rng.random() < unlucky
        stars = rng.choices(STARS, [12, 12, 22, 30, 24] if is_bad else [1, 1, 4, 22, 72])[0]
        comment = rng.choice(PRAISE if stars >= 4 else BLAME) if rng.random() < 0.2 else None
        ratings.append(_rating(trip, "rider", stars, comment, rng.randint(1, 900)))
    if rng.random() < 0.4:
        stars = rng.choices(STARS, [1, 1, 4, 14, 80])[0]
        ratings.append(_rating(trip, "driver", stars, None, rng.randint(1, 30)))
    return [{"rating_id": number, **rating} for number, rating in enumerate(ratings, first)]


def _rating(trip: Row, by: str, stars: int, comment: str | None, minutes: int) -> Row:
    return {
        "trip_id": trip["trip_id"],
        "rated_by": by,
        "stars": stars,
        "comment": comment,
        "rated_at": trip["dropped_off_at"] + timedelta(minutes=minutes),
    }
