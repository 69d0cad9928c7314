"""A furniture manufacturer: products, customers, sales orders, work orders and quality checks."""

import random
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

from tests.analyst.questions.tables import named, write_parquet

START, END = date(2023, 7, 3), date(2026, 3, 10)
DAYS = (END - START).days
END_OF_WORK = datetime(2026, 3, 10, 18)
RANGE = {
    "Chairs": (["Alma", "Bente", "Corvo", "Dorn", "Ebba", "Falk", "Gitte"], 149, 8),
    "Tables": (["Hald", "Isla", "Jonte", "Kvist", "Lund", "Malm"], 620, 46),
    "Sofas": (["Nola", "Odin", "Pia", "Quist", "Runa"], 1290, 78),
    "Beds": (["Saga", "Tilda", "Ulla", "Vidar", "Wenke"], 890, 64),
    "Storage": (["Ylva", "Zita", "Arne", "Bo", "Cille", "Dag", "Egil"], 410, 41),
    "Desks": (["Frey", "Gro", "Hedda", "Iver"], 480, 35),
}
MATERIALS = ["oak", "beech", "walnut", "pine", "steel"]
NOUNS = {
    "Chairs": "chair",
    "Tables": "table",
    "Sofas": "sofa",
    "Beds": "bed",
    "Storage": "cabinet",
    "Desks": "desk",
}
NEVER_SOLD = {11, 24, 33}  # never sold
PLACES = [
    ("Germany", ["Berlin", "Hamburg", "Munich", "Leipzig"], 8),
    ("Denmark", ["Copenhagen", "Aarhus"], 4),
    ("Netherlands", ["Amsterdam", "Utrecht"], 4),
    ("Austria", ["Vienna", "Graz"], 3),
    ("Sweden", ["Malmo", "Stockholm"], 3),
    ("France", ["Lyon", "Paris"], 3),
]
NAMES = [
    "Nordlicht",
    "Alster",
    "Rheinblick",
    "Vesterbro",
    "Amstel",
    "Lindenhof",
    "Marienbad",
    "Solveig",
    "Tiergarten",
    "Hafen",
    "Kastanie",
    "Donau",
    "Skagen",
    "Elbufer",
    "Krone",
    "Grachten",
    "Montmartre",
    "Birken",
    "Seeblick",
    "Ahorn",
    "Falken",
    "Kupfer",
    "Linnea",
    "Orion",
    "Prisma",
    "Rosengarten",
    "Stern",
    "Turm",
    "Ufer",
    "Wiesen",
    "Zentral",
    "Atrium",
]
SEGMENTS = {
    "Hotel": ["Hotel", "Resort", "Suites"],
    "Retailer": ["Living", "Home", "Interiors"],
    "Office": ["Offices", "Coworking", "Consulting"],
    "Restaurant": ["Bistro", "Brasserie"],
}
ACCOUNT_MANAGERS = ["Jana Holm", "Peter Frisch", "Clara Boers", "Sven Adler"]
LOST = {7, 19, 28, 41, 55}  # stopped buying in 2024
NEVER_BOUGHT = {33, 60}  # never bought
LINES = {
    "Chairs": "Seating",
    "Sofas": "Upholstery",
    "Beds": "Upholstery",
    "Tables": "Joinery",
    "Storage": "Joinery",
    "Desks": "Assembly",
}
INSPECTORS = ["H. Moser", "L. Quint", "D. Achterberg", "S. Ruiz"]
DEFECTS = ["scratch", "wrong dimension", "loose joint", "colour mismatch", "torn fabric", "missing part"]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(20260312)
    products = _products(rng)
    sell = {p[0]: rng.uniform(0.4, 2.4) for p in products}
    customers = _customers(rng)
    weight = {c[0]: (2.6 if c[6] else 1) * rng.uniform(0.4, 2) for c in customers}
    orders, lines, wo_seed = _orders(rng, customers, weight, products, sell)
    work, checks = _work(rng, wo_seed + _for_stock(rng, products))
    tables = {
        "products": named(
            "id sku name category material list_price unit_cost weight_kg is_flat_pack "
            "launched_on discontinued_on",
            products,
        ),
        "customers": named(
            "id name segment country city account_manager is_key_account payment_terms_days "
            "credit_limit customer_since",
            customers,
        ),
        "sales_orders": named(
            "id order_number customer_id order_date requested_delivery_date shipped_on "
            "paid_on status sales_channel freight_charge",
            orders,
        ),
        "sales_order_lines": named(
            "id sales_order_id product_id quantity unit_price discount_percent line_amount", lines
        ),
        "work_orders": named(
            "id work_order_number product_id sales_order_id production_line priority "
            "planned_quantity produced_quantity scrapped_quantity labour_hours released_on "
            "due_on started_at finished_at status",
            work,
        ),
        "quality_checks": named(
            "id work_order_id checked_at inspector check_type result defect_type "
            "defects_found duration_minutes",
            [(i, c[1], c[0], *c[2:]) for i, c in enumerate(checks, 1)],
        ),
    }
    write_parquet(folder, tables)


