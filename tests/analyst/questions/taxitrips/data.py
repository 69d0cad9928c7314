"""Taxi trips of a quarter, with the zones where they start and end."""

import math
import random
from datetime import date, datetime, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, named, write_typed

START = date(2025, 1, 1)
COLUMNS = {
    "yellow_tripdata": "tpep_pickup_datetime:time tpep_dropoff_datetime:time passenger_count:int "
    "trip_distance:real PULocationID:int DOLocationID:int payment_type:text fare_amount:real "
    "tip_amount:real tolls_amount:real total_amount:real",
    "taxi_zones": "LocationID:int Borough:text Zone:text",
}
# Number, borough and name of each zone, how often trips start and end there, and where it is, in miles.
ZONES = """
132|Queens|JFK Airport|48|14|12.5|-5.5
138|Queens|LaGuardia Airport|32|13|6|3
1|EWR|Newark Airport|0.25|3|-10.5|-3.5
237|Manhattan|Upper East Side South|46|40|1.2|2.2
236|Manhattan|Upper East Side North|42|42|1.6|3
161|Manhattan|Midtown Center|44|38|0.5|1.2
162|Manhattan|Midtown East|34|27|0.8|1
230|Manhattan|Times Sq/Theatre District|32|30|0|1.1
186|Manhattan|Penn Station/Madison Sq West|33|20|-0.2|0.4
142|Manhattan|Lincoln Square East|31|26|-0.1|2.2
170|Manhattan|Murray Hill|28|27|0.8|0.3
163|Manhattan|Midtown North|26|21|0.3|1.6
239|Manhattan|Upper West Side South|26|26|0|2.9
234|Manhattan|Union Sq|25|22|0.4|-0.5
48|Manhattan|Clinton East|22|20|-0.4|1.4
68|Manhattan|East Chelsea|22|21|-0.4|0.1
141|Manhattan|Lenox Hill West|27|25|1.4|2
79|Manhattan|East Village|20|19|0.9|-0.9
249|Manhattan|West Village|18|15|-0.4|-0.8
107|Manhattan|Gramercy|19|18|0.7|-0.2
164|Manhattan|Midtown South|18|17|0.3|0.5
263|Manhattan|Yorkville West|17|19|1.9|2.7
140|Manhattan|Lenox Hill East|15|15|1.7|1.9
229|Manhattan|Sutton Place/Turtle Bay North|15|14|1.2|1.3
233|Manhattan|UN/Turtle Bay South|12|11|1.2|0.8
238|Manhattan|Upper West Side North|15|18|0.3|3.6
43|Manhattan|Central Park|14|11|0.6|2.6
90|Manhattan|Flatiron|14|12|0.1|0
246|Manhattan|West Chelsea/Hudson Yards|14|13|-0.9|0.5
113|Manhattan|Greenwich Village North|12|10|0.2|-0.8
114|Manhattan|Greenwich Village South|12|8|0.1|-1.2
100|Manhattan|Garment District|12|11|-0.1|0.7
231|Manhattan|TriBeCa/Civic Center|11|12|-0.2|-2.1
144|Manhattan|Little Italy/NoLiTa|7|6|0.3|-1.6
148|Manhattan|Lower East Side|9|9|0.9|-1.5
13|Manhattan|Battery Park City|3|5|-0.6|-2.7
87|Manhattan|Financial District North|4|6|0.1|-2.7
261|Manhattan|World Trade Center|4|5|-0.4|-2.5
74|Manhattan|East Harlem North|5|8|2.2|4.6
75|Manhattan|East Harlem South|9|10|1.8|3.7
166|Manhattan|Morningside Heights|4|6|0.6|4.4
41|Manhattan|Central Harlem|4|7|1.3|4.7
7|Queens|Astoria|2.2|6|3.5|2.3
145|Queens|Long Island City/Hunters Point|1.6|4|2.4|0.4
129|Queens|Jackson Heights|1.2|3|5.5|1.2
82|Queens|Elmhurst|1|2.2|6|0.5
92|Queens|Flushing|0.6|1.8|9|1.6
61|Brooklyn|Crown Heights North|1.2|3|3.4|-5.2
97|Brooklyn|Fort Greene|1.7|3|2|-4
255|Brooklyn|Williamsburg (North Side)|1.9|4.2|2.4|-1.1
181|Brooklyn|Park Slope|1.6|4.5|1.9|-5.3
33|Brooklyn|Brooklyn Heights|1.8|3.2|0.9|-3.5
65|Brooklyn|Downtown Brooklyn/MetroTech|2.1|2.6|1.2|-3.8
17|Brooklyn|Bedford|0.9|2.6|3.2|-3.6
36|Brooklyn|Bushwick North|0.8|2.3|4.4|-2.5
69|Bronx|East Concourse/Concourse Village|0.7|1.6|3.3|6.4
168|Bronx|Mott Haven/Port Morris|0.9|1.8|3.2|5.2
247|Bronx|West Concourse|0.6|1.4|2.8|6.2
94|Bronx|Fordham South|0.4|1|3.6|8
23|Staten Island|Bloomfield/Emerson Hill|0|0.5|-10|-9
206|Staten Island|Saint George/New Brighton|0|0.6|-5|-7.2
221|Staten Island|Stapleton|0|0|-5|-8.5
"""
HOURS = [
    *(2.6, 1.6, 1, 0.6, 0.5, 0.7, 1.6, 3.1, 4.2, 4.5, 4.7, 5.1),
    *(5.5, 5.7, 6.1, 6.3, 6.5, 7.1, 7.4, 6.6, 6, 5.9, 5.3, 4),
]
SPEEDS = [
    *(15, 16, 17, 18, 19, 19, 16, 12, 10, 10, 10, 9.5),
    *(9.5, 9.5, 9, 9, 8.8, 8.8, 9.2, 10, 11, 11.5, 12.5, 14),
]
MONTHS = {1: 0.93, 2: 1.0, 3: 1.08}
WEEKDAYS = [0.88, 1.0, 1.03, 1.08, 1.08, 1.1, 0.85]
PAYMENTS = {"Credit card": 76, "Cash": 17.5, "Dispute": 1.2, "No charge": 0.6, "Unknown": 4.7}
NEWARK, JFK, LAGUARDIA = 1, 132, 138
AIRPORTS = (NEWARK, JFK, LAGUARDIA)


