"""Pieces of orders and what these come to, growth of each group, and names of three words in one."""

from datetime import date

import pytest

from svcchat_magic.semantic.search.thesaurus import plain_parts
from tests.analyst.small_models import reader_over, sql_of

TODAY = date(2025, 9, 15)
MENU = ("Margherita", "Funghi", "Diavola", "Marinara")
ORDERS = [
    "line_id,order_id,pizza_id,order_date,status,quantity,unit_price,total_price,pizza_name,pizza_size,buyer",
    *(
        f"{at},{1 + at // 3},{MENU[at * 7 % 4].lower()}_{'sml'[at % 3]},{when},{state},{many},{price}.5,"
        f"{many * (price + 0.5)},{MENU[at * 7 % 4]},{'SML'[at % 3]},Buyer {at // 3 % 11}"
        for at in range(240)
        for when in (f"202{4 + at // 3 % 2}-0{1 + at // 3 % 8}-1{at // 3 % 9}",)
        for state in (("Done", "On Hold")[at // 3 % 2],)
        for many, price in ((1 + at * 5 % 7 % 3, 5 + at * 7 % 4 + at % 3),)
    ),
]
PARCELS = {
    "orders": ["order_id,placed_on,shipped_date,shipper_id,amount"]
    + [
        f"{at},2025-0{1 + at % 8}-0{1 + at % 9},{f'2025-0{1 + at % 8}-1{at % 9}' if at % 4 else ''},"
        f"{1 + at % 3},{10 + at}"
        for at in range(60)
    ],
    "shippers": ["shipper_id,shipper_name", "1,Fast", "2,Slow", "3,Sure"],
}


@pytest.fixture(scope="module")
def orders(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("orders"), {"pizza_orders": ORDERS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def parcels(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("parcels"), PARCELS, TODAY) as reader:
        yield reader


def flat(reader, question):
    """The statement in one line."""
    return " ".join(sql_of(reader, question).split())


@pytest.mark.parametrize(
    "question",
    [
        "on average how many pizzas are there in an order",
        "how many pizzas does an order have on average",
        "how many pizzas are in an average order",
        "how many pizzas are bought per order on average",
        "what is the average number of pizzas in an order",
    ],
)
def test_pieces_of_an_average_order(orders, question):
    asked = flat(orders, question)

    assert "total_quantity) * 1.0 / NULLIF(COUNT(DISTINCT pizza_orders.order_id), 0)" in asked


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many pizzas are in each order", "total_quantity) AS"),
        ("how many orders have more than 5 pizzas", "total_quantity) > 5"),
        ("how many orders have more than 2 different pizzas", "COUNT(DISTINCT pizza_orders.pizza_id) > 2"),
    ],
)
def test_pieces_are_added_up_and_sorts_are_counted(orders, question, kept):
    assert kept in flat(orders, question)


@pytest.mark.parametrize("question", ["how many units did we sell in March 2025", "units sold in March 2025"])
def test_units_sold_are_the_pieces(orders, question):
    asked = flat(orders, question)

    assert "total_quantity)" in asked
    assert ">= '2025-03-01'" in asked


@pytest.mark.parametrize(
    "question",
    [
        "which orders are on hold? I need the order number, the buyer and the value of the order",
        "list the orders on hold with buyer and value",
    ],
)
def test_a_list_tells_what_each_order_comes_to(orders, question):
    asked = flat(orders, question)

    assert "pizza_orders.order_id" in asked
    assert "pizza_orders.buyer" in asked
    assert "total_price)" in asked
    assert "status = 'On Hold'" in asked


@pytest.mark.parametrize(
    "question",
    [
        "how much did each pizza size grow in 2025 compared with 2024",
        "growth by pizza size 2025 vs 2024",
    ],
)
def test_growth_of_each_group_is_that_of_its_money(orders, question):
    asked = flat(orders, question)

    assert "pizza_orders.pizza_size" in asked
    assert asked.count("total_price) FILTER") >= 2


def test_how_much_something_grew_is_no_number_of_its_rows(orders):
    asked = flat(orders, "how much did Funghi grow in 2025 compared with 2024")

    assert asked.count("total_price) FILTER") >= 2
    assert "pizza_name = 'Funghi'" in asked


@pytest.mark.parametrize(
    "question", ["how many orders have not been shipped", "how many orders have not shipped yet"]
)
def test_what_has_not_been_done_has_no_date_of_it(parcels, question):
    assert "orders.shipped_date IS NULL" in flat(parcels, question)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("contactlastname", ("contact", "last", "name")),
        ("orderlinenumber", ("order", "line", "number")),
        ("numberofreviews", ("number", "of", "reviews")),
        ("dateofbirth", ("date", "of", "birth")),
        ("googleplaystore", ()),
        ("understanding", ()),
    ],
)
def test_names_of_three_words_are_parted(name, parts):
    assert plain_parts(name) == parts
