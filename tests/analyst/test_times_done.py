"""How many times something was done: the rows that were made each time, and no number of things."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
TABLES = {
    "boats": [
        "boat_id,name,class,launched_on",
        *(f"{n},Boat {n},{('dinghy', 'yacht')[n % 2]},20{10 + n % 9}-05-01" for n in range(30)),
    ],
    "rentals": [
        "rental_id,boat_id,hours,rented_on",
        *(f"{n},{n % 30},{1 + n % 8},202{4 + n % 2}-0{1 + n % 9}-1{n % 9}" for n in range(300)),
    ],
}


@pytest.fixture(scope="module")
def boats(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("boats"), TABLES, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("how many times were boats rented in 2024", "how many rentals in 2024"),
        ("how many times was a boat rented", "how many rentals"),
        ("how many times has each boat been rented", "how many rentals by boat"),
    ],
)
def test_as_often_as_there_are_rows_of_it(boats, question, plain):
    assert sql_of(boats, question) == sql_of(boats, plain)


@pytest.mark.parametrize(
    "question", ["how many times was a boat painted", "how many times were boats repaired in 2024"]
)
def test_what_leaves_no_rows_is_not_counted_by_the_things(boats, question):
    assert not is_read(boats, question)
