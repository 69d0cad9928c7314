"""The same part of the year before, however it is said: beside a number, or behind one."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.language.a_year_earlier import asks_for_year_before, with_same_of_year_before
from svcchat_magic.analyst.language.tokens import tokens_of
from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "rentals": ["rental_id,rented_on,city,bike_type,fee,minutes"]
    + [
        f"{n},202{4 + n % 2}-{1 + n % 6:02}-1{n % 9},{('Graz', 'Linz', 'Wels')[n % 3]},"
        f"{('city', 'cargo')[n % 2]},{5 + n % 7},{20 + n % 50}"
        for n in range(1, 121)
    ],
}
FIRST = "rented_on >= '2025-05-01' AND rentals.rented_on < '2025-06-01'"
THEN = "rented_on >= '2024-05-01' AND rentals.rented_on < '2024-06-01'"


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("rentals"), TABLES, date(2025, 6, 18)) as found:
        yield found


def behind(reader, before, question):
    """The reading of a question behind another one."""
    memory = Memory(asyncio.run(reader.read(before)).best.analysis)
    return asyncio.run(reader.read(question, memory))


@pytest.mark.parametrize(
    "question",
    [
        "rentals last month compared with the same month a year ago",
        "rentals last month, next to the same month a year earlier",
        "rentals last month against the same month of the year before",
        "rentals in May 2025 side by side with the same month in the previous year",
        "rentals last month alongside the same month 12 months ago",
        "rentals in May 2025 and in the same month last year",
    ],
)
def test_a_month_is_set_against_that_of_the_year_before(reader, question):
    sql = " ".join(sql_of(reader, question).split())

    assert FIRST in sql
    assert THEN in sql


def test_this_month_last_year_is_the_same_month_where_two_are_compared(reader):
    sql = sql_of(reader, "rentals this month compared to this month last year")

    assert "2024-06-01" in sql
    assert "2025-06-01" in sql


def test_two_years_next_to_each_other_are_compared(reader):
    sql = sql_of(reader, "average fee by city, 2024 next to 2025")

    assert "2024-01-01" in sql
    assert "2025-01-01" in sql


def test_what_is_next_to_a_place_compares_nothing(reader):
    assert not is_read(reader, "rentals next to the station")


@pytest.mark.parametrize(
    "question",
    ["and in the same month a year ago?", "same month last year", "what about the same month one year ago"],
)
def test_behind_a_month_that_of_the_year_before_is_asked_for(reader, question):
    sql = " ".join(behind(reader, "rentals last month", question).planned.sql.split())

    assert THEN in sql
    assert "2025" not in sql


def test_behind_a_running_year_as_much_of_the_last_one_is_meant(reader):
    sql = behind(reader, "total fee this year", "and in the same period last year?").planned.sql

    assert "2024-01-01" in sql
    assert "2024-06-19" in sql


def test_what_else_is_said_beside_the_year_before_holds_too(reader):
    sql = behind(reader, "rentals in 2025", "and cargo in the same period last year").planned.sql

    assert "cargo" in sql
    assert "2024-01-01" in sql
    assert "2025-01-01" not in sql


def test_behind_a_comparison_word_both_are_shown(reader):
    sql = behind(reader, "rentals last month", "compared with the same month a year ago").planned.sql

    assert "2025-05-01" in sql
    assert "2024-05-01" in sql


@pytest.mark.parametrize("question", ["and in the same period last year", "and the year before"])
def test_without_a_period_before_there_is_no_year_before_it(reader, question):
    assert not behind(reader, "rentals by city", question).is_sure


@pytest.mark.parametrize(
    "question",
    ["rentals in the same month", "the same city last year", "orders in the same week of March"],
)
def test_other_same_things_are_left_as_they_are(question):
    tokens = tokens_of(question)

    assert with_same_of_year_before(tokens) == tokens
    assert not asks_for_year_before(tokens)
