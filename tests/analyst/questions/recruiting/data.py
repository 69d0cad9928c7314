"""Recruiting of a software company since 2023: one wide table with a row per job application."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, weighted, write_csv

FIRST, LAST = dt.date(2023, 1, 2), dt.date(2025, 4, 6)
JOBS = {  # department, middle of the salaries, share
    "Backend Engineer": ("Engineering", 78, 19),
    "Frontend Engineer": ("Engineering", 72, 14),
    "Data Analyst": ("Data", 64, 9),
    "Data Engineer": ("Data", 76, 8),
    "Product Manager": ("Product", 82, 7),
    "UX Designer": ("Product", 66, 6),
    "Account Executive": ("Sales", 61, 11),
    "Sales Development Rep": ("Sales", 46, 9),
    "Customer Success Manager": ("Customer Success", 55, 8),
    "Support Specialist": ("Customer Success", 42, 7),
    "Accountant": ("Finance", 58, 4),
    "HR Generalist": ("People", 53, 3),
}
SENIORITY = {"Junior": (28, 0.82), "Mid": (40, 1.0), "Senior": (25, 1.22), "Lead": (7, 1.45)}
OFFICES = {"Berlin": 40, "Lisbon": 25, "Dublin": 18, "Remote": 17}
SOURCES = {
    "LinkedIn": 33,
    "Company website": 22,
    "Referral": 13,
    "Job board": 17,
    "Agency": 8,
    "University fair": 4,
    "": 3,
}
RECRUITERS = {
    "Sara Lindholm": 27,
    "Marco Bellini": 24,
    "Priya Menon": 21,
    "Jonas Beck": 17,
    "Aoife Byrne": 11,
}
COUNTRIES = {
    "Germany": 29,
    "Portugal": 17,
    "Ireland": 12,
    "India": 11,
    "Spain": 8,
    "Poland": 7,
    "Brazil": 6,
    "Turkey": 4,
    "Ukraine": 3,
    "": 3,
}
DECLINED = {"Salary": 42, "Other offer": 33, "Location": 13, "": 12}
REJECTED = {
    "Lacks experience": 34,
    "Failed technical test": 21,
    "Culture fit": 12,
    "Salary too high": 13,
    "Position filled": 12,
    "": 8,
}
QUITS = {"Found another job": 48, "Process too slow": 30, "": 22}
GIVEN = [
    *(
        "Adam",
        "Beatriz",
        "Can",
        "Daria",
        "Emil",
        "Fatima",
        "Goran",
        "Hana",
        "Ivo",
        "Julia",
        "Karim",
        "Lucia",
        "Mateus",
    ),
    *(
        "Nora",
        "Oskar",
        "Paula",
        "Quentin",
        "Rosa",
        "Stefan",
        "Tania",
        "Umut",
        "Vera",
        "Wiktor",
        "Yara",
        "Zoltan",
    ),
]
FAMILY = [
    *(
        "Almeida",
        "Becker",
        "Costa",
        "Demir",
        "Engel",
        "Ferreira",
        "Gruber",
        "Huang",
        "Iyer",
        "Jansen",
        "Kovacs",
    ),
    *(
        "Lopes",
        "Mazur",
        "Nunes",
        "Okafor",
        "Pires",
        "Rao",
        "Silva",
        "Toth",
        "Usman",
        "Vogel",
        "Walsh",
        "Yilmaz",
    ),
]


def write(folder: Path) -> None:
    """Write the table as a CSV file."""
    rng = random.Random(6653)
    days = sorted(moment(rng, FIRST, LAST).date() for _ in range(4200))
    write_csv(
        folder, {"applications": [_application(rng, number, day) for number, day in enumerate(days, 10001)]}
    )


def _application(rng: random.Random, number: int, day: dt.date) -> dict:
    job = weighted(rng, {name: row[2] for name, row in JOBS.items()})
    department, middle, _ = JOBS[job]
    level = weighted(rng, {name: row[0] for name, row in SENIORITY.items()})
    source = weighted(rng, SOURCES)
    years = max(0, int(rng.gauss({"Junior": 1, "Mid": 4, "Senior": 8, "Lead": 12}[level], 1.6)))
    wish = round(middle * SENIORITY[level][1] * rng.gauss(1.03, 0.1)) * 1000
    row = {
        "application_id": number,
        "candidate_name": f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}",
        "gender": weighted(rng, {"female": 41, "male": 52, "diverse": 2, "": 5}) or None,
        "country_of_residence": weighted(rng, COUNTRIES) or None,
        "job_title": job,
        "department": department,
        "seniority": level,
        "office": weighted(rng, OFFICES),
        "employment_type": weighted(rng, {"full-time": 86, "part-time": 9, "fixed-term": 5}),
        "source": source or None,
        "recruiter": weighted(rng, RECRUITERS),
        "applied_on": day,
        "years_experience": years,
        "needs_visa": rng.random() < 0.17,
        "expected_salary_eur": wish if rng.random() < 0.86 else None,
    }
    return {**row, **_process(rng, row, wish)}


def _process(rng: random.Random, row: dict, wish: int) -> dict:
    """How far the application came, and what it cost."""
    luck = {"Referral": 1.6, "Agency": 1.25, "Job board": 0.75}.get(row["source"], 1.0)
    pace = {"Engineering": 1.25, "Sales": 0.75}.get(row["department"], 1.0)
    out = {
        "stage": "rejected",
        "screened_on": None,
        "first_interview_on": None,
        "interview_rounds": 0,
        "interview_score": None,
        "offer_sent_on": None,
        "offered_salary_eur": None,
        "offer_accepted": None,
        "hired_on": None,
        "start_date": None,
        "closing_reason": None,
        "agency_fee_eur": None,
    }
    day = row["applied_on"] + dt.timedelta(days=int(rng.expovariate(1 / (6 * pace))) + 1)
    if day > LAST:
        return {**out, "stage": "new"}
    out["screened_on"] = day
    if rng.random() > 0.36 * luck:
        return {**out, **_end(rng, 0.12)}
    day += dt.timedelta(days=int(rng.expovariate(1 / (8 * pace))) + 2)
    if day > LAST:
        return {**out, "stage": "screening"}
    out |= {"first_interview_on": day, "interview_rounds": rng.choices([1, 2, 3, 4], [30, 34, 26, 10])[0]}
    out["interview_score"] = round(min(5.0, max(1.0, rng.gauss(3.3, 0.8))), 1)
    if out["interview_score"] < 3.2 or rng.random() > 0.62:
        return {**out, **_end(rng, 0.2)}
    day += dt.timedelta(days=6 * out["interview_rounds"] + int(rng.expovariate(1 / (5 * pace))))
    if day > LAST:
        return {**out, "stage": "interview"}
    out |= {"offer_sent_on": day, "offered_salary_eur": round(wish * rng.uniform(0.9, 1.04) / 500) * 500}
    day += dt.timedelta(days=rng.randint(1, 12))
    if day > LAST:
        return {**out, "stage": "offer"}
    out["offer_accepted"] = rng.random() < 0.74
    if not out["offer_accepted"]:
        return {**out, "stage": "declined", "closing_reason": weighted(rng, DECLINED) or None}
    out |= {
        "stage": "hired",
        "hired_on": day,
        "start_date": (day + dt.timedelta(days=rng.randint(36, 100))).replace(day=1),
    }
    if row["source"] == "Agency":
        out["agency_fee_eur"] = round(out["offered_salary_eur"] * rng.choice([0.18, 0.2, 0.25]))
    return out


def _end(rng: random.Random, quits: float) -> dict:
    if rng.random() < quits:
        return {"stage": "withdrawn", "closing_reason": weighted(rng, QUITS) or None}
    return {"stage": "rejected", "closing_reason": weighted(rng, REJECTED) or None}
