"""A web shop's export of orders, one row an order: a small shop for kitchen and home."""

from datetime import date, datetime, time, timedelta
from pathlib import Path

import numpy as np

from tests.analyst.questions.draws import picked
from tests.analyst.questions.tables import Row, Rows, write_typed

START, END = date(2024, 1, 2), datetime(2025, 9, 16, 22, 30)
ORDERS, CUSTOMERS = 2400, 1500
COLUMNS = {
    "orders_export": "Name:text|Email:text|Financial Status:text|Paid at:time|Fulfillment Status:text|"
    "Fulfilled at:time|Accepts Marketing:text|Currency:text|Subtotal:real|Shipping:real|Taxes:real|"
    "Total:real|Discount Code:text|Discount Amount:real|Shipping Method:text|Created at:time|"
    "Lineitem quantity:int|Lineitem name:text|Lineitem price:real|Billing Country:text|"
    "Payment Method:text|Refunded Amount:real|Source:text"
}
# Product, price, how often it is bought, and when it was last sold.
PRODUCTS = """
Enamel Mug - Forest Green|16.0|15|
Enamel Mug - Cream|16.0|11|
Linen Apron - Natural|49.0|9|
Linen Tea Towel Set of 3|32.0|12|
Stoneware Bowl - Large|38.5|8|
Stoneware Plate 26 cm|28.0|10|
Oak Cutting Board|64.0|7|
Cast Iron Casserole 4.5 L|159.0|4|
Beeswax Candle - Pair|14.5|13|
Pour Over Coffee Set|72.0|6|
Carbon Steel Pan 28 cm|89.0|5|
Olive Wood Spoon|12.0|9|
Wool Picnic Blanket|95.0|4|2025-06-21
Gift Box Small|25.0|3|2025-05-30
"""
BEFORE_CHRISTMAS = "Beeswax Candle - Pair"
LOVED = {"FR": "Cast Iron Casserole 4.5 L", "NL": "Pour Over Coffee Set"}
OFTEN_RETURNED = ("Linen Apron - Natural", "Carbon Steel Pan 28 cm")
GIVEN = (
    "anna jonas marie lukas sophie paul emma felix clara hugo lena max julia tom nina david eva simon laura "
    "noah ines pablo giulia marco"
)
FAMILY = (
    "mueller schmidt weber martin bernard dubois huber gruber devries jansen peeters rossi bianchi garcia "
    "lopez fischer becker wagner leroy moreau bauer klein smith novak"
)
DOMAINS = ["gmail.com", "gmx.de", "web.de", "outlook.com", "orange.fr", "icloud.com"]
COUNTRIES = ["DE", "FR", "AT", "NL", "BE", "IT", "ES", "US"]
COUNTRY_WEIGHTS = [0.42, 0.15, 0.12, 0.10, 0.07, 0.06, 0.04, 0.04]
TAXES = dict(zip(COUNTRIES, [0.19, 0.20, 0.20, 0.21, 0.21, 0.22, 0.21, 0.0], strict=True))
MONTHS = {12: 1.9, 11: 1.6, 7: 0.85, 8: 0.85}
SOURCES = ["web", "pos", "shopify_draft_order", "instagram"]
CODES = {
    "WELCOME10": 0.10,
    "NEWSLETTER5": 0.05,
    "FRIENDS15": 0.15,
    "SUMMER20": 0.20,
    "BLACKFRIDAY25": 0.25,
}
AT_THE_TILL = ["Cash", "Card Terminal", "Gift Card"]
ONLINE = ["Shopify Payments", "PayPal", "Klarna", "Bank Deposit", "Gift Card"]


