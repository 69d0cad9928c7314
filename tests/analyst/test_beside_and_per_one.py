"""Rides of a taxi firm: rows beside numbers, amounts per one, whose value it is, and how long it takes."""

import asyncio
from datetime import date, datetime, timedelta

import pytest

from svcchat_magic.analyst.natural_units import in_natural_unit
from tests.analyst.small_models import is_read, reader_over, sql_of

STATES = ("completed", "completed", "completed", "cancelled_by_rider", "cancelled_by_driver")
TOWNS = ("Alt", "Burg", "Camp")


def _ride(at):
    asked = datetime(2024, 1, 3, 8) + timedelta(hours=37 * at)
    done = STATES[at % 5] == "completed"
    picked = asked + timedelta(minutes=4 + at % 9) if done else ""
    fare = 7 + at * 13 % 40
    tip = at % 3 if done else 0
    ends = f"{TOWNS[at % 3]},{TOWNS[at * 7 // 2 % 3]}"
    return f"{at},{at % 11},{at % 7},{ends},{STATES[at % 5]},{asked},{picked},{1 + at % 6},{fare},{tip}"


RIDES = [
    "ride_id,rider_id,driver_id,origin,destination,status,requested_at,picked_up_at,number_of_bags,fare,tip",
    *(_ride(at) for at in range(140)),
]
DRIVERS = [
    "driver_id,full_name,home_town",
    *(f"{at},{'' if at == 4 else f'Driver {at}'},{TOWNS[at % 3]}" for at in range(7)),
]
RIDERS = [
    "rider_id,joined_on,blood_group",
    *(f"{at},2023-0{1 + at % 9}-11,{('O-', 'A+', 'O+')[at % 3]}" for at in range(11)),
]


@pytest.fixture(scope="module")
def rides(tmp_path_factory):
    tables = {"rides": RIDES, "drivers": DRIVERS, "riders": RIDERS}
    with reader_over(tmp_path_factory.mktemp("rides"), tables, date(2024, 9, 1)) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("completed rides and average fare by origin", 'MEASURE(rides."count") AS'),
        ("top 3 drivers by number of completed rides", "rides.status = 'completed'"),
        ("how many drivers had more than 12 rides", "rides.driver_id IS NOT NULL"),
        ("which origin earns the most per ride", "MEASURE(rides.average_fare) DESC"),
        ("how many rides had between 2 and 4 bags", "rides.number_of_bags <= 4"),
        ("cancellation rate by origin", "IN ('cancelled_by_driver', 'cancelled_by_rider')"),
        ("share of rides with a tip by origin", "rides.tip > 0"),
        ("riders with blood group O-", "riders.blood_group = 'O-'"),
        ("how many riders took a ride in March 2024", "riders.rider_id IN"),
        ("which origin brings in the most rides", 'MEASURE(rides."count") DESC'),
        ("destinations by number of rides", 'MEASURE(rides."count") AS "count"'),
    ],
)
def test_what_stands_beside_is_asked_for_as_well(rides, question, part):
    assert part in sql_of(rides, question)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("apart from Burg, which 2 destinations have the most rides", "rides.destination <> 'Burg'"),
        ("top 2 destinations without Burg by rides", "rides.destination <> 'Burg'"),
        ("fare of drivers in Camp", "home_town = 'Camp'"),
        ("rides from 2024", "rides.requested_at < '2025-01-01'"),
        ("by what percentage did the number of rides completed change from March to April 2024", "change"),
    ],
)
def test_the_words_beside_a_value_tell_what_it_is_of(rides, question, part):
    assert part in sql_of(rides, question)


@pytest.mark.parametrize("question", ["rides by month from March 2024", "rides from March 2024 on"])
def test_what_is_asked_over_time_goes_on(rides, question):
    assert "<" not in sql_of(rides, question)


@pytest.mark.parametrize(
    "question",
    ["average score by origin", "average fare and average score by origin", "average score of rides"],
)
def test_the_noun_of_an_average_is_never_passed_over(rides, question):
    assert not is_read(rides, question)


def test_a_length_of_time_is_told_in_the_unit_that_fits(rides):
    question = "average time from request to pickup by origin"
    read = asyncio.run(rides.read(question))
    assert not read.is_sure

    told = asyncio.run(in_natural_unit(question, read, rides, None))
    assert told.is_sure
    assert "DATE_DIFF('minute'" in told.planned.sql
