"""Levels such as stocks and populations are added up over things, and never over time."""

import asyncio
from datetime import date, timedelta
from itertools import product
from textwrap import dedent

import pyarrow as pa
import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.model_files import model_of_texts
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 1, 1)
MONTHS = [date(year, month, 1) for year in (2021, 2022) for month in range(1, 13)]
STORES = {1: 1000, 2: 500, 3: 20}
ROWS = [
    {"month": month, "store_id": store, "stock_on_hand": first + 10 * at, "units_sold": store * (at % 5)}
    for (at, month), (store, first) in product(enumerate(MONTHS), STORES.items())
]
YEARS = [1990, 2000, 2010]
COUNTRIES = {"France": "Europe", "Spain": "Europe", "Japan": "Asia", "India": "Asia", "Nepal": "Asia"}
PEOPLE = [
    {"country": country, "continent": COUNTRIES[country], "year": year, "pop": 100 * at + year}
    for (at, country), year in product(enumerate(COUNTRIES), YEARS)
]

PANEL = [{**row, "year": 90 + YEARS.index(row["year"])} for row in PEOPLE]


@pytest.fixture(scope="module")
def tools():
    """What answers over a table, by its name."""
    tables = {"shelves": ROWS, "world": PEOPLE, "panel": PANEL}
    engines = {name: open_engine({name: pa.Table.from_pylist(rows)}) for name, rows in tables.items()}
    yield {name: GroundTools(infer_model(engine).model, engine) for name, engine in engines.items()}
    for engine in engines.values():
        engine.close()


@pytest.fixture
def rows(tools):
    """The rows that answer a question, as they are sent."""

    def answered(table, question):
        read = asyncio.run(Reader(tools[table], TODAY).read(question))
        assert read.is_sure, read
        return [tuple(row) for row in asyncio.run(tools[table].run_sql(read.planned.sql)).rows]

    return answered


def stock(month, *stores):
    """What was on hand at a month, of all stores or of some."""
    return sum(
        row["stock_on_hand"]
        for row in ROWS
        if row["month"] == month and row["store_id"] in (stores or STORES)
    )


LAST, LAST_OF_2021 = MONTHS[-1], MONTHS[11]


def test_without_a_time_the_latest_counts(rows):
    assert rows("shelves", "stock on hand") == [(stock(LAST),)]
    assert rows("shelves", "stock on hand by store") == [(each, stock(LAST, each)) for each in STORES]
    assert rows("shelves", "total stock on hand of store 2") == [(stock(LAST, 2),)]


def test_of_a_period_its_own_latest_counts(rows):
    assert rows("shelves", "stock on hand in 2021") == [(stock(LAST_OF_2021),)]
    assert rows("shelves", "stock on hand in march 2021") == [(stock(MONTHS[2]),)]


def test_of_each_unit_of_time_its_own_latest_counts(rows):
    assert [row[1] for row in rows("shelves", "stock on hand by month")] == [stock(each) for each in MONTHS]
    assert [row[1] for row in rows("shelves", "stock on hand by quarter")] == [
        stock(each) for each in MONTHS[2::3]
    ]


def test_a_change_is_between_the_latest_of_both_periods(rows):
    ((now, before, change, _),) = rows("shelves", "change of stock on hand from 2021 to 2022")

    assert (now, before, change) == (stock(LAST), stock(LAST_OF_2021), stock(LAST) - stock(LAST_OF_2021))


def test_what_is_sold_is_still_added_up_beside_it(rows):
    sold = {store: sum(row["units_sold"] for row in ROWS if row["store_id"] == store) for store in STORES}

    assert rows("shelves", "units sold by store") == list(sold.items())
    assert rows("shelves", "stock on hand and units sold by store") == [
        (each, stock(LAST, each), sold[each]) for each in STORES
    ]


def test_an_average_is_one_over_time(rows):
    ((average,),) = rows("shelves", "average stock on hand")

    assert average == pytest.approx(sum(row["stock_on_hand"] for row in ROWS) / len(ROWS))


