"""Flights out of New York, generated in the columns of the public data set nycflights13."""

import random
from datetime import datetime, timedelta

from tests.semantic.gold.sources.tables import Table

AIRLINES = [("AA", "American"), ("B6", "JetBlue"), ("DL", "Delta"), ("UA", "United"), ("ZZ", "No Flights")]
AIRPORTS = [
    ("EWR", "Newark Liberty", 40.69, -74.17, 18, -5, "America/New_York"),
    ("JFK", "John F Kennedy", 40.64, -73.78, 13, -5, "America/New_York"),
    ("LGA", "La Guardia", 40.78, -73.87, 22, -5, "America/New_York"),
    ("ATL", "Hartsfield Jackson", 33.64, -84.43, 1026, -5, "America/New_York"),
    ("BOS", "Logan", 42.36, -71.01, 19, -5, "America/New_York"),
    ("LAX", "Los Angeles", 33.94, -118.41, 126, -8, "America/Los_Angeles"),
    ("ORD", "Chicago O'Hare", 41.98, -87.9, 668, -6, "America/Chicago"),
    ("ALB", "Albany", 42.75, -73.8, 285, -5, None),
]
DISTANCES = {"ATL": 760, "BOS": 187, "LAX": 2475, "ORD": 733, "SJU": 1598}


def tables():
    """The five tables; the same rows every time. SJU is flown to and is no airport of the table."""
    chance = random.Random(2013)
    planes = _planes(chance)
    weather = _weather(chance)
    return (
        Table("airlines", "carrier VARCHAR, name VARCHAR", AIRLINES),
        Table(
            "airports",
            "faa VARCHAR, name VARCHAR, lat DOUBLE, lon DOUBLE, alt INTEGER, tz INTEGER, tzone VARCHAR",
            AIRPORTS,
        ),
        Table(
            "planes",
            "tailnum VARCHAR, year INTEGER, type VARCHAR, "
            "manufacturer VARCHAR, engines INTEGER, seats INTEGER",
            planes,
        ),
        Table(
            "weather",
            "origin VARCHAR, time_hour TIMESTAMP, temp DOUBLE, wind_speed DOUBLE, precip DOUBLE",
            weather,
        ),
        Table(
            "flights",
            "year INTEGER, month INTEGER, day INTEGER, dep_time INTEGER, dep_delay INTEGER, "
            "arr_delay INTEGER, carrier VARCHAR, flight INTEGER, tailnum VARCHAR, origin VARCHAR, "
            "dest VARCHAR, air_time INTEGER, distance INTEGER, time_hour TIMESTAMP",
            _flights(chance, [plane[0] for plane in planes]),
        ),
    )


def _planes(chance):
    return [
        (
            f"N{number}",
            None if chance.random() < 0.15 else chance.randint(1985, 2012),
            "Fixed wing multi engine",
            chance.choice(["BOEING", "AIRBUS", "EMBRAER"]),
            chance.choice([2, 2, 2, 4]),
            chance.choice([55, 140, 149, 200, 330]),
        )
        for number in range(100, 130)
    ]


def _weather(chance):
    """Every third hour of the first ten days, with some hours missing."""
    hours = [datetime(2013, 1, 1) + timedelta(hours=hour) for hour in range(0, 240, 3)]
    return [
        (
            origin,
            hour,
            round(chance.uniform(20, 60), 2),
            round(chance.uniform(0, 30), 5),
            chance.choice([0.0, 0.0, 0.1]),
        )
        for origin in ("EWR", "JFK", "LGA")
        for hour in hours
        if chance.random() < 0.9
    ]


def _flights(chance, tails):
    found = {}
    for number in range(900):
        hour = datetime(2013, 1, 1) + timedelta(hours=3 * chance.randint(0, 79))
        flight = _flight(chance, hour, 100 + number % 150, tails)
        found[(flight[6], flight[7], flight[9], hour)] = flight

    return list(found.values())


def _flight(chance, hour, number, tails):
    destination = chance.choice(sorted(DISTANCES))
    distance = DISTANCES[destination]
    is_cancelled = chance.random() < 0.06
    departure = None if is_cancelled else hour.hour * 100 + chance.randint(0, 59)
    delay = None if is_cancelled else int(chance.gauss(10, 30))
    arrival = None if is_cancelled or chance.random() < 0.02 else delay + chance.randint(-20, 25)
    tail = None if is_cancelled and chance.random() < 0.5 else chance.choice([*tails[:25], "N0XX"])
    air_time = None if arrival is None else round(distance / 7.5) + chance.randint(-8, 12)
    return (
        hour.year, hour.month, hour.day, departure, delay, arrival,
        chance.choice(["AA", "B6", "DL", "UA", "UA"]), number, tail,
        chance.choice(["EWR", "JFK", "LGA"]), destination, air_time, distance, hour,
    )  # fmt: skip
