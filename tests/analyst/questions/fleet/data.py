"""A delivery fleet: vehicles, drivers, trips, fuel cards and workshop visits."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 1, 1), dt.date(2025, 9, 30)
DEPOTS = {"Hamburg": 9, "Bremen": 6, "Kiel": 4, "Rostock": 3}
MODELS = [
    ("Ford", "Transit", "van", "diesel", 14),
    ("Mercedes", "Sprinter", "van", "diesel", 12),
    ("VW", "Crafter", "van", "diesel", 9),
    ("Ford", "E-Transit", "van", "electric", 5),
    ("MAN", "TGL", "truck", "diesel", 8),
    ("Mercedes", "Actros", "truck", "diesel", 6),
    ("Volvo", "FH", "truck", "diesel", 4),
    ("VW", "Golf", "car", "petrol", 5),
    ("Skoda", "Octavia", "car", "petrol", 3),
]
BURN = {"van": 10.4, "truck": 26.5, "car": 6.3}
THIRST = {"Ford": 1.04, "Mercedes": 0.97, "VW": 1.0, "MAN": 1.08, "Volvo": 0.93, "Skoda": 0.95}
CITIES = {
    "Hannover": 8,
    "Berlin": 7,
    "Lübeck": 6,
    "Flensburg": 4,
    "Schwerin": 4,
    "Osnabrück": 3,
    "Leipzig": 3,
    "Copenhagen": 2,
    "Groningen": 2,
}
FAR = {
    "Hannover": 150,
    "Berlin": 275,
    "Lübeck": 70,
    "Flensburg": 130,
    "Schwerin": 95,
    "Osnabrück": 190,
    "Leipzig": 360,
    "Copenhagen": 320,
    "Groningen": 250,
}
DRIVERS = [
    "Anke Petersen",
    "Bernd Holm",
    "Cem Aydin",
    "Dorota Wilk",
    "Enno Janssen",
    "Frauke Behrens",
    "Goran Ilic",
    "Heike Lorenz",
    "Imke Vogt",
    "Jan Brodersen",
    "Kerstin Maas",
    "Lutz Hagen",
    "Mirko Stahl",
    "Nele Tietjen",
    "Omar Haidari",
    "Petra Koch",
    "Quirin Bauer",
    "Rasmus Dahl",
    "Silke Reimers",
    "Tomasz Zajac",
    "Uwe Clasen",
    "Vera Sommer",
    "Willem Bakker",
    "Yusuf Demir",
    "Zofia Kaminska",
    "Arne Lindner",
    "Birte Thomsen",
    "Carsten Rohde",
    "Dennis Okafor",
    "Elke Frahm",
    "Falk Ritter",
    "Gesa Harms",
    "Hauke Boysen",
    "Ines Prado",
    "Jonas Wulff",
    "Katja Ebert",
    "Lars Nissen",
    "Maike Stein",
]
SHOPS = {"own": 6, "Autohaus Nord": 3, "Truckservice Elbe": 2, "Reifen Krause": 2}
JOBS = {
    "inspection": (6, 240),
    "tyres": (5, 520),
    "brakes": (3, 460),
    "oil": (6, 130),
    "repair": (5, 900),
    "bodywork": (1, 1700),
}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(90210)
    veh = numbered(_vehicles(rng), "vid")
    drv = numbered((_driver(rng, name) for name in DRIVERS), "did")
    trp = numbered(_trips(rng, veh, drv), "tid")
    ful = numbered(_fuel(rng, veh, trp), "fid")
    mnt = numbered((_visit(rng, veh) for _ in range(760)), "mid")
    write_parquet(folder, {"veh": veh, "drv": drv, "trp": trp, "ful": ful, "mnt": mnt})


def _vehicles(rng: random.Random) -> Rows:
    plates = rng.sample(range(1000, 9999), 66)
    rows = []
    for make, model, kind, power, number in MODELS:
        for _ in range(number):
            depot = weighted(rng, DEPOTS)
            code = {"Hamburg": "HH", "Bremen": "HB", "Kiel": "KI", "Rostock": "HRO"}[depot]
            rows.append(
                {
                    "plt": f"{code}-{rng.choice('ABCEFK')}{rng.choice('LMNRTX')} {plates[len(rows)]}",
                    "mk": make,
                    "mdl": model,
                    "cls": kind,
                    "pwr": power,
                    "yr": rng.randint(2021, 2023) if power == "electric" else rng.randint(2015, 2022),
                    "dpt": depot,
                    "act": rng.random() < 0.9,
                }
            )
    return rows


def _driver(rng: random.Random, name: str) -> dict:
    heavy = rng.random() < 0.45
    return {
        "nm": name,
        "lic": rng.choice(["C", "CE", "C1"]) if heavy else "B",
        "hired": moment(rng, dt.date(2008, 1, 1), dt.date(2022, 12, 1)).date(),
        "dpt": weighted(rng, DEPOTS),
        "phone": None if rng.random() < 0.2 else f"0151 {rng.randint(1000000, 9999999)}",
    }


def _trips(rng: random.Random, veh: Rows, drv: Rows) -> Rows:
    light = [row for row in veh if row["cls"] != "truck"]
    weights = {row["did"]: 1 + row["did"] * 13 % 17 / 5 for row in drv}
    rows = []
    for _ in range(9000):
        driver = rng.choices(drv, list(weights.values()))[0]
        vehicle = rng.choice(veh if driver["lic"] != "B" else light)
        leaves = moment(rng, FIRST, LAST, (5, 21))
        if leaves.weekday() == 6 and rng.random() < 0.8:
            leaves -= dt.timedelta(days=rng.randint(1, 3))
        if leaves.date() < FIRST:
            leaves += dt.timedelta(days=7)
        city = weighted(rng, CITIES)
        far = round(FAR[city] * rng.uniform(0.85, 1.3), 1)
        rows.append(
            {
                "vid": vehicle["vid"],
                "did": driver["did"],
                "dep_ts": leaves,
                "arr_ts": min(
                    leaves + dt.timedelta(minutes=int(far / rng.uniform(50, 85) * 60)),
                    dt.datetime.combine(LAST, dt.time(23, 59)),
                ),
                "dst": city,
                "km": far,
                "kg": None
                if vehicle["cls"] == "car"
                else rng.randint(80, 1200)
                if vehicle["cls"] == "van"
                else rng.randint(1500, 17000),
                "late": rng.random() < {"truck": 0.18, "van": 0.11, "car": 0.06}[vehicle["cls"]],
            }
        )
    return sorted(rows, key=lambda row: row["dep_ts"])


def _fuel(rng: random.Random, veh: Rows, trp: Rows) -> Rows:
    rows = []
    driven = {row["vid"]: 0.0 for row in veh}
    for trip in trp:
        vehicle = veh[trip["vid"] - 1]
        if vehicle["pwr"] == "electric":
            continue
        driven[vehicle["vid"]] += trip["km"]
        if driven[vehicle["vid"]] < rng.uniform(350, 650):
            continue
        litres = driven[vehicle["vid"]] * BURN[vehicle["cls"]] * THIRST[vehicle["mk"]] / 100
        litres *= rng.uniform(0.9, 1.1)
        driven[vehicle["vid"]] = 0.0
        month = (trip["arr_ts"].year - 2023) * 12 + trip["arr_ts"].month
        price = 1.62 if vehicle["pwr"] == "diesel" else 1.74
        price += 0.006 * ((month * 5) % 13 - 6) + rng.gauss(0, 0.03)
        rows.append(
            {
                "vid": vehicle["vid"],
                "ts": trip["arr_ts"],
                "ltr": round(litres, 2),
                "amt": round(litres * price, 2),
                "brd": weighted(rng, {"Aral": 5, "Shell": 4, "Jet": 3, "Total": 2, "": 2}) or None,
            }
        )
    return rows


def _visit(rng: random.Random, veh: Rows) -> dict:
    vehicle = rng.choices(veh, [1 + (2024 - row["yr"]) / 4 for row in veh])[0]
    job = rng.choices(list(JOBS), [weight for weight, _ in JOBS.values()])[0]
    factor = {"truck": 2.1, "van": 1.0, "car": 0.8}[vehicle["cls"]]
    return {
        "vid": vehicle["vid"],
        "dt": moment(rng, FIRST, LAST).date(),
        "job": job,
        "shop": weighted(rng, SHOPS),
        "cost": round(JOBS[job][1] * factor * rng.uniform(0.6, 1.6), 2),
        "days": rng.choices([0, 1, 2, 3, 5, 8], [8, 6, 3, 2, 1, 1])[0] if job != "oil" else 0,
        "wty": rng.random() < 0.08,
    }
