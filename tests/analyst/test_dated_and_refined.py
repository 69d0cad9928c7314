"""Which date is meant, two periods of each group beside each other, and what a further sentence adds."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.readings.lead_ins import led_in
from svcchat_magic.analyst.readings.parts import parts_of
from tests.analyst.small_models import is_read, reader_over, sql_of

TOWNS = ("Oslo", "Bergen", "Molde")
TABLES = {
    "clinics": ["clinic_id,clinic_name,region"]
    + [f"{n},Clinic {n},{('North', 'South')[n % 2]}" for n in range(1, 7)],
    "eye_tests": ["test_id,clinic_id,booked_on,appointment_at,outcome,fee"]
    + [
        f"{n},{1 + n % 6},202{4 + n % 2}-0{1 + n % 5}-1{n % 9},202{4 + n % 2}-0{2 + n % 5}-1{n % 9} 09:30,"
        f"{('new lenses', 'no change')[n % 2]},{20 + n % 4}"
        for n in range(1, 61)
    ],
    "bookings": ["booking_id,clinic_id,booked_on,arrival_on"]
    + [f"{n},{1 + n % 6},2025-0{1 + n % 5}-1{n % 9},2025-0{2 + n % 5}-1{n % 9}" for n in range(1, 41)],
}
JOINED = {
    "cars": ["car_id,car_name,inspection_due"] + [f"{n},Car {n},2025-0{1 + n}-03" for n in range(1, 7)],
    "orders": ["order_id,state,ordered_on"]
    + [f"{n},{('open', 'cancelled')[n % 2]},2025-04-1{n % 9}" for n in range(1, 21)],
    "visits": ["visit_id,order_id,car_id,scheduled_on,state,price"]
    + [
        f"{n},{1 + n % 20},{1 + n % 6},2025-05-1{n % 9},{('kept', 'cancelled')[n % 2]},{20 + n}"
        for n in range(1, 31)
    ],
    "trips": ["trip_id,driven_on,source_town,target_town"]
    + [f"{n},2025-05-1{n % 9},{TOWNS[n % 3]},{TOWNS[(n + 1) % 3]}" for n in range(1, 31)],
}
MODEL = """
cubes:
  - name: orders
    sql_table: orders
    description: One row an order. An order belongs to the period of its delivery date unless more is said.
    dimensions:
      - {name: order_id, sql: "{CUBE}.order_id", type: number, primary_key: true}
      - {name: placed_at, title: Time of ordering, sql: "{CUBE}.placed_at", type: time}
      - {name: delivery_date, title: Delivery date, sql: "{CUBE}.delivery_date", type: time}
    measures:
      - {name: count, title: Orders, type: count}
      - {name: web_orders, title: Web orders, type: count, filters: [{sql: "{CUBE}.channel = 'web'"}]}
"""
ORDERS = {
    "orders": ["order_id,placed_at,delivery_date,channel"]
    + [f"{n},2025-0{1 + n % 5}-1{n % 9},2025-0{2 + n % 5}-1{n % 9},web" for n in range(1, 31)]
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("clinics"), TABLES, date(2025, 8, 20)) as found:
        yield found


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("orders"), ORDERS, date(2025, 8, 20), MODEL) as found:
        yield found


@pytest.fixture(scope="module")
def joined(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("visits"), JOINED, date(2025, 8, 20)) as found:
        yield found


def test_what_is_booked_is_dated_by_when_it_takes_place(reader):
    assert "eye_tests.appointment_at >=" in sql_of(reader, "how many eye tests were there in May 2025")


def test_bookings_are_dated_by_when_they_are_made(reader):
    assert "bookings.booked_on >=" in sql_of(reader, "how many bookings were there in May 2025")


@pytest.mark.parametrize("question", ["orders in May 2025", "web orders in May 2025"])
def test_rows_go_by_the_date_that_their_table_tells(described, question):
    assert "orders.delivery_date >=" in sql_of(described, question)


def test_a_date_that_is_named_goes_before_the_one_that_a_table_tells(described):
    assert "orders.placed_at >=" in sql_of(described, "orders placed in May 2025")


def test_two_periods_of_each_group_stand_beside_each_other(reader):
    sql = sql_of(reader, "eye tests by region, March 2025 compared with March 2024")

    assert "count_before" in sql
    assert "GROUP BY 1\n" in sql


@pytest.mark.parametrize(
    "question", ["eye tests by region in 2024 and 2025", "eye tests per month by region 2025 vs 2024"]
)
def test_periods_that_are_only_named_are_rows(reader, question):
    sql = sql_of(reader, question)

    assert "_before" not in sql
    assert "GROUP BY 1, 2\n" in sql


def test_two_periods_without_groups_are_rows(reader):
    assert "GROUP BY 1\n" in sql_of(reader, "eye tests 2025 vs 2024")


def test_the_same_number_put_more_exactly_is_told_once(reader):
    lead, told = (asyncio.run(reader.read(each)) for each in ("average fee per region", "the average fee"))

    assert led_in(lead, told, reader.completion, reader.sources) is lead


def test_another_number_behind_the_first_is_told_too(reader):
    lead, told = (asyncio.run(reader.read(each)) for each in ("average fee per region", "number of clinics"))

    assert led_in(lead, told, reader.completion, reader.sources) is not lead


def test_groups_are_narrowed_by_a_sentence_of_its_own(reader):
    question = "Which two regions have the lowest average fee? Only those with at least 3 eye tests."

    assert parts_of(question) == (
        "Which two regions have the lowest average fee, Only those with at least 3 eye tests.",
    )
    assert "HAVING" in sql_of(reader, parts_of(question)[0])


def test_a_change_in_whichever_direction(reader):
    question = "by what percent did eye tests grow or shrink in March 2025 against March 2024"

    assert "percent_change" in sql_of(reader, question)


def test_by_how_many_percent_is_no_part(reader):
    question = "by how many percent did no change eye tests fall in March 2025 against March 2024"

    assert "AS share" not in sql_of(reader, question)


def test_what_is_asked_for_is_never_passed_over(reader):
    assert not is_read(reader, "what rent do we pay in the north per month")


def test_a_part_is_what_is_said_behind_the_period(reader):
    sql = sql_of(reader, "percentage of the eye tests booked in 2025 that were no change")

    assert "FILTER (WHERE eye_tests.outcome = 'no change')" in sql
    assert "eye_tests.booked_on >=" in sql.split("FROM")[1]


def test_left_out_rows_are_those_that_are_named(joined):
    assert "visits.state <> 'cancelled'" in sql_of(joined, "total price, cancelled visits left out")


@pytest.mark.parametrize(
    ("question", "column"), [("trips into Oslo", "target_town"), ("trips from Oslo", "source_town")]
)
def test_a_direction_tells_which_column_is_meant(joined, question, column):
    assert f"trips.{column} = 'Oslo'" in sql_of(joined, question)


def test_a_word_behind_the_rows_means_their_own_date(joined):
    assert "visits.scheduled_on >=" in sql_of(joined, "visits due in May 2025")


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many days at each plant? orders of 2024", 1),
        ("revenue by shop? sales in May 2024", 1),
        ("what did we sell? orders in 2024 by month", 2),
        ("top 5 clubs? and members in 2024?", 2),
    ],
)
def test_of_which_period_the_rows_are_is_said_of_the_question_before(question, count):
    assert len(parts_of(question)) == count
