"""What the reader lets through is a query over the members of one table; everything else is a sentence."""

from datetime import datetime

import pytest

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Constant, Member, Operation, Ordering
from svcchat_magic.semantic.reading.sql_reader import read_sql

REVENUE = Member(("line_items",), "revenue", "measure", "number")
CREATED_AT = Member(("line_items", "orders"), "created_at", "dimension", "time")
CHANNEL = Member(("line_items", "orders"), "channel", "dimension", "string")


@pytest.fixture
def read(shop_model):
    return lambda sql: read_sql(shop_model, sql)


def test_the_query_that_people_see_is_read(read):
    query = read(
        "SELECT DATE_TRUNC('month', sales.created_at) AS month, MEASURE(sales.revenue) AS revenue FROM sales "
        "WHERE sales.created_at >= '2024-01-01' GROUP BY 1 ORDER BY 1"
    )

    month = Operation("date_trunc", (Constant("month"), CREATED_AT))
    assert [(output.name, output.expression) for output in query.outputs] == [
        ("month", month),
        ("revenue", REVENUE),
    ]
    assert query.keys == (month,)
    assert query.where == (Operation(">=", (CREATED_AT, Constant(datetime(2024, 1, 1)))),)
    assert query.order_by == (Ordering(month),)
    assert query.root == "line_items"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT MEASURE(sales.revenue) FROM sales",
        "select sum(revenue) from sales",
        "SELECT COUNT(DISTINCT s.customers) FROM sales AS s",
        "SELECT COUNT(orders) FROM sales",
        "SELECT SUM(sales.gross_margin) FROM sales",
        "SELECT MEASURE(SALES.Revenue) FROM Sales",
        'SELECT MEASURE("sales"."revenue") FROM "sales"',
        "SELECT channel, SUM(revenue) FROM sales GROUP BY channel HAVING SUM(revenue) > 5 ORDER BY 2 DESC",
        "SELECT channel AS c, SUM(revenue) AS r FROM sales GROUP BY c HAVING r > 5 AND c <> 'Web' ORDER BY r",
        "SELECT MEASURE(revenue) / NULLIF(MEASURE(units), 0) AS price FROM sales",
        "SELECT ROUND(MEASURE(revenue) * 100 - 1, 2), ABS(-MEASURE(units)) FROM sales",
        "SELECT DISTINCT channel, region FROM sales",
        "SELECT channel FROM sales GROUP BY 1",
        "SELECT order_id, created_at, amount FROM sales ORDER BY amount DESC NULLS FIRST LIMIT 10 OFFSET 20",
        "SELECT MEASURE(revenue) FROM sales WHERE channel IN ('Web', 'Store') AND NOT region = 'Europe'",
        "SELECT MEASURE(revenue) FROM sales WHERE created_at BETWEEN '2024-01-01' AND '2024-01-31 23:59:59'",
        "SELECT MEASURE(revenue) FROM sales WHERE created_at < DATE '2024-01-01' OR created_at IS NULL",
        "SELECT MEASURE(revenue) FROM sales WHERE created_at < CAST('2024-01-01' AS TIMESTAMP)",
        "SELECT region FROM sales WHERE series ILIKE '%lamp%' AND product_name NOT LIKE 'A!%%' ESCAPE '!'",
        "SELECT MEASURE(revenue) FROM sales WHERE LOWER(channel) = 'web' AND quantity BETWEEN 2 AND 5",
        "SELECT region FROM sales WHERE has_discount AND discounted IS TRUE AND has_discount = FALSE",
        "SELECT region FROM sales WHERE COALESCE(channel, 'none') NOT IN ('none') AND quantity = '3'",
        "SELECT MEASURE(revenue) FROM sales WHERE DATE_TRUNC('year', created_at) = '2024-01-01' AND 1 = 1",
        "SELECT EXTRACT(QUARTER FROM created_at) AS q, MEASURE(revenue) FROM sales GROUP BY q",
        "SELECT MEASURE(count) FROM customers",
    ],
)  # fmt: skip
def test_ordinary_queries_are_read(read, sql):
    assert read(sql).outputs


def test_columns_without_an_alias_take_the_members_name(read):
    query = read(
        "SELECT channel, DATE_TRUNC('month', created_at), MEASURE(revenue), SUM(revenue) FROM sales "
        "GROUP BY 1, 2"
    )

    assert [output.name for output in query.outputs] == [
        "channel",
        "created_at_month",
        "revenue",
        "revenue_2",
    ]


@pytest.mark.case("Q03")
def test_lateral_is_refused(read):
    with pytest.raises(QueryRefused):
        read("SELECT a FROM LATERAL (SELECT 1 AS a) AS x")


