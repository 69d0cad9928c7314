"""The tables of a restaurant chain with outlets in British cities."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST = dt.date(2023, 1, 1)
TODAY = dt.date(2025, 9, 10)
LAST = TODAY - dt.timedelta(days=1)

CITIES = {
    "London": ("London", 34),
    "Manchester": ("North West", 16),
    "Birmingham": ("Midlands", 15),
    "Leeds": ("Yorkshire", 12),
    "Glasgow": ("Scotland", 12),
    "Bristol": ("South West", 11),
    "Edinburgh": ("Scotland", 11),
    "Liverpool": ("North West", 10),
    "Cardiff": ("Wales", 9),
    "Newcastle": ("North East", 9),
    "Sheffield": ("Yorkshire", 9),
    "Nottingham": ("Midlands", 8),
    "Brighton": ("South East", 8),
    "Oxford": ("South East", 7),
    "Southampton": ("South East", 7),
    "York": ("Yorkshire", 6),
    "Bath": ("South West", 6),
    "Swansea": ("Wales", 5),
    "Leicester": ("Midlands", 5),
}
LONDON_AREAS = [
    "Soho", "Camden", "Shoreditch", "Brixton", "Clapham", "Islington", "Hackney", "Greenwich", "Richmond",
    "Wimbledon", "Ealing", "Hammersmith", "Fulham", "Chelsea", "Kensington", "Paddington", "Marylebone",
    "Holborn", "Covent Garden", "Angel", "Stratford", "Canary Wharf", "London Bridge", "Waterloo",
    "Victoria", "Battersea", "Tooting", "Croydon", "Bromley", "Lewisham", "Peckham", "Dulwich",
    "Hampstead", "Walthamstow",
]  # fmt: skip
AREAS = [
    "High Street", "Station", "Riverside", "Market Square", "Harbour", "Castle Quarter", "University",
    "Retail Park", "Airport", "Cathedral", "Old Town", "Park Lane", "Victoria Centre", "Arena",
    "Corn Exchange", "North Gate",
]  # fmt: skip
FORMATS = {"Full service": 0.5, "Express": 0.25, "Food court": 0.15, "Drive-through": 0.1}
SEATS = {"Full service": (60, 160), "Express": (20, 60), "Food court": (10, 40), "Drive-through": (0, 30)}

FIRST_NAMES = [
    "Amelia", "Ben", "Chloe", "Daniel", "Ella", "Farah", "George", "Hannah", "Imran", "Jack", "Kasia",
    "Liam", "Maya", "Noah", "Olivia", "Priya", "Quentin", "Rosa", "Sam", "Tara", "Umar", "Violet", "Will",
    "Yasmin", "Zoe",
]  # fmt: skip
LAST_NAMES = [
    "Ahmed", "Baker", "Clarke", "Davies", "Evans", "Fletcher", "Green", "Hughes", "Iqbal", "Jones", "Khan",
    "Lewis", "Morgan", "Nowak", "Owen", "Patel", "Quinn", "Roberts", "Smith", "Taylor", "Usman", "Walker",
    "Young",
]  # fmt: skip

MENU: dict[str, tuple[list[str], list[str], tuple[float, float]]] = {
    "Starters": (
        ["Crispy", "Chargrilled", "Garlic", "Chilli", "Herb"],
        ["Calamari", "Chicken Wings", "Halloumi", "Mushrooms", "Prawns"],
        (5.5, 9.5),
    ),
    "Burgers": (
        ["Classic", "Smoky", "Double", "Spicy", "Blue Cheese"],
        ["Beef Burger", "Chicken Burger", "Lamb Burger", "Bean Burger", "Halloumi Burger"],
        (9.5, 16.5),
    ),
    "Pizzas": (
        ["Thin Crust", "Sourdough", "Stuffed Crust", "Calzone", "Wholemeal"],
        ["Margherita", "Pepperoni", "Quattro Formaggi", "Diavola", "Verdure"],
        (9.0, 15.5),
    ),
    "Mains": (
        ["Roast", "Grilled", "Slow-cooked", "Pan-fried", "Baked"],
        ["Salmon", "Chicken", "Lamb Shoulder", "Aubergine", "Cauliflower Steak"],
        (12.0, 22.0),
    ),
    "Sides": (
        ["Seasoned", "Cheesy", "Truffle", "House", "Peri-Peri"],
        ["Fries", "Sweet Potato Fries", "Slaw", "Greens", "Corn"],
        (3.0, 6.0),
    ),
    "Desserts": (
        ["Chocolate", "Salted Caramel", "Vanilla", "Raspberry", "Lemon"],
        ["Cheesecake", "Brownie", "Sundae", "Tart", "Sponge Pudding"],
        (5.0, 8.5),
    ),
    "Drinks": (
        ["Sparkling", "Iced", "Homemade", "Sugar-free", "Large"],
        ["Lemonade", "Elderflower", "Ginger Beer", "Peach Tea", "Cola"],
        (2.5, 5.5),
    ),
    "Kids": (
        ["Mini", "Junior", "Little", "Small", "Half"],
        ["Cheese Pizza", "Chicken Bites", "Fish Fingers", "Tomato Pasta", "Cheeseburger"],
        (4.5, 7.5),
    ),
}
MEAT = [
    "Calamari", "Chicken", "Prawns", "Beef", "Lamb", "Pepperoni", "Diavola", "Salmon", "Fish",
    "Cheeseburger",
]  # fmt: skip
CATEGORY_WEIGHTS = {
    "Starters": 9,
    "Burgers": 20,
    "Pizzas": 15,
    "Mains": 14,
    "Sides": 15,
    "Desserts": 8,
    "Drinks": 15,
    "Kids": 4,
}
PAYMENT_METHODS = {"card": 0.7, "mobile": 0.16, "cash": 0.1, "gift_card": 0.04}
MONTH_WEIGHTS = [0.8, 0.85, 0.95, 1.0, 1.05, 1.1, 1.2, 1.15, 0.95, 0.95, 1.05, 1.4]
RATES = {
    "Chef": (14.0, 19.0),
    "Kitchen Porter": (11.4, 12.5),
    "Waiter": (11.4, 13.5),
    "Bartender": (11.8, 14.0),
    "Host": (11.4, 13.0),
    "Shift Manager": (15.0, 20.0),
}


def person(rng: random.Random) -> str:
    """A full name."""
    return f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"


def make_outlets(rng: random.Random) -> Rows:
    """The outlets, some of them closed by now."""
    rows: Rows = []
    for city, (region, count) in CITIES.items():
        areas = LONDON_AREAS if city == "London" else AREAS[:count]
        for area in areas:
            style = weighted(rng, FORMATS)
            opened = moment(rng, dt.date(2014, 1, 1), dt.date(2024, 12, 31)).date()
            closed = None
            if opened < FIRST and rng.random() < 0.09:
                closed = moment(rng, dt.date(2023, 6, 1), LAST).date()
            rows.append(
                {
                    "outlet_name": f"{city} {area}",
                    "city": city,
                    "region": region,
                    "format": style,
                    "seats": rng.randint(*SEATS[style]),
                    "has_terrace": rng.random() < 0.35,
                    "is_franchise": rng.random() < 0.3,
                    "opened_on": opened,
                    "closed_on": closed,
                    "manager_name": person(rng) if rng.random() < 0.95 else None,
                }
            )
    return numbered(rows, "outlet_id")


def make_menu(rng: random.Random) -> Rows:
    """The dishes and drinks, with their list price and food cost."""
    rows: Rows = []
    for category, (styles, bases, (low, high)) in MENU.items():
        for base in bases:
            for style in styles:
                price = round(rng.uniform(low, high) * 4) / 4
                rows.append(
                    {
                        "item_name": f"{style} {base}",
                        "category": category,
                        "list_price": price,
                        "food_cost": round(price * rng.uniform(0.22, 0.38), 2),
                        "is_vegetarian": not any(word in base for word in MEAT),
                        "calories": rng.randint(8, 120) * 10 if rng.random() < 0.9 else None,
                        "launched_on": moment(rng, dt.date(2018, 1, 1), dt.date(2022, 12, 31)).date(),
                        "is_active": rng.random() < 0.9,
                    }
                )
    return numbered(rows, "item_id")


def order_days(rng: random.Random, count: int) -> list[dt.date]:
    """Days in order, more of them in summer, in December, at weekends and lately."""
    days = [FIRST + dt.timedelta(days=step) for step in range((LAST - FIRST).days + 1)]
    weights = [
        MONTH_WEIGHTS[day.month - 1]
        * (1.35 if day.weekday() >= 4 else 1.0)
        * (1 + 0.22 * (day - FIRST).days / 365)
        for day in days
    ]
    return sorted(rng.choices(days, weights, k=count))


def open_outlet(rng: random.Random, outlets: Rows, weights: list[float], day: dt.date) -> dict:
    """An outlet that was open on a day."""
    while True:
        outlet = rng.choices(outlets, weights)[0]
        if outlet["opened_on"] <= day and (outlet["closed_on"] is None or day < outlet["closed_on"]):
            return outlet


def make_orders(rng: random.Random, outlets: Rows, menu: Rows) -> tuple[Rows, Rows]:
    """Orders and their lines; an order cancelled has no lines and no amount."""
    by_category: dict[str, Rows] = {}
    for item in menu:
        by_category.setdefault(item["category"], []).append(item)
    popularity = {item["item_id"]: rng.uniform(0.4, 3.0) for item in menu}
    weights = [rng.uniform(0.4, 2.2) for _ in outlets]
    orders: Rows = []
    lines: Rows = []
    for number, day in enumerate(order_days(rng, 2150), 1):
        outlet = open_outlet(rng, outlets, weights, day)
        later = (day - FIRST).days / 365
        channel = weighted(rng, {"dine_in": 0.55, "takeaway": 0.25, "delivery": 0.16 + 0.06 * later})
        status = "cancelled" if rng.random() < (0.1 if channel == "delivery" else 0.04) else "completed"
        guests = rng.choice([1, 2, 2, 2, 3, 4, 4, 5, 6]) if channel == "dine_in" else None
        gross = 0.0
        if status == "completed":
            for category in sorted({weighted(rng, CATEGORY_WEIGHTS) for _ in range(rng.randint(1, 4))}):
                items = by_category[category]
                item = rng.choices(items, [popularity[row["item_id"]] for row in items])[0]
                quantity = rng.choice([1, 1, 1, 2, 2, 3]) + (guests or 2) // 3
                price = round(item["list_price"] * (0.92 + 0.03 * later), 2)
                gross += quantity * price
                lines.append(
                    {
                        "order_id": number,
                        "item_id": item["item_id"],
                        "quantity": quantity,
                        "unit_price": price,
                    }
                )
        discount = round(gross * rng.choice([0.1, 0.15, 0.2]), 2) if rng.random() < 0.15 else 0.0
        tips = channel == "dine_in" and status == "completed" and rng.random() < 0.6
        orders.append(
            {
                "order_id": number,
                "outlet_id": outlet["outlet_id"],
                "ordered_at": moment(rng, day, day, (11, 22)),
                "channel": channel,
                "status": status,
                "guests": guests,
                "payment_method": weighted(rng, PAYMENT_METHODS),
                "discount_amount": discount,
                "total_amount": round(gross - discount, 2),
                "tip_amount": round(gross * rng.uniform(0.05, 0.15), 2) if tips else None,
            }
        )
    return orders, numbered(sorted(lines, key=lambda row: (row["order_id"], row["item_id"])), "order_item_id")


def make_reservations(rng: random.Random, outlets: Rows) -> Rows:
    """Tables booked, some of them for the coming weeks."""
    rooms = [row for row in outlets if row["format"] in ("Full service", "Express")]
    weights = [row["seats"] / 50 for row in rooms]
    rows: Rows = []
    for day in order_days(rng, 2600):
        visit = day + dt.timedelta(days=rng.choice([0, 0, 1, 1, 2, 3, 4, 5, 7, 7, 10, 14, 21]))
        outlet = open_outlet(rng, rooms, weights, visit)
        status = weighted(rng, {"seated": 0.76, "cancelled": 0.13, "no_show": 0.11})
        if visit >= TODAY:
            status = weighted(rng, {"confirmed": 0.9, "cancelled": 0.1})
        party = rng.choice([2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 6, 8, 10])
        rows.append(
            {
                "outlet_id": outlet["outlet_id"],
                "booked_at": moment(rng, day, day, (8, 11)),
                "reserved_for": moment(rng, visit, visit, (12, 21)),
                "party_size": party,
                "source": weighted(rng, {"website": 0.42, "app": 0.25, "phone": 0.2, "partner site": 0.13}),
                "status": status,
                "deposit_amount": 5.0 * party if party >= 6 and rng.random() < 0.7 else None,
                "special_request": rng.choice(["High chair", "Window table", "Birthday", "Step-free access"])
                if rng.random() < 0.2
                else None,
            }
        )
    return numbered(rows, "reservation_id")


def make_shifts(rng: random.Random, outlets: Rows) -> Rows:
    """The shifts of the staff, with the hours they worked."""
    weights = [1.0 for _ in outlets]
    staff: Rows = []
    for number in range(1, 521):
        role = weighted(
            rng,
            {
                "Chef": 0.22,
                "Kitchen Porter": 0.14,
                "Waiter": 0.34,
                "Bartender": 0.1,
                "Host": 0.08,
                "Shift Manager": 0.12,
            },
        )
        staff.append(
            {
                "outlet": outlets[(number - 1) % len(outlets)],
                "employee_id": 1000 + number,
                "employee_name": person(rng),
                "role": role,
                "hourly_rate": round(rng.uniform(*RATES[role]), 2),
            }
        )
    rows: Rows = []
    for day in order_days(rng, 4200):
        outlet = open_outlet(rng, outlets, weights, day)
        worker = rng.choice([row for row in staff if row["outlet"] is outlet])
        planned = rng.choice([4, 5, 6, 6, 8, 8, 8, 9])
        starts = dt.datetime.combine(day, dt.time(rng.choice([8, 9, 10, 11, 12, 15, 16, 17])))
        status = weighted(rng, {"worked": 0.93, "sick": 0.05, "missed": 0.02})
        rows.append(
            {
                "outlet_id": outlet["outlet_id"],
                "employee_id": worker["employee_id"],
                "employee_name": worker["employee_name"],
                "role": worker["role"],
                "shift_start": starts,
                "shift_end": starts + dt.timedelta(hours=planned),
                "shift_status": status,
                "hours_worked": planned + rng.choice([-0.5, 0.0, 0.0, 0.25, 0.5, 1.0])
                if status == "worked"
                else None,
                "hourly_rate": worker["hourly_rate"],
            }
        )
    return numbered(rows, "shift_id")


def write(folder: Path) -> None:
    """Write the tables."""
    rng = random.Random(7341)
    outlets = make_outlets(rng)
    menu = make_menu(rng)
    orders, lines = make_orders(rng, outlets, menu)
    tables = {
        "outlets": outlets,
        "menu_items": menu,
        "orders": orders,
        "order_items": lines,
        "reservations": make_reservations(rng, outlets),
        "staff_shifts": make_shifts(rng, outlets),
    }
    write_parquet(folder, tables)
