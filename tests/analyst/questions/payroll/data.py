"""A company's people: departments, employees, monthly payslips and days of leave."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

DEPARTMENTS = ["Engineering", "Sales", "Finance", "People", "Operations", "Legal"]
OFFICES = {"Lisbon": 4, "Warsaw": 3, "Dublin": 2, "Remote": 2}
GRADES = {"junior": 4, "senior": 4, "lead": 2}
LEAVES = {"vacation": 6, "sick": 4, "parental": 1, "unpaid": 1}
PAY = {"junior": 2600, "senior": 4100, "lead": 5600}
MONTHS = [dt.date(year, month, 28) for year in (2023, 2024) for month in range(1, 13)]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(37)
    departments = [{"code": name[:3].upper(), "dept_name": name} for name in DEPARTMENTS]
    people = numbered((_employee(rng) for _ in range(150)), "emp_no")
    slips = numbered(slip for person in people for slip in _payslips(rng, person))
    leaves = numbered(_leave(rng, people) for _ in range(700))
    tables = {"departments": departments, "employees": people, "payslips": slips, "leave_days": leaves}
    write_parquet(folder, tables)


def _employee(rng: random.Random) -> dict:
    hired = moment(rng, dt.date(2015, 1, 1), dt.date(2024, 9, 30)).date()
    leaves = rng.random() < 0.2
    return {
        "dept_code": rng.choices([name[:3].upper() for name in DEPARTMENTS], [9, 6, 3, 2, 5, 1])[0],
        "hired_on": hired,
        "left_on": moment(rng, max(hired, dt.date(2023, 1, 1)), dt.date(2024, 12, 20)).date()
        if leaves
        else None,
        "office": weighted(rng, OFFICES),
        "grade": weighted(rng, GRADES),
        "gender": weighted(rng, {"female": 9, "male": 10, "other": 1}),
        "is_part_time": rng.random() < 0.15,
    }


def _payslips(rng: random.Random, person: dict) -> Rows:
    base = PAY[person["grade"]] * (0.6 if person["is_part_time"] else 1) * rng.uniform(0.9, 1.2)
    paid = [m for m in MONTHS if person["hired_on"] <= m <= (person["left_on"] or m)]
    return [_payslip(rng, person["emp_no"], month, base) for month in paid]


def _payslip(rng: random.Random, emp_no: int, month: dt.date, base: float) -> dict:
    bonus = rng.choice([0.0, 0.0, 0.0, 250.0, 900.0]) if month.month in (3, 12) else 0.0
    gross = round(base * (1.04 if month.year == 2024 else 1), 2)
    tax = round((gross + bonus) * 0.27, 2)
    return {"emp_no": emp_no, "paid_on": month, "gross": gross, "bonus": bonus, "tax": tax}


def _leave(rng: random.Random, people: Rows) -> dict:
    return {
        "emp_no": rng.choice(people[:140])["emp_no"],
        "starts_on": moment(rng, dt.date(2023, 1, 1), dt.date(2024, 12, 20)).date(),
        "kind": weighted(rng, LEAVES),
        "days": rng.choice([1, 1, 2, 3, 5, 10]),
        "approved": rng.random() < 0.93,
    }
