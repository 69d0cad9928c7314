"""A county fire brigade: stations, vehicles, crew, incidents, callouts and vehicle inspections."""

import random
from collections import defaultdict
from datetime import date, datetime, time, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, numbered, write_typed

START, END = date(2023, 7, 1), date(2026, 2, 10)
INCIDENTS = 1750
COLUMNS = {
    "stations": "id:int name:text district:text staffing_model:text opened_on:date training_tower:flag",
    "vehicles": "id:int station_id:int call_sign:text vehicle_type:text manufacturer:text model_year:int "
    "status:text tank_litres:int mileage:int",
    "crew": "id:int station_id:int full_name:text rank:text contract:text joined_on:date left_on:date "
    "ba_qualified:flag",
    "incidents": "id:int station_id:int incident_type:text priority:text municipality:text reported_at:time "
    "closed_at:time false_alarm:flag injuries:int fatalities:int damage_estimate:real",
    "callouts": "id:int incident_id:int vehicle_id:int dispatched_at:time arrived_at:time returned_at:time "
    "crew_size:int",
    "inspections": "id:int vehicle_id:int crew_id:int inspected_on:date inspection_type:text result:text "
    "defects_found:int cost:real next_due_on:date",
}
STATIONS = [
    ("Ashcombe", "North", "wholetime", 20),
    ("Millbrook", "North", "on-call", 7),
    ("Thornley", "North", "on-call", 5),
    ("Castlegate", "Central", "wholetime", 26),
    ("Riverside", "Central", "wholetime", 22),
    ("Quayside", "Central", "day-crewed", 12),
    ("Holt Green", "East", "on-call", 6),
    ("Saltmarsh", "East", "day-crewed", 10),
    ("Fenwick", "East", "on-call", 5),
    ("Harrowdale", "West", "wholetime", 15),
    ("Stonebridge", "West", "on-call", 6),
    ("Wyevale", "West", "on-call", 4),
]
TANKS = {"pump": (1800, 2000), "water tanker": (8000, 9000), "4x4": (400, 500)}
LETTERS = {
    "pump": "P",
    "aerial ladder": "A",
    "water tanker": "W",
    "rescue tender": "R",
    "command unit": "C",
    "4x4": "L",
}
SIZES = {"wholetime": 26, "day-crewed": 17, "on-call": 12}
GIVEN = (
    "Alan Becky Carl Dawn Ewan Fiona Gareth Hannah Imran Joanne Kieran Lucy Marcus Nadia Owen Paula Rhys "
    "Sian Tom Vicky Wes Yasmin Zack Aoife"
)
FAMILY = (
    "Barlow Cheadle Dyson Earnshaw Fairley Grimshaw Hollis Ibbotson Jessop Kirkham Lomax Mottram Naylor "
    "Ogden Pickles Rigby Sugden Tattersall Unsworth Wragg"
)
TOWNS = {
    "North": ["Ashcombe", "Millbrook", "Thornley", "Little Dene"],
    "Central": ["Castleford Bridge", "Old Town", "Harbour"],
    "East": ["Holt Green", "Saltmarsh", "Fenwick"],
    "West": ["Harrowdale", "Stonebridge", "Wyevale", "Upper Coombe"],
}
MONTHS = {6: 1, 7: 1, 8: 0.95, 11: 0.8, 12: 0.9}
HOURS = [2, 2, 1, 1, 1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 8, 8, 8, 7, 6, 4, 3]
PRIORITIES = ["low", "medium", "high", "critical"]
DAMAGE = {"building fire": 9.8, "vehicle fire": 8.6, "flooding": 8.2}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(1188)
    stations = _stations(rng)
    vehicles = _vehicles(rng, stations)
    crew = _crew(rng, stations)
    incidents = _incidents(rng, stations)
    callouts = _callouts(rng, stations, vehicles, incidents)
    inspections = _inspections(rng, stations, vehicles, crew)
    tables = {
        "stations": stations,
        "vehicles": vehicles,
        "crew": crew,
        "incidents": incidents,
        "callouts": callouts,
        "inspections": inspections,
    }
    write_typed(folder, COLUMNS, tables)


