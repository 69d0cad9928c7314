"""An online outdoor shop: customers, products, orders, order lines, returns and support contacts."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, weighted, write_csv

TODAY = dt.date(2025, 11, 12)
FIRST = dt.date(2024, 1, 1)
RANGES = {
    # category: (nouns, price low, price high, sales weight, return chance)
    "Footwear": (["Trail Shoe", "Hiking Boot", "Approach Shoe", "Sandal"], 59, 189, 22, 0.24),
    "Jackets": (["Rain Jacket", "Down Jacket", "Softshell", "Fleece"], 69, 320, 18, 0.19),
    "Trousers": (["Trek Pants", "Shorts", "Leggings"], 35, 129, 15, 0.17),
    "Backpacks": (["Daypack 22", "Trek Pack 45", "Duffel 60"], 49, 229, 12, 0.07),
    "Tents & Sleeping": (["2P Tent", "Sleeping Bag", "Sleeping Mat"], 39, 449, 10, 0.08),
    "Cooking": (["Gas Stove", "Pot Set", "Mug"], 9, 119, 10, 0.04),
    "Accessories": (["Headlamp", "Beanie", "Merino Socks", "Trekking Poles"], 12, 99, 24, 0.06),
}
BRANDS = ["Nordfell", "Kestrel", "Alta Via", "Basalt", "Pinewright", "Own Label"]
FIRSTS = [
    "Anna",
    "Bram",
    "Clara",
    "Daan",
    "Elif",
    "Felix",
    "Greta",
    "Henrik",
    "Ines",
    "Jonas",
    "Katja",
    "Lars",
    "Marie",
    "Niels",
    "Olga",
    "Paul",
    "Quentin",
    "Rosa",
    "Sven",
    "Tessa",
    "Ulla",
    "Victor",
    "Wim",
    "Yara",
    "Zoran",
    "Amelie",
    "Bastian",
    "Chloe",
]
LASTS = [
    "Bakker",
    "Berg",
    "Dubois",
    "Fischer",
    "Fontaine",
    "Gruber",
    "Hansen",
    "Hofer",
    "Jansen",
    "Keller",
    "Klein",
    "Lambert",
    "Lang",
    "Meyer",
    "Moreau",
    "Novak",
    "Peeters",
    "Petit",
    "Richter",
    "Schmid",
    "Smit",
    "Visser",
    "Vogel",
    "Wagner",
    "Weber",
    "Wolf",
]
COUNTRIES = {"DE": 46, "AT": 13, "NL": 14, "BE": 9, "FR": 12, "CH": 6}
DAYS = {"DE": 2.2, "AT": 3.1, "NL": 2.9, "BE": 3.2, "FR": 4.2, "CH": 5.4}
AGENTS = {"Mira": 28, "Jochen": 22, "Sanne": 20, "Pascal": 16, "Tomasz": 14}
KIND = {"Mira": 4.4, "Jochen": 3.6, "Sanne": 4.1, "Pascal": 3.2, "Tomasz": 3.9}


def _products(rng: random.Random) -> Rows:
    rows = []
    for category, (nouns, low, high, _, _) in RANGES.items():
        for noun in nouns:
            for brand in rng.sample(BRANDS, 3):
                price = round(rng.triangular(low, high, low + (high - low) * 0.35)) - 0.05
                rows.append(
                    {
                        "Sku": f"{category[:2].upper()}{len(rows) + 101:04d}",
                        "ProductName": f"{brand} {noun}",
                        "Category": category,
                        "Brand": brand,
                        "ListPrice": round(price, 2),
                        "UnitCost": None
                        if rng.random() < 0.03
                        else round(price * rng.uniform(0.38, 0.63), 2),
                        "LaunchDate": dt.date(2022, 1, 10) + dt.timedelta(days=rng.randint(0, 720)),
                        "IsDiscontinued": rng.random() < 0.1,
                    }
                )
    return rows


def _customers(rng: random.Random) -> Rows:
    rows = []
    for number in range(1, 1101):
        name = f"{rng.choice(FIRSTS)} {rng.choice(LASTS)}"
        rows.append(
            {
                "CustomerId": 20000 + number,
                "FullName": name,
                "Email": None
                if rng.random() < 0.03
                else name.lower().replace(" ", ".") + f"{number}@example.com",
                "Country": weighted(rng, COUNTRIES),
                "SignupDate": moment(rng, dt.date(2022, 2, 1), dt.date(2025, 10, 30)).date(),
                "Segment": weighted(rng, {"Standard": 70, "Club": 20, "VIP": 6, "": 4}) or None,
                "NewsletterOptIn": rng.random() < 0.47,
            }
        )
    return rows


def _orders(rng: random.Random, customers: Rows, products: Rows) -> tuple[Rows, Rows, Rows]:
    by_category = {c: [p for p in products if p["Category"] == c] for c in RANGES}
    liked = {p["Sku"]: rng.paretovariate(1.8) for p in products}
    bad = {p["Sku"]: rng.uniform(0.6, 1.6) for p in products}
    loyal = [min(rng.paretovariate(1.5), 9) for _ in customers]
    found = []
    while len(found) < 2700:
        at = moment(rng, FIRST, TODAY - dt.timedelta(days=1), (6, 23))
        season = {11: 1.0, 12: 1.0, 5: 0.85, 6: 0.9}.get(at.month, 0.62) * (1.0 if at.year == 2025 else 0.8)
        customer = rng.choices(customers, loyal)[0]
        if rng.random() < season and customer["SignupDate"] <= at.date():
            found.append((at, customer))
    found.sort(key=lambda f: (f[0], f[1]["CustomerId"]))
    orders: Rows = []
    lines: Rows = []
    returns: Rows = []
    for number, (at, customer) in enumerate(found, 1):
        order_id = 100000 + number
        cancelled = rng.random() < 0.045
        shipped = at.date() + dt.timedelta(days=rng.choice([0, 1, 1, 1, 2, 3]))
        country = customer["Country"] if rng.random() < 0.97 else weighted(rng, COUNTRIES)
        delivered = shipped + dt.timedelta(
            days=max(1, round(rng.gauss(DAYS[country], 1.3) + (rng.random() < 0.05) * 6))
        )
        lost = rng.random() < 0.01
        if cancelled:
            status, shipped, delivered = "Cancelled", None, None
        elif shipped >= TODAY:
            status, shipped, delivered = "Processing", None, None
        elif delivered >= TODAY or lost:
            status, delivered = "Shipped", None
        else:
            status = "Delivered"
        goods = 0.0
        for _ in range(rng.choices([1, 2, 3, 4, 5], [44, 28, 16, 8, 4])[0]):
            category = rng.choices(list(RANGES), [r[3] for r in RANGES.values()])[0]
            pool = by_category[category]
            product = rng.choices(pool, [liked[p["Sku"]] for p in pool])[0]
            quantity = rng.choices([1, 2, 3, 4], [84, 11, 3, 2])[0]
            price = round(product["ListPrice"] * rng.choice([1, 1, 1, 1, 0.9, 0.8]), 2)
            line = {
                "LineId": 500000 + len(lines) + 1,
                "OrderId": order_id,
                "Sku": product["Sku"],
                "Quantity": quantity,
                "UnitPrice": price,
                "LineTotal": round(price * quantity, 2),
            }
            lines.append(line)
            goods += line["LineTotal"]
            if status == "Delivered" and rng.random() < RANGES[category][4] * bad[product["Sku"]]:
                _send_back(rng, line, category, delivered, returns)
        voucher = weighted(rng, {"": 78, "WELCOME10": 9, "SUMMER15": 5, "CLUB5": 5, "SORRY20": 3}) or None
        off = {"WELCOME10": 0.10, "SUMMER15": 0.15, "CLUB5": 0.05, "SORRY20": 0.20}.get(voucher or "", 0)
        orders.append(
            {
                "OrderId": order_id,
                "CustomerId": customer["CustomerId"],
                "OrderedAt": at,
                "ShippedOn": shipped,
                "DeliveredOn": delivered,
                "OrderStatus": status,
                "SalesChannel": weighted(rng, {"Web": 56, "App": 29, "Marketplace": 15}),
                "PaymentMethod": weighted(rng, {"PayPal": 38, "Card": 31, "Klarna": 24, "Bank Transfer": 7}),
                "ShipCountry": country,
                "VoucherCode": voucher,
                "DiscountAmount": round(goods * off, 2),
                "ShippingFee": 0.0 if goods >= 79 else 5.9 if country == "CH" else 3.9,
            }
        )
    returns.sort(key=lambda r: (r["RequestedOn"], r["LineId"]))
    return orders, lines, [{"ReturnId": f"R{number:05d}", **row} for number, row in enumerate(returns, 1)]


def _send_back(rng: random.Random, line: dict, category: str, delivered: dt.date, returns: Rows) -> None:
    requested = delivered + dt.timedelta(
        days=rng.choices([rng.randint(0, 7), rng.randint(8, 30)], [70, 30])[0]
    )
    if requested >= TODAY:
        return
    worn = category in ("Footwear", "Jackets", "Trousers")
    received = requested + dt.timedelta(days=rng.randint(3, 12))
    refunded = received + dt.timedelta(days=int(rng.expovariate(0.22)))
    rejected, never = rng.random() < 0.05, rng.random() < 0.04
    quantity = line["Quantity"] if rng.random() < 0.7 else 1
    if never or received >= TODAY:
        status, received, refunded = "Requested", None, None
    elif rejected:
        status, refunded = "Rejected", None
    elif refunded >= TODAY:
        status, refunded = "Received", None
    else:
        status = "Refunded"
    returns.append(
        {
            "LineId": line["LineId"],
            "OrderId": line["OrderId"],
            "Reason": weighted(
                rng,
                {
                    "Too small": 29,
                    "Too large": 20,
                    "Changed mind": 18,
                    "Not as described": 11,
                    "Damaged": 8,
                    "Wrong item": 5,
                    "": 4,
                }
                if worn
                else {
                    "Changed mind": 34,
                    "Damaged": 25,
                    "Not as described": 20,
                    "Wrong item": 9,
                    "Arrived late": 8,
                    "": 4,
                },
            )
            or None,
            "RequestedOn": requested,
            "ReceivedOn": received,
            "RefundedOn": refunded,
            "ReturnStatus": status,
            "ReturnedQty": quantity,
            "RefundAmount": round(line["UnitPrice"] * quantity, 2) if status == "Refunded" else None,
            "PaidReturnLabel": rng.random() < 0.62,
        }
    )


def _contacts(rng: random.Random, orders: Rows, returns: Rows) -> Rows:
    sent_back = {r["OrderId"]: r["RequestedOn"] for r in returns}
    found = []
    for order in orders:
        about = sent_back.get(order["OrderId"])
        if about and rng.random() < 0.3:
            topic = weighted(rng, {"Return help": 55, "Refund status": 35, "Complaint": 10})
            found.append(
                (dt.datetime.combine(about, dt.time(rng.randint(8, 18), rng.randint(0, 59))), topic, order)
            )
        if rng.random() < 0.2:
            topic = weighted(
                rng,
                {
                    "Where is my order": 46,
                    "Product question": 18,
                    "Payment": 14,
                    "Cancellation": 10,
                    "Complaint": 12,
                },
            )
            at = order["OrderedAt"] + dt.timedelta(hours=rng.randint(2, 190))
            found.append((at, topic, order))
    for _ in range(130):
        found.append((moment(rng, FIRST, TODAY - dt.timedelta(days=1), (8, 19)), "Product question", None))
    rows = []
    for at, topic, order in sorted(found, key=lambda f: (f[0], f[1])):
        if at.date() >= TODAY:
            continue
        channel = weighted(rng, {"Email": 52, "Chat": 33, "Phone": 15})
        agent = weighted(rng, AGENTS)
        first = {
            "Email": round(rng.expovariate(1 / 380)) + 5,
            "Chat": round(rng.expovariate(1 / 6)) + 1,
            "Phone": 0,
        }[channel]
        closed = at + dt.timedelta(
            minutes=first + round(rng.expovariate(1 / (1500 if channel == "Email" else 240)))
        )
        is_open = rng.random() < 0.02 or closed.date() >= TODAY
        score = round(rng.gauss(KIND[agent] - (0.6 if topic == "Complaint" else 0), 0.9))
        rows.append(
            {
                "ContactId": len(rows) + 1,
                "OrderId": order["OrderId"] if order else None,
                "CustomerId": order["CustomerId"] if order else None,
                "OpenedAt": at,
                "ClosedAt": None if is_open else closed,
                "ContactChannel": channel,
                "Topic": topic,
                "Agent": agent,
                "FirstReplyMinutes": first if channel != "Phone" else None,
                "Csat": min(5, max(1, score)) if not is_open and rng.random() < 0.44 else None,
            }
        )
    return rows


def write(folder: Path) -> None:
    """Write the six tables."""
    rng = random.Random(777)
    products = _products(rng)
    customers = _customers(rng)
    orders, lines, returns = _orders(rng, customers, products)
    write_csv(
        folder,
        {
            "Customers": customers,
            "Products": products,
            "Orders": orders,
            "OrderLines": lines,
            "Returns": returns,
            "SupportContacts": _contacts(rng, orders, returns),
        },
    )
