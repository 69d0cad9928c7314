"""A catering firm: customers, functions, dishes, order lines, staff assignments, deliveries and invoices."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, TODAY, LAST = dt.date(2023, 11, 3), dt.date(2025, 11, 20), dt.date(2026, 3, 14)
TOWNS = {"Galway": 9, "Athlone": 5, "Ennis": 5, "Limerick": 6, "Tuam": 3, "Loughrea": 2}
TYPES = {"Corporate": 38, "Private": 40, "Public body": 13, "Charity": 9}
FIRMS = {
    "Corporate": (
        "Corrib Valley Software",
        "Kilbeg Engineering",
        "Dunmoran Insurance Brokers",
        "Thornfield Solicitors",
        "Lisheen Medical Devices",
        "Rathmore Timber",
        "Blackrock Lane Architects",
        "Carrowmore Logistics",
        "Oranview Accountants",
        "Shannonbank Motors",
        "Ballygar Dairy Supplies",
        "Whitestrand Marine",
        "Menlo Court Hotels",
        "Clonfad Print Works",
        "Silverhead Lighting",
        "Gort Road Pharmacy Group",
        "Inisfree Travel",
        "Moyvane Steel",
        "Castlegar Estates",
        "Burrenstone Quarries",
        "Derryglen Wind",
        "Tullyroe Foods",
    ),
    "Public body": (
        "Lakeside County Council",
        "Westland Regional Hospital",
        "Institute of Rural Studies",
        "Harbour Authority West",
        "Midlands Library Service",
        "St Enda's College",
        "County Enterprise Office",
    ),
    "Charity": (
        "Open Door Housing Trust",
        "Lifeboat Friends Galway",
        "Willow Hospice Foundation",
        "Second Chance Animal Rescue",
        "Athlone Youth Choir",
    ),
}
GIVEN = [
    "Aoife",
    "Brian",
    "Ciara",
    "Declan",
    "Eimear",
    "Fergal",
    "Grainne",
    "Hugh",
    "Isolde",
    "Jarlath",
    "Keelin",
    "Lorcan",
    "Maeve",
    "Niall",
    "Orla",
    "Padraig",
    "Roisin",
    "Sean",
    "Tara",
    "Una",
]
FAMILY = [
    "Brennan",
    "Casey",
    "Doyle",
    "Egan",
    "Fahy",
    "Glynn",
    "Hession",
    "Joyce",
    "Kelleher",
    "Lally",
    "Moran",
    "Nolan",
    "Quirke",
    "Ruane",
]
SURNAMES = ["Kilroy", "Mulvey", "Tobin", "Walsh", "Griffin", "Hogan", "Sweeney"]  # of the staff
COORDINATORS = {"Sinead Tierney": 9, "Marek Wolski": 7, "Deirdre Canavan": 6, "Paul Ogunleye": 4}
DRIVERS = {"Tomas Burke": 9, "Leo Hanley": 8, "Svetlana Petrova": 6, "Kevin Mannion": 4}
VENUES = {
    "Oldcastle House": 7,
    "Customer premises": 14,
    "Lough Rea Pavilion": 5,
    "The Boathouse": 5,
    "Riverside Marquee": 4,
    "St Brigid's Hall": 5,
    "Private home": 8,
}
# occasion: weight, median guests, lead days, hours of the start
OCCASIONS = {
    "Wedding": (20, 135, 240, (13, 17)),
    "Business lunch": (30, 32, 18, (12, 13)),
    "Conference": (14, 120, 75, (8, 12)),
    "Birthday": (16, 55, 45, (15, 20)),
    "Funeral tea": (9, 60, 4, (12, 15)),
    "Gala dinner": (3, 190, 130, (19, 20)),
    "Christmas party": (75, 85, 60, (18, 20)),
}
STYLES = {"Buffet": 42, "Plated": 30, "Canapes": 12, "Drop-off": 16}
# name, course, list price, food cost, vegetarian, vegan, nuts, withdrawn on
DISHES = [
    ("Smoked trout on brown bread", "Starter", 6.80, 2.45, 0, 0, 0, None),
    ("Goat's cheese and beetroot salad", "Starter", 6.20, 2.05, 1, 0, 1, None),
    ("Roast tomato soup", "Starter", 4.50, 0.95, 1, 1, 0, None),
    ("Chicken liver parfait", "Starter", 5.90, 1.70, 0, 0, 0, None),
    ("Prawn cocktail", "Starter", 7.40, 3.10, 0, 0, 0, dt.date(2024, 9, 30)),
    ("Leek and potato soup", "Starter", 4.60, 0.90, 1, 0, 0, None),
    ("Melon and mint", "Starter", 4.20, 1.25, 1, 1, 0, dt.date(2025, 3, 31)),
    ("Roast sirloin of beef", "Main", 18.50, 7.60, 0, 0, 0, None),
    ("Braised lamb shank", "Main", 17.90, 7.85, 0, 0, 0, None),
    ("Chicken supreme with leeks", "Main", 14.20, 4.40, 0, 0, 0, None),
    ("Baked salmon with dill", "Main", 16.30, 6.70, 0, 0, 0, None),
    ("Beef and stout casserole", "Main", 13.40, 4.35, 0, 0, 0, None),
    ("Mushroom risotto", "Main", 11.80, 2.80, 1, 0, 0, None),
    ("Chickpea and spinach curry", "Main", 10.90, 2.15, 1, 1, 0, None),
    ("Butternut nut roast", "Main", 12.10, 3.25, 1, 1, 1, None),
    ("Vegetable lasagne", "Main", 11.20, 2.70, 1, 0, 0, None),
    ("Ham and parsley sauce", "Main", 12.90, 3.90, 0, 0, 0, dt.date(2025, 6, 30)),
    ("Fish pie", "Main", 13.10, 4.95, 0, 0, 0, None),
    ("Apple crumble", "Dessert", 5.20, 1.20, 1, 0, 0, None),
    ("Chocolate hazelnut torte", "Dessert", 6.40, 2.10, 1, 0, 1, None),
    ("Lemon posset", "Dessert", 4.90, 1.15, 1, 0, 0, None),
    ("Pavlova with berries", "Dessert", 5.80, 1.75, 1, 0, 0, None),
    ("Fresh fruit platter", "Dessert", 4.90, 1.90, 1, 1, 0, None),
    ("Almond pear tart", "Dessert", 5.90, 1.95, 1, 0, 1, None),
    ("Coconut rice pudding", "Dessert", 5.10, 1.10, 1, 1, 0, None),
    ("Sherry trifle", "Dessert", 5.40, 1.60, 1, 0, 0, dt.date(2024, 12, 31)),
    ("Mini fish and chips", "Canape", 3.20, 1.15, 0, 0, 0, None),
    ("Black pudding bites", "Canape", 2.60, 0.75, 0, 0, 0, None),
    ("Wild mushroom tartlets", "Canape", 2.80, 0.70, 1, 0, 0, None),
    ("Beetroot falafel", "Canape", 2.40, 0.50, 1, 1, 0, None),
    ("Duck spring rolls", "Canape", 3.40, 1.30, 0, 0, 0, None),
    ("Cashew satay skewers", "Canape", 3.10, 1.05, 0, 0, 1, None),
    ("Sandwich platter", "Cold buffet", 7.20, 2.30, 0, 0, 0, None),
    ("Quiche selection", "Cold buffet", 6.10, 1.85, 1, 0, 0, None),
    ("Potato and chive salad", "Cold buffet", 3.30, 0.65, 1, 0, 0, None),
    ("Couscous with roast peppers", "Cold buffet", 3.90, 0.85, 1, 1, 0, None),
    ("Dressed salmon", "Cold buffet", 9.40, 4.40, 0, 0, 0, None),
    ("Cold cuts board", "Cold buffet", 8.30, 3.35, 0, 0, 0, None),
    ("Tea and coffee", "Drinks", 2.90, 0.35, 1, 0, 0, None),
    ("Elderflower cordial", "Drinks", 2.20, 0.40, 1, 1, 0, None),
    ("Sparkling wine reception", "Drinks", 7.50, 3.05, 1, 1, 0, None),
    ("House wine, half bottle", "Drinks", 11.00, 4.20, 1, 0, 0, None),
]
MENUS = {
    "Buffet": ("Cold buffet", "Cold buffet", "Cold buffet", "Main", "Main", "Dessert", "Drinks"),
    "Plated": ("Starter", "Starter", "Main", "Main", "Dessert", "Dessert", "Drinks"),
    "Canapes": ("Canape", "Canape", "Canape", "Canape", "Drinks"),
    "Drop-off": ("Cold buffet", "Cold buffet", "Dessert", "Drinks"),
}
ROLES = {"Waiter": (58, 14.2), "Chef": (19, 21.5), "Bartender": (13, 15.8), "Kitchen porter": (10, 13.5)}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(80417)
    customers = numbered(_customers(rng), "customer_id")
    functions = numbered(
        sorted((_function(rng, customers) for _ in range(1000)), key=lambda row: row["starts_at"]),
        "function_id",
    )
    dishes = numbered(
        (
            {
                "dish_name": name,
                "course": course,
                "list_price": price,
                "food_cost": cost,
                "vegetarian": bool(vegetarian),
                "vegan": bool(vegan),
                "contains_nuts": bool(nuts),
                "withdrawn_on": gone,
            }
            for name, course, price, cost, vegetarian, vegan, nuts, gone in DISHES
        ),
        "dish_id",
    )
    lines = numbered(_lines(rng, functions, dishes), "line_id")
    write_parquet(
        folder,
        {
            "customers": customers,
            "functions": functions,
            "dishes": dishes,
            "order_lines": lines,
            "staff_assignments": numbered(_assignments(rng, functions), "assignment_id"),
            "deliveries": numbered(_deliveries(rng, functions), "delivery_id"),
            "invoices": _invoices(rng, functions, lines, customers),
        },
    )


def _customers(rng: random.Random) -> Rows:
    people = rng.sample([f"{given} {family}" for given in GIVEN for family in FAMILY], 90)
    pairs = [(name, kind) for kind, names in FIRMS.items() for name in names]
    pairs += [(name, "Private") for name in people]
    rows = []
    for name, kind in rng.sample(pairs, len(pairs)):
        mail = name.lower().replace(" ", ".").replace("'", "") + "@mail.example"
        rows.append(
            {
                "customer_name": name,
                "customer_type": kind,
                "town": weighted(rng, TOWNS),
                "email": mail if rng.random() < 0.88 else None,
                "customer_since": moment(rng, dt.date(2014, 2, 1), dt.date(2022, 1, 31)).date(),
                "payment_days": 14 if kind == "Private" else 30,
                "newsletter": rng.random() < 0.41,
            }
        )
    return rows


def _function(rng: random.Random, customers: Rows) -> dict:
    while True:
        occasion = weighted(rng, {key: row[0] for key, row in OCCASIONS.items()})
        _, size, lead, hours = OCCASIONS[occasion]
        at = moment(rng, FIRST, LAST, hours)
        at = at.replace(minute=at.minute // 15 * 15)
        booked = at.date() - dt.timedelta(days=max(1, int(rng.gammavariate(3, lead / 3))))
        if (month := at.month) == 12 and at.day in (24, 25, 26):
            continue
        if booked > TODAY or (occasion == "Christmas party") != (month == 12 and rng.random() < 0.45):
            continue
        if occasion == "Wedding" and (at.weekday() not in (3, 4, 5) or month in (1, 2, 11)):
            continue
        if occasion in ("Business lunch", "Conference") and (
            at.weekday() > 4 or (month == 8 and rng.random() < 0.4)
        ):
            continue
        if rng.random() < 0.25 * (at.year == 2023) + 0.16 * (at.year == 2024):
            continue
        break
    private = occasion in ("Wedding", "Birthday", "Funeral tea")
    pool = [row for row in customers[6:] if (row["customer_type"] == "Private") == private]
    customer = (
        pool[min(int(rng.paretovariate(0.9)) - 1, len(pool) - 1)]
        if rng.random() < 0.3 and not private
        else rng.choice(pool)
    )
    guests = max(8, int(rng.lognormvariate(0, 0.42) * size))
    over = at.date() < TODAY
    status = "completed" if over else weighted(rng, {"confirmed": 76, "provisional": 24})
    if rng.random() < (0.05 if at.date() > TODAY else 0.085):
        status = "cancelled"
    served = max(5, round(guests * rng.uniform(0.88, 1.03))) if status == "completed" else None
    style = weighted(rng, STYLES)
    if occasion in ("Wedding", "Gala dinner") and style == "Drop-off":
        style = "Plated"
    return {
        "customer_id": customer["customer_id"],
        "occasion": occasion,
        "service_style": style,
        "venue": weighted(rng, VENUES),
        "booked_on": booked,
        "starts_at": at,
        "guests_booked": guests,
        "guests_served": served,
        "status": status,
        "coordinator": weighted(rng, COORDINATORS) if rng.random() < 0.91 else None,
        "feedback_score": rng.choices([1, 2, 3, 4, 5], [2, 5, 14, 41, 38])[0]
        if served and rng.random() < 0.58
        else None,
    }


def _lines(rng: random.Random, functions: Rows, dishes: Rows) -> Rows:
    rows = []
    for function in functions:
        chosen: set[int] = set()
        menu = MENUS[function["service_style"]]
        for course in menu if rng.random() < 0.6 else rng.sample(menu, len(menu) - 1):
            options = [
                dish
                for dish in dishes
                if dish["course"] == course
                and dish["dish_id"] not in chosen
                and (dish["withdrawn_on"] or LAST) >= function["booked_on"]
            ]
            dish = rng.choices(options, [3 if number % 3 else 1 for number in range(len(options))])[0]
            chosen.add(dish["dish_id"])
            part = 1.0 if course in ("Canape", "Drinks") else 1 / menu.count(course)
            portions = max(4, round(function["guests_booked"] * part * rng.uniform(0.8, 1.1)))
            rate = 1.0 if function["booked_on"] >= dt.date(2025, 1, 1) else 0.95
            rows.append(
                {
                    "function_id": function["function_id"],
                    "dish_id": dish["dish_id"],
                    "portions": portions,
                    "unit_price": round(dish["list_price"] * rate, 2),
                    "line_total": round(round(dish["list_price"] * rate, 2) * portions, 2),
                    "dietary_note": rng.choice(["gluten free", "dairy free", "halal", "no shellfish"])
                    if rng.random() < 0.07
                    else None,
                }
            )
    return rows


def _assignments(rng: random.Random, functions: Rows) -> Rows:
    names = rng.sample([f"{given} {family}" for given in GIVEN for family in SURNAMES], 46)
    staff = [(name, weighted(rng, {key: row[0] for key, row in ROLES.items()})) for name in names]
    rate = {name: round(ROLES[role][1] * rng.choice([0.95, 1, 1, 1.08]), 2) for name, role in staff}
    weights = [rng.uniform(0.4, 1.6) for _ in staff]
    rows = []
    for function in functions:
        day = function["starts_at"].date()
        if function["status"] == "cancelled" or function["service_style"] == "Drop-off":
            continue
        if day > TODAY + dt.timedelta(days=21):
            continue
        wanted = min(
            14, 2 + function["guests_booked"] // (22 if function["service_style"] == "Plated" else 34)
        )
        team: dict[str, str] = {}
        while len(team) < wanted:
            name, role = rng.choices(staff, weights)[0]
            team[name] = role
        for name, role in team.items():
            planned = rng.choice([4.0, 5.0, 5.5, 6.0, 7.0]) + (1.5 if role == "Chef" else 0)
            absent = day < TODAY and rng.random() < 0.022
            rows.append(
                {
                    "function_id": function["function_id"],
                    "employee": name,
                    "role": role,
                    "shift_date": day,
                    "hours_planned": planned,
                    "hours_worked": None
                    if day >= TODAY or absent
                    else max(2.0, planned + rng.choice([-0.5, 0, 0, 0.25, 0.5, 1, 1.75])),
                    "hourly_rate": rate[name],
                    "no_show": absent,
                }
            )
    return rows


def _deliveries(rng: random.Random, functions: Rows) -> Rows:
    rows = []
    distance = {venue: rng.uniform(6, 48) for venue in VENUES}
    for function in functions:
        if function["status"] in ("cancelled", "provisional"):
            continue
        for _ in range(2 if function["guests_booked"] > 220 else 1):
            planned = function["starts_at"] - dt.timedelta(minutes=rng.choice([90, 120, 150]))
            driver = weighted(rng, DRIVERS)
            late = rng.random() < (0.24 if driver == "Kevin Mannion" else 0.13)
            delay = int(rng.gammavariate(2, 11)) + 1 if late else -rng.randint(0, 25)
            status = (
                "scheduled" if planned.date() >= TODAY else weighted(rng, {"delivered": 985, "failed": 15})
            )
            km = distance[function["venue"]] * rng.uniform(0.7, 1.4)
            rows.append(
                {
                    "function_id": function["function_id"],
                    "driver": driver,
                    "van": rng.choice(["Van 1", "Van 2", "Van 3", "Chiller 1", "Chiller 2"]),
                    "planned_arrival": planned,
                    "actual_arrival": planned + dt.timedelta(minutes=delay)
                    if status == "delivered"
                    else None,
                    "crates": max(2, function["guests_booked"] // 9 + rng.randint(-1, 3)),
                    "distance_km": round(km, 1),
                    "status": status,
                }
            )
    return rows


def _invoices(rng: random.Random, functions: Rows, lines: Rows, customers: Rows) -> Rows:
    value: dict[int, float] = {}
    for line in lines:
        value[line["function_id"]] = value.get(line["function_id"], 0) + line["line_total"]
    slow = {"Private": 7, "Corporate": 12, "Public body": 17, "Charity": 11}
    rows = []
    for function in functions:
        customer = customers[function["customer_id"] - 1]
        net = value[function["function_id"]] * (1.12 if function["service_style"] == "Plated" else 1.04)
        parts = [("final", function["starts_at"].date() + dt.timedelta(days=rng.randint(1, 6)), net)]
        if net > 3500:
            parts = [
                ("deposit", function["booked_on"] + dt.timedelta(days=rng.randint(1, 5)), net * 0.3),
                ("final", parts[0][1], net * 0.7),
            ]
        for kind, day, amount in parts:
            if day > TODAY or day < FIRST or (kind == "final" and function["status"] == "cancelled"):
                continue
            paid = day + dt.timedelta(days=int(rng.gammavariate(2.4, slow[customer["customer_type"]])) + 1)
            rows.append(
                {
                    "function_id": function["function_id"],
                    "invoice_type": kind,
                    "invoice_date": day,
                    "due_date": day + dt.timedelta(days=customer["payment_days"]),
                    "net_amount": round(amount, 2),
                    "vat_amount": round(amount * 0.135, 2),
                    "paid_on": paid if paid <= TODAY and rng.random() < 0.975 else None,
                }
            )
    rows.sort(key=lambda row: row["invoice_date"])
    return numbered(rows, "invoice_no")
