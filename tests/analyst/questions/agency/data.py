"""A marketing agency: clients, projects, staff, time sheets and invoices."""

import random
from datetime import date, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Rows, chosen, named, write_parquet

NOW, LAST = date(2025, 9, 18), date(2025, 9, 17)
GIVEN = [
    "Anna",
    "Ben",
    "Clara",
    "David",
    "Elif",
    "Felix",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Katja",
    "Lars",
    "Mara",
    "Nico",
    "Olivia",
    "Paul",
    "Quentin",
    "Rosa",
    "Simon",
    "Tessa",
    "Uwe",
    "Vera",
    "Wim",
    "Xenia",
    "Yann",
    "Zoe",
    "Amir",
    "Bianca",
    "Carlo",
    "Dora",
]
FAMILY = [
    "Albers",
    "Brandt",
    "Conti",
    "Dietz",
    "Ersoy",
    "Fuchs",
    "Gruber",
    "Hahn",
    "Ivanova",
    "Jansen",
    "Kaya",
    "Lindner",
    "Moser",
    "Neumann",
    "Okafor",
    "Petersen",
    "Quast",
    "Richter",
    "Sommer",
    "Thoma",
    "Ullrich",
    "Vogel",
    "Winter",
    "Xu",
    "Young",
    "Zeller",
    "Haddad",
    "Rossi",
    "Mancini",
    "Novak",
]
PLAN = [
    ("Client Services", "Account Manager", 68, 5),
    ("Client Services", "Project Manager", 62, 3),
    ("Creative", "Art Director", 75, 3),
    ("Creative", "Designer", 52, 4),
    ("Creative", "Copywriter", 50, 2),
    ("Strategy", "Strategist", 78, 3),
    ("Media", "Media Planner", 58, 3),
    ("Development", "Web Developer", 64, 4),
    ("Operations", "Office Manager", 42, 2),
    ("Operations", "Finance Assistant", 45, 1),
]
OFFICES = ["Hamburg", "Berlin", "Vienna"]
ACCOUNT_MANAGERS = [1, 2, 3, 4, 5]
CLIENTS = [
    "Nordlicht Brewery",
    "Alpenblick Hotels",
    "Bergmann Dental",
    "Vita Pharma",
    "Lumen Energy",
    "Hansa Logistics",
    "Kiefer Furniture",
    "GreenLeaf Foods",
    "Solaris Travel",
    "Medicus Clinics",
    "Orbit Software",
    "Blaustein Bank",
    "Urban Cycle",
    "Pure Cosmetics",
    "Falke Sportswear",
    "Delta Insurance",
    "Cafe Morgenrot",
    "Stadtwerke Elmshorn",
    "Rheingold Jewellery",
    "TechNova",
    "Biohof Sommer",
    "Auto Petersen",
    "Seeblick Resort",
    "CareFirst Homes",
    "DataForge",
    "Kronen Bakery",
    "Windpark Nord",
    "Kinderwelt Toys",
    "Lingua School",
    "Holzmann Construction",
    "Opal Optics",
    "PetPalace",
    "Fjord Fishing",
    "Vinothek Wagner",
    "Smart Heating",
    "Arcus Law",
    "Zenit Watches",
    "Helvetia Hearing",
    "FreshBox",
    "Nova Fitness",
    "Marina Yachts",
    "Cloudberry Apps",
    "Elbe Theatre",
    "Praxis Winterthur",
    "Sunflower Seeds",
    "Iron Gym",
    "Baltic Ferries",
    "Quantum Labs",
    "Roots Organic",
    "Schoenfeld Shoes",
    "Tulip Finance",
    "Wanderlust Tours",
    "Edelweiss Spa",
    "Mobilio Cars",
    "Gardenia Home",
]
INDUSTRIES = [
    "Food & Beverage",
    "Tourism",
    "Healthcare",
    "Healthcare",
    "Energy",
    "Logistics",
    "Retail",
    "Food & Beverage",
    "Tourism",
    "Healthcare",
    "Technology",
    "Finance",
    "Retail",
    "Retail",
    "Retail",
    "Finance",
    "Food & Beverage",
    "Energy",
    "Retail",
    "Technology",
    "Food & Beverage",
    "Retail",
    "Tourism",
    "Healthcare",
    "Technology",
    "Food & Beverage",
    "Energy",
    "Retail",
    "Education",
    "Construction",
    "Retail",
    "Retail",
    "Food & Beverage",
    "Food & Beverage",
    "Energy",
    "Finance",
    "Retail",
    "Healthcare",
    "Food & Beverage",
    "Healthcare",
    "Tourism",
    "Technology",
    "Education",
    "Healthcare",
    "Food & Beverage",
    "Retail",
    "Logistics",
    "Technology",
    "Food & Beverage",
    "Retail",
    "Finance",
    "Tourism",
    "Tourism",
    "Retail",
    "Retail",
]
WITHOUT_PROJECT = {18, 31, 44, 50, 53}  # signed, no project yet
SERVICES = ["Branding", "Website", "SEO", "Paid Media", "Social Media", "Content", "Video"]
SUFFIX = {
    "Branding": ["Rebrand", "Brand Refresh", "Logo", "Brand Guidelines"],
    "Website": ["Relaunch", "Landing Pages", "Web Shop", "Microsite"],
    "SEO": ["SEO Audit", "SEO Programme", "Local SEO"],
    "Paid Media": ["Search Ads", "Display Campaign", "Spring Campaign", "Autumn Campaign"],
    "Social Media": ["Social Calendar", "Influencer Push", "Community"],
    "Content": ["Blog Series", "Newsletter", "Case Studies"],
    "Video": ["Image Film", "Product Clips", "Recruiting Video"],
}
LEADS = [6, 7, 8, 1, 2, 3, 4, 5, 9, 16]
ACTIVITIES = {
    "Client Services": ["Meeting", "Reporting", "Coordination"],
    "Creative": ["Concept", "Design", "Copywriting", "Meeting"],
    "Strategy": ["Research", "Concept", "Meeting"],
    "Media": ["Campaign setup", "Reporting", "Research"],
    "Development": ["Coding", "Testing", "Meeting"],
}
DEPARTMENTS = {
    "Branding": {"Creative": 6, "Strategy": 3, "Client Services": 2},
    "Website": {"Development": 6, "Creative": 3, "Client Services": 2},
    "SEO": {"Media": 3, "Development": 3, "Strategy": 3, "Client Services": 1},
    "Paid Media": {"Media": 6, "Creative": 2, "Client Services": 2},
    "Social Media": {"Creative": 4, "Media": 3, "Client Services": 2},
    "Content": {"Creative": 5, "Strategy": 3, "Client Services": 1},
    "Video": {"Creative": 6, "Strategy": 1, "Client Services": 2},
}
RATES = {
    "Account Manager": 120,
    "Project Manager": 115,
    "Art Director": 130,
    "Designer": 95,
    "Copywriter": 90,
    "Strategist": 140,
    "Media Planner": 105,
    "Web Developer": 110,
}
AWAY = {15, 21}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(4711)
    staff = _staff(rng)
    clients = _clients(rng)
    projects = _projects(rng, clients, staff)
    started = [p for p in projects if p["status"] != "planned"]
    sheets = _time_sheets(rng, started, staff)
    tables = {
        "staff": chosen(
            "id name job_title department office employment_type hourly_cost hired_on left_on", staff
        ),
        "client": chosen(
            "id name industry country status is_retainer monthly_retainer account_manager_staff_id signed_on",
            clients,
        ),
        "project": chosen(
            "id name client_id lead_staff_id service status budget start_date due_date end_date", projects
        ),
        "time_sheet": named(
            "id staff_id project_id work_date hours activity is_billable hourly_rate", sheets
        ),
        "invoice": named(
            "id invoice_number client_id project_id issued_on due_on paid_on amount status",
            _invoices(rng, started, clients),
        ),
    }
    write_parquet(folder, tables)


