"""What engines mean differently by the same words comes out alike on each of them."""

from datetime import datetime

import pyarrow as pa
import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

CALLS = pa.table(
    {
        "id": pa.array([1, 2, 3, 4], pa.int64()),
        "made": pa.array(
            [datetime(2024, 9, 1, 23, 30), datetime(2024, 9, 2), datetime(2024, 12, 30, 8, 15, 59), None],
            pa.timestamp("us"),
        ),
        "word": ["a\\b", "A_b", "50%", None],
        "half": pa.array([2.5, -2.5, 0.125, None], pa.float64()),
        "whole": pa.array([7, 0, -7, None], pa.int64()),
    }
)
MODEL = """
    cubes:
      - name: calls
        sql_table: calls
        dimensions:
          - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
          - {name: made, sql: "{CUBE}.made", type: time}
          - {name: word, sql: "{CUBE}.word", type: string}
          - {name: half, sql: "{CUBE}.half", type: number}
          - {name: whole, sql: "{CUBE}.whole", type: number}
        measures:
          - {name: count, type: count}
          - {name: different, type: count_distinct_approx, sql: "{CUBE}.word"}
          - {name: mean, type: avg, sql: "{CUBE}.whole"}
          - {name: total, type: sum, sql: "{CUBE}.whole"}
          - {name: share, type: number, sql: "{total} / NULLIF({count}, 0)"}
"""


@pytest.fixture
def ask(engine_with, write_model):
    engine, model = engine_with({"calls": CALLS}), load_model(write_model(calls=MODEL))
    return lambda sql: run_query(model, engine, Viewer("ana"), sql).rows


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("EXTRACT(dow FROM made)", (0, 1, 1, None)),  # Sunday is 0
        ("EXTRACT(doy FROM made)", (245, 246, 365, None)),
        ("EXTRACT(week FROM made)", (35, 36, 1, None)),  # of ISO
        ("EXTRACT(quarter FROM made)", (3, 3, 4, None)),
        ("EXTRACT(hour FROM made)", (23, 0, 8, None)),
        (
            "DATE_TRUNC('week', made)",  # Monday begins it
            (datetime(2024, 8, 26), datetime(2024, 9, 2), datetime(2024, 12, 30), None),
        ),
        (
            "DATE_TRUNC('month', made)",
            (datetime(2024, 9, 1), datetime(2024, 9, 1), datetime(2024, 12, 1), None),
        ),
        ("ROUND(half)", (3, -3, 0, None)),  # halves away from zero
        ("ROUND(half, 2)", (2.5, -2.5, 0.13, None)),
        ("whole / 2", (3.5, 0, -3.5, None)),
        ("1 / whole", (1 / 7, None, -1 / 7, None)),
        ("word LIKE 'a\\%'", (True, False, False, None)),  # a backslash is one
        ("word ILIKE 'a!_%' ESCAPE '!'", (False, True, False, None)),
        ("word LIKE '50!%' ESCAPE '!'", (False, False, True, None)),
    ],
)
def test_an_operation_means_the_same(ask, expression, values):
    found = [value for _, value in ask(f"SELECT id, {expression} FROM calls ORDER BY id")]

    assert found == [pytest.approx(value) if isinstance(value, float) else value for value in values]


@pytest.mark.parametrize(
    ("measure", "value"), [("different", 3), ("mean", 0.0), ("total", 0), ("share", 0.0), ("count", 4)]
)
def test_a_measure_means_the_same(ask, measure, value):
    assert ask(f"SELECT MEASURE({measure}) FROM calls") == ((value,),)


def test_nulls_come_last_in_either_order(ask):
    up = ask("SELECT whole FROM calls ORDER BY whole")
    down = ask("SELECT whole FROM calls ORDER BY whole DESC")

    assert up == ((-7,), (0,), (7,), (None,))
    assert down == ((7,), (0,), (-7,), (None,))


def test_nothing_is_a_group_of_its_own(ask):
    found = ask("SELECT word, MEASURE(count), MEASURE(total) FROM calls GROUP BY 1")

    assert set(found) == {("50%", 1, -7), ("A_b", 1, 0), ("a\\b", 1, 7), (None, 1, None)}
