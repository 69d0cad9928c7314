"""An airport's operations: airlines, gates, flights, delays and security waiting times."""

from datetime import date, datetime, time, timedelta
from pathlib import Path

import numpy as np

from tests.analyst.questions.draws import picked
from tests.analyst.questions.tables import Row, Rows, named, numbered, write_typed

START, END = date(2023, 1, 1), date(2025, 9, 14)
COLUMNS = {
    "airlines": "id:int name:text iata_code:text country:text alliance:text is_low_cost:flag is_active:flag "
    "serving_since:date",
    "gates": "id:int gate_code:text terminal:text concourse:text gate_type:text has_jet_bridge:flag "
    "max_wingspan_m:real opened_on:date",
    "flights": "id:int airline_id:int gate_id:int flight_number:text direction:text route_type:text "
    "city:text scheduled_at:time actual_at:time status:text cancel_reason:text aircraft_type:text seats:int "
    "passengers:int checked_bags:int landing_fee:real",
    "delays": "id:int flight_id:int cause:text minutes:int is_controllable:flag reported_at:time note:text",
    "checkpoints": "id:int name:text terminal:text lanes:int has_body_scanner:flag is_restricted:flag "
    "opened_on:date",
    "security_waits": "id:int checkpoint_id:int observed_at:time wait_minutes:real queue_length:int "
    "open_lanes:int within_target:flag measured_by:text incident:text",
}
DOMESTIC = "Hamburg Munich Berlin Cologne Dresden"
NOTHING = dict.fromkeys(
    ["gate_id", "actual_at", "cancel_reason", "passengers", "checked_bags", "landing_fee"]
)
# Name, code, country, alliance, whether it is cheap, last day if it left, serving since, how many flights,
# how late they are, how often they are cancelled, where they go, and aircraft with their seats.
AIRLINES = f"""
Nordwind Connect|NC|Germany|Star Alliance|||2009-04-01|17|.9|.02|{DOMESTIC} Vienna Zurich Paris Copenhagen|\
CRJ-900=90,A319=138
Blue Heron Air|BH|Ireland||cheap||2014-06-15|22|1.3|.035|Dublin London Malaga Palma Rome Berlin|B737-800=189
Atlantica|AT|Portugal|Star Alliance|||2011-03-27|10|1.0|.02|Lisbon Porto Funchal|A320=174,E195=118
Skylark|SL|United Kingdom||cheap||2016-10-30|15|1.15|.03|London Edinburgh Manchester Faro Hamburg|\
A320=180,A321=220
Aurora Airways|AU|Norway|SkyTeam|||2012-05-02|7|.7|.015|Oslo Bergen Stockholm|B737-800=180
Pannonia Express|PX|Hungary||cheap||2018-03-25|9|1.45|.045|Budapest Bucharest Sofia|A321=230
Helvetic Lines|HL|Switzerland|Star Alliance|||2008-09-12|6|.6|.01|Zurich Geneva|E195=124,A220=145
Gulfstar|GS|Qatar|oneworld|||2019-11-04|4|.8|.0|Doha|B787-9=304
Iberia Sur|IS|Spain|oneworld|||2013-04-08|8|1.1|.02|Madrid Seville Palma Malaga|A320=174
Maple Transatlantic|MT|Canada|Star Alliance|||2021-05-20|3|1.0|.02|Toronto Montreal|A330-300=292,B787-9=298
Alpina Regional|CA|Austria|||2024-03-30|2015-02-01|3|1.0|.04|Vienna Linz|ATR 72=68
Baltic Hopper|BT|Latvia||cheap|2024-10-26|2017-07-09|5|1.2|.05|Riga Vilnius Tallinn|ATR 72=70,A220=148
"""
LONG_HAUL = ("Gulfstar", "Maple Transatlantic")
CONCOURSES = {
    "A": ("Terminal 1", 12, date(1998, 5, 4)),
    "B": ("Terminal 1", 8, date(2006, 6, 1)),
    "C": ("Terminal 2", 8, date(2019, 3, 15)),
}
NEW_GATES = ("B8", "C8")
# Name, terminal, lanes, whether it is for few, and minutes of waiting more or less than elsewhere.
CHECKPOINTS = [
    ("North", "Terminal 1", 6, False, 2.2),
    ("South", "Terminal 1", 4, False, 1.0),
    ("Priority", "Terminal 1", 2, True, -6.0),
    ("Low-Cost Hall", "Terminal 2", 5, False, 4.5),
    ("Staff and Crew", "Terminal 2", 1, True, -8.0),
]
MONTHS = [0.75, 0.75, 0.85, 0.95, 1.05, 1.2, 1.35, 1.3, 1.1, 1.0, 0.8, 0.9]
HOURS = np.array([0.0] * 5 + [2, 6, 8, 8, 6, 5, 5, 5, 5, 5, 6, 7, 8, 8, 6, 5, 4, 2, 0])
HOUR_WEIGHTS = HOURS / HOURS.sum()
CAUSES = ["weather", "airline operations", "air traffic control", "late inbound aircraft", "security"]
OURS = (1, 3)  # the causes that an airline can do something about
CAUSE_WEIGHTS = [0.12, 0.31, 0.20, 0.30, 0.07]
CAUSE_WEIGHTS_IN_WINTER = [0.30, 0.26, 0.17, 0.22, 0.05]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = np.random.default_rng(1616)
    airlines, gates = _airlines(), _gates()
    moments = _moments(rng)
    flights: Rows = []
    delays: Rows = []
    for number, moment in enumerate(moments, 1):
        flight = {"id": number, **_flight(rng, moment, airlines, gates)}
        if flight["status"] == "operated":
            minutes, causes = _delay(rng, flight)
            flight["actual_at"] = moment + timedelta(minutes=minutes)
            delays += causes
        flights.append(flight)
    tables = {
        "airlines": airlines,
        "gates": gates,
        "flights": flights,
        "delays": numbered(delays),
        "checkpoints": _checkpoints(),
        "security_waits": _waits(rng),
    }
    write_typed(folder, COLUMNS, tables)


