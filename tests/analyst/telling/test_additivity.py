import pytest

from svcchat_magic.analyst.telling.additivity import is_additive
from tests.analyst.demo import tools
from tests.analyst.telling.results import query_of


@pytest.mark.parametrize(
    ("question", "is_summed"),
    [
        ("revenue by channel", True),  # a line belongs to one order
        ("revenue by category", True),  # and to one product
        ("orders by region", True),  # an order belongs to one customer
        ("orders by month", True),
        ("orders by weekday", True),
        ("orders by category", False),  # an order has products of several categories
        ("orders by region and category", False),
        ("refunds by channel", True),  # a refund belongs to one line, and that to one order
        ("revenue by refund reason", False),  # a line can be refunded more than once
        ("average order value by channel", False),
        ("gross margin by channel", False),
    ],
)
def test_only_groups_that_split_the_rows_are_summed(question, is_summed):
    query = query_of(question)

    assert is_additive(tools().model, query.measures[0], query) is is_summed
