"""A group of clinics: doctors, patients and two and a half years of appointments."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 1, 2), dt.date(2025, 6, 30)
DOCTORS = [
    ("Dr. Amara Osei", "Cardiology", "Northgate"),
    ("Dr. Lena Fuchs", "Dermatology", "Northgate"),
    ("Dr. Ivan Petrov", "Paediatrics", "Harbour"),
    ("Dr. Mei Tanaka", "General practice", "Harbour"),
    ("Dr. Paul Byrne", "General practice", "Old Mill"),
    ("Dr. Sofia Rossi", "Orthopaedics", "Old Mill"),
    ("Dr. Nadia Karim", "Cardiology", "Harbour"),
    ("Dr. Tom Walsh", "Dermatology", "Old Mill"),
]
FEES = {
    "Cardiology": 140,
    "Dermatology": 95,
    "Paediatrics": 80,
    "General practice": 60,
    "Orthopaedics": 120,
}
CITIES = {"Ashford": 5, "Brightwater": 3, "Carrow": 2, "Dunmore": 1}
INSURERS = {"public": 6, "private": 3, "self-pay": 1}
STATES = {"DONE": 75, "NOSHOW": 9, "CANC": 16}
CHANNELS = {"phone": 5, "online": 4, "front desk": 2}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(11)
    doctors = numbered({"full_name": name, "specialty": field, "site": site} for name, field, site in DOCTORS)
    patients = numbered(_patient(rng) for _ in range(400))
    appointments = numbered(_appointment(rng, doctors) for _ in range(2600))
    write_parquet(folder, {"doctors": doctors, "patients": patients, "appointments": appointments})


def _patient(rng: random.Random) -> dict:
    return {
        "birth_year": rng.randint(1935, 2020),
        "sex": rng.choice(["F", "M"]),
        "city": weighted(rng, CITIES),
        "insurance": weighted(rng, INSURERS),
        "registered_on": moment(rng, dt.date(2021, 1, 1), LAST).date(),
    }


def _appointment(rng: random.Random, doctors: Rows) -> dict:
    doctor = rng.choices(doctors, [8, 5, 7, 10, 9, 4, 3, 6])[0]
    scheduled = moment(rng, FIRST, LAST, (8, 17))
    scheduled -= dt.timedelta(
        days=max(0, scheduled.weekday() - rng.choice([4, 3, 0])) if scheduled.weekday() > 4 else 0
    )
    state = weighted(rng, STATES)
    return {
        "patient_id": rng.randint(1, 380),
        "doctor_id": doctor["id"],
        "scheduled_at": scheduled,
        "booked_on": scheduled.date() - dt.timedelta(days=rng.randint(0, 40)),
        "channel": weighted(rng, CHANNELS),
        "state": state,
        "minutes": rng.choice([15, 20, 30, 45]),
        "fee": float(FEES[doctor["specialty"]] + rng.choice([0, 10, 25])) if state == "DONE" else 0.0,
        "first_visit": rng.random() < 0.3,
    }
