"""Four hospitals that treat veterans and their families: admissions, procedures and bills since 2022."""

import csv
import datetime as dt
import random
from pathlib import Path
from typing import NamedTuple

from tests.analyst.questions.tables import Row, Rows, weighted

FIRST, LAST = dt.date(2022, 1, 1), dt.date(2024, 9, 30)
PATIENTS, ADMISSIONS = 1_850, 4_400
COLUMNS = {
    "departments": "dept_id dept_name facility floor staffed_beds phone_ext",
    "doctors": "doctor_id doctor_name specialty dept_id hired_on employment npi",
    "patients": "patient_id first_name last_name sex date_of_birth patient_type service_branch service_era "
    "city state smoker email",
    "admissions": "admission_id patient_id dept_id attending_doctor_id admit_date discharge_date "
    "admission_type primary_diagnosis discharge_disposition readmission_30d survey_score",
    "bills": "bill_no admission_id bill_date payer total_charges insurance_paid patient_paid bill_status",
    "procedures": "procedure_id admission_id procedure_name procedure_date performed_by duration_min "
    "procedure_cost",
}


class Field(NamedTuple):
    """A field of medicine: who works in it, how long patients stay and what a day and a procedure cost."""

    weight: int
    doctors: int
    specialty: str
    days: float
    daily_rate: int
    diagnoses: dict[str, int]
    procedures: list[tuple[str, int, int]]  # name, cost and minutes


