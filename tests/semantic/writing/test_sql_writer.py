"""Numbers are exact: no row is counted twice, whatever is joined, and hand-written SQL gives the same."""

from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from svcchat_magic.semantic.access.access import view_member
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import compile_sql, run_query
from svcchat_magic.semantic.query.query import Aggregate, FilteredMeasure, Output, Viewer
from svcchat_magic.semantic.reading.sql_reader import read_sql
from svcchat_magic.semantic.writing.statement_writer import StatementWriter
from tests.semantic import brute_force
from tests.semantic.brute_force import CALLS, DIMENSIONS, HARD, MEASURES, STEPS, TABLES, TESTS, Asked, answer

VIEWER = Viewer("ana")
GOLD = yaml.safe_load(Path(__file__).with_name("gold.yml").read_text(encoding="utf-8"))

text = st.sampled_from
ids = st.integers(0, 3)
rows_of = {
    "customers": st.tuples(text([None, "North", "South"])),
    "orders": st.tuples(st.none() | ids, text([None, "Web", "Store"])),
    "items": st.tuples(st.none() | ids, text([None, "S", "M"]), st.none() | st.integers(-3, 9)),
    "payments": st.tuples(st.none() | ids, text([None, "Card", "Cash"]), st.integers(1, 9)),
    "tagged": st.tuples(st.none() | ids, st.none() | ids),
    "tags": st.tuples(text([None, "North", "new"]), st.none() | st.integers(1, 5)),
}
data_sets = st.sampled_from([0, 3]).flatmap(
    lambda least: st.fixed_dictionaries(
        {table: st.lists(rows, min_size=least, max_size=6) for table, rows in rows_of.items()}
    )
)


def questions_of(view):
    """Random questions to a view."""
    dimensions = st.sampled_from([name for name in DIMENSIONS if brute_force.has(view, name)])
    measures = st.sampled_from([name for name in MEASURES if brute_force.has(view, name)])
    filters = st.tuples(dimensions, st.sampled_from(sorted(TESTS)))
    return st.builds(
        Asked,
        view=st.just(view),
        keys=st.lists(dimensions, max_size=2, unique=True).map(tuple),
        measures=st.lists(measures, min_size=1, max_size=4, unique=True).map(tuple),
        filters=(st.lists(filters, max_size=1) | st.lists(filters, max_size=3)).map(tuple),
    )


questions = st.sampled_from(sorted(STEPS)).flatmap(questions_of)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    (folder / "model.yml").write_text(brute_force.MODEL, encoding="utf-8")
    return load_model(folder)


@pytest.mark.parametrize("pair", GOLD, ids=lambda pair: pair["asked"].split(" FROM")[0])
def test_the_shop_gives_what_hand_written_sql_gives(shop_model, shop_engine, pair):
    found = run_query(shop_model, shop_engine, VIEWER, pair["asked"], limit=1000)

    expected = shop_engine.run(pair["by_hand"], {}, limit=1000).rows
    assert found.total_rows == len(expected) > 0
    assert [rounded(row) for row in found.rows] == [rounded(row) for row in expected]


@pytest.mark.case("Q17")
@settings(max_examples=40)
@given(data=data_sets, asked=questions)
def test_random_queries_agree_with_every_join_written_out(model, data, asked):
    engine = DuckDBEngine(brute_force_connection(data))

    found = run_query(model, engine, VIEWER, asked.sql, limit=1000)

    engine.close()
    expected = answer(asked, named(data))
    assert found.total_rows == len(expected)
    assert comparable(found.rows) == comparable(expected)


@pytest.mark.case("Q17")
@settings(max_examples=30)
@given(
    data=data_sets,
    asked=questions,
    chosen=st.lists(st.sampled_from(CALLS), min_size=1, max_size=3, unique=True),
)
def test_aggregates_of_the_caller_agree_with_every_join_written_out(model, data, asked, chosen):
    calls = [call for call in chosen if all(brute_force.has(asked.view, name) for name in members_of(call))]
    assert_agree(model, data, asked, calls)


@pytest.mark.case("Q17")
@settings(max_examples=30)
@given(data=data_sets, hard=st.sampled_from(HARD))
def test_rows_that_start_elsewhere_agree_with_every_join_written_out(model, data, hard):
    assert_agree(model, data, *hard)


@pytest.mark.case("Q17")
@settings(max_examples=15)
@given(data=data_sets, asked=questions, chance=st.randoms(use_true_random=False))
def test_the_order_of_members_filters_and_joins_changes_nothing(model, turned, data, asked, chance):
    mixed = [chance.sample(each, len(each)) for each in (asked.keys, asked.measures, asked.filters)]
    other = Asked(asked.view, *map(tuple, mixed))
    engine = DuckDBEngine(brute_force_connection(data))

    found = run_query(model, engine, VIEWER, asked.sql, limit=1000)
    mixed_up = run_query(turned, engine, VIEWER, other.sql, limit=1000)

    engine.close()
    columns = [[*other.keys, *other.measures].index(name) for name in (*asked.keys, *asked.measures)]
    assert comparable(found.rows) == comparable(tuple(row[at] for at in columns) for row in mixed_up.rows)
    assert found.total_rows == mixed_up.total_rows


@pytest.mark.case("Q17")
def test_a_group_without_rows_counts_none_however_the_count_is_written(model):
    data = {"customers": [("North",)], "orders": [(0, "Web")], "payments": [(0, "Card", 10)]}
    engine = DuckDBEngine(brute_force_connection(data))

    found = run_query(
        model,
        engine,
        VIEWER,
        "SELECT customers_region, MEASURE(items_value), MEASURE(items_count), MEASURE(items_pairs) "
        "FROM from_customers WHERE payments_method = 'Card' GROUP BY 1",
    )

    engine.close()
    assert found.rows == (("North", None, 0, 0),)