def _between(rng: random.Random, a: date, b: date) -> date:
    return a + timedelta(days=rng.randint(0, max(0, (b - a).days)))


def _staff(rng: random.Random) -> Rows:
    staff: Rows = []
    i = 0
    for dep, title, cost, n in PLAN:
        for _ in range(n):
            hired = (
                _between(rng, date(2018, 2, 1), date(2024, 10, 1))
                if i % 6 == 5
                else _between(rng, date(2016, 2, 1), date(2022, 10, 1))
            )
            left = None
            emp = (
                "freelance"
                if title in ("Designer", "Web Developer", "Copywriter") and rng.random() < 0.35
                else "permanent"
            )
            staff.append(
                {
                    "id": i + 1,
                    "name": f"{GIVEN[i]} {FAMILY[i]}",
                    "job_title": title,
                    "department": dep,
                    "office": rng.choices(OFFICES, [5, 3, 2])[0],
                    "employment_type": emp,
                    "hourly_cost": float(cost + rng.randint(-6, 9)),
                    "hired_on": hired,
                    "left_on": left,
                }
            )
            i += 1
    for sid, d in (
        (7, date(2024, 3, 31)),
        (13, date(2024, 12, 31)),
        (20, date(2025, 6, 30)),
        (24, date(2023, 11, 15)),
    ):
        staff[sid - 1]["left_on"] = d
        if staff[sid - 1]["hired_on"] > date(2022, 1, 1):
            staff[sid - 1]["hired_on"] = date(2021, 5, 3)
    return staff


