"""What is free by a price of nothing, and several numbers before the one column that they are values of."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
TOURS = [
    "tour_id,tour,city,price,transfer_fee,days",
    *(
        f"{at},Tour {at},{('Bath', 'Ely', 'York')[at % 3]},{at * 5 % 4 * 9},{at % 2 * 5},{1 + at % 5}"
        for at in range(1, 61)
    ),
]
BOOKINGS = [
    "booking_id,tour_id,booked_on,stars",
    *(f"{at},{1 + at % 60},2024-{1 + at % 12:02}-1{at % 9},{1 + at % 5}" for at in range(300)),
]
ROOMS = [
    "room_id,room,floor,price",
    *(f"{at},Room {at},{1 + at % 4},{60 + at % 7 * 10}" for at in range(1, 41)),
]


@pytest.fixture(scope="module")
def tours(tmp_path_factory):
    tables = {"tours": TOURS, "bookings": BOOKINGS}
    with reader_over(tmp_path_factory.mktemp("tours"), tables, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def rooms(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("rooms"), {"rooms": ROOMS}, TODAY) as reader:
        yield reader


def kept(reader, question):
    return " ".join(sql_of(reader, question).split()).partition(" WHERE ")[2]


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("how many tours are free", "tours.price = 0"),
        ("how many tours are free of charge", "tours.price = 0"),
        ("how many tours cost nothing", "tours.price = 0"),
        ("how many tours are not free", "tours.price <> 0"),
        ("how many bookings of free tours", "bookings.price = 0"),
        ("how many tours have a free transfer", "tours.transfer_fee = 0"),
    ],
)
def test_what_is_free_has_a_price_of_nothing(tours, question, where):
    assert where in kept(tours, question)


def test_a_share_of_what_is_free(tours):
    assert "FILTER (WHERE tours.price = 0)" in sql_of(tours, "share of free tours by city")


@pytest.mark.parametrize("question", ["how many rooms are free", "free rooms by floor"])
def test_where_all_have_a_price_free_is_something_else(rooms, question):
    assert not is_read(rooms, question)


@pytest.mark.parametrize(
    "question", ["how many bookings are free", "tours with free dinner", "free city tours"]
)
def test_what_has_no_such_price_is_not_free(tours, question):
    assert not is_read(tours, question)


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("number of bookings with one or two stars", "stars IN (1, 2)"),
        ("number of bookings with only 1 or 2 stars", "stars IN (1, 2)"),
        ("average stars of tours with 2, 3 or 4 days", "days IN (2, 3, 4)"),
    ],
)
def test_all_of_several_numbers_are_kept(tours, question, where):
    assert where in sql_of(tours, question)
