"""A small insurer: customers, policies, and nearly three years of premium instalments and claims."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_csv

SIGNED, FIRST, LAST = dt.date(2021, 6, 1), dt.date(2023, 1, 1), dt.date(2025, 11, 30)
PRODUCTS = [
    ("MOT-B", "Motor Basic", "Motor", 610),
    ("MOT-P", "Motor Plus", "Motor", 940),
    ("HOM-C", "Home Contents", "Home", 290),
    ("HOM-B", "Home Buildings", "Home", 760),
    ("LIA-P", "Personal Liability", "Liability", 130),
    ("LIA-C", "Commercial Liability", "Liability", 1900),
    ("TRV-Y", "Annual Travel", "Travel", 185),
    ("PET-1", "Dog and Cat", "Pet", 390),
]
CAUSES = {
    "Motor": {"collision": 9, "theft": 2, "glass": 6, "hail": 3},
    "Home": {"water": 8, "burglary": 3, "fire": 2, "storm": 4},
    "Liability": {"bodily injury": 3, "property damage": 7},
    "Travel": {"cancellation": 6, "lost luggage": 5, "medical": 4},
    "Pet": {"surgery": 5, "medication": 6},
}
SIZES = {
    "collision": 3400,
    "theft": 6100,
    "glass": 620,
    "hail": 1900,
    "water": 2700,
    "burglary": 3300,
    "fire": 9800,
    "storm": 1500,
    "bodily injury": 8200,
    "property damage": 1700,
    "cancellation": 900,
    "lost luggage": 430,
    "medical": 1300,
    "surgery": 1450,
    "medication": 240,
}
BRANCHES = [("Leeds", 1998), ("Bristol", 2004), ("Cardiff", 2011), ("Norwich", 2019)]
AGENTS = [
    ("Margaret Holloway", "Leeds", 7),
    ("Dev Patel", "Leeds", 9),
    ("Siobhan Reilly", "Leeds", 4),
    ("Callum Drake", "Bristol", 8),
    ("Ottilie Baines", "Bristol", 3),
    ("Rhys Pritchard", "Cardiff", 6),
    ("Carys Llewellyn", "Cardiff", 5),
    ("Femi Balogun", "Norwich", 4),
    ("Harriet Stokes", "Norwich", 2),
]
ADJUSTERS = [
    ("Nigel Fenwick", "Property", 6),
    ("Amina Yusuf", "Property", 8),
    ("Lorna McBride", "Motor", 9),
    ("Pieter Jansen", "Motor", 7),
    ("Grace Okonjo", "Special", 4),
]
FIRSTS = [
    "Alan",
    "Beth",
    "Colin",
    "Diana",
    "Edgar",
    "Fiona",
    "Gareth",
    "Hannah",
    "Imran",
    "Janet",
    "Kevin",
    "Lydia",
    "Mohsin",
    "Nora",
    "Oscar",
    "Pamela",
    "Rashid",
    "Sheila",
    "Trevor",
    "Ursula",
    "Vincent",
    "Wendy",
]
LASTS = [
    "Ainsworth",
    "Bell",
    "Chowdhury",
    "Davies",
    "Ellis",
    "Foster",
    "Grainger",
    "Hussain",
    "Ingram",
    "Jones",
    "Khan",
    "Lister",
    "Moss",
    "Naylor",
    "Osborne",
    "Price",
    "Rowe",
    "Sykes",
    "Turner",
    "Underhill",
    "Webb",
    "Yates",
]
TRADES = [
    "Bakery",
    "Garage",
    "Joinery",
    "Florist",
    "Dental",
    "Plumbing",
    "Catering",
    "Print",
    "Roofing",
    "Nursery",
]
REGIONS = {"North": 9, "South West": 7, "Wales": 5, "East": 4, "Midlands": 3}


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(60317)
    branches = numbered({"city": city, "opened": opened} for city, opened in BRANCHES)
    places = {branch["city"]: branch["id"] for branch in branches}
    agents = numbered({"name": name, "branch_id": places[city]} for name, city, _ in AGENTS)
    adjusters = numbered({"name": name, "team": team} for name, team, _ in ADJUSTERS)
    products = numbered(
        {"code": code, "name": name, "line": line, "list_price": float(price)}
        for code, name, line, price in PRODUCTS
    )
    customers = numbered(_customers(rng))
    policies = numbered(_policy(rng, number, customers, products) for number in range(1500))
    write_csv(
        folder,
        {
            "branches": branches,
            "agents": agents,
            "adjusters": adjusters,
            "products": products,
            "customers": customers,
            "policies": policies,
            "premiums": numbered(_premiums(rng, policies)),
            "claims": numbered(_claims(rng, policies, products)),
        },
    )


def _customers(rng: random.Random) -> Rows:
    names = rng.sample([f"{first} {last}" for first in FIRSTS for last in LASTS], 440)
    firms = rng.sample([f"{last} {trade}" for last in LASTS for trade in TRADES], 110)
    rows = []
    for name in names + firms:
        private = name in names
        born = moment(rng, dt.date(1942, 1, 1), dt.date(2004, 12, 31)).date()
        rows.append(
            {
                "name": name,
                "segment": "private" if private else "business",
                "region": weighted(rng, REGIONS),
                "born_on": born if private else None,
                "email": None if rng.random() < 0.22 else f"{name.lower().replace(' ', '.')}@example.com",
                "customer_since": moment(rng, dt.date(2010, 1, 1), dt.date(2022, 12, 31)).date(),
            }
        )
    rng.shuffle(rows)
    return rows


def _policy(rng: random.Random, number: int, customers: Rows, products: Rows) -> dict:
    customer = customers[number % 550 if number < 500 else rng.randint(0, 529)]
    shares = [0, 0, 2, 3, 1, 9, 0, 0] if customer["segment"] == "business" else [8, 5, 9, 4, 7, 0, 6, 3]
    product = rng.choices(products, shares)[0]
    signed = moment(rng, SIGNED, LAST).date()
    starts = min(LAST, signed + dt.timedelta(days=rng.choice([1, 7, 14, 30, 45])))
    age = (LAST - starts).days
    ended = starts + dt.timedelta(days=rng.randint(60, max(61, age))) if rng.random() < 0.24 else None
    if ended and ended > LAST:
        ended = None
    return {
        "policy_no": f"P{23000 + number * 3 + rng.randint(0, 2)}",
        "customer_id": customer["id"],
        "product_id": product["id"],
        "agent_id": rng.choices(range(1, len(AGENTS) + 1), [weight for *_, weight in AGENTS])[0],
        "signed_on": signed,
        "starts_on": starts,
        "cancelled_on": ended,
        "channel": weighted(rng, {"agent": 6, "web": 4, "phone": 2}),
        "annual_premium": round(product["list_price"] * rng.uniform(0.8, 1.45), 2),
    }


def _premiums(rng: random.Random, policies: Rows) -> Rows:
    rows = []
    for policy in policies:
        due = policy["starts_on"]
        until = policy["cancelled_on"] or LAST
        while due <= until:
            if due < FIRST:
                due += dt.timedelta(days=91)
                continue
            paid = due + dt.timedelta(days=rng.choices([0, 2, 5, 12, 40], [9, 6, 4, 2, 1])[0])
            rows.append(
                {
                    "policy_id": policy["id"],
                    "due_on": due,
                    "paid_on": None if paid > LAST or rng.random() < 0.03 else paid,
                    "amount": round(policy["annual_premium"] / 4, 2),
                }
            )
            due += dt.timedelta(days=91)
    return rows


def _claims(rng: random.Random, policies: Rows, products: Rows) -> Rows:
    rows = []
    while len(rows) < 840:
        policy = rng.choice(policies)
        line = products[policy["product_id"] - 1]["line"]
        until = policy["cancelled_on"] or LAST
        since = max(FIRST, policy["starts_on"])
        if (until - since).days < rng.randint(20, 1000):
            continue
        occurred = moment(rng, since, until).date()
        waited = rng.choices([0, 1, 3, 9, 25, 70], [5, 6, 5, 4, 3, 2])[0]
        reported = min(LAST, occurred + dt.timedelta(days=waited))
        cause = weighted(rng, CAUSES[line])
        asked = round(SIZES[cause] * rng.lognormvariate(-0.15, 0.6), 2)
        closed = reported + dt.timedelta(days=rng.randint(4, 130))
        state = "O" if closed > LAST else "R" if rng.random() < 0.13 else "S"
        rows.append(
            {
                "claim_no": f"C{occurred.year % 100}-{10400 + len(rows) * 7}",
                "policy_id": policy["id"],
                "adjuster_id": None if state == "O" and rng.random() < 0.4 else _adjuster(rng, line),
                "occurred_on": occurred,
                "reported_on": reported,
                "closed_on": None if state == "O" else closed,
                "cause": cause,
                "state": state,
                "claimed": asked,
                "paid": round(asked * rng.uniform(0.7, 1), 2) if state == "S" else 0.0,
                "fraud_flag": rng.random() < 0.04,
            }
        )
    return rows


def _adjuster(rng: random.Random, line: str) -> int:
    team = {"Motor": "Motor", "Home": "Property"}.get(line, "Special")
    weights = [weight * (8 if own == team else 1) for _, own, weight in ADJUSTERS]
    return rng.choices(range(1, len(ADJUSTERS) + 1), weights)[0]
