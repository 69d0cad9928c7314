"""A ferry company from 2022 to autumn 2024: routes, sailings, tickets and complaints."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2022, 1, 1), dt.date(2024, 10, 19)
ROUTES = [
    ("OB-SK", "Oban", "Skerra", 46, False, 26.5),
    ("OB-TI", "Oban", "Tinna", 61, False, 34.0),
    ("UL-ST", "Ullapool", "Storn", 52, False, 31.0),
    ("MA-AR", "Mallaig", "Ardne", 16, False, 9.5),
    ("MA-SK", "Mallaig", "Skerra", 38, True, 24.0),
    ("KE-TI", "Kennacraig", "Tinna", 55, True, 29.0),
    ("UI-LO", "Uig", "Lochan", 29, False, 17.5),
]
VESSELS = {"Isle Queen": 540, "Sea Heron": 380, "Grey Seal": 260, "Northern Star": 620, "Puffin": 150}
CHANNELS = {"Website": 48, "App": 27, "Ticket desk": 17, "Travel agent": 8}
PASSENGERS = {"Adult": (62, 1.0), "Child": (17, 0.5), "Senior": (14, 0.8), "Islander": (7, 0.4)}
VEHICLES = {"Car": (24, 41.0), "Motorbike": (4, 18.0), "Campervan": (5, 68.0), "Bicycle": (5, 4.0)}
TOPICS = {"Delay": 34, "Cancellation": 21, "Staff": 9, "Cleanliness": 12, "Food": 11, "Booking": 13}
MODES = {"Email": 52, "Phone": 25, "Social media": 16, "Letter": 7}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(3202)
    routes = numbered(
        {
            "code": code,
            "origin": origin,
            "destination": destination,
            "distance_km": distance,
            "seasonal": seasonal,
            "base_fare": fare,
        }
        for code, origin, destination, distance, seasonal, fare in ROUTES
    )
    sailings = numbered(sorted(_sailings(rng, routes), key=lambda row: row["departs_at"]))
    tickets = numbered(sorted(_tickets(rng, routes, sailings), key=lambda row: row["sold_on"]))
    complaints = numbered(sorted(_complaints(rng, sailings), key=lambda row: row["received_on"]))
    write_parquet(
        folder, {"routes": routes, "sailings": sailings, "tickets": tickets, "complaints": complaints}
    )


def _sailings(rng: random.Random, routes: Rows) -> Rows:
    rows = []
    while len(rows) < 2600:
        route = rng.choices(routes, [20, 16, 18, 22, 9, 7, 13])[0]
        at = moment(rng, FIRST, LAST, (6, 20)).replace(minute=rng.choice([0, 15, 30, 45]))
        if not route["seasonal"] or 4 <= at.month <= 9:
            rows.append(_sailing(rng, route, at))
    return rows


def _sailing(rng: random.Random, route: dict, at: dt.datetime) -> dict:
    winter = at.month in (11, 12, 1, 2)
    cancelled = rng.random() < (0.13 if winter else 0.03)
    late = rng.random() < (0.38 if winter else 0.21)
    vessel = rng.choices(list(VESSELS), [25, 24, 20, 18, 13])[0]
    return {
        "route_id": route["id"],
        "vessel": vessel,
        "departs_at": at,
        "status": "cancelled" if cancelled else "sailed",
        "cancel_reason": weighted(rng, {"Weather": 6, "Technical": 3, "Crew": 1}) if cancelled else None,
        "delay_minutes": None if cancelled else int(rng.expovariate(1 / 24)) + 3 if late else 0,
        "capacity": VESSELS[vessel],
        "wave_height_m": round(rng.gammavariate(2.4 if winter else 1.6, 0.6), 1)
        if rng.random() < 0.9
        else None,
    }


def _tickets(rng: random.Random, routes: Rows, sailings: Rows) -> Rows:
    fares = {route["id"]: route["base_fare"] for route in routes}
    weights = [2.2 if row["departs_at"].month in (6, 7, 8) else 1.0 for row in sailings]
    return [
        _ticket(rng, sailing, fares[sailing["route_id"]])
        for sailing in rng.choices(sailings, weights, k=9800)
    ]


def _ticket(rng: random.Random, sailing: dict, fare: float) -> dict:
    kind = weighted(rng, {name: share for name, (share, _) in PASSENGERS.items()})
    vehicle = weighted(rng, {**{name: share for name, (share, _) in VEHICLES.items()}, "": 62}) or None
    price = fare * PASSENGERS[kind][1] + (VEHICLES[vehicle][1] if vehicle else 0)
    rise = {2022: 1.0, 2023: 1.06, 2024: 1.11}[sailing["departs_at"].year]
    return {
        "sailing_id": sailing["id"],
        "sold_on": sailing["departs_at"].date() - dt.timedelta(days=min(90, int(rng.expovariate(1 / 17)))),
        "channel": weighted(rng, CHANNELS),
        "passenger_type": kind,
        "vehicle": vehicle,
        "price": round(price * rise, 2),
        "return_trip": rng.random() < 0.57,
        "refunded": rng.random() < (0.85 if sailing["status"] == "cancelled" else 0.03),
    }


def _complaints(rng: random.Random, sailings: Rows) -> Rows:
    weights = [
        4 if row["status"] == "cancelled" else 1 + (row["delay_minutes"] or 0) / 12 for row in sailings
    ]
    return [_complaint(rng, sailing) for sailing in rng.choices(sailings, weights, k=720)]


def _complaint(rng: random.Random, sailing: dict) -> dict:
    received = min(LAST, sailing["departs_at"].date() + dt.timedelta(days=rng.randint(0, 12)))
    closed = received + dt.timedelta(days=int(rng.expovariate(1 / 15)) + 1)
    paid = rng.random() < 0.36
    return {
        "sailing_id": sailing["id"],
        "received_on": received,
        "topic": weighted(rng, TOPICS),
        "received_by": weighted(rng, MODES),
        "severity": rng.choices([1, 2, 3, 4, 5], [14, 27, 31, 19, 9])[0],
        "closed_on": closed if closed <= LAST and rng.random() < 0.93 else None,
        "compensation": float(rng.choice([10, 15, 20, 25, 40, 60, 100])) if paid else None,
    }
