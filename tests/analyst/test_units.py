"""Numbers asked for in units: what is measured in them, and other units than those of the data."""

import asyncio
from datetime import date, timedelta

import pyarrow as pa
import pytest

from svcchat_magic.analyst.language.amounts import conversion, named_in
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

MOVES = {
    "move_id": list(range(1, 41)),
    "crew": [("Alpha", "Bravo", "Gecko")[at % 3] for at in range(40)],
    "vehicle": [("Van 3t", "Truck 12t", "Box 30L")[at % 3] for at in range(40)],
    "moved_on": [date(2024, 1, 1) + timedelta(days=3 * at) for at in range(40)],
    "distance_km": [12.5 + at for at in range(40)],
    "weight_kg": [900.0 + 10 * at for at in range(40)],
    "loading_sec": [1800 + 60 * at for at in range(40)],
    "fee_gbp": [250.0 + at for at in range(40)],
    "in_service": [at % 5 != 0 for at in range(40)],
    "state": [("Done", "Failed")[at % 2] for at in range(40)],
    "defect_found": [("Scratch", "Dent", None, None)[at % 4] for at in range(40)],
}
ORDERS = {
    "line_no": list(range(1, 31)),
    "package": [("30L keg", "50L keg", "Case of 12")[at % 3] for at in range(30)],
    "qty": [2 + at % 4 for at in range(30)],
    "ordered_on": [date(2024, 1, 1) + timedelta(days=at) for at in range(30)],
}
EPISODES = {
    "episode_id": list(range(1, 11)),
    "episode_title": [f"Part {at}" for at in range(10)],
    "duration_sec": [1200 + 60 * at for at in range(10)],
}
SLOTS = {
    "slot_id": list(range(1, 21)),
    "episode_id": [1 + at % 10 for at in range(20)],
    "length_sec": [30 + at for at in range(20)],
}


@pytest.fixture(scope="module")
def reader():
    """Reads over removals, order lines and a podcast with advertisements."""
    tables = {"moves": MOVES, "order_lines": ORDERS, "episodes": EPISODES, "ad_slots": SLOTS}
    engine = open_engine({name: pa.table(columns) for name, columns in tables.items()})
    yield Reader(GroundTools(infer_model(engine).model, engine), date(2024, 6, 1))
    engine.close()


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("how many miles did we drive", ["total_distance_km) * 1000 / 1609.344"]),
        ("how many kilometres did we drive", ["MEASURE(moves.total_distance_km) AS"]),
        ("average loading time in minutes by crew", ["AVG(moves.loading_sec) * 1.0 / 60", "GROUP BY"]),
        ("how many hours of loading per crew", ["total_loading_sec) * 1.0 / 3600"]),
        ("weight in tonnes by month", ["total_weight_kg) * 1.0 / 1000"]),
        ("total hours of loading", ["total_loading_sec) * 1.0 / 3600"]),
        ("how many moves over 100 miles", ["distance_km > 160.9344"]),
        (
            "crews with average loading time over 60 minutes, in minutes",
            ["average_loading_sec) > 3600", "average_loading_sec) * 1.0 / 60"],
        ),
        ("distance of the 30L vehicle", ["moves.vehicle = 'Box 30L'"]),
        ("how many 30L kegs were ordered", ["total_qty", "package = '30L keg'"]),
        ("how many order lines for 30L kegs", ['"count"', "package = '30L keg'"]),
        ("average episode length in minutes", ["AVG(episodes.duration_sec) * 1.0 / 60"]),
        ("average slot length in minutes", ["length_sec", "* 1.0 / 60"]),
    ],
)
def test_a_unit_finds_what_is_measured_and_turns_it_into_itself(reader, question, parts):
    read = asyncio.run(reader.read(question))

    assert read.is_sure, (read.unknown, read.problem)
    assert all(part in read.planned.sql for part in parts), read.planned.sql


@pytest.mark.parametrize(
    "question",
    ["total pounds by crew", "fee in minutes", "weight in hours by crew", "how many loadings in may"],
)
def test_units_that_fit_nothing_are_refused(reader, question):
    assert not asyncio.run(reader.read(question)).is_sure


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("moves that are still flagged as failed", "state = 'Failed'"),
        ("how many moves at present", "FROM moves"),
        ("fee to date by crew", "total_fee_gbp"),
        ("how many crews do we have on our books as of now", "crew"),
        ("distance moved by crew", "total_distance_km"),
        ("how many moves are out of service at present", "in_service = FALSE"),
        ("moves in service", "in_service = TRUE"),
    ],
)
def test_words_that_add_nothing_stop_no_answer(reader, question, part):
    read = asyncio.run(reader.read(question))

    assert read.is_sure, (read.unknown, read.problem)
    assert part in read.planned.sql


def test_still_says_something_where_no_state_follows(reader):
    assert not asyncio.run(reader.read("moves over 20 km that still went out")).is_sure


def test_the_title_says_the_unit(reader):
    read = asyncio.run(reader.read("average loading time in minutes"))

    (quantity,) = read.planned.analysis.quantities
    assert quantity_title(quantity) == "average loading time in minutes"


def test_units_are_turned_in_whole_numbers_where_they_can_be():
    assert conversion("minute", "second") == (1, 60)
    assert conversion("second", "minute") == (60, 1)
    assert named_in("Total talk seconds", "minute") == "Total talk time"
    assert named_in("Length (sec)", "hour") == "Length"
