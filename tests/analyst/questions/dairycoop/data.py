"""The tables of a dairy cooperative."""

import datetime as dt
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import (
    Rows,
    moment,
    numbered,
    weighted,
    write_parquet,
)

FIRST = dt.date(2023, 1, 1)
LAST = dt.date(2025, 6, 17)

REGIONS = {"North Valley": 30, "River Plains": 26, "Coastal": 18, "Highlands": 16, "Lakeside": 10}
FARM_TYPES = {"conventional": 60, "organic": 22, "pasture": 18}
BREEDS = {"Holstein": 55, "Jersey": 20, "Brown Swiss": 12, "Ayrshire": 8, "Guernsey": 5}
PLANTS = {"Millbrook": 45, "Eastgate": 33, "Harrow Creek": 22}
CHANNELS = {"supermarket": 38, "convenience": 26, "foodservice": 18, "farm shop": 12, "online": 6}
CITIES = {
    "Ashford": 24,
    "Brampton": 19,
    "Carlow": 15,
    "Denholm": 13,
    "Elmswood": 11,
    "Fairhaven": 9,
    "Glenmore": 6,
    "Hexley": 3,
}
# name, category, list price, how often it sells
PRODUCTS = [
    ("Whole Milk 1L", "Milk", 1.05, 16),
    ("Semi-Skimmed Milk 2L", "Milk", 1.85, 14),
    ("Skimmed Milk 1L", "Milk", 0.98, 9),
    ("Organic Whole Milk 1L", "Milk", 1.6, 6),
    ("Mild Cheddar 400g", "Cheese", 3.9, 9),
    ("Mature Cheddar 400g", "Cheese", 4.6, 8),
    ("Mozzarella 250g", "Cheese", 2.4, 6),
    ("Gouda 300g", "Cheese", 3.7, 4),
    ("Salted Butter 250g", "Butter", 2.1, 9),
    ("Unsalted Butter 250g", "Butter", 2.15, 6),
    ("Plain Yogurt 500g", "Yogurt", 1.7, 8),
    ("Strawberry Yogurt 4x125g", "Yogurt", 2.2, 7),
    ("Greek Yogurt 450g", "Yogurt", 2.6, 5),
    ("Double Cream 300ml", "Cream", 1.9, 5),
    ("Sour Cream 200ml", "Cream", 1.2, 3),
]
FARM_FIRST = ["Oak", "Willow", "Stone", "Clover", "Meadow", "Brook", "Hill", "Maple", "Fox", "Hawthorn"]
FARM_FIRST += ["Sunny", "Birch", "Cedar", "Heather", "Raven", "Miller's", "Long", "Low", "Green", "Barley"]
FARM_SECOND = ["side Farm", "brook Dairy", "field Farm", "croft Dairy", "ridge Farm", "dale Dairy"]
FARM_SECOND += ["view Farm", "bank Farm", "wood Dairy", "acre Farm", "end Farm"]
FIRST_NAMES = ["Anna", "Peter", "Maria", "John", "Sofia", "Liam", "Grace", "Tom", "Ellen", "Hugh", "Ruth"]
LAST_NAMES = ["Baker", "Doyle", "Fischer", "Grant", "Hughes", "Larsen", "Moore", "Nolan", "Price", "Walsh"]
SHOP_FIRST = ["Fresh", "Daily", "Corner", "Family", "Golden", "Village", "Market", "Prime", "Urban"]
SHOP_FIRST += ["Harvest", "Riverside", "Central", "Orchard", "Royal", "Station"]
SHOP_SECOND = ["Foods", "Grocers", "Pantry", "Store", "Kitchen", "Larder", "Basket", "Provisions"]
SHOP_SECOND += ["Deli", "Mart", "Table", "Supplies", "Co", "Express"]


