"""Shares within each group, ages by the day of birth, and follow-ups about the ones that were ranked."""

from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Outcome, Remembered, SqlStarted
from tests.analyst.small_models import is_read, reader_over, sql_of
from tests.campaigns.question_sets import _turn

TODAY = date(2025, 9, 15)
CLINIC = {
    "doctors": [
        "doctor_id,doctor_name,specialty",
        *(f"{at},Dr {at},{('Skin', 'Heart')[at % 2]}" for at in range(6)),
    ],
    "patients": [
        "patient_id,patient_name,date_of_birth,city",
        *(
            f"{at},Person {at},{1930 + at % 90}-0{1 + at % 9}-11,{('Bath', 'Bristol')[at % 2]}"
            for at in range(90)
        ),
    ],
    "appointments": [
        "appointment_id,doctor_id,patient_id,appointment_date,status",
        *(
            f"{at},{at * 7 % 6},{at * 11 % 90},2025-0{1 + at % 8}-1{at % 9},"
            f"{('completed', 'no_show', 'completed', 'cancelled')[at % 4]}"
            for at in range(300)
        ),
    ],
}
MARKET = {
    "sellers": [
        "seller_id,shop_name,country",
        *(f"{at},Shop {at},{('Germany', 'Spain')[at % 2]}" for at in range(20)),
    ],
    "buyers": [
        "buyer_id,buyer_name,country,signup_date",
        *(
            f"{at},Buyer {at},{('Spain', 'Germany', 'Italy')[at % 3]},2025-0{1 + at % 8}-11"
            for at in range(50)
        ),
    ],
    "orders": [
        "order_id,seller_id,buyer_id,amount,item_condition,ordered_on",
        *(
            f"{at},{at * 3 % 20},{at * 7 % 50},{5 + at % 60},{('new', 'used')[at % 2]},"
            f"2025-0{1 + at % 8}-1{at % 9}"
            for at in range(300)
        ),
    ],
}


@pytest.fixture(scope="module")
def clinic(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("clinic"), CLINIC, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def market(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("market"), MARKET, TODAY) as reader:
        yield reader


def _follow_up(reader, first, then):
    events = _turn(Task(first, TODAY, b""), reader.tools)
    memory = next(each.content for each in events if isinstance(each, Remembered))
    return _turn(Task(then, TODAY, memory), reader.tools)


@pytest.mark.parametrize(
    "question",
    [
        "what percentage of each doctor's appointments end up as no-shows",
        "What percentage of each doctor's appointments end up as no-shows? Highest first please.",
    ],
)
def test_a_share_of_the_rows_of_each_is_one_within_it(clinic, question):
    asked = sql_of(clinic, question)

    assert "FILTER (WHERE appointments.status = 'no_show')" in asked
    assert "OVER ()" not in asked


@pytest.mark.parametrize(
    "question",
    [
        "what share of patients in each city never had an appointment",
        "what percentage of each city's patients never had an appointment",
        "share of patients in each city who never had an appointment",
    ],
)
def test_a_part_told_behind_each_is_one_within_it(clinic, question):
    assert sql_of(clinic, question) == sql_of(
        clinic, "what share of patients never had an appointment by city"
    )


def test_a_share_of_the_rows_in_each_is_of_all_of_them(clinic):
    assert "OVER ()" in sql_of(clinic, "share of appointments in each city")


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("number of patients under 18 by city", "patients.date_of_birth > '2007-09-15'"),
        ("how many patients are older than 65", "patients.date_of_birth < '1960-09-15'"),
        ("how many patients are over 60", "patients.date_of_birth < '1965-09-15'"),
    ],
)
def test_an_age_is_told_by_the_day_of_birth(clinic, question, kept):
    assert kept in sql_of(clinic, question)


def test_an_average_day_of_birth_is_none(clinic):
    assert not is_read(clinic, "how many patients are older than average")


def test_only_those_that_nobody_knows_are_not_all_of_them(clinic):
    events = _follow_up(
        clinic, "appointments per month in 2025", "and only the ones that actually took place?"
    )

    assert [each.kind for each in events if isinstance(each, Outcome)] == ["refused"]


def test_the_ones_are_those_that_were_ranked(market):
    events = _follow_up(market, "top 10 shops by order amount", "only the German ones")
    asked = [each.sql for each in events if isinstance(each, SqlStarted)]

    assert "country = 'Germany'" in asked[0]
    assert "buyer_country" not in asked[0]


def test_new_persons_are_none_of_new_things(market):
    assert "item_condition" not in sql_of(market, "new buyers last month")
    assert "item_condition = 'new'" in sql_of(market, "orders of new items")


@pytest.mark.parametrize(
    "question",
    [
        "how many completed and how many cancelled appointments were there",
        "how many appointments were completed and how many were cancelled",
    ],
)
def test_two_values_of_one_column_are_two_rows(clinic, question):
    events = _turn(Task(question, TODAY, b""), clinic.tools)
    asked = [each.sql for each in events if isinstance(each, SqlStarted)]

    assert len(asked) <= 1


def test_two_numbers_of_others_stay_two(clinic):
    events = _turn(
        Task("how many patients are there? how many appointments are there?", TODAY, b""), clinic.tools
    )

    assert len([each for each in events if isinstance(each, SqlStarted)]) == 2
