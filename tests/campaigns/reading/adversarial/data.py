"""Memberships whose values are units of time, nouns of the model, short codes and words such as `by`."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import write_csv

BRANCHES = (
    ("Top Street", "North"),
    ("Main", "North"),
    ("March", "South"),
    ("The Second", "South"),
    ("West Total", "West"),
)
BILLING = ("monthly", "annual", "weekly")
STATES = ("open", "late", "on hold", "missing", "all")
CODES = ("IT", "US", "NO", "IN", "BY", "DE")
SOLD_AS = ("memberships", "branches", "first", "rate", "trial")


def write(folder: Path) -> None:
    """Write the two tables as CSV files."""
    dice = random.Random(17)
    branches = [
        {"id": number, "name": name, "region": region, "desks": 3 + number}
        for number, (name, region) in enumerate(BRANCHES, 1)
    ]
    rows = [_membership(dice, number) for number in range(1, 1201)]
    write_csv(folder, {"branches": branches, "memberships": rows})


def _membership(dice: random.Random, number: int) -> dict[str, object]:
    return {
        "id": number,
        "branch_id": dice.randint(1, len(BRANCHES)),
        "joined_on": dt.date(2022, 1, 1) + dt.timedelta(days=dice.randrange(1095)),
        "billing": dice.choice(BILLING),
        "state": dice.choice(STATES),
        "code": dice.choice(CODES),
        "sold_as": dice.choice(SOLD_AS),
        "wait_minutes": dice.randint(0, 120),
        "distance_km": dice.randint(1, 60),
        "is_late": dice.random() < 0.2,
        "fee": dice.randint(10, 90),
        "points": dice.randint(0, 9),
        "shares": dice.randint(1, 99),
    }
