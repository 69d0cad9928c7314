"""Columns beside rows and numbers: those that are named, and the number that rows are ranked or kept by."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.turn import Turn
from tests.analyst.small_models import is_read, reader_over

DAYS = [f"2025-0{month}-1{day}" for month in (1, 2, 3) for day in (1, 4)]
STATES = ("Unpaid", "Paid")
TABLES = {
    "patrons": [
        "patron_id,full_name,home_town,email",
        *(f"{at},Patron {at},{town},p{at}@mail.example" for at, town in enumerate(("Ely", "Bath", "Ely"), 1)),
    ],
    "hirings": [
        "hiring_id,patron_id,hired_on,boat_name,state,total_fee,passengers",
        *(
            f"{at},{at % 3 + 1},{DAYS[at % 6]},Boat {at % 4},{STATES[at % 2]},{at * 20},{at % 5 + 1}"
            for at in range(1, 25)
        ),
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("beside"), TABLES, date(2025, 4, 1)) as found:
        yield found


def results(reader, question):
    """The columns of every result of a question that is understood."""
    turn = Turn(Task(question, date(2025, 4, 1), b""), reader.tools, reader, lambda: "")
    asyncio.run(turn.read())
    assert turn.stops is None, (turn.stops.unknown, turn.stops.problem)
    return [[each.name for each in planned.columns] for _, planned in turn.queries]


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("top 2 patrons by total fee, with the amount", ["full_name", "sum_of_total_fee"]),
        ("top 2 patrons by total fee and how much it was", ["full_name", "sum_of_total_fee"]),
        ("patrons with more than 5 hirings, with the count", ["full_name", "count"]),
        ("patrons with more than 5 hirings, home town and the count", ["full_name", "home_town", "count"]),
        ("2 patrons with the most hirings, name, home town and number of hirings",
         ["full_name", "home_town", "count"]),
        ("which patrons have more than 5 hirings, and how many?", ["full_name", "count"]),
        ("top 2 patrons by total fee, and which home town are they from?",
         ["full_name", "home_town", "sum_of_total_fee"]),
        ("list the unpaid hirings over 100: boat name, patron, state and total",
         ["boat_name", "full_name", "state", "total_fee"]),
        ("top 2 patrons by total fee, and how many hirings did they make?",
         ["full_name", "sum_of_total_fee", "hirings"]),
        ("which hirings are unpaid, and on which boat?", ["boat_name"]),
    ],
)  # fmt: skip
def test_one_table_has_the_columns_that_are_named(reader, question, columns):
    assert results(reader, question) == [columns]


@pytest.mark.parametrize(
    "question",
    [
        "top 2 patrons by total fee, with the count",
        "patrons with more than 5 hirings, with the amount",
        "patrons with more than 5 hirings and how much they gave back",
        "list the hirings over 100, with how much they earned",
        "number and passengers of patrons",
    ],
)
def test_another_number_is_not_taken_for_the_one_that_is_known(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "how many hirings are unpaid and what are they worth?",
        "unpaid hirings - how many are there and what do they add up to?",
        "unpaid hirings: how many, and how much in total?",
        "how many hirings are unpaid, and what is their total fee?",
        "number and total fee of unpaid hirings",
    ],
)
def test_two_numbers_of_the_same_rows_are_one_result(reader, question):
    (columns,) = results(reader, question)

    assert len(columns) == 2
    assert columns[1] == "sum_of_total_fee"


def test_a_second_number_of_other_rows_is_a_result_of_its_own(reader):
    question = "how many hirings are unpaid, and what is the total fee of paid hirings?"

    assert len(results(reader, question)) == 2


@pytest.mark.parametrize("question", ["hirings on hold", "how many hirings are on order"])
def test_a_state_that_nobody_knows_is_not_passed_over(reader, question):
    assert not is_read(reader, question)
