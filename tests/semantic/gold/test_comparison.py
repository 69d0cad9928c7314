"""The comparison lets nothing through but the order of rows and how a value is written."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from tests.semantic.gold.comparison import difference

ROWS = [("a", 1, None), ("b", Decimal("2.50"), True)]


@pytest.mark.parametrize(
    "same",
    [
        [("b", 2.5, True), ("a", 1.0, None)],
        [("a", Decimal("1.00000000001"), None), ("b", 2.5, True)],
    ],
)
def test_order_and_kinds_of_numbers_do_not_matter(same):
    assert difference(same, ROWS) is None


def test_days_and_moments_are_read_however_they_are_written():
    written = [("2024-01-02",), ("2024-01-02T03:04:05Z",), (datetime(2024, 1, 2, 3, tzinfo=UTC),)]
    values = [(date(2024, 1, 2),), (datetime(2024, 1, 2, 3, 4, 5),), (datetime(2024, 1, 2, 3),)]

    assert difference(written, values, ordered=True) is None


@pytest.mark.parametrize(
    "other",
    [
        ROWS[:1],
        [*ROWS, ROWS[0]],
        [("a", 1, None), ("b", 2.5, False)],
        [("a", 1, None), ("b", 2.5, 1)],
        [("a", 1.0000001, None), ("b", 2.5, True)],
        [("a", 1, 0), ("b", 2.5, True)],
        [(1, "a", None), (2.5, "b", True)],
        [("a", 1), ("b", 2.5)],
        [("a", "1", None), ("b", 2.5, True)],
        [ROWS[0], ROWS[0]],
    ],
)  # fmt: skip
def test_another_value_row_or_column_is_found(other):
    assert difference(other, ROWS) is not None


def test_order_counts_where_it_was_asked_for():
    assert difference(ROWS[::-1], ROWS, ordered=True) is not None


def test_nearly_equal_numbers_may_be_sorted_either_way():
    assert difference([(1.0, "b"), (1.0000000001, "a")], [(1.0, "a"), (1.0000000001, "b")]) is None
