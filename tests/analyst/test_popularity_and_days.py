"""A popularity that is a number, days that the data write short, and hours of dates that have none."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Outcome
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 9, 15)
SONGS = pandas.DataFrame({
    "song_id": [f"s{at:03}" for at in range(60)],
    "song_name": [f"Tune {at}" for at in range(60)],
    "artist": [("Luna", "Kite", "Marlow")[at % 3] for at in range(60)],
    "popularity": [at * 7 % 101 for at in range(60)],
})  # fmt: skip
BILLS = pandas.DataFrame({
    "total": [5.5 + at for at in range(60)],
    "gratuity": [1.5 + at % 9 for at in range(60)],
    "weekday": [("Thur", "Fri", "Sat", "Sun")[at % 4] for at in range(60)],
    "meal": [("Lunch", "Dinner")[at % 2] for at in range(60)],
})  # fmt: skip
RECEIPTS = BILLS.assign(day=pandas.date_range("2024-01-01", periods=60).date)
STAMPED = BILLS.assign(paid_at=pandas.date_range("2024-01-01 08:20", periods=60, freq="7h"))
STAYS = pandas.DataFrame({
    "arrival_date": pandas.date_range("2024-01-01", periods=60),
    "booking_date": pandas.date_range("2023-11-01", periods=60),
    "nights": [1 + at % 6 for at in range(60)],
})  # fmt: skip
FRAMES = {"songs": SONGS, "bills": BILLS, "receipts": RECEIPTS, "payments": STAMPED, "stays": STAYS}


@pytest.fixture(scope="module")
def tools():
    engines = {name: DuckDBEngine.open({name: frame}) for name, frame in FRAMES.items()}
    yield {name: SetTools(infer_model(engine).model, engine) for name, engine in engines.items()}
    for each in engines.values():
        each.close()


@pytest.fixture
def sql_of(tools):
    def read(name, question):
        found = asyncio.run(Reader(tools[name], TODAY).read(question))
        assert found.is_sure, found
        return found.planned.sql

    return read


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("most popular song", "DESC"),
        ("least popular song", "ASC"),
        ("top 5 most popular songs", "DESC"),
        ("which artist is the most popular", "DESC"),
        ("most popular artist", "DESC"),
    ],
)
def test_the_most_popular_has_the_highest_popularity(sql_of, question, way):
    sql = sql_of("songs", question)

    assert "popularity" in sql
    assert "count" not in sql
    assert f"{way} NULLS LAST" in sql


def test_the_most_popular_is_the_most_frequent_where_nothing_measures_it(sql_of):
    assert 'MEASURE(bills."count")' in sql_of("bills", "most popular meal")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("average gratuity on Saturday", "'Sat'"),
        ("average gratuity on Sundays", "'Sun'"),
        ("average gratuity on Thursdays at lunch", "'Thur'"),
    ],
)
def test_days_are_found_as_the_data_write_them(sql_of, question, value):
    assert f"weekday = {value}" in sql_of("bills", question)


def test_days_of_dated_rows_are_those_of_the_date(sql_of):
    assert "ISODOW" in sql_of("receipts", "average gratuity on Saturdays")


def told(tools, question):
    async def collect():
        return [each async for each in OfflineAnalyst().answer(Task(question, TODAY, b""), tools)]

    events = asyncio.run(collect())
    outcome = next(each.kind for each in events if isinstance(each, Outcome))
    return outcome, "".join(each.text for each in events if isinstance(each, AnswerText))


def test_dates_without_a_time_of_day_tell_no_hour(tools):
    outcome, text = told(tools["receipts"], "average gratuity by hour of day")

    assert outcome == "refused"
    assert "no time of day" in text


def test_moments_tell_their_hours(tools):
    outcome, text = told(tools["payments"], "average gratuity by hour of day")

    assert outcome == "answered"
    assert "no time of day" not in text


@pytest.mark.parametrize("question", ["stays by arrival month", "average nights per arrival month in 2024"])
def test_the_month_of_a_date_is_called_by_it(sql_of, question):
    assert "DATE_TRUNC('month', stays.arrival_date)" in sql_of("stays", question)


def test_a_month_of_what_is_no_date_is_refused(tools):
    assert not asyncio.run(Reader(tools["stays"], TODAY).read("stays by departure month")).is_sure
