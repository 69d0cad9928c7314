"""Intervals of one's own begin at the same times on every engine, before their origin and after it."""

from datetime import datetime

import pyarrow as pa
import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

TIMES = [
    datetime(1999, 11, 5, 10),
    datetime(2024, 1, 5, 10, 30),
    datetime(2024, 3, 1),
    datetime(2023, 1, 1, 23),
]
ORDERS = pa.table({"id": pa.array([1, 2, 3, 4], pa.int64()), "sold": pa.array(TIMES, pa.timestamp("us"))})
MODEL = """
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - name: sold
        sql: sold
        type: time
        granularities:
          - {name: fortnight, interval: 2 weeks, origin: "2023-01-02"}
          - {name: half, interval: 6 months}
          - {name: quarters_of_day, interval: 6 hours}
          - {name: five_months, interval: 5 months, origin: "2023-01-15"}
      - {name: fortnight, sql: "{sold.fortnight}", type: time}
      - {name: half, sql: "{sold.half}", type: time}
      - {name: part, sql: "{sold.quarters_of_day}", type: time}
      - {name: five, sql: "{sold.five_months}", type: time}
"""
BEGIN = {
    "fortnight": [(1999, 10, 25), (2024, 1, 1), (2024, 2, 26), (2022, 12, 19)],
    "half": [(1999, 7, 1), (2024, 1, 1), (2024, 1, 1), (2023, 1, 1)],
    "part": [(1999, 11, 5, 6), (2024, 1, 5, 6), (2024, 3, 1), (2023, 1, 1, 18)],
    "five": [(1999, 9, 15), (2023, 11, 15), (2023, 11, 15), (2022, 8, 15)],
}


@pytest.mark.parametrize("name", BEGIN)
def test_an_interval_of_ones_own_begins_at_the_same_time_everywhere(engine_with, write_model, name):
    model, engine = load_model(write_model(orders=MODEL)), engine_with({"orders": ORDERS})

    found = run_query(model, engine, Viewer("ana"), f"SELECT id, {name} FROM orders ORDER BY 1").rows

    assert [moment for _, moment in found] == [datetime(*begin) for begin in BEGIN[name]]
