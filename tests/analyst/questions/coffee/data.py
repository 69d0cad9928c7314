"""A chain of coffee shops: shops, staff, products, sales with their lines, and stock deliveries."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, numbered, weighted, write_parquet

START, END = dt.date(2023, 3, 1), dt.date(2025, 9, 16)
SHOPS = [
    ("Harbourside", "Bristol", "cafe", "2019-05-11", 46, False, 128.0),
    ("Clifton Village", "Bristol", "cafe", "2020-02-03", 32, False, 92.5),
    ("Temple Meads", "Bristol", "kiosk", "2021-06-14", None, False, 24.0),
    ("Milsom Street", "Bath", "cafe", "2020-09-21", 38, False, 110.0),
    ("Bath Spa Station", "Bath", "kiosk", "2022-03-07", None, False, 18.5),
    ("Cardiff Bay", "Cardiff", "cafe", "2021-04-12", 54, False, 145.0),
    ("Roath Park", "Cardiff", "cafe", "2022-10-01", 28, False, 78.0),
    ("Avonmeads", "Bristol", "drive-in", "2022-11-15", 20, True, 86.0),
    ("Newport Road", "Cardiff", "drive-in", "2024-02-19", 24, True, 95.0),
    ("Quedgeley", "Gloucester", "drive-in", "2024-09-02", 22, True, 88.5),
]
BUSY = {1: 15, 2: 10, 3: 13, 4: 9.5, 5: 7, 6: 12, 7: 5, 8: 11, 9: 8, 10: 6}
GIVEN = (
    "Amelia Ben Carys Dylan Elin Farah George Hannah Idris Jess Kofi Lowri Marek Nia Owen Priya Quinn Rhys "
    "Sofia Tom Uma Victor Wren Yusuf Zara Alice Bethan Callum Daisy Ewan Freya Gareth Holly Isaac Jade "
    "Kieran Leah Megan Nathan Olivia Piotr Rosie Sam Tilly Will"
)
FAMILY = (
    "Adams Bevan Carter Davies Evans Fletcher Griffiths Hughes Ibrahim Jones Khan Lewis Morgan Nowak Osborne "
    "Price Reed Singh Taylor Vaughan Walker Young"
)
WAGES = {"store manager": 17.5, "shift lead": 14.2, "barista": 12.3}
AT_THE_TILL = {"store manager": 1.2, "shift lead": 3, "barista": 4}
PRODUCTS = [
    ("Espresso", "coffee", 2.4, 0.55, True, False, 7),
    ("Americano", "coffee", 2.9, 0.6, True, False, 11),
    ("Flat White", "coffee", 3.5, 0.95, False, False, 19),
    ("Latte", "coffee", 3.6, 1.0, False, False, 17),
    ("Cappuccino", "coffee", 3.6, 1.0, False, False, 13),
    ("Oat Latte", "coffee", 4.0, 1.2, True, False, 9),
    ("Mocha", "coffee", 3.9, 1.25, False, False, 5),
    ("Pumpkin Spice Latte", "coffee", 4.4, 1.4, False, True, 4),
    ("Cold Brew", "cold drinks", 3.8, 0.9, True, False, 6),
    ("Iced Latte", "cold drinks", 3.9, 1.1, False, False, 8),
    ("Berry Smoothie", "cold drinks", 4.5, 1.8, True, False, 4),
    ("Peach Iced Tea", "cold drinks", 3.4, 0.8, True, True, 3),
    ("English Breakfast Tea", "tea", 2.5, 0.35, True, False, 8),
    ("Earl Grey", "tea", 2.6, 0.38, True, False, 5),
    ("Chai Latte", "tea", 3.7, 1.05, False, False, 5),
    ("Peppermint Tea", "tea", 2.6, 0.36, True, False, 3),
    ("Butter Croissant", "pastry", 2.7, 0.95, False, False, 12),
    ("Pain au Chocolat", "pastry", 2.95, 1.05, False, False, 8),
    ("Cinnamon Bun", "pastry", 3.2, 1.1, False, False, 7),
    ("Vegan Banana Bread", "pastry", 3.1, 1.0, True, False, 5),
    ("Mince Pie", "pastry", 2.2, 0.7, False, True, 3),
    ("Ham & Cheese Toastie", "food", 5.8, 2.3, False, False, 6),
    ("Halloumi Wrap", "food", 6.4, 2.7, False, False, 4),
    ("Falafel Bowl", "food", 7.2, 2.9, True, False, 3.5),
    ("House Blend 250g", "beans", 9.5, 5.1, True, False, 2.5),
    ("Ethiopia Guji 250g", "beans", 12.5, 7.2, True, False, 1.5),
    ("Decaf Colombia 250g", "beans", 11.0, 6.2, True, False, 0),
    ("Lavender Lemonade", "cold drinks", 3.7, 0.9, True, True, 0),
]
IN_SEASON = {
    "Pumpkin Spice Latte": ((9, 10, 11), 9),
    "Mince Pie": ((11, 12), 9),
    "Peach Iced Tea": ((5, 6, 7, 8), 7),
}
MONTHS = {
    1: 0.85,
    2: 0.9,
    3: 1,
    4: 1,
    5: 1.05,
    6: 1.08,
    7: 1.1,
    8: 1.02,
    9: 1,
    10: 1.04,
    11: 1.1,
    12: 1.25,
}
WEEKDAYS = [0.9, 0.95, 1, 1.02, 1.2, 1.35, 0.85]
HOURS = [7, 15, 13, 9, 8, 10, 9, 6, 6, 5, 4, 3, 2]  # from seven in the morning on
PRICE_LEVELS = {2023: 0.92, 2024: 0.96, 2025: 1}
SUPPLIERS = [
    ("Severn Roasters", "coffee beans", 14.0, 2),
    ("Valley Dairy", "milk", 0.85, 1),
    ("Baker & Sons", "pastries", 1.1, 1),
    ("GreenLeaf Teas", "tea", 6.5, 4),
    ("PackRight", "cups and packaging", 0.12, 6),
]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(50117)
    shops = numbered((_shop(*row) for row in SHOPS), "shop_id")
    staff = numbered(_staff(rng, shops), "staff_id")
    sales: Rows = []
    lines: Rows = []
    for at in _moments(rng):
        sale, sold = _sale(rng, at, shops, staff)
        sales.append({"sale_id": len(sales) + 1, **sale})
        lines += [{"sale_id": len(sales), **row} for row in sold]

    deliveries = sorted(_deliveries(rng, shops), key=lambda row: (row["ordered_on"], row["shop_id"]))
    write_parquet(
        folder,
        {
            "shops": shops,
            "staff": staff,
            "products": numbered((_product(*row) for row in PRODUCTS), "product_id"),
            "sales": sales,
            "sale_lines": numbered(lines, "sale_line_id"),
            "deliveries": numbered(deliveries, "delivery_id"),
        },
    )


def _shop(
    name: str, city: str, kind: str, opened: str, seats: int | None, drive_through: bool, area: float
) -> dict:
    return {
        "name": name,
        "city": city,
        "format": kind,
        "opened_on": dt.date.fromisoformat(opened),
        "seats": seats,
        "has_drive_through": drive_through,
        "floor_area_sqm": area,
    }


def _product(
    name: str, category: str, price: float, cost: float, vegan: bool, seasonal: bool, _popular: float
) -> dict:
    return {
        "name": name,
        "category": category,
        "price": price,
        "unit_cost": cost,
        "is_vegan": vegan,
        "is_seasonal": seasonal,
    }


def _staff(rng: random.Random, shops: Rows) -> Rows:
    names: set[str] = set()
    rows = []
    for shop in shops:
        many = 7 if shop["shop_id"] in (1, 3, 6, 8) else 5
        rows += [_employee(rng, names, shop, place) for place in range(many)]
        rows.append(_replacement(rng, names, shop))

    for shop_id in (1, 6):  # back-office trainees who have not rung up anything yet
        name = _name(rng, names)
        hired = dt.date(2025, 9, rng.randint(1, 9))
        rows.append(_person(shop_id, name, ("trainee", "part-time"), (hired, None), 11.44))

    return rows


def _employee(rng: random.Random, names: set[str], shop: dict, place: int) -> dict:
    role = ("store manager", "shift lead")[place] if place < 2 else "barista"
    hired = (
        max(shop["opened_on"], dt.date(2021, 1, 4)) - _days(rng.randint(0, 14))
        if place < 2
        else max(shop["opened_on"], dt.date(2021, 6, 1)) + _days(rng.randint(0, 900))
    )
    hired = min(hired, dt.date(2025, 7, 20))
    left = None
    if place >= 3 and rng.random() < 0.33:
        left = hired + _days(rng.randint(90, 700))
        left = left if dt.date(2023, 6, 1) <= left <= END else None

    wage = WAGES[role] + round(rng.random() * 1.6, 2)
    name = _name(rng, names)
    contract = rng.choice(["full-time", "part-time"]) if role == "barista" else "full-time"
    return _person(shop["shop_id"], name, (role, contract), (hired, left), round(wage, 2))


def _replacement(rng: random.Random, names: set[str], shop: dict) -> dict:
    hired = max(shop["opened_on"], dt.date(2024, 1, 8)) + _days(rng.randint(10, 420))
    left = None
    if rng.random() < 0.4:
        left = hired + _days(rng.randint(60, 300))
        left = left if left < END else None

    name = _name(rng, names)
    wage = round(12.2 + rng.random(), 2)
    return _person(shop["shop_id"], name, ("barista", "part-time"), (hired, left), wage)


def _person(
    shop_id: int, name: str, job: tuple[str, str], dates: tuple[dt.date, dt.date | None], wage: float
) -> dict:
    return {
        "shop_id": shop_id,
        "full_name": name,
        "role": job[0],
        "contract": job[1],
        "hired_on": dates[0],
        "left_on": dates[1],
        "hourly_wage": wage,
    }


def _name(rng: random.Random, used: set[str]) -> str:
    while True:
        name = f"{rng.choice(GIVEN.split())} {rng.choice(FAMILY.split())}"
        if name not in used:
            used.add(name)
            return name


def _moments(rng: random.Random) -> list[dt.datetime]:
    days = [START + _days(number) for number in range((END - START).days + 1)]
    busy = [
        (1 + 0.38 * ((day - START).days / 365)) * MONTHS[day.month] * WEEKDAYS[day.weekday()] for day in days
    ]
    return sorted(
        dt.datetime.combine(
            rng.choices(days, busy)[0],
            dt.time(rng.choices(range(7, 20), HOURS)[0], rng.randint(0, 59), rng.randint(0, 59)),
        )
        for _ in range(2150)
    )


def _sale(rng: random.Random, at: dt.datetime, shops: Rows, staff: Rows) -> tuple[dict, Rows]:
    day = at.date()
    years = day.year - 2023
    opened = [shop for shop in shops if shop["opened_on"] <= day]
    shop = rng.choices(opened, [_busy(row["shop_id"], day) for row in opened])[0]
    seller = _seller(rng, shop, staff, day)
    channel = weighted(
        rng,
        {
            "eat in": {"kiosk": 0, "drive-in": 30, "cafe": 55}[shop["format"]],
            "takeaway": 75 if shop["format"] == "drive-in" else 45,
            "delivery app": 14 + 6 * years,
        },
    )
    method = (
        "app"
        if channel == "delivery app"
        else weighted(rng, {"card": 66, "cash": 15 - 3 * years, "app": 14 + 3 * years, "gift card": 4})
    )
    loyal = rng.random() < (0.27 + 0.07 * years) and channel != "delivery app"
    lines = _lines(rng, day)
    worth = sum(row["line_total"] for row in lines)
    discount = round(worth * 0.1, 2) if loyal and rng.random() < 0.6 else 0.0
    tips = [0.5, 0.5, 1.0, 1.0, 1.5, 2.0]
    return {
        "shop_id": shop["shop_id"],
        "staff_id": seller,
        "sold_at": at,
        "channel": channel,
        "payment_method": method,
        "loyalty_member": loyal,
        "discount": discount,
        "total": round(worth - discount, 2),
        "tip": rng.choice(tips) if channel == "eat in" and rng.random() < 0.3 else None,
        "is_refunded": rng.random() < 0.034,
    }, lines


def _busy(shop_id: int, day: dt.date) -> float:
    gone = (day - START).days / 930
    if shop_id in (2, 7):
        return BUSY[shop_id] * (1 - 0.28 * gone)

    return BUSY[shop_id] * (1 + 0.5 * gone) if shop_id == 8 else BUSY[shop_id]


def _seller(rng: random.Random, shop: dict, staff: Rows, day: dt.date) -> int | None:
    found = [
        row
        for row in staff
        if row["shop_id"] == shop["shop_id"]
        and row["hired_on"] <= day <= (row["left_on"] or END)
        and row["role"] != "trainee"
    ]
    if not found:
        return None

    return rng.choices(found, [AT_THE_TILL[row["role"]] for row in found])[0]["staff_id"]


def _lines(rng: random.Random, day: dt.date) -> Rows:
    many = rng.choices([1, 2, 3, 4], [42, 34, 17, 7])[0]
    weights = [_popular(row[0], row[1], row[6], day) for row in PRODUCTS]
    rows: dict[int, dict] = {}
    for _ in range(many):
        at = rng.choices(range(len(PRODUCTS)), weights)[0]
        if at in rows:
            continue

        quantity = rng.choices([1, 2, 3, 4], [76, 18, 4, 2])[0]
        price = round(PRODUCTS[at][2] * PRICE_LEVELS[day.year] * 20) / 20
        rows[at] = {
            "product_id": at + 1,
            "quantity": quantity,
            "unit_price": price,
            "line_total": round(quantity * price, 2),
        }

    return list(rows.values())


def _popular(name: str, category: str, weight: float, day: dt.date) -> float:
    if name in IN_SEASON:
        months, much = IN_SEASON[name]
        weight = much if day.month in months else 0

    if category == "cold drinks":
        weight *= 1.9 if day.month in (5, 6, 7, 8) else 0.6

    return weight


def _deliveries(rng: random.Random, shops: Rows) -> Rows:
    rows = []
    for shop in shops:
        day = max(START, shop["opened_on"]) + _days(rng.randint(0, 6))
        while day <= END:
            rows.append(_delivery(rng, shop, day))
            day += _days(rng.randint(7, 15))

    return rows


def _delivery(rng: random.Random, shop: dict, day: dt.date) -> dict:
    supplier, goods, price, lead = rng.choices(SUPPLIERS, [22, 30, 28, 10, 10])[0]
    lags = [10, 25, 25, 20, 20] if supplier == "PackRight" else [30, 38, 16, 10, 6]
    arrived = day + _days(max(1, lead + rng.choices([0, 1, 2, 3, 5], lags)[0]))
    quantities = {
        "milk": rng.randint(60, 220),
        "coffee beans": rng.randint(10, 45),
        "pastries": rng.randint(80, 260),
        "tea": rng.randint(4, 16),
        "cups and packaging": rng.randint(800, 3000),
    }
    cost = round(price * (1 + 0.05 * (day.year - 2023)) * rng.uniform(0.97, 1.04), 3)
    if rng.random() < 0.04:
        status = "cancelled"
    elif arrived > END or (day > END - _days(9) and rng.random() < 0.3):
        status = "ordered"
    else:
        status = "received"

    return {
        "shop_id": shop["shop_id"],
        "supplier": supplier,
        "goods": goods,
        "ordered_on": day,
        "expected_on": day + _days(lead + 1),
        "delivered_on": arrived if status == "received" else None,
        "status": status,
        "quantity": quantities[goods],
        "unit_cost": cost,
        "total_cost": round(quantities[goods] * cost, 2),
    }


def _days(many: int) -> dt.timedelta:
    return dt.timedelta(days=many)
