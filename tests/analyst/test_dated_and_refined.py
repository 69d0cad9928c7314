"""Which date is meant, two periods of each group beside each other, and what a further sentence adds."""

from datetime import date

import pytest

from tests.analyst.small_models import reader_over, sql_of

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
