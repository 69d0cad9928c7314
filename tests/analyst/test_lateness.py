"""Dates held against each other: late or early by how much, how long until, how often, and what runs out."""

import asyncio
from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "fittings": [
        "fitting_id,kitchen_id,ordered_on,promised_date,finished_on,fitter,state,stop_reason",
        "1,1,2025-01-02,2025-01-10,2025-01-10,Ann Ash,Done,",
        "2,1,2025-01-04,2025-01-08,2025-01-12,Ann Ash,Done,",
        "3,2,2025-02-01,2025-02-20,2025-02-15,Bo Birch,Done,",
        "4,2,2025-03-01,2025-03-12,,Bo Birch,Stopped,Price",
        "5,3,2025-03-02,2025-03-14,,Bo Birch,Stopped,Price",
        "6,3,2025-03-03,2025-03-16,,Bo Birch,Stopped,Damage",
    ],
    "tests": [
        "test_id,fitting_id,tested_on,passed",
        "1,1,2025-01-11,true",
        "2,2,2025-01-15,false",
        "3,3,2025-02-18,true",
    ],
    "kitchens": ["kitchen_id,kitchen_name,town", "1,Oak,Kiel", "2,Elm,Bonn", "3,Fir,Bonn"],
    "guarantees": [
        "guarantee_id,kitchen_id,given_on,valid_until",
        "1,1,2024-04-05,2025-04-05",
        "2,2,2024-05-20,2025-05-20",
        "3,3,2023-02-01,2025-02-01",
    ],
    "visits": [
        "visit_id,kitchen_id,entered_at,exited_at",
        "1,1,2025-03-01 10:00:00,2025-03-01 12:00:00",
        "2,2,2025-03-02 10:00:00,2025-03-02 11:00:00",
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("lateness"), TABLES, date(2025, 4, 1)) as reader:
        yield reader


def rows_of(reader, question):
    sql = sql_of(reader, question)
    return [tuple(row) for row in asyncio.run(reader.tools.run_sql(sql)).rows]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many days late were the fittings finished on average", [(-1 / 3,)]),
        ("average days late of the fittings, by fitter", [("Ann Ash", 2.0), ("Bo Birch", -5.0)]),
        ("how late are fittings finished on average, per fitter", [("Ann Ash", 2.0), ("Bo Birch", -5.0)]),
        ("how many days early are fittings finished on average", [(1 / 3,)]),
    ],
)
def test_what_is_late_on_average_is_told_from_when_it_was_planned(reader, question, rows):
    found = rows_of(reader, question)

    assert [row[:-1] for row in found] == [row[:-1] for row in rows]
    assert [row[-1] for row in found] == pytest.approx([row[-1] for row in rows])


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many fittings were ready after the promised date", 1),
        ("how many fittings were finished later than promised", 1),
        ("how many fittings were finished earlier than planned", 1),
        ("how many fittings left on or before the promised date", 2),
        ("how many fittings were finished more than 3 days after the promised date", 1),
        ("how many fittings were finished more than a week after the promised date", 0),
    ],
)
def test_what_came_to_pass_is_held_against_its_plan(reader, question, count):
    assert rows_of(reader, question) == [(count,)]


def test_a_period_behind_is_that_of_what_was_done(reader):
    sql = sql_of(reader, "how many fittings were finished after the promised date in January 2025")

    assert "finished_on >= '2025-01-01'" in sql


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how long does it take until a fitting is finished, on average", [(10.0,)]),
        ("average days it takes until a fitting is finished", [(10.0,)]),
        ("average turnaround time of the fittings in days", [(10.0,)]),
        ("average length of a finished fitting in days", [(10.0,)]),
        ("average stay in hours per town", [("Kiel", 2.0), ("Bonn", 1.0)]),
        ("how long do kitchens take to finish a fitting, counted from the promised date", None),
    ],
)
def test_a_length_goes_from_the_first_date_to_the_one_that_is_named(reader, question, rows):
    if rows is None:
        assert not is_read(reader, question)
    else:
        assert rows_of(reader, question) == rows


def test_a_length_may_begin_at_a_date_of_what_rows_belong_to(reader):
    found = rows_of(reader, "how many days after finishing are the fittings tested on average")

    assert found == [pytest.approx(((1 + 3 + 3) / 3,))]


def test_no_length_leads_to_rows_that_belong_to_neither(reader):
    assert not is_read(reader, "average days from the guarantee given to the visit entered")


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how often was a fitting stopped", [(3,)]),
        ("how often were fittings stopped in March 2025, by town", [("Bonn", 3)]),
        ("how often, in percent, is a fitting stopped", [(0.5,)]),
        (
            "the two most common reasons for stopping a fitting, and how often each",
            [("Price", 2), ("Damage", 1)],
        ),
        ("the most common stop reason and how often", [("Price", 2)]),
    ],
)
def test_how_often_is_a_number_of_rows(reader, question, rows):
    assert rows_of(reader, question) == rows


@pytest.mark.parametrize(
    "question",
    [
        "how often do kitchens get a fitting",
        "list the kitchens and how often each",
    ],
)
def test_how_often_of_nothing_that_is_counted_is_refused(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many guarantees run out within the next 10 days", 1),
        ("guarantees running out in the next 60 days", 2),
        ("how many guarantees expire in May 2025", 1),
    ],
)
def test_what_runs_out_does_so_on_the_last_day_that_it_is_valid(reader, question, count):
    assert rows_of(reader, question) == [(count,)]


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("what share of fittings was finished after the promised date", 1 / 3),
        ("of the fittings ordered in January 2025, what percentage was ready before the promised date", 0.0),
        ("what percentage of fittings in 2025 was finished late", 1 / 3),
        ("of the fittings finished, what percent were finished within 10 days of being ordered", 2 / 3),
        ("what share of fittings was finished within 10 days of being ordered", 2 / 6),
    ],
)
def test_a_share_that_is_late_is_of_those_that_came_to_pass(reader, question, share):
    assert rows_of(reader, question) == [pytest.approx((share,))]


def test_a_share_of_each_group_is_of_what_came_to_pass_there(reader):
    found = rows_of(reader, "for each fitter, what percentage was finished on or before the promised date")

    assert sorted(found) == [("Ann Ash", 0.5), ("Bo Birch", 1.0)]


@pytest.mark.parametrize(
    "question",
    [
        "how many fittings were finished by month",
        "fittings finished in every month of 2025",
        "number of fittings finished in each month of 2025",
    ],
)
def test_what_is_done_by_month_is_dated_by_that(reader, question):
    assert [row[-1] for row in rows_of(reader, question)] == [2, 1]


def test_newly_done_is_done_then(reader):
    sql = sql_of(reader, "newly ordered fittings by town in 2025")

    assert "ordered_on >= '2025-01-01'" in sql
    assert not is_read(reader, "newly ordered fittings by town")


def test_either_of_two_months_is_one_time(reader):
    assert rows_of(reader, "how many fittings were ordered in January or March 2025") == [(5,)]


def test_within_some_days_is_no_number_for_each_day(reader):
    assert rows_of(reader, "how many fittings were ordered within the last 40 days") == [(3,)]