def farms(rng: random.Random) -> Rows:
    """The member farms, a few of which have left."""
    names = [first + second for first in FARM_FIRST for second in FARM_SECOND]
    rng.shuffle(names)
    rows = []
    for name in names[:210]:
        joined = moment(rng, dt.date(2009, 1, 1), dt.date(2024, 11, 30)).date()
        left = None
        if rng.random() < 0.08:
            left = moment(rng, max(joined + dt.timedelta(days=150), dt.date(2023, 6, 1)), LAST).date()
        kind = weighted(rng, FARM_TYPES)
        rows.append(
            {
                "farm_name": name,
                "owner_name": f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}",
                "region": weighted(rng, REGIONS),
                "farm_type": kind,
                "main_breed": weighted(rng, BREEDS) if rng.random() < 0.95 else None,
                "herd_size": int(rng.gauss(140 if kind == "conventional" else 85, 25)),
                "joined_on": joined,
                "left_on": left,
            }
        )
    return numbered(rows, "farm_id")


def delivery(rng: random.Random, farm: dict[str, Any], at: dt.datetime) -> dict[str, Any]:
    """One tanker load of a farm."""
    season = 1.15 if at.month in (4, 5, 6) else 0.88 if at.month in (11, 12, 1) else 1.0
    growth = 1 + 0.05 * (at.year - 2023)
    temperature = round(rng.gauss(3.7, 0.7), 1)
    if temperature > 5.2 and rng.random() < 0.6:
        status = "rejected"
    else:
        status = weighted(rng, {"accepted": 93, "downgraded": 5, "rejected": 2})
    return {
        "farm_id": farm["farm_id"],
        "delivered_at": at,
        "plant": weighted(rng, PLANTS),
        "tanker_no": f"T{rng.randint(1, 14):02d}",
        "litres": round(farm["herd_size"] * 24 * season * growth * rng.uniform(0.8, 1.2)),
        "temperature_c": temperature if rng.random() < 0.96 else None,
        "status": status,
    }


def milk_deliveries(rng: random.Random, members: Rows) -> Rows:
    """The loads in the order of their arrival, only while the farm was a member."""
    rows: Rows = []
    while len(rows) < 4800:
        farm = rng.choice(members)
        at = moment(rng, FIRST, LAST, (4, 18))
        if farm["joined_on"] <= at.date() <= (farm["left_on"] or LAST):
            rows.append(delivery(rng, farm, at))
    rows.sort(key=lambda row: row["delivered_at"])
    return numbered(rows, "delivery_id")


def quality_tests(rng: random.Random, loads: Rows, members: Rows) -> Rows:
    """The laboratory's results for most of the loads."""
    breeds = {farm["farm_id"]: farm["main_breed"] for farm in members}
    rows = []
    for load in loads:
        if rng.random() > 0.8:
            continue
        rich = breeds[load["farm_id"]] in ("Jersey", "Guernsey")
        cells = int(rng.lognormvariate(5.2, 0.4)) * 1000
        bacteria = int(rng.lognormvariate(3.2, 0.6)) * 1000
        grade = "A" if cells < 250_000 and bacteria < 50_000 else "B" if cells < 400_000 else "C"
        rows.append(
            {
                "delivery_id": load["delivery_id"],
                "tested_on": min(load["delivered_at"].date() + dt.timedelta(days=rng.randint(0, 2)), LAST),
                "lab": weighted(rng, {"Central Lab": 60, "Eastgate Lab": 28, "Agritest": 12}),
                "fat_pct": round(rng.gauss(4.9 if rich else 3.9, 0.25), 2),
                "protein_pct": round(rng.gauss(3.7 if rich else 3.3, 0.15), 2),
                "somatic_cell_count": cells,
                "bacteria_count": bacteria if rng.random() < 0.95 else None,
                "antibiotics_found": rng.random() < 0.015,
                "grade": grade,
            }
        )
    return numbered(rows, "test_id")