@pytest.mark.case("Q17")
def test_two_one_to_many_joins_do_not_multiply_each_other(model):
    data = {
        "customers": [("North",)],
        "orders": [(0, "Web")],
        "items": [(0, "S", 5), (0, "S", 7), (0, "M", 1)],
        "payments": [(0, "Card", 10), (0, "Cash", 3)],
    }
    engine = DuckDBEngine(brute_force_connection(data))

    found = run_query(
        model,
        engine,
        VIEWER,
        "SELECT customers_region, MEASURE(orders_count), MEASURE(items_value), MEASURE(payments_amount), "
        "MEASURE(customers_count) FROM from_orders GROUP BY 1",
    )

    engine.close()
    assert found.rows == (("North", 1, 13, 13, 1),)


def test_a_total_over_nothing_is_one_row(shop_model, shop_engine):
    found = run_query(
        shop_model,
        shop_engine,
        VIEWER,
        "SELECT MEASURE(revenue), MEASURE(orders), MEASURE(gross_margin) FROM sales WHERE channel = 'none'",
    )

    assert found.rows == ((None, 0, None),)


def test_having_without_a_group_can_leave_nothing(shop_model, shop_engine):
    sql = "SELECT MEASURE(revenue) FROM sales HAVING MEASURE(revenue) < 0"

    found = run_query(shop_model, shop_engine, VIEWER, sql)

    assert (found.rows, found.total_rows) == ((), 0)


def test_texts_of_the_query_are_parameters_and_not_part_of_the_sql(shop_model, shop_engine):
    statement = compile_sql(
        shop_model,
        shop_engine,
        VIEWER,
        "SELECT MEASURE(revenue) AS \"drop 'it'\" FROM sales "
        "WHERE channel IN ('x'' OR 1=1', 'y') AND region LIKE 'z%'",
    )

    assert not any(word in statement.sql for word in ("drop", "1=1", "'y'", "z%"))
    assert set(statement.parameters.values()) == {"x' OR 1=1", "y", "z%"}


def test_long_chains_of_conditions_are_answered(shop_model, shop_engine):
    conditions = " OR ".join(f"order_id = {number}" for number in range(1, 300))
    nested = f"{'(' * 20}{conditions}{')' * 20}"

    found = run_query(shop_model, shop_engine, VIEWER, f"SELECT MEASURE(orders) FROM sales WHERE {nested}")

    assert found.rows == ((299,),)


@pytest.fixture(scope="module")
def turned(tmp_path_factory):
    """The model with its cubes, joins and the cubes of its views written in the opposite order."""
    written = yaml.safe_load(brute_force.MODEL)
    for cube in written["cubes"]:
        cube.get("joins", []).reverse()

    for view in written["views"]:
        view["cubes"][1:] = view["cubes"][:0:-1]

    written["cubes"].reverse()
    folder = tmp_path_factory.mktemp("turned")
    (folder / "model.yml").write_text(yaml.safe_dump(written, sort_keys=False), encoding="utf-8")
    return load_model(folder)


def assert_agree(model, data, asked, calls):
    """That a question with aggregates of the caller has the rows that it has in Python."""
    query = read_sql(model, asked.sql)
    called = [Output(f"x{at}", as_expression(model, asked.view, call)) for at, call in enumerate(calls)]
    query = replace(query, outputs=(*query.outputs, *called), aggregated=True)
    statement = StatementWriter(model, VIEWER, dialect="duckdb", kinds=lambda _: {}).all_rows(query)
    engine = DuckDBEngine(brute_force_connection(data))

    found = engine.run(statement.sql, statement.parameters, limit=1000)

    engine.close()
    assert comparable(found.rows) == comparable(answer(asked, named(data), calls))


def members_of(call):
    """The members that an aggregate of the caller reads."""
    _, name, where = call
    return [each for each in (name, where and where[0]) if each]


def as_expression(model, view, call):
    """An aggregate of the caller as the reader gives it."""
    function, name, where = call
    member = view_member(model, model.views[view], name) if name else None
    condition = read_sql(model, f"SELECT 1 FROM {view} WHERE {' '.join(where)}").where[0] if where else None
    if function == "measure":
        return FilteredMeasure(member, condition)

    word, _, distinct = {"rows": "count"}.get(function, function).partition(" ")
    return Aggregate(word, member, bool(distinct), condition)


def brute_force_connection(data):
    """A database with these rows, numbered from 0."""
    connection = duckdb.connect(":memory:")
    for table, columns in TABLES.items():
        connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        for number, row in enumerate(data.get(table, ())):
            marks = ", ".join("?" * (len(row) + 1))
            connection.execute(f"INSERT INTO {table} VALUES ({marks})", [number, *row])

    return connection


def named(data):
    """The same rows as dictionaries."""
    return {
        table: [
            dict(zip((column.split()[0] for column in TABLES[table]), (number, *row), strict=True))
            for number, row in enumerate(rows)
        ]
        for table, rows in data.items()
    }


def comparable(rows):
    """Rows without an order."""
    return sorted(rounded(row) for row in rows)


def rounded(row):
    """A row as text, numbers to 9 digits."""
    return tuple(f"{value:.9g}" if isinstance(value, (int, float)) else str(value) for value in row)
