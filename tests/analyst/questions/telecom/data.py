"""A mobile operator from mid 2022 to the end of 2024, as somebody exported it: no model, only CSV files."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_csv

FIRST, LAST = dt.date(2022, 7, 1), dt.date(2024, 12, 4)
PLANS = [
    ("S", 9.99, 3, True),
    ("M", 19.99, 15, False),
    ("L", 29.99, 40, False),
    ("XL", 49.99, None, False),
    ("Flex", 14.99, 8, True),
]
SEGMENTS = {"consumer": 68, "business": 20, "youth": 12}
REGIONS = {"north": 24, "south": 21, "east": 18, "west": 22, "capital": 11, "": 4}
TYPES = {"domestic": 78, "international": 9, "roaming": 8, "voicemail": 5}
HANDSETS = {"android": 55, "ios": 38, "other": 4, "": 3}


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(3404)
    plans = numbered(
        (
            {"plan_name": name, "monthly_fee": fee, "data_gb": data, "is_prepaid": prepaid}
            for name, fee, data, prepaid in PLANS
        ),
        "plan_id",
    )
    customers = numbered((_customer(rng) for _ in range(420)), "customer_id")
    calls = numbered(sorted(_calls(rng, customers), key=lambda row: row["started_at"]), "call_id")
    invoices = numbered(
        sorted(_invoices(rng, customers, plans), key=lambda row: row["invoice_date"]), "invoice_id"
    )
    write_csv(folder, {"plans": plans, "customers": customers, "calls": calls, "invoices": invoices})


def _customer(rng: random.Random) -> dict:
    signed = moment(rng, FIRST, dt.date(2024, 11, 20)).date()
    left = signed + dt.timedelta(days=40 + int(rng.expovariate(1 / 900)))
    return {
        "plan_id": rng.choices([1, 2, 3, 4, 5], [20, 32, 22, 10, 16])[0],
        "segment": weighted(rng, SEGMENTS),
        "region": weighted(rng, REGIONS) or None,
        "device_os": weighted(rng, HANDSETS) or None,
        "birth_year": rng.randint(1944, 2007) if rng.random() < 0.9 else None,
        "credit_score": rng.randint(410, 850) if rng.random() < 0.85 else None,
        "signup_date": signed,
        "churn_date": left if left <= LAST else None,
        "is_autopay": rng.random() < 0.58,
    }


def _calls(rng: random.Random, customers: Rows) -> Rows:
    talk = [rng.lognormvariate(0, 0.8) if rng.random() < 0.96 else 0.0 for _ in customers]
    return [_call(rng, customer) for customer in rng.choices(customers, talk, k=11500)]


def _call(rng: random.Random, customer: dict) -> dict:
    kind = weighted(rng, TYPES)
    dropped = rng.random() < (0.09 if kind == "roaming" else 0.035)
    seconds = int(rng.expovariate(1 / 190)) + 2
    return {
        "customer_id": customer["customer_id"],
        "started_at": moment(rng, customer["signup_date"], customer["churn_date"] or LAST, (5, 23)),
        "direction": weighted(rng, {"outgoing": 56, "incoming": 44}),
        "call_type": kind,
        "duration_sec": seconds,
        "dropped": dropped,
        "signal_dbm": rng.randint(-118, -61) if rng.random() < 0.88 else None,
        "cost": round(seconds / 60 * {"international": 0.29, "roaming": 0.19}.get(kind, 0.0), 2),
    }


def _invoices(rng: random.Random, customers: Rows, plans: Rows) -> Rows:
    return [row for customer in customers for row in _of_customer(rng, customer, plans)]


def _of_customer(rng: random.Random, customer: dict, plans: Rows) -> Rows:
    fee, rows = plans[customer["plan_id"] - 1]["monthly_fee"], []
    day = customer["signup_date"] + dt.timedelta(days=30)
    while day <= (customer["churn_date"] or LAST):
        rows.append(_invoice(rng, customer, day, fee))
        day += dt.timedelta(days=30)
    return rows


def _invoice(rng: random.Random, customer: dict, day: dt.date, fee: float) -> dict:
    net = round(fee + (rng.expovariate(1 / 6) if rng.random() < 0.4 else 0), 2)
    paid = day + dt.timedelta(
        days=rng.randint(0, 9) if customer["is_autopay"] else int(rng.expovariate(1 / 16))
    )
    unpaid = paid > LAST or rng.random() < 0.04
    return {
        "customer_id": customer["customer_id"],
        "invoice_date": day,
        "due_date": day + dt.timedelta(days=14),
        "net_amount": net,
        "tax_amount": round(net * 0.2, 2),
        "status": "open" if unpaid else "paid",
        "paid_date": None if unpaid else paid,
    }
