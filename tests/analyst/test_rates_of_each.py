"""Rates beside `per`: an average discount per order is an amount, and no list of single orders."""

import pytest

from tests.analyst.demo import answer_of, ask


@pytest.mark.parametrize("question", ["average discount per order", "typical discount per order"])
def test_an_average_amount_per_order_is_one_number(question):
    assert "Discounts per order were 7.64" in answer_of(ask(question))


@pytest.mark.parametrize(
    "question", ["average discount rate per order", "average discount rate per line item"]
)
def test_a_rate_is_not_divided_by_rows_nor_told_of_each(question):
    assert "I did not compute this" in answer_of(ask(question))


def test_a_rate_of_each_region_stays_one():
    assert "North America has the highest discount rate" in answer_of(ask("average discount per region"))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("90th percentile of order value", "90th percentile of average order value per order was 708.46"),
        ("p95 of order value by channel", "Web has the highest 95th percentile"),
    ],
)
def test_a_percentile_goes_over_what_each_order_has(question, told):
    assert told in answer_of(ask(question))
