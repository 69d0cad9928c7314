"""Flights out of New York in 2013, made up in the shape of the nycflights13 tables."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, weighted, write_csv

AIRLINES = {
    "UA": ("United Air Lines Inc.", 6),
    "B6": ("JetBlue Airways", 5),
    "EV": ("ExpressJet Airlines Inc.", 5),
    "DL": ("Delta Air Lines Inc.", 4),
    "AA": ("American Airlines Inc.", 3),
    "WN": ("Southwest Airlines Co.", 1),
}
ORIGINS = {"EWR": "Newark Liberty Intl", "JFK": "John F Kennedy Intl", "LGA": "La Guardia"}
DESTINATIONS = {
    "ORD": ("Chicago Ohare Intl", 719, 6),
    "ATL": ("Hartsfield Jackson Atlanta Intl", 746, 6),
    "LAX": ("Los Angeles Intl", 2454, 5),
    "BOS": ("General Edward Lawrence Logan Intl", 189, 4),
    "MIA": ("Miami Intl", 1092, 3),
    "SFO": ("San Francisco Intl", 2578, 3),
    "HNL": ("Honolulu Intl", 4973, 1),
}
MAKERS = {"BOEING": 5, "AIRBUS": 4, "EMBRAER": 3}
ENGINES = {"Turbo-fan": 8, "Turbo-jet": 2}


def write(folder: Path) -> None:
    """Write the tables as CSV files, airports in one table as the package has them."""
    rng = random.Random(71)
    places = ORIGINS | {code: name for code, (name, *_) in DESTINATIONS.items()}
    planes = [_plane(rng, number) for number in range(1, 121)]
    tables = {
        "airlines": [{"carrier": code, "name": name} for code, (name, _) in AIRLINES.items()],
        "airports": [{"faa": code, "name": name} for code, name in places.items()],
        "planes": planes,
        "flights": [_flight(rng, planes) for _ in range(3000)],
    }
    write_csv(folder, tables)


def _plane(rng: random.Random, number: int) -> dict:
    return {
        "tailnum": f"N{1000 + number}",
        "year": rng.randint(1988, 2012),
        "manufacturer": weighted(rng, MAKERS),
        "engine": weighted(rng, ENGINES),
        "seats": rng.choice([55, 140, 182, 200, 330]),
    }


def _flight(rng: random.Random, planes: list[dict]) -> dict:
    carrier = weighted(rng, {code: weight for code, (_, weight) in AIRLINES.items()})
    target = weighted(rng, {code: weight for code, (*_, weight) in DESTINATIONS.items()})
    if carrier in ("EV", "WN") and target in ("LAX", "SFO", "HNL"):
        target = "BOS"  # they do not fly that far

    left = moment(rng, dt.date(2013, 1, 1), dt.date(2013, 12, 31), (5, 22))
    is_cancelled = rng.random() < 0.03
    delay = int(rng.expovariate(1 / (9 + 2 * len(carrier + target) + ord(carrier[0]) % 9))) - 8
    distance = DESTINATIONS[target][1]
    return {
        "time_hour": left.replace(minute=0),
        "carrier": carrier,
        "flight": rng.randint(1, 2400),
        "tailnum": rng.choice(planes)["tailnum"],
        "origin": rng.choice(list(ORIGINS)),
        "dest": target,
        "distance": distance,
        "air_time": None if is_cancelled else distance // 8 + rng.randint(15, 35),
        "dep_delay": None if is_cancelled else delay,
        "arr_delay": None if is_cancelled else delay + rng.randint(-20, 15),
    }
