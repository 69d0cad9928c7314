"""A metal parts factory: machines on five lines, production runs, defects and downtimes."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 1, 1), dt.date(2025, 4, 30)
LINES = [
    ("Line 1", "North hall"),
    ("Line 2", "North hall"),
    ("Line 3", "South hall"),
    ("Line 4", "South hall"),
]
SHIFTS = [("Early", 6, 9), ("Late", 14, 8), ("Night", 22, 5)]
MACHINES = [
    ("PR-01", "press", "Schuler", 1, dt.date(2008, 5, 19), 5),
    ("PR-02", "press", "Schuler", 1, dt.date(2013, 3, 4), 7),
    ("PR-03", "press", "Trumpf", 3, dt.date(2019, 9, 23), 8),
    ("PR-04", "press", "Trumpf", 4, dt.date(2021, 2, 8), 6),
    ("LA-01", "lathe", "Mazak", 1, dt.date(2010, 11, 1), 5),
    ("LA-02", "lathe", "Mazak", 2, dt.date(2016, 6, 13), 7),
    ("LA-03", "lathe", "Haas", 2, dt.date(2018, 1, 22), 6),
    ("LA-04", "lathe", "Haas", 3, dt.date(2022, 8, 29), 4),
    ("MI-01", "mill", "Haas", 2, dt.date(2012, 4, 16), 4),
    ("MI-02", "mill", "DMG Mori", 3, dt.date(2017, 10, 9), 8),
    ("MI-03", "mill", "DMG Mori", 4, dt.date(2020, 5, 25), 6),
    ("WE-01", "welder", "Kuka", 1, dt.date(2011, 7, 4), 4),
    ("WE-02", "welder", "Kuka", 3, dt.date(2014, 2, 17), 6),
    ("WE-03", "welder", "Fronius", 4, dt.date(2023, 3, 20), 5),
    ("PA-01", "packer", "Bosch", 2, dt.date(2015, 12, 7), 5),
    ("PA-02", "packer", "Bosch", 4, dt.date(2009, 9, 14), 6),
]
PRODUCTS = [
    ("BR-110", "Wall bracket", "Brackets", 9, 0.021),
    ("BR-220", "Corner bracket", "Brackets", 7, 0.027),
    ("BR-350", "Heavy bracket", "Brackets", 4, 0.036),
    ("SH-040", "Drive shaft", "Shafts", 6, 0.044),
    ("SH-065", "Hollow shaft", "Shafts", 3, 0.058),
    ("HO-008", "Pump housing", "Housings", 5, 0.049),
    ("HO-012", "Gearbox housing", "Housings", 3, 0.066),
    ("FL-100", "Flat flange", "Flanges", 8, 0.017),
    ("FL-150", "Neck flange", "Flanges", 5, 0.031),
]
CLOSED = {(1, 1), (12, 25), (12, 26)}
SPEED = {"press": 210, "lathe": 60, "mill": 42, "welder": 75, "packer": 260}
DEFECTS = {"scratch": 9, "burr": 7, "crack": 2, "wrong size": 5, "porosity": 3, "missing hole": 1}
REASONS = {"setup": 8, "breakdown": 6, "no material": 4, "cleaning": 5, "no operator": 2, "": 1}
MINUTES = {"setup": 35, "breakdown": 95, "no material": 50, "cleaning": 25, "no operator": 70, "": 30}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(31337)
    machines = numbered(
        {"code": code, "kind": kind, "vendor": vendor, "line_id": line, "installed_on": installed}
        for code, kind, vendor, line, installed, _ in MACHINES
    )
    runs = numbered(_run(rng) for _ in range(6200))
    write_parquet(
        folder,
        {
            "lines": numbered({"name": name, "hall": hall} for name, hall in LINES),
            "machines": machines,
            "shifts": numbered({"name": name, "start_hour": hour} for name, hour, _ in SHIFTS),
            "products": numbered({"sku": s, "name": n, "family": f} for s, n, f, *_ in PRODUCTS),
            "runs": runs,
            "defects": numbered(_defects(rng, runs)),
            "downtimes": numbered(_downtime(rng) for _ in range(2400)),
        },
    )


def _machine(rng: random.Random, day: dt.date) -> int:
    here = [number for number, row in enumerate(MACHINES) if row[4] <= day]
    return rng.choices(here, [MACHINES[number][5] for number in here])[0]


def _slot(rng: random.Random) -> tuple[dt.datetime, int]:
    day = moment(rng, FIRST, LAST - dt.timedelta(days=1)).date()
    while day.weekday() == 6 or (day.month, day.day) in CLOSED or _skipped(rng, day):
        day = moment(rng, FIRST, LAST - dt.timedelta(days=1)).date()
    shift = rng.choices([0, 1, 2], [weight for *_, weight in SHIFTS])[0]
    start = dt.datetime.combine(day, dt.time(SHIFTS[shift][1], 0))
    return start + dt.timedelta(minutes=rng.randint(0, 240 if shift < 2 else 110)), shift


def _skipped(rng: random.Random, day: dt.date) -> bool:
    """Whether a day is left out: output grows over the years and is low in August."""
    chance = {2023: 0.3, 2024: 0.12, 2025: 0}[day.year]
    return rng.random() < (chance + 0.4 if day.month == 8 else chance)


def _run(rng: random.Random) -> dict:
    start, shift = _slot(rng)
    machine = _machine(rng, start.date())
    product = rng.choices(range(len(PRODUCTS)), [row[3] for row in PRODUCTS])[0]
    minutes = rng.randint(60, 230)
    planned = max(10, round(SPEED[MACHINES[machine][1]] * minutes / 60 / 10) * 10)
    made = round(planned * rng.uniform(0.82, 1.04))
    rate = PRODUCTS[product][4] * (1.35 if shift == 2 else 1)
    rate *= 1.3 if MACHINES[machine][4].year < 2012 else 1
    scrap = min(made, round(made * rate * rng.lognormvariate(-0.1, 0.5)))
    return {
        "machine_id": machine + 1,
        "shift_id": shift + 1,
        "product_id": product + 1,
        "started_at": start,
        "ended_at": start + dt.timedelta(minutes=minutes),
        "planned_qty": planned,
        "good_qty": made - scrap,
        "scrap_qty": scrap,
    }


def _defects(rng: random.Random, runs: Rows) -> Rows:
    rows = []
    for run in runs:
        left = run["scrap_qty"]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            if left < 1:
                break
            number = rng.randint(1, left)
            left -= number
            kind = weighted(rng, DEFECTS)
            found = run["ended_at"].date() + dt.timedelta(days=rng.choice([0, 0, 0, 1, 4]))
            rows.append(
                {
                    "run_id": run["id"],
                    "kind": kind,
                    "severity": rng.choices(
                        ["minor", "major", "critical"], [2, 5, 3] if kind == "crack" else [12, 6, 1]
                    )[0],
                    "qty": number,
                    "found_on": min(LAST, found),
                }
            )
    return rows


def _downtime(rng: random.Random) -> dict:
    start, shift = _slot(rng)
    machine = _machine(rng, start.date())
    reason = weighted(rng, REASONS)
    age = start.year - MACHINES[machine][4].year
    minutes = max(4, round(MINUTES[reason] * rng.lognormvariate(-0.1, 0.7) * (1 + age / 25)))
    return {
        "machine_id": machine + 1,
        "shift_id": shift + 1,
        "started_at": start,
        "minutes": minutes,
        "reason": reason or None,
        "planned": reason in {"setup", "cleaning"} and rng.random() < 0.85,
    }
