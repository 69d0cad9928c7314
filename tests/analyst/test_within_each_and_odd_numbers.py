"""The first within each of what a question begins with, orders by what they come to, and odd numbers."""

import asyncio

import pytest

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.analyst.reader import Reader
from tests.analyst.demo import ask, tools
from tests.analyst.shop import TODAY


def read_of(question):
    return asyncio.run(Reader(tools(), TODAY).read(question))


def sql_of(question):
    read = read_of(question)
    assert read.is_sure, read
    return read.planned.sql


@pytest.mark.parametrize(
    ("question", "within"),
    [
        ("For each region, which customer spent the most in 2024?", "sales.region"),
        ("for each channel what was the single biggest order", "sales.channel"),
        ("Who is the top customer of each country?", "sales.country"),
        ("for each category, which country had the most orders", "products.category"),
    ],
)
def test_the_first_is_sought_within_each_of_what_stands_before(question, within):
    assert f"PARTITION BY {within}" in sql_of(question)


@pytest.mark.parametrize(
    "question", ["orders over 500 euros", "orders over 500", "orders worth more than 500"]
)
def test_orders_without_an_amount_go_by_that_of_their_lines(question):
    assert "HAVING MEASURE(sales.revenue) > 500" in sql_of(question)


def test_a_number_of_items_is_no_money_and_no_number_of_orders():
    sql = sql_of("How many orders had more than 5 items?")

    assert "revenue" not in sql
    assert 'MEASURE(orders."count") > 5' not in sql


def test_who_bought_the_most_is_a_customer():
    assert "customer" in sql_of("who bought the most?")


@pytest.mark.parametrize(
    "question",
    [
        "Which country has the most customers but the fewest orders?",
        "how many different products did each customer buy on average?",
    ],
)
def test_two_orders_of_one_thing_and_counts_of_many_by_many_are_refused(question):
    assert not read_of(question).is_sure


def test_what_products_cost_is_their_price():
    assert "list_price > 200" in sql_of("products that cost more than 200")
    assert "list_price < 50" in sql_of("how many products cost less than 50?")


def test_what_is_said_of_each_month_is_no_month():
    assert not read_of("customers that spend more than 100 per month").is_sure


def test_the_first_of_each_by_date_is_told_as_a_table():
    events = ask("first order date of each customer")

    assert "The table shows them" in "".join(each.text for each in events if isinstance(each, AnswerText))


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("the two most popular categories in each channel by orders", 'orders."count"'),
        ("the two most popular categories in each channel by revenue", "sales.revenue"),
    ],
)
def test_the_most_popular_goes_by_what_is_named_within_each(question, measure):
    sql = sql_of(question)

    assert f"channel ORDER BY MEASURE({measure}) DESC NULLS LAST) <= 2" in sql
    assert "order_id" not in sql


def test_all_year_is_no_row_for_each_year():
    assert not read_of("products sold all year").is_sure


def test_a_bound_on_each_row_is_no_sum():
    assert not read_of("what percentage of orders were paid within their revenue?").is_sure
