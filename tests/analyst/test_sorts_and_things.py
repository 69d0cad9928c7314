"""`by type` is read or said, rows without a value are no thing, and a share of rows is none of an amount."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 1, 10)
MODEL = """
cubes:
  - name: rentals
    sql_table: rentals
    joins:
      - {name: skippers, relationship: many_to_one, sql: "{CUBE}.skipper_id = {skippers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: boat_type, sql: "{CUBE}.boat_type", type: string}
      - {name: sponsor, sql: "{CUBE}.sponsor", type: string}
      - {name: state, sql: "{CUBE}.state", type: string}
      - {name: created_at, sql: "{CUBE}.created_at", type: time}
      - {name: starts_at, sql: "{CUBE}.starts_at", type: time}
    measures:
      - {name: count, type: count, title: Rentals}
      - {name: paid_hours, sql: "{CUBE}.paid_hours", type: sum}
  - name: skippers
    sql_table: skippers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: full_name, sql: "{CUBE}.full_name", type: string, title: Skipper}
      - {name: state, sql: "{CUBE}.state", type: string}
      - {name: joined_on, sql: "{CUBE}.joined_on", type: time}
    measures:
      - {name: count, type: count, title: Skippers}
      - name: sailing_count
        type: count
        title: Sailing skippers
        filters: [{sql: "{CUBE}.state = 'sailing'"}]
"""
DATA = {
    "rentals": "id,skipper_id,boat_type,sponsor,state,created_at,starts_at,paid_hours\n"
    "1,1,kayak,,lapsed,2024-02-01,2024-05-01,3\n2,2,dinghy,Otter,done,2024-03-01,2024-06-01,5\n",
    "skippers": "id,full_name,state,joined_on\n1,Ada,lapsed,2020-01-01\n2,Bo,sailing,2021-01-01\n",
}


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """The reading of a question over the model."""
    folder = tmp_path_factory.mktemp("rentals")
    for name, text in DATA.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")

    (folder / "model").mkdir()
    (folder / "model" / "model.yml").write_text(MODEL, "utf-8")
    engine = DuckDBEngine.open(folder)
    reader = Reader(SetTools(load_model(folder / "model"), engine), TODAY)
    yield lambda question: asyncio.run(reader.read(question))
    engine.close()


def sql_of(read):
    return " ".join(read.planned.sql.split())


@pytest.mark.parametrize(
    "by", ["by type", "per kind", "by kind of boat", "by boat category", "for each type"]
)
def test_a_word_such_as_type_is_the_column_that_ends_in_it(read, by):
    found = read(f"rentals {by} in 2024")

    assert found.is_sure
    assert "rentals.boat_type AS boat_type" in sql_of(found)


@pytest.mark.parametrize(
    "question", ["rentals by type of skipper", "skippers by type", "rentals by class of sponsor"]
)
def test_a_type_that_the_rows_do_not_have_is_not_left_out(read, question):
    found = read(question)

    assert not found.is_sure
    assert {"type", "class"} & set(found.unknown)


@pytest.mark.parametrize("question", ["top 5 sponsors by rentals", "which sponsors have 2 or more rentals"])
def test_rows_without_a_value_are_no_thing_of_a_ranking(read, question):
    assert "rentals.sponsor IS NOT NULL" in sql_of(read(question))


def test_a_breakdown_keeps_rows_without_a_value(read):
    assert "NOT NULL" not in sql_of(read("rentals by sponsor"))


def test_what_starts_is_dated_by_its_start_and_not_by_its_entry(read):
    assert "rentals.starts_at >=" in sql_of(read("rentals in 2024"))
    assert "rentals.created_at >=" in sql_of(read("rentals created in 2024"))


@pytest.mark.parametrize(
    "said", ["have no rental at all since May 2024", "never had a rental since May 2024"]
)
def test_a_period_behind_rows_that_are_not_there_is_theirs(read, said):
    sql = sql_of(read(f"how many sailing skippers {said}"))

    assert "rentals.starts_at >= '2024-05-01')" in sql
    assert "joined_on" not in sql


def test_a_value_of_two_tables_is_that_of_what_is_counted(read):
    assert "WHERE rentals.state = 'lapsed'" in sql_of(read("lapsed rentals"))


def test_a_share_of_rows_is_none_of_an_amount(read):
    found = read("of the rentals in 2024, what percentage were done within their paid hours?")

    assert not found.is_sure
