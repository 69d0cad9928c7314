"""A parcel courier: depots, couriers, business customers, parcels, claims and daily routes."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 10, 1), dt.date(2025, 9, 3)
DEPOTS = [
    ("Leeds Central", "North", dt.date(2012, 3, 1), 26),
    ("Hull Docks", "North", dt.date(2019, 6, 17), 11),
    ("Derby", "Midlands", dt.date(2015, 9, 7), 18),
    ("Coventry", "Midlands", dt.date(2021, 2, 22), 14),
    ("Croydon", "South", dt.date(2010, 11, 1), 21),
    ("Portsmouth", "South", dt.date(2023, 4, 3), 10),
]
COMPANIES = {
    "Fashion": ("Hartley Shoes", "Denim & Co", "Ribbon Fashion", "Urban Threads", "Zest Cosmetics"),
    "Electronics": ("Gadget Bay", "Kite Electronics", "Northstar Audio", "Lumen Lighting"),
    "Home": ("Candlewick", "Fernhill Garden", "Velvet Home", "Pinecone Gifts", "Inkwell Office"),
    "Leisure": ("Acorn Books", "Bluefin Sports", "Jolly Toys", "Otter Outdoors", "Tidewater Tackle"),
    "Pharma": ("Elmtree Pharmacy", "Quickpill", "Willow Health"),
    "Food": ("Meadow Foods", "Saffron Spices"),
}
CITIES = {"London": 7, "Leeds": 5, "Birmingham": 5, "Bristol": 3, "Hull": 2}
MANAGERS = {"Grace Boone": 8, "Harvey Lund": 6, "Priya Nair": 6}
GIVEN = [
    "Aaron",
    "Bella",
    "Callum",
    "Daria",
    "Emre",
    "Fiona",
    "Gareth",
    "Hana",
    "Igor",
    "Jade",
    "Kofi",
    "Lena",
]
FAMILY = ["Archer", "Bates", "Cole", "Drew", "Ellis", "Foley", "Grant", "Hobbs"]
CONTRACTS = {"Employed": 62, "Subcontractor": 38}
SERVICES = {"Economy": (38, 4.2, 5, 0.93), "Standard": (41, 6.1, 3, 0.9), "Express": (21, 11.5, 1, 0.83)}
ZONES = {"Local": (34, 0.0), "National": (52, 1.4), "International": (14, 9.8)}
REASONS = {"Damaged": 46, "Lost": 23, "Late": 21, "Wrong address": 10}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(5520)
    depots = numbered({"name": name, "region": region, "opened_on": day} for name, region, day, _ in DEPOTS)
    couriers = numbered(_couriers(rng))
    customers = numbered(_customers(rng))
    parcels = numbered(
        sorted((_parcel(rng, couriers) for _ in range(7200)), key=lambda row: row["created_at"]), "parcel_id"
    )
    claims = numbered(sorted(_claims(rng, parcels), key=lambda row: row["opened_on"]))
    routes = numbered(sorted(_routes(rng, couriers), key=lambda row: row["route_date"]))
    for courier in couriers:
        del courier["depot"]
    write_parquet(
        folder,
        {
            "depots": depots,
            "couriers": couriers,
            "customers": customers,
            "parcels": parcels,
            "claims": claims,
            "routes": routes,
        },
    )


def _couriers(rng: random.Random) -> Rows:
    names = rng.sample([f"{given} {family}" for given in GIVEN for family in FAMILY], 32)
    rows = []
    for name in names:
        started = moment(rng, dt.date(2016, 1, 1), dt.date(2023, 9, 1)).date()
        rows.append(
            {
                "name": name,
                "contract": weighted(rng, CONTRACTS),
                "started_on": started,
                "left_on": moment(rng, dt.date(2024, 6, 1), LAST).date() if rng.random() < 0.22 else None,
                "depot": rng.choices(range(6), [row[3] for row in DEPOTS])[0] + 1
                if len(rows) > 5
                else len(rows) + 1,
            }
        )
    for row in rows[:6]:
        row["left_on"] = None
    return rows


def _customers(rng: random.Random) -> Rows:
    pairs = [(name, segment) for segment, names in COMPANIES.items() for name in names]
    return [
        {
            "company": name,
            "segment": segment,
            "city": weighted(rng, CITIES),
            "account_manager": weighted(rng, MANAGERS) if number < 18 else None,
            "customer_since": moment(rng, dt.date(2017, 1, 1), dt.date(2023, 9, 30)).date(),
        }
        for number, (name, segment) in enumerate(rng.sample(pairs, len(pairs)))
    ]


def _parcel(rng: random.Random, couriers: Rows) -> dict:
    at = moment(rng, FIRST, LAST, (7, 20))
    while rng.random() > 0.6 + 0.12 * (at.year - 2023) + (0.15 if at.month in (11, 12) else 0):
        at = moment(rng, FIRST, LAST, (7, 20))
    service, zone = (
        weighted(rng, {key: row[0] for key, row in table.items()}) for table in (SERVICES, ZONES)
    )
    _, base, days, punctual = SERVICES[service]
    days += {"Local": 0, "National": 1, "International": 4}[zone]
    promised = at.date() + dt.timedelta(days=days)
    depot = rng.choices(range(6), [row[3] for row in DEPOTS])[0]
    ontime = rng.random() < punctual - (0.08 if depot == 1 else 0) - (0.05 if at.month == 12 else 0)
    late = 0 if ontime else rng.choices([1, 2, 3, 6], [5, 3, 2, 1])[0]
    early = rng.randint(0, days - 1) if ontime and days > 1 else 0
    arrival = dt.datetime.combine(
        promised + dt.timedelta(days=late - early), dt.time(rng.randint(8, 19), rng.randint(0, 59))
    )
    if arrival <= at:
        arrival = at + dt.timedelta(hours=rng.randint(2, 3))
    status = weighted(rng, {"delivered": 936, "returned": 34, "lost": 12, "cancelled": 18})
    if status in ("delivered", "lost", "returned") and arrival.date() > LAST:
        status = "in transit"
    weight = round(min(30.0, rng.lognormvariate(0.9, 0.8)), 2)
    pool = [
        row["id"]
        for row in couriers
        if row["depot"] == depot + 1 and (row["left_on"] or LAST) >= arrival.date()
    ]
    price = base + ZONES[zone][1] + weight * (0.35 if zone != "International" else 1.1)
    return {
        "customer_id": min(24, int(rng.paretovariate(0.5))) if rng.random() < 0.5 else rng.randint(1, 24),
        "depot_id": depot + 1,
        "courier_id": rng.choice(pool) if pool and status not in ("in transit", "cancelled") else None,
        "service": service,
        "zone": zone,
        "created_at": at,
        "promised_on": promised,
        "delivered_at": arrival if status == "delivered" else None,
        "status": status,
        "attempts": rng.choices([1, 2, 3], [84, 13, 3])[0] if status in ("delivered", "returned") else None,
        "weight_kg": weight,
        "fragile": rng.random() < 0.16,
        "price": round(price, 2),
    }


def _claims(rng: random.Random, parcels: Rows) -> Rows:
    rows = []
    for parcel in parcels:
        odds = {"lost": 0.85, "delivered": 0.04 + 0.05 * parcel["fragile"], "returned": 0.08}.get(
            parcel["status"], 0
        )
        if rng.random() > odds:
            continue
        day = parcel["promised_on"] + dt.timedelta(days=rng.randint(1, 20))
        if day > LAST:
            continue
        settled = day + dt.timedelta(days=int(rng.gammavariate(2, 9)) + 2)
        amount = round(rng.lognormvariate(3.9, 0.8), 2)
        status = weighted(rng, {"approved": 61, "rejected": 39}) if settled <= LAST else "open"
        rows.append(
            {
                "parcel_id": parcel["parcel_id"],
                "opened_on": day,
                "reason": "Lost" if parcel["status"] == "lost" else weighted(rng, REASONS | {"Lost": 4}),
                "status": status,
                "amount_claimed": amount,
                "amount_paid": round(amount * rng.choice([1, 1, 1, 0.5]), 2)
                if status == "approved"
                else None,
                "settled_on": settled if status != "open" else None,
            }
        )
    return rows


def _routes(rng: random.Random, couriers: Rows) -> Rows:
    rows = []
    for courier in couriers:
        day = dt.date(2024, 1, 1)
        vehicle = rng.choices(["Van", "E-van", "Cargo bike"], [58, 27, 15])[0]
        while day <= (courier["left_on"] or LAST):
            if day.weekday() < 5 and rng.random() < 0.5:
                stops = max(12, int(rng.gauss(74, 14)))
                km = round(max(8.0, rng.gauss(96, 24) if vehicle != "Cargo bike" else rng.gauss(31, 7)), 1)
                rate = {"Van": 0.17, "E-van": 0.06, "Cargo bike": 0.0}[vehicle]
                rows.append(
                    {
                        "courier_id": courier["id"],
                        "depot_id": courier["depot"],
                        "route_date": day,
                        "vehicle": vehicle,
                        "stops": stops,
                        "km": km,
                        "hours": round(stops * 0.085 + km / 55 + rng.uniform(0, 1), 2),
                        "fuel_cost": round(km * rate * rng.uniform(0.9, 1.15), 2)
                        if vehicle != "Cargo bike"
                        else None,
                    }
                )
            day += dt.timedelta(days=1)
    return rows
