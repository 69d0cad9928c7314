"""How much a running total grew: what is new in a time, of each thing and of all."""

import asyncio
from datetime import date, timedelta
from itertools import accumulate, product

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 5, 1)
DAYS = [date(2024, 1, 1) + timedelta(days=at) for at in range(120)]
FILMS = {"Alpha": "short", "Beta": "short", "Gamma": "long"}
NEW = {film: [(at * 29 + 13 * place) % 83 for at in range(120)] for place, film in enumerate(FILMS)}
ALL = {film: list(accumulate(each)) for film, each in NEW.items()}
ROWS = [
    {
        "day": day, "film": film, "kind": FILMS[film], "views": ALL[film][at] if at % 5 else None,
        "people_subscribed": 2 * ALL[film][at], "meter_kwh": 9000.0 + 0.5 * ALL[film][at],
    }
    for film, (at, day) in product(FILMS, enumerate(DAYS))
]  # fmt: skip


@pytest.fixture(scope="module")
def tools():
    engine = open_engine({"films": pa.Table.from_pylist(ROWS)})
    yield GroundTools(infer_model(engine).model, engine)
    engine.close()


def answered(tools, question):
    read = asyncio.run(Reader(tools, TODAY).read(question))
    assert read.is_sure, read
    return [tuple(row) for row in asyncio.run(tools.run_sql(read.planned.sql)).rows]


def last(column, film, before):
    """The last figure before a day, none of it at the beginning."""
    found = [row[column] for row in ROWS if row["film"] == film and row["day"] < before]
    return next((each for each in reversed(found) if each is not None), 0)


def gained(column, film, month):
    start, end = date(2024, month, 1), date(2024, month + 1, 1)
    return last(column, film, end) - last(column, film, start)


def test_what_is_got_in_a_time_is_the_increase(tools):
    found = dict(answered(tools, "how many views did each film get in March 2024?"))

    assert found == {film: gained("views", film, 3) for film in FILMS}


def test_over_groups_of_things_it_is_added_up(tools):
    found = dict(answered(tools, "how many views did we get by kind in March 2024"))

    assert found["long"] == gained("views", "Gamma", 3)
    assert found["short"] == gained("views", "Alpha", 3) + gained("views", "Beta", 3)


def test_of_each_month_it_is_since_the_one_before(tools):
    found = [row[1] for row in answered(tools, "how many views did we get per month")]

    assert found == [sum(gained("views", film, month) for film in FILMS) for month in (1, 2, 3, 4)]


def test_a_period_begins_with_what_was_before(tools):
    found = [
        row[1] for row in answered(tools, "how many views did Beta get per month in March and April 2024")
    ]

    assert found == [gained("views", "Beta", month) for month in (3, 4)]


def test_newly_says_so_too(tools):
    found = answered(tools, "how many people were newly subscribed to Alpha in February 2024")

    assert found == [(gained("people_subscribed", "Alpha", 2),)]


def test_a_meter_did_not_begin_with_nothing(tools):
    ((used,),) = answered(tools, "how many kWh did Gamma use in January 2024")

    assert used == pytest.approx(0.5 * (ALL["Gamma"][30] - ALL["Gamma"][0]))


def test_without_such_a_word_it_is_the_last_figure(tools):
    assert answered(tools, "people subscribed to Beta in March 2024")[0][-1] == last(
        "people_subscribed", "Beta", date(2024, 4, 1)
    )
