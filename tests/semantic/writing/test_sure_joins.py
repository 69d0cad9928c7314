"""Joins on columns under row rules: written as they stand where no comparison can fail."""

import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import compile_sql, run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: customer, sql: customer, type: number}
      - {name: code, sql: code, type: string}
      - {name: number_of_code, sql: "CAST(code AS INTEGER)", type: number}
      - {name: price, sql: price, type: number}
    measures: [{name: count, type: count}]
    access_policy:
      - {group: "*", row_level: {filters: [{member: id, operator: notEquals, values: [3]}]}}
views:
  - {name: shown, cubes: [{join_path: orders, includes: "*"}]}
"""
ORDERS = (
    "CREATE TABLE orders AS FROM (VALUES (1, 2, '7', 1.5), (2, 1, '8', 2.5), (3, 1, 'x', 3.5)) "
    "t(id, customer, code, price)"
)
SURE = ("a.customer = b.id", "a.code = b.code AND a.id < b.id")
UNSURE = ("a.number_of_code = b.id", "a.price = b.id", "a.customer + 1 = b.id", "a.customer = b.id OR TRUE")


@pytest.fixture
def both(write_model, make_engine):
    return load_model(write_model(model=MODEL)), make_engine(ORDERS)


@pytest.mark.case("Z01")
@pytest.mark.parametrize(
    "sources", ["orders AS a JOIN shown AS b", "(SELECT * FROM shown) AS a JOIN orders AS b"]
)
def test_only_a_comparison_that_cannot_fail_is_written_as_it_stands(both, sources):
    def is_tried(on):
        sql = f"SELECT a.id FROM {sources} ON {on}"
        return "TRY" in compile_sql(*both, Viewer("ana"), sql).sql.rpartition(" ON ")[2]

    assert [on for on in SURE if is_tried(on)] == []
    assert [on for on in UNSURE if not is_tried(on)] == []


@pytest.mark.parametrize("kind", ["JOIN", "LEFT JOIN", "FULL JOIN"])
def test_both_forms_find_the_same_rows(both, kind):
    def rows(on):
        sql = f"SELECT a.id, b.id FROM orders AS a {kind} shown AS b ON {on} ORDER BY 1, 2"
        return run_query(*both, Viewer("ana"), sql).rows

    assert rows("a.customer = b.id") == rows("a.customer + 0 = b.id + 0") == ((1, 2), (2, 1))
    assert rows("a.customer = b.id AND a.customer + 0 = b.id") == ((1, 2), (2, 1))


def test_a_column_of_a_group_is_one_as_well(both):
    sql = (
        "SELECT a.id FROM orders a JOIN (SELECT customer, MEASURE(count) AS n FROM shown GROUP BY 1) b ON {}"
    )

    assert "TRY" not in compile_sql(*both, Viewer("ana"), sql.format("a.id = b.customer")).sql
    assert "TRY" in compile_sql(*both, Viewer("ana"), sql.format("a.id = b.n")).sql


LARGE = 2**60  # a DOUBLE makes one number of it and its neighbours


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM orders WHERE customer IN (SELECT id FROM shown WHERE price > 2)",
        "SELECT id FROM (SELECT * FROM orders) WHERE customer IN (SELECT id FROM shown WHERE price > 2)",
        "SELECT id FROM orders WHERE NOT customer IN (SELECT id FROM shown WHERE price < 2)",
    ],
)
def test_a_sub_query_of_large_whole_numbers_is_compared_by_all_digits(write_model, make_engine, sql):
    rows = f"({LARGE} + 1, {LARGE} + 2, '7', 1.5), ({LARGE} + 2, {LARGE} + 1, '8', 2.5), (3, 1, 'x', 3.5)"
    engine = make_engine(f"CREATE TABLE orders AS FROM (VALUES {rows}) t(id, customer, code, price)")

    found = run_query(load_model(write_model(model=MODEL)), engine, Viewer("ana"), sql)

    assert found.rows == ((LARGE + 1,),)


def test_other_numbers_are_compared_with_whole_ones_as_well(both):
    sql = "SELECT id FROM orders WHERE {} IN (SELECT customer FROM shown) ORDER BY 1"

    assert run_query(*both, Viewer("ana"), sql.format("price - 0.5")).rows == ((1,), (2,))
    assert run_query(*both, Viewer("ana"), sql.format("price")).rows == ()