@pytest.mark.case("Q04")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT (SELECT 1) FROM sales",
        "SELECT channel FROM sales WHERE region = (SELECT region FROM customers)",
        "SELECT channel FROM sales WHERE EXISTS (SELECT 1)",
        "SELECT channel FROM sales ORDER BY (SELECT 1)",
        "SELECT channel FROM sales LIMIT (SELECT 1)",
        "SELECT channel, MEASURE(revenue) FROM sales GROUP BY 1 HAVING MEASURE(revenue) > (SELECT 1)",
        "SELECT SUM(revenue) OVER (ORDER BY channel) FROM sales",
        "SELECT channel FROM sales WHERE channel = ANY (SELECT 'Web')",
        "SELECT ARRAY(SELECT 1) FROM sales",
    ],
)
def test_sub_queries_are_refused_where_they_do_not_belong(read, sql):
    with pytest.raises(QueryRefused):
        read(sql)


@pytest.mark.case("Q05")
def test_a_cte_named_like_a_cube_is_refused(read):
    with pytest.raises(QueryRefused, match="like a cube or view of the model"):
        read("WITH sales AS (SELECT 1 AS channel) SELECT channel FROM sales")


@pytest.mark.case("Q06")
@pytest.mark.parametrize(
    "table",
    [
        '"main"."sales"',
        "main.sales",
        "memory.main.sales",
        '"SALES"',
        "information_schema.tables",
        "raw_sales",
    ],
)
def test_tables_of_the_database_have_no_names_here(read, table):
    with pytest.raises(QueryRefused):
        read(f"SELECT channel FROM {table}")


@pytest.mark.case("Q07")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM 'sales.parquet'",
        "SELECT channel FROM 'sales'",
        "SELECT channel FROM generate_series(1, 10)",
        "SELECT channel FROM UNNEST([1, 2])",
        "SELECT channel FROM (VALUES (1)) AS v(channel)",
        "SELECT channel FROM sales TABLESAMPLE SYSTEM (1)",
        "SELECT channel FROM sales s(a, b)",
        "SELECT channel FROM ONLY sales",
        "SELECT getenv('HOME') FROM sales",
        "SELECT pg_sleep(10) FROM sales",
        "SELECT current_setting('x') FROM sales",
        "SELECT repeat(channel, 1000000000) FROM sales",
        "SELECT range(1000000000) FROM sales",
        "SELECT error(channel) FROM sales",
        "SELECT current_user FROM sales",
        "SELECT regexp_matches(channel, '(a+)+') FROM sales",
        "SELECT [1, 2] FROM sales",
        "SELECT ROW(1, 2) FROM sales",
        "SELECT sales FROM sales",
        "SELECT channel FROM sales WHERE channel ~ 'a'",
        "SELECT channel FROM sales WHERE channel SIMILAR TO 'a'",
        "SELECT DATE_TRUNC(channel, created_at) FROM sales",
        "SELECT DATE_TRUNC('month', created_at, 'UTC') FROM sales",
        "SELECT DATE_TRUNC('fortnight', created_at) FROM sales",
        "SELECT ROUND(quantity, 1000000000) FROM sales",
    ],
)
def test_table_functions_and_functions_off_the_list_are_refused(read, sql):
    with pytest.raises(QueryRefused):
        read(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT channel FROM sales CROSS JOIN customers",
        "SELECT channel FROM sales FOR UPDATE",
        "SELECT channel INTO x FROM sales",
        "SELECT DISTINCT ON (channel) channel FROM sales",
        "SELECT channel FROM sales LIMIT ALL",
        "SELECT channel FROM sales LIMIT -1",
        "SELECT channel FROM sales LIMIT 9999999999",
        "SELECT channel FROM sales ORDER BY 2",
        "SELECT channel FROM sales ORDER BY 'channel'",
        "SELECT channel FROM sales GROUP BY 0",
        "SELECT channel FROM sales GROUP BY 'x'",
        "SELECT channel FROM sales WHERE quantity BETWEEN SYMMETRIC 1 AND 2",
        "SELECT channel FROM sales WHERE channel = 1e999",
        "SELECT channel FROM sales WHERE quantity = 1e30",
        "SELECT channel FROM sales WHERE quantity",
        "SELECT channel FROM sales WHERE channel = region AND quantity = channel",
        "SELECT customers.region FROM sales",
        "SELECT 1",
        "SELECT",
        "FROM sales",
        "TABLE sales",
    ],
)
def test_clauses_and_forms_that_are_not_read_are_refused(read, sql):
    with pytest.raises(QueryRefused):
        read(sql)


