"""Tables with a row for each day and place: days are rows, and each quantity stands in several columns."""

import asyncio
from datetime import date, timedelta
from itertools import product

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 1, 3)
DAYS = [date(2023, 1, 1) + timedelta(at) for at in range(365)]
STATIONS = [
    {"station_id": "ALD", "station_name": "Alder", "region": "North"},
    {"station_id": "BIR", "station_name": "Birch", "region": "North"},
    {"station_id": "LIM", "station_name": "Lime", "region": "Lime"},
    {"station_id": "OAK", "station_name": "Oak", "region": "Lime"},
]


def _observed(at, place):
    mean = (at * 7 + place * 3) % 41 - 5
    rain = max(0, (at * 5 + place * 11) % 23 - 10)
    return {
        "station_id": STATIONS[place]["station_id"],
        "obs_date": DAYS[at],
        "temp_mean_c": mean + 0.5,
        "temp_max_c": mean + 6.5,
        "temp_min_c": mean - 4.5,
        "precip_mm": rain + 0.2 if rain else 0.0,
        "sunshine_hrs": (at + place) % 12 + 0.5,
        "wind_gust_kmh": 20.5 + (at * 13 + place * 29) % 100,
        "conditions": ("Rain", "Clear", "Fog")[(at + place) % 3],
    }


ROWS = [_observed(at, place) for at, place in product(range(len(DAYS)), range(len(STATIONS)))]
METERS = [
    {"meter": meter, "read_date": day, "consumption_kwh": 5.5 + (at * at + place * 7) % 11}
    for (at, day), (place, meter) in product(enumerate(DAYS), enumerate(("M1", "M2", "M3")))
]


@pytest.fixture(scope="module")
def tools():
    tables = {
        "weather": {"stations": STATIONS, "daily_observations": ROWS},
        "meters": {"meter_readings": METERS},
    }
    engines = {
        name: open_engine({each: pa.Table.from_pylist(rows) for each, rows in found.items()})
        for name, found in tables.items()
    }
    yield {name: GroundTools(infer_model(engine).model, engine) for name, engine in engines.items()}
    for engine in engines.values():
        engine.close()


def read(tools, question):
    return asyncio.run(Reader(tools, TODAY).read(question))


def answered(tools, question):
    found = read(tools, question)
    assert found.is_sure, found
    return [tuple(row) for row in asyncio.run(tools.run_sql(found.planned.sql)).rows]


def of(name):
    key = next(each["station_id"] for each in STATIONS if each["station_name"] == name)
    return [row for row in ROWS if row["station_id"] == key]


def count(rows, test):
    return sum(map(test, rows))


def _count(station, test):
    return sum(map(test, of(station)))


@pytest.mark.parametrize(
    ("question", "station", "test"),
    [
        ("days over 30 degrees in Alder", "Alder", lambda row: row["temp_max_c"] > 30),
        ("days above 86 degrees Fahrenheit in Alder", "Alder", lambda row: row["temp_max_c"] > 30),
        ("frost days in Alder", "Alder", lambda row: row["temp_min_c"] < 0),
        ("days with a temperature below 0 in Alder", "Alder", lambda row: row["temp_min_c"] < 0),
        ("days with a mean temperature over 20 in Alder", "Alder", lambda row: row["temp_mean_c"] > 20),
        ("days with gusts of 100 km/h or more in Birch", "Birch", lambda row: row["wind_gust_kmh"] >= 100),
        ("days with rain in Birch", "Birch", lambda row: row["precip_mm"] > 0),
        ("dry days in Birch", "Birch", lambda row: row["precip_mm"] == 0),
        ("days with more than 5 mm in Birch", "Birch", lambda row: row["precip_mm"] > 5),
        ("days with conditions Rain in Birch", "Birch", lambda row: row["conditions"] == "Rain"),
    ],
)
def test_days_are_counted_by_what_each_of_them_had(tools, question, station, test):
    assert answered(tools["weather"], f"how many {question}") == [(_count(station, test),)]


def test_groups_are_bounded_by_such_days(tools):
    known = {
        name: _count(name, lambda row: row["precip_mm"] > 8) for name in ("Alder", "Birch", "Lime", "Oak")
    }
    most = max(known.values())
    for said in ("over 8 mm of rain", "precipitation over 8"):
        found = answered(tools["weather"], f"stations with more than {most - 1} days with {said}")
        assert {row[0] for row in found} == {name for name, days in known.items() if days == most}


