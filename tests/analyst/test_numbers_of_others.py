"""Rows in the order of a number that other rows have, and what single rows have of a ratio."""

from datetime import date

import pytest

from svcchat_magic.analyst.events import SqlStarted
from tests.analyst.demo import answer_of, ask
from tests.analyst.small_models import reader_over, sql_of


def asked(question):
    return " ".join(" ".join(each.sql.split()) for each in ask(question) if isinstance(each, SqlStarted))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("products by revenue", ("sales.product_name", "MEASURE(sales.revenue)", "ORDER BY 2 DESC")),
        ("customers by revenue in 2024", ("sales.customer_name", "MEASURE(sales.revenue)")),
        ("customers by orders", ("customers.name", 'MEASURE(orders."count")')),
        ("customers per order", ("orders.id AS id", "MEASURE(orders.buyers) AS buyers")),
        ("which product is the most expensive", ("products.list_price DESC",)),
        ("cheapest product in each category", ("PARTITION BY products.category", "average_list_price) ASC")),
        ("which category is the most expensive", ("MEASURE(products.average_list_price) DESC",)),
        ("which channel is the most expensive", ("MEASURE(sales.cost) DESC",)),
        ("which product was refunded most often", ('MEASURE(refunds."count") DESC',)),
        ("revenue lost to refunds by month", ("MEASURE(refunds.amount)", "DATE_TRUNC('month'")),
        ("how much revenue did we lose to refunds", ("SELECT MEASURE(refunds.amount) AS",)),
        ("median order value by channel", ("MEDIAN(average_order_value)", "orders.id AS id")),
        ("highest order value", ("MAX(average_order_value)", "orders.id AS id")),
        ("lowest order value in 2024", ("MIN(average_order_value)",)),
        (
            "when did we have the most orders",
            ("DATE_TRUNC('month', orders.created_at)", 'MEASURE(orders."count") DESC'),
        ),
        ("when was revenue the lowest", ("DATE_TRUNC('month'", "MEASURE(sales.revenue) ASC")),
        (
            "which country has the most customers without orders",
            ('MEASURE(customers."count") AS customers', "customers.id NOT IN"),
        ),
        ("biggest refunds in 2024", ("MEASURE(refunds.amount) AS", "ORDER BY 2 DESC")),
        (
            "what percentage of orders were refunded by channel",
            ("FILTER (WHERE refunds.refunded_at IS NOT NULL) * 1.0", "GROUP BY 1"),
        ),
        ("which channel has the highest order value", ("MEASURE(orders.average_order_value) DESC",)),
    ],
)
def test_the_number_is_that_of_what_is_asked_for(question, parts):
    sql = asked(question)

    assert [each for each in parts if each not in sql] == []


def test_a_percentage_of_all_rows_is_told_in_percent():
    answer = answer_of(ask("cancelled orders as a percentage of all orders by channel"))

    assert "2.3%" in answer


def test_what_fell_nowhere_is_no_lack_of_rows():
    assert "Revenue fell for no category in 2024" in answer_of(ask("which categories lost revenue in 2024"))


@pytest.mark.parametrize("question", ["what was the highest revenue in 2024", "days with no orders"])
def test_what_no_row_tells_of_is_not_answered(question):
    assert not asked(question)


def test_what_rows_have_one_of_groups_them(tmp_path):
    tiers = ["tier_code,tier_name", "B,Blue", "S,Silver", "G,Gold"]
    members = [
        "member_id,tier_code,joined_on",
        *(f"{at},{'BSG'[at % 3]},2024-01-0{1 + at % 9}" for at in range(40)),
    ]
    with reader_over(tmp_path, {"members": members, "tiers": tiers}, date(2025, 1, 9)) as reader:
        assert "tier_name AS tier_name" in sql_of(reader, "members by tier")


def test_what_many_rows_share_names_none_of_them(tmp_path):
    sites = [
        "site_id,site_name,client_name,opened_on",
        *(f"{at},Site {at},{('Ames', 'Burr')[at % 2]},2024-02-0{1 + at % 9}" for at in range(40)),
    ]
    bills = ["bill_id,site_id,amount", *(f"{at},{at % 40},{50 + at * 7 % 90}" for at in range(120))]
    with reader_over(tmp_path, {"sites": sites, "bills": bills}, date(2025, 1, 9)) as reader:
        assert "site_name" in sql_of(reader, "top 5 sites by amount")
