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


TWO_DATES = """
cubes:
  - name: ports
    sql_table: ports
    dimensions:
      - {name: port_id, sql: port_id, type: number, primary_key: true}
      - {name: port, sql: port, type: string}
    measures:
      - {name: count, title: Ports, type: count}
  - name: landings
    sql_table: landings
    joins:
      - {name: ports, relationship: many_to_one, sql: "{CUBE}.port_id = {ports}.port_id"}
    dimensions:
      - {name: landing_id, sql: landing_id, type: number, primary_key: true}
      - {name: landed_on, title: Landed, sql: landed_on, type: time}
    measures:
      - {name: count, title: Landings, type: count}
      - {name: kilos, title: Kilos landed, sql: kilos, type: sum}
  - name: orders
    sql_table: orders
    joins:
      - {name: ports, relationship: many_to_one, sql: "{CUBE}.port_id = {ports}.port_id"}
    dimensions:
      - {name: order_id, sql: order_id, type: number, primary_key: true}
      - {name: asked_on, title: Asked for, sql: asked_on, type: time}
      - {name: shipped_on, title: Shipped, sql: shipped_on, type: time}
    measures:
      - {name: count, title: Orders, type: count}
      - {name: shipped_kilos, title: Kilos shipped, sql: kilos, type: sum}
"""


def test_each_of_two_numbers_keeps_the_date_that_its_name_tells(tmp_path):
    days = [f"2024-0{1 + n % 9}-1{n % 9}" for n in range(60)]
    tables = {
        "ports": ["port_id,port", "0,Ostend", "1,Dover", "2,Calais"],
        "landings": [
            "landing_id,port_id,kilos,landed_on", *(f"{n},{n % 3},{n},{day}" for n, day in enumerate(days))
        ],
        "orders": [
            "order_id,port_id,kilos,asked_on,shipped_on",
            *(f"{n},{n % 3},{n},{day},{day}" for n, day in enumerate(days)),
        ],
    }  # fmt: skip
    with reader_over(tmp_path, tables, TODAY, TWO_DATES) as reader:
        asked = sql_of(
            reader, "kilos landed, kilos shipped and the difference between the two by port in 2024"
        )

    assert "orders.shipped_on >=" in asked
    assert "orders.asked_on" not in asked
    assert "landings.landed_on >=" in asked
