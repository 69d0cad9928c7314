"""Dates and times of day in columns of their own: one moment; and sales that are counted or added up."""

import asyncio
from datetime import date, time, timedelta

import pandas
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 9, 15)
ROWS = range(120)
DAYS = [date(2025, 1, 1) + timedelta(days=at % 50) for at in ROWS]
SALES = pandas.DataFrame({
    "Invoice ID": [f"{at:03}-{at * 7 % 89:02}" for at in ROWS],
    "Branch": [("A", "B")[at % 2] for at in ROWS],
    "Total": [10.5 + at for at in ROWS],
    "Date": DAYS,
    "Time": [f"{10 + at % 11}:{at % 60:02}" for at in ROWS],
})  # fmt: skip
CLOCKED = SALES.assign(Time=[time(10 + at % 11, at % 60) for at in ROWS])
HALVES = SALES.assign(Time=[f"{1 + at % 12}:05 {('AM', 'PM')[at % 2]}" for at in ROWS])
TWO_DATES = SALES.rename(columns={"Date": "order_date"}).assign(ship_date=DAYS)
OWN_TIMES = TWO_DATES.rename(columns={"Time": "order_time"})
FRAMES = {
    "shop_sales": SALES,
    "clocked_sales": CLOCKED,
    "halved_sales": HALVES,
    "sent_sales": TWO_DATES,
    "told_sales": OWN_TIMES,
}


@pytest.fixture(scope="module")
def engines():
    found = {name: DuckDBEngine.open({name: frame}) for name, frame in FRAMES.items()}
    yield found
    for each in found.values():
        each.close()


@pytest.fixture(scope="module")
def found(engines):
    readers = {
        name: Reader(SetTools(infer_model(engine).model, engine), TODAY) for name, engine in engines.items()
    }
    return lambda name, question: asyncio.run(readers[name].read(question))


@pytest.fixture
def sql_of(found):
    def read(name, question):
        told = found(name, question)
        assert told.is_sure, told
        return told.planned.sql

    return read


@pytest.mark.parametrize("name", ["shop_sales", "clocked_sales", "halved_sales"])
def test_a_date_and_a_time_are_one_moment(engines, name):
    model = infer_model(engines[name]).model
    sql = model.cubes[name].dimensions["date"].sql

    assert '"Time"' in sql
    shown = sql.replace("{CUBE}", name)
    hours = f"SELECT DISTINCT EXTRACT(HOUR FROM {shown}) FROM {name}"
    rows = engines[name].run(hours, {}, limit=100).rows
    assert len(rows) > 10


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("sales by hour of day", "EXTRACT(HOUR FROM shop_sales.date)"),
        ("busiest hour", "EXTRACT(HOUR FROM shop_sales.date)"),
        ("sales after 6 pm", "IN (18, 19, 20, 21, 22, 23)"),
        ("sales by date", "DATE_TRUNC('day', shop_sales.date)"),
        ("sales by month", "DATE_TRUNC('month', shop_sales.date)"),
    ],
)
def test_hours_are_those_of_the_moment(sql_of, question, said):
    assert said in sql_of("shop_sales", question)


def test_of_two_dates_none_is_given_the_time_without_a_name_that_says_which(engines):
    dimensions = infer_model(engines["sent_sales"]).model.cubes["sent_sales"].dimensions

    assert "Time" not in dimensions["order_date"].sql + dimensions["ship_date"].sql


def test_of_two_dates_that_one_has_the_time_which_is_called_alike(engines):
    dimensions = infer_model(engines["told_sales"]).model.cubes["told_sales"].dimensions

    assert "order_time" in dimensions["order_date"].sql
    assert "order_time" not in dimensions["ship_date"].sql


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how many sales were there on Saturdays", '"count"'),
        ("number of sales by branch", '"count"'),
        ("sales by branch", "total"),
        ("total sales", "total"),
    ],
)
def test_how_many_sales_are_no_money(sql_of, question, said):
    assert said in sql_of("shop_sales", question)
