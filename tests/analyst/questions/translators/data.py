"""A translation agency: clients, freelance translators, their pairs, projects, jobs, reviews and invoices."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 4, 3), dt.date(2025, 10, 19)
CLOSE = dt.datetime(2025, 10, 19, 20, 0)
CLIENTS = {
    "Pharma": ("Belvita Pharma", "Kronach Biotech", "Alpina Diagnostics", "Novamed Devices", "Sanacor"),
    "Law firm": ("Hofer & Partner", "Lindqvist Legal", "Marchetti Avvocati", "Stone Whitby LLP"),
    "Manufacturing": (
        "Drexler Pumpen",
        "Oberland Maschinenbau",
        "Tessmann Antriebe",
        "Van Dijk Cranes",
        "Ferrovia Componenti",
        "Helios Turbines",
    ),
    "Software": ("Cloudberry Systems", "Pixelwerk", "Datenhafen", "Northlight Games"),
    "Finance": ("Donau Versicherung", "Privatbank Seiler", "Meridian Asset Management", "Helvia Leasing"),
    "Tourism": ("Bergblick Hotels", "Adria Cruises", "Salzkammergut Tourismus", "Travelnest"),
    "Retail": ("Loden Wagner", "Maison Clairet", "Kaffeehaus Brandl", "Sportwelt", "Nordhome"),
    "Public sector": ("City of Graz", "Ministry of Justice", "Chamber of Commerce Tyrol"),
}
ABROAD = {
    "Munich": ("Kronach Biotech", "Drexler Pumpen", "Nordhome"),
    "Berlin": ("Pixelwerk", "Travelnest"),
    "Hamburg": ("Datenhafen", "Sportwelt", "Belvita Pharma"),
    "Stuttgart": ("Tessmann Antriebe",),
    "Zurich": ("Privatbank Seiler", "Novamed Devices", "Helvia Leasing"),
    "Basel": ("Alpina Diagnostics",),
    "Milan": ("Marchetti Avvocati", "Ferrovia Componenti"),
    "Trieste": ("Adria Cruises",),
    "Rotterdam": ("Van Dijk Cranes",),
    "London": ("Stone Whitby LLP", "Meridian Asset Management"),
    "Leeds": ("Northlight Games",),
    "Lyon": ("Maison Clairet",),
    "Graz": ("City of Graz", "Helios Turbines"),
    "Innsbruck": ("Chamber of Commerce Tyrol", "Bergblick Hotels"),
    "Salzburg": ("Salzkammergut Tourismus", "Sanacor"),
}
COUNTRIES = {
    "Germany": ("Munich", "Berlin", "Hamburg", "Stuttgart"),
    "Switzerland": ("Zurich", "Basel"),
    "Italy": ("Milan", "Trieste"),
    "Netherlands": ("Rotterdam",),
    "United Kingdom": ("London", "Leeds"),
    "France": ("Lyon",),
}
DOMAIN_OF = {
    "Pharma": {"Medical": 8, "Legal": 1, "Marketing": 1},
    "Law firm": {"Legal": 9, "Financial": 1},
    "Manufacturing": {"Technical": 7, "Legal": 1, "Marketing": 2},
    "Software": {"IT": 7, "Marketing": 2, "Legal": 1},
    "Finance": {"Financial": 7, "Legal": 3},
    "Tourism": {"Marketing": 9, "Legal": 1},
    "Retail": {"Marketing": 6, "Technical": 2, "Legal": 2},
    "Public sector": {"Legal": 6, "Technical": 1, "Marketing": 2},
}
PEOPLE = {
    "DE": ("Germany Austria", "Anke Jonas Miriam Lukas Heike Stefan", "Albrecht Kern Vogt Zeller Pichler"),
    "EN": ("United Kingdom Ireland", "Alice Oliver Niamh Rupert Joanna", "Hartnell Doyle Finch Ashby Marlow"),
    "FR": ("France Belgium", "Camille Luc Sylvie Thibault", "Moreau Giraud Lefort Vasseur"),
    "IT": ("Italy Switzerland", "Chiara Paolo Silvia Matteo", "Bassi Colombo Ferri Rinaldi"),
    "ES": ("Spain Mexico", "Lucia Javier Carmen Diego", "Ortega Salinas Vidal Ibarra"),
    "NL": ("Netherlands", "Femke Joris Sanne", "Bakker Visser Smit"),
    "PL": ("Poland", "Agnieszka Tomasz Ewa", "Nowak Zielinska Wrona"),
    "CS": ("Czechia", "Petra Ondrej", "Dvorak Kralova"),
    "JA": ("Japan", "Haruka Kenji", "Mori Takeda"),
}
HEADS = {"DE": 15, "EN": 12, "FR": 8, "IT": 8, "ES": 7, "NL": 5, "PL": 5, "CS": 3, "JA": 3}
TARGETS = {"EN": 26, "DE": 17, "FR": 13, "IT": 13, "ES": 10, "NL": 7, "PL": 6, "CS": 4, "JA": 3}
SERVICES = {
    "Translation": 52,
    "MT post-editing": 16,
    "Revision": 14,
    "Sworn translation": 10,
    "Transcreation": 8,
}
PRICES = {
    "Translation": 0.165,
    "MT post-editing": 0.095,
    "Revision": 0.06,
    "Sworn translation": 0.24,
    "Transcreation": 0.31,
}
MANAGERS = {"Katrin Auer": 9, "Benedikt Hauser": 8, "Ilse Novotny": 6, "Marco Tasso": 6, "Sophie Reindl": 3}
ACCOUNTS = {"Georg Stadler": 9, "Nadia Kovacs": 8, "Philip Wenger": 6}
REVIEWERS = {"Dr. Ruth Feldmann": 8, "Ian Prescott": 6, "Claire Bonnet": 5, "Elena Sartori": 4}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(70411)
    clients = numbered(_clients(rng), "client_id")
    translators = numbered(_translators(rng), "translator_id")
    pairs = numbered(_pairs(rng, translators), "pair_id")
    projects, jobs = _work(rng, clients, translators, pairs)
    reviews = numbered(_reviews(rng, jobs, translators), "review_id")
    invoices = _invoices(rng, clients, projects, jobs)
    for row in translators:
        del row["skill"]
    write_parquet(
        folder,
        {
            "clients": clients,
            "translators": translators,
            "translator_pairs": pairs,
            "projects": projects,
            "jobs": jobs,
            "quality_reviews": reviews,
            "invoices": invoices,
        },
    )


def _clients(rng: random.Random) -> Rows:
    rows = []
    for industry, names in CLIENTS.items():
        for name in names:
            city = next((city for city, there in ABROAD.items() if name in there), "Vienna")
            rows.append(
                {
                    "name": name,
                    "industry": industry,
                    "country": next((land for land, towns in COUNTRIES.items() if city in towns), "Austria"),
                    "city": city,
                    "account_manager": weighted(rng, ACCOUNTS) if rng.random() < 0.86 else None,
                    "payment_terms_days": rng.choices([14, 30, 45, 60], [5, 20, 6, 4])[0],
                    "client_since": moment(rng, dt.date(2015, 1, 1), dt.date(2025, 5, 30)).date(),
                    "active": rng.random() < 0.88,
                }
            )
    rng.shuffle(rows)
    return rows


def _translators(rng: random.Random) -> Rows:
    rows = []
    for native, heads in HEADS.items():
        lands, given, family = (part for part in PEOPLE[native])
        countries = ["United Kingdom", "Ireland"] if native == "EN" else lands.split()
        names = [f"{g} {f}" for g in given.split() for f in family.split()]
        for name in rng.sample(names, min(heads, len(names))):
            joined = moment(rng, dt.date(2014, 1, 1), dt.date(2025, 6, 30)).date()
            rows.append(
                {
                    "full_name": name,
                    "country": rng.choice(countries),
                    "native_lang": native,
                    "status": weighted(rng, {"active": 76, "on leave": 9, "inactive": 15}),
                    "joined_on": joined,
                    "sworn": rng.random() < 0.27,
                    "cat_tool": rng.choices(["Trados", "memoQ", "Phrase", None], [9, 7, 4, 3])[0],
                    "daily_capacity": rng.choice([1500, 2000, 2500, 2500, 3000, 3500]),
                    "nda_signed_on": joined + dt.timedelta(days=rng.randint(0, 12))
                    if rng.random() < 0.89
                    else None,
                    "skill": rng.gauss(0, 4),
                }
            )
    rng.shuffle(rows)
    return rows


def _pairs(rng: random.Random, translators: Rows) -> Rows:
    rows = []
    for person in translators:
        target = person["native_lang"]
        sources = ["DE", "EN"] if target not in ("DE", "EN") else ["EN" if target == "DE" else "DE"]
        if len(sources) == 2 and rng.random() < 0.35:
            sources = [rng.choice(sources)]
        if rng.random() < 0.4:
            sources = [*sources, rng.choice([s for s in ("FR", "IT", "ES") if s != target])]
        for source in sources:
            base = {"JA": 0.13, "NL": 0.1, "EN": 0.095, "DE": 0.095}.get(target, 0.082)
            rows.append(
                {
                    "translator_id": person["translator_id"],
                    "source_lang": source,
                    "target_lang": target,
                    "rate_per_word": round(base * rng.uniform(0.85, 1.25), 3),
                    "minimum_fee": rng.choice([25.0, 30.0, 35.0, 40.0, None]),
                    "tested_on": person["joined_on"] + dt.timedelta(days=rng.randint(3, 40))
                    if rng.random() < 0.9
                    else None,
                }
            )
    return rows


def _work(rng: random.Random, clients: Rows, translators: Rows, pairs: Rows) -> tuple[Rows, Rows]:
    people = {row["translator_id"]: row for row in translators}
    offered: dict[tuple[str, str], list[dict]] = {}
    for pair in pairs:
        offered.setdefault((pair["source_lang"], pair["target_lang"]), []).append(pair)
    weights = [rng.paretovariate(1.3) + 0.6 for _ in clients]
    weights = [
        min(weight, 9.0) * (1 if c["active"] else 0.5) for weight, c in zip(weights, clients, strict=True)
    ]
    days = []
    while len(days) < 1520:
        day = moment(rng, FIRST, LAST).date()
        keep = 0.55 + 0.14 * (day.year - 2023) - (0.15 if day.month in (8, 12) else 0)
        if day.weekday() < 5 and rng.random() < keep - (0.1 if day.weekday() == 4 else 0):
            days.append(day)
    projects: Rows = []
    jobs: Rows = []
    for day in sorted(days):
        pool = [w if c["client_since"] <= day else 0 for w, c in zip(weights, clients, strict=True)]
        client = rng.choices(clients, pool)[0]
        rush = rng.random() < 0.17
        status = weighted(rng, {"done": 93, "cancelled": 7})
        if status == "done" and (LAST - day).days < 15 and rng.random() < 0.3:
            status = "quoted"
        number = len(projects) + 1
        project = {
            "project_id": number,
            "project_no": f"{day:%y}-{number:04d}",
            "client_id": client["client_id"],
            "domain": weighted(rng, DOMAIN_OF[client["industry"]]),
            "project_manager": weighted(rng, MANAGERS),
            "received_on": day,
            "rush": rush,
            "po_number": f"PO{rng.randint(10000, 99999)}" if rng.random() < 0.72 else None,
            "status": status,
        }
        projects.append(project)
        if status == "quoted":
            continue
        mine = _jobs(rng, project, client, offered, people)
        for job in mine:
            jobs.append({"job_id": len(jobs) + 1, **job})
        if status == "done":
            project["status"] = (
                "delivered" if all(j["status"] in ("delivered", "cancelled") for j in mine) else "in progress"
            )
    return projects, jobs


def _jobs(rng: random.Random, project: dict, client: dict, offered: dict, people: dict) -> Rows:
    day, rush = project["received_on"], project["rush"]
    source = weighted(rng, {"DE": 64, "EN": 30, "FR": 4, "IT": 3})
    if client["country"] in ("United Kingdom", "Netherlands"):
        source = "EN"
    targets = {t: w for t, w in TARGETS.items() if t != source and (source, t) in offered}
    wanted: list[str] = []
    for _ in range(rng.choices([1, 2, 3, 5], [52, 25, 15, 8])[0]):
        target = weighted(rng, targets)
        if target not in wanted:
            wanted.append(target)
    odds = dict(SERVICES)
    odds["MT post-editing"] += 9 * (day.year - 2023)
    if project["domain"] == "Legal":
        odds["Sworn translation"] *= 3
    if project["domain"] == "Marketing":
        odds["Transcreation"] *= 2.5
    else:
        odds["Transcreation"] *= 0.15
    service = weighted(rng, odds)
    words = max(120, int(rng.lognormvariate(7.35 if service != "Sworn translation" else 6.5, 0.95)))
    factor = rng.uniform(0.9, 1.15) * (1.25 if rush else 1)
    rows = []
    for target in wanted:
        ordered = min(LAST, day + dt.timedelta(days=rng.choice([0, 0, 1, 2, 3])))
        need = max(1, words // 1300) + (0 if rush else rng.randint(2, 12))
        last_day = ordered + dt.timedelta(days=need)
        last_day += dt.timedelta(days=max(0, 7 - last_day.weekday()) if last_day.weekday() > 4 else 0)
        due = dt.datetime.combine(last_day, dt.time(rng.choice([9, 12, 15, 17, 18])))
        choices = [
            p
            for p in offered[(source, target)]
            if people[p["translator_id"]]["joined_on"] <= ordered
            and (people[p["translator_id"]]["status"] != "inactive" or ordered < dt.date(2024, 9, 1))
        ]
        pair = (
            rng.choices(choices, [1 + 3 / (1 + p["translator_id"] % 5) for p in choices])[0]
            if choices
            else None
        )
        late = rng.random() < (0.17 if rush else 0.1) + (
            0.06 if project["project_manager"] == "Marco Tasso" else 0
        )
        gap = dt.timedelta(minutes=rng.randint(20, 2600 if late else 1100))
        delivered = due + gap if late else due - gap
        ordered_at = dt.datetime.combine(ordered, dt.time(8, 30))
        delivered = max(delivered, ordered_at + dt.timedelta(hours=3))
        status = "delivered"
        if project["status"] == "cancelled" or rng.random() < 0.015:
            status = "cancelled"
        elif delivered > CLOSE or pair is None:
            status = "unassigned" if pair is None or rng.random() < 0.22 else "in progress"
            if pair is None and due < CLOSE:
                status = "cancelled"
        price = max(45.0, words * PRICES[service] * factor * (1.35 if target == "JA" else 1))
        share = {"MT post-editing": 0.55, "Revision": 0.35, "Transcreation": 1.7, "Sworn translation": 1.35}
        fee = None
        if pair and status in ("delivered", "in progress"):
            fee = max(pair["minimum_fee"] or 0, words * pair["rate_per_word"] * share.get(service, 1))
            fee = round(fee * (1.15 if rush else 1), 2)
        rows.append(
            {
                "project_id": project["project_id"],
                "translator_id": pair["translator_id"] if fee is not None else None,
                "service": service,
                "source_lang": source,
                "target_lang": target,
                "word_count": words,
                "ordered_on": ordered,
                "due_at": due,
                "delivered_at": delivered if status == "delivered" else None,
                "status": status,
                "price": round(price, 2),
                "translator_fee": fee,
            }
        )
    return rows


def _reviews(rng: random.Random, jobs: Rows, translators: Rows) -> Rows:
    skill = {row["translator_id"]: row["skill"] for row in translators}
    shift = {"MT post-editing": -4.5, "Transcreation": -1.5, "Sworn translation": 2.0}
    rows = []
    for job in jobs:
        if job["status"] != "delivered" or job["service"] == "Revision" or rng.random() > 0.42:
            continue
        day = job["delivered_at"].date() + dt.timedelta(days=rng.randint(0, 9))
        if day > LAST:
            continue
        base = 88 + skill[job["translator_id"]] + shift.get(job["service"], 0)
        score = round(min(100.0, max(45.0, rng.gauss(base, 6.5))), 1)
        flaw = (100 - score) / 10
        critical = 1 if rng.random() < 0.02 * flaw else 0
        rows.append(
            {
                "job_id": job["job_id"],
                "reviewer": weighted(rng, REVIEWERS),
                "reviewed_on": day,
                "score": score,
                "critical_errors": critical,
                "major_errors": int(rng.gammavariate(1.2, 0.7 * flaw + 0.1)),
                "minor_errors": int(rng.gammavariate(2, 1.3 * flaw + 0.3)),
                "passed": score >= 80 and critical == 0,
                "comment": rng.choice(
                    ["Terminology", "Style guide not followed", "Omissions", "Punctuation", "Very good work"]
                )
                if rng.random() < 0.45
                else None,
            }
        )
    return sorted(rows, key=lambda row: row["reviewed_on"])


def _invoices(rng: random.Random, clients: Rows, projects: Rows, jobs: Rows) -> Rows:
    by_id = {row["client_id"]: row for row in clients}
    done: dict[int, list[dict]] = {}
    for job in jobs:
        if job["status"] == "delivered":
            done.setdefault(job["project_id"], []).append(job)
    rows = []
    for project in projects:
        mine = done.get(project["project_id"])
        if project["status"] != "delivered" or not mine:
            continue
        client = by_id[project["client_id"]]
        issued = max(j["delivered_at"] for j in mine).date() + dt.timedelta(days=rng.randint(1, 12))
        if issued > LAST:
            continue
        due = issued + dt.timedelta(days=client["payment_terms_days"])
        slow = {"Public sector": 14, "Law firm": 9, "Retail": 6}.get(client["industry"], 1)
        paid = due + dt.timedelta(days=int(rng.gauss(slow - 4, 8)))
        paid = max(paid, issued + dt.timedelta(days=2))
        if rng.random() < 0.03:
            paid = LAST + dt.timedelta(days=99)
        net = round(sum(j["price"] for j in mine), 2)
        void = rng.random() < 0.02
        settled = paid <= LAST and not void
        rows.append(
            {
                "project_id": project["project_id"],
                "issued_on": issued,
                "due_on": due,
                "net_amount": net,
                "vat_amount": round(net * 0.2, 2) if client["country"] == "Austria" else 0.0,
                "status": "void" if void else "paid" if settled else "open",
                "paid_on": paid if settled else None,
                "reminders": 0 if void else min(3, max(0, ((paid if settled else LAST) - due).days // 12)),
            }
        )
    rows.sort(key=lambda row: (row["issued_on"], row["project_id"]))
    return [{"invoice_no": f"R{row['issued_on']:%Y}-{n:05d}", **row} for n, row in enumerate(rows, 1)]
