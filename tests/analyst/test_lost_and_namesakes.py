"""Persons that were lost, two of one name, working days, and what was done only once."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.lattice.lost_persons import with_lost_persons
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 5, 10)
MEMBERS = [
    "member_id,member_name,branch,joined_on,cancelled_on",
    "1,Ann Lee,Ulm,2023-01-01,2024-05-01",
    "2,Ann Lee,Hof,2023-02-01,",
    "3,Bob Ray,Ulm,2023-03-01,2024-07-01",
    "4,Cy Poe,Hof,2024-03-01,2025-02-01",
]
VISITS = [
    "visit_id,member_id,visited_on,minutes",
    "1,1,2025-03-03,30",  # a Monday
    "2,1,2025-03-04,50",
    "3,2,2025-03-04,40",
    "4,2,2025-03-08,60",  # a Saturday
    "5,3,2025-03-05,20",
]


@pytest.fixture(scope="module")
def gym(tmp_path_factory):
    tables = {"members": MEMBERS, "visits": VISITS}
    with reader_over(tmp_path_factory.mktemp("gym"), tables, TODAY) as reader:
        yield reader


def rows_of(reader, question):
    return [tuple(row) for row in asyncio.run(reader.tools.run_sql(sql_of(reader, question))).rows]


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("members lost in 2024", 2),
        ("how many members did we lose in 2024", 2),
        ("lost members in 2025", 1),
    ],
)
def test_lost_persons_are_those_who_left(gym, question, count):
    assert rows_of(gym, question) == [(count,)]


@pytest.mark.parametrize("question", ["branches that lost members in 2024", "members lost 5 kg in 2024"])
def test_who_loses_something_has_not_left(gym, question):
    tokens = tokens_of(question)

    assert with_lost_persons(tokens, gym.catalog) == tokens


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("first visit of each member", [1, 3, 5]),
        ("the longest visit of each member", [2, 4, 5]),
    ],
)
def test_each_of_two_of_one_name_has_a_first_one(gym, question, keys):
    assert sorted(row[1] for row in rows_of(gym, question)) == keys


def test_a_day_of_a_first_one_is_told_for_each(gym):
    found = rows_of(gym, "date of the first visit of each member")

    assert sorted(str(day) for _, day in found) == ["2025-03-03", "2025-03-04", "2025-03-05"]


@pytest.mark.parametrize("question", ["visits per working day", "average visits per business day"])
def test_working_days_are_monday_to_friday(gym, question):
    assert rows_of(gym, question) == [(pytest.approx(4 / 3),)]


def test_only_once_is_exactly_once(gym):
    assert [row[0] for row in rows_of(gym, "members who visited only once")] == ["Bob Ray"]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("members who have not visited for 65 days", ["Ann Lee", "Bob Ray", "Cy Poe"]),
        ("members who haven't visited in over 65 days", ["Ann Lee", "Bob Ray", "Cy Poe"]),
        ("members without visits for 65 days", ["Ann Lee", "Bob Ray", "Cy Poe"]),
    ],
)
def test_nothing_for_so_long_is_nothing_in_the_last_days(gym, question, names):
    assert sorted(row[0] for row in rows_of(gym, question)) == names


def test_what_is_denied_is_the_verb(gym):
    assert not is_read(gym, "members not seen since January 2024")


def test_a_moving_average_is_told_beside_its_number(gym):
    asked = sql_of(gym, "minutes by day with a 2-day moving average")

    assert "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW" in asked
    assert not is_read(gym, "minutes by month with a 2-week moving average")