def _day(rng: random.Random, first: date, last: date) -> date:
    return first + timedelta(days=rng.randint(0, (last - first).days))


def _stations(rng: random.Random) -> Rows:
    return [
        {
            "id": number,
            "name": name,
            "district": district,
            "staffing_model": staffing,
            "opened_on": _day(rng, date(1958, 1, 1), date(2014, 12, 31)),
            "training_tower": rng.random() < 0.45,
        }
        for number, (name, district, staffing, _) in enumerate(STATIONS, 1)
    ]


def _vehicles(rng: random.Random, stations: Rows) -> Rows:
    vehicles: Rows = []
    for station in stations:
        for place, kind in enumerate(_garage(rng, station["staffing_model"]), 1):
            year = rng.randint(2005, 2024)
            makers = ["Scania", "Volvo", "MAN", "Mercedes-Benz"]
            vehicles.append(
                {
                    "id": len(vehicles) + 1,
                    "station_id": station["id"],
                    "call_sign": f"{station['name'][:2].upper()}{station['id']:02d}{LETTERS[kind]}{place}",
                    "vehicle_type": kind,
                    "manufacturer": rng.choice(makers if kind != "4x4" else ["Land Rover", "Mercedes-Benz"]),
                    "model_year": year,
                    "status": rng.choices(["in service", "workshop", "reserve"], [78, 12, 10])[0],
                    "tank_litres": rng.choice(TANKS[kind]) if kind in TANKS else None,
                    "mileage": int((2026 - year) * rng.randint(3800, 8200) + 900),
                }
            )
    return vehicles


def _garage(rng: random.Random, staffing: str) -> list[str]:
    """The kinds of vehicle that a station has."""
    pumps = ["pump", "pump"] if staffing != "on-call" or rng.random() < 0.5 else ["pump"]
    if staffing == "wholetime":
        return pumps + rng.sample(["aerial ladder", "rescue tender", "water tanker", "command unit"], 2)
    if staffing == "day-crewed":
        return pumps + rng.sample(["rescue tender", "water tanker", "4x4"], 1)
    return pumps + (rng.sample(["4x4", "water tanker"], 1) if rng.random() < 0.6 else [])


def _crew(rng: random.Random, stations: Rows) -> Rows:
    names = [f"{given} {family}" for given in GIVEN.split() for family in FAMILY.split()]
    rng.shuffle(names)
    crew: Rows = []
    for station in stations:
        for place in range(SIZES[station["staffing_model"]] + rng.randint(-2, 3)):
            member = {"station_id": station["id"], "full_name": names[len(crew)]}
            crew.append(member | _service(rng, place, is_on_call=station["staffing_model"] == "on-call"))
    return numbered(crew)


def _service(rng: random.Random, place: int, *, is_on_call: bool) -> Row:
    """The rank of the member at this place of a station, and since when it is held."""
    rank = _rank(rng, place)
    if rank == "trainee":
        joined = _day(rng, date(2024, 10, 1), date(2026, 1, 31))
    else:
        joined = _day(rng, date(1999, 1, 1), date(2025, 11, 30))
    if rank in ("station commander", "watch manager"):
        joined = _day(rng, date(1998, 1, 1), date(2016, 1, 1))
    left = None
    if rank == "firefighter" and rng.random() < 0.13 and joined < date(2025, 6, 1):
        left = _day(rng, max(date(2023, 9, 1), joined + timedelta(days=120)), END - timedelta(days=5))
    if is_on_call:
        contract = "volunteer" if rng.random() < 0.25 else "retained"
    else:
        contract = rng.choices(["full-time", "part-time"], [84, 16])[0]
    return {
        "rank": rank,
        "contract": contract,
        "joined_on": joined,
        "left_on": left,
        "ba_qualified": rank != "trainee" and rng.random() < 0.74,
    }


