"""A plan is printed with what its viewer sees: other members, cubes and the values of rules have no name."""

import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import explain_query
from svcchat_magic.semantic.query.query import Viewer

ROWS = (
    "CREATE TABLE orders AS SELECT 1 AS id, 'North' AS region, 'Web' AS channel",
    "CREATE TABLE items AS SELECT 1 AS id, 1 AS order_id, 5 AS value, 'S' AS size",
)
MODEL = """
cubes:
  - name: orders
    sql_table: orders
    joins:
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: region, sql: "{CUBE}.region", type: string, public: false}
      - {name: channel, sql: "{CUBE}.channel", type: string}
    measures:
      - {name: count, type: count}
      - {name: value_each, type: number, sql: "{items.value} / {count}"}
    access_policy:
      - group: "*"
        row_level:
          filters: [{member: region, operator: equals, values: [North]}]
  - name: items
    public: false
    sql_table: items
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: size, sql: "{CUBE}.size", type: string}
    measures:
      - {name: value, type: sum, sql: "{CUBE}.value"}
    access_policy:
      - group: "*"
        row_level:
          filters: [{member: size, operator: equals, values: [S]}]
"""


@pytest.fixture
def explained(write_model, make_engine):
    model, engine = load_model(write_model(model=MODEL)), make_engine(*ROWS)
    return lambda asked: explain_query(model, engine, Viewer("ana"), asked)


def test_each_step_stands_below_the_one_that_reads_it(explained):
    plan = explained(
        "SELECT channel, MEASURE(count) AS n FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 3"
    ).plan

    assert plan.splitlines() == [
        "page: by orders.count descending; at most 3 rows",
        "  compose: orders.channel, orders.count",
        "    aggregate (direct, orders): orders.count by orders.channel",
        "      filter: row rule on (hidden)",
        "        scan orders",
    ]


@pytest.mark.case("Z14")
def test_what_the_viewer_does_not_see_has_no_name(explained):
    plan = explained("SELECT channel, MEASURE(value_each) FROM orders WHERE channel = 'Web' GROUP BY 1").plan

    assert "aggregate (direct, (hidden)): (hidden), orders.count by orders.channel" in plan
    assert "join (hidden)" in plan
    assert not any(word in plan for word in ("region", "North", "items", "size"))


def test_the_sql_of_the_engine_is_in_lines(explained):
    sql = explained("SELECT channel FROM orders").sql

    assert sql.startswith("SELECT\n")
    assert "FROM orders AS t0" in sql
