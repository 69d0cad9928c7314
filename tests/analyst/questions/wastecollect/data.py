"""A waste collector: customers, trucks, routes, materials, pick-ups, sales of recyclables, complaints."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST, PLANNED = dt.date(2024, 1, 1), dt.date(2025, 10, 15), dt.date(2025, 10, 31)
DEPOTS = {
    "Harbour": ("Docklands", "Old Town", "Fishmarket"),
    "Northgate": ("Ashfield", "Millbrook", "Northgate Park"),
    "Quarry Hill": ("Quarry Hill", "Westerleigh"),
}
DISTRICTS = {
    "Docklands": 14,
    "Old Town": 20,
    "Fishmarket": 8,
    "Ashfield": 15,
    "Millbrook": 12,
    "Northgate Park": 10,
    "Quarry Hill": 13,
    "Westerleigh": 8,
}
SEGMENTS = {
    "Restaurant": (24, 190, ("Bistro", "Grill", "Kitchen", "Pizzeria")),
    "Retail": (22, 260, ("Stores", "Market", "Outlet", "Boutique")),
    "Office": (16, 150, ("Offices", "Partners", "Consulting", "Business Centre")),
    "Hotel": (9, 540, ("Hotel", "Inn", "Suites")),
    "Manufacturing": (12, 880, ("Works", "Metalcraft", "Joinery", "Plastics")),
    "Housing": (10, 460, ("Court Residents", "Housing Association", "Terrace Residents")),
    "Healthcare": (7, 610, ("Clinic", "Dental Practice", "Care Home")),
}
PLACES = [
    "Anchor", "Beacon", "Birchwood", "Bluebell", "Bridge", "Canal", "Cedar", "Chapel", "Copper", "Crown",
    "Elder", "Falcon", "Ferry", "Foundry", "Garnet", "Granary", "Hawthorn", "Heron", "Ivy", "Juniper",
    "Kingfisher", "Lantern", "Linden", "Magnolia", "Marlow", "Mercer", "Orchard", "Pelican", "Rowan", "Swan",
]  # fmt: skip
MANAGERS = {"Ruth Calder": 9, "Tomasz Zielinski": 8, "Mina Osei": 6, "Glen Hatcher": 4}
CONTRACTS = {"Flat rate": 52, "Pay by weight": 33, "On call": 15}
MATERIALS = [
    # name, stream, waste code, disposal cost a tonne, price a tonne, weight in pick-ups, mean kg
    ("Mixed general waste", "Residual", "20 03 01", 128.0, None, 26, 210),
    ("Bulky waste", "Residual", "20 03 07", 142.0, None, 5, 380),
    ("Street sweepings", "Residual", "20 03 03", 96.0, None, 2, 450),
    ("Cardboard", "Recyclable", "15 01 01", None, 92, 15, 95),
    ("Mixed paper", "Recyclable", "20 01 01", None, 64, 8, 110),
    ("Clear glass", "Recyclable", "15 01 07", None, 38, 6, 170),
    ("Coloured glass", "Recyclable", "20 01 02", None, 24, 5, 165),
    ("PET bottles", "Recyclable", "15 01 02", None, 310, 5, 45),
    ("Plastic film", "Recyclable", "20 01 39", None, 145, 4, 50),
    ("Aluminium cans", "Recyclable", "15 01 04", None, 1040, 3, 30),
    ("Scrap steel", "Recyclable", "20 01 40", None, 215, 4, 320),
    ("Untreated wood", "Recyclable", "20 01 38", 35.0, 42, 4, 260),
    ("Textiles", "Recyclable", "20 01 11", None, 180, 2, 60),
    ("Food waste", "Organic", "20 01 08", 71.0, None, 14, 130),
    ("Garden waste", "Organic", "20 02 01", 48.0, None, 4, 220),
    ("Used cooking oil", "Organic", "20 01 25", None, 560, 3, 55),
    ("Clinical waste", "Hazardous", "18 01 03", 690.0, None, 3, 40),
    ("Batteries", "Hazardous", "20 01 33", 410.0, None, 1, 25),
    ("Fluorescent tubes", "Hazardous", "20 01 21", 530.0, None, 1, 12),
    ("Paint and solvents", "Hazardous", "20 01 27", 615.0, None, 2, 48),
    ("Electronic scrap", "Hazardous", "20 01 35", 85.0, 330, 2, 75),
    ("Asbestos sheets", "Hazardous", "17 06 05", 745.0, None, 0, 0),
]
BUYERS = {
    "Brandt Papier": ("Germany", 12),
    "Ostrava Paper Mill": ("Czechia", 8),
    "Clearcycle Glass": ("United Kingdom", 9),
    "Verrerie du Nord": ("France", 6),
    "Polyloop": ("Netherlands", 11),
    "Delta Metals": ("United Kingdom", 10),
    "Steelworks Gijon": ("Spain", 5),
    "Greenfuel Biodiesel": ("Netherlands", 6),
    "Timberchip Energy": ("United Kingdom", 5),
    "Second Thread": ("Poland", 4),
}
TRADES = {
    "Cardboard": ("Brandt Papier", "Ostrava Paper Mill"),
    "Mixed paper": ("Brandt Papier", "Ostrava Paper Mill"),
    "Clear glass": ("Clearcycle Glass", "Verrerie du Nord"),
    "Coloured glass": ("Clearcycle Glass", "Verrerie du Nord"),
    "PET bottles": ("Polyloop",),
    "Plastic film": ("Polyloop",),
    "Aluminium cans": ("Delta Metals",),
    "Scrap steel": ("Delta Metals", "Steelworks Gijon"),
    "Untreated wood": ("Timberchip Energy",),
    "Textiles": ("Second Thread",),
    "Used cooking oil": ("Greenfuel Biodiesel",),
    "Electronic scrap": ("Delta Metals",),
}
MAKES = {"Scania": 7, "Volvo": 6, "Mercedes-Benz": 6, "DAF": 5}
BODIES = {
    "Rear loader": (12, (9500, 10500, 11500)),
    "Side loader": (5, (8000, 9000)),
    "Hook lift": (4, (12000, 14000)),
    "Box van": (3, (1800, 3200)),
}
FUELS = {"Diesel": 9, "Electric": 8, "Biogas": 7}
DRIVERS = [
    "Alan Pruitt", "Bea Lockwood", "Carl Mensah", "Dora Finch", "Eddie Novak", "Farah Khan", "Gus Tanner",
    "Hilda Brook", "Ivan Petrov", "Joan Whitlock", "Kemal Aydin", "Liam Doyle", "Maureen Stokes",
    "Nico Rossi",
]  # fmt: skip
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
CHANNELS = {"Phone": 41, "Email": 28, "App": 20, "Web form": 11}
TOPICS = {
    "Missed pick-up": 30,
    "Billing": 22,
    "Damaged container": 16,
    "Spillage": 14,
    "Noise": 10,
    "Driver conduct": 8,
}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(7341)
    customers = numbered(_customers(rng), "customer_id")
    trucks = numbered(_trucks(rng), "truck_id")
    routes = numbered(_routes(rng), "route_id")
    materials = numbered(
        (
            {
                "name": name,
                "stream": stream,
                "waste_code": code,
                "disposal_cost_per_t": cost,
                "resaleable": price is not None,
            }
            for name, stream, code, cost, price, _, _ in MATERIALS
        ),
        "material_id",
    )
    pickups = numbered(
        sorted(_pickups(rng, customers, trucks, routes), key=lambda row: row["scheduled_on"]), "pickup_id"
    )
    sales = numbered(sorted(_sales(rng), key=lambda row: row["sold_on"]), "sale_id")
    for row in sales:
        row["invoice_no"] = f"RS-{row['sold_on'].year}-{row['sale_id']:04d}"
    complaints = numbered(
        sorted(_complaints(rng, customers, pickups), key=lambda row: row["received_at"]), "complaint_id"
    )
    write_parquet(
        folder,
        {
            "customers": customers,
            "trucks": trucks,
            "routes": routes,
            "materials": materials,
            "pickups": pickups,
            "sales": sales,
            "complaints": complaints,
        },
    )


def _customers(rng: random.Random) -> Rows:
    rows, names = [], set()
    while len(rows) < 170:
        segment = weighted(rng, {key: row[0] for key, row in SEGMENTS.items()})
        name = f"{rng.choice(PLACES)} {rng.choice(SEGMENTS[segment][2])}"
        if name in names:
            continue
        names.add(name)
        contract = weighted(rng, CONTRACTS)
        start = moment(rng, dt.date(2018, 1, 1), dt.date(2025, 8, 31)).date()
        if rng.random() < 0.5:
            start = moment(rng, dt.date(2022, 1, 1), dt.date(2025, 8, 31)).date()
        chance = rng.random()
        end = None
        if chance < 0.15 and start < dt.date(2025, 3, 1):
            end = moment(rng, max(start + dt.timedelta(days=150), dt.date(2024, 3, 1)), LAST).date()
            status = "terminated"
        else:
            status = "paused" if chance > 0.95 else "active"
            if rng.random() < 0.45:
                end = moment(rng, dt.date(2025, 11, 1), dt.date(2027, 12, 31)).date()
        fee = round(SEGMENTS[segment][1] * rng.lognormvariate(0, 0.35) / 5) * 5.0
        rows.append(
            {
                "name": name,
                "segment": segment,
                "district": weighted(rng, DISTRICTS),
                "account_manager": weighted(rng, MANAGERS) if rng.random() < 0.88 else None,
                "contract_type": contract,
                "monthly_fee": {"Flat rate": fee, "Pay by weight": round(fee * 0.3 / 5) * 5.0}.get(contract),
                "contract_start": start,
                "contract_end": end,
                "status": status,
            }
        )
    return rows


def _trucks(rng: random.Random) -> Rows:
    rows = []
    for number in range(24):
        body = weighted(rng, {key: row[0] for key, row in BODIES.items()})
        bought = moment(rng, dt.date(2013, 1, 1), dt.date(2024, 12, 1)).date()
        fuel = "Diesel" if bought.year < 2018 else weighted(rng, FUELS)
        retired = bought.year < 2017 and rng.random() < 0.6
        rows.append(
            {
                "reg_no": f"{rng.choice('KLMNP')}{rng.choice('ABCDEF')}{bought.year % 100} "
                + "".join(rng.choices("ABCDEFGHJKLMNPRSTVWXY", k=3)),
                "make": weighted(rng, MAKES),
                "body_type": body,
                "fuel": fuel,
                "payload_kg": rng.choice(BODIES[body][1]),
                "depot": list(DEPOTS)[number % 3],
                "bought_on": bought,
                "odometer_km": int((dt.date(2025, 10, 1) - bought).days * rng.uniform(48, 85)),
                "inspection_due": None
                if retired
                else moment(rng, dt.date(2025, 9, 20), dt.date(2026, 9, 30)).date(),
                "retired_on": moment(rng, dt.date(2024, 5, 1), dt.date(2025, 7, 31)).date()
                if retired
                else None,
            }
        )
    return rows


def _routes(rng: random.Random) -> Rows:
    rows = []
    crews = {day: rng.sample(DRIVERS, len(DRIVERS)) for day in DAYS}
    for depot, districts in DEPOTS.items():
        for number, day in enumerate(each for each in DAYS for _ in range(2 if each in DAYS[:4] else 1)):
            if depot == "Quarry Hill" and day == "Saturday":
                continue
            district = districts[number % len(districts)]
            rows.append(
                {
                    "code": f"{depot[0]}{number + 1:02d}",
                    "name": f"{district} {'early' if number % 2 == 0 else 'late'}",
                    "depot": depot,
                    "weekday": day,
                    "driver": crews[day].pop() if len(rows) != 17 else None,
                    "planned_stops": rng.randint(18, 64),
                    "planned_km": round(rng.uniform(22, 88), 1),
                }
            )
    return rows


def _pickups(rng: random.Random, customers: Rows, trucks: Rows, routes: Rows) -> Rows:
    busy = [rng.paretovariate(1.6) for _ in customers]
    odds = [row[5] for row in MATERIALS]
    usual = {row["customer_id"]: rng.choices(range(22), odds, k=3) for row in customers}
    for row in customers:
        if row["segment"] == "Healthcare":
            usual[row["customer_id"]][0] = 16
        if row["segment"] == "Restaurant":
            usual[row["customer_id"]][0] = 13
    rows = []
    while len(rows) < 5600:
        customer = rng.choices(customers, busy)[0]
        route = rng.choice([row for row in routes if row["name"].startswith(customer["district"])])
        day = moment(rng, FIRST, PLANNED).date()
        day += dt.timedelta(days=DAYS.index(route["weekday"]) - day.weekday())
        if not FIRST <= day <= PLANNED or not customer["contract_start"] <= day:
            continue
        paused = customer["status"] == "paused" and day > dt.date(2025, 7, 31)
        if paused or day > (customer["contract_end"] or PLANNED):
            continue
        if rng.random() > 0.72 + (0.16 if day.year == 2025 else 0) + (0.12 if day.month in (6, 7, 12) else 0):
            continue
        fleet = [
            row
            for row in trucks
            if row["depot"] == route["depot"] and row["bought_on"] <= day <= (row["retired_on"] or PLANNED)
        ]
        truck = rng.choice(fleet)
        material = rng.choice(usual[customer["customer_id"]])
        status = weighted(rng, {"collected": 915, "missed": 44, "refused": 19, "cancelled": 22})
        if route["depot"] == "Harbour" and status == "collected" and rng.random() < 0.03:
            status = "missed"
        if day > LAST:
            status = "scheduled"
        done = status == "collected"
        containers = rng.choices([1, 2, 3, 4, 6], [48, 27, 13, 8, 4])[0]
        kilos = round(MATERIALS[material][6] * containers * rng.lognormvariate(-0.35, 0.4), 1)
        weighed = done and rng.random() > 0.025
        rate = {"Flat rate": 0, "Pay by weight": 0.21, "On call": 0.16}[customer["contract_type"]]
        charge = rate * kilos + (38 if customer["contract_type"] == "On call" else 0)
        dirty = done and MATERIALS[material][1] in ("Recyclable", "Organic") and rng.random() < 0.085
        rows.append(
            {
                "customer_id": customer["customer_id"],
                "route_id": route["route_id"],
                "truck_id": truck["truck_id"],
                "material_id": material + 1,
                "scheduled_on": day,
                "collected_at": dt.datetime.combine(
                    day + dt.timedelta(days=1 if rng.random() < 0.06 and day < LAST else 0),
                    dt.time(rng.randint(5, 15), rng.randint(0, 59)),
                )
                if done
                else None,
                "status": status,
                "containers": containers,
                "weight_kg": kilos if weighed else None,
                "contaminated": dirty,
                "charge": round(charge + (45 if dirty else 0), 2) if done else None,
            }
        )
    return rows


def _sales(rng: random.Random) -> Rows:
    prices = {row[0]: (number, row[4]) for number, row in enumerate(MATERIALS, 1)}
    weights = {"Cardboard": 20, "Mixed paper": 14, "Clear glass": 10, "Coloured glass": 8, "PET bottles": 11}
    rows = []
    for _ in range(460):
        name = weighted(rng, {key: weights.get(key, 6) for key in TRADES})
        buyer = rng.choices(TRADES[name], [BUYERS[key][1] for key in TRADES[name]])[0]
        day = moment(rng, FIRST, LAST).date()
        material, price = prices[name]
        drift = 1 + 0.1 * (day.year - 2024) - 0.015 * (day.month - 6)
        tonnes = round(max(0.6, rng.gauss(19, 6) * (0.25 if price > 250 else 1)), 2)
        due = day + dt.timedelta(days=rng.choice([14, 30, 30, 45]))
        paid = due + dt.timedelta(days=int(rng.gauss(-2, 9)))
        paid = max(paid, day + dt.timedelta(days=3))
        rows.append(
            {
                "material_id": material,
                "buyer": buyer,
                "country": BUYERS[buyer][0],
                "sold_on": day,
                "tonnes": tonnes,
                "price_per_tonne": round(price * drift * rng.uniform(0.92, 1.08), 2),
                "freight_cost": None
                if rng.random() < 0.15
                else round(
                    tonnes * rng.uniform(4, 9) * (1 if BUYERS[buyer][0] == "United Kingdom" else 2.4), 2
                ),
                "due_on": due,
                "paid_on": paid if paid <= LAST and rng.random() > 0.02 else None,
            }
        )
    return rows


def _complaints(rng: random.Random, customers: Rows, pickups: Rows) -> Rows:
    rows = []
    past = [row for row in pickups if row["scheduled_on"] < LAST]
    for pickup in past:
        if rng.random() > {"missed": 0.42, "refused": 0.25}.get(pickup["status"], 0.06):
            continue
        topic = weighted(rng, TOPICS if pickup["status"] != "missed" else {"Missed pick-up": 9, "Billing": 1})
        if topic == "Missed pick-up" and pickup["status"] == "collected":
            topic = "Spillage"
        about = pickup["pickup_id"] if topic != "Billing" else None
        day = min(LAST, pickup["scheduled_on"] + dt.timedelta(days=rng.choice([0, 1, 1, 2, 3])))
        received = dt.datetime.combine(day, dt.time(rng.randint(14, 19), rng.randint(0, 59)))
        priority = weighted(rng, {"Low": 30, "Normal": 52, "High": 18})
        hours = rng.gammavariate(2, {"Low": 70, "Normal": 46, "High": 20}[priority])
        resolved = received + dt.timedelta(minutes=int(hours * 60))
        old = resolved.date() <= LAST and rng.random() > 0.04
        credit = old and topic != "Driver conduct" and rng.random() < 0.35
        rows.append(
            {
                "customer_id": pickup["customer_id"],
                "pickup_id": about,
                "received_at": received,
                "channel": weighted(rng, CHANNELS),
                "topic": topic,
                "priority": priority,
                "status": "resolved" if old else weighted(rng, {"open": 6, "in progress": 4}),
                "resolved_at": resolved if old else None,
                "credit_amount": round(rng.choice([15, 20, 25, 40, 60]) * rng.uniform(0.8, 1.3), 2)
                if credit
                else None,
            }
        )
    return rows
