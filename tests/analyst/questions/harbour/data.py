"""A marina and small harbour: owners, vessels, berths, stays, services billed and fuel sold."""

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from tests.analyst.questions.draws import full_names, midnight, picked
from tests.analyst.questions.tables import Row, Rows, numbered, write_typed

START, END = date(2022, 4, 2), date(2025, 3, 18)
DAYS = [START + timedelta(days=at) for at in range((END - START).days)]
OWNERS, VESSELS = 210, 238
COLUMNS = {
    "owners": "id:int name:text country:text phone:text club_member:flag joined_on:date",
    "vessels": "id:int vessel_name:text owner_id:int vessel_type:text length_m:real draft_m:real "
    "year_built:int flag_country:text insured_until:date",
    "berths": "id:int berth_code:text pontoon:text max_length_m:real has_shore_power:flag has_water:flag "
    "daily_rate:real berth_status:text",
    "stays": "id:int vessel_id:int berth_id:int stay_type:text arrived_at:time departed_at:time nights:int "
    "crew_count:int berth_fee:real is_paid:flag booked_online:flag",
    "services": "id:int vessel_id:int service_type:text technician:text billed_on:date due_on:date "
    "paid_on:date labour_hours:real amount:real invoice_status:text is_warranty:flag",
    "fuel_sales": "id:int vessel_id:int sold_at:time fuel_type:text litres:real price_per_litre:real "
    "total_amount:real payment_method:text",
}
COUNTRIES = ["United Kingdom", "Ireland", "France", "Netherlands", "Germany", "Norway"]
NAME_STARTS = "Sea Blue Silver Lady Wild Northern Golden Morning Salty Grey Happy Lucky Red Free Ocean"
NAME_ENDS = "Breeze Heron Spirit Star Gull Dancer Petrel Rose Wind Otter Dream Tern Runner Pearl Song Horizon"
LENGTHS = {
    "Sailing Yacht": (7, 16),
    "Motor Cruiser": (6, 18),
    "Fishing Boat": (6, 14),
    "RIB": (4.5, 8.5),
    "Catamaran": (9, 15),
}
# How many berths a pontoon has, for vessels up to which length, and their rate a day.
PONTOONS = {"A": (18, 9.0, 18.0), "B": (18, 12.0, 27.0), "C": (14, 15.0, 38.0), "D": (10, 20.0, 60.0)}
UNUSED_BERTHS = (9, 33, 58)
SEASON = [0.025, 0.03, 0.05, 0.09, 0.12, 0.14, 0.17, 0.17, 0.1, 0.06, 0.03, 0.02]
WEEKDAYS = [1, 0.9, 0.9, 1.1, 1.8, 1.7, 1.1]
YEARS = {2022: 0.9, 2023: 1, 2024: 1.13, 2025: 1.25}
STAYS = {"visitor": 1, "seasonal": 0.6, "winter storage": 0.45}
STAY_RATES = {2022: 0.92, 2023: 0.96, 2024: 1, 2025: 1.06}
ONLINE = {2022: 0.3, 2023: 0.42, 2024: 0.55, 2025: 0.63}
# About what a service costs and how many hours it takes.
SERVICES = {
    "Lift-out": (260, 2.5),
    "Pressure wash": (95, 1.5),
    "Antifouling": (540, 8),
    "Engine repair": (620, 7),
    "Rigging check": (180, 2.5),
    "Electrical work": (310, 4),
    "Hull repair": (880, 11),
    "Pump-out": (25, 0.5),
}
SERVICE_WEIGHTS = [0.18, 0.17, 0.14, 0.13, 0.1, 0.11, 0.06, 0.11]
SERVICE_SEASON = [0.8, 1, 1.6, 1.7, 1.3, 1, 0.9, 0.8, 1.1, 1.5, 1.2, 0.6]
SERVICE_RATES = {2022: 0.9, 2023: 0.96, 2024: 1, 2025: 1.07}
UNDER_WARRANTY = ("Engine repair", "Electrical work", "Hull repair")
FUELS = {"Diesel": (58, 1.32), "Petrol": (24, 1.74), "HVO": (52, 1.95)}
FUEL_RATES = {2022: 1.1, 2023: 1.0, 2024: 0.97, 2025: 0.99}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = np.random.default_rng(7202)
    owners = _owners(rng)
    vessels = _vessels(rng, owners)
    berths = _berths(rng)
    arrivals = _shares([SEASON[day.month - 1] * WEEKDAYS[day.weekday()] * YEARS[day.year] for day in DAYS])
    activity = rng.gamma(2, 1, VESSELS)
    activity[rng.choice(VESSELS, 9, replace=False)] = 0
    activity /= activity.sum()
    tables = {
        "owners": owners,
        "vessels": vessels,
        "berths": berths,
        "stays": _stays(rng, vessels, berths, arrivals, activity),
        "services": _services(rng, activity),
        "fuel_sales": _fuel_sales(rng, arrivals, activity),
    }
    write_typed(folder, COLUMNS, tables)


