"""Stock beside its reorder level, what was given away in discounts, and what was spent on a purpose."""

from datetime import date

import pytest

from svcchat_magic.analyst.linking.catalog import stem
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 9, 15)
PRODUCTS = [
    "product_id,product_name,category,units_in_stock,units_on_order,reorder_level,discontinued",
    *(
        f"{at},Product {at},{('Tea', 'Rice')[at % 2]},{at * 7 % 50},{at % 3},{at * 11 % 30},{at % 5 == 0}"
        for at in range(60)
    ),
]
LINES = [
    "line_id,product_id,unit_price,quantity,discount,ordered_on",
    *(
        f"{at},{at * 7 % 60},{5 + at % 20}.5,{1 + at % 9},{at % 4 * 0.05:.2f},2025-0{1 + at % 8}-1{at % 9}"
        for at in range(300)
    ),
]
REPAIRS = [
    "request_id,category,opened_on,cost",
    *(f"{at},{('Heating', 'Doors')[at % 2]},2025-0{1 + at % 8}-1{at % 9},{20 + at}" for at in range(80)),
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    tables = {"products": PRODUCTS, "order_lines": LINES}
    with reader_over(tmp_path_factory.mktemp("shop"), tables, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("house"), {"maintenance_requests": REPAIRS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def sellers(tmp_path_factory):
    tables = {
        "sellers": ["seller_id,seller_name", *(f"{at},Seller {at}" for at in range(8))],
        "orders": [
            "order_id,seller_id,order_date",
            *(f"{at},{at * 3 % 8},2025-0{1 + at % 8}-1{at % 9}" for at in range(120)),
        ],
        "order_items": [
            "item_id,order_id,unit_price,quantity",
            *(f"{at},{at * 7 % 120},{5 + at % 20}.5,{1 + at % 9}" for at in range(300)),
        ],
    }
    with reader_over(tmp_path_factory.mktemp("sellers"), tables, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "sign"),
    [
        ("which products are at or below their reorder level", "<="),
        ("how many products are under the reorder level", "<"),
        ("products above their reorder level", ">"),
        ("products with units in stock below reorder level", "<"),
    ],
)
def test_what_is_in_stock_is_compared_with_the_level(shop, question, sign):
    assert f"products.units_in_stock {sign} products.reorder_level" in sql_of(shop, question)


@pytest.mark.parametrize("question", ["average reorder level", "average reorder level by category"])
def test_a_level_alone_is_a_number(shop, question):
    assert "units_in_stock" not in sql_of(shop, question)


@pytest.mark.parametrize(
    "question", ["how much did we give away in discounts in May", "total discount given in May"]
)
def test_discounts_given_are_money(shop, question):
    assert "MEASURE(order_lines.total_discount_given)" in sql_of(shop, question)


def test_an_average_discount_is_the_percentage(shop):
    assert "average_discount" in sql_of(shop, "average discount by category")


@pytest.mark.parametrize(
    "question",
    ["what have we spent on maintenance by category", "how much did we spend on maintenance in May"],
)
def test_what_is_spent_on_a_purpose_is_the_cost_of_its_rows(house, question):
    assert "MEASURE(maintenance_requests.total_cost)" in sql_of(house, question)


@pytest.mark.parametrize("question", ["which seller sold the most", "which seller sold the most in May"])
def test_who_sold_the_most_did_so_for_the_most_money(sellers, question):
    assert "ORDER BY MEASURE(order_items.total_value) DESC" in sql_of(sellers, question)


def test_who_ordered_most_did_so_most_often(sellers):
    assert "total_value" not in sql_of(sellers, "which seller had the most orders")


@pytest.mark.parametrize(
    "question", ["list the 3 latest orders with seller and total", "the 3 latest orders with total"]
)
def test_a_list_does_not_lose_a_total_that_it_cannot_show(sellers, question):
    assert not is_read(sellers, question)


@pytest.fixture(scope="module")
def hotels(tmp_path_factory):
    tables = {
        "hotels": ["code,name,stars", *(f"H{at},Hotel {at},{1 + at % 5}" for at in range(12))],
        "bookings": [
            "booking_id,hotel,rate,booked_on",
            *(f"{at},H{at % 12},{50 + at},2025-0{1 + at % 8}-11" for at in range(90)),
        ],
    }
    with reader_over(tmp_path_factory.mktemp("hotels"), tables, TODAY) as reader:
        yield reader


def test_a_rating_is_told_by_stars_and_is_no_rate(hotels):
    assert "stars" in sql_of(hotels, "average rating by hotel")
    assert "rate" in sql_of(hotels, "average rate by hotel")


def test_what_is_rated_has_a_rating():
    assert stem("rated") == stem("rating") == stem("ratings") != stem("rates")


def test_the_score_of_a_review_is_none_of_stars(hotels):
    assert not is_read(hotels, "average review score of each hotel")
