"""Seeded tables of a regional supermarket chain."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST = dt.date(2023, 1, 2)
LAST = dt.date(2025, 6, 17)

STORES = [
    # name, city, state, format, opened, square feet, manager, weight
    ("Columbus High Street", "Columbus", "Ohio", "Supermarket", "2004-05-12", 38500, "Dana Whitlock", 9),
    ("Columbus Easton", "Columbus", "Ohio", "Superstore", "2011-09-30", 74200, "Marcus Boyle", 13),
    ("Dublin Bridge Park", "Dublin", "Ohio", "Supermarket", "2016-03-18", 41200, "Priya Raman", 8),
    ("Dayton Oakwood", "Dayton", "Ohio", "Supermarket", "2008-11-06", 36700, "Gary Lindqvist", 6),
    ("Cincinnati Hyde Park", "Cincinnati", "Ohio", "Superstore", "2013-04-22", 69800, "Renee Castellano", 11),
    ("Cincinnati Vine Street", "Cincinnati", "Ohio", "Express", "2019-08-14", 9800, "Tom Okafor", 4),
    ("Toledo Monroe", "Toledo", "Ohio", "Supermarket", "2006-02-09", 35100, None, 5),
    (
        "Indianapolis Broad Ripple",
        "Indianapolis",
        "Indiana",
        "Supermarket",
        "2010-10-15",
        40300,
        "Lucy Hartman",
        8,
    ),
    ("Indianapolis Downtown", "Indianapolis", "Indiana", "Express", "2018-06-01", 10400, "Andre Pierce", 5),
    ("Carmel City Center", "Carmel", "Indiana", "Superstore", "2015-05-27", 71500, "Helen Voss", 10),
    ("Fort Wayne Dupont", "Fort Wayne", "Indiana", "Supermarket", "2009-07-23", 37900, "Sam Delgado", 6),
    ("Ann Arbor Packard", "Ann Arbor", "Michigan", "Supermarket", "2012-01-20", 39600, "Nora Jensen", 8),
    ("Lansing Frandor", "Lansing", "Michigan", "Supermarket", "2014-08-08", 36200, "Victor Chen", 5),
    ("Grand Rapids East", "Grand Rapids", "Michigan", "Superstore", "2017-10-05", 70100, "Elaine Murphy", 9),
    ("Louisville Highlands", "Louisville", "Kentucky", "Supermarket", "2007-03-29", 38800, "Ben Tackett", 7),
    ("Lexington Chevy Chase", "Lexington", "Kentucky", "Supermarket", "2020-02-13", 34900, "Joanna Reid", 5),
    ("Columbus Short North", "Columbus", "Ohio", "Express", "2024-03-07", 8900, "Kyle Brandt", 4),
    ("Ann Arbor Main Street", "Ann Arbor", "Michigan", "Express", "2024-09-19", 9300, None, 4),
]

CATEGORIES = [
    # name, department, demand, yearly change of demand
    ("Fruit & Vegetables", "Fresh", 15, 1.10),
    ("Bakery", "Fresh", 9, 0.95),
    ("Dairy & Eggs", "Fresh", 14, 1.05),
    ("Meat & Poultry", "Fresh", 9, 1.00),
    ("Fish & Seafood", "Fresh", 3, 1.15),
    ("Frozen Meals", "Frozen", 5, 1.05),
    ("Ice Cream & Desserts", "Frozen", 3, 0.85),
    ("Breakfast & Cereals", "Grocery", 5, 0.80),
    ("Pasta & Rice", "Grocery", 6, 1.05),
    ("Snacks & Candy", "Grocery", 9, 1.10),
    ("Soft Drinks", "Drinks", 7, 1.00),
    ("Beer & Wine", "Drinks", 5, 1.15),
    ("Household Cleaning", "Non-food", 4, 1.00),
    ("Health & Beauty", "Non-food", 4, 1.10),
    ("Pet Care", "Non-food", 3, 1.20),
]

ITEMS = {
    "Fruit & Vegetables": [
        ("Bananas 2 lb", 1.49),
        ("Gala Apples 3 lb", 4.29),
        ("Baby Spinach 10 oz", 3.79),
        ("Cherry Tomatoes 1 pt", 3.49),
        ("Russet Potatoes 5 lb", 4.49),
        ("Avocados 4 ct", 4.99),
    ],
    "Bakery": [
        ("Sourdough Loaf", 4.79),
        ("Whole Wheat Bread 24 oz", 3.29),
        ("Butter Croissants 4 ct", 5.49),
        ("Plain Bagels 6 ct", 3.99),
        ("Cinnamon Rolls 6 ct", 5.29),
    ],
    "Dairy & Eggs": [
        ("Whole Milk 1 gal", 3.89),
        ("Large Eggs 12 ct", 4.19),
        ("Greek Yogurt 32 oz", 5.79),
        ("Sharp Cheddar 8 oz", 3.99),
        ("Salted Butter 1 lb", 5.29),
        ("Oat Milk 64 oz", 4.59),
    ],
    "Meat & Poultry": [
        ("Chicken Breast 2 lb", 9.98),
        ("Ground Beef 1 lb", 6.49),
        ("Pork Chops 1.5 lb", 7.29),
        ("Smoked Bacon 12 oz", 6.99),
        ("Turkey Slices 9 oz", 5.49),
    ],
    "Fish & Seafood": [
        ("Atlantic Salmon 1 lb", 12.99),
        ("Peeled Shrimp 1 lb", 10.99),
        ("Cod Fillets 12 oz", 9.49),
    ],
    "Frozen Meals": [
        ("Pepperoni Pizza", 6.99),
        ("Chicken Burritos 8 ct", 8.49),
        ("Vegetable Lasagna", 7.79),
        ("Chicken Nuggets 2 lb", 8.99),
    ],
    "Ice Cream & Desserts": [
        ("Vanilla Ice Cream 48 oz", 5.49),
        ("Fudge Bars 12 ct", 4.99),
        ("Apple Pie", 6.79),
    ],
    "Breakfast & Cereals": [
        ("Honey Oat Cereal 18 oz", 4.69),
        ("Rolled Oats 42 oz", 4.99),
        ("Granola Bars 12 ct", 4.29),
        ("Pancake Mix 32 oz", 3.79),
    ],
    "Pasta & Rice": [
        ("Spaghetti 16 oz", 1.79),
        ("Penne 16 oz", 1.89),
        ("Basmati Rice 2 lb", 5.29),
        ("Marinara Sauce 24 oz", 3.49),
    ],
    "Snacks & Candy": [
        ("Potato Chips 8 oz", 3.99),
        ("Tortilla Chips 11 oz", 4.29),
        ("Milk Chocolate Bar", 1.99),
        ("Mixed Nuts 10 oz", 6.99),
        ("Gummy Bears 8 oz", 2.79),
    ],
    "Soft Drinks": [
        ("Cola 12 pack", 7.49),
        ("Sparkling Water 8 pack", 4.79),
        ("Orange Juice 52 oz", 4.29),
        ("Iced Tea 64 oz", 2.99),
    ],
    "Beer & Wine": [
        ("Lager 6 pack", 9.99),
        ("IPA 6 pack", 11.49),
        ("Cabernet Sauvignon", 12.99),
        ("Pinot Grigio", 10.99),
    ],
    "Household Cleaning": [
        ("Paper Towels 6 rolls", 9.99),
        ("Dish Soap 24 oz", 3.29),
        ("Laundry Detergent 92 oz", 12.49),
        ("Trash Bags 40 ct", 8.99),
    ],
    "Health & Beauty": [
        ("Toothpaste 6 oz", 3.79),
        ("Shampoo 12 oz", 5.99),
        ("Hand Soap 7.5 oz", 2.49),
        ("Ibuprofen 100 ct", 7.99),
    ],
    "Pet Care": [
        ("Dry Dog Food 15 lb", 19.99),
        ("Cat Litter 20 lb", 9.49),
        ("Wet Cat Food 12 ct", 11.99),
    ],
}

OWN_BRAND = "Hearthside"
BRANDS = {
    "Fresh": ["Green Hollow", "Sunny Acre", "Miller's Farm"],
    "Frozen": ["Northpole Kitchen", "Bella Cucina", "Frostfield"],
    "Grocery": ["Golden Mill", "Crunchworks", "Bella Cucina"],
    "Drinks": ["Silver Creek", "Lakeshore", "Old Depot"],
    "Non-food": ["Brightly", "PureNest", "Wag & Purr"],
}

FIRST_NAMES = [
    "James",
    "Maria",
    "Robert",
    "Linda",
    "Michael",
    "Aisha",
    "David",
    "Susan",
    "Carlos",
    "Karen",
    "Kevin",
    "Emily",
    "Brian",
    "Jasmine",
    "Steven",
    "Olivia",
    "Eric",
    "Rachel",
    "Daniel",
    "Wei",
    "Paul",
    "Angela",
    "Omar",
    "Megan",
    "Justin",
    "Grace",
    "Tyler",
    "Hannah",
    "Luis",
    "Diane",
]
LAST_NAMES = [
    "Smith",
    "Johnson",
    "Nguyen",
    "Garcia",
    "Miller",
    "Davis",
    "Patel",
    "Wilson",
    "Moore",
    "Taylor",
    "Anderson",
    "Thomas",
    "Jackson",
    "White",
    "Harris",
    "Martin",
    "Thompson",
    "Lopez",
    "Clark",
    "Lewis",
    "Walker",
    "Hall",
    "Young",
    "King",
    "Wright",
    "Scott",
    "Green",
    "Baker",
    "Adams",
    "Reed",
]


def _stores() -> Rows:
    rows: Rows = []
    for number, (name, city, state, kind, opened, area, manager, _) in enumerate(STORES, 101):
        rows.append(
            {
                "store_id": number,
                "store_name": name,
                "city": city,
                "state": state,
                "store_format": kind,
                "opened_on": dt.date.fromisoformat(opened),
                "floor_area_sqft": area,
                "manager_name": manager,
            }
        )
    return rows


def _products(rng: random.Random) -> Rows:
    rows: Rows = []
    for category_id, (category, department, _, _) in enumerate(CATEGORIES, 1):
        for item, price in ITEMS[category]:
            for brand in [OWN_BRAND, *BRANDS[department]]:
                own = brand == OWN_BRAND
                unit_price = round(price * (rng.uniform(0.78, 0.9) if own else rng.uniform(0.95, 1.25)), 2)
                margin = rng.uniform(0.32, 0.42) if own else rng.uniform(0.18, 0.32)
                gone = rng.random() < 0.06
                rows.append(
                    {
                        "sku": f"{category_id:02d}-{rng.randint(10000, 99999)}",
                        "product_name": f"{brand} {item}",
                        "category_id": category_id,
                        "brand": brand,
                        "is_own_brand": own,
                        "list_price": unit_price,
                        "unit_cost": round(unit_price * (1 - margin), 2),
                        "discontinued_on": moment(rng, dt.date(2024, 2, 1), dt.date(2025, 4, 30)).date()
                        if gone
                        else None,
                    }
                )
    return numbered(rows, "product_id")


def _members(rng: random.Random, stores: Rows) -> Rows:
    rows: Rows = []
    for _ in range(720):
        joined = (
            moment(rng, dt.date(2019, 1, 7), dt.date(2022, 12, 31)).date()
            if rng.random() < 0.5
            else moment(rng, FIRST, LAST).date()
        )
        home = stores[rng.choices(range(len(STORES)), [store[-1] for store in STORES])[0]]
        first, last = rng.choice(FIRST_NAMES), rng.choice(LAST_NAMES)
        tiers = (
            {"Bronze": 60, "Silver": 28, "Gold": 12}
            if joined.year < 2024
            else {"Bronze": 75, "Silver": 19, "Gold": 6}
        )
        rows.append(
            {
                "first_name": first,
                "last_name": last,
                "email": None
                if rng.random() < 0.12
                else f"{first}.{last}{rng.randint(1, 999)}@example.com".lower(),
                "birth_year": None if rng.random() < 0.25 else rng.randint(1942, 2005),
                "home_store_id": None if rng.random() < 0.05 else home["store_id"],
                "tier": weighted(rng, tiers),
                "joined_on": joined,
                "email_opt_in": rng.random() < 0.58,
            }
        )
    rows.sort(key=lambda row: row["joined_on"])
    return numbered(rows, "member_id")


def _receipts(rng: random.Random, stores: Rows, products: Rows, members: Rows) -> tuple[Rows, Rows]:
    by_category: dict[int, Rows] = {}
    for product in products:
        by_category.setdefault(product["category_id"], []).append(product)
    popularity = {
        product["product_id"]: rng.uniform(0.4, 2.2) * (1.5 if product["is_own_brand"] else 1)
        for product in products
    }
    activity = {member["member_id"]: rng.choice([0, 0.3, 1, 1, 2, 4]) for member in members}
    when = []
    while len(when) < 1620:
        at = moment(rng, FIRST, LAST, (7, 21))
        busy = 0.55 + 0.12 * (at.date() - FIRST).days / 365
        busy *= {11: 1.15, 12: 1.3}.get(at.month, 1) * (1.25 if at.weekday() >= 5 else 1)
        if rng.random() < busy / 1.5:
            when.append(at)
    when.sort()
    receipts: Rows = []
    lines: Rows = []
    for at in when:
        open_stores = [
            (store, spec[-1])
            for store, spec in zip(stores, STORES, strict=True)
            if store["opened_on"] <= at.date()
        ]
        store = rng.choices([s for s, _ in open_stores], [w for _, w in open_stores])[0]
        member: dict[str, Any] | None = None
        if rng.random() < 0.46 + 0.04 * (at.year - 2023):
            known = [m for m in members if m["joined_on"] <= at.date() and activity[m["member_id"]]]
            near = [m for m in known if m["home_store_id"] == store["store_id"]]
            pool = near if near and rng.random() < 0.7 else known
            member = rng.choices(pool, [activity[m["member_id"]] for m in pool])[0]
        channels = {"Staffed checkout": 52, "Self-checkout": 30 + 6 * (at.year - 2023)}
        if store["store_format"] != "Express":
            channels["Click & collect"] = 9
        receipt_id = 500001 + len(receipts)
        channel = weighted(rng, channels)
        size = {
            "Express": [5, 4, 2, 1, 0, 0],
            "Supermarket": [3, 5, 5, 3, 2, 1],
            "Superstore": [2, 4, 5, 4, 3, 2],
        }
        count = rng.choices(range(1, 7), size[store["store_format"]])[0]
        chosen: set[int] = set()
        total = 0.0
        for _ in range(count):
            years = (at.date() - FIRST).days / 365
            weights = [demand * change**years for _, _, demand, change in CATEGORIES]
            category_id = rng.choices(range(1, len(CATEGORIES) + 1), weights)[0]
            on_sale = [
                p
                for p in by_category[category_id]
                if p["product_id"] not in chosen
                and (not p["discontinued_on"] or p["discontinued_on"] > at.date())
            ]
            product = rng.choices(on_sale, [popularity[p["product_id"]] for p in on_sale])[0]
            chosen.add(product["product_id"])
            quantity = rng.choices([1, 2, 3, 4, 6], [62, 23, 8, 5, 2])[0]
            price = round(product["list_price"] * (0.94 + 0.03 * (at.year - 2023)), 2)
            discounted = rng.random() < (0.24 if member else 0.12)
            discount = round(quantity * price * rng.choice([0.1, 0.15, 0.2, 0.25]), 2) if discounted else 0.0
            amount = round(quantity * price - discount, 2)
            total += amount
            lines.append(
                {
                    "receipt_id": receipt_id,
                    "product_id": product["product_id"],
                    "quantity": quantity,
                    "unit_price": price,
                    "discount_amount": discount,
                    "line_total": amount,
                }
            )
        payments = {
            "Debit card": 41,
            "Credit card": 33,
            "Cash": 14,
            "Mobile wallet": 9 + 3 * (at.year - 2023),
            "Gift card": 3,
        }
        if channel == "Click & collect":
            payments = {"Debit card": 35, "Credit card": 50, "Mobile wallet": 15}
        receipts.append(
            {
                "receipt_id": receipt_id,
                "store_id": store["store_id"],
                "member_id": member["member_id"] if member else None,
                "purchased_at": at,
                "channel": channel,
                "payment_method": weighted(rng, payments),
                "total_amount": round(total, 2),
            }
        )
    return receipts, numbered(lines, "line_id")


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(20250618)
    stores = _stores()
    products = _products(rng)
    members = _members(rng, stores)
    receipts, lines = _receipts(rng, stores, products, members)
    write_parquet(
        folder,
        {
            "stores": stores,
            "categories": [
                {"category_id": number, "category_name": name, "department": department}
                for number, (name, department, _, _) in enumerate(CATEGORIES, 1)
            ],
            "products": products,
            "loyalty_members": members,
            "receipts": receipts,
            "receipt_lines": lines,
        },
    )
