"""Two ends in one answer, a difference beside both numbers, and units that the data do not tell."""

import asyncio
from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
BARGES = [
    "voyage_id,barge,skipper,cargo_in,cargo_out,departure_delay,duration,price,sailed_on",
    *(
        f"{n},{('Anna', 'Berta', 'Clara', 'Dora')[n % 4]},S{n % 7},{100 + n * 37 % 700},{80 + n * 53 % 600},"
        f"{n * 11 % 90 - 10},{40 + n % 50},{20 + n * 7 % 300}.5,2024-{1 + n % 12:02}-{1 + n % 28:02}"
        for n in range(240)
    ),
]


@pytest.fixture(scope="module")
def barges(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("barges"), {"voyages": BARGES}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "which barge had the highest and the lowest total price in 2024",
        "best and worst barge by total price",
        "which month had the most and the fewest voyages",
        "top 2 and bottom 2 barges by total price",
        "the cheapest and the most expensive voyage",
    ],
)
def test_rows_from_both_ends_are_shown(barges, question):
    kept = sql_of(barges, question).partition("QUALIFY")[2]

    assert " OR " in kept
    assert "DESC" in kept
    assert "ASC" in kept


@pytest.mark.parametrize(
    "question", ["when was the first and the last voyage of Anna", "earliest and latest sailed on for Anna"]
)
def test_the_first_and_the_last_day_are_two_numbers(barges, question):
    asked = sql_of(barges, question)

    assert "MIN(" in asked
    assert "MAX(" in asked
    assert "Anna" in asked


def test_the_highest_and_the_lowest_of_a_column_are_two_numbers(barges):
    asked = sql_of(barges, "lowest and highest cargo in")

    assert "QUALIFY" not in asked
    assert "owest" in asked or "MIN(" in asked
    assert "ighest" in asked or "MAX(" in asked


@pytest.mark.parametrize(
    "question",
    [
        "the cheapest and the oldest voyage",
        "total price of the first and the last",
        "voyages by barge for the first and last",
    ],
)
def test_ends_of_nothing_and_of_two_things_are_not_read(barges, question):
    assert not is_read(barges, question)


@pytest.mark.parametrize(
    "question",
    [
        "total cargo in, total cargo out and the difference between the two for every barge",
        "show total cargo in and total cargo out by barge, and the difference between them",
        "total cargo in, total cargo out and the difference by barge",
        "total cargo in and total cargo out per barge plus the difference",
    ],
)
def test_a_difference_beside_two_numbers_is_that_of_both(barges, question):
    plain = "difference between total cargo in and total cargo out by barge"

    assert sql_of(barges, question) == sql_of(barges, plain)


def test_a_difference_to_an_earlier_time_stays_a_change(barges):
    asked = sql_of(barges, "total price by month and the difference to the month before")

    assert "_before" in asked
    assert sql_of(barges, "total price by month and how many euros it rose or fell against the month before")


def test_a_first_and_a_last_name_are_two_columns(tmp_path):
    lines = ["skipper_id,first_name,last_name", *(f"{n},F{n % 9},L{n}" for n in range(40))]
    with reader_over(tmp_path, {"skippers": lines}, TODAY) as reader:
        asked = sql_of(reader, "list the skippers with first and last name")

    assert "first_name" in asked
    assert "last_name" in asked


def notes_of(reader, question):
    read = asyncio.run(reader.read(question))
    assert read.is_sure, read
    return read.best.notes


def test_a_delay_that_tells_no_unit_is_told_as_it_is_kept(barges):
    assert notes_of(barges, "what was the longest departure delay, in minutes") == ("unit untold",)


@pytest.mark.parametrize(
    "question",
    ["longest departure delay in kilos", "total price in minutes", "average duration in minutes"],
)
def test_no_other_number_is_told_in_a_unit_that_nobody_knows(barges, question):
    assert not is_read(barges, question)
