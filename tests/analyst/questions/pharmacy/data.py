"""A chain of pharmacies: prescriptions, products, stores, purchase orders and loyalty customers."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

TODAY = dt.date(2025, 9, 10)
FIRST = dt.date(2023, 1, 1)
LAST = TODAY - dt.timedelta(days=1)

CITIES = {
    "Northeast": ["Boston", "Albany", "Hartford", "Providence", "Newark", "Pittsburgh"],
    "Southeast": ["Atlanta", "Charlotte", "Tampa", "Savannah", "Richmond", "Nashville", "Orlando"],
    "Midwest": ["Chicago", "Columbus", "Detroit", "Milwaukee", "Omaha", "St. Louis", "Madison"],
    "Southwest": ["Dallas", "Phoenix", "Tucson", "Austin", "Tulsa"],
    "West": ["Denver", "Portland", "Seattle", "Sacramento", "Boise"],
}
STREETS = ["Main Street", "Oak Avenue", "Riverside", "Market Square", "Hillcrest", "Station Plaza", "Lake St"]
FORMATS = {"Neighborhood": 52, "Mall": 22, "Drive-Thru": 17, "Hospital": 9}

FIRST_NAMES = [
    "Emma", "Liam", "Olivia", "Noah", "Ava", "Ethan", "Sophia", "Mason", "Mia", "Lucas", "Grace", "Henry",
    "Chloe", "Jack", "Ella", "Owen", "Ruth", "Carlos", "Priya", "Wei", "Fatima", "Diego", "Hannah", "Samuel",
]  # fmt: skip
LAST_NAMES = [
    "Smith", "Johnson", "Nguyen", "Garcia", "Brown", "Miller", "Davis", "Patel", "Lopez", "Wilson", "Clark",
    "Lewis", "Walker", "Hall", "Young", "Kim", "Wright", "Torres", "Scott", "Green", "Adams", "Baker",
]  # fmt: skip

INGREDIENTS = {
    "Pain Relief": ["Ibuprofen", "Acetaminophen", "Naproxen", "Diclofenac", "Tramadol", "Celecoxib"],
    "Antibiotics": ["Amoxicillin", "Azithromycin", "Doxycycline", "Cephalexin", "Clindamycin"],
    "Cardiovascular": ["Lisinopril", "Amlodipine", "Atorvastatin", "Metoprolol", "Losartan", "Warfarin"],
    "Diabetes": ["Metformin", "Glipizide", "Sitagliptin", "Empagliflozin", "Pioglitazone"],
    "Respiratory": ["Albuterol", "Montelukast", "Fluticasone", "Budesonide", "Tiotropium"],
    "Mental Health": ["Sertraline", "Escitalopram", "Bupropion", "Trazodone", "Quetiapine", "Lorazepam"],
    "Digestive": ["Omeprazole", "Pantoprazole", "Famotidine", "Ondansetron", "Loperamide"],
    "Dermatology": ["Hydrocortisone", "Clotrimazole", "Tretinoin", "Mupirocin", "Ketoconazole"],
    "Allergy": ["Loratadine", "Cetirizine", "Fexofenadine", "Hydroxyzine"],
}
CATEGORY_PRICES = {
    "Pain Relief": 19, "Antibiotics": 27, "Cardiovascular": 44, "Diabetes": 78, "Respiratory": 61,
    "Mental Health": 53, "Digestive": 24, "Dermatology": 33, "Allergy": 16,
}  # fmt: skip
CATEGORY_WEIGHTS = {
    "Pain Relief": 1.3, "Antibiotics": 1.2, "Cardiovascular": 1.7, "Diabetes": 1.25, "Respiratory": 0.9,
    "Mental Health": 1.05, "Digestive": 0.8, "Dermatology": 0.55, "Allergy": 0.7,
}  # fmt: skip
FORMS = {"Tablet": 52, "Capsule": 22, "Liquid": 12, "Inhaler": 5, "Cream": 9}
CATEGORY_FORMS = {"Respiratory": "Inhaler", "Dermatology": "Cream"}
STRENGTHS = ["5 mg", "10 mg", "20 mg", "40 mg", "100 mg", "250 mg"]
MANUFACTURERS = {
    "Helvion": 20, "Norvexa": 17, "Aldergate Labs": 15, "Pacifica Pharma": 13, "Brightwell": 11,
    "Teralis": 9, "Omnicure": 8, "Kestrel Bio": 7,
}  # fmt: skip

SUPPLIERS = {
    "Cardwell Health": 24, "Northgate Supply": 19, "Amberline Distribution": 16, "BluePeak Medical": 13,
    "Sunridge Wholesale": 10, "Harlow & Finch": 8, "Vantis Generics": 6, "Corvia Direct": 4,
}  # fmt: skip
SUPPLIER_DELAYS = {
    "Cardwell Health": 0.5, "Northgate Supply": 1.8, "Amberline Distribution": -0.4, "BluePeak Medical": 3.1,
    "Sunridge Wholesale": 1.0, "Harlow & Finch": 4.4, "Vantis Generics": 2.3, "Corvia Direct": -1.1,
}  # fmt: skip

INSURERS = {"Aetherna": 27, "BlueHarbor": 24, "Medicare": 22, "Unity Care": 15, "Medicaid": 12}
CHANNELS = {"In Store": 63, "Online": 24, "Phone": 13}
RX_STATUSES = {"filled": 85, "cancelled": 6, "returned": 4, "not_collected": 5}
TIERS = {"Bronze": 50, "Silver": 28, "Gold": 16, "Platinum": 6}
TIER_POINTS = {"Bronze": 240, "Silver": 720, "Gold": 1900, "Platinum": 4300}
SOURCES = {"Checkout": 46, "Mobile App": 27, "Website": 18, "Friend Referral": 9}


def write(folder: Path) -> None:
    """All tables of the chain."""
    rng = random.Random(20250910)
    stores = _stores(rng)
    products = _products(rng)
    customers = _customers(rng, stores)
    write_parquet(
        folder,
        {
            "stores": stores,
            "products": products,
            "loyalty_customers": customers,
            "prescriptions": _prescriptions(rng, stores, products, customers),
            "purchase_orders": _purchase_orders(rng, stores, products),
        },
    )


def _day(rng: random.Random, first: dt.date, last: dt.date) -> dt.date:
    """A day between two days, both included."""
    return first + dt.timedelta(days=rng.randint(0, (last - first).days))


def _person(rng: random.Random) -> str:
    """A first and a last name."""
    return f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"


def _stores(rng: random.Random) -> Rows:
    """Seven stores in each of the cities."""
    return numbered(
        (
            {
                "store_name": f"{city} {street}",
                "city": city,
                "region": region,
                "store_format": weighted(rng, FORMATS),
                "opened_on": _day(rng, dt.date(1996, 3, 1), dt.date(2022, 11, 30)),
                "floor_area_sqft": rng.randint(1800, 9600) if rng.random() < 0.95 else None,
                "open_24h": rng.random() < 0.18,
                "manager_name": _person(rng) if rng.random() < 0.96 else None,
            }
            for region, cities in CITIES.items()
            for city in cities
            for street in STREETS
        ),
        "store_id",
    )


def _products(rng: random.Random) -> Rows:
    """Six strengths of each active ingredient."""
    rows: Rows = []
    for category, ingredients in INGREDIENTS.items():
        for ingredient in ingredients:
            generic = rng.random() < 0.6
            base = CATEGORY_PRICES[category] * rng.uniform(0.6, 1.3) * (0.7 if generic else 1.6)
            for step, strength in enumerate(STRENGTHS):
                ended = rng.random() < 0.06
                price = round(base * (1 + 0.12 * step), 2)
                rows.append(
                    {
                        "product_name": f"{ingredient} {strength}",
                        "active_ingredient": ingredient,
                        "category": category,
                        "dosage_form": CATEGORY_FORMS.get(category) or weighted(rng, FORMS),
                        "manufacturer": weighted(rng, MANUFACTURERS),
                        "is_generic": generic,
                        "controlled": ingredient in ("Tramadol", "Lorazepam"),
                        "list_price": price,
                        "unit_cost": round(price * rng.uniform(0.45, 0.72), 2),
                        "discontinued_on": _day(rng, dt.date(2024, 6, 1), LAST) if ended else None,
                    }
                )
    return numbered(rows, "product_id")


def _customers(rng: random.Random, stores: Rows) -> Rows:
    """Members of the loyalty programme."""
    rows: Rows = []
    names = [
        f"{first} {middle}. {last}" for first in FIRST_NAMES for middle in "ABCDEJLMRT" for last in LAST_NAMES
    ]
    for full_name in rng.sample(names, 1600):
        tier = weighted(rng, TIERS)
        home = rng.choice(stores)
        born = _day(rng, dt.date(1938, 1, 1), dt.date(2006, 12, 31))
        rows.append(
            {
                "full_name": full_name,
                "birth_date": born if rng.random() < 0.96 else None,
                "gender": rng.choices(["Female", "Male", None], [55, 41, 4])[0],
                "tier": tier,
                "joined_on": _day(rng, dt.date(2022, 6, 1), LAST),
                "home_store_id": home["store_id"],
                "signup_source": weighted(rng, SOURCES),
                "points_balance": round(rng.gammavariate(2.0, TIER_POINTS[tier] / 2)),
                "email_opt_in": rng.random() < 0.64,
            }
        )
    return numbered(sorted(rows, key=lambda row: row["joined_on"]), "customer_id")


def _prescriptions(rng: random.Random, stores: Rows, products: Rows, customers: Rows) -> Rows:
    """Prescriptions handed in, more of them every year and in winter."""
    demand = [CATEGORY_WEIGHTS[each["category"]] * rng.gammavariate(1.6, 1) for each in products]
    traffic = [rng.gammavariate(3.0, 1) for _ in stores]
    loyal = [rng.gammavariate(1.2, 1) for _ in customers]
    prescribers = [f"Dr. {_person(rng)}" for _ in range(60)]
    rows: Rows = []
    while len(rows) < 5000:
        received = moment(rng, FIRST, LAST, (8, 20))
        season = 1.0 if received.month in (11, 12, 1, 2, 3) else 0.78
        if rng.random() > season * {2023: 0.76, 2024: 0.88, 2025: 1.0}[received.year]:
            continue
        product = rng.choices(products, demand)[0]
        customer = rng.choices(customers, loyal)[0] if rng.random() < 0.72 else None
        if customer and customer["joined_on"] > received.date():
            customer = None
        store = rng.choices(stores, traffic)[0]["store_id"]
        if customer and rng.random() < 0.7:
            store = customer["home_store_id"]
        status = weighted(rng, RX_STATUSES)
        wait = max(6, round(rng.gauss(48, 22)))
        if received.date() >= LAST - dt.timedelta(days=3) and rng.random() < 0.5:
            status = "pending"
        quantity = rng.choices([1, 2, 3, 4], [58, 23, 14, 5])[0]
        total = round(quantity * product["list_price"] * rng.choice([1.0, 1.0, 1.0, 0.95, 0.9]), 2)
        insurer = weighted(rng, INSURERS) if rng.random() < 0.81 else None
        covered = round(total * rng.choice([0.5, 0.7, 0.8, 0.9]), 2) if insurer else 0.0
        done = status in ("filled", "returned")
        rows.append(
            {
                "received_at": received,
                "filled_at": received + dt.timedelta(minutes=wait) if done else None,
                "customer_id": customer["customer_id"] if customer else None,
                "store_id": store,
                "product_id": product["product_id"],
                "prescriber": rng.choice(prescribers),
                "channel": weighted(rng, CHANNELS),
                "status": status,
                "quantity": quantity,
                "refills_left": rng.choices([0, 1, 2, 3, 5], [44, 20, 16, 12, 8])[0],
                "insurer": insurer,
                "total_price": total,
                "insurance_paid": covered,
                "copay": round(total - covered, 2),
            }
        )
    return numbered(sorted(rows, key=lambda row: row["received_at"]), "prescription_id")


def _purchase_orders(rng: random.Random, stores: Rows, products: Rows) -> Rows:
    """Orders the stores placed with suppliers; the latest are still open."""
    rows: Rows = []
    for _ in range(2400):
        ordered = FIRST + dt.timedelta(days=round((LAST - FIRST).days * rng.random() ** 0.85))
        supplier = weighted(rng, SUPPLIERS)
        product = rng.choice(products)
        expected = ordered + dt.timedelta(days=rng.choice([3, 5, 7, 7, 10, 14]))
        arrived = expected + dt.timedelta(days=max(-2, round(rng.gauss(SUPPLIER_DELAYS[supplier], 2.2))))
        status = "cancelled" if rng.random() < 0.05 else "received" if arrived <= LAST else "open"
        units = rng.choice([12, 24, 24, 36, 48, 60, 96, 120])
        short = rng.random() < 0.09
        received = units - rng.randint(1, units // 3) if short else units
        rows.append(
            {
                "supplier_name": supplier,
                "store_id": rng.choice(stores)["store_id"],
                "product_id": product["product_id"],
                "ordered_on": ordered,
                "expected_on": expected,
                "received_on": arrived if status == "received" else None,
                "status": status,
                "units_ordered": units,
                "units_received": received if status == "received" else 0 if status == "cancelled" else None,
                "unit_price": round(product["unit_cost"] * rng.uniform(0.93, 1.08), 2),
            }
        )
    return numbered(sorted(rows, key=lambda row: row["ordered_on"]), "po_number")