def _airlines() -> Rows:
    columns = "name iata_code country alliance cheap left since weight lateness cancelled cities aircraft"
    lines = [line.split("|") for line in AIRLINES.strip().split("\n")]
    return [
        {
            **airline,
            "id": number,
            "alliance": airline["alliance"] or None,
            "is_low_cost": bool(airline["cheap"]),
            "is_active": not airline["left"],
            "serving_since": date.fromisoformat(airline["since"]),
        }
        for number, airline in enumerate(named(columns, lines), 1)
    ]


def _gates() -> Rows:
    return numbered(
        _gate(concourse, number)
        for concourse, (_, count, _) in CONCOURSES.items()
        for number in range(1, count + 1)
    )


def _gate(concourse: str, number: int) -> Row:
    terminal, _, opened = CONCOURSES[concourse]
    code = f"{concourse}{number}"
    is_remote = (concourse == "B" and number > 5) or (concourse == "C" and number > 6)
    return {
        "gate_code": code,
        "terminal": terminal,
        "concourse": concourse,
        "gate_type": "remote stand" if is_remote else "contact",
        "has_jet_bridge": not is_remote and code not in ("C5", "C6"),
        "max_wingspan_m": 65.0 if concourse == "A" and number < 4 else 29.0 if is_remote else 36.0,
        "opened_on": date(2025, 6, 1) if code in NEW_GATES else opened,
    }


def _days(rng: np.random.Generator, count: int, on_last: int) -> list[date]:
    """So many days in their order, more in summer and from year to year; the last of them is the last day."""
    days = [START + timedelta(days=at) for at in range((END - START).days + 1)]
    weights = np.array([(1 + 0.10 * (day.year - 2023)) * MONTHS[day.month - 1] for day in days])
    chosen = np.sort(rng.choice(len(days), count, p=weights / weights.sum()))
    chosen[-on_last:] = len(days) - 1
    return [days[at] for at in chosen]


def _moments(rng: np.random.Generator) -> list[datetime]:
    """When each flight is scheduled."""
    moments = []
    for day in _days(rng, 3000, on_last=3):
        hour = int(rng.choice(24, p=HOUR_WEIGHTS))
        moments.append(datetime.combine(day, time(hour, int(rng.integers(0, 12)) * 5)))
    return sorted(moments)


def _flight(rng: np.random.Generator, moment: datetime, airlines: Rows, gates: Rows) -> Row:
    flying = [0.0 if _has_left(each, moment) else float(each["weight"]) for each in airlines]
    airline = picked(rng, airlines, np.array(flying) / sum(flying))
    cities = _cities(airline)
    city = picked(rng, cities)
    aircraft, seats = picked(rng, airline["aircraft"].split(",")).split("=")
    is_departure = rng.random() < 0.51
    number = 100 + airline["id"] * 50 + cities.index(city) * 2 + (not is_departure)
    status = _status(rng, airline, moment)
    flight = {
        "airline_id": airline["id"],
        "lateness": float(airline["lateness"]),
        "flight_number": f"{airline['iata_code']}{number}",
        "direction": "departure" if is_departure else "arrival",
        "route_type": "domestic" if city in DOMESTIC.split() else "international",
        "city": city,
        "scheduled_at": moment,
        "status": status,
        "aircraft_type": aircraft,
        "seats": int(seats),
    }
    if status == "cancelled":
        reason = picked(rng, ["weather", "technical", "crew", "strike"], [0.4, 0.3, 0.2, 0.1])
        return {**NOTHING, **flight, "cancel_reason": reason}

    if status == "diverted":
        return {**NOTHING, **flight}

    return {**NOTHING, **flight, **_load(rng, flight, airline, gates)}


def _cities(airline: Row) -> list[str]:
    return list(airline["cities"].split())


def _has_left(airline: Row, moment: datetime) -> bool:
    return bool(airline["left"]) and moment.date() > date.fromisoformat(airline["left"])


