"""The door gives at most the rows asked for, and the true count."""

from dataclasses import replace

import pytest

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.queries import Cancellation, dimension_values, run_query
from svcchat_magic.semantic.query.query import Column

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
