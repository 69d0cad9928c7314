"""In how many units of time something was done: in all of them, in at least three, on how many days."""

import asyncio
from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 5, 10)
MEMBERS = ["member_id,member_name,town", "1,Ada,Ulm", "2,Ben,Hof", "3,Cleo,Ulm", "4,Dan,Hof"]
VISITS = [
    "visit_id,member_id,club,visited_on,minutes",
    "1,1,North,2025-01-05,40",
    "2,1,North,2025-02-05,40",
    "3,1,South,2025-03-05,40",
    "4,1,South,2025-03-09,40",
    "5,1,North,2025-04-09,40",
    "6,2,North,2025-01-06,30",
    "7,2,South,2025-01-06,30",
    "8,2,South,2025-03-06,30",
    "9,3,North,2024-11-06,30",
    "10,3,South,2025-04-06,30",
]


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    tables = {"members": MEMBERS, "visits": VISITS}
    with reader_over(tmp_path_factory.mktemp("club"), tables, TODAY) as reader:
        yield reader


def rows_of(reader, question):
    return [tuple(row) for row in asyncio.run(reader.tools.run_sql(sql_of(reader, question))).rows]


@pytest.mark.parametrize(
    "question",
    [
        "members who visited in every month from January to April 2025",
        "members who visited every month from January to April 2025",
        "members who visited in each of the last 4 months",
        "members with visits in all months from January to April 2025",
        "which members visited in every month this year",  # May is not over
        "members who visited in at least 4 different months",
        "members who visited in more than 3 months in 2025",
    ],
)
def test_those_who_did_so_in_all_units_are_found(club, question):
    assert rows_of(club, question) == [("Ada", 4)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many members visited in every quarter since October 2024", [(0,)]),
        ("how many members visited in two or more months of 2025", [(2,)]),
        ("members who visited on at least 2 days in January 2025", []),
        ("on how many days did we have visits in 2025", [(8,)]),
        ("how many different months did each member visit in", [("Ada", 4), ("Ben", 2), ("Cleo", 2)]),
        ("number of days with visits by town", [("Ulm", 7), ("Hof", 2)]),
        ("what percentage of members visited in at least 2 months", [(0.75,)]),
        ("clubs that had visits in every month of Q1 2025", []),
    ],
)
def test_units_are_counted(club, question, rows):
    assert rows_of(club, question) == rows


@pytest.mark.parametrize(
    "question",
    [
        "how many members visited in each month of 2025",
        "visits in every month of 2025",  # each visit is in one of them
        "how many visits took place in every month of 2025",
    ],
)
def test_a_number_of_each_unit_stays_one(club, question):
    assert "GROUP BY 1" in sql_of(club, question)
    assert "HAVING" not in sql_of(club, question)


@pytest.mark.parametrize(
    "question",
    [
        "members who visited in every month",  # of which period
        "members who did not visit in every month of 2025",
        "how many days do members train",
    ],
)
def test_what_is_not_known_of_units_is_not_guessed(club, question):
    assert not is_read(club, question)
