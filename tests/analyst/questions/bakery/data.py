"""A chain of bakeries in Scotland since summer 2023: shops, products, till lines, waste and shifts."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 7, 1), dt.date(2025, 6, 17)
STORES = [
    ("Old Town", "Edinburgh", "East", dt.date(2009, 3, 14), 85, True, "Fiona Baird"),
    ("Leith Walk", "Edinburgh", "East", dt.date(2013, 8, 1), 60, False, "Callum Reid"),
    ("Merchant City", "Glasgow", "West", dt.date(2015, 5, 20), 120, True, "Aisha Malik"),
    ("West End", "Glasgow", "West", dt.date(2018, 10, 6), 70, False, "Rory Grant"),
    ("Union Street", "Aberdeen", "North", dt.date(2020, 2, 10), 95, True, "Morag Sim"),
    ("Riverside", "Dundee", "North", dt.date(2021, 11, 27), 55, False, "Euan Lamb"),
    ("High Street", "Perth", "North", dt.date(2023, 6, 24), 48, False, "Isla Petrie"),
]
STORE_WEIGHTS = [22, 15, 21, 14, 12, 9, 7]
PRODUCTS = [
    # name, category, list price, unit cost, vegan, launched, discontinued, popularity
    ("Sourdough loaf", "Bread", 4.4, 1.3, True, dt.date(2009, 3, 14), None, 14),
    ("Rye loaf", "Bread", 4.1, 1.25, True, dt.date(2011, 1, 10), None, 7),
    ("Baguette", "Bread", 2.2, 0.6, True, dt.date(2009, 3, 14), None, 11),
    ("Morning roll", "Bread", 0.7, 0.18, True, dt.date(2009, 3, 14), None, 16),
    ("Spelt tin", "Bread", 3.9, 1.4, True, dt.date(2016, 4, 4), dt.date(2024, 8, 31), 2),
    ("Croissant", "Pastry", 2.4, 0.75, False, dt.date(2010, 9, 1), None, 15),
    ("Pain au chocolat", "Pastry", 2.7, 0.9, False, dt.date(2010, 9, 1), None, 10),
    ("Cinnamon swirl", "Pastry", 2.9, 0.85, True, dt.date(2019, 2, 15), None, 9),
    ("Danish", "Pastry", 2.8, 0.95, False, dt.date(2012, 6, 1), dt.date(2024, 3, 31), 3),
    ("Fruit scone", "Pastry", 2.1, 0.55, False, dt.date(2009, 3, 14), None, 8),
    ("Victoria sponge", "Cake", 18.5, 6.2, False, dt.date(2014, 5, 5), None, 2.2),
    ("Carrot cake slice", "Cake", 3.6, 1.1, False, dt.date(2014, 5, 5), None, 6),
    ("Brownie", "Cake", 3.2, 0.95, True, dt.date(2017, 3, 3), None, 9),
    ("Birthday cake", "Cake", 32.0, 11.0, False, dt.date(2020, 1, 15), None, 1.3),
    ("Scotch pie", "Savoury", 3.3, 1.35, False, dt.date(2009, 3, 14), None, 9),
    ("Sausage roll", "Savoury", 2.6, 1.05, False, dt.date(2009, 3, 14), None, 12),
    ("Vegan sausage roll", "Savoury", 2.8, 1.1, True, dt.date(2022, 1, 3), None, 5),
    ("Filled baguette", "Savoury", 5.2, 2.1, False, dt.date(2013, 7, 1), None, 7),
    ("Flat white", "Drinks", 3.4, 0.6, False, dt.date(2015, 1, 1), None, 13),
    ("Tea", "Drinks", 2.3, 0.2, True, dt.date(2009, 3, 14), None, 8),
    ("Orange juice", "Drinks", 2.9, 1.2, True, dt.date(2018, 5, 1), dt.date(2025, 1, 31), 3),
]
CHANNELS = {"Counter": 74, "App": 17, "Delivery": 9}
PAYMENTS = {"Card": 72, "Cash": 21, "Voucher": 7}
REASONS = {"Unsold": 62, "Damaged": 12, "Expired": 14, "Burnt": 6, "": 6}
ROLES = {"Baker": 13.9, "Sales assistant": 12.2, "Barista": 12.6, "Driver": 12.9}
STAFF = [
    *("Ailsa Muir", "Ben Kerr", "Chiara Neri", "Donald Ross", "Ewa Nowak", "Fraser Hay", "Greta Lund"),
    *("Hamish Orr", "Iona Boyd", "Jack Tait", "Kasia Wolska", "Lewis Bain", "Mhairi Gow", "Niall Craig"),
    *("Olga Petrova", "Paul Imrie", "Rhona Weir", "Sam Dunn", "Tariq Aziz", "Una Shaw", "Vikram Nair"),
]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(5207)
    keys = ("name", "town", "region", "opened_on", "floor_sqm", "has_cafe", "manager")
    stores = numbered(dict(zip(keys, row, strict=True)) for row in STORES)
    keys = ("name", "category", "list_price", "unit_cost", "is_vegan", "launched_on", "discontinued_on")
    products = numbered(dict(zip(keys, row[:7], strict=True)) for row in PRODUCTS)
    cards = [f"L{number:05d}" for number in rng.sample(range(10000, 99999), 620)]
    lines = [line for receipt in _receipts(rng, cards) for line in _lines(rng, receipt)]
    waste = numbered(sorted((_waste(rng) for _ in range(3400)), key=lambda row: row["thrown_on"]))
    write_parquet(
        folder,
        {
            "stores": stores,
            "products": products,
            "sales": numbered(lines),
            "waste": waste,
            "shifts": numbered(_shifts(rng)),
        },
    )


def _sold(day: dt.date) -> list[float]:
    return [0.0 if row[6] and row[6] < day else float(row[7]) for row in PRODUCTS]


def _receipts(rng: random.Random, cards: list[str]) -> Rows:
    days = [FIRST + dt.timedelta(days=n) for n in range((LAST - FIRST).days + 1)]
    busy = [
        (1 + 0.0006 * n)
        * (1.7 if day.weekday() == 5 else 1.25 if day.weekday() == 6 else 1.0)
        * (1.35 if day.month == 12 else 0.9 if day.month in {1, 2} else 1.0)
        for n, day in enumerate(days)
    ]
    rows = []
    for day in sorted(rng.choices(days, busy, k=6800)):
        at = moment(rng, day, day, (7, 17))
        store = rng.choices(range(1, 8), STORE_WEIGHTS)[0]
        rows.append(
            {
                "store_id": store,
                "sold_at": at,
                "channel": weighted(rng, CHANNELS),
                "payment": weighted(rng, PAYMENTS),
                "voided": rng.random() < 0.025,
                "loyalty_no": rng.choice(cards) if rng.random() < 0.37 else None,
            }
        )
    rows.sort(key=lambda row: row["sold_at"])
    return [{"receipt_no": f"R{number:06d}", **row} for number, row in enumerate(rows, 100001)]


def _lines(rng: random.Random, receipt: dict) -> Rows:
    day = receipt["sold_at"].date()
    rows = []
    picks = set(
        rng.choices(range(len(PRODUCTS)), _sold(day), k=rng.choices([1, 2, 3, 4], [30, 36, 22, 12])[0])
    )
    for pick in sorted(picks):
        name, _, price, cost = PRODUCTS[pick][:4]
        price = round(price * (1.0 if day >= dt.date(2024, 9, 1) else 0.95), 2)
        pieces = (
            rng.choice([2, 4, 6, 8])
            if name == "Morning roll"
            else rng.choices([1, 2, 3, 4], [70, 20, 6, 4])[0]
        )
        if price > 10:
            pieces = 1
        cut = round(price * pieces * rng.choice([0.1, 0.2, 0.5]), 2) if rng.random() < 0.11 else 0.0
        rows.append(
            {
                "receipt_no": receipt["receipt_no"],
                "store_id": receipt["store_id"],
                "product_id": pick + 1,
                "sold_at": receipt["sold_at"],
                "channel": receipt["channel"],
                "payment": receipt["payment"],
                "quantity": pieces,
                "unit_price": price,
                "unit_cost": cost,
                "discount": cut,
                "voided": receipt["voided"],
                "loyalty_no": receipt["loyalty_no"],
            }
        )
    return rows


def _waste(rng: random.Random) -> dict:
    day = moment(rng, FIRST, LAST).date()
    pick = rng.choices(range(18), _sold(day)[:18])[0]
    pieces = 1 if PRODUCTS[pick][2] > 10 else rng.choices([1, 2, 3, 5, 8, 12], [20, 24, 22, 18, 10, 6])[0]
    return {
        "store_id": rng.choices(range(1, 8), [16, 17, 22, 12, 14, 10, 9])[0],
        "product_id": pick + 1,
        "thrown_on": day,
        "pieces": pieces,
        "cost": round(pieces * PRODUCTS[pick][3], 2),
        "reason": weighted(rng, REASONS) or None,
    }


def _shifts(rng: random.Random) -> Rows:
    people = [
        (name, 1 + n % 7, "Driver" if n in {6, 16} else ["Baker", "Sales assistant", "Barista"][n % 3])
        for n, name in enumerate(STAFF)
    ]
    rows, day = [], FIRST
    while day <= LAST:
        for name, store, role in people:
            if rng.random() < 0.07:
                sick = rng.random() < 0.08
                hours = 0.0 if sick else rng.choice([4.0, 6.0, 7.5, 8.0, 9.0])
                wage = ROLES[role] * (1.0 if day < dt.date(2024, 4, 1) else 1.06)
                rows.append(
                    {
                        "store_id": store,
                        "employee": name,
                        "role": role,
                        "shift_date": day,
                        "hours": hours,
                        "wage_cost": round(hours * wage, 2),
                        "called_in_sick": sick,
                    }
                )
        day += dt.timedelta(days=1)
    return rows
