"""A hospital whose wards, patients, stays and bills are not for everyone."""

import random
from datetime import date, datetime, timedelta
from decimal import Decimal

from tests.semantic.gold.sources.tables import Table

WARDS = [
    (1, "Cardiology", "East"), (2, "Surgery", "East"), (3, "Paediatrics", "West"), (4, "Oncology", "West"),
    (5, "Archive", None),
]  # fmt: skip


def tables():
    """The tables of the hospital; the same rows every time."""
    chance = random.Random(4_711)
    patients = [
        (
            number,
            f"Patient {number:03}",
            chance.choice(["public", "private", None]),
            date(1940, 1, 1) + timedelta(days=chance.randint(0, 29_000)),
            chance.random() < 0.1,
        )
        for number in range(1, 121)
    ]
    stays = [_stay(chance, number, len(patients)) for number in range(1, 361)]
    return (
        Table("wards", "id INTEGER, name VARCHAR, site VARCHAR", WARDS),
        Table("patients", "id INTEGER, name VARCHAR, insurance VARCHAR, born DATE, is_vip BOOLEAN", patients),
        Table(
            "stays",
            "id INTEGER, patient_id INTEGER, ward_id INTEGER, "
            "admitted_at TIMESTAMP, discharged_at TIMESTAMP, urgency INTEGER",
            stays,
        ),
        Table("bills", "id INTEGER, stay_id INTEGER, kind VARCHAR, amount DECIMAL(10,2)", _bills(chance)),
    )


def _stay(chance, number, patients):
    admitted = datetime(2024, 1, 1) + timedelta(minutes=chance.randint(0, 365 * 1440))
    left = None if chance.random() < 0.1 else admitted + timedelta(hours=chance.randint(4, 500))
    patient = None if chance.random() < 0.05 else chance.randint(1, patients - 10)
    ward = None if chance.random() < 0.05 else chance.randint(1, 4)
    return (number, patient, ward, admitted, left, chance.randint(1, 5))


def _bills(chance):
    rows = [
        (stay, chance.choice(["room", "drugs", "surgery"]), Decimal(chance.randint(1_000, 900_000)) / 100)
        for stay in range(1, 361)
        for _ in range(chance.choice([0, 1, 2, 3]))
    ]
    rows.append((None, "room", Decimal("55.00")))
    return [(number, *row) for number, row in enumerate(rows, 1)]
