"""A rail freight operator since 2023: customers, terminals, consignments, train runs, wagons, inspections."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 1, 1), dt.date(2024, 11, 19)
TERMINALS = [
    ("Rotterdam Maasvlakte", "Rotterdam", "NL", True),
    ("Antwerp Main Hub", "Antwerp", "BE", True),
    ("Duisburg DIT", "Duisburg", "DE", True),
    ("Hamburg Altenwerder", "Hamburg", "DE", True),
    ("Munich Riem", "Munich", "DE", False),
    ("Basel Frenkendorf", "Basel", "CH", False),
    ("Milan Segrate", "Milan", "IT", False),
    ("Wien Freudenau", "Vienna", "AT", False),
    ("Poznan Franowo", "Poznan", "PL", False),
]
CORRIDORS = {  # terminals, kilometres, share, hours of the run
    "Rhine-Alpine": ((1, 6), 745, 30, 15),
    "Gotthard": ((6, 7), 372, 18, 9),
    "North Sea-Bavaria": ((4, 5), 812, 20, 17),
    "Danube": ((3, 8), 985, 16, 21),
    "Baltic": ((4, 9), 610, 9, 14),
    "Scheldt-Ruhr": ((2, 3), 215, 13, 6),
}
LOCOS = {"Vectron": 46, "TRAXX": 34, "Class 66 diesel": 20}
CAUSES = {
    "Track works": 30,
    "Crew shortage": 19,
    "Loco failure": 14,
    "Customs": 8,
    "Weather": 11,
    "Late loading": 18,
}
COMMODITIES = {  # share, tonnes a wagon, euros a tonne
    "Containers": (33, 24, 31.0),
    "Steel": (18, 52, 19.0),
    "Chemicals": (15, 44, 36.0),
    "Grain": (9, 56, 15.5),
    "Automotive": (11, 17, 58.0),
    "Timber": (8, 41, 17.0),
    "Scrap": (6, 48, 12.5),
}
CUSTOMERS = [
    ("Alpin Stahl", "Metals", "AT"),
    ("Brenta Chimica", "Chemicals", "IT"),
    ("Contargo Nord", "Logistics", "DE"),
    ("Delta Agri", "Agriculture", "NL"),
    ("Elbe Logistik", "Logistics", "DE"),
    ("Ferro Padana", "Metals", "IT"),
    ("Grossmann Holz", "Forestry", "AT"),
    ("Helvetia Cargo", "Logistics", "CH"),
    ("Isar Motoren", "Automotive", "DE"),
    ("Jansen Bulk", "Agriculture", "NL"),
    ("Kempen Recycling", "Metals", "BE"),
    ("Lotos Polymers", "Chemicals", "PL"),
    ("Maas Intermodal", "Logistics", "NL"),
    ("Neckar Auto", "Automotive", "DE"),
    ("Oder Timber", "Forestry", "PL"),
    ("Pharmarhein", "Chemicals", "CH"),
    ("Quadra Steel", "Metals", "BE"),
    ("Ruhr Coils", "Metals", "DE"),
    ("Scaldis Lines", "Logistics", "BE"),
    ("Tyrol Spedition", "Logistics", "AT"),
    ("Umbria Grain", "Agriculture", "IT"),
    ("Vistula Freight", "Logistics", "PL"),
]
MANAGERS = ["Lena Vogt", "Pieter Smit", "Carla Riva", "Jakub Zima"]
WAGONS = {
    "Sgns container flat": 34,
    "Zacns tank": 20,
    "Shimmns coil": 18,
    "Tagnpps hopper": 12,
    "Laaers car": 16,
}
WORKSHOPS = {"Duisburg": 44, "Basel": 26, "Poznan": 30}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(8713)
    terminals = numbered(
        {"name": name, "city": city, "country": country, "is_port": port}
        for name, city, country, port in TERMINALS
    )
    customers = numbered(
        {
            "name": name,
            "industry": industry,
            "country": country,
            "account_manager": MANAGERS[number % 4] if name != "Quadra Steel" else None,
            "customer_since": moment(rng, dt.date(2009, 1, 1), dt.date(2023, 6, 30)).date(),
        }
        for number, (name, industry, country) in enumerate(CUSTOMERS)
    )
    runs = numbered(sorted((_run(rng) for _ in range(1600)), key=lambda row: row["planned_departure"]))
    loads = numbered(sorted(_consignments(rng, runs), key=lambda row: row["booked_on"]))
    wagons = numbered(_wagon(rng, number) for number in range(180))
    checks = numbered(
        sorted((_inspection(rng, wagons) for _ in range(1300)), key=lambda row: row["inspected_on"])
    )
    for number, load in enumerate(loads):
        load["booking_no"] = f"BK-{240000 + number * 3}"
    write_parquet(
        folder,
        {
            "terminals": terminals,
            "customers": customers,
            "train_runs": runs,
            "consignments": loads,
            "wagons": wagons,
            "inspections": checks,
        },
    )


def _run(rng: random.Random) -> dict:
    corridor = weighted(rng, {name: row[2] for name, row in CORRIDORS.items()})
    _, km, _, hours = CORRIDORS[corridor]
    leaves = moment(rng, FIRST, LAST - dt.timedelta(days=1), (0, 22))
    arrives = leaves + dt.timedelta(hours=hours)
    cancelled = rng.random() < 0.05
    late = (
        int(rng.gauss(4, 8))
        if rng.random() < 0.68
        else int(rng.expovariate(1 / (85 if leaves.year == 2023 else 70))) + 16
    )
    loco = weighted(rng, LOCOS)
    return {
        "train_no": f"{rng.choice(['40', '41', '42', '47'])}{rng.randint(100, 999)}",
        "corridor": corridor,
        "loco_type": loco,
        "planned_departure": leaves,
        "planned_arrival": arrives,
        "actual_arrival": None if cancelled else arrives + dt.timedelta(minutes=late),
        "delay_minutes": None if cancelled else late,
        "delay_cause": weighted(rng, CAUSES) if not cancelled and late > 15 and rng.random() < 0.93 else None,
        "distance_km": km,
        "energy_kwh": None if cancelled or "diesel" in loco else round(km * rng.uniform(14, 23), 1),
        "cancelled": cancelled,
    }


def _consignments(rng: random.Random, runs: Rows) -> Rows:
    return [
        row
        for run in runs
        for row in (_load(rng, run) for _ in range(rng.choices([2, 3, 4, 5], [3, 4, 3, 2])[0]))
    ]


def _load(rng: random.Random, run: dict) -> dict:
    ends = CORRIDORS[run["corridor"]][0]
    if rng.random() < 0.42:
        ends = ends[::-1]
    commodity = weighted(rng, {name: row[0] for name, row in COMMODITIES.items()})
    _, tonnes, price = COMMODITIES[commodity]
    pickup = run["planned_departure"].date()
    promised = run["planned_arrival"].date() + dt.timedelta(days=rng.choice([1, 1, 2, 3]))
    wagons = rng.choices([1, 2, 4, 6, 9, 12], [20, 24, 22, 16, 12, 6])[0]
    weight = round(wagons * tonnes * rng.uniform(0.8, 1.1), 1)
    status = "cancelled" if (run["cancelled"] and rng.random() < 0.5) or rng.random() < 0.03 else "delivered"
    done = run["planned_arrival"].date() + dt.timedelta(
        days=rng.choices([0, 1, 2, 3, 5, 8], [20, 40, 18, 8, 4, 2])[0]
    )
    if status == "delivered" and done > LAST:
        status = "in transit"
    hazard = commodity == "Chemicals" and rng.random() < 0.6
    return {
        "booking_no": None,
        "customer_id": rng.choices(
            range(1, 23), [5, 7, 14, 4, 9, 6, 3, 8, 7, 4, 3, 5, 12, 6, 3, 4, 5, 8, 7, 5, 2, 4]
        )[0],
        "train_run_id": run["id"] if status != "cancelled" else None,
        "origin_id": ends[0],
        "destination_id": ends[1],
        "commodity": commodity,
        "hazardous": hazard,
        "wagons": wagons,
        "tonnes": weight,
        "freight_charge": round(weight * price * rng.uniform(0.9, 1.15), 2),
        "surcharge": round(weight * rng.uniform(1, 4), 2) if hazard or rng.random() < 0.12 else None,
        "booked_on": pickup - dt.timedelta(days=rng.randint(3, 40)),
        "picked_up_on": None if status == "cancelled" else pickup,
        "promised_on": promised,
        "delivered_on": done if status == "delivered" else None,
        "status": status,
    }


def _wagon(rng: random.Random, number: int) -> dict:
    leased = rng.random() < 0.38
    return {
        "wagon_no": f"31 80 {rng.randint(2000, 9899)} {number:03d}-{rng.randint(0, 9)}",
        "type": weighted(rng, WAGONS),
        "is_leased": leased,
        "built_in": rng.randint(2012, 2022) if leased else rng.randint(1988, 2020),
        "max_load_t": rng.choice([58.0, 61.5, 66.0, 70.5]),
        "scrapped_on": moment(rng, FIRST, LAST).date() if rng.random() < 0.07 else None,
    }


def _inspection(rng: random.Random, wagons: Rows) -> dict:
    wagon = rng.choice(wagons)
    old = wagon["built_in"] < 2003
    result = weighted(
        rng, {"pass": 66 if old else 80, "minor defects": 22 if old else 14, "fail": 12 if old else 6}
    )
    cost = rng.uniform(180, 420) + {"pass": 0, "minor defects": 650, "fail": 2900}[result] * rng.uniform(
        0.6, 1.5
    )
    return {
        "wagon_id": wagon["id"],
        "inspected_on": moment(rng, FIRST, wagon["scrapped_on"] or LAST).date(),
        "workshop": weighted(rng, WORKSHOPS),
        "result": result,
        "cost": round(cost, 2),
        "days_out_of_service": None
        if result == "pass"
        else rng.randint(1, 6)
        if result != "fail"
        else rng.randint(5, 30),
    }
