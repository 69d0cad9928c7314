"""Names of columns that are written short, where the word beside them tells which is meant; sums by place."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.names import words_of
from tests.analyst.small_models import readers_over

TODAY = date(2025, 9, 15)
ROWS = range(120)
GAMES = pandas.DataFrame({
    "Name": [f"Game {at}" for at in ROWS],
    "Platform": [("Wii", "PS2", "PC")[at % 3] for at in ROWS],
    "Publisher": [("Amber", "Birch")[at % 2] for at in ROWS],
    "NA_Sales": [at * 0.03 for at in ROWS],
    "EU_Sales": [at * 0.02 for at in ROWS],
    "JP_Sales": [at % 7 * 0.01 for at in ROWS],
    "Global_Sales": [at * 0.06 for at in ROWS],
})  # fmt: skip
SHOPS = GAMES.assign(Country=[("Japan", "France")[at % 2] for at in ROWS])


@pytest.fixture(scope="module")
def found():
    frames = {"vgsales": GAMES, "shops": SHOPS}
    with readers_over(frames, TODAY) as readers:
        yield lambda name, question: asyncio.run(readers[name].read(question))


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("HasCrCard", "has credit card"),
        ("earliest_cr_line", "earliest credit line"),
        ("cr", "cr"),
        ("emp_length", "employment length"),
        ("emp_id", "employee id"),
        ("YrsExp", "years experience"),
        ("life_exp", "life expectancy"),
        ("int_rate", "interest rate"),
        ("JP_Sales", "japan sales"),
        ("na_count", "na count"),
        ("dep_delay", "departure delay"),
        ("EmpNo", "employee number"),
    ],
)
def test_a_short_word_is_told_by_the_one_beside_it(name, full):
    assert " ".join(spelled_out(words_of(name))) == full


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("which platform sold the most in Japan", "total_jp_sales"),
        ("which publisher is most popular in Japan", "total_jp_sales"),
        ("sales in Europe by platform", "total_eu_sales"),
        ("total sales in North America", "na_sales"),
        ("which publisher sold the least in Europe", "total_eu_sales"),
    ],
)
def test_a_place_chooses_the_column(found, question, measure):
    told = found("vgsales", question)

    assert told.is_sure, told
    assert measure in told.planned.sql


def test_two_places_stand_beside_each_other(found):
    told = found("vgsales", "sales in north america vs europe by platform")

    assert told.is_sure, told
    assert "total_na_sales" in told.planned.sql
    assert "total_eu_sales" in told.planned.sql


@pytest.mark.parametrize("question", ["what sold best in Japan", "which platform sold the most in Peru"])
def test_a_place_that_no_column_tells_is_not_passed_over(found, question):
    told = found("vgsales", question)

    assert not told.is_sure or "jp_sales" in told.planned.sql


def test_rows_with_a_country_keep_it(found):
    told = found("shops", "which platform sold the most in Japan")

    assert not told.is_sure or "jp_sales" not in told.planned.sql


@pytest.mark.parametrize("noun", ["games", "video games"])
def test_what_has_a_platform_and_a_publisher_is_a_game(found, noun):
    told = found("vgsales", f"how many {noun} by publisher")

    assert told.is_sure, told
    assert "COUNT" in told.planned.sql.upper()
