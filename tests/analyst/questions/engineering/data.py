"""The issue tracker of an engineering company: projects, issues and hours logged from 2023 to June 2025."""

import csv
import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, named, weighted

END = dt.datetime(2025, 6, 30, 18)
FIRST_ISSUE = dt.datetime(2023, 1, 3)
ISSUES, EXTRA_WORKLOGS = 3_600, 170
COLUMNS = {
    "teams": "team_id team_name discipline bills_clients",
    "people": "person_id full_name team_id job_title office employment hired_on left_on fte",
    "projects": "project_key project_name client sector lead_id status start_date due_date budget_eur "
    "contract_type",
    "issues": "issue_key project_key issue_type summary priority state reporter_id assignee_id created_at "
    "started_at resolved_at due_date estimate_h reopened",
    "worklogs": "worklog_id issue_key person_id work_date hours activity billable",
}
TEAMS = [
    (1, "Structural", "Civil & structural", True),
    (2, "Mechanical Design", "Mechanical", True),
    (3, "Controls & Automation", "Electrical", True),
    (4, "Power Systems", "Electrical", True),
    (5, "Commissioning", "Site", True),
    (6, "Quality & Safety", "Site", False),
    (7, "Software Tools", "Digital", False),
]
TEAM_SIZES = {1: 8, 2: 11, 3: 9, 4: 5, 5: 6, 6: 3, 7: 2}
JOB_TITLES = {
    1: ["Structural Engineer", "Senior Structural Engineer", "CAD Technician"],
    2: ["Mechanical Engineer", "Senior Mechanical Engineer", "CAD Technician"],
    3: ["Automation Engineer", "PLC Programmer"],
    4: ["Electrical Engineer", "Senior Electrical Engineer"],
    5: ["Commissioning Engineer", "Site Supervisor"],
    6: ["Quality Engineer", "Safety Officer"],
    7: ["Software Developer"],
}
GIVEN = (
    "Anna Jonas Marie Karim Elena Piotr Lucie Tomasz Ingrid Mateo Sofia Henrik Aisha Bruno Clara Deniz Emil "
    "Fatima Georg Hanna Ivan Julia Kofi Lena Marco Nadia Oskar Priya Quentin Rosa Stefan Tara Uwe Vera "
    "Wiktor Yara Zoltan Camille Dmitri Esther Felix Greta Hugo Irene"
)
FAMILY = (
    "Becker Moreau Kowalski Lindqvist Haddad Rossi Novak Schneider Lefevre Okafor Jensen Garcia Petrov Weber "
    "Dubois Nowak Larsen Yilmaz Fischer Martin Horvath Singh Bianchi Keller Roux Mensah Brandt Olsen Costa "
    "Meyer Popov Vidal Krause Simon Zielinski Haas Fontaine Berg Amrani Lang Toth Sand Perrin Voss"
)
OFFICES = {"Hamburg": 17, "Lyon": 12, "Gdansk": 9, "Rotterdam": 6}
EMPLOYMENTS = {"full_time": 70, "part_time": 16, "contractor": 14}
# Key, name, client, status, start, due date, budget and contract, and how many of the issues it has.
PROJECTS = """
HCR|Harbour Crane Retrofit|Port of Rotterdam|active|2023-01-16|2025-09-30|2850000|fixed_price|14
BWP|Baltic Wind Platform|Nordsund Energi|active|2023-03-01|2026-03-31|6400000|time_and_materials|22
LYT|Lyon Tram Depot|Keolis Lyon|completed|2023-01-09|2024-11-30|3900000|fixed_price|15
CHP|Biomass CHP Plant|Stadtwerke Lueneburg|active|2023-09-04|2025-12-19|4700000|fixed_price|12
BTL|Bottling Line 7|Brauerei Holst|completed|2023-02-13|2024-03-29|980000|fixed_price|7
GDW|Gdansk Water Pumping Station|Saur Neptun|active|2024-02-05|2025-10-31|2150000|time_and_materials|9
STL|Rolling Mill Upgrade|ArcelorMittal|on_hold|2023-06-12|2025-05-30|3300000|fixed_price|8
CLD|Cold Store Refrigeration|Port of Rotterdam|active|2024-06-03|2025-11-28|1250000|fixed_price|5
HYD|Hydrogen Pilot Skid|Nordsund Energi|active|2024-09-02|2026-06-30|1800000|time_and_materials|6
BAG|Airport Baggage Handling|Flughafen Hamburg|cancelled|2023-05-02|2024-12-20|2600000|fixed_price|4
PNT|Paint Shop Robots|Stellantis|completed|2023-04-03|2024-08-30|1450000|fixed_price|8
SLU|Sluice Gate Drives|Rijkswaterstaat|active|2024-11-11|2026-02-27||framework|4
INT|Internal Tooling||active|2023-01-02|||internal|5
"""
SECTORS = {
    "Port of Rotterdam": "Ports & logistics",
    "Nordsund Energi": "Energy",
    "Keolis Lyon": "Rail & transit",
    "Stadtwerke Lueneburg": "Energy",
    "Brauerei Holst": "Food & beverage",
    "Saur Neptun": "Water",
    "ArcelorMittal": "Metals",
    "Flughafen Hamburg": "Airports",
    "Stellantis": "Automotive",
    "Rijkswaterstaat": "Water",
    "": "",
}
STOPPED = {
    "LYT": dt.datetime(2024, 12, 15),
    "BTL": dt.datetime(2024, 4, 20),
    "PNT": dt.datetime(2024, 9, 20),
    "BAG": dt.datetime(2024, 2, 28),
    "STL": dt.datetime(2025, 1, 31),
}
THINGS = [
    *("gearbox housing", "cable tray", "hoist motor", "PLC rack", "pump skid", "anchor bolts"),
    *("hydraulic hose", "control cabinet", "weld seam", "handrail", "limit switch", "foundation slab"),
    *("bearing block", "HMI screen", "heat exchanger", "valve actuator", "load cell", "earthing"),
    *("conveyor drive", "inverter", "safety relay", "ladder access", "pressure sensor", "steel bracket"),
    "drainage",
]
SUMMARIES = {
    "Defect": [
        *("Crack in {}", "{} overheats", "Wrong dimension on {}", "{} trips at start-up"),
        *("Corrosion on {}", "Noise from {}"),
    ],
    "Task": [
        *("Draw {}", "Calculate loads for {}", "Order {}", "Update drawings of {}", "Install {}", "Test {}"),
    ],
    "Change Request": ["Client wants other {}", "Move {}", "Replace {} by larger type"],
    "RFI": ["Clarify tolerance of {}", "Which supplier for {}?", "Confirm position of {}"],
    "Inspection": ["Inspect {}", "Factory acceptance of {}", "Site check of {}"],
}
ISSUE_TYPES = {"Defect": 30, "Task": 42, "Change Request": 11, "RFI": 9, "Inspection": 8}
TEAMS_BY_TYPE = {
    "Defect": [2, 2, 3, 3, 4, 5, 6, 1],
    "Task": [1, 1, 2, 2, 2, 3, 3, 4, 5, 7],
    "Change Request": [1, 2, 3, 4],
    "RFI": [1, 2, 4],
    "Inspection": [5, 5, 6, 6, 1],
}
PRIORITIES = {"Critical": 8, "High": 22, "Medium": 45, "Low": 20, "": 5}
DEFECT_PRIORITIES = {"Critical": 15, "High": 30, "Medium": 38, "Low": 14, "": 3}
DAYS = {"Critical": 9, "High": 19, "Medium": 36, "Low": 63, "": 48}
EFFORTS = {"Defect": 0.9, "Task": 1, "Change Request": 1.5, "RFI": 0.5, "Inspection": 0.8}
UNFINISHED = {"In Progress": 48, "In Review": 20, "Blocked": 22, "To Do": 10}
REOPENED = [86, 10, 3, 1]
ACTIVITIES = {
    "Defect": ["Troubleshooting", "Rework", "Site work", "Travel"],
    "Inspection": ["Site work", "Reporting", "Travel"],
}
OTHER_ACTIVITIES = ["Design", "Calculation", "Meeting", "Site work", "Procurement"]


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(4711)
    people = _people(rng)
    projects = _projects(rng, people)
    issues: Rows = []
    worklogs: Rows = []
    numbers: dict[str, int] = {}
    for created, project in _starts(rng, projects):
        key = project["project_key"]
        numbers[key] = numbers.get(key, 0) + rng.choice([1, 1, 1, 2])
        issue = _issue(rng, f"{key}-{numbers[key]}", key, created, people)
        issues.append(issue)
        worklogs.extend(_worklogs(rng, issue, people))
    for _ in range(EXTRA_WORKLOGS):
        worklogs.extend(_extra_worklog(rng, people))
    worklogs.sort(key=lambda row: (row["work_date"], row["person_id"]))
    tables = {
        "teams": named(COLUMNS["teams"], TEAMS),
        "people": people,
        "projects": projects,
        "issues": issues,
        "worklogs": [{"worklog_id": number, **row} for number, row in enumerate(worklogs, 50_001)],
    }
    for name, columns in COLUMNS.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns.split(), extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(tables[name])