def _rank(rng: random.Random, place: int) -> str:
    if place == 0:
        return "station commander"
    if place <= 2:
        return "watch manager"
    return "crew manager" if place <= 5 else rng.choices(["firefighter", "trainee"], [88, 12])[0]


def _incidents(rng: random.Random, stations: Rows) -> Rows:
    """The incidents by time; `_minutes` is about how long one keeps a vehicle."""
    incidents: Rows = []
    for _ in range(INCIDENTS):
        day = _day(rng, START, END)
        while rng.random() >= MONTHS.get(day.month, 0.68):
            day = _day(rng, START, END)
        hour = rng.choices(range(24), HOURS)[0]
        kind = _kind(rng, day.month)
        number = rng.choices(range(1, 13), [weight for *_, weight in STATIONS])[0]
        incidents.append(
            {
                "station_id": number,
                "incident_type": kind,
                "reported_at": datetime.combine(day, time(hour, rng.randint(0, 59), rng.randint(0, 59))),
                **_course(rng, kind, TOWNS[stations[number - 1]["district"]]),
            }
        )
    incidents.sort(key=lambda incident: incident["reported_at"])
    return numbered(incidents)


def _kind(rng: random.Random, month: int) -> str:
    """What an incident is: grass burns in summer, cellars are flooded in winter."""
    weights = {
        "building fire": 15,
        "vehicle fire": 10,
        "grass fire": 22 if 5 <= month <= 8 else 4,
        "road traffic collision": 19,
        "automatic alarm": 27,
        "flooding": 5 if 4 <= month <= 9 else 12,
        "rescue": 8,
        "hazmat": 2,
    }
    return rng.choices(list(weights), list(weights.values()))[0]


def _course(rng: random.Random, kind: str, towns: list[str]) -> Row:
    """How grave an incident is and what it does."""
    is_automatic = kind == "automatic alarm"
    is_false = rng.random() < (0.86 if is_automatic else 0.05)
    priority = rng.choices(PRIORITIES, [55, 35, 9, 1] if is_automatic else [22, 45, 24, 9])[0]
    lasting = rng.lognormvariate(3.0 if is_false else 4.2, 0.5) * (1.5 if priority == "critical" else 1)
    if is_false:
        injuries = 0
    else:
        weights = [60, 26, 9, 4, 1] if kind == "road traffic collision" else [91, 6, 2, 1, 0]
        injuries = rng.choices([0, 1, 2, 3, 4], weights)[0]
    damage = None
    if not is_false and kind in DAMAGE and rng.random() < 0.86:
        damage = float(round(rng.lognormvariate(DAMAGE[kind], 0.9), -2)) + 100
    return {
        "priority": priority,
        "municipality": rng.choice(towns),
        "_minutes": int(lasting) + 8,
        "false_alarm": is_false,
        "injuries": injuries,
        "fatalities": 1 if injuries and rng.random() < 0.05 else 0,
        "damage_estimate": damage,
    }


def _callouts(rng: random.Random, stations: Rows, vehicles: Rows, incidents: Rows) -> Rows:
    """The vehicles sent to each incident, which closes a few minutes after the last is back."""
    rare = [each for each in vehicles if each["vehicle_type"] in ("command unit", "4x4", "water tanker")]
    unused = {each["id"] for each in rng.sample(rare, 2)}
    used = [each for each in vehicles if each["id"] not in unused]
    callouts: Rows = []
    for incident in incidents:
        sent = _sent(rng, stations, used, incident)
        callouts += sent
        last = max([incident["reported_at"], *(each["returned_at"] for each in sent)])
        closed = last + timedelta(minutes=rng.randint(1, 15))
        is_open = closed.date() > END or incident["id"] > INCIDENTS - 4
        incident["closed_at"] = None if is_open else closed
    callouts.sort(key=lambda callout: callout["dispatched_at"])
    for callout in callouts:
        if callout["returned_at"].date() > END:
            callout["returned_at"] = None
    return numbered(callouts)


