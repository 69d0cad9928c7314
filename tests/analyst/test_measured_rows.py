"""Rows that are only where numbers stand are not counted, and what is kept of goods has many names."""

import asyncio
from datetime import date
from itertools import product

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 1, 1)
YEARS, LANDS = range(2001, 2021), ("Norland", "Sudia", "Estria")
PEOPLE = [
    {
        "year": year,
        "country": land,
        "population": 1000 * (at + 1) + 7 * (year - 2000),
        "births": 20 + at + year % 5,
    }
    for year, (at, land) in product(YEARS, enumerate(LANDS, 1))
]
MONTHS = [date(2022 + at // 12, at % 12 + 1, 1) for at in range(24)]
GOODS = [
    {"month": month, "item": item, "on_hand_qty": 400 + 10 * at + place, "units_sold": (at * 7 + place) % 30}
    for (at, month), (place, item) in product(enumerate(MONTHS), enumerate(("Bolt", "Nut", "Gear")))
]


@pytest.fixture(scope="module")
def tools():
    tables = {"population": PEOPLE, "inventory": GOODS}
    engines = {name: open_engine({name: pa.Table.from_pylist(rows)}) for name, rows in tables.items()}
    yield {name: GroundTools(infer_model(engine).model, engine) for name, engine in engines.items()}
    for engine in engines.values():
        engine.close()


def answered(tools, question):
    read = asyncio.run(Reader(tools, TODAY).read(question))
    assert read.is_sure, read
    return [tuple(row) for row in asyncio.run(tools.run_sql(read.planned.sql)).rows]


def test_per_inhabitant_is_by_the_population(tools):
    found = dict(answered(tools["population"], "births per 1,000 inhabitants by country in 2015"))
    known = {
        row["country"]: row["births"] * 1000 / row["population"] for row in PEOPLE if row["year"] == 2015
    }

    assert found == pytest.approx(known)


@pytest.mark.parametrize(
    "question",
    ["how many units are on hand?", "current stock", "units in stock", "inventory level", "stock on hand"],
)
def test_what_is_kept_of_goods_is_the_latest(tools, question):
    last = sum(row["on_hand_qty"] for row in GOODS if row["month"] == MONTHS[-1])

    assert answered(tools["inventory"], question) == [(last,)]


def test_what_was_sold_is_still_that(tools):
    sold = sum(row["units_sold"] for row in GOODS)

    assert answered(tools["inventory"], "how many units were sold") == [(sold,)]
