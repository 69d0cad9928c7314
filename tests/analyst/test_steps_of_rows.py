"""A day is held against the row before it: prices of Monday against those of Friday."""

import asyncio
from datetime import date, timedelta
from itertools import pairwise, product

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 6, 1)
DAYS = [day for at in range(120) if (day := date(2024, 1, 1) + timedelta(days=at)).weekday() < 5]
SHARES = ("AAX", "BBX", "CCX")
PRICES = {
    share: [100.0 + 5 * place + ((at * at * 3 + 7 * place) % 211) * 0.25 for at in range(len(DAYS))]
    for place, share in enumerate(SHARES)
}
ROWS = [
    {"day": day, "share": share, "price": PRICES[share][at]}
    for share, (at, day) in product(SHARES, enumerate(DAYS))
]
FALLS = {
    share: min((after - before, day) for (before, after), day in zip(pairwise(each), DAYS[1:], strict=True))
    for share, each in PRICES.items()
}


@pytest.fixture(scope="module")
def tools():
    engine = open_engine({"quotes": pa.Table.from_pylist(ROWS)})
    yield GroundTools(infer_model(engine).model, engine)
    engine.close()


def answered(tools, question):
    read = asyncio.run(Reader(tools, TODAY).read(question))
    assert read.is_sure, read
    return [tuple(row) for row in asyncio.run(tools.run_sql(read.planned.sql)).rows]


def test_mondays_have_a_change(tools):
    found = answered(tools, "daily change of price of AAX")

    assert [row[3] for row in found[1:]] == [after - before for before, after in pairwise(PRICES["AAX"])]


def test_a_period_begins_with_the_row_before_it(tools):
    first = answered(tools, "daily change of price of AAX in April 2024")[0]
    at = DAYS.index(date(2024, 4, 1))

    assert first[1:4] == (PRICES["AAX"][at], PRICES["AAX"][at - 1], PRICES["AAX"][at] - PRICES["AAX"][at - 1])


def test_the_largest_drop_of_each(tools):
    found = answered(tools, "biggest one-day drop in price by share")

    assert {row[1]: row[4] for row in found} == {share: fall for share, (fall, _) in FALLS.items()}


def test_the_largest_drop_of_one_is_one(tools):
    ((day, _, _, change, _),) = answered(tools, "biggest one-day drop in price of BBX")

    assert (change, day.date()) == FALLS["BBX"]


def test_which_of_them_dropped_the_most_is_one(tools):
    found = answered(tools, "which share had the biggest one-day drop in price")

    assert [row[4] for row in found] == [min(fall for fall, _ in FALLS.values())]
