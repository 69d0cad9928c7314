"""An installer of solar panels: leads, projects, crews, inspections and invoices."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, weighted, write_csv

TODAY = dt.date(2025, 10, 14)
FIRST = [
    "Ana",
    "Bob",
    "Carla",
    "Deepak",
    "Elena",
    "Frank",
    "Grace",
    "Hector",
    "Irene",
    "Jamal",
    "Kim",
    "Luis",
    "Mona",
    "Nate",
    "Olga",
    "Peter",
    "Quinn",
    "Rosa",
    "Steve",
    "Tara",
    "Uma",
    "Victor",
    "Wendy",
    "Xavier",
    "Yolanda",
    "Zach",
    "Amy",
    "Brian",
    "Cindy",
    "Doug",
]
LAST = [
    "Alvarez",
    "Brown",
    "Chen",
    "Diaz",
    "Evans",
    "Fischer",
    "Garcia",
    "Huang",
    "Ibarra",
    "Jones",
    "Khan",
    "Lopez",
    "Morris",
    "Nguyen",
    "Olsen",
    "Parker",
    "Quintero",
    "Reyes",
    "Smith",
    "Torres",
    "Underwood",
    "Vega",
    "Walsh",
    "Young",
    "Zimmer",
    "Begay",
    "Castillo",
    "Dawson",
    "Ellis",
    "Flores",
    "Gallagher",
    "Hughes",
    "Ingram",
    "Jensen",
    "Keller",
    "Lang",
    "Martinez",
    "Novak",
    "Ortiz",
    "Phelps",
]
SOURCES = {"WEB": 9, "REF": 6, "D2D": 5, "HOMESHOW": 2, "PARTNER": 3, "RADIO": 1}
REPS = {"Tina Marsh": 6, "Omar Haddad": 5, "Will Price": 4, "Jess Ortega": 4, "Pat Nolan": 2}
CITIES = {"Tucson": 8, "Phoenix": 9, "Mesa": 4, "Flagstaff": 2, "Yuma": 2, "Oro Valley": 2}
UTILITIES = {
    "Tucson": "TEP",
    "Oro Valley": "TEP",
    "Flagstaff": "APS",
    "Yuma": "APS",
    "Phoenix": "APS",
    "Mesa": "SRP",
}
PANELS = {"Q.PEAK 405": 405, "REC Alpha 430": 430, "Jinko Tiger 440": 440, "SunPower M 425": 425}
LOST = {
    "price": 6,
    "went with competitor": 4,
    "roof not suitable": 3,
    "no financing": 3,
    "stopped responding": 5,
}
FAILS = ["labeling", "conduit support", "grounding", "roof flashing", "rapid shutdown", "breaker size"]


def write(folder: Path) -> None:
    rng = random.Random(6202)
    crews = _crews()
    leads: Rows = []
    projects: Rows = []
    inspections: Rows = []
    invoices: Rows = []
    for number in range(1, 2601):
        leads.append(_lead(rng, number))
    leads.sort(key=lambda row: (row["created_dt"], row["lead_id"]))
    for lead in leads:
        if lead["stage"] == "WON":
            project = _project(rng, lead, crews, len(projects) + 1)
            projects.append(project)
            _inspect(rng, project, inspections)
            _bill(rng, project, invoices)
    write_csv(
        folder,
        {
            "leads": leads,
            "projects": projects,
            "crews": crews,
            "inspections": inspections,
            "invoices": invoices,
        },
    )


def _crews() -> Rows:
    rows = [
        ("Sun Devils", "Marcus Bell", "Phoenix", 5, "in-house", True),
        ("Saguaro", "Ruben Soto", "Tucson", 4, "in-house", True),
        ("High Voltage", "Dana Whitlock", "Phoenix", 4, "in-house", True),
        ("Copper State", "Leo Grant", "Tucson", 5, "in-house", True),
        ("Pine Top", "Ellen Yazzie", "Flagstaff", 3, "subcontractor", True),
        ("Rio Electric", "Sam Ochoa", "Yuma", 3, "subcontractor", True),
        ("Mesa Roofline", "Trent Cole", "Mesa", 4, "subcontractor", True),
        ("Old Pueblo", "Vic Romero", "Tucson", 4, "in-house", False),
        ("Night Shift", None, "Phoenix", 2, "in-house", True),
    ]
    return [
        {
            "crew_id": number,
            "crew_nm": name,
            "foreman": foreman,
            "base_city": city,
            "headcount": heads,
            "crew_type": kind,
            "active_flg": active,
            "daily_rate": {"in-house": 1450, "subcontractor": 1900}[kind] + 40 * number,
        }
        for number, (name, foreman, city, heads, kind, active) in enumerate(rows, 1)
    ]


def _lead(rng: random.Random, number: int) -> dict[str, object]:
    created = moment(rng, dt.date(2024, 1, 2), TODAY, (7, 21))
    if rng.random() < 0.15:
        created = moment(rng, dt.date(2025, 3, 1), TODAY, (7, 21))
    source = weighted(rng, SOURCES)
    age = (TODAY - created.date()).days
    odds = {"REF": 0.34, "PARTNER": 0.27, "WEB": 0.17, "D2D": 0.14, "HOMESHOW": 0.2, "RADIO": 0.1}[source]
    if age < 25 and rng.random() < 0.8:
        stage = rng.choice(["NEW", "CONTACTED", "SITE VISIT", "PROPOSAL"])
    elif rng.random() < odds:
        stage = "WON"
    elif rng.random() < 0.12:
        stage = rng.choice(["CONTACTED", "PROPOSAL"])
    else:
        stage = "LOST"
    contacted = created + dt.timedelta(minutes=round(rng.lognormvariate(5.2, 1.2)))
    if stage == "NEW" or (stage == "LOST" and rng.random() < 0.1) or contacted.date() > TODAY:
        contacted = None
    closed = None
    if stage in ("WON", "LOST"):
        closed = min(created.date() + dt.timedelta(days=rng.randint(5, 70)), TODAY)
    return {
        "lead_id": f"L{number:05d}",
        "cust_nm": f"{rng.choice(FIRST)} {rng.choice(LAST)}",
        "city": weighted(rng, CITIES),
        "src": source,
        "rep": weighted(rng, REPS) if rng.random() > 0.03 else None,
        "prop_type": weighted(rng, {"RES": 12, "COM": 2, "AG": 1}),
        "created_dt": created,
        "first_contact_dt": contacted,
        "closed_dt": closed,
        "stage": stage,
        "lost_rsn": weighted(rng, LOST) if stage == "LOST" and rng.random() > 0.08 else None,
        "est_kw": round(rng.uniform(3.5, 14), 1) if rng.random() > 0.07 else None,
        "avg_bill": rng.choice([None, *range(90, 420, 15)]),
    }


def _project(rng: random.Random, lead: dict[str, object], crews: Rows, number: int) -> dict[str, object]:
    size = {"RES": 1.0, "COM": 5.0, "AG": 3.0}[str(lead["prop_type"])]
    panel = rng.choice(list(PANELS))
    count = round(rng.uniform(12, 32) * size)
    kw = round(count * PANELS[panel] / 1000, 2)
    signed = lead["closed_dt"]
    assert isinstance(signed, dt.date)
    permit_sent = signed + dt.timedelta(days=rng.randint(5, 20))
    permit_ok = permit_sent + dt.timedelta(days=rng.randint(7, 50))
    start = permit_ok + dt.timedelta(days=rng.randint(5, 45))
    done = start + dt.timedelta(days=max(1, round(rng.gauss(2.5, 1))) + round(size))
    pto = done + dt.timedelta(days=rng.randint(14, 55))
    cancelled = rng.random() < 0.07
    status = "Contracted"
    for day, name in (
        (permit_sent, "Permitting"),
        (permit_ok, "Scheduled"),
        (start, "Installing"),
        (done, "Installed"),
        (pto, "PTO"),
    ):
        if day <= TODAY:
            status = name
    if cancelled:
        status = "Cancelled"
        start = done = pto = dt.date(2099, 1, 1)
    usable = [c for c in crews if c["active_flg"] or start < dt.date(2025, 1, 15)][
        : 8 if start < dt.date(2025, 1, 15) else 7
    ]
    here = [c for c in usable if c["base_city"] == lead["city"]]
    crew = rng.choice(here) if here and rng.random() < 0.75 else rng.choice(usable)
    battery = rng.random() < 0.3
    price = kw * 1000 * rng.uniform(2.3, 3.1) * (0.85 if size > 1 else 1) + (11500 if battery else 0)
    return {
        "proj_id": f"P-{1000 + number}",
        "lead_id": lead["lead_id"],
        "crew_id": crew["crew_id"] if start <= TODAY + dt.timedelta(days=30) else None,
        "utility": UTILITIES[str(lead["city"])],
        "panel_model": panel,
        "panel_cnt": count,
        "sys_kw": kw,
        "battery_flg": battery,
        "roof": weighted(rng, {"tile": 6, "shingle": 5, "flat": 3, "metal": 2, "ground mount": 1}),
        "finance": weighted(rng, {"loan": 6, "cash": 4, "lease": 2, "PPA": 1}),
        "contract_amt": round(price, -1),
        "mat_cost": round(price * rng.uniform(0.38, 0.5), 2),
        "labor_cost": round(price * rng.uniform(0.12, 0.2), 2) if start <= TODAY else None,
        "signed_dt": signed,
        "permit_sub_dt": permit_sent if permit_sent <= TODAY else None,
        "permit_appr_dt": permit_ok if permit_ok <= TODAY and not cancelled else None,
        "inst_start_dt": start if start <= TODAY else None,
        "inst_done_dt": done if done <= TODAY else None,
        "pto_dt": pto if pto <= TODAY else None,
        "status": status,
    }


def _inspect(rng: random.Random, project: dict[str, object], inspections: Rows) -> None:
    done = project["inst_done_dt"]
    if not isinstance(done, dt.date):
        return
    for kind in ("municipal", "utility"):
        day = done + dt.timedelta(days=rng.randint(2, 10))
        for visit in range(1, 4):
            if day > TODAY:
                break
            result = weighted(rng, {"PASS": 8, "FAIL": 2, "NO SHOW": 0.3})
            inspections.append(
                {
                    "insp_id": len(inspections) + 1,
                    "proj_id": project["proj_id"],
                    "insp_type": kind,
                    "visit_no": visit,
                    "insp_dt": day,
                    "inspector": rng.choice(["R. Dunn", "K. Patel", "S. Moreno", "J. Weiss", None]),
                    "result": result,
                    "fail_cd": rng.choice(FAILS) if result == "FAIL" else None,
                    "fee": rng.choice([75, 90, 120]),
                }
            )
            if result == "PASS":
                break
            day += dt.timedelta(days=rng.randint(3, 12))


def _bill(rng: random.Random, project: dict[str, object], invoices: Rows) -> None:
    amount = project["contract_amt"]
    assert isinstance(amount, float)
    steps = [
        ("deposit", 0.2, project["signed_dt"]),
        ("installation", 0.6, project["inst_done_dt"]),
        ("final", 0.2, project["pto_dt"]),
    ]
    for milestone, part, day in steps:
        if not isinstance(day, dt.date):
            continue
        issued = day + dt.timedelta(days=rng.randint(0, 4))
        if issued > TODAY:
            continue
        due = issued + dt.timedelta(days=7 if milestone == "deposit" else 30)
        paid = issued + dt.timedelta(
            days=round(rng.gauss(18, 11)) if milestone != "deposit" else rng.randint(0, 9)
        )
        paid = max(paid, issued)
        unpaid = rng.random() < 0.05 or paid > TODAY
        void = rng.random() < 0.02
        invoices.append(
            {
                "inv_no": f"INV{70000 + len(invoices) * 3}",
                "proj_id": project["proj_id"],
                "milestone": milestone,
                "issue_dt": issued,
                "due_dt": due,
                "amt": round(amount * part, 2),
                "inv_status": "void" if void else "open" if unpaid else "paid",
                "paid_dt": None if unpaid or void else paid,
                "pay_method": None
                if unpaid or void
                else weighted(rng, {"ACH": 5, "check": 3, "card": 2, "lender": 3}),
            }
        )
