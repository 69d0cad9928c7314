"""The tables of a building contractor, from January 2023 to late September 2025."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST = dt.date(2023, 1, 2)
LAST = dt.date(2025, 9, 22)

REGIONS = {
    "North": ["Leeds", "Manchester", "Newcastle"],
    "Midlands": ["Birmingham", "Nottingham", "Leicester"],
    "South": ["London", "Southampton", "Brighton"],
    "West": ["Bristol", "Cardiff", "Exeter"],
}
REGION_WEIGHTS = {"South": 36, "North": 28, "Midlands": 21, "West": 15}
TYPES = {
    "Office": (1_200_000, 9_500_000),
    "School": (900_000, 7_000_000),
    "Hospital": (3_000_000, 16_000_000),
    "Warehouse": (700_000, 5_200_000),
    "Apartment Block": (1_500_000, 9_000_000),
    "Retail": (400_000, 3_500_000),
    "Road": (600_000, 6_000_000),
}
TYPE_WEIGHTS = {
    "Office": 22, "School": 17, "Hospital": 8, "Warehouse": 16, "Apartment Block": 18, "Retail": 12,
    "Road": 7,
}  # fmt: skip
CLIENTS = {
    "Northgate Council": "Public",
    "Severn County Council": "Public",
    "Midshire NHS Trust": "Public",
    "Department of Transport": "Public",
    "Albion Schools Trust": "Public",
    "Harlow Estates": "Residential",
    "Greenacre Homes": "Residential",
    "Kestrel Living": "Residential",
    "Riverside Housing": "Residential",
    "Castlemain Properties": "Commercial",
    "Orion Retail Group": "Commercial",
    "Fairfax Holdings": "Commercial",
    "Pemberton Offices": "Commercial",
    "Beacon Hotels": "Commercial",
    "Swift Logistics": "Industrial",
    "Tanner Foods": "Industrial",
    "Delta Chemicals": "Industrial",
    "Ironbridge Steel": "Industrial",
}
TRADES = {
    "Carpenter": 20,
    "Electrician": 17,
    "Plumber": 13,
    "Bricklayer": 14,
    "Labourer": 26,
    "Crane Operator": 5,
    "Roofer": 8,
    "Painter": 9,
}
RATES = {
    "Carpenter": 24, "Electrician": 29, "Plumber": 27, "Bricklayer": 25, "Labourer": 16, "Crane Operator": 32,
    "Roofer": 23, "Painter": 20, "Site Manager": 38,
}  # fmt: skip
FIRST_NAMES = [
    "James", "Daniel", "Marta", "Tom", "Aisha", "Piotr", "Gareth", "Sean", "Kelly", "Ravi", "Steve",
    "Laura", "Connor", "Mihai", "Joanne", "Lewis", "Dean", "Nadia", "Callum", "Frank", "Sian", "Victor",
    "Holly", "Ian",
]  # fmt: skip
LAST_NAMES = [
    "Thompson", "Kowalski", "Davies", "Singh", "Murray", "Popescu", "Baker", "Okafor", "Hughes", "Reilly",
    "Turner", "Shaw", "Griffiths", "Mason", "Khan", "Foster", "Byrne", "Cole", "Webb", "Lowe",
]  # fmt: skip
SUPPLIERS = {
    "Concrete": ["Rocksolid Concrete", "Tarmac Direct"],
    "Steel": ["Sheffield Steel Supply", "Ferro UK"],
    "Timber": ["Oakham Timber", "Woodline"],
    "Electrical": ["Voltway", "Brightspark Wholesale"],
    "Plumbing": ["PipeCo", "Aqualine Supplies"],
    "Equipment Rental": ["HireRight Plant", "Titan Hire"],
    "Finishes": ["Dulwich Paints", "Tile Depot"],
}
CATEGORY_SIZES = {
    "Concrete": 19_000, "Steel": 34_000, "Timber": 9_500, "Electrical": 12_000, "Plumbing": 8_000,
    "Equipment Rental": 14_500, "Finishes": 6_000,
}  # fmt: skip
CATEGORY_WEIGHTS = {
    "Concrete": 21, "Steel": 13, "Timber": 18, "Electrical": 16, "Plumbing": 13, "Equipment Rental": 11,
    "Finishes": 8,
}  # fmt: skip
CHANGE_REASONS = {
    "Client request": 36,
    "Design error": 20,
    "Site conditions": 21,
    "Regulatory": 9,
    "Material substitution": 14,
}
INCIDENT_TYPES = {
    "Slip or trip": 28,
    "Fall from height": 12,
    "Struck by object": 17,
    "Cut or laceration": 20,
    "Manual handling": 15,
    "Electrical": 4,
    "Vehicle": 6,
}


def employees(rng: random.Random) -> Rows:
    """The people of the firm, the site managers first."""
    names = [(first, last) for first in FIRST_NAMES for last in LAST_NAMES]
    rows: Rows = []
    for number, (first, last) in enumerate(rng.sample(names, 260)):
        trade = "Site Manager" if number < 18 else weighted(rng, TRADES)
        hired = dt.date(2014, 1, 6) + dt.timedelta(days=int(4240 * rng.random() ** 0.6))
        gone = hired + dt.timedelta(days=rng.randint(120, 3500))
        leaves = number >= 18 and rng.random() < 0.7 and FIRST < gone <= LAST
        kind = weighted(rng, {"Permanent": 64, "Agency": 26, "Apprentice": 10})
        rate = RATES[trade] * rng.uniform(0.88, 1.2) * (0.6 if kind == "Apprentice" else 1)
        rows.append(
            {
                "first_name": first,
                "last_name": last,
                "trade": trade,
                "employment_type": "Permanent" if number < 18 else kind,
                "hire_date": dt.date(2016, 5, 9) if number < 18 else hired,
                "termination_date": gone if leaves else None,
                "hourly_rate": round(rate, 2),
                "home_region": weighted(rng, REGION_WEIGHTS),
                "safety_certified": rng.random() < 0.72 if rng.random() > 0.03 else None,
            }
        )
    return numbered(rows, "employee_id")


def project(rng: random.Random, number: int) -> dict[str, Any]:
    """A job of the firm, begun or still to come."""
    kind = weighted(rng, TYPE_WEIGHTS)
    region = weighted(rng, REGION_WEIGHTS)
    city = rng.choice(REGIONS[region])
    client = rng.choice(list(CLIENTS))
    start = FIRST + dt.timedelta(days=rng.randint(0, 1060))
    planned_end = start + dt.timedelta(days=rng.randint(120, 560))
    real_end = planned_end + dt.timedelta(days=int(rng.gauss(18, 32)))
    status, ended = "Active", None
    if start > LAST:
        status = "Planned"
    elif real_end <= LAST:
        status, ended = "Completed", real_end
    elif rng.random() < 0.25:
        status = "On Hold"
    value = round(rng.uniform(*TYPES[kind]), -3)
    return {
        "project_code": f"P{start.year % 100}-{number:03d}",
        "project_name": f"{city} {kind} {number}",
        "client_name": client,
        "client_sector": CLIENTS[client],
        "project_type": kind,
        "city": city,
        "region": region,
        "site_manager_id": rng.randint(1, 18) if status != "Planned" or rng.random() < 0.5 else None,
        "contract_value": value,
        "budgeted_cost": round(value * rng.uniform(0.78, 0.95), -3),
        "start_date": start,
        "planned_end_date": planned_end,
        "actual_end_date": ended,
        "status": status,
    }


def day_on(rng: random.Random, job: dict[str, Any]) -> dt.date:
    """A day within this project."""
    return moment(rng, job["start_date"], job["actual_end_date"] or LAST).date()


def timesheets(rng: random.Random, begun: Rows, staff: Rows, count: int) -> Rows:
    """Days worked by people on projects."""
    rows: Rows = []
    while len(rows) < count:
        job, person = rng.choice(begun), rng.choice(staff[18:])
        day = day_on(rng, job)
        gone = person["termination_date"] or LAST
        if not person["hire_date"] <= day <= gone or day.weekday() == 6:
            continue
        overtime = rng.choice([0.5, 1.0, 1.5, 2.0, 3.0, 4.0]) if rng.random() < 0.24 else 0.0
        rows.append(
            {
                "employee_id": person["employee_id"],
                "project_id": job["project_id"],
                "work_date": day,
                "regular_hours": 8.0 if rng.random() < 0.7 else rng.choice([4.0, 5.5, 6.0, 7.0, 7.5]),
                "overtime_hours": overtime,
                "work_phase": weighted(
                    rng, {"Groundworks": 20, "Structure": 32, "Fit-out": 27, "Finishing": 14, "Snagging": 7}
                ),
                "approved": (LAST - day).days > 10 or rng.random() < 0.4,
            }
        )
    return sorted(rows, key=lambda row: row["work_date"])


def purchase_order(rng: random.Random, begun: Rows) -> dict[str, Any]:
    """Material or plant ordered for a project."""
    job = rng.choice(begun)
    category = weighted(rng, CATEGORY_WEIGHTS)
    ordered = day_on(rng, job)
    due = ordered + dt.timedelta(days=rng.randint(4, 40))
    arrived = due + dt.timedelta(days=int(rng.gauss(1, 5)))
    status, delivered = "Open", None
    if rng.random() < 0.05:
        status = "Cancelled"
    elif arrived <= LAST:
        status, delivered = "Received", max(arrived, ordered)
    return {
        "project_id": job["project_id"],
        "supplier_name": rng.choices(SUPPLIERS[category], [3, 2])[0],
        "category": category,
        "order_date": ordered,
        "expected_delivery_date": due,
        "delivered_date": delivered,
        "amount": round(CATEGORY_SIZES[category] * rng.lognormvariate(0, 0.6), 2),
        "status": status,
    }


def change_order(rng: random.Random, begun: Rows) -> dict[str, Any]:
    """A change of a project's scope and price."""
    job = rng.choice(begun)
    submitted = day_on(rng, job)
    decided = submitted + dt.timedelta(days=rng.randint(2, 45))
    done = decided <= LAST
    amount = round(job["contract_value"] * rng.uniform(0.002, 0.035), -2)
    return {
        "project_id": job["project_id"],
        "submitted_date": submitted,
        "decision_date": decided if done else None,
        "reason": weighted(rng, CHANGE_REASONS),
        "amount": -amount if rng.random() < 0.08 else amount,
        "schedule_impact_days": rng.choice([0, 0, 0, 2, 3, 5, 7, 10, 14]),
        "status": weighted(rng, {"Approved": 71, "Rejected": 29}) if done else "Pending",
    }


