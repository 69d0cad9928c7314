"""An estate agency: one wide table of listings and one of viewings, as raw as an export."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2022, 7, 1), dt.date(2025, 5, 19)
DISTRICTS = {
    "Old Town": (17, 6900), "Harbourside": (14, 6200), "Kingsmead": (19, 4800), "Northgate": (21, 3900),
    "Riverbank": (13, 5300), "Saltmarsh": (9, 3300), "Hillcrest": (7, 5900),
}  # fmt: skip
TYPES = {"Apartment": (51, 74, 22), "House": (29, 138, 38), "Studio": (13, 33, 6), "Commercial": (7, 165, 70)}
AGENTS = {
    "Olivia Marsh": ("Harbour Street", 9), "Paul Denning": ("Harbour Street", 7),
    "Rita Sousa": ("Harbour Street", 6),
    "Sam Okoro": ("Market Square", 8), "Tessa Wynn": ("Market Square", 6), "Umar Aziz": ("Market Square", 5),
    "Vera Holt": ("Station Road", 6), "Will Tanner": ("Station Road", 4), "Yuki Mori": ("Station Road", 3),
}  # fmt: skip
PORTALS = {"HomeFinder": 44, "Nestly": 27, "Own website": 16, "Newspaper": 4, "": 9}
ENERGY = {"A": 9, "B": 19, "C": 27, "D": 18, "E": 9, "F": 5, "": 13}
CLIENTS = {"First-time buyer": 37, "Family": 28, "Investor": 21, "Downsizer": 14}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(7741)
    listings = numbered(
        sorted((_listing(rng) for _ in range(1500)), key=lambda row: row["listed_on"]), "listing_id"
    )
    for row in listings:
        row["ref_code"] = f"{row['district'][:2].upper()}-{row['listed_on']:%y%m}-{row['listing_id']:04}"
    kinds = {number: weighted(rng, CLIENTS) for number in range(1, 1901)}
    viewings = numbered(
        sorted(_viewings(rng, listings, kinds), key=lambda row: row["viewed_at"]), "viewing_id"
    )
    write_parquet(folder, {"listings": listings, "viewings": viewings})


def _listing(rng: random.Random) -> dict:
    listed = moment(rng, FIRST, LAST).date()
    kind = weighted(rng, {name: row[0] for name, row in TYPES.items()})
    district = weighted(rng, {name: row[0] for name, row in DISTRICTS.items()})
    agent = weighted(rng, {name: row[1] for name, row in AGENTS.items()})
    area = round(max(18.0, rng.gauss(*TYPES[kind][1:])), 1)
    growth = 1 + 0.045 * (listed - FIRST).days / 365
    rate = DISTRICTS[district][1] * growth * rng.uniform(0.82, 1.2) * (1.12 if kind == "Studio" else 1)
    price = round(area * rate / 1000) * 1000 - rng.choice([0, 0, 1000, 5000])
    days = int(rng.gammavariate(1.9, 41 if district != "Saltmarsh" else 62)) + 6
    fate = weighted(rng, {"sold": 78, "withdrawn": 13, "active": 9})
    closed = listed + dt.timedelta(days=days)
    if closed > LAST or (fate == "active" and listed < dt.date(2024, 6, 1)):
        fate, closed = ("reserved" if rng.random() < 0.2 else "active"), None
        if listed < dt.date(2024, 6, 1):
            fate = "withdrawn"
    sold = fate == "sold"
    factor = min(1.06, rng.gauss(0.968, 0.03))
    return {
        "ref_code": "",
        "district": district,
        "property_type": kind,
        "rooms": None if kind == "Commercial" else 1 if kind == "Studio" else max(2, round(area / 27)),
        "area_sqm": area,
        "year_built": rng.randint(1890, 2023) if rng.random() < 0.88 else None,
        "energy_class": weighted(rng, ENERGY) or None,
        "has_balcony": rng.random() < (0.55 if kind == "Apartment" else 0.2),
        "has_parking": rng.random() < 0.47,
        "agent_name": agent,
        "office": AGENTS[agent][0],
        "portal": weighted(rng, PORTALS) or None,
        "listed_on": listed,
        "asking_price": price,
        "status": fate,
        "sold_on": closed if sold else None,
        "sold_price": round(price * factor / 500) * 500 if sold else None,
        "commission_pct": rng.choice([2.0, 2.5, 2.5, 3.0, 3.5]),
    }


def _viewings(rng: random.Random, listings: Rows, kinds: dict[int, str]) -> Rows:
    rows = []
    for listing in listings:
        last = min(LAST, listing["sold_on"] or listing["listed_on"] + dt.timedelta(days=90))
        if (last - listing["listed_on"]).days < 2 or rng.random() < 0.06:
            continue
        for _ in range(max(1, int(rng.gammavariate(2, 2.6)))):
            came = rng.random() < 0.87
            client = rng.randint(1, len(kinds))
            offered = came and rng.random() < (0.13 if listing["status"] != "withdrawn" else 0.05)
            bid = round(listing["asking_price"] * min(1.03, rng.gauss(0.94, 0.04)) / 500) * 500
            rows.append(
                {
                    "listing_id": listing["listing_id"],
                    "viewed_at": moment(
                        rng, listing["listed_on"] + dt.timedelta(days=1), last, (9, 19)
                    ).replace(minute=rng.choice([0, 15, 30, 45])),
                    "client_id": client,
                    "client_type": kinds[client],
                    "is_virtual": rng.random() < 0.18,
                    "attended": came,
                    "duration_min": max(5, int(rng.gauss(31, 11))) if came and rng.random() < 0.95 else None,
                    "rating": rng.choices([1, 2, 3, 4, 5], [6, 13, 27, 34, 20])[0]
                    if came and rng.random() < 0.7
                    else None,
                    "offer_amount": bid if offered else None,
                }
            )
    return rows
