"""A commercial print shop: customers, quotes, print jobs, machines, press runs, deliveries and invoices."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2024, 1, 2), dt.date(2026, 3, 18)
SECTORS = {
    "Publishing": ("Larkfield Books", "Quillstone Press", "Harrowgate Review", "Paperlantern Magazines"),
    "Retail": (
        "Bramble & Thorne",
        "Cobbler's Yard",
        "Linden Kitchens",
        "Marlowe Furnishings",
        "Tansy Florists",
    ),
    "Hospitality": ("The Copper Kettle", "Saltmarsh Hotel", "Rookery Inns", "Ember Grill"),
    "Education": ("Ashdown College", "Millbrook School", "St Oswin Academy"),
    "Public sector": ("Wexcombe Council", "Fenbury Health Trust", "Dunmere Leisure Centre"),
    "Agency": ("Blue Finch Design", "Tall Poppy Studio", "Ninefold Creative", "Oak & Anvil"),
    "Charity": ("Hedgerow Trust", "Open Larder", "Lighthouse Shelter"),
}
CITIES = {"Bristol": 9, "Bath": 5, "Cardiff": 4, "Gloucester": 4, "Swindon": 3}
REPS = {"Nadia Okafor": 8, "Tom Ferris": 7, "Ines Calder": 5}
# weight, lowest and highest quantity, price per copy, grammage, process
PRODUCTS = {
    "Flyers": (26, 1000, 20000, 0.035, (130, 170), "Digital"),
    "Brochures": (21, 250, 8000, 0.62, (130, 150, 170), "Offset"),
    "Business cards": (18, 100, 2000, 0.08, (350, 400), "Digital"),
    "Posters": (13, 20, 600, 2.1, (150, 200), "Large format"),
    "Booklets": (9, 200, 5000, 0.95, (90, 100, 120), "Offset"),
    "Letterheads": (8, 500, 10000, 0.055, (90, 100), "Offset"),
    "Banners": (5, 1, 30, 46.0, (450, 510), "Large format"),
}
PAPERS = {
    "Flyers": {"Gloss coated": 5, "Matt coated": 4, "Recycled": 2},
    "Brochures": {"Silk": 6, "Matt coated": 3, "Recycled": 1},
    "Business cards": {"Card": 8, "Recycled": 2},
    "Posters": {"Gloss coated": 4, "Silk": 5},
    "Booklets": {"Uncoated": 6, "Silk": 4, "Recycled": 2},
    "Letterheads": {"Uncoated": 7, "Recycled": 3},
    "Banners": {"PVC": 1},
}
MACHINES = [
    ("Goliath", "Offset", 12000, 145.0, dt.date(2016, 5, 9), True),
    ("Duchess", "Offset", 9000, 118.0, dt.date(2019, 10, 1), True),
    ("Old Mabel", "Offset", 5000, 82.0, dt.date(2004, 3, 15), True),
    ("Sprinter 1", "Digital", 4200, 64.0, dt.date(2020, 1, 20), True),
    ("Sprinter 2", "Digital", 4800, 69.0, dt.date(2023, 8, 7), True),
    ("Mammoth", "Large format", 90, 52.0, dt.date(2021, 6, 14), True),
    ("Heron", "Large format", 60, 44.0, dt.date(2017, 2, 27), True),
    ("Inkpot", "Digital", 2500, 40.0, dt.date(2012, 9, 3), False),
]
OPERATORS = {"Walter Pryce": 7, "Sunita Rao": 7, "Dominik Zielinski": 6, "Carys Bevan": 5, "Leo Hart": 4}
METHODS = {"Own van": 44, "Parcel courier": 33, "Pallet haulier": 13, "Collected": 10}
REASONS = {"Price": 46, "Lead time": 21, "Went elsewhere": 18, "Project cancelled": 15}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(86041)
    customers = numbered(_customers(rng))
    machines = numbered(
        {"name": n, "process": p, "sheets_per_hour": s, "hourly_rate": r, "bought_on": b, "in_use": u}
        for n, p, s, r, b, u in MACHINES
    )
    quotes = numbered(
        sorted((_quote(rng, customers) for _ in range(1900)), key=lambda row: row["quoted_on"]), "quote_id"
    )
    jobs = numbered(sorted(_jobs(rng, quotes, customers), key=lambda row: row["ordered_on"]), "job_id")
    runs = numbered(sorted(_runs(rng, jobs, machines), key=lambda row: row["started_at"]), "run_id")
    deliveries = numbered(sorted(_deliveries(rng, jobs), key=lambda row: row["dispatched_on"]), "delivery_id")
    invoices = numbered(
        sorted(_invoices(rng, jobs, customers), key=lambda row: row["issued_on"]), "invoice_no"
    )
    write_parquet(
        folder,
        {
            "customers": customers,
            "quotes": quotes,
            "print_jobs": jobs,
            "machines": machines,
            "press_runs": runs,
            "deliveries": deliveries,
            "invoices": invoices,
        },
    )


def _customers(rng: random.Random) -> Rows:
    pairs = [(name, sector) for sector, names in SECTORS.items() for name in names]
    return [
        {
            "company": name,
            "sector": sector,
            "city": weighted(rng, CITIES),
            "sales_rep": weighted(rng, REPS) if number % 8 != 7 else None,
            "payment_terms_days": rng.choice([14, 30, 30, 30, 60]),
            "credit_limit": rng.choice([2000, 5000, 5000, 10000, 25000]) if rng.random() < 0.85 else None,
            "customer_since": moment(rng, dt.date(2011, 1, 1), dt.date(2025, 6, 30)).date()
            if number % 6 == 5
            else moment(rng, dt.date(2011, 1, 1), dt.date(2023, 12, 20)).date(),
        }
        for number, (name, sector) in enumerate(rng.sample(pairs, len(pairs)))
    ]


def _weekday(day: dt.date) -> dt.date:
    return day + dt.timedelta(days=max(0, 7 - day.weekday()) if day.weekday() > 4 else 0)


def _specification(rng: random.Random, year: int) -> dict:
    product = weighted(rng, {key: row[0] for key, row in PRODUCTS.items()})
    _, low, high, each, weights, _ = PRODUCTS[product]
    quantity = int(low * (high / low) ** rng.random())
    step = 250 if quantity > 2000 else 50 if quantity > 200 else 5 if quantity > 20 else 1
    quantity = max(low, quantity // step * step)
    price = 38 + quantity * each * (low * 4 / (quantity + low * 3)) ** 0.15 * rng.uniform(0.85, 1.2)
    return {
        "product": product,
        "paper": weighted(rng, PAPERS[product]),
        "paper_gsm": rng.choice(weights),
        "quantity": quantity,
        "price": round(price * (1 + 0.04 * (year - 2024)), 2),
    }


def _customer(rng: random.Random, customers: Rows, day: dt.date) -> dict:
    while True:
        row = customers[min(int(rng.expovariate(0.085)), len(customers) - 1)]
        if row["customer_since"] <= day:
            return row


def _quote(rng: random.Random, customers: Rows) -> dict:
    day = _weekday(moment(rng, FIRST, LAST).date())
    customer = _customer(rng, customers, day)
    made = _specification(rng, day.year)
    decided = _weekday(day + dt.timedelta(days=rng.randint(0, 24)))
    status = rng.choices(["accepted", "declined", "expired"], [56, 29, 15])[0]
    if status == "expired":
        decided = None
        if day > LAST - dt.timedelta(days=30):
            status = "open"
    elif decided > LAST:
        status, decided = "open", None
    return {
        "customer_id": customer["id"],
        "quoted_on": day,
        **{key: value for key, value in made.items() if key != "price"},
        "amount": made["price"],
        "status": status,
        "decided_on": decided,
        "decline_reason": weighted(rng, REASONS) if status == "declined" and rng.random() < 0.9 else None,
    }


def _jobs(rng: random.Random, quotes: Rows, customers: Rows) -> Rows:
    rows = []
    for quote in quotes:
        if quote["status"] == "accepted":
            rows.append(
                _job(
                    rng,
                    quote["decided_on"],
                    quote["customer_id"],
                    quote["quote_id"],
                    {key: quote[key] for key in ("product", "paper", "paper_gsm", "quantity")}
                    | {"price": quote["amount"]},
                )
            )
    for _ in range(780):  # repeat orders come without a quote
        day = _weekday(moment(rng, FIRST, LAST - dt.timedelta(days=1)).date())
        rows.append(_job(rng, day, _customer(rng, customers, day)["id"], None, _specification(rng, day.year)))
    return rows


def _job(rng: random.Random, day: dt.date, customer: int, quote: int | None, made: dict) -> dict:
    rush = rng.random() < 0.16
    due = _weekday(day + dt.timedelta(days=rng.randint(1, 3) if rush else rng.randint(6, 15)))
    finished = _weekday(due + dt.timedelta(days=rng.choices([-2, -1, 0, 1, 2, 5], [22, 31, 26, 11, 7, 3])[0]))
    finished = max(finished, day)
    status = "finished"
    if rng.random() < 0.045:
        status, finished = "cancelled", None
    elif finished > LAST:
        finished = None
        status = rng.choices(["prepress", "printing", "finishing"], [40, 35, 25])[0]
    return {
        "customer_id": customer,
        "quote_id": quote,
        **made,
        "colours": rng.choices([1, 2, 4], [10, 12, 78])[0] if made["product"] != "Banners" else 4,
        "paper_cost": round(made["price"] * rng.uniform(0.18, 0.36), 2) if status != "cancelled" else None,
        "rush": rush,
        "ordered_on": day,
        "due_on": due,
        "finished_on": finished,
        "status": status,
    }


def _runs(rng: random.Random, jobs: Rows, machines: Rows) -> Rows:
    rows = []
    for job in jobs:
        if job["status"] not in ("finished", "finishing"):
            continue
        process = PRODUCTS[job["product"]][5]
        choices = [row for row in machines if row["process"] == process]
        if job["ordered_on"] > dt.date(2025, 1, 31):
            choices = [row for row in choices if row["in_use"]]
        for _ in range(rng.choices([1, 2, 3], [68, 25, 7])[0]):
            machine = rng.choice(choices)
            last = job["finished_on"] or LAST
            started = moment(rng, job["ordered_on"], last, (6, 19))
            per_sheet = {"Flyers": 4, "Business cards": 20, "Brochures": 0.5, "Booklets": 0.4}.get(
                job["product"], 1
            )
            good = max(1, round(job["quantity"] / per_sheet * rng.uniform(0.4, 1.0)))
            share = {"Offset": 0.06, "Digital": 0.025, "Large format": 0.08}[process]
            share *= 1.7 if machine["name"] == "Old Mabel" else 1
            minutes = rng.randint(12, 35) + round(
                60 * good / machine["sheets_per_hour"] * rng.uniform(1, 1.5)
            )
            rows.append(
                {
                    "job_id": job["job_id"],
                    "machine_id": machine["id"],
                    "operator": weighted(rng, OPERATORS),
                    "started_at": started,
                    "ended_at": started + dt.timedelta(minutes=minutes),
                    "good_sheets": good,
                    "waste_sheets": round(good * share * rng.uniform(0.3, 1.8)),
                    "stoppage": rng.choices(["Paper jam", "Plate change", "Colour drift"], [5, 3, 4])[0]
                    if rng.random() < 0.14
                    else None,
                }
            )
    return rows


def _deliveries(rng: random.Random, jobs: Rows) -> Rows:
    rows = []
    for job in jobs:
        if job["status"] != "finished":
            continue
        for _ in range(1 if rng.random() < 0.9 else 2):
            sent = _weekday(job["finished_on"] + dt.timedelta(days=rng.choice([0, 0, 1])))
            if sent > LAST:
                continue
            method = weighted(rng, METHODS)
            arrived = _weekday(
                sent + dt.timedelta(days={"Own van": 0, "Collected": 0}.get(method, rng.choice([1, 1, 2, 3])))
            )
            boxes = max(1, round(job["price"] / 190 * rng.uniform(0.5, 1.6)))
            rows.append(
                {
                    "job_id": job["job_id"],
                    "method": method,
                    "dispatched_on": sent,
                    "delivered_on": arrived if arrived <= LAST else None,
                    "boxes": boxes,
                    "weight_kg": round(boxes * rng.uniform(4, 13), 1),
                    "cost": {"Own van": round(6 + boxes * 0.7, 2), "Collected": None}.get(
                        method, round(7.5 + boxes * 2.4 + (32 if method == "Pallet haulier" else 0), 2)
                    ),
                    "damaged": rng.random() < (0.005 if method in ("Own van", "Collected") else 0.045),
                }
            )
    return rows


def _invoices(rng: random.Random, jobs: Rows, customers: Rows) -> Rows:
    rows = []
    for job in jobs:
        if job["status"] != "finished":
            continue
        issued = _weekday(job["finished_on"] + dt.timedelta(days=rng.randint(0, 5)))
        if issued > LAST:
            continue
        terms = customers[job["customer_id"] - 1]["payment_terms_days"]
        due = issued + dt.timedelta(days=terms)
        paid = _weekday(due + dt.timedelta(days=int(rng.gauss(-1, 9))))
        if paid < issued:
            paid = issued
        if paid > LAST or rng.random() < 0.02:
            paid = None
        rate = 0.0 if job["product"] in ("Brochures", "Booklets", "Flyers") else 0.2
        rows.append(
            {
                "job_id": job["job_id"],
                "customer_id": job["customer_id"],
                "issued_on": issued,
                "due_on": due,
                "paid_on": paid,
                "net_amount": job["price"],
                "vat_amount": round(job["price"] * rate, 2),
            }
        )
    return rows
