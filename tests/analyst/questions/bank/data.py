"""Tables of a retail bank's marketing warehouse."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import moment, numbered, weighted, write_parquet

Rows = list[dict[str, Any]]

FIRST = dt.date(2023, 1, 1)
LAST = dt.date(2025, 6, 17)

REGIONS = {
    "Northeast": {
        "MA": ["Boston", "Worcester"],
        "NY": ["New York", "Buffalo", "Albany"],
        "NJ": ["Newark", "Princeton"],
        "PA": ["Philadelphia", "Pittsburgh"],
        "CT": ["Hartford"],
    },
    "South": {
        "TX": ["Austin", "Dallas", "Houston", "San Antonio"],
        "FL": ["Miami", "Orlando", "Tampa"],
        "GA": ["Atlanta", "Savannah"],
        "NC": ["Charlotte", "Raleigh"],
        "TN": ["Nashville"],
    },
    "Midwest": {
        "IL": ["Chicago", "Peoria"],
        "OH": ["Columbus", "Cleveland"],
        "MI": ["Detroit", "Ann Arbor"],
        "MN": ["Minneapolis"],
        "MO": ["St. Louis"],
    },
    "West": {
        "CA": ["Los Angeles", "San Diego", "Sacramento", "Oakland"],
        "WA": ["Seattle", "Spokane"],
        "OR": ["Portland"],
        "CO": ["Denver"],
        "AZ": ["Phoenix", "Tucson"],
    },
}
QUARTERS = ["Main Street", "Downtown", "Riverside", "University", "Airport Road"]
BIG = {"New York", "Los Angeles", "Chicago", "Houston", "Dallas", "Miami", "Boston", "Philadelphia"}

WOMEN = ["Emma", "Olivia", "Ava", "Sophia", "Grace", "Chloe", "Maria", "Aisha", "Linda", "Karen"]
MEN = ["Liam", "Noah", "James", "Lucas", "Ethan", "Diego", "Omar", "Robert", "David", "Kevin"]
SURNAMES = [
    "Smith",
    "Johnson",
    "Williams",
    "Brown",
    "Jones",
    "Garcia",
    "Miller",
    "Davis",
    "Rodriguez",
    "Martinez",
    "Hernandez",
    "Lopez",
    "Wilson",
    "Anderson",
    "Thomas",
    "Taylor",
    "Moore",
    "Jackson",
    "Martin",
    "Lee",
    "Perez",
    "Thompson",
    "White",
    "Harris",
    "Clark",
    "Lewis",
    "Robinson",
    "Walker",
    "Young",
    "Allen",
    "King",
    "Wright",
    "Scott",
    "Torres",
    "Nguyen",
    "Hill",
    "Flores",
    "Green",
    "Adams",
    "Nelson",
    "Baker",
    "Hall",
    "Rivera",
    "Campbell",
    "Mitchell",
    "Carter",
    "Roberts",
    "Patel",
    "Kim",
    "Cohen",
]

INCOME = {
    "Mass Market": (28_000, 75_000),
    "Affluent": (90_000, 220_000),
    "Private": (250_000, 900_000),
    "Student": (4_000, 24_000),
}
BALANCE = {"Checking": 3_400, "Savings": 11_500, "Money Market": 26_000, "Certificate": 34_000}
WEALTH = {"Mass Market": 1.0, "Affluent": 2.6, "Private": 8.0, "Student": 0.3}
LOANS = {
    "Mortgage": (120_000, 620_000, 0.052, [180, 240, 360]),
    "Auto": (8_000, 55_000, 0.068, [36, 48, 60, 72]),
    "Personal": (2_000, 30_000, 0.109, [12, 24, 36, 48]),
    "Home Equity": (15_000, 150_000, 0.074, [60, 120, 180]),
    "Student": (3_000, 40_000, 0.059, [60, 120]),
}
CATEGORIES = {
    "Groceries": (24, 62),
    "Restaurants": (20, 38),
    "Fuel": (13, 44),
    "Travel": (6, 310),
    "Electronics": (6, 190),
    "Clothing": (10, 74),
    "Health": (8, 58),
    "Entertainment": (9, 35),
    "Utilities": (7, 120),
}


def _branches(rng: random.Random) -> Rows:
    rows: Rows = []
    for region, states in REGIONS.items():
        for state, cities in states.items():
            for city in cities:
                for quarter in QUARTERS:
                    rows.append(
                        {
                            "branch_name": f"{city} {quarter}",
                            "city": city,
                            "state": state,
                            "region": region,
                            "branch_type": weighted(
                                rng, {"Full Service": 7, "Express": 2, "Advisory Center": 1}
                            ),
                            "opened_on": dt.date(rng.randint(1985, 2022), rng.randint(1, 12), 15),
                            "staff_count": rng.randint(4, 28) if rng.random() > 0.04 else None,
                        }
                    )
    return numbered(rows, "branch_id")


def _customers(rng: random.Random, branches: Rows) -> Rows:
    weights = [3.0 if branch["city"] in BIG else 1.0 for branch in branches]
    rows: Rows = []
    for _ in range(2_400):
        branch = rng.choices(branches, weights)[0]
        segment = weighted(rng, {"Mass Market": 58, "Affluent": 22, "Student": 15, "Private": 5})
        gender = weighted(rng, {"F": 50, "M": 50})
        if rng.random() < 0.55:
            joined = dt.date(2015, 1, 1) + dt.timedelta(days=rng.randint(0, 2_900))
        else:
            span = (LAST - FIRST).days
            joined = FIRST + dt.timedelta(days=int(span * rng.random() ** 0.8))
        born = rng.randint(1998, 2006) if segment == "Student" else rng.randint(1945, 1999)
        first, last = rng.choice(WOMEN if gender == "F" else MEN), rng.choice(SURNAMES)
        churned = None
        if rng.random() < 0.11 and (LAST - joined).days > 120:
            floor = max(joined + dt.timedelta(days=90), FIRST)
            churned = floor + dt.timedelta(days=rng.randint(0, max((LAST - floor).days, 0)))
        low, high = INCOME[segment]
        rows.append(
            {
                "first_name": first,
                "last_name": last,
                "email": f"{first}.{last}{rng.randint(1, 9999)}@example.com".lower()
                if rng.random() > 0.06
                else None,
                "gender": gender if rng.random() > 0.05 else None,
                "birth_date": dt.date(born, rng.randint(1, 12), rng.randint(1, 28)),
                "city": branch["city"],
                "state": branch["state"],
                "home_branch_id": branch["branch_id"],
                "segment": segment,
                "acquisition_channel": weighted(
                    rng,
                    {
                        "Branch Walk-in": 26,
                        "Online Ads": 24,
                        "Referral": 18,
                        "Mobile App": 17,
                        "Direct Mail": 9,
                        "Partner": 6,
                    },
                )
                if rng.random() > 0.03
                else None,
                "annual_income": round(rng.uniform(low, high), -2) if rng.random() > 0.12 else None,
                "marketing_opt_in": rng.random() < (0.7 if segment == "Student" else 0.54),
                "signup_date": joined,
                "churned_on": churned,
            }
        )
    rows.sort(key=lambda row: row["signup_date"])
    return numbered(rows, "customer_id")


def _accounts(rng: random.Random, customers: Rows) -> Rows:
    rows: Rows = []
    for customer in customers:
        kinds = ["Checking" if rng.random() < 0.85 else "Savings"]
        while rng.random() < 0.34 and len(kinds) < 4:
            kinds.append(weighted(rng, {"Checking": 1, "Savings": 6, "Money Market": 2, "Certificate": 2}))
        for place, kind in enumerate(kinds):
            opened = customer["signup_date"]
            if place:
                opened += dt.timedelta(days=rng.randint(0, (LAST - opened).days))
            closed = customer["churned_on"]
            if closed is not None and closed < opened:
                opened = customer["signup_date"]
            if closed is None and rng.random() < 0.05 and (LAST - opened).days > 60:
                closed = opened + dt.timedelta(days=rng.randint(30, (LAST - opened).days))
            status = "Closed" if closed else weighted(rng, {"Open": 95, "Dormant": 5})
            balance = rng.lognormvariate(0, 0.8) * BALANCE[kind] * WEALTH[customer["segment"]]
            rows.append(
                {
                    "customer_id": customer["customer_id"],
                    "branch_id": customer["home_branch_id"],
                    "account_type": kind,
                    "status": status,
                    "opened_on": opened,
                    "closed_on": closed,
                    "balance": 0.0 if closed else round(balance, 2),
                    "paperless": rng.random() < 0.63,
                }
            )
    return numbered(rows, "account_id")


def _cards(rng: random.Random, accounts: Rows, customers: Rows) -> Rows:
    rows: Rows = []
    for account in accounts:
        if account["account_type"] != "Checking":
            continue
        segment = customers[account["customer_id"] - 1]["segment"]
        kinds = ["Debit"]
        if rng.random() < {"Student": 0.2, "Mass Market": 0.4}.get(segment, 0.65):
            kinds.append("Credit")
        for kind in kinds:
            wait = rng.randint(0, min(200, (LAST - account["opened_on"]).days))
            issued = max(account["opened_on"], dt.date(2021, 7, 1)) + dt.timedelta(days=wait)
            issued = min(issued, LAST)
            status = (
                "Cancelled"
                if account["closed_on"]
                else weighted(rng, {"Active": 90, "Blocked": 5, "Not Activated": 5})
            )
            limit = rng.choice([1_000, 2_000, 3_500, 5_000, 7_500, 10_000])
            if segment in ("Affluent", "Private"):
                limit *= 2
            rows.append(
                {
                    "account_id": account["account_id"],
                    "card_type": kind,
                    "network": weighted(rng, {"Visa": 62, "Mastercard": 38}),
                    "issued_on": issued,
                    "expires_on": issued.replace(day=1, year=issued.year + 4),
                    "status": status,
                    "credit_limit": float(limit) if kind == "Credit" else None,
                    "contactless": rng.random() < 0.88,
                }
            )
    return numbered(rows, "card_id")


def _loans(rng: random.Random, customers: Rows) -> Rows:
    rows: Rows = []
    adults = [customer for customer in customers if not customer["churned_on"]]
    while len(rows) < 1_100:
        customer = rng.choice(adults)
        kind = weighted(rng, {"Personal": 36, "Auto": 25, "Mortgage": 20, "Home Equity": 10, "Student": 9})
        applied = FIRST + dt.timedelta(days=rng.randint(0, (LAST - FIRST).days))
        if applied < customer["signup_date"]:
            continue
        low, high, rate, terms = LOANS[kind]
        principal = round(rng.uniform(low, high), -2)
        term = rng.choice(terms)
        age = (LAST - applied).days
        if age < 21 and rng.random() < 0.8:
            status = "Pending"
        else:
            status = weighted(rng, {"Active": 62, "Rejected": 25, "Paid Off": 8, "Defaulted": 5})
        if age < 150 and status in ("Paid Off", "Defaulted"):
            status = "Active"
        disbursed = None
        left = 0.0
        if status in ("Active", "Paid Off", "Defaulted"):
            disbursed = min(applied + dt.timedelta(days=rng.randint(3, 30)), LAST)
        if status in ("Active", "Defaulted"):
            left = round(principal * max(1 - age / 30.4 / term, 0.04), 2)
        rows.append(
            {
                "customer_id": customer["customer_id"],
                "branch_id": customer["home_branch_id"],
                "loan_type": kind,
                "applied_on": applied,
                "disbursed_on": disbursed,
                "status": status,
                "principal_amount": principal,
                "interest_rate": round(rate + rng.gauss(0, 0.008), 4),
                "term_months": term,
                "outstanding_balance": left,
            }
        )
    rows.sort(key=lambda row: row["applied_on"])
    return numbered(rows, "loan_id")


def _transactions(rng: random.Random, accounts: Rows, cards: Rows) -> Rows:
    by_account: dict[int, Rows] = {}
    for card in cards:
        by_account.setdefault(card["account_id"], []).append(card)
    weights = {kind: weight for kind, (weight, _) in CATEGORIES.items()}
    usable = [account for account in accounts if account["opened_on"] < LAST]
    activity = [5.0 if account["account_type"] == "Checking" else 1.0 for account in usable]
    rows: Rows = []
    while len(rows) < 5_000:
        account = rng.choices(usable, activity)[0]
        first = max(account["opened_on"], FIRST)
        last = min(account["closed_on"] or LAST, LAST)
        at = moment(rng, FIRST, LAST, (6, 22))
        if not first <= at.date() <= last:
            continue
        if at.month not in (11, 12) and rng.random() < 0.25:
            continue
        issued = by_account.get(account["account_id"], [])
        held = [card for card in issued if card["issued_on"] <= at.date()]
        if held:
            kind = weighted(
                rng,
                {
                    "purchase": 66,
                    "cash_withdrawal": 12,
                    "direct_deposit": 9,
                    "transfer_in": 4,
                    "transfer_out": 6,
                    "fee": 3,
                },
            )
        else:
            kind = weighted(rng, {"transfer_in": 35, "transfer_out": 30, "direct_deposit": 25, "fee": 10})
        card_id, category = None, None
        if kind == "purchase":
            card_id = rng.choice(held)["card_id"]
            category = weighted(rng, weights)
            amount = CATEGORIES[category][1] * rng.lognormvariate(0, 0.6)
            if at.month in (11, 12) and category in ("Electronics", "Clothing"):
                amount *= 1.3
            channel = weighted(rng, {"pos": 64, "online": 22, "mobile": 14})
            if rng.random() < 0.02:
                category = None
        elif kind == "cash_withdrawal":
            card_id = rng.choice(held)["card_id"]
            channel = weighted(rng, {"atm": 85, "branch": 15})
            amount = float(rng.choice([40, 60, 80, 100, 120, 200, 200, 300, 400, 500]))
        elif kind == "fee":
            channel = "system"
            amount = rng.choice([2.5, 12.0, 15.0, 35.0])
        elif kind == "direct_deposit":
            channel = "system"
            amount = rng.lognormvariate(7.6, 0.4)
        else:
            channel = weighted(rng, {"mobile": 50, "online": 35, "branch": 15})
            amount = rng.lognormvariate(5.6, 1.0)
        status = "posted"
        if kind in ("purchase", "cash_withdrawal"):
            status = weighted(rng, {"posted": 93, "declined": 6, "reversed": 1})
        rows.append(
            {
                "account_id": account["account_id"],
                "card_id": card_id,
                "transaction_at": at,
                "transaction_type": kind,
                "merchant_category": category,
                "channel": channel,
                "amount": round(amount, 2),
                "status": status,
                "is_international": kind == "purchase" and rng.random() < 0.07,
            }
        )
    rows.sort(key=lambda row: row["transaction_at"])
    return numbered(rows, "transaction_id")


def write(folder: Path) -> None:
    """The tables as Parquet."""
    rng = random.Random(20250618)
    branches = _branches(rng)
    customers = _customers(rng, branches)
    accounts = _accounts(rng, customers)
    cards = _cards(rng, accounts, customers)
    write_parquet(
        folder,
        {
            "branches": branches,
            "customers": customers,
            "accounts": accounts,
            "cards": cards,
            "loans": _loans(rng, customers),
            "transactions": _transactions(rng, accounts, cards),
        },
    )