FIELDS = {
    "Internal Medicine": Field(
        *(24, 4, "Internist", 4.5, 2300),
        {
            "Sepsis": 6,
            "Type 2 diabetes": 7,
            "Urinary tract infection": 5,
            "Pneumonia": 6,
            "Cellulitis": 3,
            "Acute kidney injury": 4,
        },
        [("Central line placement", 700, 35), ("Hemodialysis", 1300, 220), ("CT scan", 900, 25)],
    ),
    "Cardiology": Field(
        *(18, 3, "Cardiologist", 4, 4100),
        {"Heart failure": 11, "Atrial fibrillation": 6, "Myocardial infarction": 4},
        [
            ("Echocardiogram", 850, 40),
            ("Cardiac catheterization", 6200, 70),
            ("Pacemaker implantation", 14500, 95),
            ("Cardioversion", 1900, 30),
        ],
    ),
    "Orthopedics": Field(
        *(14, 3, "Orthopedic Surgeon", 3.6, 4600),
        {"Hip fracture": 5, "Knee osteoarthritis": 7, "Spinal stenosis": 2},
        [
            ("Total hip replacement", 18500, 115),
            ("Knee replacement", 17200, 105),
            ("X-ray", 220, 15),
            ("Spinal fusion", 27500, 210),
        ],
    ),
    "Psychiatry": Field(
        *(10, 2, "Psychiatrist", 9, 1250),
        {"PTSD": 8, "Major depression": 5, "Alcohol dependence": 4},
        [("Electroconvulsive therapy", 1700, 30)],
    ),
    "Pulmonology": Field(
        *(11, 2, "Pulmonologist", 5, 2500),
        {"COPD": 10, "Pneumonia": 5, "Pulmonary embolism": 2},
        [("Bronchoscopy", 2100, 45), ("CT scan", 900, 25), ("Thoracentesis", 1150, 30)],
    ),
    "General Surgery": Field(
        *(13, 3, "General Surgeon", 3.2, 4300),
        {"Gallstones": 5, "Hernia": 5, "Appendicitis": 3, "Bowel obstruction": 3},
        [
            ("Laparoscopic cholecystectomy", 8200, 75),
            ("Hernia repair", 6100, 65),
            ("Appendectomy", 7300, 60),
            ("Colonoscopy", 1500, 40),
        ],
    ),
    "Neurology": Field(
        *(7, 2, "Neurologist", 5.6, 3100),
        {"Stroke": 6, "Epilepsy": 3, "Parkinson's disease": 2},
        [("MRI", 1800, 50), ("EEG", 600, 45), ("Lumbar puncture", 800, 30)],
    ),
    "Oncology": Field(
        *(6, 2, "Oncologist", 6.4, 3900),
        {"Lung cancer": 5, "Prostate cancer": 4, "Colon cancer": 2},
        [("Chemotherapy infusion", 4200, 180), ("Biopsy", 1600, 40), ("Radiation therapy", 3100, 30)],
    ),
    "Geriatrics": Field(
        *(8, 2, "Geriatrician", 7.3, 1500),
        {"Dementia": 6, "Hip fracture": 2, "Urinary tract infection": 2, "Fall": 3},
        [("X-ray", 220, 15), ("CT scan", 900, 25)],
    ),
}
# How large each hospital is, how many doctors its departments lack, and the fields that it does not have.
HOSPITALS = [
    ("Roanoke Memorial Hospital", 40, 0, ()),
    ("Lynchburg General", 27, 0, ()),
    ("New River Valley Medical Center", 20, 1, ("Oncology",)),
    ("Franklin County Hospital", 13, 1, ("Oncology", "Neurology", "Psychiatry")),
]
DOCTORS_GIVEN = (
    "Anita Samuel Priya Hannah Wei Omar Grace Daniel Elena Victor Naomi Peter Leila Adam Julia Kofi Ingrid "
    "Rajesh Claire Martin Sofia Ethan Miriam Paul Yuki"
)
DOCTORS_FAMILY = (
    "Patel Okafor Chen Goldberg Reyes Lindqvist Shah Kowalski Nguyen Haddad Whitfield Iyer Castellano Brandt "
    "Osei Kaplan Delgado Farrell Mbeki Tanaka Rao Hollis Vance Stein Pruitt Abrams Duarte Kim"
)
MEN = (
    "James Robert John Michael David William Richard Thomas Charles Gary Larry Dennis Jerry Frank Raymond "
    "Walter Harold Douglas Henry Carl Arthur Ryan Jose Juan Joe Albert Willie Lawrence Jesse Bruce Eugene "
    "Russell Louis Philip Bobby Johnny Kevin Brian Marcus Tyrone"
)
WOMEN = (
    "Mary Patricia Linda Barbara Elizabeth Jennifer Susan Margaret Dorothy Lisa Nancy Karen Betty Helen "
    "Sandra Donna Carol Ruth Sharon Michelle Laura Kimberly Deborah Jessica Shirley Angela Brenda Pamela "
    "Tasha Maria"
)
FAMILY = (
    "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Wilson "
    "Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Clark Lewis Robinson Walker "
    "Young Allen King Wright Scott Hill Green Adams Baker Nelson Carter Mitchell Roberts Turner Phillips "
    "Parker Evans Edwards Collins Stewart Morris Murphy Cook Rogers Morgan Cooper Reed Bailey Kelly Howard "
    "Ward Cox Richardson Wood Watson Brooks Bennett Gray Hughes Price Myers Long Foster Sanders Ross Powell "
    "Sullivan Russell Ortiz Jenkins Perry Butler Barnes Fisher"
)
CITIES = {
    "Roanoke": 30,
    "Lynchburg": 20,
    "Salem": 11,
    "Blacksburg": 9,
    "Christiansburg": 8,
    "Rocky Mount": 7,
    "Bedford": 5,
    "Martinsville": 4,
    "Radford": 3,
    "Bluefield": 2,
    "Lewisburg": 1,
}
IN_WEST_VIRGINIA = ("Bluefield", "Lewisburg")
EMPLOYMENTS = {"Full-time": 75, "Part-time": 18, "Locum": 7}
PATIENT_TYPES = {"Veteran": 82, "Spouse": 14, "Dependent": 4}
SEXES = {
    "Veteran": {"M": 88, "F": 11, "": 1},
    "Spouse": {"M": 15, "F": 84, "": 1},
    "Dependent": {"M": 50, "F": 49, "": 1},
}
BIRTHS = {(1928, 1938): 8, (1940, 1956): 48, (1957, 1972): 25, (1973, 1999): 19}
BRANCHES = {"Army": 46, "Navy": 21, "Air Force": 17, "Marine Corps": 12, "Coast Guard": 2, "": 2}
ERAS = {1936: "Korea", 1957: "Vietnam", 1967: "Peacetime", 1976: "Gulf War", 9999: "Post-9/11"}
SMOKERS = {"Yes": 18, "No": 42, "Former": 25, "": 15}
SEASON = [1.2, 1.15, 1.05, 0.98, 0.95, 0.9, 0.88, 0.9, 0.95, 1, 1.05, 1.18]
YEARS = {2022: 0.9, 2023: 1.03, 2024: 1.12}
PLANNED = {"Emergency": 22, "Urgent": 15, "Elective": 52, "Transfer": 8, "": 2}
UNPLANNED = {"Emergency": 54, "Urgent": 22, "Elective": 10, "Transfer": 11, "": 3}
DISPOSITIONS = {
    "Home": 62,
    "Home health care": 14,
    "Skilled nursing facility": 12,
    "Rehab": 6,
    "Against medical advice": 2,
    "Deceased": 4,
}
PAYERS = {
    "VA Community Care": 38,
    "Medicare": 27,
    "TRICARE": 12,
    "Anthem Blue Cross": 8,
    "Aetna": 5,
    "Medicaid": 6,
    "Self-pay": 4,
}
OLD_BILLS = {"Paid": 74, "Partially paid": 9, "Open": 6, "Denied": 8, "Written off": 3}
NEW_BILLS = {"Paid": 35, "Partially paid": 15, "Open": 44, "Denied": 6, "Written off": 0}


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(1944)
    departments = _departments(rng)
    doctors = _doctors(rng, departments)
    patients = [_patient(rng, 500_001 + at) for at in range(PATIENTS)]
    tables = {"departments": departments, "doctors": doctors, "patients": patients}
    tables |= _treatments(rng, departments, doctors, patients)
    for name, columns in COLUMNS.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns.split(), extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(tables[name])