def write(folder: Path) -> None:
    """Write the trips and the zones as Parquet files."""
    rng = random.Random(20250402)
    zones = _zones()
    days = [START + timedelta(days=at) for at in range(90)]
    weights = [MONTHS[day.month] * WEEKDAYS[day.weekday()] for day in days]
    trips = [_trip(rng, rng.choices(days, weights)[0], zones) for _ in range(3900)]
    trips.sort(key=lambda trip: trip["tpep_pickup_datetime"])
    by_number = sorted(zones, key=lambda zone: zone["LocationID"])
    write_typed(folder, COLUMNS, {"yellow_tripdata": trips, "taxi_zones": by_number})


def _zones() -> Rows:
    lines = [line.split("|") for line in ZONES.strip().split("\n")]
    columns = "LocationID Borough Zone starts ends x y"
    return named(columns, [(int(line[0]), *line[1:3], *map(float, line[3:])) for line in lines])


def _trip(rng: random.Random, day: date, zones: Rows) -> Row:
    hour = rng.choices(range(24), HOURS)[0]
    picked_up = datetime(day.year, day.month, day.day, hour, rng.randrange(60), rng.randrange(60))
    start = rng.choices(zones, [zone["starts"] for zone in zones])[0]
    end = _end(rng, start, zones)
    direct = _miles(start, end)
    distance = round(max(0.3, direct * rng.uniform(1.12, 1.4) + rng.uniform(0.1, 0.5)), 2)
    speed = SPEEDS[hour] * rng.uniform(0.75, 1.25) * (1 + min(distance, 14) / 16)
    if day.weekday() >= 5:
        speed *= 1.12
    seconds = int(distance / speed * 3600 + rng.uniform(60, 240))
    return {
        "tpep_pickup_datetime": picked_up,
        "tpep_dropoff_datetime": picked_up + timedelta(seconds=seconds),
        "trip_distance": distance,
        "PULocationID": start["LocationID"],
        "DOLocationID": end["LocationID"],
        **_paid(rng, picked_up, start, end, _fare(start, end, distance, seconds)),
    }