def _clients(rng: random.Random) -> Rows:
    """The clients, with how much each of them orders and until when."""
    clients: Rows = []
    for k, (n, ind) in enumerate(zip(CLIENTS, INDUSTRIES, strict=True)):
        st = rng.choices(["active", "paused", "lost"], [72, 10, 18])[0]
        signed = (
            _between(rng, date(2019, 1, 1), date(2022, 12, 15))
            if k < 28
            else _between(rng, date(2023, 1, 10), date(2025, 7, 20))
        )
        if st == "lost" and signed > date(2024, 3, 1):
            st = "active"
        ret = rng.random() < 0.28
        clients.append(
            {
                "id": k + 1,
                "name": n,
                "industry": ind,
                "country": rng.choices(["Germany", "Austria", "Switzerland"], [70, 18, 12])[0],
                "status": st,
                "is_retainer": ret,
                "monthly_retainer": float(rng.choice([1200, 1500, 1800, 2000, 2500, 3000, 4000]))
                if ret
                else None,
                "account_manager_staff_id": rng.choices(ACCOUNT_MANAGERS, [4, 3, 3, 2, 2])[0],
                "signed_on": signed,
                "_w": rng.choice([0.4, 0.7, 1, 1.3, 2, 3.2]),
                "_end": (
                    _between(rng, date(2024, 4, 1), date(2025, 2, 1))
                    if st == "lost"
                    else _between(rng, date(2025, 3, 1), date(2025, 6, 15))
                    if st == "paused"
                    else LAST
                ),
            }
        )
    for k in WITHOUT_PROJECT:
        clients[k - 1]["is_retainer"] = False
        clients[k - 1]["monthly_retainer"] = None
    for k in (44, 50, 53):
        clients[k - 1]["signed_on"] = _between(rng, date(2025, 4, 1), date(2025, 8, 20))
        clients[k - 1]["status"] = "active"
    return clients


def _projects(rng: random.Random, clients: Rows, staff: Rows) -> Rows:
    projects: Rows = []
    seen: set[str] = set()
    pid = 0
    cand = [c for c in clients if c["id"] not in WITHOUT_PROJECT]
    while len(projects) < 210:
        c = rng.choices(cand, [x["_w"] for x in cand])[0]
        s0 = max(date(2023, 1, 5), c["signed_on"] + timedelta(days=rng.randint(3, 30)))
        e0 = min(c["_end"], date(2025, 9, 8))
        if s0 >= e0:
            continue
        sv = rng.choices(SERVICES, [12, 20, 14, 18, 16, 12, 8])[0]
        nm = f"{c['name']} {rng.choice(SUFFIX[sv])}"
        st = _between(rng, s0, e0)
        if nm in seen:
            nm += f" {st.year}"
        if nm in seen:
            continue
        seen.add(nm)
        pid += 1
        due = st + timedelta(days=rng.choice([30, 45, 60, 75, 90, 120]))
        end = due + timedelta(days=rng.choice([-20, -12, -7, -4, -2, 0, 0, 3, 6, 10, 18, 30, 41]))
        x = rng.random()
        if x < 0.07:
            status, end = "cancelled", None
        elif end <= LAST:
            status = "completed"
        else:
            end = None
            status = "on hold" if rng.random() < 0.2 else "in progress"
        budget = float(
            rng.choice([3500, 4800, 6000, 7500, 9000, 12000, 15000, 18000, 22000, 28000, 36000, 45000])
        )
        projects.append(
            {
                "id": pid,
                "name": nm,
                "client_id": c["id"],
                "lead_staff_id": None,
                "service": sv,
                "status": status,
                "budget": budget,
                "start_date": st,
                "due_date": due,
                "end_date": end,
                "_c": c,
            }
        )
    _add_planned(rng, projects, seen, cand)
    _add_leads(rng, projects, staff)
    return projects


def _add_planned(rng: random.Random, projects: Rows, seen: set[str], cand: Rows) -> None:
    """Add a few projects of next year."""
    pid = len(projects)
    for _j in range(6):
        c = rng.choice([x for x in cand if x["status"] == "active"])
        sv = rng.choice(SERVICES)
        nm = f"{c['name']} {rng.choice(SUFFIX[sv])} 2026"
        if nm in seen:
            continue
        seen.add(nm)
        pid += 1
        projects.append(
            {
                "id": pid,
                "name": nm,
                "client_id": c["id"],
                "lead_staff_id": None,
                "service": sv,
                "status": "planned",
                "budget": float(rng.choice([9000, 15000, 22000, 36000])),
                "start_date": None,
                "due_date": None,
                "end_date": None,
                "_c": c,
            }
        )


def _add_leads(rng: random.Random, projects: Rows, staff: Rows) -> None:
    """Give each project a lead who was there at its start."""
    for p in projects:
        d = p["start_date"] or LAST
        ok = [x for x in LEADS if _employed(staff[x - 1], d)]
        p["lead_staff_id"] = rng.choices(ok, [5 if x in (6, 7, 8) else 1.5 for x in ok])[0]