def _people(rng: random.Random) -> Rows:
    """Everybody who works or worked there; `team` and `weight` are not written."""
    families = FAMILY.split()
    rng.shuffle(families)
    teams = [team for team, size in TEAM_SIZES.items() for _ in range(size)]
    named_teams = zip(GIVEN.split(), families, teams, strict=True)
    return [
        _person(rng, 101 + at, f"{given} {family}", team)
        for at, (given, family, team) in enumerate(named_teams)
    ]


def _person(rng: random.Random, number: int, name: str, team: int) -> Row:
    if rng.random() < 0.72:
        hired = dt.date(2012, 1, 1) + dt.timedelta(days=rng.randint(0, 4000))
    else:
        hired = dt.date(2023, 1, 9) + dt.timedelta(days=rng.randint(0, 640))
    left = None
    if rng.random() < 0.18:
        day = dt.date(2023, 9, 1) + dt.timedelta(days=rng.randint(0, 600))
        left = max(hired + dt.timedelta(days=220), day)
    employment = weighted(rng, EMPLOYMENTS)
    is_outside = employment == "contractor" and rng.random() < 0.5
    return {
        "person_id": number,
        "full_name": name,
        "team_id": None if is_outside else team,
        "job_title": rng.choice(JOB_TITLES[team]) if rng.random() > 0.04 else "",
        "office": weighted(rng, OFFICES),
        "employment": employment,
        "hired_on": hired,
        "left_on": left if left and left <= END.date() else None,
        "fte": 1.0 if employment == "full_time" else rng.choice([0.5, 0.6, 0.8, 1.0]),
        "team": team,
        "weight": rng.lognormvariate(0, 0.45),
    }


