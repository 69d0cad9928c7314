"""Running totals and constants of things: each thing counts once, in all and in each period."""

import asyncio
from datetime import date, timedelta
from itertools import accumulate, product

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.model_files import model_of_texts
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2024, 4, 1)
DAYS = [date(2024, 1, 1) + timedelta(days=each) for each in range(90)]
REGIONS = {"Ash": "North", "Elm": "North", "Oak": "South"}
PEOPLE = {"Ash": 1000, "Elm": 3000, "Oak": 8000}
NEW = {town: [(at * 13 + 7 * place) % 19 for at in range(90)] for place, town in enumerate(REGIONS)}
ALL = {town: list(accumulate(each)) for town, each in NEW.items()}
ROWS = [
    {
        "day": day, "town": town, "region": REGIONS[town], "new_cases": NEW[town][at],
        "total_cases": ALL[town][at], "people_vaccinated": 3 * ALL[town][at], "population": PEOPLE[town],
    }
    for town, (at, day) in product(REGIONS, enumerate(DAYS))
]  # fmt: skip
MODEL = """
cubes:
  - name: water
    sql_table: figures
    dimensions:
      - {name: day, sql: day, type: time}
      - {name: town, sql: town, type: string}
      - {name: region, sql: region, type: string}
      - {name: reading, sql: total_cases, type: number}
    measures:
      - name: used
        sql: total_cases
        type: sum
        title: Water used
        meta: {over_time: cumulative, of_each: town}
"""


@pytest.fixture(scope="module")
def engine():
    engine = open_engine({"figures": pa.Table.from_pylist(ROWS)})
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def tools(engine):
    return GroundTools(infer_model(engine).model, engine)


def answered(tools, question):
    read = asyncio.run(Reader(tools, TODAY).read(question))
    assert read.is_sure, read
    return [tuple(row) for row in asyncio.run(tools.run_sql(read.planned.sql)).rows]


def vaccinated(*towns, at=-1):
    return sum(3 * ALL[each][at] for each in towns)


def test_cases_are_the_sum_of_the_new_ones(tools):
    new = {town: sum(each) for town, each in NEW.items()}
    march = {town: sum(NEW[town][60:]) for town in NEW}

    assert dict(answered(tools, "total cases by town")) == new
    assert dict(answered(tools, "number of cases by town in march 2024")) == march


def test_without_what_it_adds_up_the_last_of_each_counts(tools):
    north, south = vaccinated("Ash", "Elm"), vaccinated("Oak")

    assert answered(tools, "people vaccinated") == [(north + south,)]
    assert dict(answered(tools, "people vaccinated by region")) == {"North": north, "South": south}
    assert dict(answered(tools, "people vaccinated by town")) == {each: vaccinated(each) for each in REGIONS}
    assert answered(tools, "people vaccinated in the region North") == [(north,)]


def test_of_each_month_the_last_of_each_counts(tools):
    found = answered(tools, "cumulative cases by month")

    assert [row[1] for row in found] == [sum(ALL[each][at] for each in ALL) for at in (30, 59, 89)]


def test_what_never_changes_counts_once(tools):
    assert answered(tools, "total population") == [(12_000,)]
    assert dict(answered(tools, "population by region")) == {"North": 4000, "South": 8000}
    assert dict(answered(tools, "population by month")) == dict.fromkeys(
        [row[0] for row in answered(tools, "new cases by month")], 12_000
    )


def test_a_number_for_each_inhabitant_takes_each_thing_once(tools):
    found = dict(answered(tools, "new cases per 1,000 population by region"))
    cases = {"North": sum(NEW["Ash"]) + sum(NEW["Elm"]), "South": sum(NEW["Oak"])}

    assert found == {
        each: pytest.approx(cases[each] * 1000 / at) for each, at in (("North", 4000), ("South", 8000))
    }


def test_a_share_of_a_constant(tools):
    found = dict(answered(tools, "people vaccinated as a percentage of the population by region"))

    assert found["South"] == pytest.approx(vaccinated("Oak") / 8000)
    assert found["North"] == pytest.approx(vaccinated("Ash", "Elm") / 4000)


def test_ranks_and_bounds_are_of_the_sums(tools):
    north = vaccinated("Ash", "Elm")

    assert answered(tools, "region with the most people vaccinated") == [("North", north)]
    assert answered(tools, f"regions with more than {north - 1} people vaccinated") == [("North", north)]


@pytest.mark.parametrize(
    "question", ["running total of cumulative cases by month", "cumulative cases by weekday"]
)
def test_what_a_running_total_cannot_be_is_refused(tools, question):
    read = asyncio.run(Reader(tools, TODAY).read(question))

    assert read.planned is None
    assert "running total" in read.problem


def test_a_model_written_by_hand_says_so_too(engine):
    tools = GroundTools(model_of_texts({"water.yml": MODEL}), engine)

    assert answered(tools, "water used") == [(sum(each[-1] for each in ALL.values()),)]
    assert dict(answered(tools, "water used by region")) == {
        "North": ALL["Ash"][-1] + ALL["Elm"][-1], "South": ALL["Oak"][-1],
    }  # fmt: skip