def _miles(start: Row, end: Row) -> float:
    return math.hypot(start["x"] - end["x"], start["y"] - end["y"])


def _end(rng: random.Random, start: Row, zones: Rows) -> Row:
    """Where a trip ends: near by in the centre, rarely where it began."""
    weights = [zone["ends"] for zone in zones]
    while True:
        end = rng.choices(zones, weights)[0]
        if start["Borough"] == "Manhattan" and end["Borough"] == "Manhattan":
            kept = math.exp(-_miles(start, end) / 4)
        elif start["Borough"] != "Manhattan" and end["Borough"] == start["Borough"]:
            kept = 1
        else:
            kept = 0.8
        if end is start:
            kept *= 0.03 if start["LocationID"] in AIRPORTS else 0.5
        if rng.random() < kept:
            return end


def _fare(start: Row, end: Row, distance: float, seconds: int) -> float:
    boroughs, numbers = _both(start, end, "Borough"), _both(start, end, "LocationID")
    is_flat = JFK in numbers and "Manhattan" in boroughs
    fare = 70.0 if is_flat else round(3 + 0.7 * round(distance * 5 * 0.85 + seconds / 60 * 0.42), 2)
    if end["LocationID"] == NEWARK and start["LocationID"] != NEWARK:
        fare = round(fare + 20, 2)
    return fare


def _both(start: Row, end: Row, column: str) -> tuple[object, object]:
    return start[column], end[column]


def _paid(rng: random.Random, picked_up: datetime, start: Row, end: Row, fare: float) -> Row:
    """What is paid and how; nobody knows how many rode where nobody knows how they paid."""
    tolls = _tolls(rng, start, end)
    payment = rng.choices(list(PAYMENTS), list(PAYMENTS.values()))[0]
    extra = _extra(picked_up, start, end)
    tip = 0.0
    if payment == "Credit card" and rng.random() < 0.95:
        share = rng.choice([0.1, 0.15, 0.2, 0.2, 0.2, 0.22, 0.25, 0.25, 0.3])
        tip = round(max(0.5, (fare + extra) * share), 2)
    elif payment == "Unknown" and rng.random() < 0.4:
        tip = round(fare * 0.1, 2)
    count = None
    if payment != "Unknown":
        count = rng.choices([0, 1, 2, 3, 4, 5, 6], [0.8, 75, 14.5, 3.6, 2.6, 1.9, 1.4])[0]
    return {
        "passenger_count": count,
        "payment_type": payment,
        "fare_amount": fare,
        "tip_amount": tip,
        "tolls_amount": tolls,
        "total_amount": round(fare + tip + tolls + extra, 2),
    }


def _tolls(rng: random.Random, start: Row, end: Row) -> float:
    boroughs, numbers = _both(start, end, "Borough"), _both(start, end, "LocationID")
    if NEWARK in numbers:
        return rng.choice([14.06, 16.06, 14.06])

    is_airport = JFK in numbers or LAGUARDIA in numbers
    if is_airport and rng.random() < 0.55 and boroughs[0] != boroughs[1]:
        return 6.94

    return 6.94 if "Staten Island" in boroughs else 0.0


def _extra(picked_up: datetime, start: Row, end: Row) -> float:
    """What comes on top of the fare: at busy hours, at night, in the centre and from an airport."""
    hour = picked_up.hour
    is_busy = 16 <= hour <= 19 and picked_up.weekday() < 5
    at_hour = 2.5 if is_busy else 1 if hour >= 20 or hour < 6 else 0
    in_centre = 3.25 if "Manhattan" in _both(start, end, "Borough") else 0
    from_airport = 1.75 if start["LocationID"] in (JFK, LAGUARDIA) else 0
    return 1.5 + at_hour + in_centre + from_airport