def _projects(rng: random.Random, people: Rows) -> Rows:
    """The projects; `weight`, the share of issues, is not written."""
    leads = [
        person["person_id"]
        for person in people
        if not person["left_on"] and person["hired_on"] < dt.date(2023, 1, 1)
    ]
    columns = "project_key project_name client status start_date due_date budget_eur contract_type weight"
    rows = named(columns, [line.split("|") for line in PROJECTS.strip().split("\n")])
    return [
        {
            **row,
            "sector": SECTORS[row["client"]],
            "lead_id": rng.choice(leads),
            "weight": int(row["weight"]),
        }
        for row in rows
    ]


def _starts(rng: random.Random, projects: Rows) -> list[tuple[dt.datetime, Row]]:
    """When each issue was created and in which project: seldom at weekends and in August."""
    weights = [project["weight"] for project in projects]
    found = []
    for _ in range(ISSUES):
        project = rng.choices(projects, weights)[0]
        first = max(FIRST_ISSUE, dt.datetime.fromisoformat(project["start_date"]))
        days = (STOPPED.get(project["project_key"], END) - first).days
        for _ in range(9):
            created = first + dt.timedelta(
                days=int(days * rng.betavariate(1.25, 1.1)),
                hours=rng.randint(7, 17),
                minutes=rng.randint(0, 59),
            )
            if (created.weekday() < 5 and created.month != 8) or rng.random() < 0.1:
                break
        if created < END:
            found.append((created, project))
    return sorted(found, key=lambda each: each[0])


def _active(people: Rows, day: dt.date) -> Rows:
    return [person for person in people if _is_active(person, day)]


def _is_active(person: Row, day: dt.date) -> bool:
    return person["hired_on"] <= day and (person["left_on"] is None or day <= person["left_on"])


def _issue(rng: random.Random, key: str, project: str, created: dt.datetime, people: Rows) -> Row:
    """An issue; `started`, `ended` and `assignee` are not written."""
    kind = rng.choice(["Task", "Task", "Defect"]) if project == "INT" else weighted(rng, ISSUE_TYPES)
    priority = weighted(rng, DEFECT_PRIORITIES if kind == "Defect" else PRIORITIES)
    team = rng.choice(TEAMS_BY_TYPE[kind])
    present = _active(people, created.date())
    able = [person for person in present if person["team"] == team] or present
    assignee = rng.choices(able, [person["weight"] for person in able])[0]
    reporter = rng.choice(present)
    mean = DAYS[priority] * EFFORTS[kind]
    wait, duration = rng.expovariate(1 / (mean * 0.35)), rng.lognormvariate(0, 0.7) * mean * 0.5
    started = created + dt.timedelta(days=wait, minutes=rng.randint(0, 600))
    is_abandoned = rng.random() < 0.045
    estimate = round(rng.lognormvariate(2.2, 0.75) * 2) / 2 if rng.random() > 0.17 else None
    is_abandoned = rng.random() < 0.06 or is_abandoned
    resolved = started + dt.timedelta(days=duration)
    state, started, resolved, has_nobody = _state(rng, project, started, resolved, is_abandoned)
    if resolved and resolved < created:
        resolved = created + dt.timedelta(days=3)
    return {
        "issue_key": key,
        "project_key": project,
        "issue_type": kind,
        "priority": priority,
        "state": state,
        "reporter_id": reporter["person_id"],
        "assignee_id": None if has_nobody else assignee["person_id"],
        "created_at": created,
        "started_at": _minute(started),
        "resolved_at": _minute(resolved),
        "due_date": _due(rng, created, mean),
        "estimate_h": estimate,
        "summary": _summary(rng, kind),
        "reopened": rng.choices(range(4), REOPENED)[0] if kind == "Defect" and state != "To Do" else 0,
        "started": started,
        "ended": resolved,
        "assignee": assignee,
    }