def incident(rng: random.Random, begun: Rows, staff: Rows) -> dict[str, Any]:
    """An accident or near miss on a site."""
    job = rng.choice(begun)
    severity = weighted(rng, {"Near miss": 30, "Minor": 42, "Serious": 22, "Major": 6})
    when = moment(rng, job["start_date"], job["actual_end_date"] or LAST, (7, 18))
    there = [
        person["employee_id"]
        for person in staff
        if person["hire_date"] <= when.date() <= (person["termination_date"] or LAST)
    ]
    lost = {"Near miss": 0, "Minor": rng.choice([0, 0, 0, 1, 2]), "Serious": rng.randint(2, 15)}
    return {
        "project_id": job["project_id"],
        "employee_id": rng.choice(there) if rng.random() > 0.14 else None,
        "occurred_at": when,
        "incident_type": weighted(rng, INCIDENT_TYPES),
        "severity": severity,
        "lost_days": lost.get(severity, rng.randint(10, 60)),
        "reported_to_authority": severity in {"Serious", "Major"} and rng.random() < 0.7,
        "root_cause": rng.choice(["Human error", "Equipment", "Housekeeping", "Weather", "Training"])
        if rng.random() > 0.15
        else None,
    }


def write(folder: Path) -> None:
    """The contractor's tables as Parquet."""
    rng = random.Random(5519)
    staff = employees(rng)
    jobs = numbered((project(rng, number) for number in range(1, 221)), "project_id")
    begun = [job for job in jobs if job["status"] != "Planned"]
    ordered = sorted((purchase_order(rng, begun) for _ in range(1800)), key=lambda row: row["order_date"])
    changes = sorted((change_order(rng, begun) for _ in range(620)), key=lambda row: row["submitted_date"])
    accidents = sorted((incident(rng, begun, staff) for _ in range(340)), key=lambda row: row["occurred_at"])
    write_parquet(
        folder,
        {
            "projects": jobs,
            "employees": staff,
            "timesheets": numbered(timesheets(rng, begun, staff, 4800), "timesheet_id"),
            "purchase_orders": numbered(ordered, "po_id"),
            "change_orders": numbered(changes, "change_order_id"),
            "incidents": numbered(accidents, "incident_id"),
        },
    )
