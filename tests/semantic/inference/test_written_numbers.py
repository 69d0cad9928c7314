"""Numbers that a column keeps as texts, with words for what is missing or with units; and other texts."""

import pandas
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.inference.lists_in_texts import said_to_be_several
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

COLUMNS = {
    "score": ["7.6", "8.1", "tbd", "6.5"],
    "release_year": ["2004", "N/A", "1999", "2010"],
    "price": ["$1,234.50", "$12.00", "$7.25", "-"],
    "response_rate": ["45%", "100%", "80%", "unknown"],
    "runtime": [f"{80 + at} {('min', 'mins')[at % 2]}" for at in range(40)],
    "age_guidance": ["4+", "12+", "14+", "0"],
    "term": ["36 months", "48 months", "60 months", "12 months"],
    "gross": ["$1.2M", "$350k", "$28.5M", "$2B"],
    "stars": ["4.7/5", "3.9/5", "5/5", "?"],
    "installs": ["1,000+", "500+", "10,000+", "0"],
    "duration": ["90 min", "2 Seasons", "101 min", "1 Season"],
    "size": ["19M", "Varies with device", "8.7M", "201k"],
    "race": ["5k", "10k", "21k", "42k"],
    "version": ["4.1", "4.0.3 and up", "2.3", "5.0"],
    "zip_code": ["10115", "unknown", "80331", "20095"],
    "branch": ["007", "012", "n/a", "104"],
    "years_coding": ["3", "Less than 1 year", "12", "More than 50 years"],
    "ids": ["1,2,3", "4,5", "7", "6,8"],
    "plain": ["1", "2", "3", "4"],
}
NUMBERS = {
    "score": [7.6, 8.1, None, 6.5],
    "release_year": [2004, None, 1999, 2010],
    "price": [1234.5, 12, 7.25, None],
    "response_rate": [45, 100, 80, None],
    "runtime": [80, 81, 82, 83],
    "gross": [1_200_000, 350_000, 28_500_000, 2_000_000_000],
    "stars": [4.7, 3.9, 5, None],
    "installs": [1000, 500, 10_000, 0],
}
ROWS = 40


@pytest.fixture(scope="module")
def opened():
    frame = pandas.DataFrame(
        {name: [values[at % len(values)] for at in range(ROWS)] for name, values in COLUMNS.items()}
    )
    engine = DuckDBEngine.open({"things": frame.assign(row=range(ROWS))})
    yield infer_model(engine).model, engine
    engine.close()


@pytest.mark.parametrize("name", NUMBERS)
def test_a_text_that_is_a_number_is_read_as_one(opened, name):
    model, engine = opened
    sql = f"SELECT things.row AS row, things.{name} AS value FROM things ORDER BY 1"

    rows = run_query(model, engine, Viewer("tester", is_internal=True), sql, limit=4).rows

    assert model.cubes["things"].dimensions[name].type == "number"
    assert [value for _, value in rows] == pytest.approx(NUMBERS[name])


@pytest.mark.parametrize("name", [each for each in COLUMNS if each not in NUMBERS])
def test_a_text_that_may_be_something_else_stays_one(opened, name):
    assert opened[0].cubes["things"].dimensions[name].type == "string"


def test_the_model_tells_what_is_read_as_no_number(opened):
    dimensions = opened[0].cubes["things"].dimensions

    assert dimensions["score"].description == "No number where the data have tbd."
    assert "in min" in dimensions["runtime"].description


def test_games_are_dated_by_the_year_of_their_release(opened):
    times = [each for each in opened[0].cubes["things"].dimensions.values() if each.type == "time"]

    assert [each.name for each in times] == ["release_date"]


@pytest.mark.parametrize(
    ("values", "is_said"),
    [
        (("Drama", "Drama, Comedy", "Comedy, Action", "Action, Drama"), True),
        (("Go;Java", "Java", "Java;Rust", "Rust;Go"), True),
        (("Salem, Oregon", "Portland, Oregon", "Bend, Oregon", "Austin, Texas"), False),
        (("Smith, Anna", "Smith, Ben", "Weber, Carla", "Nowak, Dora"), False),
        (("Drama", "Comedy", "Action, Drama", "Action"), False),
    ],
)
def test_texts_that_name_several_repeat_these(values, is_said):
    assert bool(said_to_be_several(values)) is is_said