def _workday(d: date) -> date:
    while d.weekday() > 4:
        d += timedelta(days=1)
    return d if d <= END else END


def _products(rng: random.Random) -> list[tuple]:
    products: list[tuple] = []
    pid = 0
    for cat, (names, price, kg) in RANGE.items():
        for n in names:
            pid += 1
            p = round(price * rng.uniform(0.7, 1.6)) - 0.1
            launched = date(2016, 1, 1) + timedelta(days=rng.randrange(2900))
            disc = None
            if pid in (4, 15, 28):
                disc = date(2024, 9, 30) + timedelta(days=rng.randrange(60, 400))
            products.append(
                (
                    pid,
                    f"{cat[:2].upper()}-{1000 + pid * 7}",
                    f"{n} {NOUNS[cat]}",
                    cat,
                    rng.choices(MATERIALS, [6, 4, 2, 4, 2])[0],
                    round(p, 2),
                    round(p * rng.uniform(0.43, 0.6), 2),
                    round(kg * rng.uniform(0.7, 1.4), 1),
                    cat not in ("Sofas",) and rng.random() < 0.5,
                    launched,
                    disc,
                )
            )
    return products


def _customers(rng: random.Random) -> list[tuple]:
    customers: list[tuple] = []
    used: set[str] = set()
    while len(customers) < 64:
        seg = rng.choices(list(SEGMENTS), [4, 6, 4, 2])[0]
        nm = f"{rng.choice(NAMES)} {rng.choice(SEGMENTS[seg])}"
        if nm in used:
            continue
        used.add(nm)
        c = rng.choices(PLACES, [w[2] for w in PLACES])[0]
        i = len(customers) + 1
        customers.append(
            (
                i,
                nm,
                seg,
                c[0],
                rng.choice(c[1]),
                rng.choice(ACCOUNT_MANAGERS),
                rng.random() < 0.22,
                rng.choice([14, 30, 30, 45, 60]),
                float(rng.choice([10, 20, 30, 50, 80, 120]) * 1000) if rng.random() < 0.88 else None,
                date(2015, 1, 1) + timedelta(days=rng.randrange(3000)),
            )
        )
    return customers


def _orders(
    rng: random.Random,
    customers: list[tuple],
    weight: dict[int, float],
    products: list[tuple],
    sell: dict[int, float],
) -> tuple[list[tuple], list[tuple], list[tuple]]:
    """The sales orders, their lines, and the lines that the factory makes to order."""
    dates = sorted(_workday(START + timedelta(days=int(DAYS * rng.random() ** 0.88))) for _ in range(1080))
    orders: list[tuple] = []
    lines: list[tuple] = []
    wo_seed: list[tuple] = []
    for oid, d in enumerate(dates, 1):
        can = [
            c for c in customers if c[0] not in NEVER_BOUGHT and not (c[0] in LOST and d > date(2024, 10, 15))
        ]
        cu = rng.choices(can, [weight[c[0]] for c in can])[0]
        ch = rng.choices(
            ["sales rep", "web shop", "showroom", "trade fair"],
            [42, 18 + 14 * (d - START).days / DAYS, 22, 9],
        )[0]
        req = (
            _workday(d + timedelta(days=rng.choice([21, 28, 35, 42, 56])))
            if d + timedelta(days=60) < END
            else d + timedelta(days=rng.choice([21, 28, 35, 42]))
        )
        ship = d + timedelta(
            days=max(
                5, int(rng.gauss({"sales rep": 33, "web shop": 19, "showroom": 27, "trade fair": 39}[ch], 9))
            )
        )
        st, paid = "shipped", None
        if rng.random() < 0.06:
            st, ship = "cancelled", None
        elif ship > END:
            st, ship = ("open" if (END - d).days < 9 else "in production"), None
        else:
            paid = ship + timedelta(days=max(1, int(rng.gauss(cu[7] + 3, 9))))
            if paid > END or rng.random() < 0.02:
                paid = None
        orders.append(
            (
                oid,
                f"SO-{d.year}-{oid:05d}",
                cu[0],
                d,
                req,
                ship,
                paid,
                st,
                ch,
                round(rng.uniform(35, 420), 2) if ch != "showroom" else 0.0,
            )
        )
        for p, q in _order_lines(rng, lines, oid, d, cu, products, sell):
            if st != "cancelled" and rng.random() < 0.34:
                wo_seed.append((oid, d, p, q))
    return orders, lines, wo_seed


