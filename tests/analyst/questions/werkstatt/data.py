"""A bicycle repair shop with four branches: customers and two and a half years of repairs."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 1, 2), dt.date(2025, 6, 30)
BRANCHES = [
    ("Altstadt", "Bayern"),
    ("Am Bahnhof", "Bayern"),
    ("Hafen", "Hamburg"),
    ("Südvorstadt", "Sachsen"),
]
KINDS = {"Inspektion": 5, "Reparatur": 8, "Umbau": 2, "Abholservice": 1}
STATES = {"abgeschlossen": 80, "in Arbeit": 8, "storniert": 12}
TOWNS = {"München": 6, "Hamburg": 4, "Leipzig": 3, "Fürth": 2, "Köln": 1}
NAMES = ["Anna", "Ben", "Clara", "David", "Eva", "Felix", "Greta", "Hans", "Ida", "Jonas", "Käthe", "Lars"]
LAST_NAMES = ["Müller", "Schmidt", "Weiß", "Fischer", "Kühn", "Becker", "Groß", "Wolf", "Schäfer", "Lang"]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(23)
    branches = numbered({"name": name, "bundesland": state} for name, state in BRANCHES)
    customers = numbered(_customer(rng, number) for number in range(120))
    repairs = numbered(_repair(rng) for _ in range(1800))
    write_parquet(folder, {"filialen": branches, "kunden": customers, "auftraege": repairs})


def _customer(rng: random.Random, number: int) -> dict:
    return {
        "name": f"{NAMES[number % 12]} {LAST_NAMES[number // 12]}",
        "ort": weighted(rng, TOWNS),
        "alter_in_jahren": rng.randint(18, 79),
    }


def _repair(rng: random.Random) -> dict:
    taken = moment(rng, FIRST, LAST, (8, 17))
    kind, state = weighted(rng, KINDS), weighted(rng, STATES)
    hours = round(rng.uniform(0.5, 6), 1)
    return {
        "kunde_id": rng.randint(1, 115),
        "filiale_id": rng.choices([1, 2, 3, 4], [4, 3, 2, 1])[0],
        "angenommen_am": taken,
        "abgeholt_am": taken + dt.timedelta(days=rng.randint(1, 20)) if state == "abgeschlossen" else None,
        "art": kind,
        "zustand": state,
        "stunden": hours,
        "lohn": 0.0 if state == "storniert" else round(hours * 58, 2),
        "material": 0.0 if state == "storniert" else float(rng.randint(5, 240)),
        "garantie": rng.random() < 0.15,
    }
