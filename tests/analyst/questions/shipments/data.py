"""A freight forwarder: carriers, depots and shipments between them."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 7, 1), dt.date(2025, 3, 31)
CARRIERS = [
    ("Northline", "road"),
    ("Swift & Sons", "road"),
    ("BlueSea Cargo", "sea"),
    ("AirBridge", "air"),
    ("RailCo", "rail"),
]
DEPOTS = [
    ("HAM", "Hamburg", "Germany"),
    ("RTM", "Rotterdam", "Netherlands"),
    ("GDN", "Gdansk", "Poland"),
    ("LYS", "Lyon", "France"),
    ("MUC", "Munich", "Germany"),
    ("TRN", "Turin", "Italy"),
]
GOODS = {"food": 4, "machinery": 3, "textiles": 2, "chemicals": 1}
RATES = {"road": 0.9, "sea": 0.4, "air": 3.1, "rail": 0.6}
DAYS = {"road": 2, "sea": 7, "air": 1, "rail": 4}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(53)
    carriers = numbered({"carrier_name": name, "transport_mode": mode} for name, mode in CARRIERS)
    depots = [{"depot_code": code, "city": city, "country": country} for code, city, country in DEPOTS]
    shipments = numbered((_shipment(rng) for _ in range(2800)), "shipment_no")
    write_parquet(folder, {"carriers": carriers, "depots": depots, "shipments": shipments})


def _shipment(rng: random.Random) -> dict:
    carrier = rng.choices(range(5), [8, 5, 4, 2, 4])[0]
    mode = CARRIERS[carrier][1]
    origin, target = rng.sample([code for code, *_ in DEPOTS], 2)
    left = moment(rng, FIRST, LAST)
    promised = left.date() + dt.timedelta(days=DAYS[mode] + 1)
    status = 3 if left.date() < dt.date(2025, 3, 20) else rng.choice([1, 2, 3])
    status = 9 if rng.random() < 0.02 else status
    arrived = left + dt.timedelta(days=DAYS[mode], hours=rng.choice([0, 5, 11, 30, 55]))
    weight = rng.randint(20, 9000)
    return {
        "carrier_id": carrier + 1,
        "from_depot": origin,
        "to_depot": target,
        "shipped_at": left,
        "promised_on": promised,
        "delivered_at": arrived if status == 3 else None,
        "status_code": status,
        "goods": weighted(rng, GOODS),
        "weight_kg": weight,
        "pallets": 1 + weight // 800,
        "freight_cost": round(40 + weight * RATES[mode] * rng.uniform(0.8, 1.2), 2),
        "insured": rng.random() < 0.35,
    }
