"""A chain of opticians: shops, staff, patients, eye tests, orders with their lines, and repairs."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 7, 1), dt.date(2025, 10, 14)
BOOKED_UNTIL = dt.date(2025, 11, 22)
SHOPS = [
    ("Durham Market Place", "Durham", "North East", 2009, 9),
    ("Newcastle Grainger", "Newcastle", "North East", 2006, 13),
    ("Whitby Harbour", "Whitby", "North East", 2018, 4),
    ("Sunderland Bridges", "Sunderland", "North East", 2014, 7),
    ("York Coppergate", "York", "Yorkshire", 2003, 14),
    ("Leeds Briggate", "Leeds", "Yorkshire", 2008, 15),
    ("Leeds Headingley", "Leeds", "Yorkshire", 2021, 5),
    ("Harrogate James Street", "Harrogate", "Yorkshire", 2011, 8),
    ("Sheffield Fargate", "Sheffield", "Yorkshire", 2012, 10),
    ("Hull Paragon", "Hull", "Yorkshire", 2016, 6),
    ("Manchester Deansgate", "Manchester", "North West", 2007, 16),
    ("Manchester Chorlton", "Manchester", "North West", 2020, 6),
    ("Chester Rows", "Chester", "North West", 2010, 8),
    ("Lancaster Penny Street", "Lancaster", "North West", 2017, 5),
    ("Kendal Stricklandgate", "Kendal", "North West", 2019, 3),
    ("Preston Fishergate", "Preston", "North West", 2013, 7),
    ("Nottingham Lace Market", "Nottingham", "Midlands", 2015, 9),
    ("Derby Sadler Gate", "Derby", "Midlands", 2018, 6),
    ("Lincoln Bailgate", "Lincoln", "Midlands", 2016, 7),
    ("Leicester Lanes", "Leicester", "Midlands", 2022, 8),
    ("Buxton Spring Gardens", "Buxton", "Midlands", 2021, 3),
    ("Shrewsbury Wyle Cop", "Shrewsbury", "Midlands", 2024, 6),
]
CLOSED = {"Buxton Spring Gardens": dt.date(2024, 9, 28)}
OPENED = {"Shrewsbury Wyle Cop": dt.date(2024, 3, 4)}
WOMEN = [
    "Amelia",
    "Beatrice",
    "Chloe",
    "Dorothy",
    "Esther",
    "Farah",
    "Gillian",
    "Heather",
    "Imogen",
    "Joan",
    "Kavita",
    "Lorna",
    "Maureen",
    "Nadia",
    "Olive",
    "Pauline",
    "Ruth",
    "Sheila",
    "Yasmin",
]
MEN = [
    "Alan",
    "Brian",
    "Clive",
    "Dominic",
    "Edward",
    "Faisal",
    "Gordon",
    "Hugh",
    "Ian",
    "Jamal",
    "Keith",
    "Lewis",
    "Malcolm",
    "Nigel",
    "Oscar",
    "Patrick",
    "Ravi",
    "Stuart",
    "Trevor",
]
FAMILY = [
    "Abbott",
    "Ainsworth",
    "Barraclough",
    "Begum",
    "Birtwistle",
    "Charlton",
    "Clegg",
    "Dawson",
    "Dobson",
    "Eccles",
    "Fairclough",
    "Fenwick",
    "Gill",
    "Greenhalgh",
    "Hardcastle",
    "Hussain",
    "Illingworth",
    "Jagger",
    "Kaur",
    "Kershaw",
    "Lister",
    "Metcalfe",
    "Milburn",
    "Naylor",
    "Oldroyd",
    "Patel",
    "Pickles",
    "Ramsden",
    "Robson",
    "Singh",
    "Sutcliffe",
    "Thwaite",
    "Umar",
    "Varley",
    "Wardle",
    "Yates",
]
ROLES = {
    "Shop manager": (37.5, 19.5),
    "Optometrist": (35.0, 28.0),
    "Dispensing optician": (37.5, 17.0),
    "Contact lens optician": (30.0, 18.2),
    "Optical assistant": (32.0, 12.6),
}
TESTS = {
    "Sight test": (60, 29.0),
    "Child eye test": (14, 23.5),
    "Contact lens check": (17, 35.0),
    "OCT scan": (9, 49.0),
}
FRAMES = {
    "Own label": (30, 59), "Corvid": (16, 139), "Brightwater": (9, 155), "Nordkant": (5, 345),
    "Hart & Vale": (12, 119),
    "Linea": (7, 235), "Aldine": (6, 265), "Fell & Co": (9, 125),
}  # fmt: skip
LENSES = {"Single vision": (56, 49), "Varifocal": (33, 189), "Bifocal": (6, 99), "Occupational": (5, 129)}
LENS_BRANDS = {"Opalens": 38, "Kirin Optics": 27, "Jura": 22}
COATINGS = {"Anti-reflection": (55, 39), "Blue light filter": (22, 29), "Light adaptive": (23, 79)}
CONTACTS = {
    "Clario": (34, "Daily disposable, 30 pack", 24.5),
    "Morrow": (24, "Daily disposable, 90 pack", 59.0),
    "Evera": (27, "Monthly, 6 pack", 33.0),
    "Toriva": (15, "Monthly toric, 6 pack", 44.0),
}
FAULTS = {
    "Loose screw": (31, 8), "Broken hinge": (22, 28), "Bent frame": (20, 15), "Missing nose pad": (15, 6),
    "Scratched lens": (8, 55), "Snapped bridge": (4, 48),
}  # fmt: skip
SEASON = [1.05, 0.95, 1.0, 0.9, 0.95, 0.9, 0.95, 1.25, 1.15, 1.0, 0.95, 0.65]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(71934)
    shops = _shops(rng)
    staff = numbered(_staff(rng, shops), "staff_id")
    patients = numbered(_patients(rng), "patient_id")
    tests = numbered(
        sorted(
            (_test(rng, shops, staff, patients) for _ in range(4300)), key=lambda row: row["appointment_at"]
        ),
        "test_id",
    )
    orders = sorted(_orders(rng, staff, shops, patients, tests), key=lambda row: row["order_date"])
    for number, row in enumerate(orders, 20001):
        row["order_no"] = number
    lines = numbered(_lines(rng, orders), "line_id")
    repairs = numbered(
        sorted(_repairs(rng, shops, patients, orders), key=lambda row: row["received_on"]), "repair_id"
    )
    for row in shops:
        del row["weight"]
    orders = [
        {"order_no": row["order_no"], **{k: v for k, v in row.items() if k != "order_no"}} for row in orders
    ]
    write_parquet(
        folder,
        {
            "shops": shops,
            "staff": staff,
            "patients": patients,
            "eye_tests": tests,
            "orders": orders,
            "order_lines": lines,
            "repairs": repairs,
        },
    )


def _shops(rng: random.Random) -> Rows:
    return numbered(
        (
            {
                "shop_name": name,
                "town": town,
                "region": region,
                "opened_on": OPENED.get(name)
                or moment(rng, dt.date(year, 1, 5), dt.date(year, 12, 1)).date(),
                "closed_on": CLOSED.get(name),
                "floor_area_sqm": 60 + weight * 9 + rng.randint(0, 25),
                "test_rooms": 1 + weight // 5,
                "has_lab": weight > 8,
                "weight": weight,
            }
            for name, town, region, year, weight in SHOPS
        ),
        "shop_id",
    )


def _open(shop: dict, day: dt.date) -> bool:
    return shop["opened_on"] <= day and (shop["closed_on"] is None or day <= shop["closed_on"])


def _staff(rng: random.Random, shops: Rows) -> Rows:
    names = rng.sample([f"{given} {family}" for given in WOMEN + MEN for family in FAMILY], 200)
    rows = []
    for shop in shops:
        roles = ["Shop manager", "Optometrist", "Dispensing optician", "Optical assistant"]
        roles += ["Optometrist"] * (shop["weight"] // 6) + ["Optical assistant"] * (shop["weight"] // 5)
        roles += ["Contact lens optician"] * (shop["weight"] > 7)
        for position, role in enumerate(roles):
            hours, pay = ROLES[role]
            started = moment(
                rng, max(shop["opened_on"], dt.date(2010, 1, 4)), max(shop["opened_on"], dt.date(2023, 6, 1))
            ).date()
            left = shop["closed_on"]
            if left is None and position > 3 and rng.random() < 0.3:
                left = moment(rng, dt.date(2023, 11, 1), LAST).date()
            rows.append(
                {
                    "shop_id": shop["shop_id"],
                    "full_name": names[len(rows)],
                    "role": role,
                    "started_on": started,
                    "left_on": left,
                    "weekly_hours": rng.choice([hours, hours, hours, 20.0]),
                    "hourly_pay": round(pay * rng.uniform(0.93, 1.2), 2),
                }
            )
    return rows


def _patients(rng: random.Random) -> Rows:
    rows = []
    for _ in range(1700):
        sex = weighted(rng, {"F": 54, "M": 46})
        shop = rng.choices(range(len(SHOPS)), [row[4] for row in SHOPS])[0]
        age = min(
            94,
            max(
                4, int(rng.choice([rng.gauss(12, 4), rng.gauss(38, 13), rng.gauss(60, 11), rng.gauss(71, 9)]))
            ),
        )
        born = moment(rng, dt.date(2025 - age, 1, 1), dt.date(2025 - age, 9, 30)).date()
        registered = moment(
            rng, max(dt.date(2012, 1, 3), born + dt.timedelta(days=900)), dt.date(2025, 9, 30)
        ).date()
        if SHOPS[shop][0] in OPENED:
            registered = max(registered, OPENED[SHOPS[shop][0]] + dt.timedelta(days=rng.randint(0, 500)))
        if SHOPS[shop][0] in CLOSED and registered > CLOSED[SHOPS[shop][0]]:
            registered = moment(rng, dt.date(2023, 8, 1), dt.date(2024, 9, 1)).date()
        town = SHOPS[shop][1]
        rows.append(
            {
                "first_name": rng.choice(WOMEN if sex == "F" else MEN),
                "last_name": rng.choice(FAMILY),
                "sex": sex,
                "birth_date": born,
                "town": town if rng.random() < 0.85 else rng.choice(SHOPS)[1],
                "home_shop_id": shop + 1,
                "registered_on": registered,
                "email": None if rng.random() < 0.27 else f"p{len(rows) + 1}@example.org",
                "email_consent": False,
                "diabetic": rng.random() < 0.03 + age * 0.0013,
            }
        )
        rows[-1]["email_consent"] = rows[-1]["email"] is not None and rng.random() < 0.62
    return rows


def _test(rng: random.Random, shops: Rows, staff: Rows, patients: Rows) -> dict:
    while True:
        at = moment(rng, FIRST, BOOKED_UNTIL, (9, 17)).replace(minute=rng.choice([0, 20, 40]))
        day = at.date()
        patient = rng.choice(patients)
        shop = shops[patient["home_shop_id"] - 1]
        if rng.random() < 0.06:
            shop = rng.choice(shops)
        busy = SEASON[at.month - 1] * (0.72 + 0.12 * (at.year - 2023)) * (1.3 if day.weekday() == 5 else 1)
        if day > LAST:
            busy *= 0.55
        if (
            at.weekday() == 6
            or not _open(shop, day)
            or patient["registered_on"] > day
            or rng.random() > busy / 1.6
        ):
            continue
        break
    age = (day - patient["birth_date"]).days // 365
    kind = weighted(rng, {key: row[0] for key, row in TESTS.items()})
    if age < 16:
        kind = "Child eye test"
    elif kind == "Child eye test":
        kind = "Sight test"
    skips = 0.06 + (0.05 if shop["region"] == "Midlands" else 0) + (0.04 if 18 <= age < 35 else 0)
    status = weighted(rng, {"attended": 0.87 - skips, "no-show": skips, "cancelled": 0.08})
    if day > LAST:
        status = "cancelled" if rng.random() < 0.04 else "booked"
    pool = [
        row["staff_id"]
        for row in staff
        if row["shop_id"] == shop["shop_id"]
        and row["role"] == "Optometrist"
        and row["started_on"] <= day
        and (row["left_on"] is None or day <= row["left_on"])
    ]
    payer = (
        "NHS"
        if (age < 16 or age >= 60 or patient["diabetic"]) and kind in ("Sight test", "Child eye test")
        else ("Corporate scheme" if rng.random() < 0.13 and age < 67 else "Private")
    )
    attended = status == "attended"
    sphere = round(rng.gauss(-1.2 if age < 50 else 0.8, 2.2) * 4) / 4
    pressure = min(34, max(8, round(rng.gauss(15.3 + max(0, age - 45) * 0.05, 3.1))))
    fee = TESTS[kind][1] + (3.0 if at.year == 2025 and payer != "NHS" else 0)
    measured = attended and kind in ("Sight test", "OCT scan")
    return {
        "patient_id": patient["patient_id"],
        "shop_id": shop["shop_id"],
        "optometrist_id": rng.choice(pool) if pool and status != "cancelled" else None,
        "booked_on": max(
            min(day, LAST) - dt.timedelta(days=int(rng.gammavariate(1.6, 7))), FIRST - dt.timedelta(days=20)
        ),
        "appointment_at": at,
        "test_type": kind,
        "booking_channel": weighted(rng, {"Online": 44 + 8 * (at.year - 2023), "Phone": 36, "Walk-in": 14}),
        "status": status,
        "paid_by": payer,
        "fee": fee if attended else None,
        "sphere_right": sphere if attended and kind != "OCT scan" else None,
        "sphere_left": sphere + rng.choice([-0.5, -0.25, 0, 0, 0.25, 0.5])
        if attended and kind != "OCT scan"
        else None,
        "pressure_right": pressure if measured else None,
        "pressure_left": pressure + rng.choice([-2, -1, 0, 0, 1, 2]) if measured else None,
        "outcome": weighted(
            rng, {"No change": 37, "New prescription": 56, "Referred to hospital": 7 if age > 50 else 2}
        )
        if attended
        else None,
        "recall_months": (12 if age < 16 or age >= 70 or patient["diabetic"] else 24) if attended else None,
    }


def _orders(rng: random.Random, staff: Rows, shops: Rows, patients: Rows, tests: Rows) -> Rows:
    bought = []
    for test in tests:
        if test["status"] != "attended" or test["test_type"] == "OCT scan":
            continue
        if rng.random() < (0.68 if test["outcome"] == "New prescription" else 0.3):
            bought.append(
                (
                    test,
                    test["appointment_at"].date() + dt.timedelta(days=rng.choice([0, 0, 0, 0, 1, 3, 8, 15])),
                )
            )
    rows = []
    for test, day in bought:
        if _open(shops[test["shop_id"] - 1], day) and day <= LAST:
            rows.append(
                _order(
                    rng, staff, test["patient_id"], test["shop_id"], test["test_id"], day, test["test_type"]
                )
            )
    while len(rows) < 2350:
        patient = rng.choice(patients)
        day = moment(rng, FIRST, LAST).date()
        if (
            day.weekday() < 6
            and day >= patient["registered_on"]
            and _open(shops[patient["home_shop_id"] - 1], day)
        ):
            rows.append(_order(rng, staff, patient["patient_id"], patient["home_shop_id"], None, day, ""))
    return rows


def _order(
    rng: random.Random, staff: Rows, patient: int, shop: int, test: int | None, day: dt.date, kind: str
) -> dict:
    odds = {"Glasses": 70, "Sunglasses": 9 + 9 * (day.month in (5, 6, 7)), "Contact lenses": 21}
    if kind == "Contact lens check" or test is None:
        odds["Contact lenses"] = 110
    category = weighted(rng, odds)
    working = {"Glasses": 9, "Sunglasses": 7, "Contact lenses": 4}[category]
    promised = day + dt.timedelta(days=working + rng.choice([0, 0, 1, 3]))
    ready = day + dt.timedelta(
        days=max(1, int(rng.gauss(working - 1, 2.3)) + (rng.randint(2, 9) if rng.random() < 0.13 else 0))
    )
    collected = ready + dt.timedelta(days=int(rng.gammavariate(1.4, 3.5)))
    if rng.random() < 0.045:
        status, ready, collected = "cancelled", None, None
    elif ready > LAST:
        status, ready, collected = "in production", None, None
    elif collected > LAST or rng.random() < 0.02:
        status, collected = "ready", None
    else:
        status = "collected"
    sellers = [
        row["staff_id"]
        for row in staff
        if row["shop_id"] == shop
        and row["role"] != "Optometrist"
        and row["started_on"] <= day
        and (row["left_on"] is None or day <= row["left_on"])
    ]
    return {
        "patient_id": patient,
        "shop_id": shop,
        "sold_by": rng.choice(sellers) if sellers else None,
        "test_id": test,
        "order_date": day,
        "category": category,
        "status": status,
        "promised_on": promised,
        "ready_on": ready,
        "collected_on": collected,
        "deposit": float(rng.choice([20, 30, 50, 50, 75]))
        if category != "Contact lenses" and rng.random() < 0.7
        else 0.0,
        "payment_method": None
        if status in ("cancelled", "in production")
        else weighted(rng, {"Card": 76, "Cash": 9,
            "Direct debit": 15 if category == "Contact lenses" else 4}),
    }  # fmt: skip


def _lines(rng: random.Random, orders: Rows) -> Rows:
    rows = []

    def add(
        order: dict,
        kind: str,
        brand: str | None,
        text: str,
        quantity: int,
        price: float,
        cost: float,
        off: int,
    ) -> None:
        rows.append(
            {
                "order_no": order["order_no"],
                "item_type": kind,
                "brand": brand,
                "description": text,
                "quantity": quantity,
                "unit_price": round(price, 2),
                "discount_pct": off,
                "line_amount": round(quantity * price * (1 - off / 100), 2),
                "unit_cost": round(price * cost * rng.uniform(0.92, 1.08), 2),
            }
        )

    for order in orders:
        off = rng.choices([0, 10, 20, 25], [66, 16, 12, 6])[0]
        if order["category"] == "Contact lenses":
            brand = weighted(rng, {key: row[0] for key, row in CONTACTS.items()})
            _, text, price = CONTACTS[brand]
            add(
                order,
                "Contact lenses",
                brand,
                text,
                rng.choice([1, 2, 2, 4, 6]),
                price,
                0.62,
                off if off < 20 else 0,
            )
            if rng.random() < 0.35:
                add(order, "Accessory", None, "Lens solution 360 ml", rng.choice([1, 2, 3]), 9.5, 0.4, 0)
            continue
        for _ in range(2 if rng.random() < 0.07 else 1):
            brand = weighted(rng, {key: row[0] for key, row in FRAMES.items()})
            price = FRAMES[brand][1] * (1.04 if order["order_date"].year == 2025 else 1) + rng.choice(
                [0, 10, 20, 30]
            )
            text = (
                "Sunglass frame"
                if order["category"] == "Sunglasses"
                else rng.choice(["Full rim", "Full rim", "Half rim", "Rimless"])
            )
            add(order, "Frame", brand, text, 1, price, 0.36, off)
            lens = weighted(rng, {key: row[0] for key, row in LENSES.items()})
            if order["category"] == "Glasses" or rng.random() < 0.4:
                add(
                    order,
                    "Lenses",
                    weighted(rng, LENS_BRANDS),
                    lens,
                    2,
                    LENSES[lens][1] / 2 * rng.choice([1, 1.2, 1.5]),
                    0.31,
                    off,
                )
                if rng.random() < 0.5:
                    coat = weighted(rng, {key: row[0] for key, row in COATINGS.items()})
                    add(order, "Coating", None, coat, 2, COATINGS[coat][1] / 2, 0.22, 0)
        if rng.random() < 0.12:
            add(
                order,
                "Accessory",
                None,
                rng.choice(["Case", "Cleaning kit", "Cord"]),
                1,
                rng.choice([6.0, 8.5, 12.0]),
                0.35,
                0,
            )
    return rows


def _repairs(rng: random.Random, shops: Rows, patients: Rows, orders: Rows) -> Rows:
    rows = []
    glasses = [row for row in orders if row["collected_on"] and row["category"] != "Contact lenses"]
    while len(rows) < 720:
        order = rng.choice(glasses) if rng.random() < 0.6 else None
        patient = patients[(order["patient_id"] if order else rng.randint(1, len(patients))) - 1]
        shop = order["shop_id"] if order else patient["home_shop_id"]
        if order:
            day = order["collected_on"] + dt.timedelta(days=rng.randint(3, 600))
        else:
            day = moment(rng, FIRST, LAST).date()
        if (
            day > LAST
            or day.weekday() == 6
            or not _open(shops[shop - 1], day)
            or day < patient["registered_on"]
        ):
            continue
        fault = weighted(rng, {key: row[0] for key, row in FAULTS.items()})
        covered = (
            order is not None and (day - order["collected_on"]).days <= 365 and fault != "Scratched lens"
        )
        done = day + dt.timedelta(
            days=0 if fault in ("Loose screw", "Missing nose pad") else int(rng.gammavariate(2, 3)) + 1
        )
        status = "finished" if done <= LAST and rng.random() > 0.025 else "open"
        if status == "finished" and rng.random() < 0.05:
            status = "not repairable"
        rows.append(
            {
                "patient_id": patient["patient_id"],
                "shop_id": shop,
                "order_no": order["order_no"] if order else None,
                "received_on": day,
                "fault": fault,
                "under_warranty": covered,
                "status": status,
                "finished_on": done if status == "finished" else None,
                "charge": None
                if covered or status != "finished"
                else round(FAULTS[fault][1] * rng.choice([1, 1, 1.25, 1.5]), 2),
            }
        )
    return rows
