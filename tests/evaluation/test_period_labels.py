"""Periods that a result dates by their first day, and an expected one by a label."""

from datetime import date

import pytest

from svcchat_magic.evaluation.grading import difference

YEARS = [(date(2023, 1, 1), 5), (date(2024, 1, 1), 7)]
QUARTERS = [(date(2024, 4, 1), 5), (date(2024, 10, 1), 7)]
MONTHS = [(date(2024, 3, 1), 5), (date(2024, 11, 1), 7)]


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ([(2023, 5), (2024, 7)], YEARS),
        ([("2024", 7), ("2023", 5)], YEARS),
        ([("2024-Q2", 5), ("2024-Q4", 7)], QUARTERS),
        ([("2024-03", 5), ("2024-11", 7)], MONTHS),
        ([(3, 5), (11, 7)], MONTHS),
        ([("March", 5), ("November", 7)], MONTHS),
        ([("March", 5), ("November", 7)], [(3, 5), (11, 7)]),
        ([("Monday", 5), ("Sunday", 7)], [(1, 5), (7, 7)]),
        ([("Yes", 5), ("No", 7)], [(True, 5), (False, 7)]),
        ([(2023, 5), (2024, 7)], [(date(2023, 7, 1), 5), (date(2024, 7, 1), 7)]),
        ([(1, 5), (0, 7), (None, 2)], [(True, 5), (False, 7), (None, 2)]),
        ([("Mon", 5), ("Sun", 7)], [(1, 5), (7, 7)]),
    ],
)
def test_a_label_is_the_same_as_the_first_day(expected, found):
    assert difference(expected, found) == ""


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ([(2023, 7), (2024, 5)], YEARS),
        ([(2022, 5), (2024, 7)], YEARS),
        ([("Monday", 5), ("Sunday", 7)], [(0, 5), (6, 7)]),
        ([("Yes", 5), ("No", 7)], [(False, 5), (True, 7)]),
        ([("Yes", 5), ("No", 7)], [("true", 5), ("maybe", 7)]),
        ([("Monday", 5), ("Sunday", 7)], [(2, 5), (7, 7)]),
        ([(2024, 5), (2024, 7)], MONTHS),
        ([(3, 5), (11, 7)], [(date(2023, 3, 1), 5), (date(2024, 11, 1), 7)]),
        ([("2024-03", 5), ("2024-11", 7)], [(date(2024, 3, 2), 5), (date(2024, 11, 1), 7)]),
    ],
)
def test_another_label_is_not(expected, found):
    assert difference(expected, found)


def test_a_label_makes_up_for_no_missing_column():
    assert difference([(2023, 1, 5), (2024, 1, 7)], YEARS).startswith("missing column")