def write(folder: Path) -> None:
    """Write the orders as a Parquet file."""
    rng = np.random.default_rng(1501)
    products = _products()
    emails = _emails(rng)
    countries = rng.choice(len(COUNTRIES), CUSTOMERS, p=COUNTRY_WEIGHTS)
    weights = rng.lognormal(0, 1.0, CUSTOMERS)
    weights /= weights.sum()
    orders = []
    for number, created in enumerate(_moments(rng), 1001):
        customer = int(rng.choice(CUSTOMERS, p=weights))
        country = COUNTRIES[countries[customer]]
        order: Row = {
            "Name": f"#{number}",
            "Email": emails[customer],
            "Currency": "EUR",
            "Created at": created,
        }
        order |= _bought(rng, created, country, products)
        order["Billing Country"] = country
        order |= _source(rng, order)
        order |= _discount(rng, order)
        order |= _shipping(rng, order)
        order |= _payment(rng, order)
        order |= _fulfilment(rng, order)
        order["Accepts Marketing"] = "yes" if rng.random() < 0.4 else "no"
        orders.append({column: _to_the_second(value) for column, value in order.items()})
    write_typed(folder, COLUMNS, {"orders_export": orders})


def _to_the_second(value: object) -> object:
    return value.replace(microsecond=0) if isinstance(value, datetime) else value


def _cents(amount: float) -> float:
    return float(np.round(amount, 2))


def _products() -> Rows:
    lines = [line.split("|") for line in PRODUCTS.strip().split("\n")]
    return [
        {"name": name, "price": float(price), "weight": float(weight), "last": last or "9999"}
        for name, price, weight, last in lines
    ]


def _emails(rng: np.random.Generator) -> list[str]:
    """The address of each customer, no two the same."""
    emails: dict[str, None] = {}
    while len(emails) < CUSTOMERS:
        given, family = picked(rng, GIVEN.split()), picked(rng, FAMILY.split())
        number = "" if rng.random() < 0.5 else rng.integers(1, 99)
        emails[f"{given}.{family}{number}@{picked(rng, DOMAINS)}"] = None
    return list(emails)


def _moments(rng: np.random.Generator) -> list[datetime]:
    """When each order is made: more later on, more before Christmas."""
    last = (END.date() - START).days
    days = [START + timedelta(days=at) for at in range(last + 1)]
    weights = np.array([(1 + 0.6 * at / last) * MONTHS.get(day.month, 1.0) for at, day in enumerate(days)])
    chosen = np.sort(rng.choice(len(days), ORDERS, p=weights / weights.sum()))
    seconds = rng.integers(7 * 3600, 22 * 3600, ORDERS)
    return sorted(
        datetime.combine(days[at], time()) + timedelta(seconds=int(second))
        for at, second in zip(chosen, seconds, strict=True)
    )


def _bought(rng: np.random.Generator, created: datetime, country: str, products: Rows) -> Row:
    weights = np.array([each["weight"] for each in products])
    for at, product in enumerate(products):
        if created.date().isoformat() > product["last"]:
            weights[at] = 0
        if product["name"] == BEFORE_CHRISTMAS and created.month in (11, 12):
            weights[at] *= 2
        if product["name"] == LOVED.get(country):
            weights[at] *= 3
    product = picked(rng, products, weights / weights.sum())
    if product["price"] < 60:
        quantity = picked(rng, [1, 2, 3, 4, 6], [0.5, 0.26, 0.11, 0.09, 0.04])
    else:
        quantity = picked(rng, [1, 2, 3], [0.8, 0.17, 0.03])
    return {
        "Lineitem name": product["name"],
        "Lineitem price": product["price"],
        "Lineitem quantity": quantity,
    }


def _source(rng: np.random.Generator, order: Row) -> Row:
    """Where an order comes from; who buys in the shop itself may leave no address."""
    source = picked(rng, SOURCES, [0.74, 0.13, 0.05, 0.08])
    if source != "pos":
        return {"Source": source}

    email = None if rng.random() < 0.35 else order["Email"]
    return {"Source": source, "Billing Country": "DE", "Email": email}


