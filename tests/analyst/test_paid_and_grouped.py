"""Verbs that ask for money, and words that name a column before they name anything else."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 6, 1)
MODEL = """
cubes:
  - name: repairs
    sql_table: repairs
    joins:
      - {name: mechanics, relationship: many_to_one, sql: "{CUBE}.mechanic = {mechanics.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: workshop, sql: "{CUBE}.workshop", type: string}
      - {name: utility, sql: "{CUBE}.utility", type: string}
      - {name: booked_group, sql: "{CUBE}.booked_group", type: string}
      - {name: job_start, sql: "{CUBE}.job_start", type: time}
      - {name: billed_on, sql: "{CUBE}.billed_on", type: time}
    measures:
      - {name: count, type: count, title: Repairs}
      - {name: repair_cost, type: sum, sql: "{CUBE}.cost", format: currency}
      - {name: average_rating, type: avg, sql: "{CUBE}.cost", title: Average rating}
  - name: losses
    sql_table: losses
    joins:
      - {name: mechanics, relationship: many_to_one, sql: "{CUBE}.mechanic = {mechanics.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: lost_on, sql: "{CUBE}.lost_on", type: time}
    measures:
      - {name: count, type: count, title: Losses}
  - name: lifts
    sql_table: lifts
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false}
      - {name: serial, sql: "{CUBE}.serial", type: string}
    measures:
      - {name: uses, type: sum, sql: "{CUBE}.uses", title: Times used}
  - name: mechanics
    sql_table: mechanics
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: name, sql: "{CUBE}.name", type: string}
      - {name: kind, sql: "{CUBE}.kind", type: string}
      - {name: start_date, sql: "{CUBE}.start_date", type: time}
    measures:
      - {name: count, type: count, title: Mechanics}
"""
DATA = {
    "losses": "id,mechanic,lost_on\n1,1,2025-03-01\n",
    "lifts": "id,serial,uses\n1,AB-1,3\n2,AB-2,5\n",
    "repairs": "id,mechanic,workshop,utility,booked_group,job_start,billed_on,cost\n"
    "1,1,North,gas,A,2025-02-01,2025-02-09,10\n",
    "mechanics": "id,name,kind,start_date\n1,Ada,Utility,2025-01-05\n2,Bo,Trainee,2024-01-05\n",
}


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repairs")
    (folder / "model.yml").write_text(MODEL)
    for name, text in DATA.items():
        (folder / f"{name}.csv").write_text(text)

    engine = DuckDBEngine.open(folder)
    yield SetTools(load_model(folder), engine)
    engine.close()


def read(tools, question):
    return asyncio.run(Reader(tools, TODAY).read(question))


def sql(tools, question):
    found = read(tools, question)
    assert found.is_sure, found.unknown
    return found.planned.sql


@pytest.mark.parametrize(
    "question",
    [
        "what did we pay to workshop North?",
        "what have repairs in workshop North cost us?",
        "what's the total of repairs in workshop North",
    ],
)
def test_what_was_paid_is_a_sum(tools, question):
    assert "MEASURE(repairs.repair_cost)" in sql(tools, question)


@pytest.mark.parametrize("question", ["a total of repairs by workshop", "total number of repairs"])
def test_a_number_of_rows_is_no_sum(tools, question):
    assert 'MEASURE(repairs."count")' in sql(tools, question)


def test_what_was_paid_to_rows_without_money_is_not_their_list(tools):
    assert not read(tools, "what did mechanics pay in 2025?").is_sure


def test_a_group_is_the_column_of_that_name_before_a_value_of_another(tools):
    asked = sql(tools, "repair cost by utility")

    assert "repairs.utility AS utility" in asked
    assert "GROUP BY 1\n" in asked


def test_what_was_done_to_a_group_is_no_group_of_its_rows(tools):
    assert "repairs.booked_group" in sql(tools, "repair cost by booked group")
    assert not read(tools, "repair cost by booked strange group").is_sure


def test_a_verb_names_the_date_of_what_it_is_said_of(tools):
    assert "mechanics.start_date >=" in sql(tools, "mechanics who started this year")


def test_what_a_kind_of_mechanics_earned_is_not_what_was_spent(tools):
    assert not read(tools, "what did trainee mechanics bring in in 2025?").is_sure


def test_things_are_told_apart_by_what_they_are_marked_with(tools):
    found = sql(tools, "top 2 lifts by times used, with their serial")

    assert found.count("lifts.serial AS") == 1


def test_things_are_counted_among_the_rows_that_the_period_is_of(tools):
    found = sql(tools, "how many different mechanics lost something in March 2025")

    assert "FROM losses" in found
    assert "COUNT(DISTINCT mechanics.id)" in found


def test_an_average_is_no_number_of_things(tools):
    assert not read(tools, "how many ratings are there").is_sure


def test_the_hour_of_the_day_is_one_of_all_hours(tools):
    asked = sql(tools, "at what hour of the day do most repair jobs start?")

    assert "PARTITION BY" not in asked
    assert "<= 1" in asked


def test_a_clipped_word_is_the_whole_one_where_the_data_has_that(tools):
    assert "mechanics" in sql(tools, "how many mechs do we have")