def _employed(s: dict, d: date) -> bool:
    return s["hired_on"] <= d and (s["left_on"] is None or d <= s["left_on"])


def _time_sheets(rng: random.Random, run: Rows, staff: Rows) -> list[list]:
    ts: list[list] = []
    wts = [(0.35 if p["status"] == "cancelled" else 1) * (0.5 + p["budget"] / 20000) for p in run]
    while len(ts) < 3600:
        p = rng.choices(run, wts)[0]
        d = _between(rng, p["start_date"], min(p["end_date"] or (p["due_date"] + timedelta(days=20)), LAST))
        if d.weekday() >= 5 or d > LAST:
            continue
        ts.append(_entry(rng, staff, p, d))
    live = [p for p in run if p["status"] == "in progress"]
    for d in (date(2025, 9, 15), date(2025, 9, 16), date(2025, 9, 17)):
        for p in rng.sample(live, 5):
            ts.append(_entry(rng, staff, p, d))
    ts.sort(key=lambda r: (r[3], r[2], r[1]))
    for k, r in enumerate(ts):
        r[0] = k + 1
    return ts


def _entry(rng: random.Random, staff: Rows, p: dict, d: date) -> list:
    """What someone did for a project on a day, still without a number."""
    depts = DEPARTMENTS[p["service"]]
    pool = [s for s in staff if s["department"] in depts and s["id"] not in (0,) and _employed(s, d)]
    pool = [s for s in pool if not (s["id"] in AWAY and date(2025, 7, 28) <= d <= date(2025, 9, 5))]
    s = rng.choices(pool, [depts[s["department"]] * (1 + (s["id"] % 5) * 0.35) for s in pool])[0]
    a = rng.choice(ACTIVITIES[s["department"]]) if rng.random() > 0.06 else "Travel"
    b = rng.random() < {"Meeting": 0.62, "Travel": 0.3, "Coordination": 0.5, "Reporting": 0.75}.get(a, 0.9)
    return [
        None,
        s["id"],
        p["id"],
        d,
        rng.choice([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4, 5, 6, 7, 7.5, 8]),
        a,
        b,
        float(RATES[s["job_title"]] + rng.choice([-5, 0, 0, 5]) + (5 if d.year == 2025 else 0))
        if b
        else None,
    ]


def _invoices(rng: random.Random, run: Rows, clients: Rows) -> list[list]:
    """The invoices for projects, and for each month of a retainer."""
    inv: list[list] = []
    for p in run:
        n = 1 if p["status"] == "cancelled" else rng.choice([1, 2, 2, 3])
        stop = p["end_date"] or (p["due_date"] + timedelta(days=15))
        tot = p["budget"] * (
            0.25 if p["status"] == "cancelled" else rng.choice([0.85, 0.95, 1, 1, 1.05, 1.15])
        )
        if p["status"] == "cancelled" and rng.random() < 0.4:
            continue
        for q in range(n):
            d = p["start_date"] + (stop - p["start_date"]) * (q + 1) / n + timedelta(days=rng.randint(0, 8))
            _add_invoice(rng, inv, p["_c"], p["id"], d, round(tot / n, 2))
    for c in clients:
        if not c["is_retainer"]:
            continue
        y, m = 2023, 1
        while date(y, m, 1) <= LAST:
            d = date(y, m, 1)
            if d >= c["signed_on"] and d <= c["_end"]:
                _add_invoice(rng, inv, c, None, d, c["monthly_retainer"])
            m += 1
            if m == 13:
                y, m = y + 1, 1
    inv.sort(key=lambda r: (r[4], r[2]))
    cnt = {}
    for k, r in enumerate(inv):
        cnt[r[4].year] = cnt.get(r[4].year, 0) + 1
        r[0] = k + 1
        r[1] = f"INV-{r[4].year}-{cnt[r[4].year]:04d}"

    return inv


def _add_invoice(rng: random.Random, inv: list[list], c: dict, pr: int | None, d: date, amt: float) -> None:
    """Add an invoice, paid as late as this client pays."""
    if d > LAST:
        return
    due = d + timedelta(days=30)
    late = {0: -12, 1: -4, 2: 2, 3: 9, 4: 21}[c["id"] % 5]
    paid = due + timedelta(days=late + rng.randint(-12, 14))
    x = rng.random()
    if x < 0.02 and d < date(2025, 3, 1):
        stt, paid = "written off", None
    elif paid <= LAST and not (x > 0.965 and d > date(2025, 1, 1)):
        stt = "paid"
    else:
        paid = None
        stt = "overdue" if due < NOW else "open"
    inv.append([None, None, c["id"], pr, d, due, paid, amt, stt])
