"""Flags that are counted, names of which the last word says too little, and things in several rows each."""

import asyncio
from datetime import date

import pandas
import pytest

from tests.analyst.small_models import readers_over

TODAY = date(2025, 9, 15)
STAYS = pandas.DataFrame({
    "hotel": [("City", "Beach")[at % 2] for at in range(120)],
    "is_canceled": [int(at % 3 == 0) for at in range(120)],
    "is_repeated_guest": [int(at % 5 == 0) for at in range(120)],
    "previous_cancellations": [at % 4 for at in range(120)],
    "arrived_on": pandas.date_range("2024-01-01", periods=120),
    "adr": [80.5 + at % 60 for at in range(120)],
})  # fmt: skip
PAYMENTS = pandas.DataFrame({
    "payment_id": [f"P{at:03}" for at in range(120)],
    "merchant": [("Amber", "Birch", "Cedar")[at % 3] for at in range(120)],
    "amount": [10.5 + at * 7 % 90 for at in range(120)],
    "is_fraud": [int(at % 10 == 0) for at in range(120)],
})  # fmt: skip
STARTS = pandas.DataFrame({
    "ID": [at % 40 for at in range(160)],
    "Name": [f"Runner {at % 40}" for at in range(160)],
    "Sex": [("F", "M")[at % 2] for at in range(160)],
    "Age": [18 + at % 23 for at in range(160)],
    "Season": [("Summer", "Winter")[at % 2] for at in range(160)],
    "Sport": [("Judo", "Luge", "Rowing", "Curling")[at % 4] for at in range(160)],
    "Team": [("United States", "Germany", "China")[at % 3] for at in range(160)],
    "NOC": [("USA", "GER", "CHN")[at % 3] for at in range(160)],
    "Year": [(2008, 2012, 2016)[at % 3] for at in range(160)],
    "Medal": [("Gold", "Silver", "Bronze", None, None, None)[at % 6] for at in range(160)],
})  # fmt: skip
FRAMES = {"bookings": STAYS, "card_payments": PAYMENTS, "athlete_events": STARTS}


@pytest.fixture(scope="module")
def found():
    with readers_over(FRAMES, TODAY) as readers:
        yield lambda name, question: asyncio.run(readers[name].read(question))


@pytest.fixture
def sql_of(found):
    def read(name, question):
        told = found(name, question)
        assert told.is_sure, told
        return told.planned.sql

    return read


@pytest.mark.parametrize(
    "question",
    [
        "which merchant has the most fraud",
        "which merchant had the least fraud",
        "merchant with the most fraud",
    ],
)
def test_the_most_of_a_flag_is_a_number_of_rows(sql_of, question):
    sql = sql_of("card_payments", question)

    assert "is_fraud = TRUE" in sql
    assert 'ORDER BY MEASURE(card_payments."count")' in sql


@pytest.mark.parametrize(
    "question",
    ["fraud rate by merchant", "which merchant has the highest fraud rate", "share of fraud by merchant"],
)
def test_the_rate_of_a_flag_is_a_share(sql_of, question):
    assert "share_is_fraud" in sql_of("card_payments", question)


@pytest.mark.parametrize(
    "question",
    ["how many fraud cases were there", "fraud cases by merchant", "total amount of fraud cases"],
)
def test_cases_of_a_flag_are_the_rows_that_have_it(sql_of, question):
    assert "is_fraud = TRUE" in sql_of("card_payments", question)


@pytest.mark.parametrize(
    "question", ["which hotel do most guests choose", "how many guests arrived in March"]
)
def test_guests_are_no_repeated_guests(found, question):
    told = found("bookings", question)

    assert not told.is_sure or "is_repeated_guest" not in told.planned.sql


def test_repeated_guests_are_a_flag(sql_of):
    assert "is_repeated_guest = TRUE" in sql_of(
        "bookings", "how many repeated guests were there in March 2024"
    )


@pytest.mark.parametrize("question", ["cancellations by hotel", "which hotel has the most cancellations"])
def test_cancellations_are_none_that_were_before(found, question):
    told = found("bookings", question)

    assert not told.is_sure or "previous" not in told.planned.sql


@pytest.mark.parametrize(
    "question",
    ["how many athletes took part in 2012", "athletes by team", "how many female athletes are there"],
)
def test_athletes_in_several_rows_each_are_counted_once(sql_of, question):
    assert "distinct_athletes" in sql_of("athlete_events", question)


@pytest.mark.parametrize(
    "question",
    [
        "how many gold medals did the United States win",
        "gold medals by team",
        "top 5 athletes by number of medals",
        "which country won the most medals",
        "how many medals were awarded in 2016",
    ],
)
def test_medals_are_those_that_were_given(sql_of, question):
    assert "MEASURE(athlete_events.medals)" in sql_of("athlete_events", question)


def test_a_country_is_its_name_before_it_is_a_code(sql_of):
    assert "noc" not in sql_of("athlete_events", "how many gold medals did the United States win")


def test_kinds_of_medals_are_asked_for_as_such(sql_of):
    assert "COUNT(DISTINCT" in sql_of("athlete_events", "how many different medals are there")


def test_a_share_of_gold_medals_is_of_all_of_these(sql_of):
    assert "OVER ()" in sql_of("athlete_events", "share of gold medals by team")


def test_the_youngest_was_so_once_and_not_on_average(sql_of):
    assert "MIN(athlete_events.age)" in sql_of("athlete_events", "youngest athlete to win a gold medal")


@pytest.mark.parametrize("question", ["number of summer sports", "how many summer sports are there"])
def test_a_kind_of_what_a_column_holds_is_counted_once(sql_of, question):
    sql = sql_of("athlete_events", question)

    assert "COUNT(DISTINCT athlete_events.sport)" in sql
    assert "season = 'Summer'" in sql