def _state(
    rng: random.Random, project: str, started: dt.datetime, resolved: dt.datetime, is_abandoned: bool
) -> tuple[str, dt.datetime | None, dt.datetime | None, bool]:
    """The state of an issue, when it was started and resolved, and whether it is assigned to nobody."""
    latest = STOPPED[project] + dt.timedelta(days=60) if project in STOPPED else END
    if resolved > END or (project in ("BAG", "STL") and resolved > latest):
        return _unfinished(rng, project, started, latest)

    if is_abandoned and rng.random() < 0.5:
        return "Cancelled", started if rng.random() < 0.5 else None, resolved, False

    if rng.random() < 0.04:
        state = rng.choice(["Blocked", "In Progress", "To Do", "Blocked"])
        return state, started if state != "To Do" else None, None, False

    return "Done", started, resolved, False


def _unfinished(
    rng: random.Random, project: str, started: dt.datetime, latest: dt.datetime
) -> tuple[str, dt.datetime | None, dt.datetime | None, bool]:
    """The same of an issue that was not resolved in time: what becomes of it depends on the project."""
    chance = rng.random()
    begun: dt.datetime | None = None
    if started > END or chance < 0.18:
        state = "To Do"
    else:
        state = weighted(rng, UNFINISHED)
        begun = started if state != "To Do" else None
    if project == "BAG":
        return "Cancelled", begun, latest - dt.timedelta(days=rng.randint(1, 40)), False

    if project == "STL" and state != "To Do":
        state = "Blocked"
    return state, begun, None, state == "To Do" and rng.random() < 0.4


def _minute(moment: dt.datetime | None) -> dt.datetime | None:
    return moment.replace(second=0, microsecond=0) if moment else None


def _due(rng: random.Random, created: dt.datetime, mean: float) -> dt.date | None:
    if rng.random() <= 0.28:
        return None

    return (created + dt.timedelta(days=int(mean * rng.uniform(0.7, 1.9)) + 2)).date()


def _summary(rng: random.Random, kind: str) -> str:
    thing = rng.choice(THINGS)
    summary = rng.choice(SUMMARIES[kind]).format(thing)
    return summary[0].upper() + summary[1:]


def _worklogs(rng: random.Random, issue: Row, people: Rows) -> Rows:
    """The hours logged on an issue, most of them by the person to whom it is assigned."""
    started, kind = issue["started"], issue["issue_type"]
    if started is None or rng.random() >= 0.93:
        return []

    ended = min(issue["ended"] or END, END)
    hours = (issue["estimate_h"] or rng.lognormvariate(2.2, 0.75)) * rng.lognormvariate(0.12, 0.4)
    count = max(1, min(9, int(hours / 4.2 + rng.random())))
    rows = []
    for _ in range(count):
        day = (started + (ended - started) * rng.random()).date()
        person = issue["assignee"] if rng.random() < 0.82 else rng.choice(people)
        if not _is_active(person, day):
            person = rng.choice(_active(people, day))
        billable = _billable(rng, issue["project_key"], kind)
        activity = rng.choices(ACTIVITIES.get(kind, OTHER_ACTIVITIES))[0]
        rows.append(
            {
                "issue_key": issue["issue_key"],
                "person_id": person["person_id"],
                "work_date": day,
                "hours": max(0.25, round(hours / count * rng.uniform(0.6, 1.4) * 4) / 4),
                "activity": activity if rng.random() > 0.02 else "",
                "billable": billable,
            }
        )
    return rows


def _billable(rng: random.Random, project: str, kind: str) -> bool | None:
    if rng.random() < 0.03:
        return None

    return project != "INT" and rng.random() < (0.55 if kind == "Defect" else 0.84)


def _extra_worklog(rng: random.Random, people: Rows) -> Rows:
    """Hours that belong to no issue."""
    day = dt.date(2023, 1, 9) + dt.timedelta(days=rng.randint(0, 900))
    person = rng.choice(_active(people, day))
    if day > END.date():
        return []

    return [
        {
            "person_id": person["person_id"],
            "work_date": day,
            "hours": rng.choice([0.5, 1.0, 1.0, 2.0, 4.0, 8.0]),
            "activity": rng.choice(["Training", "Meeting", "Admin"]),
            "billable": False,
        }
    ]
