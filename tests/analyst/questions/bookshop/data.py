"""An online shop for books and games: orders, their lines, products, customers and returns."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import Rows, named, write_parquet

NOW = dt.date(2025, 9, 18)
LAST = dt.date(2025, 9, 17)
START = dt.date(2023, 1, 2)
GIVEN = [
    "Anna",
    "Ben",
    "Clara",
    "David",
    "Emma",
    "Felix",
    "Greta",
    "Hugo",
    "Ida",
    "Jonas",
    "Katja",
    "Lars",
    "Mia",
    "Noah",
    "Olivia",
    "Paul",
    "Rosa",
    "Simon",
    "Tessa",
    "Uwe",
    "Vera",
    "Willem",
    "Yara",
    "Zoe",
    "Amelie",
    "Bruno",
    "Carla",
    "Dirk",
    "Elif",
    "Finn",
    "Hanna",
    "Ivan",
    "Julia",
    "Koen",
    "Lotte",
    "Marc",
    "Nina",
    "Oskar",
    "Petra",
    "Sven",
]
FAMILY = [
    "Bauer",
    "Visser",
    "Dubois",
    "Maier",
    "Jansen",
    "Leroy",
    "Huber",
    "Peeters",
    "Schmidt",
    "Moreau",
    "Gruber",
    "Bakker",
    "Weber",
    "Lambert",
    "Koch",
    "Wagner",
    "Claes",
    "Fischer",
    "Petit",
    "Steiner",
    "Becker",
    "Mertens",
    "Wolf",
    "Girard",
    "Smit",
    "Hofmann",
    "Roux",
    "Keller",
    "Moser",
    "Vogel",
]
PLACES = [
    ("Berlin", "Germany", 14),
    ("Hamburg", "Germany", 10),
    ("Munich", "Germany", 9),
    ("Cologne", "Germany", 7),
    ("Leipzig", "Germany", 5),
    ("Vienna", "Austria", 9),
    ("Graz", "Austria", 4),
    ("Amsterdam", "Netherlands", 8),
    ("Utrecht", "Netherlands", 5),
    ("Paris", "France", 6),
    ("Lyon", "France", 4),
    ("Brussels", "Belgium", 4),
    ("Ghent", "Belgium", 3),
]
GENRES = {
    "Book": ["Crime", "Fantasy", "Romance", "Science Fiction", "Biography", "Children", "Cooking"],
    "Board Game": ["Strategy", "Family", "Party", "Cooperative"],
    "Video Game": ["Adventure", "Racing", "Role-Playing", "Sports"],
}
PUBLISHERS = {
    "Book": ["Lindenhof Verlag", "Harbour Press", "Papermoon", "Old Mill Books", "Nordlicht", "Quill & Sons"],
    "Board Game": ["Dice Tower Works", "Meeple House", "Papermoon"],
    "Video Game": ["Pixelforge", "Bluebyte Lane", "Northwind Studios"],
}
ADJ = [
    "Silent",
    "Golden",
    "Broken",
    "Hidden",
    "Last",
    "Crimson",
    "Little",
    "Wandering",
    "Frozen",
    "Secret",
    "Burning",
    "Forgotten",
    "Iron",
    "Paper",
    "Midnight",
]
NOUN = [
    "Harbour",
    "Garden",
    "Kingdom",
    "Letter",
    "River",
    "Clockmaker",
    "Forest",
    "Station",
    "Lantern",
    "Orchard",
    "Island",
    "Crown",
    "Voyage",
    "Mirror",
    "Tower",
]
SEASON = [1, 0.85, 0.9, 0.85, 0.8, 0.75, 0.8, 0.8, 0.95, 1.05, 1.5, 2.1]
WEEKDAYS = [1.1, 1, 0.95, 0.95, 0.9, 1.05, 1.25]
EXTRA = {"Germany": 0, "Austria": 1, "Netherlands": 1, "France": 2, "Belgium": 2}
REASON = ["changed mind", "damaged", "wrong item", "not as described", "arrived too late"]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(20250918)
    customers, weight = _customers(rng)
    products, pop = _products(rng)
    orders, lines, delivered = _orders(rng, customers, weight, products, pop)
    tables = {
        "customers": named(
            "id full_name email city country signup_date newsletter loyalty_tier birth_year", customers
        ),
        "products": named(
            "id title product_type genre publisher format list_price cost_price release_date "
            "stock_qty discontinued",
            products,
        ),
        "orders": named(
            "id customer_id ordered_at status channel payment_method shipping_fee "
            "voucher_code shipped_at delivered_on is_gift",
            orders,
        ),
        "order_lines": named("id order_id product_id quantity unit_price discount_amount line_total", lines),
        "returns": _returns(rng, delivered),
    }
    write_parquet(folder, tables)


def _customers(rng: random.Random) -> tuple[list[tuple], dict[int, float]]:
    """The customers, and how much each of them buys."""
    names = [f"{first} {last}" for first in GIVEN for last in FAMILY]
    rng.shuffle(names)
    customers: list[tuple] = []
    weight: dict[int, float] = {}
    for i in range(1, 621):
        if rng.random() < 0.3:
            signup = dt.date(2021, 3, 1) + dt.timedelta(rng.randrange(670))
        else:
            signup = START + dt.timedelta(rng.randrange((LAST - START).days))
        city, country, _ = rng.choices(PLACES, [p[2] for p in PLACES])[0]
        n = names[i]
        mail = n.lower().replace(" ", ".") + rng.choice(["@mail.example", "@post.example", "@inbox.example"])
        tier = rng.choices([None, "bronze", "silver", "gold"], [38, 32, 20, 10])[0]
        birth = None if rng.random() < 0.25 else rng.randint(1950, 2006)
        customers.append((i, n, mail, city, country, signup, rng.random() < 0.46, tier, birth))
        weight[i] = (
            0
            if rng.random() < 0.07
            else rng.lognormvariate(0, 0.8) * {None: 0.8, "bronze": 1, "silver": 1.5, "gold": 2.2}[tier]
        )
    return customers, weight


def _products(rng: random.Random) -> tuple[list[tuple], dict[int, float]]:
    """The products, and how well each of them sells."""
    titles = [f"The {a} {n}" for a in ADJ for n in NOUN]
    rng.shuffle(titles)
    products: list[tuple] = []
    pop: dict[int, float] = {}
    for i in range(1, 151):
        t = rng.choices(["Book", "Board Game", "Video Game"], [92, 32, 26])[0]
        price = {
            "Book": rng.choice([8.99, 9.99, 11.99, 12.99, 14.99, 16.0, 18.0, 22.0, 24.99, 29.99]),
            "Board Game": rng.choice([14.99, 19.99, 24.99, 29.99, 34.99, 39.99, 49.99, 64.99]),
            "Video Game": rng.choice([19.99, 29.99, 39.99, 49.99, 59.99, 69.99]),
        }[t]
        fmt = rng.choice(["paperback", "hardcover", "paperback"]) if t == "Book" else None
        rel = (
            dt.date(2015, 1, 1) + dt.timedelta(rng.randrange(2900))
            if rng.random() < 0.65
            else START + dt.timedelta(rng.randrange(900))
        )
        gone = rng.random() < 0.1
        stock = 0 if rng.random() < (0.6 if gone else 0.08) else rng.randint(1, 240)
        products.append(
            (
                i,
                titles[i],
                t,
                rng.choice(GENRES[t]),
                rng.choice(PUBLISHERS[t]),
                fmt,
                price,
                round(price * rng.uniform(0.48, 0.72), 2),
                rel,
                stock,
                gone,
            )
        )
        pop[i] = rng.lognormvariate(0, 0.75)
    return products, pop


def _days(rng: random.Random) -> list[dt.date]:
    """The day of each order: more before Christmas, at weekends and from year to year."""
    days = [START + dt.timedelta(n) for n in range((LAST - START).days + 1)]
    dw = [SEASON[d.month - 1] * WEEKDAYS[d.weekday()] * (1 + (d - START).days / 1600) for d in days]
    return sorted(rng.choices(days, dw, k=2700))


def _orders(
    rng: random.Random,
    customers: list[tuple],
    weight: dict[int, float],
    products: list[tuple],
    pop: dict[int, float],
) -> tuple[list[tuple], list[tuple], dict[int, tuple]]:
    """The orders, their lines, and of each line that arrived what its return depends on."""
    orders: list[tuple] = []
    lines: list[tuple] = []
    delivered: dict[int, tuple] = {}
    for oid, d in enumerate(_days(rng), 1):
        ok = [c for c in customers if c[5] <= d]
        c = rng.choices(ok, [weight[x[0]] for x in ok])[0]
        at = dt.datetime(
            d.year,
            d.month,
            d.day,
            rng.choices(range(24), [1] * 7 + [3] * 10 + [5] * 6 + [2])[0],
            rng.randrange(60),
            rng.randrange(60),
        )
        channel = rng.choices(["website", "app", "marketplace"], [55, 18 + (d - START).days / 50, 20])[0]
        pay = rng.choices(["credit card", "PayPal", "invoice", "gift card"], [40, 35, 18, 7])[0]
        voucher = rng.choice(["WELCOME10", "SUMMER10", "READMORE"]) if rng.random() < 0.17 else None
        status, shipped, deliv = _journey(rng, at, pay, c[4])
        total = _order_lines(
            rng, oid, d, voucher, products, pop, lines, delivered if status == "delivered" else {}, deliv
        )
        fee = 0.0 if total >= 40 else (3.95 if c[4] == "Germany" else 6.95)
        orders.append(
            (oid, c[0], at, status, channel, pay, fee, voucher, shipped, deliv, rng.random() < 0.13)
        )
    return orders, lines, delivered


def _journey(rng: random.Random, at: dt.datetime, pay: str, country: str) -> tuple[str, Any, Any]:
    """How far an order got, when it was sent and when it arrived."""
    shipped = at + dt.timedelta(hours=rng.uniform(5, 75))
    deliv = shipped.date() + dt.timedelta(
        1 + EXTRA[country] + rng.choices([0, 1, 2, 3, 5], [30, 30, 20, 12, 8])[0]
    )
    age = (NOW - at.date()).days
    if rng.random() < (0.1 if pay == "invoice" else 0.05):
        status, shipped, deliv = "cancelled", None, None
    elif (age < 22 and rng.random() < 0.14) or shipped.date() > LAST:
        status, shipped, deliv = "processing", None, None
    elif deliv > LAST or rng.random() < 0.01:
        status, deliv = "shipped", None
    else:
        status = "delivered"
    if shipped:
        shipped = shipped.replace(microsecond=0)
    return status, shipped, deliv


def _order_lines(
    rng: random.Random,
    oid: int,
    d: dt.date,
    voucher: str | None,
    products: list[tuple],
    pop: dict[int, float],
    lines: list[tuple],
    delivered: dict[int, tuple],
    deliv: dt.date | None,
) -> float:
    """Add the lines of an order, and return what they come to."""
    avail = [p for p in products if p[8] <= d]
    n = rng.choices([1, 2, 3, 4], [46, 31, 16, 7])[0]
    total, seen = 0, set()
    for _ in range(n):
        p = rng.choices(avail, [pop[x[0]] for x in avail])[0]
        if p[0] in seen:
            continue
        seen.add(p[0])
        q = rng.choices([1, 2, 3, 5], [80, 14, 4, 2])[0]
        up = round(p[6] * (1 if rng.random() < 0.8 else rng.choice([0.8, 0.9, 0.95])), 2)
        disc = round(q * up * 0.1, 2) if voucher else 0.0
        lid = len(lines) + 1
        lt = round(q * up - disc, 2)
        total += lt
        lines.append((lid, oid, p[0], q, up, disc, lt))
        delivered[lid] = (deliv, p[2], q, lt)
    return total


def _returns(rng: random.Random, delivered: dict[int, tuple]) -> Rows:
    """At most one return for each line."""
    ret = []
    for k, (deliv, t, q, lt) in delivered.items():
        if rng.random() >= {"Book": 0.06, "Board Game": 0.09, "Video Game": 0.15}[t]:
            continue
        on = deliv + dt.timedelta(rng.randint(2, 28))
        if on > LAST:
            continue
        rq = rng.randint(1, q)
        st = "pending" if (NOW - on).days < 18 else rng.choices(["refunded", "rejected"], [90, 10])[0]
        ret.append(
            (
                on,
                k,
                rq,
                rng.choices(REASON, [38, 24, 14, 15, 9])[0],
                st,
                round(lt * rq / q, 2) if st == "refunded" else None,
                st == "refunded" and rng.random() < 0.7,
            )
        )
    ret.sort()
    rows = [(i, k, on, q, why, st, m, rs) for i, (on, k, q, why, st, m, rs) in enumerate(ret, 1)]
    return named("id order_line_id returned_on quantity reason status refund_amount restocked", rows)
