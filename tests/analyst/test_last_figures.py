"""The last figure of numbers that there is one of for each moment: now, at the end of a time, as of a day."""

import asyncio
from datetime import date, timedelta
from itertools import product

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 7, 1)
DAYS = [day for at in range(546) if (day := date(2023, 1, 1) + timedelta(days=at)).weekday() < 5]
FUNDS = ("Alpine", "Boreal", "Coastal")
ROWS = [
    {
        "day": day, "fund": fund, "price": 50.0 + 10 * place + at * 0.01 * (place + 1),
        "stock_on_hand": 500 + 100 * place + at, "units_sold": (at * 7 + place) % 11,
    }
    for (place, fund), (at, day) in product(enumerate(FUNDS), enumerate(DAYS))
]  # fmt: skip


@pytest.fixture(scope="module")
def tools():
    engine = open_engine({"quotes": pa.Table.from_pylist(ROWS)})
    yield GroundTools(infer_model(engine).model, engine)
    engine.close()


def answered(tools, question):
    read = asyncio.run(Reader(tools, TODAY).read(question))
    assert read.is_sure, read
    return [tuple(row) for row in asyncio.run(tools.run_sql(read.planned.sql)).rows]


def last(column, until=None, **where):
    """The figures of the last day, or of the last before one, by fund."""
    kept = [row for row in ROWS if until is None or row["day"] < until]
    day = max(row["day"] for row in kept)
    rows = [row for row in kept if row["day"] == day]
    return {row["fund"]: row[column] for row in rows if all(row[key] == at for key, at in where.items())}


@pytest.mark.parametrize("word", ["latest", "current", "most recent"])
def test_the_latest_of_an_average_is_that_of_the_latest_day(tools, word):
    assert dict(answered(tools, f"{word} price by fund")) == pytest.approx(last("price"))


@pytest.mark.parametrize("question", ["what is the price of Alpine now?", "current price of Alpine"])
def test_now_is_the_latest_day(tools, question):
    assert answered(tools, question)[0][-1] == pytest.approx(last("price")["Alpine"])


@pytest.mark.parametrize("when", ["at the end of 2023", "as of 31 December 2023", "by the end of 2023"])
def test_the_end_of_a_time_is_its_last_day_with_figures(tools, when):
    known = last("price", until=date(2024, 1, 1))

    assert dict(answered(tools, f"price by fund {when}")) == pytest.approx(known)


def test_a_level_is_added_up_on_that_day(tools):
    known = last("stock_on_hand", until=date(2023, 4, 1))

    assert answered(tools, "stock on hand at the end of March 2023") == [(sum(known.values()),)]


@pytest.mark.parametrize(
    "question",
    ["month-end price of Boreal in 2023", "end of month price of Boreal in 2023",
     "month-end price of Boreal for each month of 2023"],
)  # fmt: skip
def test_the_end_of_each_month(tools, question):
    ends = [date(2023 + at // 12, at % 12 + 1, 1) for at in range(1, 13)]

    found = answered(tools, question)

    assert [row[-1] for row in found] == pytest.approx([last("price", until=end)["Boreal"] for end in ends])


def test_what_is_added_up_over_time_is_all_of_it_until_then(tools):
    sold = sum(row["units_sold"] for row in ROWS if row["day"] < date(2023, 7, 1))

    assert answered(tools, "units sold as of 30 June 2023") == [(sold,)]


@pytest.mark.parametrize("question", ["units sold at the end of 2023", "highest price at the end of 2023"])
def test_what_has_no_end_is_refused(tools, question):
    read = asyncio.run(Reader(tools, TODAY).read(question))

    assert not read.is_sure


def test_without_such_a_word_an_average_is_one_over_time(tools):
    prices = [row["price"] for row in ROWS if row["fund"] == "Alpine"]

    assert answered(tools, "price of Alpine")[0][-1] == pytest.approx(sum(prices) / len(prices))
