"""Descriptions that say which of several dates a number goes by."""

import asyncio
from datetime import date

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.model_files import model_of_texts
from tests.campaigns.reading.grounds import GroundTools

MODEL = """
cubes:
  - name: loads
    sql_table: loads
    dimensions:
      - {{name: id, sql: "{{CUBE}}.id", type: number, primary_key: true}}
      - {{name: booked_on, sql: "{{CUBE}}.booked_on", type: time}}
      - name: left_on
        title: Departure date
        description: {of_time}
        sql: "{{CUBE}}.left_on"
        type: time
    measures:
      - {{name: count, type: count}}
      - {{name: tonnes, title: Tonnes carried, type: sum, sql: "{{CUBE}}.tonnes", description: {of_measure}}}
"""


def read(question, of_time="A day.", of_measure="What was carried."):
    days = {"id": [1, 2], "booked_on": [date(2024, 1, 1)] * 2, "left_on": [date(2024, 2, 1)] * 2}
    engine = open_engine({"loads": pa.table({**days, "tonnes": [1.0, 2.0]})})
    model = model_of_texts({"loads.yml": MODEL.format(of_time=of_time, of_measure=of_measure)})
    found = asyncio.run(Reader(GroundTools(model, engine), date(2025, 1, 1)).read(question))
    engine.close()
    return found.planned.sql


@pytest.mark.parametrize(
    "of_time",
    [
        "The day the goods left; revenue and tonnes belong to this day.",
        "Tonnes count on that date.",
        "All figures are dated by this day.",
    ],
)
def test_a_number_goes_by_the_date_that_says_so(of_time):
    assert "loads.left_on >=" in read("tonnes carried in 2024", of_time=of_time)


def test_a_number_goes_by_the_date_that_its_own_description_names():
    assert "loads.left_on >=" in read("tonnes carried in 2024", of_measure="Counted by the departure.")


def test_the_others_go_by_the_usual_date():
    of_time = "Tonnes belong to this day."

    assert "loads.booked_on >=" in read("number of loads in 2024", of_time=of_time)
    assert "loads.booked_on >=" in read("tonnes carried in 2024")


@pytest.mark.parametrize("part", ["a ", "belongs to ", "dated by the date of the ", "tonnes count on "])
def test_a_long_description_is_read_in_one_pass(part):
    assert "loads.booked_on >=" in read("number of loads in 2024", of_time=f"'{part * 20_000}'")