def _sent(rng: random.Random, stations: Rows, vehicles: Rows, incident: Row) -> Rows:
    """The callouts of one incident: the station's own vehicles, mostly pumps first, then its district's."""
    station = stations[incident["station_id"] - 1]
    numbers = {
        "low": 1,
        "medium": rng.choice([1, 2]),
        "high": rng.choice([2, 3]),
        "critical": rng.choice([3, 4]),
    }
    own = [each for each in vehicles if each["station_id"] == station["id"]]
    district = {each["id"] for each in stations if each["district"] == station["district"]}
    near = [each for each in vehicles if each["station_id"] in district and each not in own]
    order = rng.sample(own, len(own))
    order.sort(key=lambda vehicle: vehicle["vehicle_type"] != "pump")
    if rng.random() < 0.25:
        rng.shuffle(order)
    order += rng.sample(near, len(near))
    is_on_call = station["staffing_model"] == "on-call"
    return [
        _callout(rng, incident, vehicle, is_on_call=is_on_call)
        for vehicle in order[: numbers[incident["priority"]]]
    ]


def _callout(rng: random.Random, incident: Row, vehicle: Row, *, is_on_call: bool) -> Row:
    dispatched = incident["reported_at"] + timedelta(seconds=rng.randint(35, 170))
    distance = 1 if vehicle["station_id"] == incident["station_id"] else 1.6
    drive = rng.lognormvariate(6.5 if is_on_call else 6.05, 0.35) * distance
    arrived = dispatched + timedelta(seconds=int(drive))
    returned = arrived + timedelta(minutes=max(5, int(incident["_minutes"] * rng.uniform(0.5, 0.95))))
    is_stood_down = rng.random() < 0.07
    if is_stood_down:
        returned = dispatched + timedelta(minutes=rng.randint(6, 20))
    return {
        "incident_id": incident["id"],
        "vehicle_id": vehicle["id"],
        "dispatched_at": dispatched,
        "arrived_at": None if is_stood_down else arrived,
        "returned_at": returned,
        "crew_size": rng.choice([4, 5, 5, 6] if vehicle["vehicle_type"] == "pump" else [2, 2, 3]),
    }


def _inspections(rng: random.Random, stations: Rows, vehicles: Rows, crew: Rows) -> Rows:
    """An inspection of each vehicle but one every two to three months."""
    managers = defaultdict(list)
    for member in crew:
        if member["rank"] in ("watch manager", "crew manager"):
            managers[stations[member["station_id"] - 1]["district"]].append(member["id"])
    without = rng.choice([each["id"] for each in vehicles])
    inspections: Rows = []
    for vehicle in vehicles:
        if vehicle["id"] == without:
            continue
        district = stations[vehicle["station_id"] - 1]["district"]
        day = START + timedelta(days=rng.randint(0, 75))
        while day <= END:
            inspections.append(_inspection(rng, vehicle, managers[district], day))
            day += timedelta(days=rng.randint(55, 100))
    inspections.sort(key=lambda inspection: inspection["inspected_on"])
    return numbered(inspections)


def _inspection(rng: random.Random, vehicle: Row, inspectors: list[int], day: date) -> Row:
    """One inspection: old vehicles fail more often, and what is not in order costs more."""
    weights = [74, 16, 10 + max(0, 2016 - vehicle["model_year"])]
    result = rng.choices(["passed", "advisory", "failed"], weights)[0]
    return {
        "vehicle_id": vehicle["id"],
        "crew_id": rng.choice(inspectors),
        "inspected_on": day,
        "inspection_type": rng.choices(["routine", "annual", "post-repair"], [70, 20, 10])[0],
        "result": result,
        "defects_found": _defects(rng, result),
        "cost": round(rng.uniform(90, 260) + (0 if result == "passed" else rng.uniform(60, 900)), 2),
        "next_due_on": day + timedelta(days=60 if result == "failed" else 90),
    }


def _defects(rng: random.Random, result: str) -> int:
    if result == "passed":
        return 0
    return rng.randint(1, 3) if result == "advisory" else rng.randint(2, 7)