def _order_lines(
    rng: random.Random,
    lines: list[tuple],
    oid: int,
    d: date,
    cu: tuple,
    products: list[tuple],
    sell: dict[int, float],
) -> Iterator[tuple[tuple, int]]:
    """Add the lines of an order one by one, each with its product and quantity."""
    av = [p for p in products if p[0] not in NEVER_SOLD and p[9] <= d and (p[10] is None or p[10] > d)]
    picked = set()
    for _ in range(rng.choices([1, 2, 3, 4, 5], [26, 30, 22, 14, 8])[0]):
        p = rng.choices(av, [sell[x[0]] for x in av])[0]
        if p[0] in picked:
            continue
        picked.add(p[0])
        q = max(1, int(rng.expovariate(1 / (11 if p[3] == "Chairs" else 4.2)))) + (
            3 if cu[2] == "Hotel" else 0
        )
        disc = rng.choices([0, 5, 10, 15, 20], [45, 22, 18, 10, 5] if not cu[6] else [15, 20, 30, 22, 13])[0]
        up = round(p[5] * (1 + 0.035 * (d.year - 2023)), 2)
        lines.append((len(lines) + 1, oid, p[0], q, up, float(disc), round(q * up * (1 - disc / 100), 2)))
        yield p, q


def _for_stock(rng: random.Random, products: list[tuple]) -> list[tuple]:
    """Batches that no order asked for."""
    extra = []
    for _ in range(150):
        d = START + timedelta(days=rng.randrange(DAYS))
        p = rng.choice([x for x in products if x[9] <= d and (x[10] is None or x[10] > d)])
        extra.append((None, d, p, rng.choice([10, 20, 25, 40])))
    return extra


def _work(rng: random.Random, seed: list[tuple]) -> tuple[list[tuple], list[list]]:
    """The work orders, and the quality checks of those that were begun."""
    work: list[tuple] = []
    checks: list[list] = []
    for wid, (oid, d, p, q) in enumerate(sorted(seed, key=lambda x: (x[1], x[2][0])), 1):
        ln = LINES[p[3]] if rng.random() < 0.88 else "Assembly"
        planned = q + (rng.randrange(0, 4) if q > 5 else 0)
        rel = min(_workday(d + timedelta(days=rng.randrange(1, 6))), END)
        due = rel + timedelta(days=rng.choice([12, 15, 18, 21]))
        start = datetime(
            rel.year, rel.month, rel.day, rng.randrange(6, 15), rng.choice([0, 10, 20, 30, 40, 50])
        ) + timedelta(days=rng.randrange(0, 5))
        dur = max(
            1.2,
            rng.gauss({"Seating": 6.5, "Upholstery": 12.5, "Joinery": 9.5, "Assembly": 7.5}[ln], 2.8)
            + planned * 0.12,
        )
        fin = start + timedelta(minutes=int(dur * 1440))
        st, made, scrap, hours = "finished", None, None, None
        x = rng.random()
        if x < 0.04:
            st, start, fin = "cancelled", None, None
        elif start > END_OF_WORK:
            st, start, fin = "planned", None, None
        elif fin > END_OF_WORK or (x < 0.065 and d > date(2025, 9, 1)):
            st, fin = ("on hold" if rng.random() < 0.35 or (END - d).days > 60 else "in progress"), None
        if st == "finished":
            scrap = sum(
                rng.random() < {"Seating": 0.035, "Upholstery": 0.06, "Joinery": 0.045, "Assembly": 0.02}[ln]
                for _ in range(planned)
            )
            made = planned - scrap
            hours = round(
                planned
                * {"Chairs": 1.6, "Tables": 4.2, "Sofas": 8.5, "Beds": 5.8, "Storage": 3.9, "Desks": 3.2}[
                    p[3]
                ]
                * rng.uniform(0.8, 1.3),
                1,
            )
        work.append(
            (
                wid,
                f"WO-{10000 + wid}",
                p[0],
                oid,
                ln,
                rng.choices(["normal", "high", "urgent"], [70, 22, 8])[0],
                planned,
                made,
                scrap,
                hours,
                rel,
                due,
                start,
                fin,
                st,
            )
        )
        if start is None:
            continue
        checks += _checks(rng, wid, ln, start, fin or END_OF_WORK)
    checks.sort(key=lambda c: (c[0], c[1]))
    return work, checks


def _checks(rng: random.Random, wid: int, ln: str, start: datetime, last_t: datetime) -> list[list]:
    """The quality checks of a work order, until it was finished or until now."""
    checks: list[list] = []
    for _k in range(rng.choices([1, 2, 3], [35, 45, 20])[0]):
        at = start + timedelta(seconds=int((last_t - start).total_seconds() * rng.uniform(0.45, 1)))
        at = at.replace(second=0)
        res = rng.choices(["pass", "rework", "fail"], [82, 11, 7] if ln != "Upholstery" else [74, 15, 11])[0]
        df = None
        if res != "pass":
            df = rng.choices(DEFECTS, [6, 4, 5, 3, 5 if ln == "Upholstery" else 0, 2])[0]
        checks.append(
            [
                at,
                wid,
                rng.choice(INSPECTORS),
                rng.choices(["dimensions", "surface finish", "load test", "packaging"], [4, 5, 2, 2])[0],
                res,
                df,
                0 if res == "pass" else rng.choices([1, 2, 3, 4], [5, 3, 2, 1])[0],
                rng.randrange(8, 46),
            ]
        )
    return checks
