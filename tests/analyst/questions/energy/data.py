"""A small supplier of electricity and gas: meters, monthly readings, tariffs and outages of the grid."""

import calendar
import datetime as dt
import math
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2022, 7, 1), dt.date(2025, 3, 31)
REGIONS = {
    "Nordheim": ("NetzNord", 9),
    "Talbach": ("NetzNord", 6),
    "Seefeld": ("Stadtwerke Seefeld", 5),
    "Hochwald": ("Alpengrid", 3),
    "Marienau": ("Alpengrid", 4),
    "Osterfurt": ("NetzOst", 7),
}
TARIFFS = [
    ("E-BAS", "Basis Strom", "E", "H", 34.2, False, 8),
    ("E-GRN", "Natur Strom", "E", "H", 36.9, True, 5),
    ("E-BIZ", "Business Strom", "E", "B", 29.8, False, 5),
    ("E-BZG", "Business Natur", "E", "B", 31.5, True, 2),
    ("G-BAS", "Basis Gas", "G", "H", 11.4, False, 6),
    ("G-FIX", "Fix Gas 24", "G", "H", 12.9, False, 3),
    ("G-BIZ", "Business Gas", "G", "B", 9.6, False, 3),
    ("G-BIO", "Biogas Plus", "G", "H", 14.8, True, 0),
]
LEVEL = {("E", "H"): 270, ("E", "B"): 2300, ("G", "H"): 1150, ("G", "B"): 6400}
CAUSES = {"storm": 26, "equipment failure": 31, "third party damage": 14, "animal": 7, "overload": 9, "": 8}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(733)
    regions = numbered({"name": name, "operator": operator} for name, (operator, _) in REGIONS.items())
    tariffs = numbered(
        {"code": code, "name": name, "fuel": fuel, "ct_per_kwh": price, "green": green}
        for code, name, fuel, _, price, green, _ in TARIFFS
    )
    meters = _meters(rng)
    readings = numbered(row for meter in meters for row in _readings(rng, meter))
    for meter in meters:
        del meter["level"], meter["trend"]
    outages = numbered(sorted((_outage(rng) for _ in range(460)), key=lambda row: row["started_at"]))
    write_parquet(
        folder,
        {"regions": regions, "tariffs": tariffs, "meters": meters, "readings": readings, "outages": outages},
    )


def _meters(rng: random.Random) -> Rows:
    rows = []
    for number in range(186):
        tariff = rng.choices(range(len(TARIFFS)), [tariff[-1] for tariff in TARIFFS])[0]
        _, _, fuel, segment, *_ = TARIFFS[tariff]
        installed = moment(rng, dt.date(2014, 1, 1), dt.date(2022, 6, 1)).date()
        if rng.random() < 0.22:
            installed = moment(rng, FIRST, dt.date(2025, 1, 31)).date()
        removed = None
        if rng.random() < 0.11 and installed < dt.date(2023, 6, 1):
            removed = moment(rng, dt.date(2023, 8, 1), LAST).date()
        rows.append(
            {
                "serial": f"{'EL' if fuel == 'E' else 'GA'}-{rng.randint(10, 99)}{number:04}",
                "region_id": list(REGIONS).index(weighted(rng, {name: w for name, (_, w) in REGIONS.items()}))
                + 1,
                "tariff_id": tariff + 1,
                "fuel": fuel,
                "segment": segment,
                "smart": rng.random() < (0.75 if installed.year > 2019 else 0.25),
                "installed_on": installed,
                "removed_on": removed,
                "level": LEVEL[fuel, segment] * rng.lognormvariate(0, 0.4),
                "trend": rng.gauss(0.02, 0.06),
            }
        )
    return numbered(rows)


def _readings(rng: random.Random, meter: dict) -> Rows:
    rows = []
    for month in range(FIRST.year * 12 + FIRST.month - 1, LAST.year * 12 + LAST.month):
        year, number = divmod(month, 12)
        day = dt.date(year, number + 1, calendar.monthrange(year, number + 1)[1])
        if day < meter["installed_on"] or (meter["removed_on"] and day > meter["removed_on"]):
            continue
        if rng.random() < 0.025:
            continue
        wave = math.cos((number + 0.2) / 12 * 2 * math.pi)
        season = 1 + wave * (0.22 if meter["fuel"] == "E" else 0.8)
        years = (day - FIRST).days / 365
        kwh = meter["level"] * season * (1 + meter["trend"]) ** years * rng.uniform(0.85, 1.15)
        source = weighted(rng, {"S": 96, "E": 4} if meter["smart"] else {"M": 76, "E": 24})
        rows.append({"meter_id": meter["id"], "read_on": day, "kwh": round(kwh, 1), "source": source})
    return rows


def _outage(rng: random.Random) -> dict:
    start = moment(rng, FIRST, LAST - dt.timedelta(days=2))
    if rng.random() < 0.2:
        start = start.replace(month=rng.choice([1, 2])) if start.year > 2022 and start.day < 28 else start
    planned = rng.random() < 0.27
    cause = "maintenance" if planned else weighted(rng, CAUSES) or None
    minutes = max(4, round(rng.lognormvariate(4.6 if cause in ("storm", "maintenance") else 3.9, 0.8)))
    return {
        "region_id": list(REGIONS).index(weighted(rng, {name: w for name, (_, w) in REGIONS.items()})) + 1,
        "started_at": start,
        "ended_at": start + dt.timedelta(minutes=minutes),
        "planned": planned,
        "cause": cause,
        "customers": max(1, round(rng.lognormvariate(5.2, 1.2))),
    }
