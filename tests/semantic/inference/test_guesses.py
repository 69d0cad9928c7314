"""Guesses that someone who knows the data would laugh at."""

import pandas
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model


@pytest.fixture
def infer():
    """The one cube over a frame, by the table's name."""
    engines = []

    def inferred(name, frame):
        engines.append(DuckDBEngine.open({name: frame}))
        (cube,) = infer_model(engines[-1]).model.cubes.values()
        return cube

    yield inferred
    for engine in engines:
        engine.close()


@pytest.mark.parametrize(
    ("every", "finest"), [("1h", None), ("12h", None), ("1D", None), ("1MS", "month"), ("1YS", "year")]
)
def test_a_time_is_as_fine_as_its_finest_value_whatever_the_first_ones_are(infer, every, finest):
    moments = pandas.date_range("2013-01-01", periods=800 if every != "1YS" else 80, freq=every)
    cube = infer("readings", pandas.DataFrame({"at": moments, "level": [n / 3 for n in range(len(moments))]}))

    assert cube.dimensions["at"].meta.get("finest") == finest


def test_no_name_of_a_person_and_no_address_is_a_key(infer):
    people = pandas.DataFrame({
        "first_name": [f"Ann{n}" for n in range(30)],
        "last_name": [f"Lee{n}" for n in range(30)],
        "address": [f"{n} Main St." for n in range(30)],
        "age": [20 + n % 40 for n in range(30)],
    })  # fmt: skip

    cube = infer("visitors", people)

    assert [each.name for each in cube.dimensions.values() if each.primary_key] == []
    assert cube.measures["count"].title == "Visitors"


@pytest.mark.parametrize("key", ["badge", "visitor_id", "email"])
def test_what_stands_beside_a_name_is_still_the_key(infer, key):
    frame = pandas.DataFrame({key: [f"k{n}" for n in range(30)], "first_name": [f"A{n}" for n in range(30)]})

    cube = infer("visitors", frame)

    assert [each.name for each in cube.dimensions.values() if each.primary_key] == [key]


def test_rows_of_measurements_are_not_called_by_a_plural_of_the_file(infer):
    years, places = range(1990, 2020), ("Oslo", "Bergen")
    frame = pandas.DataFrame([(year, place, year * 1.5) for year in years for place in places])
    frame.columns = ["year", "country", "output"]

    cube = infer("us_steel", frame)

    assert (cube.title, cube.measures["count"].title) == ("US steel", "Rows of US steel")


def test_how_a_file_was_made_is_no_part_of_what_its_rows_are(infer):
    cube = infer("penguins_raw", pandas.DataFrame({"species": ["a", "b"] * 20, "mass": [1.5, 2.5] * 20}))

    assert (cube.title, cube.description) == ("Penguins", "One row for each penguin.")


def test_a_direction_is_never_averaged(infer):
    cube = infer("readings", pandas.DataFrame({"wind_dir": [10.5, 350.0] * 40, "gust": [1.5, 2.5] * 40}))

    assert set(cube.measures) == {"count", "total_gust", "average_gust", "lowest_gust", "highest_gust"}
    assert cube.dimensions["wind_dir"].title == "Wind direction"


def test_the_total_of_an_invoice_is_its_revenue(infer):
    cube = infer("invoices", pandas.DataFrame({"id": range(30), "total": [1.5 * n for n in range(30)]}))

    assert cube.measures["sum_of_total"].format == "currency"
    assert "revenue" in cube.measures["sum_of_total"].meta["synonyms"]
