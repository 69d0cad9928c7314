"""Weather and air stations from 2023 to mid 2025, as a logger left them: no model, only CSV files."""

import datetime as dt
import math
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_csv

FIRST, LAST = dt.date(2023, 1, 1), dt.date(2025, 6, 14)
REGIONS = {"coast": 7, "valley": 8, "plateau": 5, "mountain": 4}
NAMES = [
    *(
        "Alder",
        "Birch",
        "Cedar",
        "Dune",
        "Elm",
        "Fjord",
        "Gorse",
        "Heath",
        "Islet",
        "Juniper",
        "Knoll",
        "Larch",
    ),
    *("Marsh", "Notch", "Oak", "Pine", "Quarry", "Reed", "Sedge", "Thorn", "Ulm", "Vale", "Willow", "Yew"),
]
ISSUES = {
    "battery": 30,
    "calibration": 25,
    "sensor fault": 18,
    "vandalism": 5,
    "firmware": 12,
    "cleaning": 10,
}
PEOPLE = ["j.ruiz", "m.okafor", "s.lind", "t.behr"]


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(3505)
    stations = [_station(rng, number, name) for number, name in enumerate(NAMES, 1)]
    readings = numbered(sorted(_readings(rng, stations), key=lambda row: row["ts"]), "reading_id")
    maintenance = numbered(
        sorted((_work(rng, stations) for _ in range(560)), key=lambda row: row["visit_date"]), "work_id"
    )
    write_csv(folder, {"stations": stations, "readings": readings, "maintenance": maintenance})


def _station(rng: random.Random, number: int, name: str) -> dict:
    region = weighted(rng, REGIONS)
    low, high = {"coast": (0, 60), "valley": (80, 400), "plateau": (500, 900), "mountain": (950, 2400)}[
        region
    ]
    return {
        "station_id": f"ST{number:03}",
        "station_name": name,
        "region": region,
        "altitude_m": rng.randint(low, high),
        "vendor": weighted(rng, {"Aerosense": 5, "Klima": 4, "Meteo One": 3}),
        "installed_on": moment(rng, dt.date(2019, 1, 1), dt.date(2024, 6, 30)).date(),
        "is_solar": rng.random() < 0.6,
        "decommissioned_on": moment(rng, dt.date(2024, 9, 1), dt.date(2025, 5, 1)).date()
        if rng.random() < 0.25
        else None,
    }


def _readings(rng: random.Random, stations: Rows) -> Rows:
    rows = []
    for station in rng.choices(stations, [rng.uniform(0.6, 1.4) for _ in stations], k=12500):
        first = max(FIRST, station["installed_on"])
        at = moment(rng, first, station["decommissioned_on"] or LAST)
        rows.append(_reading(rng, station, at))
    return rows


def _reading(rng: random.Random, station: dict, at: dt.datetime) -> dict:
    season = math.sin((at.timetuple().tm_yday - 110) / 365 * 2 * math.pi)
    temperature = 11 + 9 * season - station["altitude_m"] / 160 + rng.gauss(0, 3.2)
    good = rng.random() < 0.93
    return {
        "station_id": station["station_id"],
        "ts": at,
        "temp_c": round(temperature, 1) if rng.random() < 0.97 else None,
        "humidity_pct": min(100, max(8, int(rng.gauss(64 - 8 * season, 13)))),
        "pm25": round(rng.gammavariate(2.1, 4.5 if station["region"] != "valley" else 7), 1)
        if rng.random() < 0.9
        else None,
        "wind_ms": round(rng.gammavariate(2, 1.9), 1),
        "rain_mm": round(rng.expovariate(1 / 1.8), 1) if rng.random() < 0.22 else 0.0,
        "battery_v": round(rng.gauss(3.78, 0.16), 2),
        "quality_flag": "ok" if good else weighted(rng, {"suspect": 5, "bad": 3}),
    }


def _work(rng: random.Random, stations: Rows) -> dict:
    station, issue = rng.choice(stations), weighted(rng, ISSUES)
    return {
        "station_id": station["station_id"],
        "visit_date": moment(
            rng, max(FIRST, station["installed_on"]), station["decommissioned_on"] or LAST
        ).date(),
        "technician": rng.choices(PEOPLE, [36, 30, 22, 12])[0] if rng.random() < 0.95 else None,
        "issue_type": issue,
        "downtime_hours": round(rng.expovariate(1 / (30 if issue == "vandalism" else 9)), 1)
        if rng.random() < 0.85
        else None,
        "cost_eur": round(60 + rng.expovariate(1 / (400 if issue == "sensor fault" else 110)), 2),
        "resolved": rng.random() < 0.86,
    }
