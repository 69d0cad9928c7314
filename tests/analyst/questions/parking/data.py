"""The tables of a parking operator."""

import datetime as dt
import math
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST = dt.date(2023, 1, 1)
TODAY = dt.date(2025, 6, 18)
YESTERDAY = TODAY - dt.timedelta(days=1)

REGIONS = {
    "London": "London",
    "Croydon": "London",
    "Manchester": "North West",
    "Liverpool": "North West",
    "Preston": "North West",
    "Leeds": "Yorkshire",
    "Sheffield": "Yorkshire",
    "York": "Yorkshire",
    "Birmingham": "Midlands",
    "Nottingham": "Midlands",
    "Leicester": "Midlands",
    "Bristol": "South West",
    "Exeter": "South West",
    "Brighton": "South East",
    "Reading": "South East",
    "Southampton": "South East",
}
CITIES = {
    "London": 34, "Croydon": 8, "Manchester": 22, "Liverpool": 14, "Preston": 6, "Leeds": 18, "Sheffield": 12,
    "York": 8, "Birmingham": 24, "Nottingham": 11, "Leicester": 9, "Bristol": 15, "Exeter": 6, "Brighton": 12,
    "Reading": 9, "Southampton": 10,
}  # fmt: skip
STREETS = [
    "Market Street", "Station Road", "Castle Gate", "Victoria Square", "Church Lane", "Queens Parade",
    "Riverside", "Mill Lane", "Albion Place", "Corn Exchange", "Kingsway", "Arena North", "Arena South",
    "Hospital East", "Hospital West", "The Wharf", "St James", "University", "Civic Centre", "Park Row",
    "Theatre Quarter", "Bridge Street", "Cathedral", "Retail Park", "Brewery Yard", "New Cross", "Old Dock",
    "Library Walk", "Priory", "Central Plaza", "Harbour View", "Granary", "Foundry", "Coach Station",
]  # fmt: skip
SITE_TYPES = {"multi-storey": 42, "surface": 33, "underground": 15, "on-street": 10}
SPACES = {"multi-storey": (220, 900), "surface": (40, 280), "underground": (120, 480), "on-street": (15, 70)}
BASE_RATE = {"multi-storey": 2.4, "surface": 1.8, "underground": 3.2, "on-street": 2.8}
CITY_RATE = {"London": 2.1, "Croydon": 1.4, "Brighton": 1.5, "Manchester": 1.25, "Bristol": 1.3, "York": 1.2}
VEHICLES = {"car": 66, "electric car": 15, "van": 12, "motorcycle": 4, "minibus": 1}
METHODS = {"contactless": 41, "app": 30, "card": 20, "cash": 9}
PERMITS = {"resident": 38, "season ticket": 30, "business": 20, "staff": 9, "blue badge": 3}
PERMIT_FEES = {"resident": 28, "season ticket": 118, "business": 145, "staff": 45, "blue badge": 0}
VIOLATIONS = {
    "overstay": 38,
    "no valid payment": 29,
    "outside marked bay": 13,
    "no permit displayed": 11,
    "disabled bay without badge": 6,
    "blocking exit": 3,
}
FINE_AMOUNTS = {
    "overstay": [50, 60, 70],
    "no valid payment": [60, 70, 85],
    "outside marked bay": [40, 50],
    "no permit displayed": [60, 70],
    "disabled bay without badge": [100, 120],
    "blocking exit": [90, 100],
}
SEASON = [0.88, 0.9, 0.97, 1.0, 1.03, 1.05, 1.06, 1.0, 0.98, 1.05, 1.12, 1.25]
LETTERS = "ABCDEFGHJKLMNOPRSTUVWXY"


def months() -> dict[str, float]:
    """How busy the months are, by the month's first day."""
    result = {}
    for year, growth in {2023: 1.0, 2024: 1.12, 2025: 1.2}.items():
        for month, season in enumerate(SEASON, 1):
            first = dt.date(year, month, 1)
            if first <= TODAY:
                result[first.isoformat()] = growth * season * (0.57 if (year, month) == (2025, 6) else 1.0)
    return result