def _departments(rng: random.Random) -> Rows:
    """The departments of each hospital; `weight` and `doctors` are not written."""
    found = [
        (hospital, size, max(1, field.doctors - missing), name, field)
        for hospital, size, missing, lacks in HOSPITALS
        for name, field in FIELDS.items()
        if name not in lacks
    ]
    return [
        {
            "dept_id": f"D{number}",
            "dept_name": name,
            "facility": hospital,
            "floor": rng.randint(1, 6),
            "staffed_beds": max(6, int(field.weight * size / 22 + rng.randint(-2, 5))),
            "phone_ext": rng.choice([None, rng.randint(2000, 7999)]),
            "weight": field.weight * size,
            "doctors": doctors,
        }
        for number, (hospital, size, doctors, name, field) in enumerate(found, 101)
    ]


def _doctors(rng: random.Random, departments: Rows) -> Rows:
    rows: Rows = []
    names: set[str] = set()
    for department in departments:
        for _ in range(department["doctors"]):
            rows.append(
                {
                    "doctor_name": _new_name(rng, names),
                    "doctor_id": 3001 + len(rows),
                    "specialty": FIELDS[department["dept_name"]].specialty,
                    "dept_id": department["dept_id"],
                    "hired_on": _day_in(rng, rng.randint(1996, 2021)),
                    "employment": weighted(rng, EMPLOYMENTS),
                    "npi": rng.choice([1_000_000_000 + rng.randint(0, 899_999_999)] * 9 + [None]),
                    "weight": rng.uniform(0.4, 2),
                }
            )
    return rows


def _new_name(rng: random.Random, taken: set[str]) -> str:
    while True:
        name = f"Dr. {rng.choice(DOCTORS_GIVEN.split())} {rng.choice(DOCTORS_FAMILY.split())}"
        if name not in taken:
            taken.add(name)
            return name


