from datetime import date

import pytest

from svcchat_magic.analyst.planner import plan, semantic_sql
from svcchat_magic.analyst.reading import Filter, Reading
from tests.analyst.demo import understood
from tests.analyst.shop import TODAY, small_model


def queries(question):
    return [query for reading in understood(question).readings for query in plan(reading, TODAY)]


def test_the_first_question_of_the_product_needs_two_queries():
    trend, growth = queries("Revenue by month last year, and which channel grew the most?")

    assert semantic_sql(trend) == (
        "SELECT DATE_TRUNC('month', sales.created_at) AS month,\n"
        "       MEASURE(sales.revenue) AS revenue\n"
        "FROM sales\n"
        "WHERE sales.created_at >= '2024-01-01'\n"
        "  AND sales.created_at < '2025-01-01'\n"
        "GROUP BY 1\n"
        "ORDER BY 1"
    )
    assert semantic_sql(growth) == (
        "SELECT sales.channel AS channel,\n"
        "       DATE_TRUNC('year', sales.created_at) AS year,\n"
        "       MEASURE(sales.revenue) AS revenue\n"
        "FROM sales\n"
        "WHERE sales.created_at >= '2023-01-01'\n"
        "  AND sales.created_at < '2025-01-01'\n"
        "GROUP BY 1, 2\n"
        "ORDER BY 1, 2"
    )


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("revenue by month", ["Revenue by month"]),
        ("revenue and orders by month", ["Revenue and orders by month"]),
        ("which channel grew the most in 2024 by revenue", ["Revenue by channel and year"]),
        ("top 5 products by revenue", ["Top 5 products by revenue"]),
        ("bottom 3 countries by profit", ["Bottom 3 countries by gross profit"]),
        ("revenue in 2024", ["Revenue in 2024"]),
        ("revenue by region for web without Germany", ["Revenue by region, Web, without Germany"]),
        (
            "which channel grew the most this year by revenue",
            ["Revenue by channel from 1 to 10 January 2025", "Revenue by channel from 1 to 10 January 2024"],
        ),
    ],
)
def test_a_query_is_called_what_it_shows(question, titles):
    assert [query.title for query in queries(question)] == titles


def test_a_ranking_is_ordered_by_its_number_with_the_name_to_break_ties():
    (query,) = queries("top 5 products by revenue")

    assert semantic_sql(query).splitlines()[-3:] == ["GROUP BY 1", "ORDER BY 2 DESC, 1", "LIMIT 5"]


def test_newest_first_turns_a_trend_around():
    reading = understood("revenue by month", "sort it the other way").readings[0]

    assert semantic_sql(plan(reading, TODAY)[0]).endswith("ORDER BY 1 DESC")


def test_values_are_quoted_and_reserved_names_too():
    fields = {field.name: field for field in small_model().fields("flights")}
    kept = Filter(fields["order"], ("O'Hare' OR 1=1 --", "x"), negated=True)
    reading = Reading("flights", (fields["seats"],), (fields["order"],), filters=(kept,))

    sql = semantic_sql(plan(reading, TODAY)[0])

    assert 'SELECT flights."order" AS "order",' in sql
    assert "WHERE flights.\"order\" NOT IN ('O''Hare'' OR 1=1 --', 'x')" in sql


def test_growth_of_a_year_that_is_not_over_compares_the_same_days():
    now, before = queries("which channel grew the most this year by revenue")

    assert (now.period.start, now.period.end) == (date(2025, 1, 1), date(2025, 1, 11))
    assert (before.period.start, before.period.end) == (date(2024, 1, 1), date(2024, 1, 11))


def test_a_total_without_a_period_has_nothing_to_compare_with():
    assert [query.shape for query in queries("total revenue")] == ["total"]
    assert [query.shape for query in queries("revenue since May 2023")] == ["total"]
