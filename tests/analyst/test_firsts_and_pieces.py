"""The first of each of the first ones, pieces per document, and persons by the first of their rows."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
DAY = date(2023, 1, 1)
TABLES = {
    "staff": [
        "staff_id,first_name,last_name,hire_date,town",
        *(f"{at},F{at},L{at},{date(2015, at, 1)},Rye" for at in range(1, 11)),
    ],
    "shops": [
        "shop_id,shop_name,region,sales_rep_id",
        *(
            f"{at},Shop {at},{('North', 'South', 'East')[at % 3]},{(2, 5, 7, 9)[at % 4]}"
            for at in range(1, 41)
        ),
    ],
    "customers": [
        "customer_id,first_name,last_name,town,account_manager_id",
        *(
            f"{at},A{at},B{at},{('Ely', 'York', 'Hull', 'Bath')[at % 4]},{(1, 4, 8)[at % 3]}"
            for at in range(1, 61)
        ),
    ],
    "bouquets": [
        "bouquet_id,bouquet_name,style",
        *(f"{at},Bouquet {at},{('Wild', 'Formal')[at % 2]}" for at in range(1, 31)),
    ],
    "orders": [
        "order_id,customer_id,shop_id,order_date",
        *(f"{at},{at * 8 % 53 + 1},{at % 40 + 1},{DAY + timedelta(days=at)}" for at in range(1, 701)),
    ],
    "order_lines": [
        "line_id,order_id,bouquet_id,quantity,unit_price",
        *(f"{at},{at % 700 + 1},{at * 7 % 30 + 1},{at % 4 + 1},{at % 20 + 5}.25" for at in range(1, 2101)),
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("florist"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "in each of our three biggest regions by revenue, what is the best bouquet by revenue?",
        "top bouquet by revenue in each of the top 3 regions by revenue",
        "for the 3 biggest regions by revenue, the best bouquet by revenue",
    ],
)
def test_the_best_of_each_of_the_first_ones_is_ranked_within_these(reader, question):
    sql = sql_of(reader, question)

    assert "order_lines.region IN (SELECT order_lines.region" in sql
    assert "LIMIT 3)" in sql
    assert "PARTITION BY order_lines.region" in sql
    assert "<= 1" in sql


def test_the_period_of_both_rankings_is_the_same(reader):
    sql = sql_of(reader, "top bouquet by revenue in each of the top 3 regions by revenue in 2024")

    assert sql.count("order_date >= '2024-01-01'") == 2


@pytest.mark.parametrize("question", ["bouquets per order", "average number of bouquets per order by year"])
def test_pieces_per_order_are_those_of_its_lines(reader, question):
    sql = sql_of(reader, question)

    assert "order_lines.total_quantity" in sql
    assert "COUNT(DISTINCT order_lines.order_id)" in sql


def test_different_things_of_each_order_are_counted_for_each(reader):
    sql = sql_of(reader, "average number of different bouquets per order")

    assert "AVG(" in sql
    assert "order_lines.distinct_bouquets" in sql
    assert "GROUP BY 1" in sql


@pytest.mark.parametrize(
    "question",
    [
        "new customers each year, going by the date of their first order",
        "new customers per year by first order",
        "customers by year of their first order",
        "how many customers placed their first order each year",
        "first-time customers per year",
    ],
)
def test_the_first_row_of_each_says_when_a_person_is_new(reader, question):
    sql = sql_of(reader, question)

    assert "MIN(orders.order_date) AS first_time" in sql
    assert "DATE_TRUNC('year', first_time)" in sql


@pytest.mark.parametrize("question", ["customers by year", "how many customers in 2024"])
def test_customers_are_not_dated_by_when_their_manager_was_hired(reader, question):
    sql = sql_of(reader, question)

    assert "hire_date" not in sql
    assert "order_date" in sql


def test_best_selling_is_said_of_things_and_names_no_seller(reader):
    sql = sql_of(reader, "the best-selling bouquet in each region")

    assert "bouquet_name" in sql
    assert "staff" not in sql


def test_kinds_per_order_that_may_be_pieces_stay_open(reader):
    assert not is_read(reader, "styles of bouquets per customer per order")
