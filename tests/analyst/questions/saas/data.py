"""A software company: accounts, plans, subscriptions and invoices."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2022, 1, 1), dt.date(2024, 12, 31)
PLANS = [("Starter", "monthly", 29.0), ("Growth", "monthly", 99.0), ("Growth", "annual", 990.0)]
PLANS += [("Scale", "monthly", 349.0), ("Scale", "annual", 3490.0)]
INDUSTRIES = {"Retail": 4, "Health": 3, "Education": 2, "Logistics": 2, "Media": 1}
COUNTRIES = {"United States": 6, "United Kingdom": 3, "Germany": 3, "Australia": 1}
SOURCES = {"organic": 5, "ads": 3, "referral": 2, "partner": 1}
REASONS = {"price": 4, "missing feature": 3, "closed business": 1, "competitor": 2}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(97)
    plans = numbered({"plan": name, "billing": billing, "price": price} for name, billing, price in PLANS)
    accounts = numbered((_account(rng, number) for number in range(1, 321)), "account_id")
    subscriptions = numbered(each for account in accounts for each in _subscriptions(rng, account))
    invoices = numbered(each for one in subscriptions for each in _invoices(rng, one, plans))
    tables = {"accounts": accounts, "plans": plans, "subscriptions": subscriptions, "invoices": invoices}
    write_parquet(folder, tables)


def _account(rng: random.Random, number: int) -> dict:
    return {
        "company": f"Company {number:03}",
        "industry": weighted(rng, INDUSTRIES),
        "country": weighted(rng, COUNTRIES),
        "source": weighted(rng, SOURCES),
        "signed_up_at": moment(rng, FIRST, dt.date(2024, 11, 30)),
    }


def _subscriptions(rng: random.Random, account: dict) -> Rows:
    start = account["signed_up_at"].date() + dt.timedelta(days=rng.randint(0, 30))
    found = []
    for _ in range(rng.choices([0, 1, 2], [1, 8, 3])[0]):
        end = start + dt.timedelta(days=rng.randint(40, 700))
        if start > LAST:
            break

        is_over = end <= LAST
        found.append(
            {
                "account_id": account["account_id"],
                "plan_id": rng.choices(range(1, 6), [5, 5, 2, 2, 1])[0],
                "started_on": start,
                "ended_on": end if is_over else None,
                "cancel_reason": weighted(rng, REASONS) if is_over else None,
                "seats": rng.randint(1, 40),
                "began_as_trial": rng.random() < 0.45,
            }
        )
        start = end + dt.timedelta(days=rng.randint(1, 60))
        if not is_over:
            break

    return found


def _invoices(rng: random.Random, subscription: dict, plans: Rows) -> Rows:
    plan = plans[subscription["plan_id"] - 1]
    step = 30 if plan["billing"] == "monthly" else 365
    day, end, found = subscription["started_on"], subscription["ended_on"] or LAST, []
    while day <= end:
        late = rng.random() < 0.08
        state = "V" if rng.random() < 0.01 else "O" if late and day > dt.date(2024, 9, 1) else "P"
        amount = round(plan["price"] * (1 + subscription["seats"] / 20), 2)
        found.append(
            {"subscription_id": subscription["id"], "issued_on": day, "amount": amount, "state": state}
        )
        day += dt.timedelta(days=step)

    return found
