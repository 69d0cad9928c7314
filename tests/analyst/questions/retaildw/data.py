"""A retail chain's data warehouse: sales lines, products, stores, customers, promotions and a calendar."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from tests.analyst.questions.draws import picked
from tests.analyst.questions.tables import Row, Rows, write_typed

START, END = date(2023, 1, 2), date(2025, 11, 5)
COLUMNS = {
    "f_sales": "sales_sk:long receipt_no:text date_sk:int product_sk:int store_sk:int customer_sk:int "
    "promo_sk:int channel:text tender_type:text qty:int unit_price:real gross_amt:real discount_amt:real "
    "net_amt:real cost_amt:real",
    "d_calendar": "date_sk:int cal_date:date day_name:text week_no:int month_no:int month_name:text "
    "quarter_no:int year_no:int is_weekend:flag is_public_holiday:flag",
    "d_store": "store_sk:int store_code:text store_name:text city:text region:text store_format:text "
    "floor_area_sqm:int opening_date:date closing_date:date",
    "d_product": "product_sk:int sku:text product_name:text brand:text category:text subcategory:text "
    "list_price:real is_private_label:flag launch_date:date lifecycle_status:text",
    "d_customer": "customer_sk:int customer_code:text full_name:text gender:text birth_date:date "
    "home_city:text loyalty_tier:text signup_date:date email_opt_in:flag",
    "d_promotion": "promo_sk:int promo_code:text promo_name:text promo_type:text start_date:date "
    "end_date:date discount_pct:real",
}
HOLIDAYS = {(1, 1), (5, 1), (8, 15), (10, 3), (11, 1), (12, 24), (12, 25), (12, 26)}
STORES = [
    ("Harbour Street", "Hamburg", "North", "Supermarket"),
    ("Altona Centre", "Hamburg", "North", "Hypermarket"),
    ("Kiel Station", "Kiel", "North", "Express"),
    ("Bremen Weser Park", "Bremen", "North", "Hypermarket"),
    ("Berlin Mitte", "Berlin", "East", "Express"),
    ("Berlin Spandau", "Berlin", "East", "Hypermarket"),
    ("Leipzig Market", "Leipzig", "East", "Supermarket"),
    ("Dresden Neustadt", "Dresden", "East", "Supermarket"),
    ("Munich Riem", "Munich", "South", "Hypermarket"),
    ("Munich Schwabing", "Munich", "South", "Express"),
    ("Stuttgart West", "Stuttgart", "South", "Supermarket"),
    ("Nuremberg South", "Nuremberg", "South", "Supermarket"),
    ("Cologne Ehrenfeld", "Cologne", "West", "Supermarket"),
    ("Dusseldorf Arcaden", "Dusseldorf", "West", "Hypermarket"),
    ("Essen Limbecker", "Essen", "West", "Express"),
    ("Dortmund City", "Dortmund", "West", "Supermarket"),
]
OPENED = {"Kiel Station": date(2024, 3, 14), "Dortmund City": date(2025, 4, 10)}
CLOSED = {"Nuremberg South": date(2024, 6, 30), "Essen Limbecker": date(2025, 2, 28)}
AREAS = {"Hypermarket": (3800, 6200), "Supermarket": (1100, 2100), "Express": (180, 420)}
FORMAT_WEIGHTS = {"Hypermarket": 2.0, "Supermarket": 1.3, "Express": 0.7}
PRODUCTS = {
    "Grocery": {
        "Coffee & Tea": "Espresso Beans 1kg|Ground Coffee 500g|Earl Grey 50 Bags|Green Tea 25 Bags",
        "Pantry": "Olive Oil 750ml|Basmati Rice 1kg|Penne 500g|Tomato Passata",
        "Snacks": "Sea Salt Crisps|Dark Chocolate 85%|Mixed Nuts 200g",
    },
    "Household": {
        "Cleaning": "Dishwasher Tabs 60|Laundry Gel 2L|Glass Cleaner",
        "Kitchenware": "Frying Pan 28cm|Chef Knife 20cm|Storage Box Set",
    },
    "Health & Beauty": {
        "Skin Care": "Day Cream 50ml|Sun Lotion SPF50|Shower Gel 250ml",
        "Oral Care": "Electric Toothbrush|Whitening Toothpaste",
    },
    "Electronics": {
        "Small Appliances": "Kettle 1.7L|Coffee Machine|Air Fryer 5L|Hand Blender",
        "Audio": "Bluetooth Speaker|Wireless Earbuds",
    },
    "Toys & Leisure": {
        "Toys": "Building Bricks 500|Board Game Classic|Plush Bear",
        "Garden": "Garden Hose 20m|Folding Chair|Charcoal Grill",
    },
}
OWN_BRAND = "Gut & Gern"
BRANDS = {
    "Grocery": ["Bellaroma", "Campagna", OWN_BRAND],
    "Household": ["Klarsicht", "Kornfeld", OWN_BRAND],
    "Health & Beauty": ["Velura", "Dentiva", OWN_BRAND],
    "Electronics": ["Voltana", "Sonic Peak", "Hausmann"],
    "Toys & Leisure": ["Brixel", "Waldspiel", OWN_BRAND],
}
PRICES = {
    "Grocery": (1.5, 16),
    "Household": (4, 60),
    "Health & Beauty": (3, 75),
    "Electronics": (25, 290),
    "Toys & Leisure": (9, 140),
}
DEMAND = {
    "Grocery": 2.2,
    "Household": 1.2,
    "Health & Beauty": 1.1,
    "Electronics": 0.7,
    "Toys & Leisure": 0.8,
}
COSTS = {
    "Grocery": 0.74,
    "Household": 0.66,
    "Health & Beauty": 0.58,
    "Electronics": 0.79,
    "Toys & Leisure": 0.62,
}
GIVEN = (
    "Anna Ben Clara David Emma Felix Greta Hannes Ida Jonas Katrin Lukas Mia Nils Olga Paul Rosa Simon Tina "
    "Uwe Vera Wolfgang Yasmin Zeynep Markus Lea"
)
FAMILY = (
    "Albrecht Bauer Clausen Dietrich Engel Fischer Graf Hoffmann Ivanov Jansen Keller Lang Meier Neumann "
    "Otto Peters Richter Schmitt Thiel Ulrich Vogel Weber Yilmaz Zimmer"
)
# Name, kind, month and day of the start, days and percent.
PROMOTIONS = [
    ("Spring Clean", "Price Cut", 3, 1, 30, 15),
    ("Easter Basket", "Bundle", 3, 25, 21, 10),
    ("Summer Grill", "Price Cut", 6, 10, 40, 20),
    ("Back to School", "Coupon", 8, 20, 25, 10),
    ("Singles Week", "Loyalty Bonus", 11, 3, 12, 15),
    ("Black Week", "Price Cut", 11, 18, 14, 25),
    ("Christmas Joy", "Bundle", 12, 5, 20, 12),
]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = np.random.default_rng(1107)
    stores = _stores(rng)
    products = _products(rng)
    customers = _customers(rng)
    promotions = _promotions()
    tables = {
        "f_sales": list(_Tills(rng, stores, products, customers, promotions).lines()),
        "d_calendar": _calendar(),
        "d_store": stores,
        "d_product": products,
        "d_customer": customers,
        "d_promotion": promotions,
    }
    write_typed(folder, COLUMNS, tables)


def _key(day: date) -> int:
    return day.year * 10000 + day.month * 100 + day.day


def _calendar() -> Rows:
    days = (date(2023, 1, 1) + timedelta(days=at) for at in range(3 * 365 + 1))
    return [
        {
            "date_sk": _key(day),
            "cal_date": day,
            "day_name": day.strftime("%A"),
            "week_no": day.isocalendar().week,
            "month_no": day.month,
            "month_name": day.strftime("%B"),
            "quarter_no": (day.month - 1) // 3 + 1,
            "year_no": day.year,
            "is_weekend": day.weekday() >= 5,
            "is_public_holiday": (day.month, day.day) in HOLIDAYS,
        }
        for day in days
    ]


def _stores(rng: np.random.Generator) -> Rows:
    stores: Rows = []
    for number, (name, city, region, kind) in enumerate(STORES, 1):
        opened = date(2012, 1, 1) + timedelta(days=int(rng.integers(0, 3900)))
        stores.append(
            {
                "store_sk": 100 + number,
                "store_code": f"ST{number:03d}",
                "store_name": name,
                "city": city,
                "region": region,
                "store_format": kind,
                "floor_area_sqm": int(rng.integers(*AREAS[kind])),
                "opening_date": OPENED.get(name, opened),
                "closing_date": CLOSED.get(name),
            }
        )
    return stores


def _products(rng: np.random.Generator) -> Rows:
    """Each thing of two brands."""
    products: Rows = []
    for category, parts in PRODUCTS.items():
        for part, things in parts.items():
            for thing in things.split("|"):
                for at in rng.choice(len(BRANDS[category]), size=2, replace=False):
                    brand = BRANDS[category][at]
                    product = {"product_name": f"{brand} {thing}", "brand": brand, "category": category}
                    product |= _offer(rng, 5001 + len(products), category)
                    products.append(product | {"subcategory": part, "is_private_label": brand == OWN_BRAND})
    return products


def _offer(rng: np.random.Generator, number: int, category: str) -> Row:
    """Under which number, for how much and since when a product is sold."""
    return {
        "product_sk": number,
        "sku": f"{category[:2].upper()}-{number * 7 % 10000:04d}",
        "list_price": round(round(float(rng.uniform(*PRICES[category])), 1) - 0.01, 2),
        "launch_date": date(2019, 1, 1) + timedelta(days=int(rng.integers(0, 2300))),
        "lifecycle_status": "Discontinued" if rng.random() < 0.1 else "Active",
    }


def _customers(rng: np.random.Generator) -> Rows:
    names: set[str] = set()
    customers: Rows = []
    while len(customers) < 320:
        name = f"{picked(rng, GIVEN.split())} {picked(rng, FAMILY.split())}"
        if name not in names:
            names.add(name)
            customers.append({"full_name": name, **_customer(rng, len(customers))})
    return customers


def _customer(rng: np.random.Generator, at: int) -> Row:
    signed_up = date(2022, 1, 3) + timedelta(days=int(rng.beta(1.0, 1.25) * 1402))
    tiers = ["Bronze", "Silver", "Gold", "Platinum", None]
    tier = picked(rng, tiers, [0.42, 0.25, 0.13, 0.05, 0.15])
    gender = picked(rng, ["F", "M", "X"], [0.53, 0.45, 0.02])
    born = None
    if rng.random() > 0.08:
        born = date(1948, 1, 1) + timedelta(days=int(rng.integers(0, 21000)))
    return {
        "customer_sk": 20001 + at,
        "customer_code": f"C-{70000 + at * 13}",
        "gender": gender,
        "birth_date": born,
        "home_city": picked(rng, STORES)[1],
        "loyalty_tier": tier,
        "signup_date": signed_up,
        "email_opt_in": rng.random() < 0.61,
    }


def _promotions() -> Rows:
    """The promotions of three years, and a row for sales without one."""
    none = {"promo_code": "NONE", "promo_name": "No Promotion", "promo_type": "None", "discount_pct": 0.0}
    rows: Rows = [{"promo_sk": 0, **none, "start_date": None, "end_date": None}]
    for year in (2023, 2024, 2025):
        for name, kind, month, day, days, percent in PROMOTIONS:
            start = date(year, month, day)
            if start > date(2025, 11, 3):
                continue
            rows.append(
                {
                    "promo_sk": len(rows),
                    "promo_code": f"P{year % 100}-{len(rows):02d}",
                    "promo_name": f"{name} {year}",
                    "promo_type": kind,
                    "start_date": start,
                    "end_date": start + timedelta(days=days),
                    "discount_pct": float(percent),
                }
            )
    return rows


class _Tills:
    """Where, to whom and how often things are sold."""

    def __init__(
        self, rng: np.random.Generator, stores: Rows, products: Rows, customers: Rows, promotions: Rows
    ):
        self._rng = rng
        self._stores, self._products, self._customers = stores, products, customers
        self._promotions = promotions[1:]
        self._activity = rng.gamma(0.9, 1, len(customers))
        self._activity[rng.random(len(customers)) < 0.1] = 0
        self._demand = rng.gamma(1.5, 1, len(products))
        self._demand *= np.array([DEMAND[product["category"]] for product in products])
        self._demand[rng.choice(len(products), 5, replace=False)] = 0
        self._sizes = np.array([FORMAT_WEIGHTS[store["store_format"]] for store in stores])
        self._sizes *= rng.uniform(0.7, 1.3, len(stores))

    def lines(self) -> Iterator[Row]:
        """The lines of all receipts: more from year to year, from Friday to Sunday and in December."""
        receipts, number = 0, 900001
        for day in (START + timedelta(days=at) for at in range((END - START).days + 1)):
            rate = 0.45 + 0.17 * (day.year - 2023) + (0.5 if day.month == 12 else 0)
            rate += 0.35 if day.weekday() >= 4 else 0
            for _ in range(1 + self._rng.poisson(rate)):
                receipts += 1
                for line in self._receipt(day):
                    receipt = f"R{day:%y%m}-{receipts:05d}"
                    yield {"sales_sk": number, "receipt_no": receipt, "date_sk": _key(day), **line}
                    number += 1

    def _receipt(self, day: date) -> Rows:
        rng, later = self._rng, day.year - 2023
        are_open = np.array(
            [
                store["opening_date"] <= day and day <= (store["closing_date"] or date.max)
                for store in self._stores
            ]
        )
        store = self._one(self._stores, self._sizes * are_open)
        channels = ["In-store", "Online", "Click & Collect"]
        channel = picked(rng, channels, [0.8 - 0.07 * later, 0.12 + 0.05 * later, 0.08 + 0.02 * later])
        customer = None
        if rng.random() < 0.66 or channel != "In-store":
            known = np.array([each["signup_date"] <= day for each in self._customers])
            customer = self._one(self._customers, self._activity * known)["customer_sk"]
        head = {"store_sk": store["store_sk"], "customer_sk": customer, "channel": channel}
        head["tender_type"] = _tender(rng, channel)
        launched = np.array([each["launch_date"] <= day for each in self._products])
        weights = self._demand * launched
        count = picked(rng, [1, 2, 3, 4], [0.4, 0.32, 0.18, 0.1])
        bought = rng.choice(len(self._products), size=count, replace=False, p=weights / weights.sum())
        live = [each for each in self._promotions if each["start_date"] <= day <= each["end_date"]]
        return [head | self._line(self._products[at], day, live) for at in bought]

    def _one(self, rows: Rows, weights: np.ndarray) -> Row:
        return picked(self._rng, rows, weights / weights.sum())

    def _line(self, product: Row, day: date, live: Rows) -> Row:
        """A product on a receipt: under one of the live promotions, with another discount, or with none."""
        rng = self._rng
        price = round(product["list_price"] * (0.94 + 0.03 * (day.year - 2023)), 2)
        quantity = picked(rng, [1, 2, 3, 4, 6], [0.6, 0.22, 0.1, 0.05, 0.03])
        gross = round(price * quantity, 2)
        promotion, discount = 0, 0.0
        if live and rng.random() < 0.55:
            chosen = live[int(rng.integers(len(live)))]
            promotion, discount = chosen["promo_sk"], round(gross * chosen["discount_pct"] / 100, 2)
        elif rng.random() < 0.06:
            discount = round(gross * 0.05, 2)
        return {
            "product_sk": product["product_sk"],
            "promo_sk": promotion,
            "qty": quantity,
            "unit_price": price,
            "gross_amt": gross,
            "discount_amt": discount,
            "net_amt": round(gross - discount, 2),
            "cost_amt": round(gross * COSTS[product["category"]] * float(rng.uniform(0.93, 1.07)), 2),
        }


def _tender(rng: np.random.Generator, channel: str) -> str:
    if channel == "In-store":
        return picked(rng, ["Card", "Cash", "Mobile Pay", "Gift Card"], [0.5, 0.27, 0.18, 0.05])
    return picked(rng, ["Card", "PayPal", "Invoice"], [0.5, 0.38, 0.12])
