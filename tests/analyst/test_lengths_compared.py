"""Lengths that are compared: to the second, of rows that begin and end, and of one of several columns."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Outcome
from svcchat_magic.analyst.language.one_unit import with_one_unit
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 5, 10)
TRIPS = [
    "trip_id,rider,started_at,ended_at,fare",
    "1,Ada,2025-01-05 10:00:00,2025-01-05 10:10:30,4.20",
    "2,Ada,2025-01-06 10:00:00,2025-01-06 10:10:00,4.10",
    "3,Ben,2025-01-07 10:00:30,2025-01-07 13:00:30,14.50",
    "4,Ben,2025-01-08 10:00:00,2025-01-08 13:00:01,14.60",
    "5,Cleo,2025-01-09 10:00:00,2025-01-09 10:31:00,0.40",
]
CALLS = [
    "call_id,called_at,wait_seconds,talk_seconds",
    *(f"{at},2025-01-{at:02d} 09:00:00,{at * 30},{1000 - at * 30}" for at in range(1, 29)),
]


@pytest.fixture(scope="module")
def trips(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("trips"), {"trips": TRIPS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("calls"), {"calls": CALLS}, TODAY) as reader:
        yield reader


def count_of(reader, question):
    ((count,),) = asyncio.run(reader.tools.run_sql(sql_of(reader, question))).rows
    return count


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many trips took more than 10 minutes", 4),  # one by half a minute
        ("how many trips are longer than 3 hours", 1),  # by one second
        ("how many trips are over half an hour", 3),
        ("how many trips lasted under an hour", 3),
        ("how many trips lasted at most 10 minutes", 1),
        ("trips of at least 30 minutes", 3),
    ],
)
def test_lengths_are_compared_to_the_second(trips, question, count):
    assert count_of(trips, question) == count


def test_a_number_of_rows_is_more_than_no_half(calls):
    assert not is_read(calls, "calls over half an hour by rider")


def kind_of(reader, question):
    async def events():
        task = Task(question, TODAY, b"")
        return [event async for event in OfflineAnalyst().answer(task, reader.tools)]

    return next(each.kind for each in asyncio.run(events()) if isinstance(each, Outcome))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("calls longer than 10 minutes", "clarify"),
        ("how many calls lasted more than 10 minutes", "clarify"),
        ("calls with talk seconds over 600", "answered"),
    ],
)
def test_which_of_several_lengths_is_asked_back(calls, question, kind):
    assert kind_of(calls, question) == kind


TICKETS = [
    "ticket_id,opened_at,resolved_at,minutes_spent",
    "1,2025-03-01 10:00:00,2025-03-01 12:00:00,20",
    "2,2025-03-02 10:00:00,,10",
    "3,2025-05-02 10:00:00,2025-05-02 11:00:00,30",
]


def test_what_is_older_began_before(tmp_path):
    with reader_over(tmp_path, {"tickets": TICKETS}, TODAY) as reader:
        assert count_of(reader, "how many tickets are older than 30 days") == 2
        assert "opened_at > '2025-04-26'" in sql_of(reader, "tickets newer than 2 weeks")


def test_a_year_earlier_is_a_time_and_no_length():
    said = with_one_unit(tokens_of("more trips than a year earlier, that took over an hour"))

    assert " ".join(each.form for each in said) == "more trip than a year earlier , that took over 1 hour"
