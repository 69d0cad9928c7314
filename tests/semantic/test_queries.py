"""The door gives at most the rows asked for, and the true count."""

from dataclasses import replace

import pytest

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import Cancellation, compile_sql, dimension_values, run_query
from svcchat_magic.semantic.query.query import Column, Viewer

ORDERS = "SELECT order_id, channel FROM sales"


@pytest.fixture
def ask(shop_model, shop_engine, viewer):
    return lambda sql, **options: run_query(shop_model, shop_engine, viewer, sql, **options)


@pytest.mark.rule("2.6")
def test_a_page_is_cut_and_the_total_is_not(ask):
    found = ask(ORDERS)

    assert len(found.rows) == 100
    assert found.total_rows == ask("SELECT MEASURE(lines) FROM sales").rows[0][0]


@pytest.mark.parametrize(
    ("clause", "rows", "total"),
    [("LIMIT 3", 3, 3), ("LIMIT 300", 100, 300), ("LIMIT 0", 0, 0), ("LIMIT 5 OFFSET 2", 5, 5),
     ("OFFSET 99999999", 0, 0), ("LIMIT 5 OFFSET 99999999", 0, 0)],
)  # fmt: skip
def test_the_limit_of_the_query_counts_in_the_total(ask, clause, rows, total):
    found = ask(f"{ORDERS} ORDER BY 1 {clause}")

    assert (len(found.rows), found.total_rows) == (rows, total)


def test_an_offset_leaves_the_rest(ask):
    assert ask("SELECT DISTINCT category FROM sales ORDER BY 1 OFFSET 5").total_rows == 2


@pytest.mark.case("Q18")
def test_nobody_gets_more_rows_than_the_cap(ask):
    assert len(ask(ORDERS, limit=10**9).rows) == 50_000


@pytest.mark.parametrize(("most_bytes", "rows"), [(10**9, 1_000), (20_000, 200), (1, 100)])
def test_rows_are_cut_by_the_memory_they_take_and_the_total_is_not(ask, most_bytes, rows):
    found = ask(f"{ORDERS} ORDER BY 1", limit=1_000, most_bytes=most_bytes)

    assert len(found.rows) == rows
    assert found == replace(ask(f"{ORDERS} ORDER BY 1", limit=rows), total_rows=found.total_rows)
    assert found.total_rows == ask(ORDERS).total_rows


def test_a_whole_result_is_not_counted_as_cut(ask):
    found = ask("SELECT DISTINCT category FROM sales", limit=1_000, most_bytes=1)

    assert len(found.rows) == found.total_rows == 7


@pytest.mark.case("Q18")
def test_more_columns_than_the_cap_are_refused(ask):
    with pytest.raises(QueryRefused, match="at most 200"):
        ask(f"SELECT {', '.join(['channel'] * 201)} FROM sales")


def test_columns_carry_the_names_asked_for_and_wire_types(ask):
    found = ask('SELECT channel AS "Kanal; x", MEASURE(revenue) FROM sales GROUP BY 1')

    assert found.columns == (Column("Kanal; x", "String"), Column("revenue", "Double"))


def test_rows_without_a_value_come_last_unless_asked_first(ask):
    sql = "SELECT refund_reason, MEASURE(lines) FROM sales GROUP BY 1 ORDER BY 1 {}"

    assert ask(sql.format("DESC")).rows[-1][0] is None
    assert ask(sql.format("DESC NULLS FIRST")).rows[0][0] is None


def test_the_values_of_a_dimension_are_sorted_texts(shop_model, shop_engine, viewer):
    assert dimension_values(shop_model, shop_engine, viewer, "sales.channel") == (
        "Marketplace", "Phone", "Store", "Web",
    )  # fmt: skip
    assert len(dimension_values(shop_model, shop_engine, viewer, "sales.product_name", limit=10)) == 10


@pytest.mark.parametrize(
    "member", ["sales.revenue", "sales.created_at", "sales.nothing", "sales", 'x".y', ""]
)
def test_only_text_dimensions_have_values(shop_model, shop_engine, viewer, member):
    with pytest.raises(QueryRefused):
        dimension_values(shop_model, shop_engine, viewer, member)


def test_a_cancelled_query_fails_with_a_sentence(ask):
    cancellation = Cancellation()
    cancellation.cancel()

    with pytest.raises(EngineError, match="The query was cancelled"):
        ask(ORDERS, cancellation=cancellation)


