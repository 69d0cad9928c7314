"""A veg-box scheme with a farm shop: suppliers, products, customers, subscriptions, orders and refunds."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2024, 4, 1), dt.date(2026, 3, 15)
SUPPLIERS = [
    ("Home Farm", "Devon", 0, True, dt.date(2009, 4, 1), 0),
    ("Hillcrest Growers", "Devon", 9, True, dt.date(2011, 5, 9), 14),
    ("Otter Valley Dairy", "Devon", 17, False, dt.date(2013, 2, 4), 14),
    ("Bramble Lane Eggs", "Devon", 6, True, dt.date(2012, 9, 17), 14),
    ("Riverford Mill Bakery", "Devon", 12, True, dt.date(2016, 3, 7), 7),
    ("Copplestone Meats", "Devon", 14, False, dt.date(2014, 6, 2), 30),
    ("Trelawney Fruit", "Cornwall", 71, True, dt.date(2015, 8, 24), 30),
    ("Lizard Potatoes", "Cornwall", 98, False, dt.date(2018, 1, 15), 30),
    ("Fowey Creamery", "Cornwall", 66, False, dt.date(2017, 10, 2), 30),
    ("Quantock Orchards", "Somerset", 42, True, dt.date(2013, 9, 9), 30),
    ("Cheddar Vale Cheese", "Somerset", 58, False, dt.date(2016, 11, 21), 30),
    ("Levels Salad Co", "Somerset", 46, True, dt.date(2019, 4, 29), 14),
    ("Burrow Hill Juice", "Somerset", 51, False, dt.date(2020, 7, 13), 30),
    ("Blackmore Mushrooms", "Dorset", 63, True, dt.date(2018, 5, 28), 14),
    ("Purbeck Honey", "Dorset", 79, False, dt.date(2021, 3, 1), 30),
    ("Marshwood Lamb", "Dorset", 38, True, dt.date(2022, 2, 14), 30),
    ("Severn Pantry", "Bristol", 77, True, dt.date(2017, 6, 19), 45),
    ("Harbourside Coffee", "Bristol", 79, False, dt.date(2020, 10, 5), 30),
    ("Sole Mare Imports", "London", 172, True, dt.date(2015, 1, 12), 45),
    ("Kentish Top Fruit", "Kent", 214, False, dt.date(2023, 8, 7), 45),
    ("Tamar Seaweed", "Cornwall", 44, True, dt.date(2025, 11, 3), 30),
]
# name, category, supplier, unit, price, organic, popularity
PRODUCTS = [
    ("Mini veg box", "Veg boxes", None, "box", 12.5, True, 0),
    ("Small veg box", "Veg boxes", None, "box", 16.0, True, 0),
    ("Medium veg box", "Veg boxes", None, "box", 20.5, True, 0),
    ("Large veg box", "Veg boxes", None, "box", 26.0, True, 0),
    ("Fruit and veg box", "Veg boxes", None, "box", 24.0, True, 0),
    ("Salad box", "Veg boxes", None, "box", 14.0, True, 0),
    ("Carrots", "Vegetables", 1, "kg", 1.95, True, 8),
    ("Leeks", "Vegetables", 1, "kg", 3.4, True, 5),
    ("Purple sprouting broccoli", "Vegetables", 1, "bunch", 2.75, True, 4),
    ("Rainbow chard", "Vegetables", 1, "bunch", 2.1, True, 3),
    ("Beetroot", "Vegetables", 1, "kg", 2.4, True, 4),
    ("Curly kale", "Vegetables", 2, "pack", 1.9, True, 5),
    ("Onions", "Vegetables", 2, "kg", 1.7, True, 7),
    ("Butternut squash", "Vegetables", 2, "each", 2.6, True, 4),
    ("New potatoes", "Vegetables", 8, "kg", 2.2, False, 6),
    ("Baking potatoes", "Vegetables", 8, "kg", 1.6, False, 6),
    ("Mixed salad leaves", "Vegetables", 12, "pack", 2.3, True, 6),
    ("Vine tomatoes", "Vegetables", 12, "kg", 4.6, True, 6),
    ("Cucumber", "Vegetables", 12, "each", 1.45, True, 5),
    ("Chestnut mushrooms", "Vegetables", 14, "pack", 2.85, True, 6),
    ("Oyster mushrooms", "Vegetables", 14, "pack", 3.95, True, 2),
    ("Bramley apples", "Fruit", 10, "kg", 2.9, True, 4),
    ("Cox apples", "Fruit", 10, "kg", 3.1, True, 6),
    ("Conference pears", "Fruit", 20, "kg", 2.95, False, 4),
    ("Cherries", "Fruit", 20, "pack", 4.8, False, 2),
    ("Strawberries", "Fruit", 7, "pack", 3.9, True, 5),
    ("Rhubarb", "Fruit", 7, "bunch", 3.2, True, 2),
    ("Blood oranges", "Fruit", 19, "kg", 4.2, True, 4),
    ("Lemons", "Fruit", 19, "pack", 2.2, True, 5),
    ("Fairtrade bananas", "Fruit", 19, "kg", 2.35, True, 8),
    ("Whole milk 1l", "Dairy and eggs", 3, "each", 1.65, False, 9),
    ("Semi-skimmed milk 1l", "Dairy and eggs", 3, "each", 1.6, False, 8),
    ("Salted butter", "Dairy and eggs", 3, "pack", 2.95, False, 6),
    ("Natural yoghurt", "Dairy and eggs", 9, "each", 2.6, False, 5),
    ("Clotted cream", "Dairy and eggs", 9, "each", 3.3, False, 3),
    ("Mature cheddar", "Dairy and eggs", 11, "pack", 5.4, False, 5),
    ("Cave-aged cheddar", "Dairy and eggs", 11, "pack", 6.9, False, 2),
    ("Six free-range eggs", "Dairy and eggs", 4, "pack", 2.8, True, 10),
    ("Dozen free-range eggs", "Dairy and eggs", 4, "pack", 5.2, True, 5),
    ("Sourdough loaf", "Bakery", 5, "each", 4.2, True, 8),
    ("Seeded wholemeal", "Bakery", 5, "each", 3.8, True, 6),
    ("Hot cross buns", "Bakery", 5, "pack", 3.6, True, 2),
    ("Cheese scones", "Bakery", 5, "pack", 3.4, True, 3),
    ("Pork sausages", "Meat", 6, "pack", 5.6, False, 5),
    ("Beef mince", "Meat", 6, "pack", 6.2, False, 4),
    ("Whole chicken", "Meat", 6, "each", 14.5, False, 3),
    ("Smoked back bacon", "Meat", 6, "pack", 4.9, False, 4),
    ("Lamb shoulder", "Meat", 16, "each", 22.0, True, 1),
    ("Lamb chops", "Meat", 16, "pack", 9.8, True, 2),
    ("Wildflower honey", "Larder", 15, "each", 7.2, False, 3),
    ("Heather honey", "Larder", 15, "each", 8.6, False, 1),
    ("Red lentils", "Larder", 17, "pack", 2.4, True, 3),
    ("Porridge oats", "Larder", 17, "pack", 2.1, True, 4),
    ("Chopped tomatoes", "Larder", 17, "each", 1.35, True, 5),
    ("Olive oil 500ml", "Larder", 19, "each", 11.5, True, 2),
    ("Spaghetti", "Larder", 19, "pack", 2.25, True, 4),
    ("Cloudy apple juice", "Drinks", 13, "each", 3.6, False, 5),
    ("Dry cider 750ml", "Drinks", 13, "each", 4.9, False, 3),
    ("Ginger cordial", "Drinks", 13, "each", 5.5, False, 2),
    ("Ground coffee", "Drinks", 18, "pack", 6.8, False, 4),
    ("Decaf beans", "Drinks", 18, "pack", 7.4, False, 1),
    ("Seaweed crackers", "Larder", None, "pack", 3.1, False, 0),
    ("Elderflower fizz", "Drinks", 13, "each", 4.4, False, 0),
]
DISCONTINUED = {"Heather honey", "Decaf beans", "Rhubarb", "Cherries"}
BOXES = [(1, 0.4, 12), (2, 0.6, 26), (3, 0.7, 30), (4, 0.9, 14), (5, 0.8, 13), (6, 0.5, 5)]
TOWNS = {
    "Exeter": ("City", 30),
    "Topsham": ("City", 9),
    "Exmouth": ("Coast", 13),
    "Teignmouth": ("Coast", 9),
    "Crediton": ("Moor", 10),
    "Okehampton": ("Moor", 5),
    "Tiverton": ("Valley", 9),
    "Cullompton": ("Valley", 5),
    "Newton Abbot": ("South Hams", 8),
    "Totnes": ("South Hams", 12),
}
ROUND_DAYS = {"City": 1, "Coast": 2, "Moor": 3, "Valley": 3, "South Hams": 4}
DRIVERS = {
    "City": ("Pete Yelland", "Marta Kowalska"),
    "Coast": ("Marta Kowalska", "Dean Hext"),
    "Moor": ("Joss Tremlett", "Dean Hext"),
    "Valley": ("Pete Yelland", "Sunita Rao"),
    "South Hams": ("Sunita Rao", "Joss Tremlett"),
}
LATE = {"City": 0.05, "Coast": 0.08, "Moor": 0.17, "Valley": 0.07, "South Hams": 0.11}
SOURCES = {"Friend": 34, "Leaflet": 13, "Web search": 22, "Social media": 14, "Farmers market": 17}
LEAVING = {"Too expensive": 31, "Too much veg": 26, "Moving away": 17, "Quality": 11, "Going on holiday": 9}
REASONS = {"Poor quality": 38, "Missing item": 30, "Damaged": 15, "Wrong item": 17}
STAFF = {"Becky": 5, "Tom": 3, "Anjali": 4}
GIVEN = [
    "Alice",
    "Ben",
    "Chloe",
    "Dominic",
    "Ellen",
    "Freya",
    "Giles",
    "Helen",
    "Isla",
    "Jacob",
    "Kirsty",
    "Liam",
    "Moira",
    "Nathan",
    "Olive",
    "Poppy",
    "Ravi",
    "Sarah",
    "Tess",
    "Will",
    "Yasmin",
    "Zac",
]
FAMILY = [
    "Ashworth",
    "Bickford",
    "Carew",
    "Dunn",
    "Endacott",
    "Fry",
    "Gale",
    "Hannaford",
    "Ivey",
    "Jarvis",
    "Luscombe",
    "Maunder",
    "Northcott",
    "Palmer",
    "Rowe",
    "Shapland",
    "Tapper",
    "Vanstone",
    "Westcott",
    "Yeo",
]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(8143)
    suppliers = numbered(
        (
            {
                "name": name,
                "county": county,
                "distance_miles": miles,
                "certified_organic": organic,
                "first_supplied_on": day,
                "payment_terms_days": terms,
            }
            for name, county, miles, organic, day, terms in SUPPLIERS
        ),
        "supplier_id",
    )
    products = numbered((_product(rng, row) for row in PRODUCTS), "product_id")
    customers = numbered(_customers(rng), "customer_id")
    subscriptions = numbered(
        sorted(_subscriptions(rng, customers, products), key=lambda row: row["started_on"]),
        "subscription_id",
    )
    orders, items = _orders(rng, customers, subscriptions, products)
    refunds = numbered(sorted(_refunds(rng, orders, items), key=lambda row: row["requested_on"]), "refund_id")
    write_parquet(
        folder,
        {
            "suppliers": suppliers,
            "products": products,
            "customers": customers,
            "subscriptions": subscriptions,
            "orders": orders,
            "order_items": items,
            "refunds": refunds,
        },
    )


def _product(rng: random.Random, row: tuple) -> dict:
    name, category, supplier, unit, price, organic, _ = row
    box = category == "Veg boxes"
    live = name not in DISCONTINUED
    return {
        "name": name,
        "category": category,
        "supplier_id": supplier if name != "Seaweed crackers" else 21,
        "unit": unit,
        "price": price,
        "cost_price": round(price * (rng.uniform(0.45, 0.58) if box else rng.uniform(0.55, 0.78)), 2),
        "organic": organic,
        "vat_rate": 0.2 if name in ("Dry cider 750ml", "Ginger cordial", "Elderflower fizz") else 0.0,
        "stock": None if box else (rng.randint(2, 90) if live else 0),
        "reorder_level": None if box else rng.choice([5, 10, 15, 20]),
        "active": live,
    }


def _customers(rng: random.Random) -> Rows:
    names = rng.sample([(given, family) for given in GIVEN for family in FAMILY], 240)
    rows = []
    for given, family in names:
        joined = moment(rng, dt.date(2023, 3, 1), dt.date(2026, 2, 28)).date()
        rows.append(
            {
                "first_name": given,
                "last_name": family,
                "town": weighted(rng, {town: weight for town, (_, weight) in TOWNS.items()}),
                "joined_on": joined,
                "heard_from": weighted(rng, SOURCES) if rng.random() < 0.86 else None,
                "newsletter": rng.random() < 0.63,
                "phone": f"07{rng.randint(100, 999)} {rng.randint(100000, 999999)}"
                if rng.random() < 0.81
                else None,
            }
        )
    return sorted(rows, key=lambda row: row["joined_on"])


def _subscriptions(rng: random.Random, customers: Rows, products: Rows) -> Rows:
    rows = []
    for customer in customers:
        if rng.random() > 0.54:
            continue
        first = customer["joined_on"] + dt.timedelta(days=rng.randint(0, 25))
        while first <= LAST:
            box = rng.choices([row[0] for row in BOXES], [row[2] for row in BOXES])[0]
            end = first + dt.timedelta(days=int(rng.gammavariate(1.5, 190)) + 21)
            ended = end <= LAST
            rows.append(
                {
                    "customer_id": customer["customer_id"],
                    "product_id": box,
                    "frequency": weighted(rng, {"weekly": 19, "fortnightly": 48, "monthly": 33}),
                    "started_on": first,
                    "box_price": round(
                        products[box - 1]["price"] - (1.0 if first < dt.date(2025, 2, 1) else 0), 2
                    ),
                    "status": "cancelled" if ended else weighted(rng, {"active": 86, "paused": 14}),
                    "cancelled_on": end if ended else None,
                    "cancel_reason": weighted(rng, LEAVING) if ended and rng.random() < 0.88 else None,
                }
            )
            if not ended or rng.random() > 0.3:
                break
            first = end + dt.timedelta(days=rng.randint(20, 150))
    return rows


def _orders(rng: random.Random, customers: Rows, subscriptions: Rows, products: Rows) -> tuple[Rows, Rows]:
    pending: Rows = []
    for row in subscriptions:
        town = customers[row["customer_id"] - 1]["town"]
        weekday = ROUND_DAYS[TOWNS[town][0]]
        day = row["started_on"] + dt.timedelta(days=2)
        day += dt.timedelta(days=(weekday - day.weekday()) % 7)
        day += dt.timedelta(days=-(-max(0, (FIRST - day).days) // 28) * 28)
        step = {"weekly": 7, "fortnightly": 14, "monthly": 28}[row["frequency"]]
        end = row["cancelled_on"] or LAST + dt.timedelta(days=5)
        if row["status"] == "paused":
            end = LAST - dt.timedelta(days=rng.randint(20, 80))
        while day <= end:
            if rng.random() > 0.1 and not (day.month == 12 and day.day > 24):
                pending.append({"sub": row, "customer": row["customer_id"], "day": day})
            day += dt.timedelta(days=step)
    regulars = [c for c in customers if rng.random() < 0.6]
    for _ in range(760):
        customer = rng.choice(regulars)
        day = moment(rng, FIRST, LAST + dt.timedelta(days=5)).date()
        weekday = ROUND_DAYS[TOWNS[customer["town"]][0]]
        day += dt.timedelta(days=(weekday - day.weekday()) % 7)
        keep = 0.55 + 0.15 * (day.year - 2024) + (0.3 if day.month == 12 else 0)
        if customer["joined_on"] < day <= LAST + dt.timedelta(days=5) and rng.random() < keep:
            pending.append({"sub": None, "customer": customer["customer_id"], "day": day})
    for row in pending:
        ahead = 3 if row["sub"] else rng.randint(1, 4)
        row["placed"] = dt.datetime.combine(
            row["day"] - dt.timedelta(days=ahead),
            dt.time(5, 0) if row["sub"] else dt.time(rng.randint(7, 22), rng.randint(0, 59)),
        )
    pending = [row for row in pending if FIRST <= row["placed"].date() <= LAST]
    pending.sort(key=lambda row: row["placed"])
    orders, items = [], []
    for number, row in enumerate(pending, 10001):
        order, lines = _order(rng, number, row, customers, products)
        orders.append(order)
        for line in lines:
            items.append({"order_item_id": len(items) + 1, **line})
    return orders, items


def _order(rng: random.Random, number: int, row: dict, customers: Rows, products: Rows) -> tuple[dict, Rows]:
    sub, day = row["sub"], row["day"]
    area = TOWNS[customers[row["customer"] - 1]["town"]][0]
    lines = []
    if sub:
        lines.append((sub["product_id"], 1, sub["box_price"]))
    extras = rng.choices([0, 1, 2, 3, 4], [42, 27, 17, 9, 5])[0] if sub else rng.randint(2, 7)
    pool = [p for p in products if PRODUCTS[p["product_id"] - 1][6]]
    chosen: list[int] = []
    while len(chosen) < extras:
        product = rng.choices(pool, [PRODUCTS[p["product_id"] - 1][6] for p in pool])[0]
        if product["product_id"] in chosen:
            continue
        if not product["active"] and day > dt.date(2025, 9, 30):
            continue
        chosen.append(product["product_id"])
        quantity = rng.choices([1, 2, 3, 4], [64, 24, 8, 4])[0]
        lines.append((product["product_id"], quantity, product["price"]))
    home = rng.random() < 0.82
    done = day <= LAST
    status = weighted(rng, {"completed": 935, "failed": 22, "cancelled": 43}) if done else "scheduled"
    if status == "scheduled" and rng.random() < 0.05:
        status = "cancelled"
    late = home and rng.random() < LATE[area] + (0.08 if day.month == 12 else 0)
    finished = dt.datetime.combine(
        day + dt.timedelta(days=rng.choice([1, 1, 2]) if late else 0),
        dt.time(rng.randint(8, 18) if home else rng.randint(10, 19), rng.randint(0, 59)),
    )
    if status == "completed" and finished.date() > LAST:
        finished = dt.datetime.combine(day, dt.time(17, 30))
    goods = round(sum(quantity * price for _, quantity, price in lines), 2)
    fee = 0.0 if not home or goods >= 35 else (1.5 if sub else 3.5)
    discount = round(goods * rng.choice([0.1, 0.1, 0.2]), 2) if rng.random() < 0.09 else 0.0
    order = {
        "order_id": number,
        "customer_id": row["customer"],
        "subscription_id": sub["subscription_id"] if sub else None,
        "channel": "Subscription" if sub else weighted(rng, {"Website": 52, "App": 31, "Phone": 17}),
        "placed_at": row["placed"],
        "delivery_date": day,
        "method": "Home delivery" if home else "Collection point",
        "round": area if home else None,
        "driver": rng.choice(DRIVERS[area]) if home and status in ("completed", "failed") else None,
        "status": status,
        "completed_at": finished if status == "completed" else None,
        "goods_total": goods,
        "delivery_fee": fee,
        "discount": discount,
        "total": round(goods + fee - discount, 2),
        "rating": rng.choices([5, 4, 3, 2, 1], [40, 34, 15, 7, 4] if not late else [12, 22, 28, 23, 15])[0]
        if status == "completed" and rng.random() < 0.34
        else None,
    }
    return order, [
        {
            "order_id": number,
            "product_id": product,
            "quantity": quantity,
            "unit_price": price,
            "line_total": round(quantity * price, 2),
            "substituted": product > 6 and rng.random() < 0.045,
        }
        for product, quantity, price in lines
    ]


def _refunds(rng: random.Random, orders: Rows, items: Rows) -> Rows:
    lines: dict[int, Rows] = {}
    for item in items:
        lines.setdefault(item["order_id"], []).append(item)
    rows = []
    for order in orders:
        failed = order["status"] == "failed"
        if order["status"] not in ("completed", "failed") or rng.random() > (0.55 if failed else 0.115):
            continue
        base = order["delivery_date"]
        for item in [None] if failed else rng.sample(lines[order["order_id"]], 1):
            day = base + dt.timedelta(days=rng.choice([0, 1, 1, 2, 4]))
            paid = day + dt.timedelta(days=int(rng.gammavariate(1.6, 2.6)) + 1)
            status = weighted(rng, {"paid": 83, "declined": 17})
            if paid > LAST or (day > dt.date(2026, 2, 20) and rng.random() < 0.5):
                status = "requested"
            if day > LAST:
                continue
            amount = order["total"] if item is None else item["line_total"] * rng.choice([1, 1, 0.5])
            rows.append(
                {
                    "order_id": order["order_id"],
                    "order_item_id": item["order_item_id"] if item else None,
                    "requested_on": day,
                    "reason": weighted(rng, REASONS) if item else "Not delivered",
                    "amount": round(amount, 2),
                    "status": status,
                    "paid_on": paid if status == "paid" else None,
                    "handled_by": weighted(rng, STAFF) if status != "requested" else None,
                }
            )
    return rows
