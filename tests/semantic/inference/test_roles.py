"""Columns that refer to another table by the role of its rows, number lines, or hold what people pay."""

import pandas
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.inference.key_finding import names_role

STATIONS = pandas.DataFrame({
    "stn_id": range(101, 141),
    "stn_name": [f"Stop {n}" for n in range(40)],
})  # fmt: skip
RIDES = pandas.DataFrame({
    "ride_id": range(1, 401),
    "start_stn": [101 + n % 40 for n in range(400)],
    "end_stn": [101 + n * 7 % 40 for n in range(400)],
    "max_stn": [101 + n * 3 % 40 for n in range(400)],
    "line": [1 + n % 4 for n in range(400)],
    "lines": [1 + n % 4 for n in range(400)],
    "fare_eur": [2.5 + n % 9 for n in range(400)],
})  # fmt: skip


@pytest.fixture(scope="module")
def rides():
    engine = DuckDBEngine.open({"stations": STATIONS, "rides": RIDES})
    yield infer_model(engine).model.cubes["rides_rows"]
    engine.close()


def test_a_table_is_joined_in_each_role_that_a_column_names(rides):
    assert {"start_stations", "end_stations"} <= {each.target for each in rides.joins}


def test_a_column_that_refers_to_a_table_is_no_amount(rides):
    assert not any("start_stn" in name or "end_stn" in name for name in rides.measures)


def test_the_number_of_a_line_is_not_measured(rides):
    assert not any(name.endswith("_line") for name in rides.measures)


def test_what_is_paid_for_a_ride_is_asked_for_as_revenue(rides):
    assert "revenue" in rides.measures["total_fare_eur"].meta["synonyms"]


@pytest.mark.parametrize(
    ("column", "is_role"),
    [
        ("start_station", True),
        ("home_stn", True),
        ("max_station", False),
        ("stations", False),
        ("station", False),
    ],
)
def test_a_role_is_said_before_the_name_of_the_rows(column, is_role):
    assert names_role(column, "stations") is is_role