def _patient(rng: random.Random, number: int) -> Row:
    kind = weighted(rng, PATIENT_TYPES)
    sex = weighted(rng, SEXES[kind])
    year = rng.randint(1998, 2006) if kind == "Dependent" else _birth_year(rng)
    branch = weighted(rng, BRANCHES) if kind == "Veteran" else ""
    city = weighted(rng, CITIES)
    return {
        "patient_id": number,
        "first_name": rng.choice((WOMEN if sex == "F" else MEN).split()),
        "last_name": rng.choice(FAMILY.split()),
        "sex": sex,
        "date_of_birth": _day_in(rng, year) if rng.random() > 0.006 else None,
        "patient_type": kind,
        "service_branch": branch,
        "service_era": next(era for before, era in ERAS.items() if year < before) if branch else "",
        "city": city if rng.random() > 0.015 else "",
        "state": "WV" if city in IN_WEST_VIRGINIA else "VA",
        "smoker": weighted(rng, SMOKERS),
        "email": "" if rng.random() < 0.45 else f"p{number}@example.org",
        "weight": rng.choice([0.3, 0.6, 1, 1, 1.5, 3, 6]),
    }


def _birth_year(rng: random.Random) -> int:
    years = [rng.randint(*between) for between in BIRTHS]
    return rng.choices(years, list(BIRTHS.values()))[0]


def _day_in(rng: random.Random, year: int) -> dt.date:
    return dt.date(year, rng.randint(1, 12), rng.randint(1, 28))


def _treatments(rng: random.Random, departments: Rows, doctors: Rows, patients: Rows) -> dict[str, Rows]:
    """The admissions with their procedures and bills, which are numbered by date."""
    admissions: Rows = []
    procedures: Rows = []
    bills: Rows = []
    last_left: dict[int, dt.date] = {}
    for number, day in enumerate(_days(rng), 20_001):
        department, patient = _drawn(rng, departments), _drawn(rng, patients)
        team = [doctor for doctor in doctors if doctor["dept_id"] == department["dept_id"]]
        doctor = _drawn(rng, team)
        admission = {
            "admission_id": f"A{number}",
            "patient_id": patient["patient_id"],
            "dept_id": department["dept_id"],
            **_stay(rng, day, department["dept_name"], doctor, last_left.get(patient["patient_id"])),
        }
        if admission["discharge_date"]:
            last_left[patient["patient_id"]] = admission["discharge_date"]
        done = _procedures(rng, admission, department["dept_name"], doctor, team)
        cost = sum(row["procedure_cost"] for row in done)
        admissions.append(admission)
        procedures.extend(done)
        bills.extend(_bills(rng, admission, FIELDS[department["dept_name"]].daily_rate, cost))
    procedures.sort(key=lambda row: row["procedure_date"])
    bills.sort(key=lambda row: row["bill_date"])
    return {
        "admissions": admissions,
        "procedures": [{"procedure_id": at, **row} for at, row in enumerate(procedures, 1)],
        "bills": [{"bill_no": 700_100 + at * 3, **row} for at, row in enumerate(bills)],
    }


def _days(rng: random.Random) -> list[dt.date]:
    days = [FIRST + dt.timedelta(days=at) for at in range((LAST - FIRST).days + 1)]
    weights = [SEASON[day.month - 1] * YEARS[day.year] * (0.75 if day.weekday() > 4 else 1) for day in days]
    return sorted(rng.choices(days, weights, k=ADMISSIONS))


def _drawn(rng: random.Random, rows: Rows) -> Row:
    return rng.choices(rows, [row["weight"] for row in rows])[0]


