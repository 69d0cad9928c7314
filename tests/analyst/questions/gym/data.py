"""A chain of gyms since autumn 2022: clubs, members, check-ins, classes and payments."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2022, 9, 1), dt.date(2025, 3, 9)
CLUBS = [
    ("Docklands", "Bristol", dt.date(2014, 5, 2), True),
    ("Station Yard", "Bristol", dt.date(2018, 1, 15), False),
    ("Castle Park", "Cardiff", dt.date(2016, 9, 1), True),
    ("Mill Lane", "Bath", dt.date(2020, 10, 5), False),
    ("Harbour East", "Cardiff", dt.date(2022, 8, 20), False),
]
PLANS = {"Basic": (38, 24.9), "Plus": (29, 39.9), "Premium": (15, 64.0), "Student": (18, 19.5)}
SOURCES = {"Friend": 26, "Instagram": 21, "Google": 24, "Flyer": 7, "Walk-in": 14, "": 8}
CLASSES = {"Yoga": 26, "Spin": 22, "HIIT": 18, "Pilates": 15, "Boxing": 11, "Aqua": 8}
LEVELS = {"Beginner": 4, "Intermediate": 4, "Advanced": 2}
TRAINERS = [
    *("Nadia Flores", "Tom Brandt", "Imani Cole", "Pete Walsh", "Suki Tanaka"),
    *("Ollie Grant", "Marta Lis", "Dev Rao"),
]
GIVEN = ["Amy", "Ben", "Chloe", "Dan", "Ella", "Finn", "Gina", "Hugo", "Ines", "Joe", "Kim", "Liam", "Mona"]
FAMILY = [
    *("Abbott", "Bell", "Carr", "Doyle", "Evans", "Frost", "Gill", "Hart", "Ivers", "Jones", "Kaur", "Lowe"),
    *("Moss", "Nash", "Owen", "Pike", "Quinn", "Rees", "Swift", "Todd", "Usher", "Vale", "West", "Young"),
]
METHODS = {"Direct debit": 61, "Card": 30, "Cash": 4, "PayPal": 5}
EXTRAS = {"Personal training": (45, 35.0), "Merchandise": (30, 18.5), "Guest pass": (25, 9.0)}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(3101)
    clubs = numbered(
        {"name": name, "city": city, "opened_on": day, "has_pool": pool} for name, city, day, pool in CLUBS
    )
    names = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    members = numbered(_member(rng, name) for name in rng.sample(names, 300))
    visits = numbered(sorted(_visits(rng, members), key=lambda row: row["checked_in_at"]))
    classes = numbered(sorted((_class(rng) for _ in range(2400)), key=lambda row: row["starts_at"]))
    payments = numbered(sorted(_payments(rng, members), key=lambda row: row["paid_on"]))
    write_parquet(
        folder,
        {"clubs": clubs, "members": members, "visits": visits, "classes": classes, "payments": payments},
    )


def _member(rng: random.Random, name: str) -> dict:
    joined = moment(rng, FIRST, dt.date(2025, 2, 20)).date()
    left = joined + dt.timedelta(days=int(rng.expovariate(1 / 700)) + 30)
    plan = weighted(rng, {plan: share for plan, (share, _) in PLANS.items()})
    born = rng.randint(1998, 2006) if plan == "Student" else rng.randint(1951, 2004)
    return {
        "full_name": name,
        "gender": weighted(rng, {"F": 50, "M": 44, "X": 2, "": 4}) or None,
        "birth_year": born if rng.random() < 0.93 else None,
        "plan": plan,
        "club_id": rng.choices([1, 2, 3, 4, 5], [30, 24, 22, 14, 10])[0],
        "source": weighted(rng, SOURCES) or None,
        "joined_on": joined,
        "cancelled_on": left if left <= LAST else None,
        "email_opt_in": rng.random() < 0.62,
    }


def _visits(rng: random.Random, members: Rows) -> Rows:
    rows = []
    for member in members:
        rate = min(rng.lognormvariate(-0.2, 0.9), 4) if rng.random() < 0.93 else 0.0
        days = ((member["cancelled_on"] or LAST) - member["joined_on"]).days
        rows += [_visit(rng, member) for _ in range(int(rate * days / 7))]
    return rows


def _visit(rng: random.Random, member: dict) -> dict:
    at = moment(rng, member["joined_on"], member["cancelled_on"] or LAST, (6, 21))
    home = rng.random() < 0.88
    return {
        "member_id": member["id"],
        "club_id": member["club_id"] if home else rng.randint(1, 5),
        "checked_in_at": at,
        "minutes": max(12, int(rng.gauss(63, 21))) if rng.random() < 0.91 else None,
        "with_guest": rng.random() < 0.05,
    }


def _class(rng: random.Random) -> dict:
    kind, capacity = weighted(rng, CLASSES), rng.choice([12, 16, 20, 24, 30])
    cancelled = rng.random() < 0.06
    booked = min(capacity, int(capacity * rng.betavariate(5, 2) * (1.1 if kind == "Spin" else 1.0)))
    return {
        "type": kind,
        "level": weighted(rng, LEVELS),
        "trainer": rng.choices(TRAINERS, [9, 8, 8, 7, 6, 5, 4, 2])[0],
        "club_id": rng.choice([1, 3]) if kind == "Aqua" else rng.randint(1, 5),
        "starts_at": moment(rng, FIRST, LAST, (7, 20)).replace(minute=rng.choice([0, 30])),
        "capacity": capacity,
        "booked": booked,
        "attended": None
        if cancelled
        else booked - rng.choices([0, 1, 2, 3, 4], [3, 4, 3, 2, 1])[0]
        if booked > 4
        else booked,
        "cancelled": cancelled,
    }


def _payments(rng: random.Random, members: Rows) -> Rows:
    return [row for member in members for row in (*_fees(rng, member), *_extras(rng, member))]


def _fees(rng: random.Random, member: dict) -> Rows:
    day, rows = member["joined_on"], []
    while day <= (member["cancelled_on"] or LAST):
        rows.append(_payment(rng, member, day, "Membership fee", PLANS[member["plan"]][1]))
        day += dt.timedelta(days=30)
    return rows


def _extras(rng: random.Random, member: dict) -> Rows:
    rows = []
    for _ in range(rng.choices([0, 1, 2, 5, 9], [40, 25, 18, 12, 5])[0]):
        item = weighted(rng, {name: share for name, (share, _) in EXTRAS.items()})
        day = moment(rng, member["joined_on"], member["cancelled_on"] or LAST).date()
        rows.append(_payment(rng, member, day, item, EXTRAS[item][1] * rng.choice([1, 1, 1, 2, 3])))
    return rows


def _payment(rng: random.Random, member: dict, day: dt.date, item: str, amount: float) -> dict:
    return {
        "member_id": member["id"],
        "paid_on": day,
        "item": item,
        "amount": round(amount, 2),
        "method": weighted(rng, METHODS),
        "status": weighted(rng, {"paid": 92, "failed": 5, "refunded": 3}),
    }