def _shares(weights: list[float]) -> Any:
    return np.array(weights) / np.array(weights).sum()


def _days(rng: np.random.Generator, count: int, weights: Any) -> list[date]:
    return [DAYS[at] for at in sorted(rng.choice(len(DAYS), count, p=weights))]


def _owners(rng: np.random.Generator) -> Rows:
    return [
        {
            "id": number,
            "name": name,
            "country": picked(rng, COUNTRIES, [0.5, 0.15, 0.14, 0.11, 0.07, 0.03]),
            "phone": None if rng.random() < 0.1 else f"+44 7{rng.integers(10**8, 10**9)}",
            "club_member": rng.random() < 0.38,
            "joined_on": date(2016, 1, 1) + timedelta(days=int(rng.integers(0, 3330))),
        }
        for number, name in enumerate(full_names(rng, OWNERS), 1)
    ]


def _vessels(rng: np.random.Generator, owners: Rows) -> Rows:
    """The vessels; the first two hundred owners have one each, and some of them a second."""
    names = [f"{start} {end}" for start in NAME_STARTS.split() for end in NAME_ENDS.split()]
    vessels: Rows = []
    for number, at in enumerate(rng.permutation(len(names))[:VESSELS], 1):
        kind = picked(rng, list(LENGTHS), [0.42, 0.28, 0.14, 0.1, 0.06])
        length = round(float(rng.uniform(*LENGTHS[kind])), 1)
        owner = number if number <= 200 else int(rng.integers(1, 201))
        vessels.append(
            {
                "id": number,
                "vessel_name": names[at],
                "owner_id": owner,
                "vessel_type": kind,
                "length_m": length,
                "draft_m": round(length * float(rng.uniform(0.09, 0.18)), 1),
                "year_built": None if rng.random() < 0.06 else int(rng.integers(1974, 2025)),
                "flag_country": owners[owner - 1]["country"],
                "insured_until": _insured_until(rng),
            }
        )
    return vessels


def _insured_until(rng: np.random.Generator) -> date | None:
    """When the insurance known of ends; of a few it has ended."""
    if rng.random() < 0.08:
        return None
    if rng.random() < 0.15:
        return date(2024, 9, 1) + timedelta(days=int(rng.integers(0, 195)))
    return date(2025, 3, 19) + timedelta(days=int(rng.integers(12, 360)))


def _berths(rng: np.random.Generator) -> Rows:
    return numbered(
        {
            "berth_code": f"{pontoon}-{place:02d}",
            "pontoon": f"Pontoon {pontoon}",
            "max_length_m": length,
            "has_shore_power": pontoon != "A" or rng.random() < 0.5,
            "has_water": rng.random() < 0.85,
            "daily_rate": rate + float(rng.integers(0, 4)),
            "berth_status": picked(rng, ["in service", "maintenance", "closed"], [0.8, 0.13, 0.07]),
        }
        for pontoon, (count, length, rate) in PONTOONS.items()
        for place in range(1, count + 1)
    )


def _stays(rng: np.random.Generator, vessels: Rows, berths: Rows, arrivals: Any, activity: Any) -> Rows:
    """The stays: no vessel comes again before it left, and a berth is shared only where none is free."""
    vessel_until: dict[int, date] = {}
    berth_until: dict[int, date] = {}
    stays: Rows = []
    for day in _days(rng, 1680, arrivals):
        vessel = picked(rng, vessels, activity)
        while vessel_until.get(vessel["id"], date.min) >= day:
            vessel = picked(rng, vessels, activity)
        berth = picked(rng, _fitting(berths, vessel, berth_until, day))
        stay = {"vessel_id": vessel["id"], "berth_id": berth["id"], **_stay(rng, day, berth)}
        stays.append(stay)
        until = day + timedelta(days=stay["nights"])
        vessel_until[vessel["id"]] = until
        berth_until[berth["id"]] = max(berth_until.get(berth["id"], day), until)
    return numbered(stays)


def _fitting(berths: Rows, vessel: Row, until: dict[int, date], day: date) -> Rows:
    """The berths for a vessel: long enough, free where there is one, and not much too long."""
    able = [
        each
        for each in berths
        if each["max_length_m"] >= vessel["length_m"] and each["id"] not in UNUSED_BERTHS
    ]
    free = [each for each in able if until.get(each["id"], date.min) < day]
    shortest = min(each["max_length_m"] for each in free or able)
    return [each for each in free or able if each["max_length_m"] <= shortest + 5]