def _stay(rng: random.Random, day: dt.date, field: str, doctor: Row, last_left: dt.date | None) -> Row:
    """When and why somebody is admitted and how they leave; `nights` is not written."""
    is_planned = field in ("Orthopedics", "General Surgery", "Oncology")
    kind = weighted(rng, PLANNED if is_planned else UNPLANNED)
    nights = max(0, int(rng.gammavariate(1.8, FIELDS[field].days / 1.8) + 0.4))
    left = day + dt.timedelta(days=nights)
    is_open = left > LAST
    diagnosis = weighted(rng, FIELDS[field].diagnoses)
    is_back = last_left is not None and 0 <= (day - last_left).days <= 30
    is_back = is_back or rng.random() < 0.07
    disposition = "" if is_open else weighted(rng, DISPOSITIONS)
    score = None
    if not is_open and disposition != "Deceased" and rng.random() >= 0.56:
        weights = [4, 7, 17, 38, 34] if day.year > 2022 else [6, 10, 22, 36, 26]
        score = rng.choices(range(1, 6), weights)[0]
    return {
        "attending_doctor_id": doctor["doctor_id"] if rng.random() > 0.012 else None,
        "admit_date": day,
        "discharge_date": None if is_open else left,
        "admission_type": kind,
        "primary_diagnosis": diagnosis if rng.random() > 0.02 else "",
        "discharge_disposition": disposition,
        "readmission_30d": int(is_back),
        "survey_score": score,
        "nights": nights,
    }


def _procedures(rng: random.Random, admission: Row, field: str, doctor: Row, team: Rows) -> Rows:
    weights = [70, 20, 7, 2, 1] if field in ("Psychiatry", "Geriatrics") else [30, 38, 20, 9, 3]
    latest = max(0, min(admission["nights"], (LAST - admission["admit_date"]).days))
    rows = []
    for _ in range(rng.choices(range(5), weights)[0]):
        name, cost, minutes = rng.choice(FIELDS[field].procedures)
        charged = round(cost * rng.lognormvariate(0, 0.18), 2)
        day = admission["admit_date"] + dt.timedelta(days=rng.randint(0, latest))
        by = doctor if rng.random() < 0.8 else rng.choice(team)
        is_timed = rng.random() >= 0.05
        rows.append(
            {
                "admission_id": admission["admission_id"],
                "procedure_name": name,
                "procedure_date": day,
                "performed_by": by["doctor_id"],
                "duration_min": max(5, int(minutes * rng.lognormvariate(0, 0.25))) if is_timed else None,
                "procedure_cost": charged,
            }
        )
    return rows


def _bills(rng: random.Random, admission: Row, daily_rate: int, cost: float) -> Rows:
    """The bill of an admission, if there is one yet."""
    left = admission["discharge_date"]
    if left is None or rng.random() <= 0.015:
        return []

    day = left + dt.timedelta(days=rng.randint(2, 24))
    if day > LAST:
        return []

    stay = 1400 + daily_rate * max(admission["nights"], 0.6) * rng.lognormvariate(0, 0.22)
    total = round(stay + cost, 2)
    payer = weighted(rng, PAYERS)
    status = weighted(rng, OLD_BILLS if (LAST - day).days > 60 else NEW_BILLS)
    return [
        {
            "admission_id": admission["admission_id"],
            "bill_date": day,
            "payer": payer,
            "total_charges": total,
            **_paid(rng, total, payer, status),
            "bill_status": status,
        }
    ]


def _paid(rng: random.Random, total: float, payer: str, status: str) -> Row:
    is_own = payer == "Self-pay"
    partly, little = rng.uniform(0.3, 0.8), rng.uniform(0, 0.2)
    share = {"Paid": 1, "Partially paid": partly, "Written off": little}.get(status, 0)
    share *= rng.uniform(0.86, 0.9 if is_own else 0.97)
    if is_own:
        return {"insurance_paid": 0.0, "patient_paid": round(total * share, 2)}

    is_shared = status in ("Paid", "Partially paid")
    own_share = rng.uniform(0.005, 0.06) if is_shared else 0.0
    return {"insurance_paid": round(total * share, 2), "patient_paid": round(total * own_share, 2)}
