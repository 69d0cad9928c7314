"""A shop: two ways from an order to a city, tags on products many to many, and keys that lead nowhere."""

import random
from datetime import date, datetime, timedelta
from decimal import Decimal

from tests.semantic.gold.sources.tables import Table

REGIONS = [(1, "North", "Europe"), (2, "South", "Europe"), (3, "Pacific", "Asia"), (4, "Empty", None)]
CITIES = ("Aber", "Brno", "Cork", "Dili", "Elba", "Faro", "Gent", "Hilo")
CATEGORIES = [
    (1, "Chairs", "Furniture"),
    (2, "Tables", "Furniture"),
    (3, "Lamps", "Light"),
    (4, "Unsold", None),
]
FIRST_NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
LAST_NAMES = ("Stone", "Reed", "O'Hara", "Żak")
TAGS = [(1, "new"), (2, "sale"), (3, "green"), (4, "unused")]
FIRST = datetime(2023, 1, 1)


def tables():
    """The tables of the shop; the same rows every time."""
    chance = random.Random(20_240)
    customers, stores = _customers(chance), _stores()
    products = _products(chance)
    orders = _orders(chance, len(customers), len(stores))
    return (
        Table("shop_regions", "id INTEGER, name VARCHAR, continent VARCHAR", REGIONS),
        Table("shop_cities", "id INTEGER, name VARCHAR, region_id INTEGER", _cities()),
        Table(
            "shop_customers",
            "id INTEGER, name VARCHAR, city_id INTEGER, tier VARCHAR, age INTEGER, signed_up DATE",
            customers,
        ),
        Table("shop_stores", "id INTEGER, name VARCHAR, city_id INTEGER", stores),
        Table(
            "shop_orders",
            "id INTEGER, customer_id INTEGER, store_id INTEGER, ordered_at TIMESTAMP, "
            "status VARCHAR, channel VARCHAR, shipping DECIMAL(10,2), is_gift BOOLEAN",
            orders,
        ),
        Table(
            "shop_items",
            "id INTEGER, order_id INTEGER, product_id INTEGER, "
            "quantity INTEGER, price DECIMAL(10,2), discount DECIMAL(10,2)",
            _items(chance, len(orders), len(products)),
        ),
        Table(
            "shop_payments",
            "id INTEGER, order_id INTEGER, paid_at TIMESTAMP, method VARCHAR, amount DECIMAL(10,2)",
            _payments(chance, orders),
        ),
        Table("shop_products", "id INTEGER, name VARCHAR, category_id INTEGER, cost DECIMAL(10,2)", products),
        Table("shop_categories", "id INTEGER, name VARCHAR, parent VARCHAR", CATEGORIES),
        Table("shop_tags", "id INTEGER, name VARCHAR", TAGS),
        Table(
            "shop_product_tags", "product_id INTEGER, tag_id INTEGER", _product_tags(chance, len(products))
        ),
        Table(
            "shop_reviews",
            "id INTEGER, product_id INTEGER, customer_id INTEGER, stars INTEGER, written_on DATE",
            _reviews(chance, len(products), len(customers)),
        ),
    )


def _cities():
    return [
        (number, name, None if name == "Hilo" else 1 + number % 3) for number, name in enumerate(CITIES, 1)
    ]


def _stores():
    return [
        (number, f"Store {number}", None if number == 5 else 1 + (number * 3) % 7) for number in range(1, 7)
    ]


def _customers(chance):
    return [
        (
            number,
            f"{chance.choice(FIRST_NAMES)} {chance.choice(LAST_NAMES)}",
            _or_null(chance, 0.1, chance.randint(1, len(CITIES))),
            _or_null(chance, 0.1, chance.choice(["gold", "silver", "basic"])),
            _or_null(chance, 0.2, chance.randint(18, 80)),
            date(2022, 6, 1) + timedelta(days=chance.randint(0, 600)),
        )
        for number in range(1, 81)
    ]


def _products(chance):
    return [
        (number, f"Product {number:02}", _or_null(chance, 0.1, chance.randint(1, 3)), _money(chance, 2, 60))
        for number in range(1, 26)
    ]


def _orders(chance, customers, stores):
    return [
        (
            number,
            _or_null(chance, 0.08, chance.randint(1, customers - 8)),
            _or_null(chance, 0.3, chance.randint(1, stores)),
            FIRST + timedelta(seconds=chance.randint(0, 2 * 365 * 86_400)),
            chance.choice(["done", "done", "done", "open", "cancelled"]),
            _or_null(chance, 0.05, chance.choice(["Web", "Store", "Phone"])),
            _money(chance, 0, 15),
            _or_null(chance, 0.1, chance.random() < 0.3),
        )
        for number in range(1, 401)
    ]


def _items(chance, orders, products):
    rows = []
    for order in range(1, orders + 1):
        for _ in range(chance.choice([0, 1, 1, 2, 3, 4])):
            discount = _or_null(chance, 0.6, _money(chance, 0, 5))
            product = _or_null(chance, 0.05, chance.randint(1, products - 3))
            rows.append((order, product, chance.randint(1, 6), _money(chance, 5, 120), discount))

    rows += [(None, 1, 2, Decimal("9.50"), None), (9_999, 2, 1, Decimal("3.25"), None)]
    return [(number, *row) for number, row in enumerate(rows, 1)]


def _payments(chance, orders):
    rows = []
    for order in orders:
        for _ in range(chance.choice([0, 1, 1, 1, 2, 3])):
            paid_at = order[3] + timedelta(hours=chance.randint(0, 900))
            rows.append(
                (order[0], paid_at, chance.choice(["card", "cash", "transfer"]), _money(chance, 1, 200))
            )

    rows.append((None, FIRST, "cash", Decimal("1.00")))
    return [(number, *row) for number, row in enumerate(rows, 1)]


def _product_tags(chance, products):
    return [
        (product, tag) for product in range(1, products + 1) for tag in (1, 2, 3) if chance.random() < 0.4
    ]


def _reviews(chance, products, customers):
    return [
        (
            number,
            chance.randint(1, products),
            _or_null(chance, 0.2, chance.randint(1, customers)),
            chance.randint(1, 5),
            date(2023, 1, 1) + timedelta(days=chance.randint(0, 729)),
        )
        for number in range(1, 151)
    ]


def _money(chance, low, high):
    return Decimal(chance.randint(low * 100, high * 100)) / 100


def _or_null(chance, share, value):
    return None if chance.random() < share else value