@pytest.mark.parametrize("order", ["-12345678901234567.8", "1", "1 + 2.5", "2 DESC, -0.5"])
def test_to_order_by_a_constant_changes_nothing(ask, order):
    """DuckDB refuses literals there, and each row would have the same."""
    plain = ask("SELECT 99999999999999999.99 AS big, region FROM customers GROUP BY 2 ORDER BY 2 DESC")
    ordered = ask(f"SELECT 99999999999999999.99 AS big, region FROM customers GROUP BY 2 ORDER BY {order}")

    assert sorted(map(str, ordered.rows)) == sorted(map(str, plain.rows))


@pytest.mark.parametrize("outputs", ["1", "9999999999999999999", "'x' AS x"])
def test_having_without_anything_to_group_is_refused(ask, outputs):
    """There would be a group without a value to compute, which no engine has a form for."""
    with pytest.raises(QueryRefused, match="HAVING needs a measure or GROUP BY"):
        ask(f"SELECT {outputs} FROM sales HAVING NULLIF(-3.14, 0) < 1")


@pytest.mark.case("Q13")
def test_a_compiled_statement_is_not_shared_by_those_who_see_different_rows(write_model, make_engine):
    model = load_model(write_model(model=RULED))
    engine = make_engine("CREATE TABLE orders AS SELECT * FROM (VALUES (1, 1), (2, 0)) t(id, level)")
    attributes = [{"level": 1}, {"level": 0}, {"level": True}, {"level": 1.0}, {"level": [0, 1]}, {}]
    viewers = [Viewer("ana", attributes=given) for given in attributes] + [Viewer("ben", is_internal=True)]

    seen = [[row[0] for row in run_query(model, engine, each, LISTED).rows] for each in viewers * 2]

    assert seen == [[1], [2], [], [1], [1, 2], [], []] * 2


def test_a_statement_is_compiled_once_for_those_who_see_the_same(write_model, make_engine):
    model = load_model(write_model(model=RULED))
    engine, other = (make_engine("CREATE TABLE orders AS SELECT 1 AS id, 1 AS level") for _ in range(2))
    ana, ben = (Viewer(name, attributes={"level": [1, 2]}) for name in ("ana", "ben"))

    first = compile_sql(model, engine, ana, LISTED)

    assert compile_sql(model, engine, ben, LISTED) is first
    assert compile_sql(model, other, ana, LISTED) is not first
    assert compile_sql(model, engine, ana, LISTED, limit=5) is not first
    assert compile_sql(load_model(write_model()), engine, ana, LISTED) is not first


def test_texts_stand_in_for_constants_of_the_statement(ask):
    every = [name for (name,) in ask("SELECT DISTINCT category FROM sales ORDER BY 1").rows]
    sql = "SELECT DISTINCT category FROM sales WHERE category IN ('first', 'second') ORDER BY 1"
    pairs = [every[:2], every[3:5], [every[0], "first"], ["it's", "none"]]

    found = [ask(sql, texts=dict(zip(("first", "second"), each, strict=True))) for each in pairs]

    assert [[name for (name,) in each.rows] for each in found] == [*pairs[:2], every[:1], []]
    assert [each.total_rows for each in found] == [2, 2, 1, 0]


@pytest.mark.parametrize("sql", [ORDERS, "SELECT order_id, MEASURE(lines) FROM sales GROUP BY 1"])
def test_rows_are_counted_only_where_there_may_be_more_than_came(shop_model, shop_engine, viewer, sql):
    engine = CountingEngine(shop_engine)

    for limited in (f"{sql} LIMIT 5", f"{sql} LIMIT 0", f"{sql} OFFSET 99999999"):
        run_query(shop_model, engine, viewer, limited)

    assert len(engine.ran) == 3
    run_query(shop_model, engine, viewer, sql)
    assert len(engine.ran) == (5 if sql == ORDERS else 4)


LISTED = "SELECT id FROM orders ORDER BY 1"
RULED = """
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: level, sql: "{CUBE}.level", type: number}
    access_policy:
      - group: "*"
        row_level:
          filters: [{member: level, operator: equals, values: ["{ userAttributes.level }"]}]
"""


class CountingEngine:
    """The real engine, with the statements that it ran."""

    def __init__(self, engine):
        self._engine = engine
        self.dialect = engine.dialect
        self.column_kinds = engine.column_kinds
        self.ran = []

    def run(self, sql, parameters, **options):
        self.ran.append(sql)
        return self._engine.run(sql, parameters, **options)