def _stay(rng: np.random.Generator, day: date, berth: Row) -> Row:
    kind = picked(rng, list(STAYS), _stay_weights(day.month))
    lengths = {
        "visitor": 1 + int(rng.geometric(0.3)),
        "seasonal": int(rng.integers(60, 150)),
        "winter storage": int(rng.integers(70, 160)),
    }
    nights = lengths[kind]
    arrived = midnight(day) + timedelta(minutes=int(rng.integers(8 * 60, 20 * 60)))
    left = midnight(day + timedelta(days=nights)) + timedelta(minutes=int(rng.integers(7 * 60, 12 * 60)))
    is_here = left > datetime(2025, 3, 18, 23)
    paying = 0.955 if day < date(2024, 10, 1) else 0.8
    return {
        "stay_type": kind,
        "arrived_at": arrived,
        "departed_at": None if is_here else left,
        "nights": nights,
        "crew_count": picked(rng, [1, 2, 3, 4, 5, 6], [0.15, 0.4, 0.18, 0.15, 0.08, 0.04]),
        "berth_fee": float(np.round(nights * berth["daily_rate"] * STAYS[kind] * STAY_RATES[day.year], 2)),
        "is_paid": not is_here and rng.random() < paying,
        "booked_online": rng.random() < ONLINE[day.year],
    }


def _stay_weights(month: int) -> list[float]:
    """How many come for a night, a season or the winter."""
    if 3 <= month <= 6:
        return [0.85, 0.09, 0.06]
    return [0.87, 0.02, 0.11] if 9 <= month <= 11 else [0.97, 0.03, 0.0]


def _services(rng: np.random.Generator, activity: Any) -> Rows:
    """The services billed: most of them in spring and autumn."""
    weights = _shares([SERVICE_SEASON[day.month - 1] for day in DAYS])
    services: Rows = []
    for day in _days(rng, 860, weights):
        kind = picked(rng, list(SERVICES), SERVICE_WEIGHTS)
        cost, usual = SERVICES[kind]
        hours = round(max(0.5, float(rng.normal(usual, usual * 0.25))) * 2) / 2
        amount = round(cost * float(rng.uniform(0.75, 1.5)) * SERVICE_RATES[day.year], 2)
        status, paid = _payment(rng, day)
        services.append(
            {
                "vessel_id": int(rng.choice(VESSELS, p=activity) + 1),
                "service_type": kind,
                "technician": picked(
                    rng, ["Mick", "Svetlana", "Owen", "Priya", "Tomasz"], [0.3, 0.22, 0.2, 0.16, 0.12]
                ),
                "billed_on": day,
                "due_on": day + timedelta(days=30),
                "paid_on": paid,
                "labour_hours": hours,
                "amount": amount,
                "invoice_status": status,
                "is_warranty": kind in UNDER_WARRANTY and rng.random() < 0.12,
            }
        )
    return numbered(services)


def _payment(rng: np.random.Generator, day: date) -> tuple[str, date | None]:
    """What became of a bill of this day, and when it was paid."""
    status = picked(rng, ["paid", "unpaid", "written off", "cancelled"], [0.9, 0.04, 0.02, 0.04])
    if status != "paid":
        return status, None
    paid = day + timedelta(days=int(min(110, 2 + rng.gamma(2.2, 11))))
    return ("unpaid", None) if paid > END else (status, paid)


def _fuel_sales(rng: np.random.Generator, arrivals: Any, activity: Any) -> Rows:
    """The fuel sold, some of it to vessels that nobody noted."""
    sales: Rows = []
    for day in _days(rng, 1540, arrivals):
        fuel = picked(rng, list(FUELS), [0.66, 0.24, 0.10])
        amount, price = FUELS[fuel]
        litres = round(float(rng.gamma(2.4, amount)) + 5, 1)
        price = round(price * FUEL_RATES[day.year] + float(rng.normal(0, 0.025)), 3)
        is_unknown = rng.random() < 0.12
        sales.append(
            {
                "vessel_id": None if is_unknown else int(rng.choice(VESSELS, p=activity) + 1),
                "sold_at": midnight(day) + timedelta(minutes=int(rng.integers(7 * 60, 19 * 60))),
                "fuel_type": fuel,
                "litres": litres,
                "price_per_litre": price,
                "total_amount": round(litres * price, 2),
                "payment_method": picked(rng, ["card", "account", "cash"], [0.63, 0.28, 0.09]),
            }
        )
    return numbered(sales)