def retailers(rng: random.Random) -> Rows:
    """The shops that buy the products."""
    names = [f"{first} {second}" for first in SHOP_FIRST for second in SHOP_SECOND]
    rng.shuffle(names)
    return numbered(
        (
            {
                "retailer_name": name,
                "channel": weighted(rng, CHANNELS),
                "city": weighted(rng, CITIES),
                "customer_since": moment(rng, dt.date(2012, 1, 1), dt.date(2022, 12, 31)).date(),
                "payment_terms_days": rng.choice([14, 30, 30, 30, 45]) if rng.random() < 0.93 else None,
            }
            for name in names[:200]
        ),
        "retailer_id",
    )


def product_sales(rng: random.Random, shops: Rows) -> Rows:
    """The lines sold, with more and dearer ones every year."""
    size = {"supermarket": 1900, "convenience": 620, "foodservice": 1100, "farm shop": 350, "online": 540}
    rows: Rows = []
    while len(rows) < 5000:
        day = moment(rng, FIRST, LAST).date()
        if rng.random() > 0.7 + 0.12 * (day.year - 2023):
            continue
        shop = rng.choice(shops)
        name, category, price, _ = rng.choices(PRODUCTS, [product[3] for product in PRODUCTS])[0]
        quantity = max(6, int(size[shop["channel"]] * rng.uniform(0.4, 1.6)))
        unit_price = round(price * (1 + 0.04 * (day.year - 2023)), 2)
        discount = rng.choice([5, 10, 10, 15, 20]) if rng.random() < 0.25 else None
        rows.append(
            {
                "retailer_id": shop["retailer_id"],
                "sold_on": day,
                "product_name": name,
                "category": category,
                "quantity": quantity,
                "unit_price": unit_price,
                "discount_pct": discount,
                "net_amount": round(quantity * unit_price * (1 - (discount or 0) / 100), 2),
            }
        )
    rows.sort(key=lambda row: row["sold_on"])
    return numbered(rows, "sale_id")


def farmer_payments(rng: random.Random, loads: Rows, members: Rows) -> Rows:
    """One payment a farm and month of deliveries; the latest ones are still open."""
    kinds = {farm["farm_id"]: farm["farm_type"] for farm in members}
    litres: dict[tuple[dt.date, int], int] = defaultdict(int)
    for load in loads:
        if load["status"] != "rejected":
            litres[load["delivered_at"].date().replace(day=1), load["farm_id"]] += load["litres"]
    rows = []
    for (month, farm_id), volume in sorted(litres.items()):
        if month >= dt.date(2025, 6, 1):
            continue
        price = {"conventional": 0.41, "organic": 0.53, "pasture": 0.46}[kinds[farm_id]]
        base = round(volume * price * (1 + 0.03 * (month.year - 2023)), 2)
        bonus = round(base * rng.choice([0.02, 0.03, 0.05]), 2) if rng.random() < 0.55 else 0.0
        deduction = round(rng.uniform(20, 180), 2) if rng.random() < 0.3 else 0.0
        if month >= dt.date(2025, 5, 1):
            status = weighted(rng, {"paid": 40, "pending": 55, "on hold": 5})
        else:
            status = weighted(rng, {"paid": 98.5, "on hold": 1.5})
        paid = (month + dt.timedelta(days=32)).replace(day=rng.randint(8, 17)) if status == "paid" else None
        rows.append(
            {
                "farm_id": farm_id,
                "delivery_month": month,
                "base_amount": base,
                "quality_bonus": bonus,
                "deductions": deduction,
                "net_amount": round(base + bonus - deduction, 2),
                "status": status,
                "paid_on": paid,
                "method": weighted(rng, {"bank transfer": 88, "cheque": 12}),
            }
        )
    return numbered(rows, "payment_id")


def write(folder: Path) -> None:
    """Write the tables into a folder."""
    rng = random.Random(40817)
    members = farms(rng)
    loads = milk_deliveries(rng, members)
    shops = retailers(rng)
    write_parquet(
        folder,
        {
            "farms": members,
            "milk_deliveries": loads,
            "quality_tests": quality_tests(rng, loads, members),
            "retailers": shops,
            "product_sales": product_sales(rng, shops),
            "farmer_payments": farmer_payments(rng, loads, members),
        },
    )
