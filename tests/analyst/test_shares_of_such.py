"""The share of rows that have so many of others, and words that must not lead to other rows."""

import asyncio
from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "shops": ["shop_id,shop_name,town"] + [f"{n},Shop {n},{('York', 'Ripon')[n % 2]}" for n in range(1, 7)],
    "patients": ["patient_id,full_name,town,joined_on"]
    + [f"{n},Name {n},{('York', 'Ripon')[n % 2]},2023-0{1 + n % 9}-04" for n in range(1, 41)],
    "exams": ["exam_id,patient_id,shop_id,exam_at,state"]
    + [
        f"{n},{1 + n % 40},{1 + n % 6},2025-0{1 + n % 6}-1{n % 9},{('kept', 'missed')[n % 4 == 0]}"
        for n in range(1, 101)
    ],
    "orders": ["order_id,exam_id,patient_id,ordered_on,freight_cost"]
    + [
        f"{n},{n * 2 % 100 + 1},{n * 2 % 40 + 1},2025-0{1 + n % 6}-2{n % 9},{1 + n % 5}.5"
        for n in range(1, 61)
    ],
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("patients"), TABLES, date(2025, 8, 20)) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        ("what percentage of patients have at least 3 orders", ">= 3"),
        ("what share of patients placed more than one order in 2025", "> 1"),
        ("what percentage of kept exams led to an order", ">= 1"),
    ],
)
def test_a_share_of_rows_that_have_so_many_others_is_of_all_of_them(opened, question, bound):
    sql = sql_of(opened, question)

    assert f'HAVING MEASURE(orders."count") {bound}' in sql
    assert "CROSS JOIN such" in sql


def test_what_is_said_of_the_rows_is_said_of_the_whole_too(opened):
    sql = sql_of(opened, "what percentage of patients from York have at least 2 orders")

    assert sql.count("town = 'York'") == 2


def test_a_period_is_that_of_rows_that_are_events(opened):
    sql = sql_of(opened, "of the exams in March 2025, what percentage led to at least one order")

    assert sql.count("exam_at >= '2025-03-01'") == 2
    assert "ordered_on" not in sql


def test_fewer_may_be_none(opened):
    sql = sql_of(opened, "what percentage of patients have fewer than 2 orders")

    assert "SELECT 1 - COALESCE" in sql
    assert 'HAVING MEASURE(orders."count") >= 2' in sql


def test_within_groups_it_is_that_of_each_group(opened):
    sql = sql_of(opened, "what percentage of exams led to at least one order, by state")
    rows = asyncio.run(opened.tools.run_sql(sql)).rows

    exams = {f"{n}": ("kept", "missed")[n % 4 == 0] for n in range(1, 101)}
    ordered = {f"{n * 2 % 100 + 1}" for n in range(1, 61)}
    wanted = {
        state: sum(exams[each] == state for each in ordered) / sum(each == state for each in exams.values())
        for state in ("kept", "missed")
    }
    assert {row[0]: round(row[1], 6) for row in rows} == {key: round(of, 6) for key, of in wanted.items()}


@pytest.mark.parametrize("question", ["number of customers", "what percentage of customers are from York"])
def test_who_shops_is_no_shop(opened, question):
    assert not is_read(opened, question)


def test_a_cost_is_called_by_what_it_is_of(opened):
    assert "orders.total_freight_cost" in sql_of(opened, "freight per month in 2025")
