"""A city bike and scooter hire: stations, vehicles, riders, trips, payments, maintenance, complaints."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2024, 1, 1), dt.date(2025, 10, 19)
STATIONS = {
    "Old Town": ("Market Square", "Clock Tower", "Town Hall", "Cathedral Steps", "Old Mint"),
    "Harbour": ("Ferry Pier", "Fish Quay", "Lighthouse Road", "Customs House"),
    "Millfield": ("Mill Bridge", "Weavers Yard", "Canal Basin", "Millfield Park", "Brick Lane"),
    "University": ("Main Campus", "Science Library", "Student Village", "Botanic Garden"),
    "Northgate": ("Northgate Rail Station", "Stadium", "Hospital North", "Ring Road P+R"),
    "Eastbank": ("Eastbank Beach", "Opera", "Expo Halls", "Tannery Street"),
}
DOCKS = (12, 16, 18, 20, 24, 28, 32, 40)
CLOSED = {"Brick Lane": dt.date(2025, 3, 31), "Tannery Street": dt.date(2025, 6, 30)}
# share of the fleet, share of the trips, models, price, km per hour, price per minute, electric
TYPES = {
    "City bike": (42, 38, ("Wren 3", "Wren 5"), 620, 12.5, 0.08, False),
    "E-bike": (27, 31, ("Heron City", "Heron Plus"), 1890, 16.5, 0.16, True),
    "Cargo bike": (7, 5, ("Hauler", "Hauler Electric"), 3150, 11.5, 0.18, None),
    "E-scooter": (24, 26, ("Pip One", "Pip Two"), 790, 13.5, 0.21, True),
}
MEMBERSHIPS = {"Pay as you go": 44, "Monthly": 21, "Annual": 22, "Student": 13}
FEES = {"Monthly": (12.9, 1), "Annual": (99.0, 12), "Student": (59.0, 12)}
GIVEN = [
    "Adele",
    "Bruno",
    "Carla",
    "Dario",
    "Edith",
    "Farid",
    "Gemma",
    "Hugo",
    "Ines",
    "Jonas",
    "Kirsten",
    "Liam",
    "Mona",
    "Nils",
    "Oona",
    "Pavel",
    "Quentin",
    "Rosa",
    "Samir",
    "Tilda",
    "Ursula",
    "Viktor",
    "Wanda",
    "Yusuf",
    "Zoe",
    "Alma",
    "Bjorn",
    "Celia",
]
FAMILY = [
    "Abbott",
    "Becker",
    "Costa",
    "Dahl",
    "Eriksen",
    "Fontana",
    "Gruber",
    "Haas",
    "Ivanov",
    "Jansen",
    "Keller",
    "Lopes",
    "Moreau",
    "Novak",
    "Olsen",
    "Petrov",
    "Quinn",
    "Rossi",
    "Sato",
    "Tanner",
    "Ulrich",
    "Varga",
    "Weiss",
    "Young",
    "Zeman",
    "Marsh",
]
TECHNICIANS = {
    "Riverside": ("Olga Brandt", "Marek Stone", "Tess Holloway"),
    "Kilnfield": ("Dev Anand", "Lucy Farrow", "Paolo Greco"),
    "Mobile team": ("Hanna Vogel", "Ray Tucker"),
}
JOBS = {
    "Puncture": (26, 9, 0.7),
    "Brakes": (19, 17, 0.9),
    "Chain": (12, 14, 0.6),
    "Battery": (13, 118, 1.1),
    "Vandalism": (11, 74, 1.9),
    "Inspection": (19, 3, 0.5),
}
TOPICS = {
    "Faulty vehicle": 34,
    "Wrong charge": 27,
    "App problem": 19,
    "No vehicle available": 13,
    "Parking": 7,
}
CHANNELS = {"App": 48, "Email": 28, "Phone": 18, "Post": 6}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(8817)
    stations = numbered(_stations(rng), "station_id")
    vehicles = numbered(_vehicles(rng, stations), "vehicle_id")
    riders = numbered(_riders(rng), "rider_id")
    trips = numbered(_trips(rng, stations, vehicles, riders), "trip_id")
    write_parquet(
        folder,
        {
            "stations": stations,
            "vehicles": vehicles,
            "riders": riders,
            "trips": trips,
            "payments": numbered(_payments(rng, riders, trips), "payment_id"),
            "maintenance_jobs": numbered(_jobs(rng, vehicles), "job_id"),
            "complaints": numbered(_complaints(rng, riders, trips), "complaint_id"),
        },
    )


def _stations(rng: random.Random) -> Rows:
    return [
        {
            "name": name,
            "district": district,
            "docks": rng.choice(DOCKS),
            "has_charging": rng.random() < 0.45,
            "opened_on": moment(rng, dt.date(2017, 4, 1), dt.date(2023, 9, 30)).date(),
            "closed_on": CLOSED.get(name),
        }
        for district, names in STATIONS.items()
        for name in names
    ]


def _vehicles(rng: random.Random, stations: Rows) -> Rows:
    rows = []
    for number in range(230):
        kind = weighted(rng, {key: row[0] for key, row in TYPES.items()})
        _, _, models, price, _, _, electric = TYPES[kind]
        model = rng.choice(models)
        electric = model.endswith("Electric") if electric is None else electric
        bought = moment(rng, dt.date(2019, 2, 1), dt.date(2023, 12, 15)).date()
        status = weighted(rng, {"in service": 78, "in repair": 9, "retired": 8, "stolen": 5})
        rows.append(
            {
                "code": "".join(word[0] for word in kind.replace("-", " ").split()).upper()
                + f"-{1001 + number}",
                "vehicle_type": kind,
                "model": model,
                "is_electric": electric,
                "purchased_on": bought,
                "purchase_price": round(
                    price * rng.uniform(0.93, 1.12) * (1.35 if "Electric" in model else 1), 2
                ),
                "home_station_id": rng.choice(stations)["station_id"] if status != "retired" else None,
                "status": status,
                "odometer_km": round((LAST - bought).days * rng.uniform(3.1, 6.4)),
                "battery_pct": rng.randint(8, 100) if electric and status == "in service" else None,
                "out_since": moment(rng, dt.date(2025, 1, 10), LAST).date()
                if status in ("retired", "stolen")
                else None,
            }
        )
    return rows


def _riders(rng: random.Random) -> Rows:
    names = rng.sample([f"{given} {family}" for given in GIVEN for family in FAMILY], 620)
    rows = []
    for name in names:
        early = rng.random() < 0.55
        joined = moment(
            rng, dt.date(2021, 3, 1) if early else FIRST, dt.date(2023, 12, 31) if early else LAST
        ).date()
        membership = weighted(rng, MEMBERSHIPS)
        gone = rng.random() < 0.17 and joined < dt.date(2025, 6, 1)
        rows.append(
            {
                "name": name,
                "birth_year": None
                if rng.random() < 0.12
                else rng.randint(1999, 2006)
                if membership == "Student"
                else rng.randint(1955, 2004),
                "home_district": rng.choice(list(STATIONS)) if rng.random() < 0.86 else None,
                "membership": membership,
                "joined_on": joined,
                "cancelled_on": moment(rng, max(joined + dt.timedelta(60), FIRST), LAST).date()
                if gone
                else None,
                "newsletter": rng.random() < 0.38,
            }
        )
    return rows


def _trips(rng: random.Random, stations: Rows, vehicles: Rows, riders: Rows) -> Rows:
    popularity = [rng.uniform(0.4, 2.4) for _ in stations]
    keen = [0 if rng.random() < 0.07 else rng.paretovariate(1.3) for _ in riders]
    keen = [min(value, 14) for value in keen]
    fleet = {kind: [row for row in vehicles if row["vehicle_type"] == kind] for kind in TYPES}
    season = {1: 4, 2: 4, 3: 6, 4: 8, 5: 10, 6: 12, 7: 12, 8: 12, 9: 11, 10: 8, 11: 5, 12: 4}
    hours = [1, 0.5, 0.3, 0.2, 0.3, 1, 3, 8, 10, 6, 4, 5, 6, 6, 5, 6, 9, 11, 9, 6, 4, 3, 3, 2]
    rows: Rows = []
    while len(rows) < 5900:
        day = moment(rng, FIRST, LAST).date()
        if rng.random() > season[day.month] / 12 * (0.8 if day.year == 2024 else 1.0):
            continue
        at = dt.datetime.combine(day, dt.time(rng.choices(range(24), hours)[0], rng.randint(0, 59)))
        kind = weighted(
            rng,
            {
                key: row[1] * (1.35 if key == "E-bike" and day.year == 2025 else 1)
                for key, row in TYPES.items()
            },
        )
        vehicle = rng.choice(fleet[kind])
        rider = rng.choices(riders, keen)[0]
        if (vehicle["out_since"] or LAST) < day:
            continue
        if day < rider["joined_on"] or day > (rider["cancelled_on"] or LAST):
            continue
        start, end = rng.choices(stations, popularity, k=2)
        if day > (start["closed_on"] or LAST) or day > (end["closed_on"] or LAST):
            continue
        aborted = rng.random() < 0.035
        minutes = rng.randint(0, 2) if aborted else max(3, min(190, round(rng.lognormvariate(2.85, 0.62))))
        km = None if aborted else round(minutes / 60 * TYPES[kind][4] * rng.uniform(0.6, 1.15), 2)
        rate = TYPES[kind][5]
        payg = rider["membership"] == "Pay as you go"
        fare = 0.0 if aborted else round(1 + rate * minutes if payg else max(0, minutes - 30) * rate * 0.7, 2)
        low = 0.5 if vehicle["model"] in ("Wren 3", "Pip One") else 0
        rows.append(
            {
                "rider_id": rider["rider_id"],
                "vehicle_id": vehicle["vehicle_id"],
                "start_station_id": start["station_id"],
                "end_station_id": start["station_id"]
                if aborted
                else None
                if rng.random() < (0.13 if kind == "E-scooter" else 0.03)
                else end["station_id"],
                "started_at": at,
                "ended_at": at + dt.timedelta(minutes=minutes),
                "duration_min": minutes,
                "distance_km": km,
                "status": "aborted" if aborted else "completed",
                "fare": fare,
                "discount": round(fare * rng.choice([0.1, 0.2, 0.5]), 2)
                if fare and rng.random() < 0.12
                else 0.0,
                "rating": max(1, min(5, round(rng.gauss(4.2 - low, 0.9))))
                if not aborted and rng.random() < 0.42
                else None,
            }
        )
    return sorted(rows, key=lambda row: row["started_at"])


def _payments(rng: random.Random, riders: Rows, trips: Rows) -> Rows:
    rows = []

    def pay(rider: int, trip: int | None, at: dt.datetime, kind: str, amount: float) -> None:
        methods = (
            {"Card": 52, "Mobile wallet": 33, "Voucher": 6} if trip else {"Card": 31, "Direct debit": 69}
        )
        rows.append(
            {
                "rider_id": rider,
                "trip_id": trip,
                "paid_at": at,
                "purpose": kind,
                "method": weighted(rng, methods),
                "status": weighted(rng, {"settled": 927, "failed": 49, "refunded": 24}),
                "amount": round(amount, 2),
            }
        )

    for trip in trips:
        due = trip["fare"] - trip["discount"]
        at = trip["ended_at"] + dt.timedelta(minutes=1)
        if at.date() > LAST:
            continue
        if due > 0:
            pay(trip["rider_id"], trip["trip_id"], at, "Trip fare", due)
        if trip["end_station_id"] is None and rng.random() < 0.45:
            pay(trip["rider_id"], trip["trip_id"], at, "Parking penalty", rng.choice([5.0, 5.0, 10.0]))
    for rider in riders:
        if rider["membership"] not in FEES:
            continue
        fee, months = FEES[rider["membership"]]
        year, month = rider["joined_on"].year, rider["joined_on"].month
        while True:
            due = dt.date(year, month, min(rider["joined_on"].day, 28))
            if due > (rider["cancelled_on"] or LAST):
                break
            if due >= FIRST:
                at = dt.datetime.combine(due, dt.time(6, rng.randint(0, 59)))
                price = fee * (1.1 if due.year == 2025 and months == 1 else 1)
                pay(rider["rider_id"], None, at, "Membership fee", price)
            year, month = (year + (month + months - 1) // 12, (month + months - 1) % 12 + 1)
    return sorted(rows, key=lambda row: row["paid_at"])


def _jobs(rng: random.Random, vehicles: Rows) -> Rows:
    wear = [rng.uniform(0.3, 2.2) for _ in vehicles]
    rows: Rows = []
    while len(rows) < 1250:
        vehicle = rng.choices(vehicles, wear)[0]
        job = weighted(rng, {key: row[0] for key, row in JOBS.items()})
        day = moment(rng, FIRST, LAST).date()
        if (job == "Battery" and not vehicle["is_electric"]) or day > (vehicle["out_since"] or LAST):
            continue
        shop = weighted(rng, {"Riverside": 45, "Kilnfield": 34, "Mobile team": 21})
        done = day + dt.timedelta(days=int(rng.gammavariate(1.6, 1.2 if shop == "Mobile team" else 3.4)))
        left_open = done > LAST or rng.random() < (0.1 if day >= dt.date(2025, 8, 1) else 0)
        _, parts, hours = JOBS[job]
        rows.append(
            {
                "vehicle_id": vehicle["vehicle_id"],
                "job_type": job,
                "workshop": shop,
                "technician": None
                if left_open and rng.random() < 0.5
                else rng.choices(TECHNICIANS[shop], range(len(TECHNICIANS[shop]) + 2, 2, -1))[0],
                "reported_on": day,
                "finished_on": None if left_open else done,
                "labour_hours": None if left_open else round(hours * rng.uniform(0.6, 2.1), 1),
                "parts_cost": None if left_open else round(parts * rng.lognormvariate(0, 0.45), 2),
                "warranty": rng.random() < 0.09,
            }
        )
    return sorted(rows, key=lambda row: row["reported_on"])


def _complaints(rng: random.Random, riders: Rows, trips: Rows) -> Rows:
    rows = []
    for _ in range(430):
        topic = weighted(rng, TOPICS)
        trip = rng.choice(trips)
        if topic in ("App problem", "No vehicle available"):
            trip = {
                "trip_id": None,
                "rider_id": rng.choice(riders)["rider_id"],
                "ended_at": moment(rng, FIRST, LAST),
            }
        day = trip["ended_at"].date() + dt.timedelta(days=int(rng.expovariate(0.5)))
        rider = riders[trip["rider_id"] - 1]
        if day > LAST or day < rider["joined_on"]:
            continue
        solved = day + dt.timedelta(days=int(rng.gammavariate(1.5, 5)))
        still_open = solved > LAST or rng.random() < 0.05
        severity = weighted(rng, {"low": 50, "medium": 36, "high": 14})
        rows.append(
            {
                "rider_id": trip["rider_id"],
                "trip_id": trip["trip_id"],
                "received_on": day,
                "channel": weighted(rng, CHANNELS),
                "topic": topic,
                "severity": severity,
                "resolved_on": None if still_open else solved,
                "compensation": round(rng.choice([2.5, 5, 5, 10, 20]), 2)
                if not still_open and topic != "Parking" and rng.random() < 0.4
                else None,
            }
        )
    return sorted(rows, key=lambda row: row["received_on"])