def busy_moment(rng: random.Random, weights: dict[str, float], hours: tuple[int, int]) -> dt.datetime:
    """A minute in a month picked by its weight, not after yesterday."""
    first = dt.date.fromisoformat(weighted(rng, weights))
    last = (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
    return moment(rng, first, min(last, YESTERDAY), hours)


def plates(rng: random.Random, count: int) -> list[str]:
    """Different number plates."""
    found: dict[str, None] = {}
    while len(found) < count:
        area = "".join(rng.choices(LETTERS, k=2))
        age = rng.choice([15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74])
        found[f"{area}{age} {''.join(rng.choices(LETTERS, k=3))}"] = None
    return list(found)


def car_parks(rng: random.Random) -> Rows:
    """The sites, some in every city."""
    rows: Rows = []
    for city, count in CITIES.items():
        for street in rng.sample(STREETS, min(count, len(STREETS))):
            kind = weighted(rng, SITE_TYPES)
            roofed = kind in ("multi-storey", "underground")
            spaces = rng.randint(*SPACES[kind])
            rate = BASE_RATE[kind] * CITY_RATE.get(city, 1.0) * rng.uniform(0.85, 1.2)
            opened = moment(rng, dt.date(1996, 1, 1), dt.date(2022, 11, 30)).date()
            rows.append(
                {
                    "name": f"{city} {street}",
                    "city": city,
                    "region": REGIONS[city],
                    "site_type": kind,
                    "spaces": spaces,
                    "ev_bays": 0 if rng.random() < 0.4 else max(2, spaces // rng.randint(20, 60)),
                    "hourly_rate": round(rate * 10) / 10,
                    "height_limit_m": rng.choice([1.9, 2.0, 2.1, 2.2]) if roofed else None,
                    "opened_on": None if rng.random() < 0.06 else opened,
                    "status": weighted(rng, {"open": 91, "refurbishment": 5, "closed": 4}),
                }
            )
    return numbered(rows, "car_park_id")


def permits(rng: random.Random, sites: Rows, cars: list[str]) -> Rows:
    """The permits, whose status agrees with their dates."""
    rows: Rows = []
    for _ in range(940):
        kind = weighted(rng, PERMITS)
        start = moment(rng, FIRST, YESTERDAY).date()
        end = start + dt.timedelta(days=rng.choice([90, 182, 364, 364, 364]))
        cancelled = rng.random() < 0.08
        fee = PERMIT_FEES[kind] * rng.choice([0.9, 1.0, 1.0, 1.1, 1.25])
        rows.append(
            {
                "car_park_id": rng.choice(sites)["car_park_id"],
                "permit_type": kind,
                "number_plate": None if rng.random() < 0.03 else rng.choice(cars),
                "start_date": start,
                "end_date": end,
                "monthly_fee": round(fee, 2),
                "auto_renew": rng.random() < 0.45,
                "status": "cancelled" if cancelled else "active" if end >= TODAY else "expired",
            }
        )
    rows.sort(key=lambda row: row["start_date"])
    return numbered(rows, "permit_id")


def sessions(rng: random.Random, sites: Rows, passes: Rows, cars: list[str]) -> Rows:
    """The stays, longer ones rarer, a few never closed."""
    busy = months()
    popularity = [math.sqrt(site["spaces"]) * rng.lognormvariate(0, 0.5) for site in sites]
    rows: Rows = []
    for _ in range(5000):
        entered = busy_moment(rng, busy, (6, 22))
        stay = min(2880, max(8, round(rng.lognormvariate(math.log(125), 0.85))))
        exited = entered + dt.timedelta(minutes=stay)
        inside = exited.date() > YESTERDAY or rng.random() < 0.012
        permit = rng.choice(passes) if rng.random() < 0.12 else None
        if permit and permit["start_date"] <= entered.date() <= permit["end_date"]:
            site, plate, permit_id = permit["car_park_id"], permit["number_plate"], permit["permit_id"]
        else:
            site, permit_id = rng.choices(sites, popularity)[0]["car_park_id"], None
            plate = None if rng.random() < 0.02 else rng.choice(cars)
        rows.append(
            {
                "car_park_id": site,
                "permit_id": permit_id,
                "number_plate": plate,
                "vehicle_type": None if rng.random() < 0.03 else weighted(rng, VEHICLES),
                "entry_method": weighted(rng, {"anpr": 48, "ticket": 30, "app": 22}),
                "entered_at": entered,
                "exited_at": None if inside else exited,
            }
        )
    rows.sort(key=lambda row: row["entered_at"])
    return numbered(rows, "session_id")


def payments(rng: random.Random, sites: Rows, stays: Rows) -> Rows:
    """What drivers without a permit paid when they left."""
    rates = {site["car_park_id"]: site["hourly_rate"] for site in sites}
    rows: Rows = []
    for stay in stays:
        if stay["permit_id"] or not stay["exited_at"] or rng.random() < 0.03:
            continue
        hours = math.ceil((stay["exited_at"] - stay["entered_at"]).total_seconds() / 3600)
        amount = min(hours, 12) * rates[stay["car_park_id"]]
        paid_at = stay["exited_at"] - dt.timedelta(minutes=rng.randint(2, 7))
        payment = {
            "session_id": stay["session_id"],
            "paid_at": paid_at,
            "method": weighted(rng, METHODS),
            "amount": round(amount, 2),
        }
        if payment["method"] != "cash" and rng.random() < 0.04:
            rows.append(payment | {"paid_at": paid_at - dt.timedelta(minutes=1), "status": "failed"})
        rows.append(payment | {"status": weighted(rng, {"completed": 97, "refunded": 3})})
    return numbered(rows, "payment_id")


def fines(rng: random.Random, sites: Rows, cars: list[str]) -> Rows:
    """The fines, most of them paid after some weeks."""
    busy = months()
    strictness = [rng.lognormvariate(0, 0.9) for _ in sites]
    rows: Rows = []
    for _ in range(1450):
        issued = busy_moment(rng, busy, (7, 21))
        violation = weighted(rng, VIOLATIONS)
        paid = (issued + dt.timedelta(days=1 + round(rng.expovariate(1 / 19)))).date()
        fate = weighted(rng, {"paid": 68, "open": 13, "appealed": 7, "cancelled": 12})
        if fate == "paid" and paid > YESTERDAY:
            fate = "open"
        rows.append(
            {
                "car_park_id": rng.choices(sites, strictness)[0]["car_park_id"],
                "number_plate": rng.choice(cars),
                "issued_at": issued,
                "violation": violation,
                "amount": float(rng.choice(FINE_AMOUNTS[violation])),
                "status": fate,
                "paid_on": paid if fate == "paid" else None,
                "warden_code": None if rng.random() < 0.05 else f"W{rng.randint(1, 26):02d}",
            }
        )
    rows.sort(key=lambda row: row["issued_at"])
    return numbered(rows, "fine_id")


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(7341)
    cars = plates(rng, 2600)
    sites = car_parks(rng)
    passes = permits(rng, sites, cars)
    stays = sessions(rng, sites, passes, cars)
    write_parquet(
        folder,
        {
            "car_parks": sites,
            "permits": passes,
            "sessions": stays,
            "payments": payments(rng, sites, stays),
            "fines": fines(rng, sites, cars),
        },
    )
