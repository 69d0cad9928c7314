"""Periods said twice, days of one month, years against the same period, values that begin with a number."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 10, 14)  # a Tuesday
POLICIES = [
    "policy_id,broker,term,premium,signed_on",
    *(
        f"{n},{('Ash', 'Birch', 'Cole')[n % 3]}, {(12, 36, 60)[n % 3]} months,{100 + n * 37 % 900},"
        f"{2024 + n % 2}-{1 + n % 10:02}-{1 + n % 13:02}"
        for n in range(400)
    ),
]


@pytest.fixture(scope="module")
def policies(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("policies"), {"policies": POLICIES}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("total premium last week (Oct 6 to 12)", "total premium last week"),
        ("total premium last week (Monday to Sunday)", "total premium last week"),
        ("total premium last month (September)", "total premium last month"),
        ("total premium last year (2024) by broker", "total premium last year by broker"),
        ("total premium from Oct 6 to 12", "total premium from Oct 6 to Oct 12"),
        ("total premium March 3-9, 2025", "total premium March 3 to March 9, 2025"),
        ("total premium between March 3 and 9, 2025", "total premium between March 3 and March 9, 2025"),
    ],
)
def test_a_period_that_is_said_twice_is_one(policies, question, plain):
    assert sql_of(policies, question) == sql_of(policies, plain)


@pytest.mark.parametrize(
    "question", ["total premium last month (August)", "total premium last week (Monday to Friday)"]
)
def test_another_period_in_brackets_is_not_passed_over(policies, question):
    assert not is_read(policies, question)


def test_a_year_that_is_not_over_is_set_against_as_much_of_the_last(policies):
    asked = sql_of(policies, "total premium this year compared with the same period last year")

    assert asked == sql_of(policies, "total premium this year so far compared with the same period last year")
    assert "2024-10-15" in asked


def test_days_in_brackets_behind_both_are_those_of_both(policies):
    asked = sql_of(
        policies, "total premium this year compared with the same period last year (January 1 to October 12)"
    )

    assert "2025-10-13" in asked
    assert "2024-10-13" in asked


def test_what_has_gone_up_or_down_has_changed(policies):
    assert sql_of(policies, "has the total premium gone up or down from May to June 2025") == sql_of(
        policies, "has the total premium changed from May to June 2025"
    )


def test_values_that_begin_with_a_number_are_found_behind_a_space(policies):
    asked = sql_of(policies, "average premium - 36 months vs 60 months")

    assert "' 36 months'" in asked
    assert "GROUP BY 1" in asked
    assert "' 36 months'" not in sql_of(policies, "total premium in the last 36 months")
