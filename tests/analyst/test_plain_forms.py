"""Plain forms over the demo that ask for one thing and have words of another in them."""

import pytest

from svcchat_magic.analyst.events import Outcome, SqlStarted
from tests.analyst.demo import ask


def asked(question):
    return " ".join(" ".join(each.sql.split()) for each in ask(question) if isinstance(each, SqlStarted))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("top 5 products by category", ("PARTITION BY sales.category", "MEASURE(sales.revenue) DESC")),
        ("top products by region", ("PARTITION BY sales.region",)),
        ("top 3 refund reasons", ('MEASURE(refunds."count") AS', "LIMIT 3")),
        ("top customers in each country", ("PARTITION BY sales.country", "sales.customer_name")),
        ("best customers per region", ("PARTITION BY sales.region", "MEASURE(sales.revenue)")),
        ("orders over 2000 by country", ("COUNT(*) AS orders", "HAVING MEASURE(sales.revenue) > 2000")),
        ("number of orders over 1000 by channel", ("HAVING MEASURE(sales.revenue) > 1000", "GROUP BY 1")),
        ("how many orders over 1000 in 2024 by month", ('SELECT "month", COUNT(*)', "> 1000")),
        ("countries with more than 3000 orders", ('HAVING MEASURE(orders."count") > 3000',)),
        ("months with more than 1500 orders", ("DATE_TRUNC('month'", 'MEASURE(orders."count") > 1500')),
        (
            "customers with more than 2 orders by month in 2024",
            ('SELECT "month", COUNT(*)', "orders.created_at >= '2024-01-01'", '"count") > 2'),
        ),
        ("how many customers ordered more than once by month", ('SELECT "month", COUNT(*)', "> 1")),
        ("how much did Pia Ortiz spend", ("MEASURE(sales.revenue)", "'Pia Ortiz'")),
        ("most expensive order in March 2024", ("MEASURE(sales.revenue) DESC",)),
        ("which channel is the most expensive", ("MEASURE(sales.cost) DESC",)),
        ("discounts given by channel", ("MEASURE(sales.discounts)", "GROUP BY 1")),
        (
            "how many products did we sell in 2024",
            ("MEASURE(sales.units)", "sales.created_at >= '2024-01-01'"),
        ),
        ("how many different products were sold in 2024", ("products.id IN", "orders.created_at >=")),
        ("which products are growing", ("sales.product_name", "revenue_before")),
    ],
)
def test_it_is_read_as_anybody_means_it(question, parts):
    sql = asked(question)

    assert [each for each in parts if each not in sql] == []


@pytest.mark.parametrize("question", ["revenue from new customers in 2024", "why was December so good"])
def test_what_would_be_another_number_is_refused(question):
    assert [each.kind for each in ask(question) if isinstance(each, Outcome)] == ["refused"]
