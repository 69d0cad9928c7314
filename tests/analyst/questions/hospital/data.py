"""A hospital with two sites: wards, consultants, patients, admissions, incidents and shifts."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 1, 1), dt.date(2025, 6, 15)
WARDS = [
    ("Ash", "Geriatrics", "North", 2, 28, 17, 9.5, 1.9),
    ("Birch", "General Medicine", "North", 1, 32, 26, 5.0, 1.3),
    ("Cedar", "Cardiology", "North", 3, 24, 16, 4.4, 0.9),
    ("Elm", "Orthopaedics", "South", 1, 26, 14, 5.9, 1.1),
    ("Hazel", "Surgery", "South", 2, 30, 15, 3.6, 0.8),
    ("Maple", "Paediatrics", "South", 3, 18, 8, 2.2, 0.4),
    ("Rowan", "Respiratory", "North", 4, 22, 11, 6.6, 1.0),
    ("Intensive Care", "Intensive Care", "South", 0, 10, 5, 7.9, 0.6),
]
DIAGNOSES = {
    "Geriatrics": {"Hip fracture": 3, "Pneumonia": 4, "Stroke": 3, "Urinary infection": 2},
    "General Medicine": {"Pneumonia": 3, "Urinary infection": 4, "Diabetes": 3, "Sepsis": 2},
    "Cardiology": {"Heart failure": 5, "Heart attack": 3, "Arrhythmia": 3},
    "Orthopaedics": {"Hip fracture": 4, "Knee replacement": 4, "Hip replacement": 3},
    "Surgery": {"Appendicitis": 4, "Gallstones": 4, "Hernia": 3},
    "Paediatrics": {"Asthma": 4, "Bronchiolitis": 3, "Appendicitis": 1},
    "Respiratory": {"COPD": 6, "Pneumonia": 4, "Asthma": 2},
    "Intensive Care": {"Sepsis": 5, "Heart attack": 2, "Trauma": 3},
}
ELECTIVE = {
    "Knee replacement": 0.92,
    "Hip replacement": 0.9,
    "Hernia": 0.8,
    "Gallstones": 0.5,
    "Arrhythmia": 0.4,
}
GRADES = {"Consultant": 6, "Senior consultant": 3}
SURNAMES = [
    *(
        "Adeyemi",
        "Banerjee",
        "Clarke",
        "Dlamini",
        "Eriksson",
        "Fraser",
        "Gupta",
        "Hughes",
        "Ibrahim",
        "Jensen",
    ),
    *("Kowalska", "Lim", "Murphy", "Novak", "Okafor", "Patel", "Quigley", "Rossi", "Silva", "Thornton"),
]
TOWNS = {"Ashby": 30, "Brackley": 22, "Corton": 18, "Denham": 14, "Everley": 9, "Farrow": 7}
PAYERS = {"Public": 71, "Private": 19, "Self-pay": 7, "": 3}
CATEGORIES = {"Fall": 38, "Medication error": 27, "Pressure ulcer": 16, "Infection": 12, "Equipment": 7}
SEVERITIES = {"Low": 58, "Medium": 31, "High": 11}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(9107)
    wards = numbered(
        {"name": name, "specialty": specialty, "site": site, "floor": floor, "beds": beds}
        for name, specialty, site, floor, beds, *_ in WARDS
    )
    consultants = numbered(_consultants(rng))
    patients = numbered(_patient(rng) for _ in range(2100))
    admissions = numbered(
        sorted(
            (_admission(rng, patients, consultants) for _ in range(4300)), key=lambda row: row["admitted_at"]
        )
    )
    incidents = numbered(sorted((_incident(rng) for _ in range(1150)), key=lambda row: row["reported_on"]))
    shifts = numbered(_shifts(rng))
    write_parquet(
        folder,
        {
            "wards": wards,
            "consultants": consultants,
            "patients": patients,
            "admissions": admissions,
            "incidents": incidents,
            "shifts": shifts,
        },
    )


def _consultants(rng: random.Random) -> Rows:
    names = rng.sample(SURNAMES, len(SURNAMES))
    specialties = [ward[1] for ward in WARDS] * 3
    return [
        {
            "name": f"Dr {name}",
            "specialty": specialty,
            "grade": weighted(rng, GRADES),
            "hired_on": moment(rng, dt.date(2009, 1, 1), dt.date(2022, 10, 1)).date(),
        }
        for name, specialty in zip(names, specialties, strict=False)
    ]


def _patient(rng: random.Random) -> dict:
    return {
        "sex": weighted(rng, {"F": 52, "M": 47, "": 1}) or None,
        "birth_year": int(min(2023, max(1926, rng.gauss(1961, 23)))),
        "town": weighted(rng, TOWNS),
        "payer": weighted(rng, PAYERS) or None,
    }


def _admission(rng: random.Random, patients: Rows, consultants: Rows) -> dict:
    at = moment(rng, FIRST, LAST)
    while rng.random() > 0.72 + 0.13 * (at.year - 2023) + (0.12 if at.month in (12, 1, 2) else 0):
        at = moment(rng, FIRST, LAST)
    number = rng.choices(range(len(WARDS)), [ward[5] for ward in WARDS])[0]
    _, specialty, _, _, _, _, stay, _ = WARDS[number]
    diagnosis = weighted(rng, DIAGNOSES[specialty])
    kind = "Elective" if rng.random() < ELECTIVE.get(diagnosis, 0.08) else "Emergency"
    if kind == "Emergency" and rng.random() < 0.07:
        kind = "Transfer in"
    days = max(0.2, rng.gammavariate(1.7, stay / 1.7))
    left = at + dt.timedelta(minutes=int(days * 1440))
    out = left.date() <= LAST
    doctors = [row for row in consultants if row["specialty"] == specialty]
    died = rng.random() < {"Intensive Care": 0.17, "Geriatrics": 0.075, "Respiratory": 0.05}.get(
        specialty, 0.018
    )
    home = weighted(rng, {"Home": 80, "Care home": 13, "Other hospital": 7})
    price = {"Intensive Care": 1650, "Surgery": 920, "Cardiology": 780}.get(specialty, 480)
    return {
        "patient_id": rng.randint(1, len(patients)),
        "ward_id": number + 1,
        "consultant_id": rng.choices(doctors, [5, 4, 3][: len(doctors)])[0]["id"],
        "admission_type": kind,
        "diagnosis": diagnosis,
        "admitted_at": at,
        "discharged_at": left if out else None,
        "discharged_to": ("Deceased" if died else home) if out else None,
        "is_readmission": rng.random() < (0.14 if kind == "Emergency" else 0.06),
        "cost": round(900 + days * price * rng.uniform(0.8, 1.3), 2) if out else None,
    }


def _incident(rng: random.Random) -> dict:
    number = rng.choices(range(len(WARDS)), [ward[5] * ward[7] for ward in WARDS])[0]
    day = moment(rng, FIRST, LAST).date()
    closed = day + dt.timedelta(days=int(rng.expovariate(1 / 24)) + 1)
    return {
        "ward_id": number + 1,
        "reported_on": day,
        "category": weighted(rng, CATEGORIES),
        "severity": weighted(rng, SEVERITIES),
        "patient_harmed": rng.random() < 0.27,
        "closed_on": closed if closed <= LAST and rng.random() < 0.96 else None,
    }


def _shifts(rng: random.Random) -> Rows:
    rows = []
    day = dt.date(2024, 1, 1)
    while day <= LAST:
        for number, ward in enumerate(WARDS, 1):
            for shift, share in (("Day", 1.0), ("Night", 0.6)):
                planned = round(ward[4] * 2.4 * share)
                worked = round(planned * min(1.1, rng.gauss(0.955 if shift == "Day" else 0.92, 0.06)), 1)
                agency = worked * rng.betavariate(2, 14) * (1.5 if shift == "Night" else 1)
                rows.append(
                    {
                        "ward_id": number,
                        "shift_date": day,
                        "shift": shift,
                        "planned_hours": float(planned),
                        "worked_hours": worked,
                        "agency_hours": round(min(agency, worked), 1),
                    }
                )
        day += dt.timedelta(days=1)
    return rows
