"""Seeded tables of an internal IT help desk."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST = dt.date(2022, 7, 1)
LAST = dt.date(2025, 3, 11)
NOW = dt.datetime(2025, 3, 12, 8, 0)

DEPARTMENTS = [
    # name, cost center, head, weight
    ("Finance", "CC-1100", "Margaret Olsen", 8),
    ("Human Resources", "CC-1200", "Peter Adeyemi", 5),
    ("Legal", "CC-1300", "Ingrid Bauer", 3),
    ("Sales", "CC-2100", "Rafael Mendes", 16),
    ("Marketing", "CC-2200", "Chloe Tanaka", 8),
    ("Customer Support", "CC-2300", "Louise Grant", 14),
    ("Engineering", "CC-3100", "Anil Kapoor", 20),
    ("Product", "CC-3200", "Jonas Weber", 6),
    ("Operations", "CC-4100", "Sheila Monroe", 12),
    ("Procurement", "CC-4200", None, 4),
    ("Facilities", "CC-4300", "Greg Novak", 4),
]
JOB_TITLES = [
    "Analyst",
    "Associate",
    "Specialist",
    "Senior Specialist",
    "Manager",
    "Team Lead",
    "Coordinator",
    "Director",
]
OFFICES = {"Boston": 40, "Chicago": 25, "Austin": 20, "Remote": 15}
FIRST_NAMES = [
    "Alex",
    "Beth",
    "Chris",
    "Dora",
    "Evan",
    "Fatima",
    "George",
    "Holly",
    "Ivan",
    "Julia",
    "Kareem",
    "Laura",
    "Mateo",
    "Nina",
    "Oscar",
    "Paula",
    "Quentin",
    "Rosa",
    "Simon",
    "Tara",
    "Umar",
    "Vera",
    "Walter",
    "Xenia",
    "Yusuf",
    "Zoe",
    "Adam",
    "Bianca",
    "Cedric",
    "Daphne",
    "Elliot",
    "Frances",
]
LAST_NAMES = [
    "Abbott",
    "Barnes",
    "Cohen",
    "Duarte",
    "Ellis",
    "Fischer",
    "Gupta",
    "Hughes",
    "Ito",
    "Jacobs",
    "Klein",
    "Lambert",
    "Mbeki",
    "Norris",
    "Ortega",
    "Perry",
    "Quinn",
    "Rossi",
    "Stein",
    "Turner",
    "Ueda",
    "Vargas",
    "Watts",
    "Xu",
    "Yates",
    "Zimmer",
    "Archer",
    "Bishop",
    "Conrad",
    "Drake",
]
TECHNICIANS = [
    # name, team, level, hired, speed, charm
    ("Hassan Qureshi", "Service Desk", "L1", "2019-03-04", 1.0, 0.3),
    ("Megan Doyle", "Service Desk", "L1", "2021-06-14", 0.8, 0.5),
    ("Trevor Lang", "Service Desk", "L1", "2022-01-10", 1.3, -0.4),
    ("Sofia Marino", "Service Desk", "L1", "2020-09-21", 0.9, 0.2),
    ("Derek Owens", "Service Desk", "L1", "2023-05-02", 1.2, -0.2),
    ("Amy Castillo", "Service Desk", "L2", "2018-11-12", 0.8, 0.4),
    ("Ryan Petrov", "Desktop Support", "L2", "2017-02-20", 1.0, 0.1),
    ("Leila Haddad", "Desktop Support", "L2", "2021-04-06", 0.9, 0.3),
    ("Stuart Finch", "Desktop Support", "L1", "2022-08-29", 1.4, -0.5),
    ("Carmen Ruiz", "Desktop Support", "L2", "2019-10-01", 1.0, 0.0),
    ("Nathan Cole", "Network", "L3", "2015-05-18", 1.1, -0.1),
    ("Yuki Mori", "Network", "L2", "2020-07-13", 1.0, 0.2),
    ("Brett Sanders", "Network", "L2", "2023-09-11", 1.3, -0.3),
    ("Olga Ivanova", "Applications", "L3", "2016-08-08", 1.0, 0.2),
    ("Dominic Shaw", "Applications", "L2", "2021-11-15", 1.2, -0.1),
    ("Farah Aziz", "Applications", "L2", "2022-03-28", 0.9, 0.3),
    ("Kenji Watanabe", "Security", "L3", "2018-01-22", 1.0, 0.0),
    ("Rebecca Stone", "Security", "L2", "2024-02-05", 1.1, 0.1),
]
TEAM_OF = {
    "Hardware": {"Desktop Support": 70, "Service Desk": 30},
    "Software": {"Applications": 55, "Service Desk": 45},
    "Network": {"Network": 75, "Service Desk": 25},
    "Account & Access": {"Service Desk": 80, "Security": 20},
    "Email": {"Service Desk": 70, "Applications": 30},
    "Printing": {"Desktop Support": 60, "Service Desk": 40},
    "Security": {"Security": 85, "Service Desk": 15},
}
CATEGORY = {
    # weight, change a year
    "Hardware": (22, 0.97),
    "Software": (24, 1.12),
    "Network": (13, 0.92),
    "Account & Access": (20, 1.08),
    "Email": (9, 0.9),
    "Printing": (6, 0.7),
    "Security": (6, 1.35),
}
SUBJECTS = {
    "Hardware": [
        "Laptop won't turn on",
        "Screen flickering",
        "Docking station not detected",
        "Keyboard keys stuck",
        "Battery drains quickly",
        "New monitor request",
    ],
    "Software": [
        "Excel crashes on open",
        "Install request: Adobe Acrobat",
        "CRM page not loading",
        "Slow after update",
        "License expired",
        "Teams keeps freezing",
    ],
    "Network": [
        "VPN disconnects",
        "Wi-Fi drops in meeting room",
        "Cannot reach shared drive",
        "Slow internet",
        "No network at desk",
    ],
    "Account & Access": [
        "Password reset",
        "Account locked",
        "Access to shared folder",
        "New starter account",
        "MFA device lost",
    ],
    "Email": [
        "Mailbox full",
        "Not receiving external mail",
        "Shared mailbox access",
        "Outlook search broken",
    ],
    "Printing": ["Printer jammed", "Cannot find printer", "Toner empty", "Badge printing fails"],
    "Security": [
        "Suspicious email reported",
        "Antivirus alert",
        "Lost phone",
        "Possible phishing link clicked",
    ],
}
PRIORITY = {"Low": 30, "Medium": 45, "High": 19, "Critical": 6}
TARGET_HOURS = {"Low": 120, "Medium": 72, "High": 24, "Critical": 8}
ASSET_MODELS = {
    # type: (weight, [(manufacturer, model, cost)])
    "Laptop": (
        48,
        [
            ("Dell", "Latitude 5440", 1350),
            ("Dell", "Latitude 7430", 1720),
            ("Lenovo", "ThinkPad T14", 1480),
            ("Lenovo", "ThinkPad X1 Carbon", 1990),
            ("Apple", "MacBook Pro 14", 2150),
        ],
    ),
    "Desktop": (8, [("Dell", "OptiPlex 7010", 980), ("HP", "EliteDesk 800", 1040)]),
    "Monitor": (24, [("Dell", "U2723QE", 560), ("LG", "27UP850", 430)]),
    "Phone": (13, [("Apple", "iPhone 14", 780), ("Samsung", "Galaxy S23", 720)]),
    "Printer": (7, [("HP", "LaserJet M507", 690), ("Brother", "HL-L6200", 340)]),
}
COMMENTS = {
    1: ["Took far too long", "Issue is still not fixed", "No one called me back"],
    2: ["Had to chase several times", "Slow"],
    3: ["OK in the end", "Fine"],
    4: ["Good service", "Quick enough, thanks"],
    5: ["Great help!", "Fixed in minutes", "Very friendly"],
}


def _employees(rng: random.Random) -> Rows:
    rows: Rows = []
    for _ in range(480):
        first, last = rng.choice(FIRST_NAMES), rng.choice(LAST_NAMES)
        rows.append(
            {
                "full_name": f"{first} {last}",
                "email": f"{first}.{last}{rng.randint(1, 99)}@corp.example".lower(),
                "department_id": rng.choices(
                    range(1, len(DEPARTMENTS) + 1), [row[-1] for row in DEPARTMENTS]
                )[0],
                "job_title": rng.choice(JOB_TITLES),
                "office": weighted(rng, OFFICES),
                "hire_date": moment(rng, dt.date(2010, 1, 4), dt.date(2025, 1, 31)).date()
                if rng.random() < 0.6
                else moment(rng, dt.date(2020, 1, 6), dt.date(2025, 1, 31)).date(),
            }
        )
    rows.sort(key=lambda row: row["hire_date"])
    rows = numbered(rows, "employee_id")
    for row in rows:
        gone = rng.random() < 0.11
        row["left_on"] = None
        if gone:
            row["left_on"] = moment(
                rng, max(FIRST, row["hire_date"] + dt.timedelta(days=30)), dt.date(2025, 3, 7)
            ).date()
        row["is_active"] = not gone
    return rows


def _assets(rng: random.Random, employees: Rows) -> Rows:
    active = [row["employee_id"] for row in employees if row["is_active"]]
    rows: Rows = []
    for number in range(760):
        kind = weighted(rng, {name: weight for name, (weight, _) in ASSET_MODELS.items()})
        maker, model, cost = rng.choice(ASSET_MODELS[kind][1])
        bought = moment(rng, dt.date(2020, 2, 1), dt.date(2025, 2, 28)).date()
        age = (LAST - bought).days / 365
        status = weighted(
            rng, {"In use": 78, "In stock": 10, "In repair": 4, "Retired": 3 + 5 * max(0.0, age - 2)}
        )
        held = status in ("In use", "In repair") and kind != "Printer"
        rows.append(
            {
                "asset_tag": f"IT-{10001 + number}",
                "asset_type": kind,
                "manufacturer": maker,
                "model": model,
                "purchase_date": bought,
                "purchase_cost": None if rng.random() < 0.03 else round(cost * rng.uniform(0.92, 1.08), 2),
                "warranty_end": None
                if kind == "Printer" and rng.random() < 0.4
                else bought + dt.timedelta(days=365 * (2 if kind == "Phone" else 3)),
                "assigned_to": rng.choice(active) if held else None,
                "status": status,
            }
        )
    return rows


def _tickets(rng: random.Random, employees: Rows, assets: Rows) -> Rows:
    eager = {row["employee_id"]: rng.choice([0.3, 0.6, 1, 1, 1.5, 3]) for row in employees}
    owned: dict[int, list[str]] = {}
    for asset in assets:
        if asset["assigned_to"] and asset["asset_type"] != "Monitor":
            owned.setdefault(asset["assigned_to"], []).append(asset["asset_tag"])
    printers = [asset["asset_tag"] for asset in assets if asset["asset_type"] == "Printer"]
    when: list[dt.datetime] = []
    while len(when) < 3800:
        at = moment(rng, FIRST, LAST, (7, 18))
        busy = (0.6 + 0.11 * (at.date() - FIRST).days / 365) * (0.12 if at.weekday() >= 5 else 1)
        busy *= {1: 1.2, 9: 1.12, 12: 0.8, 7: 0.88}.get(at.month, 1)
        if rng.random() < busy / 1.2:
            when.append(at)
    when.sort()
    techs = list(enumerate(TECHNICIANS, 1))
    rows: Rows = []
    for number, at in enumerate(when):
        years = (at.date() - FIRST).days / 365
        category = weighted(
            rng, {name: weight * change**years for name, (weight, change) in CATEGORY.items()}
        )
        priority = weighted(
            rng, PRIORITY if category != "Security" else {"Low": 10, "Medium": 35, "High": 38, "Critical": 17}
        )
        here = [
            e
            for e in employees
            if e["hire_date"] <= at.date() and (not e["left_on"] or e["left_on"] > at.date())
        ]
        requester = rng.choices(here, [eager[e["employee_id"]] for e in here])[0]["employee_id"]
        team = weighted(rng, TEAM_OF[category])
        pool = [
            (key, tech)
            for key, tech in techs
            if tech[1] == team and dt.date.fromisoformat(tech[3]) <= at.date()
        ]
        tech_id, tech = rng.choice(pool)
        asset = None
        if category == "Printing" and rng.random() < 0.7:
            asset = rng.choice(printers)
        elif category in ("Hardware", "Software") and requester in owned and rng.random() < 0.75:
            asset = rng.choice(owned[requester])
        target = TARGET_HOURS[priority]
        response = at + dt.timedelta(minutes=int(target * rng.uniform(0.5, 9) * tech[4]))
        hours = target * rng.lognormvariate(-0.75, 0.75) * tech[4] * (0.96 ** (at.year - 2022))
        resolved: dt.datetime | None = max(
            at + dt.timedelta(minutes=int(hours * 60)), response + dt.timedelta(minutes=5)
        )
        if rng.random() < 0.008:
            resolved = None
        if resolved and resolved > NOW:
            resolved = None
        assigned: int | None = tech_id
        answered: dt.datetime | None = response
        if resolved is None:
            if response > NOW or ((LAST - at.date()).days < 10 and rng.random() < 0.3):
                status, answered = "New", None
                assigned = tech_id if rng.random() < 0.35 else None
            else:
                status = weighted(rng, {"In progress": 60, "Waiting on user": 40})
        else:
            status = "Closed" if (NOW - resolved).days > 7 else "Resolved"
        end = resolved or NOW
        rows.append(
            {
                "ticket_no": f"INC{100001 + number}",
                "subject": rng.choice(SUBJECTS[category]),
                "category": category,
                "priority": priority,
                "status": status,
                "channel": weighted(
                    rng,
                    {
                        "Portal": 38 + 5 * years,
                        "Email": 28 - 3 * years,
                        "Phone": 20,
                        "Chat": 8 + 3 * years,
                        "Walk-in": 5,
                    },
                ),
                "requester_id": requester,
                "technician_id": assigned,
                "asset_tag": asset,
                "opened_at": at,
                "first_response_at": answered,
                "resolved_at": resolved,
                "sla_breached": (end - at) > dt.timedelta(hours=target),
                "reopen_count": rng.choices([0, 1, 2, 3], [91, 7, 1.5, 0.5])[0] if resolved else 0,
                "time_spent_minutes": None
                if resolved is None or rng.random() < 0.06
                else int(5 + rng.lognormvariate(3.5, 0.7)),
            }
        )
    return rows


def _ratings(rng: random.Random, tickets: Rows) -> Rows:
    rows: Rows = []
    for ticket in tickets:
        if not ticket["resolved_at"] or rng.random() > 0.42:
            continue
        at = ticket["resolved_at"] + dt.timedelta(minutes=rng.randint(10, 4 * 24 * 60))
        if at > NOW:
            continue
        mood = (
            4.1
            + TECHNICIANS[ticket["technician_id"] - 1][5]
            - 0.9 * ticket["sla_breached"]
            + rng.gauss(0, 0.95)
        )
        score = min(5, max(1, round(mood)))
        rows.append(
            {
                "ticket_no": ticket["ticket_no"],
                "score": score,
                "comment": rng.choice(COMMENTS[score]) if rng.random() < 0.35 else None,
                "rated_at": at,
            }
        )
    rows.sort(key=lambda row: row["rated_at"])
    return numbered(rows, "rating_id")


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(20250312)
    employees = _employees(rng)
    assets = _assets(rng, employees)
    tickets = _tickets(rng, employees, assets)
    write_parquet(
        folder,
        {
            "departments": [
                {"department_id": number, "department_name": name, "cost_center": center, "head_name": head}
                for number, (name, center, head, _) in enumerate(DEPARTMENTS, 1)
            ],
            "employees": employees,
            "technicians": [
                {
                    "technician_id": number,
                    "technician_name": name,
                    "team": team,
                    "support_level": level,
                    "hired_on": dt.date.fromisoformat(hired),
                }
                for number, (name, team, level, hired, _, _) in enumerate(TECHNICIANS, 1)
            ],
            "assets": assets,
            "tickets": tickets,
            "satisfaction_ratings": _ratings(rng, tickets),
        },
    )