def _status(rng: np.random.Generator, airline: Row, moment: datetime) -> str:
    cancelled = float(airline["cancelled"]) * (2.2 if moment.month in (1, 2, 12) else 0.8)
    draw = rng.random()
    return "cancelled" if draw < cancelled else "diverted" if draw < cancelled + 0.006 else "operated"


def _load(rng: np.random.Generator, flight: Row, airline: Row, gates: Rows) -> Row:
    """Where a flight stood, who was on it and what it paid; only who lands pays."""
    moment, seats = flight["scheduled_at"], flight["seats"]
    terminal = "Terminal 2" if airline["is_low_cost"] else "Terminal 1"
    open_gates = [
        each["id"] for each in gates if each["gate_code"] not in NEW_GATES and each["terminal"] == terminal
    ]
    gate = picked(rng, [1, 2, 3] if airline["name"] in LONG_HAUL else open_gates)
    season = 0.05 * (moment.month in (6, 7, 8)) - 0.06 * (moment.month in (1, 2))
    passengers = int(seats * np.clip(rng.normal(0.80 + season, 0.11), 0.3, 1.0))
    bags = int(passengers * rng.uniform(0.4, 0.9) * (0.7 if airline["is_low_cost"] else 1))
    fee = None
    if flight["direction"] == "arrival":
        level = 1 + 0.03 * (moment.year - 2023)
        fee = round(float((280 + seats * 6.1) * level * rng.uniform(0.95, 1.05)), 2)
    return {"gate_id": gate, "passengers": passengers, "checked_bags": bags, "landing_fee": fee}


def _delay(rng: np.random.Generator, flight: Row) -> tuple[int, Rows]:
    """How many minutes late a flight is, and why if it is late enough to ask."""
    moment, lateness = flight["scheduled_at"], flight["lateness"]
    if rng.random() >= 0.19 * lateness * (1.3 if moment.month in (6, 7, 8, 12, 1) else 0.9):
        return int(rng.integers(0, 15)), []

    minutes = min(int(15 + rng.exponential(28 * lateness)), 320)
    count = 2 if minutes > 35 and rng.random() < 0.35 else 1
    weights = CAUSE_WEIGHTS_IN_WINTER if moment.month in (12, 1, 2) else CAUSE_WEIGHTS
    causes = [int(cause) for cause in rng.choice(5, count, replace=False, p=weights)]
    first = minutes if count == 1 else int(minutes * rng.uniform(0.5, 0.8))
    delays = [
        {
            "flight_id": flight["id"],
            "cause": CAUSES[cause],
            "minutes": part,
            "is_controllable": cause in OURS,
            "reported_at": moment + timedelta(minutes=int(rng.integers(-20, 15))),
            "note": "crew rotation" if cause == 1 and rng.random() < 0.3 else None,
        }
        for cause, part in zip(causes, [first, minutes - first], strict=False)
    ]
    return minutes, delays


def _checkpoints() -> Rows:
    return [
        {
            "id": number,
            "name": name,
            "terminal": terminal,
            "lanes": lanes,
            "has_body_scanner": name != "Staff and Crew",
            "is_restricted": is_restricted,
            "opened_on": date(2008 + number * 2, 3, 1),
        }
        for number, (name, terminal, lanes, is_restricted, _) in enumerate(CHECKPOINTS, 1)
    ]


def _waits(rng: np.random.Generator) -> Rows:
    """Waiting times as they were measured, in the order of time."""
    waits = [_wait(rng, day) for day in _days(rng, 1500, on_last=2)]
    return numbered(sorted(waits, key=lambda wait: wait["observed_at"]))


def _wait(rng: np.random.Generator, day: date) -> Row:
    checkpoint = int(rng.choice(5, p=[0.33, 0.24, 0.13, 0.22, 0.08]))
    _, _, lanes, _, more = CHECKPOINTS[checkpoint]
    hour = int(rng.choice(24, p=HOUR_WEIGHTS))
    usual = 9.5 + more + (4 if hour in (6, 7, 8, 17, 18) else 0) + (3 if day.month in (7, 8) else 0)
    usual -= 1.5 if day.year == 2025 else 0
    minutes = round(float(max(0.5, rng.gamma(3, max(usual, 2) / 3))), 1)
    open_lanes = int(rng.integers(1, lanes + 1))
    return {
        "checkpoint_id": checkpoint + 1,
        "observed_at": datetime.combine(day, time(hour, int(rng.integers(0, 60)))),
        "wait_minutes": minutes,
        "queue_length": int(minutes * open_lanes * rng.uniform(1.5, 3.2)),
        "open_lanes": open_lanes,
        "within_target": minutes <= 15,
        "measured_by": picked(rng, ["sensor", "manual", "app"], [0.6, 0.25, 0.15]),
        "incident": picked(rng, ["scanner fault", "alarm", "staff shortage"])
        if rng.random() < 0.05
        else None,
    }