def test_a_share_of_days_is_one_of_rows(tools):
    found = answered(tools["weather"], "what percentage of days in Oak had no rain at all")

    assert found == [(pytest.approx(_count("Oak", lambda row: row["precip_mm"] == 0) / len(DAYS)),)]


def test_a_list_of_days_says_of_which_place_each_is(tools):
    found = answered(tools["weather"], "list all days with gusts over 110")

    assert {(row[0], row[1]) for row in found} == {
        (row["obs_date"], each["station_name"])
        for each in STATIONS
        for row in of(each["station_name"])
        if row["wind_gust_kmh"] > 110
    }


def test_days_of_several_places_are_counted_once(tools):
    known = {row["obs_date"] for row in ROWS if row["wind_gust_kmh"] > 110}

    assert answered(tools["weather"], "how many days had gusts over 110") == [(len(known),)]


def test_what_adds_up_is_added_up_over_things_first(tools):
    totals = {day: sum(row["consumption_kwh"] for row in METERS if row["read_date"] == day) for day in DAYS}
    limit = sorted(totals.values())[-40]
    known = sum(total > limit for total in totals.values())
    own = sum(row["consumption_kwh"] > 12 for row in METERS if row["meter"] == "M1")

    found = answered(tools["meters"], f"how many days had a consumption over {limit} kWh")
    of_each = dict(answered(tools["meters"], "number of days with consumption over 12 kWh by meter"))
    assert found == [(known,)]
    assert of_each["M1"] == own


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("highest temperature ever measured", max(row["temp_max_c"] for row in ROWS)),
        ("coldest temperature in Alder", min(row["temp_min_c"] for row in of("Alder"))),
        ("average temperature in Alder", sum(row["temp_mean_c"] for row in of("Alder")) / len(DAYS)),
        ("average daily high in Alder", sum(row["temp_max_c"] for row in of("Alder")) / len(DAYS)),
        ("strongest gust in Alder", max(row["wind_gust_kmh"] for row in of("Alder"))),
        ("how much rain fell in Alder", sum(row["precip_mm"] for row in of("Alder"))),
        ("how much sun did Alder get", sum(row["sunshine_hrs"] for row in of("Alder"))),
        ("how much rain fell in Lime", sum(row["precip_mm"] for row in of("Lime"))),
        (
            "average sunshine per day in North",
            sum(row["sunshine_hrs"] for name in ("Alder", "Birch") for row in of(name)) / len(DAYS) / 2,
        ),
        (
            "average temperature everywhere but in North",
            sum(row["temp_mean_c"] for name in ("Lime", "Oak") for row in of(name)) / len(DAYS) / 2,
        ),
    ],
)
def test_plain_words_mean_the_column_of_that_end(tools, question, number):
    assert answered(tools["weather"], question) == [(pytest.approx(number),)]


def test_where_asks_for_the_place(tools):
    best = max(STATIONS, key=lambda each: max(row["temp_max_c"] for row in of(each["station_name"])))

    found = answered(tools["weather"], "where was the highest temperature measured")
    assert best["station_name"] in {row[0] for row in found}
    assert len(found[0]) == 2


def test_the_biggest_of_what_adds_up_is_all_of_it(tools):
    totals = {
        each: sum(row["consumption_kwh"] for row in METERS if row["meter"] == each)
        for each in ("M1", "M2", "M3")
    }
    best = max(totals, key=lambda each: totals[each])

    found = answered(tools["meters"], "which meter had the biggest consumption")
    assert found[0] == (best, pytest.approx(totals[best]))


def test_a_name_of_a_place_and_its_region_is_told(tools):
    assert read(tools["weather"], "rainfall in Lime").taken == (("Lime", "station name Lime"),)


@pytest.mark.parametrize(
    "question",
    [
        "how many days since the last rain in Alder",
        "number of days over 70 degrees with consumption over 10",
        "days with snow in Alder",
        "biggest temperature difference in Alder",
    ],
)
def test_other_days_are_not_counted(tools, question):
    assert not read(tools["weather"], question).is_sure


def test_days_that_only_tell_a_period_are_none_of_these(tools):
    known = sum(row["precip_mm"] for row in ROWS if date(2023, 12, 4) <= row["obs_date"] < TODAY)

    assert answered(tools["weather"], "rain in the last 30 days") == [(pytest.approx(known),)]
