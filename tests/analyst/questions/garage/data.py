"""A car repair garage: customers, their vehicles, jobs, mechanics, parts and their use."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import named, write_parquet

NOW = dt.date(2026, 3, 11)
LAST = dt.date(2026, 3, 10)
START = dt.date(2023, 9, 4)
GIVEN = [
    "Alan",
    "Brenda",
    "Colin",
    "Denise",
    "Eric",
    "Fiona",
    "Graham",
    "Helen",
    "Ian",
    "Janet",
    "Keith",
    "Linda",
    "Martin",
    "Nora",
    "Owen",
    "Pamela",
    "Quentin",
    "Ruth",
    "Stephen",
    "Tracy",
    "Victor",
    "Wendy",
    "Yusuf",
    "Aisha",
    "Callum",
    "Megan",
    "Liam",
    "Sophie",
    "Rajesh",
    "Priya",
]
FAMILY = [
    "Archer",
    "Barlow",
    "Carter",
    "Dawson",
    "Ellis",
    "Foster",
    "Gibson",
    "Harper",
    "Ingram",
    "Jarvis",
    "Kerr",
    "Lawson",
    "Marsh",
    "Norton",
    "Osborne",
    "Parker",
    "Reid",
    "Shaw",
    "Turner",
    "Walsh",
    "Young",
    "Ahmed",
    "Patel",
    "Doyle",
    "Quinn",
]
CITIES = [
    ("Northfield", 30),
    ("Ashby", 20),
    ("Milltown", 16),
    ("Kingsbrook", 12),
    ("Westport", 8),
    ("Hollowell", 5),
]
MAKES = {
    "Volkswagen": ["Golf", "Polo", "Transporter"],
    "Ford": ["Fiesta", "Focus", "Transit"],
    "Toyota": ["Yaris", "Corolla"],
    "Renault": ["Clio", "Zoe", "Kangoo"],
    "BMW": ["320d", "i3"],
    "Skoda": ["Octavia", "Fabia"],
    "Tesla": ["Model 3"],
    "Kia": ["Niro", "Ceed"],
    "Peugeot": ["208", "Partner"],
}
MAKE_WEIGHTS = [22, 24, 14, 13, 8, 11, 4, 7, 9]
VANS = {"Transporter", "Transit", "Kangoo", "Partner"}
LETTERS = "ABCDEFGHJKLMNPRSTVWXY"
MECHANICS = [
    (1, "Tom Hargreaves", "master", dt.date(2012, 4, 2), 78.0, True),
    (2, "Sandra Okafor", "master", dt.date(2016, 9, 1), 76.0, True),
    (3, "Pete Lindqvist", "technician", dt.date(2017, 2, 13), 64.0, True),
    (4, "Marek Novak", "technician", dt.date(2018, 6, 4), 64.0, True),
    (5, "Gill Thornton", "technician", dt.date(2019, 10, 7), 62.0, False),
    (6, "Dev Sharma", "technician", dt.date(2021, 1, 11), 60.0, True),
    (7, "Louise Brandt", "technician", dt.date(2022, 5, 2), 58.0, True),
    (8, "Josh Egan", "apprentice", dt.date(2022, 9, 1), 42.0, True),
    (9, "Carla Mendes", "apprentice", dt.date(2023, 8, 21), 40.0, True),
    (10, "Ryan Stubbs", "apprentice", dt.date(2025, 2, 3), 38.0, True),
]
MECHANIC_WEIGHTS = {1: 9, 2: 12, 3: 13, 4: 15, 5: 10, 6: 11, 7: 14, 8: 8, 9: 6, 10: 5}
PARTS = {
    "filters": (
        ["Oil filter", "Air filter", "Cabin filter", "Fuel filter", "Diesel particulate filter"],
        5,
        30,
    ),
    "brakes": (
        [
            "Front brake pads",
            "Rear brake pads",
            "Front brake disc",
            "Rear brake disc",
            "Brake caliper",
            "Brake hose",
        ],
        14,
        70,
    ),
    "tyres": (
        [
            "Summer tyre 195/65 R15",
            "Summer tyre 205/55 R16",
            "Winter tyre 195/65 R15",
            "Winter tyre 205/55 R16",
            "All-season tyre 205/55 R16",
        ],
        38,
        85,
    ),
    "fluids": (["Engine oil 5W-30", "Engine oil 0W-20", "Coolant", "Brake fluid", "Gearbox oil"], 6, 30),
    "electrical": (
        ["Battery 60 Ah", "Battery 74 Ah", "Alternator", "Starter motor", "Headlight bulb", "Wiring harness"],
        6,
        150,
    ),
    "engine": (
        ["Timing belt", "Water pump", "Spark plug", "Glow plug", "Turbocharger", "Head gasket", "Clutch kit"],
        9,
        280,
    ),
    "suspension": (["Shock absorber", "Coil spring", "Control arm", "Ball joint"], 18, 95),
    "air conditioning": (["AC compressor", "AC condenser", "Refrigerant R134a", "AC dryer"], 12, 220),
}
SUPPLIERS = ["Autoparts Direct", "Euro Car Spares", "Bosman Trading", "Midland Motor Factors", "TyreHub"]
# type: weight, hours, days, part categories
TYPES = {
    "Oil change": (22, (0.5, 1.2), (0, 1), ["filters", "fluids"]),
    "Annual service": (18, (1.5, 3.5), (0, 2), ["filters", "fluids", "engine"]),
    "Inspection": (15, (0.8, 1.6), (0, 1), []),
    "Brake repair": (12, (1.2, 3.5), (0, 3), ["brakes"]),
    "Tyre change": (12, (0.6, 1.3), (0, 1), ["tyres"]),
    "Engine repair": (7, (4, 14), (2, 11), ["engine", "fluids"]),
    "Electrical": (7, (1, 5), (1, 5), ["electrical"]),
    "Suspension": (5, (2, 6), (1, 5), ["suspension"]),
    "Air conditioning": (4, (1, 4), (0, 4), ["air conditioning"]),
}
QUANTITIES = {"tyres": [2, 4, 4], "fluids": [1, 4, 5, 5], "suspension": [1, 2], "brakes": [1, 1, 2]}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(20260311)
    customers = _customers(rng)
    vehicles, vw = _vehicles(rng, customers)
    parts, bycat = _parts(rng)
    jobs, used = _jobs(rng, customers, vehicles, vw, parts, bycat)
    tables = {
        "customers": named(
            "customer_id name customer_type city email registered_on accepts_marketing", customers
        ),
        "vehicles": named(
            "vehicle_id customer_id license_plate make model model_year fuel_type mileage_km", vehicles
        ),
        "mechanics": named("mechanic_id name level hired_on hourly_rate is_active", MECHANICS),
        "parts": named("part_id part_name category supplier purchase_price stock_qty min_stock", parts),
        "jobs": named(
            "job_id vehicle_id mechanic_id job_type status received_on promised_on "
            "completed_on labor_hours labor_amount parts_amount total_amount is_warranty "
            "paid_on rating",
            jobs,
        ),
        "job_parts": named("job_part_id job_id part_id quantity unit_price", used),
    }
    write_parquet(folder, tables)


def _day(n: int) -> dt.timedelta:
    return dt.timedelta(n)


def _customers(rng: random.Random) -> list[tuple]:
    names = [f"{first} {last}" for first in GIVEN for last in FAMILY]
    rng.shuffle(names)
    firms = [
        f"{a} {b}"
        for a in ("Swift", "Northfield", "Redline", "Acorn", "Bluebird", "Castle", "Delta", "Evergreen")
        for b in (
            "Couriers",
            "Plumbing Ltd",
            "Taxis",
            "Catering",
            "Logistics",
            "Electrical Ltd",
            "Cleaning Services",
        )
    ]
    rng.shuffle(firms)
    customers: list[tuple] = []
    for i in range(1, 431):
        biz = len(firms) > 1 and rng.random() < 0.12
        n = firms.pop() if biz else names[i]
        reg = (
            dt.date(2019, 5, 1) + _day(rng.randrange(1580))
            if rng.random() < 0.45
            else START + _day(rng.randrange((LAST - START).days))
        )
        mail = None if rng.random() < 0.2 else n.lower().replace(" ", ".") + "@mail.example"
        customers.append(
            (
                i,
                n,
                "business" if biz else "private",
                rng.choices([c[0] for c in CITIES], [c[1] for c in CITIES])[0],
                mail,
                reg,
                rng.random() < 0.55,
            )
        )
    return customers


def _vehicles(rng: random.Random, customers: list[tuple]) -> tuple[list[tuple], dict[int, float]]:
    """The vehicles, and how often each of them comes in."""
    vehicles: list[tuple] = []
    vw: dict[int, float] = {}
    plates: set[str] = set()
    for c in customers:
        for _ in range(
            rng.choices([2, 3, 4, 5, 6, 8], [25, 25, 20, 15, 10, 5])[0]
            if c[2] == "business"
            else rng.choices([1, 2, 3], [70, 25, 5])[0]
        ):
            make = rng.choices(list(MAKES), MAKE_WEIGHTS)[0]
            model = rng.choice(MAKES[make])
            if c[2] == "private" and model in VANS and rng.random() < 0.8:
                model = MAKES[make][0]
            year = min(2025, 2007 + int(rng.triangular(0, 19, 10)))
            fuel = (
                "electric"
                if model in ("Zoe", "i3", "Model 3")
                else "diesel"
                if model in VANS or model == "320d"
                else rng.choices(["petrol", "diesel", "hybrid"], [62, 24, 14 if year > 2014 else 0])[0]
            )
            if fuel == "electric":
                year = max(year, 2014)
            p = _plate(rng, year, plates)
            plates.add(p)
            v = len(vehicles) + 1
            km = int((2026 - year + 0.5) * rng.uniform(6500, 15500) * (1.3 if c[2] == "business" else 1))
            vehicles.append((v, c[0], p, make, model, year, fuel, km))
            vw[v] = 0 if rng.random() < 0.04 else rng.uniform(0.6, 2) * (1.7 if c[2] == "business" else 1)
    return vehicles, vw


def _plate(rng: random.Random, year: int, plates: set[str]) -> str:
    """A plate that no other vehicle has."""
    while True:
        p = "".join(rng.choices(LETTERS, k=2)) + f"{year % 100:02d} " + "".join(rng.choices(LETTERS, k=3))
        if p not in plates:
            return p


def _parts(rng: random.Random) -> tuple[list[tuple], dict[str, list[tuple]]]:
    """The parts, and by category how often each of them is used."""
    parts: list[tuple] = []
    bycat: dict[str, list[tuple]] = {}
    for cat, (ns, lo, hi) in PARTS.items():
        for n in ns:
            k = len(parts) + 1
            s = "TyreHub" if cat == "tyres" else rng.choice(SUPPLIERS[:4])
            mn = rng.choice([4, 5, 8, 10])
            parts.append(
                (
                    k,
                    n,
                    cat,
                    s,
                    round(rng.uniform(lo, hi), 2),
                    rng.randint(0, 3) if rng.random() < 0.22 else rng.randint(mn, 60),
                    mn,
                )
            )
            bycat.setdefault(cat, []).append((k, rng.uniform(0.4, 2.5)))
    return parts, bycat


def _days(rng: random.Random) -> list[dt.date]:
    """The day on which each job came in."""
    days = [START + _day(n) for n in range((LAST - START).days + 1) if (START + _day(n)).weekday() < 6]
    dw = [
        (0.35 if d.weekday() == 5 else 1.2 if d.weekday() == 0 else 1)
        * (1.35 if d.month in (4, 10, 11) else 0.75 if d.month in (8, 12) else 1)
        * (1 + (d - START).days / 2200)
        for d in days
    ]
    return sorted(rng.choices(days, dw, k=1950))


def _jobs(
    rng: random.Random,
    customers: list[tuple],
    vehicles: list[tuple],
    vw: dict[int, float],
    parts: list[tuple],
    bycat: dict[str, list[tuple]],
) -> tuple[list[tuple], list[tuple]]:
    """The jobs, and the parts used in them."""
    regd = {c[0]: c[5] for c in customers}
    ctype = {c[0]: c[2] for c in customers}
    cost = {p[0]: p[4] for p in parts}
    jobs: list[tuple] = []
    used: list[tuple] = []
    for j, d in enumerate(_days(rng), 1):
        ok = [v for v in vehicles if regd[v[1]] <= d and v[5] <= d.year]
        v = rng.choices(
            ok, [vw[x[0]] * (7 if regd[x[1]] > START and (d - regd[x[1]]).days < 30 else 1) for x in ok]
        )[0]
        jt = _job_type(rng, v)
        _, hrs, dd, cats = TYPES[jt]
        ms = [m for m in MECHANICS if m[3] <= d and not (m[0] == 5 and d > dt.date(2025, 6, 30))]
        m = rng.choices(
            ms,
            [
                MECHANIC_WEIGHTS[x[0]]
                * (
                    3
                    if x[2] == "master" and jt == "Engine repair"
                    else 0.2
                    if x[2] == "apprentice" and jt == "Engine repair"
                    else 1
                )
                for x in ms
            ],
        )[0]
        promised, done, warranty, status, mech = _progress(rng, d, dd, v, m)
        pamt = _parts_used(
            rng, j, cats if status not in ("cancelled", "checked in") else [], cost, bycat, used
        )
        h = la = pa = tot = paid = rating = None
        if status == "completed":
            h = round(rng.uniform(*hrs) * (1.15 if m[2] == "apprentice" else 1), 1)
            la = round(h * m[4] * 1.35, 2)
            pa = round(pamt, 2)
            tot = round(la + pa, 2)
            settled = done + _day(
                rng.choices(
                    [0, rng.randint(1, 14), rng.randint(15, 50)],
                    [20, 50, 30] if ctype[v[1]] == "business" else [75, 18, 7],
                )[0]
            )
            paid = (
                settled
                if settled <= LAST and rng.random() > (0.05 if ctype[v[1]] == "business" else 0.012)
                else None
            )
            if rng.random() < 0.45:
                rating = rng.choices(
                    [1, 2, 3, 4, 5], [3, 5, 12, 35, 45] if done <= promised else [10, 18, 26, 28, 18]
                )[0]
        jobs.append((j, v[0], mech, jt, status, d, promised, done, h, la, pa, tot, warranty, paid, rating))
    return jobs, used


def _job_type(rng: random.Random, v: tuple) -> str:
    """What is done to a vehicle: an electric one has no oil or engine to see to."""
    tw = [t[0] for t in TYPES.values()]
    if v[6] == "electric":
        tw[0] = 0
        tw[5] = 1
        tw[6] = 16
    return rng.choices(list(TYPES), tw)[0]


def _progress(rng: random.Random, d: dt.date, dd: tuple[int, int], v: tuple, m: tuple) -> tuple:
    """When a job was promised and done, whether under warranty, its status and its mechanic."""
    plan = rng.randint(*dd)
    promised = d + _day(plan + rng.choice([0, 0, 1]))
    done = d + _day(plan + rng.choices([0, 1, 2, 5], [70, 16, 8, 6])[0])
    done += _day(1) if done.weekday() == 6 else _day(0)
    warranty = rng.random() < (0.05 if 2026 - v[5] > 5 else 0.16)
    mech = m[0]
    if rng.random() < 0.045:
        status, done = "cancelled", None
        mech = mech if rng.random() < 0.4 else None
    elif done > LAST or ((NOW - d).days < 24 and rng.random() < 0.3):
        done = None
        status = rng.choices(["checked in", "in progress", "waiting for parts"], [2, 3, 4])[0]
        mech = None if status == "checked in" else mech
    else:
        status = "completed"
    return promised, done, warranty, status, mech


def _parts_used(
    rng: random.Random,
    j: int,
    cats: list[str],
    cost: dict[int, float],
    bycat: dict[str, list[tuple]],
    used: list[tuple],
) -> float:
    """Add the parts used in a job, and return what they come to."""
    pamt = 0.0
    for cat in cats:
        for _ in range(rng.choice([0, 1, 1, 2]) if len(cats) > 1 else rng.choice([1, 1, 2])):
            pool = bycat[cat]
            k = rng.choices([x[0] for x in pool], [x[1] for x in pool])[0]
            if any(u[1] == j and u[2] == k for u in used[-8:]):
                continue
            q = rng.choice(QUANTITIES.get(cat, [1]))
            up = round(cost[k] * rng.uniform(1.25, 1.7), 2)
            pamt += q * up
            used.append((len(used) + 1, j, k, q, up))
    return pamt
