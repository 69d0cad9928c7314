"""What left or came in late by a number of its delay, and what never left at all."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2024, 12, 31)
FLIGHTS = [
    "flight_id,flown_on,carrier,origin,dest,sched_dep_time,dep_time,dep_delay,arr_delay",
    *(
        f"{at},2024-0{1 + at % 9}-1{at % 9},{('AA', 'UA')[at % 2]},{('JFK', 'LGA', 'EWR')[at % 3]},"
        f"{('BOS', 'ATL')[at % 2]},"
        f"{600 + at},{600 + at + at % 50 if at % 11 else ''},{at % 50 - 10 if at % 11 else ''},"
        f"{at % 60 - 20 if at % 11 else ''}"
        for at in range(1, 200)
    ),
]
PARCELS = [
    "parcel_id,sent_on,depot,delay_hours",
    *(f"{at},2024-0{1 + at % 9}-1{at % 9},{('Bath', 'Ely')[at % 2]},{at % 9 - 2}" for at in range(1, 100)),
]


def flat(reader, question):
    """The statement in one line."""
    return " ".join(sql_of(reader, question).split())


@pytest.fixture(scope="module")
def flights(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("flights"), {"flights": FLIGHTS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def parcels(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("parcels"), {"parcels": PARCELS}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many flights departed late", "flights.dep_delay > 0"),
        ("flights that left more than 15 minutes late by carrier", "flights.dep_delay > 15"),
        ("how many flights took off more than an hour late in July", "flights.dep_delay > 60"),
        ("which flights landed at least 2 hours behind schedule", "flights.arr_delay >= 120"),
        ("how many flights arrived early", "flights.arr_delay < 0"),
        ("how many flights landed more than 10 minutes early", "flights.arr_delay < -10"),
        ("flights that left on time by origin", "flights.dep_delay <= 0"),
    ],
)
def test_the_verb_says_which_delay_and_the_words_how_much(flights, question, kept):
    assert kept in flat(flights, question)


def test_two_delays_of_one_flight_hold_together(flights):
    asked = flat(flights, "How many flights left late but still landed ahead of schedule?")

    assert "flights.dep_delay > 0 AND flights.arr_delay < 0" in asked


def test_of_two_delays_none_is_guessed(flights):
    assert not is_read(flights, "how many flights were late")


@pytest.mark.parametrize(
    "question", ["how many flights were cancelled this year?", "cancelled flights by month"]
)
def test_what_never_left_was_cancelled(flights, question):
    assert "flights.dep_time IS NULL" in flat(flights, question)


def test_the_rate_of_cancellations_is_of_all(flights):
    asked = flat(flights, "cancellation rate by origin")

    assert "FILTER (WHERE flights.dep_time IS NULL) * 1.0" in asked


def test_those_that_took_off_are_the_whole(flights):
    asked = flat(
        flights, "Of the flights that actually took off, what percentage left more than 15 minutes late?"
    )

    assert "WHERE flights.dep_time IS NOT NULL" in asked
    assert "flights.dep_delay > 15" in asked


def test_where_flights_were_going_is_a_column(flights):
    asked = flat(
        flights, "list flights that left more than 30 minutes late with the carrier and where they were going"
    )

    assert "flights.dest" in asked
    assert "flights.carrier" in asked


def test_leaving_from_a_place_is_from_there(flights):
    assert "flights.origin = 'JFK'" in flat(flights, "how many flights leaving from JFK")


def test_a_delay_in_hours_is_bounded_in_hours(parcels):
    assert "parcels.delay_hours > 1" in flat(parcels, "parcels that arrived more than 60 minutes late")


def test_without_a_planned_time_nothing_says_what_was_cancelled(parcels):
    assert not is_read(parcels, "how many parcels were cancelled")
