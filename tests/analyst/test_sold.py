"""What is bought and sold: by the lines of orders and their dates, and never by the date of the goods."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.readings.lead_ins import led_in
from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "customers": ["id,full_name,town,joined_on"]
    + [f"{n},Customer {n},{('Graz', 'Linz')[n % 2]},2025-0{1 + n % 6}-11" for n in range(1, 21)],
    "articles": ["id,article_name,sort,launched_on,list_price"]
    + [
        f"{n},Article {n},{('Lamp', 'Chair', 'Table')[n % 3]},2025-0{1 + n % 6}-05,{20 + n}.5"
        for n in range(1, 16)
    ],
    "orders": ["id,customer_id,ordered_at,channel,shipping_fee"]
    + [
        f"{n},{1 + n % 17},2025-0{1 + n % 7}-1{n % 9} 10:30,{('web', 'shop')[n % 2]},{n % 5}.9"
        for n in range(1, 81)
    ],
    "order_lines": ["id,order_id,article_id,quantity,unit_price,discount_amount,line_total"]
    + [
        f"{n},{1 + n % 80},{1 + n % 13},{1 + n % 4},{10 + n % 9}.5,{n % 3}.25,{20 + n % 40}.75"
        for n in range(1, 161)
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("sold"), TABLES, date(2025, 8, 20)) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "how many articles were sold in May 2025", "how many lamps did we sell in May 2025",
        "how many chairs have customers bought in May 2025", "number of articles sold in May 2025",
        "how many tables were ordered in May 2025",
    ],
)  # fmt: skip
def test_what_was_sold_are_pieces_by_the_day_of_the_order(reader, question):
    sql = sql_of(reader, question)

    assert "MEASURE(order_lines.total_quantity)" in sql
    assert "ordered_at >= '2025-05-01'" in sql
    assert "launched_on" not in sql


def test_different_ones_that_were_sold_are_counted(reader):
    assert "total_quantity" not in sql_of(reader, "how many different lamps did we sell in May 2025")


@pytest.mark.parametrize("question", ["which articles were sold in May 2025", "articles bought in May 2025"])
def test_which_were_sold_are_listed_by_the_day_of_the_order(reader, question):
    sql = sql_of(reader, question)

    assert "ordered_at" in sql
    assert "launched_on >=" not in sql


@pytest.mark.parametrize("question", ["articles never sold", "which articles were not sold in May 2025"])
def test_what_was_never_sold_has_no_line(reader, question):
    assert "NOT IN" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["how many customers bought something in May 2025"])
def test_customers_who_bought_are_no_customers_who_joined(reader, question):
    sql = sql_of(reader, question)

    assert "ordered_at >= '2025-05-01'" in sql
    assert "joined_on" not in sql


@pytest.mark.parametrize("question", ["how many articles do we sell", "how many customers do we have"])
def test_what_we_do_sell_is_what_there_is(reader, question):
    assert "order" not in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    ["revenue by sort in May 2025", "how much did we sell in May 2025", "average order value by channel"],
)
def test_the_total_of_a_line_is_revenue_and_the_shipping_fee_is_none(reader, question):
    sql = sql_of(reader, question)

    assert "line_total" in sql
    assert "shipping_fee" not in sql


def test_best_selling_articles_are_ranked_and_not_dated(reader):
    sql = sql_of(reader, "best selling articles by revenue")

    assert "ORDER BY 2 DESC" in sql
    assert "ordered_at" not in sql


def test_a_discount_is_no_revenue(reader):
    assert "discount" not in sql_of(reader, "revenue by sort")


def test_profit_is_refused_where_nothing_tells_of_costs(reader):
    assert not is_read(reader, "profit by sort")


@pytest.mark.parametrize(
    "question",
    [
        "customers who spent more than 50 euros in May 2025",
        "top 3 customers by total spend",
        "who spent the most",
    ],
)
def test_what_customers_spend_is_revenue(reader, question):
    assert "line_total" in sql_of(reader, question)


def test_pieces_per_order_are_no_articles_per_order(reader):
    assert "total_quantity" in sql_of(reader, "average number of items per order by channel")


@pytest.mark.parametrize("told", ["give me the count for each weekday", "Give me the count for each."])
def test_which_has_most_and_the_count_of_each_is_one_question(reader, told):
    lead, told = (
        asyncio.run(reader.read(each)) for each in ("on which weekday do we get most orders?", told)
    )

    sql = led_in(lead, told, reader.completion, reader.sources).planned.sql
    assert "orders" in sql
    assert "QUALIFY" in lead.planned.sql
    assert "QUALIFY" not in sql


def test_what_was_not_bought_in_the_last_months_was_not_bought_until_now(reader):
    sql = sql_of(reader, "which customers have not ordered in the last 3 months")

    assert "NOT IN" in sql
    assert "ordered_at <" not in sql