def _discount(rng: np.random.Generator, order: Row) -> Row:
    gross = order["Lineitem price"] * order["Lineitem quantity"]
    code, discount = None, 0.0
    if order["Source"] != "pos" and rng.random() < 0.23:
        month = order["Created at"].month
        codes, weights = list(CODES)[:3], [0.5, 0.3, 0.2]
        if month in (6, 7):
            codes, weights = [*codes, "SUMMER20"], [0.3, 0.15, 0.1, 0.45]
        if month == 11 and order["Created at"].day > 20:
            codes, weights = [*codes, "BLACKFRIDAY25"], [0.05, 0.05, 0.05, 0.85]
        code = picked(rng, codes, weights)
        discount = _cents(gross * CODES[code])
    return {"Discount Code": code, "Discount Amount": discount, "Subtotal": _cents(gross - discount)}


def _shipping(rng: np.random.Generator, order: Row) -> Row:
    method, shipping = _sent(rng, order)
    taxes = _cents((order["Subtotal"] + shipping) * TAXES[order["Billing Country"]])
    total = _cents(order["Subtotal"] + shipping + taxes)
    return {"Shipping Method": method, "Shipping": shipping, "Taxes": taxes, "Total": total}


def _sent(rng: np.random.Generator, order: Row) -> tuple[str | None, float]:
    if order["Source"] == "pos":
        return None, 0.0

    draw = rng.random()
    if draw < 0.12:
        return "Express", 12.9

    if draw < 0.17:
        return "Pickup in store", 0.0

    if order["Subtotal"] >= 75:
        return "Free Shipping", 0.0

    if order["Billing Country"] == "US":
        return "International", 24.9

    return "Standard", 4.9 if order["Billing Country"] in ("DE", "AT") else 7.9


def _payment(rng: np.random.Generator, order: Row) -> Row:
    """How an order is paid, when, and what is paid back."""
    if order["Source"] == "pos":
        method = picked(rng, AT_THE_TILL, [0.3, 0.64, 0.06])
    else:
        method = picked(rng, ONLINE, [0.46, 0.30, 0.14, 0.06, 0.04])
    created = order["Created at"]
    status, refunded = _status(rng, order, method)
    paid = None
    if status not in ("pending", "voided"):
        paid = created + timedelta(seconds=int(rng.integers(5, 90)))
        if method == "Bank Deposit":
            paid = min(created + timedelta(hours=float(rng.uniform(18, 110))), END)
    return {
        "Payment Method": method,
        "Financial Status": status,
        "Refunded Amount": refunded,
        "Paid at": paid,
    }


def _status(rng: np.random.Generator, order: Row, method: str) -> tuple[str, float]:
    age = (END - order["Created at"]).total_seconds() / 86400
    returned = 0.045 + (0.06 if order["Lineitem name"] in OFTEN_RETURNED else 0)
    draw = rng.random()
    if method == "Bank Deposit" and age < 45 and draw < 0.8:
        return "pending", 0.0

    if draw < 0.012 and order["Source"] != "pos":
        return "voided", 0.0

    if draw < 0.012 + returned and age > 5:
        return "refunded", order["Total"]

    if draw < 0.012 + returned + 0.035 and age > 5:
        return "partially_refunded", _cents(order["Total"] * picked(rng, [0.25, 0.3, 0.5]))

    return "paid", 0.0


def _fulfilment(rng: np.random.Generator, order: Row) -> Row:
    """Whether an order has left, and when: at once from the shop itself, else once it is paid."""
    status, at = "unfulfilled", None
    if order["Source"] == "pos":
        status, at = "fulfilled", order["Created at"]
    elif order["Paid at"]:
        hours = 20 if order["Shipping Method"] == "Express" else 52
        left = order["Paid at"] + timedelta(hours=float(rng.gamma(2.2, hours / 2.2)) + 3)
        if left.replace(microsecond=0) <= END:
            status, at = "fulfilled", left
        elif rng.random() < 0.15:
            status = "partial"
    return {"Fulfillment Status": status, "Fulfilled at": at}