@pytest.mark.case("Q09")
@pytest.mark.parametrize(
    ("sql", "instead"),
    [
        ("SELECT MEASURE(SUM(revenue)) FROM sales", r"write MEASURE\(name\)"),
        ("SELECT AVG(revenue) FROM sales", r"doesn't match; write MEASURE\(sales.revenue\)"),
        ("SELECT COUNT(customers) FROM sales", r"write MEASURE\(sales.customers\)"),
        ("SELECT SUM(DISTINCT revenue) FROM sales", r"write MEASURE\(sales.revenue\)"),
        ("SELECT COUNT(DISTINCT orders) FROM sales", r"write MEASURE\(sales.orders\)"),
        ("SELECT SUM(channel) FROM sales", "SUM takes a number"),
        ("SELECT MEASURE(channel) FROM sales", "sales.channel is a dimension"),
        ("SELECT revenue FROM sales", r"sales.revenue is a measure; write MEASURE\(sales.revenue\)"),
        ("SELECT MEASURE(revenue) FROM sales WHERE MEASURE(revenue) > 5", "filter it with HAVING"),
        ("SELECT MEASURE(revenue) FROM sales WHERE revenue > 5", "filter it with HAVING"),
        ("SELECT channel, MEASURE(revenue) FROM sales", "add sales.channel to GROUP BY"),
        ("SELECT channel, region FROM sales GROUP BY 1", "add sales.region to GROUP BY"),
        ("SELECT channel FROM sales GROUP BY 1 ORDER BY region", "add sales.region to GROUP BY"),
        ("SELECT channel FROM sales GROUP BY 1 HAVING region = 'Europe'", "add sales.region to GROUP BY"),
        ("SELECT MEASURE(revenue) FROM sales GROUP BY 1", "GROUP BY takes dimensions"),
        ("SELECT MEASURE(revenue, units) FROM sales", "MEASURE takes one measure"),
    ],
)  # fmt: skip
def test_a_wrong_measure_is_answered_with_what_to_write(read, sql, instead):
    with pytest.raises(QueryRefused, match=instead):
        read(sql)


@pytest.mark.case("Q11")
@pytest.mark.parametrize(
    "condition",
    [
        "created_at >= 'yesterday'",
        "created_at >= '2024-02-31'",
        "created_at >= 5",
        "DATE_TRUNC('month', created_at) = 'Juneteenth'",
        "created_at < DATE 'never'",
        "quantity = 'many'",
        "channel = 5",
        "has_discount = 'perhaps'",
        "created_at IN ('2024-01-01', 'x')",
        "quantity BETWEEN 1 AND 'x'",
    ],
)
def test_a_value_that_does_not_fit_its_column_is_refused_without_repeating_it(read, condition):
    with pytest.raises(QueryRefused) as refused:
        read(f"SELECT MEASURE(revenue) FROM sales WHERE {condition}")

    assert condition.rpartition("'")[0].rpartition("'")[2] not in str(refused.value) or "'" not in condition


@pytest.mark.case("Z09")
def test_a_measure_in_order_by_alone_makes_groups(shop_model):
    with pytest.raises(QueryRefused, match=r"add sales\.channel to GROUP BY"):
        read_sql(shop_model, "SELECT channel FROM sales ORDER BY MEASURE(revenue)")


@pytest.mark.case("Z09")
@pytest.mark.parametrize("constant", ["1", "(2)", "COALESCE(2, 1)", "9999999999999999999"])
def test_a_constant_orders_nothing(shop_model, shop_engine, viewer, constant):
    asked = f"SELECT {constant}, channel FROM sales ORDER BY 1 LIMIT 2"

    assert read_sql(shop_model, asked).order_by == ()
    assert len(run_query(shop_model, shop_engine, viewer, asked).rows) == 2


@pytest.mark.case("Z09")
@pytest.mark.parametrize("text", ["NaN", "-nan", "sNaN", "NaN7", "Infinity", "-inf"])
@pytest.mark.parametrize("condition", ["quantity > '{}'", "quantity IN (1, '{}')", "'{}' < quantity + 1"])
def test_a_text_that_is_no_list_of_digits_is_no_number(shop_model, condition, text):
    with pytest.raises(QueryRefused, match="compared with a value that is no number"):
        read_sql(shop_model, f"SELECT amount FROM sales WHERE {condition.format(text)}")


@pytest.mark.parametrize("kind", ["NATURAL", "ASOF", "NATURAL LEFT", "LEFT SEMI", "LEFT ANTI"])
def test_a_join_of_another_kind_is_refused_with_what_to_write(read, kind):
    with pytest.raises(QueryRefused, match=r"JOIN is not accepted|kind of join|needs ON|FROM takes"):
        read(f"SELECT a.id FROM orders a {kind} JOIN orders b ON a.id = b.id")


@pytest.mark.parametrize(
    "on",
    [
        "ON a.id = b.id AND a.channel = b.channel",
        "ON a.created_at = b.created_at",
        "ON DATE_TRUNC('month', a.created_at) = DATE_TRUNC('month', b.created_at) AND a.status <> b.status",
        "ON CAST(a.created_at AS DATE) = CAST(b.created_at AS DATE)",
        "ON a.created_at >= b.created_at AND a.created_at < b.created_at + INTERVAL '1 month'",
        "USING (id, channel)",
        "USING (created_at, status)",
    ],
)
def test_tables_are_joined_by_several_keys_and_by_dates(shop_model, shop_engine, viewer, on):
    joined = run_query(
        shop_model, shop_engine, viewer, f"SELECT COUNT(*) FROM orders a LEFT JOIN orders b {on}"
    )

    assert joined.rows[0][0] >= 1
