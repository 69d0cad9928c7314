"""A removals and self-storage firm: customers, quotes, moves, vans, storage rentals and damage claims."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 7, 1), dt.date(2025, 11, 13)
TOWNS = {"Exeter": 30, "Plymouth": 24, "Taunton": 17, "Torquay": 14, "Barnstaple": 9, "Truro": 6}
SOURCES = {"Web form": 38, "Phone": 24, "Estate agent": 17, "Comparison site": 13, "Repeat customer": 8}
KINDS = {"Private": 82, "Business": 18}
TYPES = {
    "House": (52, 38, 3),
    "Flat": (27, 18, 2),
    "Office": (12, 46, 4),
    "Piano": (4, 3, 3),
    "Overseas": (5, 31, 3),
}
SURVEYORS = {"Moira Penrose": 30, "Dennis Okafor": 26, "Callum Tregenza": 21, "Ruth Vasey": 12}
LEADERS = {
    "Jake Holloway": 24,
    "Tomasz Wilk": 21,
    "Lee Carveth": 18,
    "Amina Diallo": 15,
    "Pete Rundle": 12,
    "Sian Bevan": 9,
}
GIVEN = [
    "Alan",
    "Beryl",
    "Chloe",
    "David",
    "Edith",
    "Farid",
    "Gemma",
    "Hugo",
    "Isla",
    "Jonas",
    "Karen",
    "Leo",
    "Maya",
    "Neil",
    "Olga",
    "Paul",
    "Rosa",
    "Sunil",
]
FAMILY = [
    "Ashby",
    "Bolt",
    "Cross",
    "Dyer",
    "Easton",
    "Frost",
    "Gill",
    "Hart",
    "Irving",
    "Jewell",
    "Kent",
    "Lowe",
    "Marsh",
    "Noon",
    "Orchard",
    "Pike",
]
FIRMS = [
    "Solicitors",
    "Dental Practice",
    "Architects",
    "Insurance Brokers",
    "Estate Lettings",
    "Print Works",
    "Software",
]
VANS = [
    ("Luton", 18, "Exeter"),
    ("Luton", 18, "Plymouth"),
    ("Luton", 19, "Taunton"),
    ("Transit", 11, "Exeter"),
    ("Transit", 11, "Plymouth"),
    ("Transit", 10, "Exeter"),
    ("7.5 tonne lorry", 35, "Exeter"),
    ("7.5 tonne lorry", 35, "Plymouth"),
    ("7.5 tonne lorry", 36, "Taunton"),
    ("18 tonne lorry", 60, "Exeter"),
    ("18 tonne lorry", 62, "Plymouth"),
]
VANS = VANS * 2
SITES = {"Marsh Barton": 45, "Cattedown": 33, "Priorswood": 22}
SIZES = {25: 62.0, 50: 99.0, 75: 132.0, 100: 168.0, 150: 229.0}
ITEMS = {
    "Furniture": 38,
    "Glass and mirrors": 19,
    "Electrical": 15,
    "Walls and floors": 14,
    "Piano": 5,
    "Other": 9,
}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(7714)
    customers = numbered((_customer(rng) for _ in range(900)), "customer_id")
    vans = numbered((_van(rng, *row) for row in VANS), "van_id")
    quotes = numbered(
        sorted((_quote(rng, customers) for _ in range(2600)), key=lambda r: r["quoted_on"]), "quote_id"
    )
    moves = numbered(
        sorted(
            (_move(rng, quote, vans) for quote in quotes if quote["status"] == "Accepted"),
            key=lambda r: r["move_date"],
        ),
        "move_id",
    )
    claims = numbered(sorted(_claims(rng, moves), key=lambda r: r["reported_on"]), "claim_id")
    rentals = numbered(
        sorted((_rental(rng, customers) for _ in range(430)), key=lambda r: r["start_date"]), "rental_id"
    )
    write_parquet(
        folder,
        {
            "customers": customers,
            "quotes": quotes,
            "moves": moves,
            "vans": vans,
            "storage_rentals": rentals,
            "damage_claims": claims,
        },
    )


def _customer(rng: random.Random) -> dict:
    kind = weighted(rng, KINDS)
    name = (
        f"{rng.choice(FAMILY)} {rng.choice(FIRMS)}"
        if kind == "Business"
        else f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}"
    )
    return {
        "name": name,
        "customer_type": kind,
        "town": weighted(rng, TOWNS),
        "email": f"{name.lower().replace(' ', '.')}@example.com" if rng.random() < 0.87 else None,
        "lead_source": weighted(rng, SOURCES),
        "created_on": moment(rng, dt.date(2022, 1, 1), LAST).date(),
    }


def _van(rng: random.Random, kind: str, size: int, base: str) -> dict:
    bought = moment(rng, dt.date(2014, 1, 1), dt.date(2023, 6, 1)).date()
    return {
        "registration": f"W{rng.choice('ABDEFGHJK')}{rng.randint(14, 23)} "
        f"{''.join(rng.choices('BCDFGHJKLMNPRSTVXY', k=3))}",
        "van_type": kind,
        "capacity_m3": size,
        "depot": base,
        "bought_on": bought,
        "mot_due": moment(rng, dt.date(2025, 10, 20), dt.date(2026, 9, 30)).date(),
        "tail_lift": kind.endswith("lorry") or (kind == "Luton" and rng.random() < 0.6),
        "mileage": rng.randint(21000, 168000),
    }


def _quote(rng: random.Random, customers: Rows) -> dict:
    day = moment(rng, FIRST, LAST).date()
    while rng.random() > 0.6 + 0.1 * (day.year - 2023) + (0.2 if day.month in (6, 7, 8) else 0):
        day = moment(rng, FIRST, LAST).date()
    customer = rng.choice(customers)
    weights = {key: row[0] for key, row in TYPES.items()}
    kind = (
        "Office" if customer["customer_type"] == "Business" and rng.random() < 0.7 else weighted(rng, weights)
    )
    volume = round(max(1.5, rng.gauss(TYPES[kind][1], TYPES[kind][1] * 0.3)), 1)
    distance = round(rng.lognormvariate(3.0, 1.0) + (700 if kind == "Overseas" else 0), 1)
    packing = rng.random() < 0.34
    price = 180 + volume * 19 + distance * 1.7 + 160 * packing + (240 if kind == "Overseas" else 0)
    status = weighted(rng, {"Accepted": 56, "Declined": 29, "Expired": 15})
    if (LAST - day).days < 30 and rng.random() < 0.5:
        status = "Open"
    return {
        "customer_id": customer["customer_id"],
        "quoted_on": day,
        "surveyor": weighted(rng, SURVEYORS) if rng.random() < 0.9 else None,
        "move_type": kind,
        "estimated_volume_m3": volume,
        "distance_miles": distance,
        "packing_service": packing,
        "quoted_price": round(price * rng.uniform(0.9, 1.15), 0),
        "status": status,
        "decline_reason": weighted(rng, {"Price": 55, "Date not available": 24, "Move fell through": 21})
        if status == "Declined" and rng.random() < 0.85
        else None,
    }


def _move(rng: random.Random, quote: dict, vans: Rows) -> dict:
    day = quote["quoted_on"] + dt.timedelta(days=rng.randint(5, 70))
    status = "Booked" if day > LAST else weighted(rng, {"Completed": 93, "Cancelled": 7})
    done = status == "Completed"
    volume = round(max(1.5, quote["estimated_volume_m3"] * rng.gauss(1.04, 0.12)), 1)
    crew = max(2, TYPES[quote["move_type"]][2] + rng.choice([-1, 0, 0, 0, 1]))
    invoiced = day + dt.timedelta(days=rng.randint(0, 6))
    amount = round(
        quote["quoted_price"] * rng.choice([1, 1, 1, 1.05, 1.1]) + rng.choice([0, 0, 0, 45, 80]), 2
    )
    paid = invoiced + dt.timedelta(days=int(rng.gammavariate(1.6, 11)))
    billed = done and invoiced <= LAST
    return {
        "quote_id": quote["quote_id"],
        "customer_id": quote["customer_id"],
        "van_id": rng.choice(vans)["van_id"] if status != "Cancelled" else None,
        "crew_leader": weighted(rng, LEADERS) if status != "Cancelled" else None,
        "move_date": day,
        "status": status,
        "destination": weighted(rng, TOWNS | {"Bristol": 14, "London": 12, "Birmingham": 5}),
        "volume_m3": volume if done else None,
        "crew_size": crew,
        "crew_hours": round(volume * 0.42 + crew * rng.uniform(1.5, 3.5), 1) if done else None,
        "invoice_amount": amount if billed else None,
        "invoiced_on": invoiced if billed else None,
        "paid_on": paid if billed and paid <= LAST and rng.random() < 0.96 else None,
    }


def _claims(rng: random.Random, moves: Rows) -> Rows:
    rows = []
    for move in moves:
        if move["status"] != "Completed" or rng.random() > 0.13 + 0.1 * (
            move["crew_leader"] == "Pete Rundle"
        ):
            continue
        day = move["move_date"] + dt.timedelta(days=rng.randint(0, 16))
        if day > LAST:
            continue
        closed = day + dt.timedelta(days=int(rng.gammavariate(2.2, 12)) + 2)
        status = weighted(rng, {"Paid": 62, "Rejected": 38}) if closed <= LAST else "Open"
        amount = round(rng.lognormvariate(5.0, 0.8), 2)
        rows.append(
            {
                "move_id": move["move_id"],
                "reported_on": day,
                "item_category": weighted(rng, ITEMS),
                "claimed_amount": amount,
                "status": status,
                "paid_amount": round(amount * rng.choice([1, 0.8, 0.5]), 2) if status == "Paid" else None,
                "closed_on": closed if status != "Open" else None,
            }
        )
    return rows


def _rental(rng: random.Random, customers: Rows) -> dict:
    site = weighted(rng, SITES)
    size = rng.choices(list(SIZES), [20, 32, 22, 17, 9])[0]
    start = moment(rng, FIRST, LAST).date()
    end = start + dt.timedelta(days=int(rng.gammavariate(1.5, 190)) + 14)
    return {
        "customer_id": rng.choice(customers)["customer_id"],
        "site": site,
        "unit_no": f"{site[0]}{rng.randint(1, 180):03d}",
        "size_sqft": size,
        "start_date": start,
        "end_date": end if end <= LAST else None,
        "monthly_rate": round(
            SIZES[size] * (1.12 if site == "Marsh Barton" else 1) * rng.uniform(0.92, 1.05), 2
        ),
        "deposit": rng.choice([50, 100, 100, None]),
        "insured": rng.random() < 0.63,
    }