@pytest.mark.parametrize(
    "question", ["running total of stock on hand by month", "stock on hand by month of the year"]
)
def test_what_a_level_cannot_be_is_refused(tools, question):
    read = asyncio.run(Reader(tools["shelves"], TODAY).read(question))

    assert read.planned is None
    assert "level" in read.problem


def test_a_figure_that_is_still_missing_is_not_the_latest():
    lacking = [row | ({"stock_on_hand": None} if row["month"] == LAST else {}) for row in ROWS]
    engine = open_engine({"shelves": pa.Table.from_pylist(lacking)})
    tools = GroundTools(infer_model(engine).model, engine)

    read = asyncio.run(Reader(tools, TODAY).read("stock on hand"))
    found = asyncio.run(tools.run_sql(read.planned.sql)).rows
    engine.close()

    assert [tuple(row) for row in found] == [(stock(MONTHS[-2]),)]


def people(year, *countries):
    return sum(row["pop"] for row in PEOPLE if row["year"] == year and row["country"] in countries)


def test_figures_of_years(rows):
    europe, asia = ("France", "Spain"), ("Japan", "India", "Nepal")

    assert rows("world", "population by continent") == [
        ("Asia", people(2010, *asia)),
        ("Europe", people(2010, *europe)),
    ]
    assert [row[1] for row in rows("world", "population by year")] == [
        people(each, *COUNTRIES) for each in YEARS
    ]
    assert rows("world", "population of Asia in 2000") == [(people(2000, *asia),)]
    assert rows("world", "country with the highest population") == [("Nepal", people(2010, "Nepal"))]


def test_moments_may_be_numbers(rows):
    last = {row["country"]: row["pop"] for row in PANEL if row["year"] == 92}

    assert dict(rows("panel", "population by country")) == last


def test_the_answer_says_of_when_the_figures_are(tools):
    def said(question):
        async def text():
            events = OfflineAnalyst().answer(Task(question, TODAY), tools["world"])
            return "".join([each.text async for each in events if isinstance(each, AnswerText)])

        return asyncio.run(text())

    assert "in the latest year" in said("population by continent")
    assert "These are the latest figures (2010)" in said("population by continent")
    assert "latest" not in said("population by continent in 2000")


def test_a_model_file_says_it_of_its_own_measures(tools):
    text = """
        cubes:
          - name: shelves
            sql_table: shelves
            dimensions:
              - {name: store, sql: "{CUBE}.store_id", type: number}
              - {name: day, sql: "{CUBE}.month", type: time}
            measures:
              - {name: pieces, sql: "{CUBE}.stock_on_hand", type: sum, meta: {over_time: latest}}
    """
    own = GroundTools(model_of_texts({"shelves.yml": dedent(text)}), tools["shelves"].engine)

    read = asyncio.run(Reader(own, TODAY).read("pieces by store"))

    assert [tuple(each) for each in asyncio.run(own.run_sql(read.planned.sql)).rows] == [
        (each, stock(LAST, each)) for each in STORES
    ]


WEEKS = [date(2023, 1, 2) + timedelta(days=7 * at) for at in range(26)]
WARDS = {"East": 40, "West": 10}
BEDS = [
    {"week": week, "ward": ward, "hospital_patients": first + at % 5, "fee": 10.0 + at}
    for (at, week), (ward, first) in product(enumerate(WEEKS), WARDS.items())
]


def test_the_mean_of_a_month_is_that_of_all_things_together():
    engine = open_engine({"wards": pa.Table.from_pylist(BEDS)})
    tools = GroundTools(infer_model(engine).model, engine)

    def answered(question):
        read = asyncio.run(Reader(tools, TODAY).read(question))
        return [row[-1] for row in asyncio.run(tools.run_sql(read.planned.sql)).rows]

    months = range(1, 7)
    both, east = (
        [
            sum(
                row["hospital_patients"]
                for row in BEDS
                if row["week"].month == month and row["ward"] in wards
            )
            / sum(week.month == month for week in WEEKS)
            for month in months
        ]
        for wards in (WARDS, ("East",))
    )

    assert answered("average hospital patients per month") == pytest.approx(both)
    assert answered("average hospital patients of East per month") == pytest.approx(east)
    engine.close()
