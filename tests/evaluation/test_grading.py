"""Results compared as sets of rows: what does not count, and every way to be wrong."""

import random
from datetime import date, datetime
from decimal import Decimal

import pytest

from svcchat_magic.evaluation.grading import difference

EXPECTED = [("Web", 2_053_866.03, 120), ("Store", 1_737_891.09, 95), ("Phone", 548_642.14, 41)]


@pytest.mark.parametrize(
    "found",
    [
        EXPECTED[::-1],
        [(count, name, amount) for name, amount, count in EXPECTED],
        [(name, round(amount), str(count), "more") for name, amount, count in EXPECTED],
        [(name, Decimal(str(amount)), count) for name, amount, count in EXPECTED],
        [(name, amount * 1.00001, count) for name, amount, count in EXPECTED],
    ],
    ids=["order", "columns", "further columns", "types", "digits"],
)
def test_what_does_not_change_a_result(found):
    assert difference(EXPECTED, found) == ""


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (EXPECTED[:2], "row count: expected 3, found 2"),
        ([], "row count: expected 3, found 0"),
        ([*EXPECTED, ("Marketplace", 7.0, 1)], "unexpected rows: 4 rows hold the 3 expected"),
        ([("Mail", 1, 1)] * 4, "row count: expected 3, found 4"),
        ([row[:2] for row in EXPECTED], "missing column: expected 3, found 2"),
        ([(name, amount * 1.002, count) for name, amount, count in EXPECTED], "value: no column holds"),
        ([(name, -amount, count) for name, amount, count in EXPECTED], "value: no column holds"),
        ([("Web", 2_053_866.03, 95), ("Store", 1_737_891.09, 120), EXPECTED[2]], "value: the columns match"),
        ([EXPECTED[0], EXPECTED[0], EXPECTED[1]], "value: no column holds"),
        ([(None, amount, count) for _, amount, count in EXPECTED], "value: no column holds"),
    ],
)
def test_each_way_to_be_wrong_has_its_reason(found, reason):
    assert difference(EXPECTED, found).startswith(reason)


@pytest.mark.parametrize(
    ("expected", "found", "is_same"),
    [
        (datetime(2024, 1, 1), "2024-01-01T00:00:00.000", True),
        (date(2024, 1, 1), datetime(2024, 1, 1), True),
        (datetime(2024, 1, 1, 14, 5), "2024-01-01 14:05:00Z", True),
        (datetime(2024, 1, 1, 14, 5), "2024-01-01T14:06:00", False),
        (date(2024, 1, 1), "2024-02-01", False),
        (True, "true", True),
        (True, 1, False),
        (0.0, 1e-12, True),
        (0.0, 0.001, False),
        (12_344, 12_346, True),
        (1234, 1235, False),
        (0.25, 25, False),
        (None, 0, False),
        (None, None, True),
        (float("nan"), float("nan"), True),
        (float("inf"), 1.0, False),
        ("web", "Web", False),
    ],
)
def test_cells_are_compared_by_value(expected, found, is_same):
    assert (difference([(expected,)], [(found,)]) == "") is is_same


def test_two_empty_results_are_the_same():
    assert difference([], []) == ""
    assert difference([], [(1,)]).startswith("unexpected rows")


def test_equal_columns_are_told_apart_by_their_rows():
    expected = [("a", 1, 2), ("b", 2, 1)]

    assert difference(expected, [("a", 2, 1), ("b", 1, 2)]) == ""  # the two numbers have no names
    assert difference([("a", 1, 1), ("b", 2, 1)], [("a", 2, 1), ("b", 1, 1)]).startswith("value")


def test_a_changed_cell_is_always_found():
    chance = random.Random(5)
    for _ in range(200):
        rows = [(f"group {number}", chance.uniform(1, 9e6), chance.randint(1, 9999)) for number in range(12)]
        found = chance.sample(rows, len(rows))
        assert difference(rows, found) == ""

        at, column = chance.randrange(12), chance.choice([1, 2])
        changed = [*found[at][:column], found[at][column] * 1.01 + 1, *found[at][column + 1 :]]
        assert difference(rows, [*found[:at], tuple(changed), *found[at + 1 :]]) != ""
