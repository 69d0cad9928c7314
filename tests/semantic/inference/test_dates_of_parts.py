"""Dates that a table keeps as a year, a month and a day, and numbers that are never added up."""

from datetime import date

import pandas
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

MONTHS = ("January", "March", "August")
STAYS = pandas.DataFrame({
    "hotel": [("City", "Beach")[n % 2] for n in range(60)],
    "arrival_date_year": [2015 + n % 3 for n in range(60)],
    "arrival_date_month": [MONTHS[n % 3] for n in range(60)],
    "arrival_date_day_of_month": [1 + n % 28 for n in range(60)],
    "status_date": pandas.to_datetime([f"2019-0{1 + n % 9}-11" for n in range(60)]),
    "lead_time": [n * 5 for n in range(60)],
    "stays_in_week_nights": [n % 8 for n in range(60)],
    "adr": [90.5 + n for n in range(60)],
})  # fmt: skip


def cube_of(name, frame):
    engine = DuckDBEngine.open({name: frame})
    found = infer_model(engine).model.cubes[name]
    engine.close()
    return found


@pytest.fixture(scope="module")
def stays():
    return cube_of("bookings", STAYS)


def times(cube):
    return [each.name for each in cube.dimensions.values() if each.type == "time"]


def test_a_date_in_three_columns_comes_before_that_of_a_status(stays):
    assert times(stays) == ["arrival_date", "status_date"]


def test_a_month_written_as_a_word_is_read():
    engine = DuckDBEngine.open({"bookings": STAYS})
    model = infer_model(engine).model
    sql = "SELECT MIN(bookings.arrival_date) AS first FROM bookings"

    found = run_query(model, engine, Viewer("tester", is_internal=True), sql, limit=10)
    engine.close()

    assert found.rows[0][0] == date(2015, 1, 1)


def test_the_parts_of_a_date_are_not_measured(stays):
    assert not any("arrival" in each for each in stays.measures)


def test_days_ahead_and_the_rate_of_a_day_are_averaged_and_nights_added_up(stays):
    assert {"average_lead_time", "average_adr", "total_stays_in_week_nights"} <= set(stays.measures)
    assert not {"total_lead_time", "total_adr"} & set(stays.measures)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"work_year": 2020}, ["work_date"]),
        ({"YrSold": 2006, "MoSold": 5, "YearBuilt": 1990}, ["sold_date"]),
        ({"model_year": 2006}, []),
        ({"birth_year": 1970}, []),
    ],
)
def test_a_year_alone_dates_rows_only_where_they_were_written_in_it(columns, expected):
    frame = pandas.DataFrame({name: [first + n % 4 for n in range(40)] for name, first in columns.items()})

    assert times(cube_of("houses", frame.assign(price=range(40)))) == expected


def test_a_date_that_a_column_says_is_not_made_again():
    ordered = [date(2020 + n % 3, 1 + n % 12, 5) for n in range(40)]
    frame = pandas.DataFrame({
        "order_date": pandas.to_datetime(ordered),
        "order_year": [each.year for each in ordered],
        "order_month": [each.month for each in ordered],
        "amount": range(40),
    })  # fmt: skip

    assert times(cube_of("orders", frame)) == ["order_date"]


def test_scores_and_numbers_of_districts_are_not_added_up():
    frame = pandas.DataFrame({
        "district": [1 + n % 25 for n in range(100)],
        "freedom": [0.1 + n % 10 / 20 for n in range(100)],
        "overall": [47 + n % 47 for n in range(100)],
        "height": [150 + n % 50 for n in range(100)],
        "weight": [45 + n % 60 for n in range(100)],
    })  # fmt: skip

    assert not any(each.type == "sum" for each in cube_of("people", frame).measures.values())


def test_the_gross_income_of_sales_adds_up_and_that_of_people_does_not():
    frame = pandas.DataFrame({"gross income": [10.5 + n for n in range(50)], "quantity": range(50)})

    assert "total_gross_income" in cube_of("sales", frame).measures
    assert "total_gross_income" not in cube_of("employees", frame).measures


def test_amounts_each_in_a_currency_of_its_own_are_not_asked_for():
    frame = pandas.DataFrame({
        "work_year": [2020 + n % 4 for n in range(40)],
        "salary": [50_000 + n for n in range(40)],
        "salary_currency": [("EUR", "USD")[n % 2] for n in range(40)],
        "salary_in_usd": [60_000 + n for n in range(40)],
    })  # fmt: skip
    cube = cube_of("salaries", frame)

    assert cube.measures["average_salary_in_usd"].title == "Average salary"
    assert cube.dimensions["salary"].meta == {"questions": False}
