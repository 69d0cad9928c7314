"""Which of several dates a question means: the one that a verb or a noun near the period names."""

import asyncio
from datetime import date

import pytest

from tests.analyst.small_models import reader_over

TODAY = date(2025, 1, 10)
MODEL = """
cubes:
  - name: claims
    sql_table: claims
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: occurred_on, sql: "{CUBE}.occurred_on", type: time}
      - {name: reported_on, sql: "{CUBE}.reported_on", type: time}
      - {name: closed_on, sql: "{CUBE}.closed_on", type: time}
    measures:
      - {name: count, type: count, title: Claims}
      - {name: claimed, sql: "{CUBE}.claimed", type: sum}
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: born_on, sql: "{CUBE}.born_on", type: time}
      - {name: customer_since, sql: "{CUBE}.customer_since", type: time}
    measures:
      - {name: count, type: count, title: Customers}
  - name: instalments
    sql_table: instalments
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: due_on, sql: "{CUBE}.due_on", type: time}
      - {name: settled_at, sql: "{CUBE}.settled_at", type: time, title: Payment date}
    measures:
      - {name: billed, sql: "{CUBE}.amount", type: sum, title: Instalments billed}
      - {name: paid, sql: "{CUBE}.amount", type: sum, title: Instalments paid}
  - name: staff
    sql_table: staff
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: hired_on, sql: "{CUBE}.hired_on", type: time}
      - {name: left_on, sql: "{CUBE}.left_on", type: time}
      - {name: planned, sql: "{CUBE}.planned", type: boolean}
    measures:
      - {name: count, type: count, title: Employees, meta: {synonyms: [people]}}
"""
DATA = {
    "claims": "id,customer_id,occurred_on,reported_on,closed_on,claimed\n1,1,2024-01-30,2024-02-02,,5",
    "customers": "id,born_on,customer_since\n1,1980-01-01,2020-01-01\n",
    "instalments": "id,customer_id,due_on,settled_at,amount\n1,1,2024-02-01,2024-02-09,40\n",
    "staff": "id,hired_on,left_on,planned\n1,2019-01-01,2024-05-05,true\n",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    tables = {name: text.splitlines() for name, text in DATA.items()}
    with reader_over(tmp_path_factory.mktemp("dates"), tables, TODAY, MODEL) as found:
        yield found


def read(reader, question):
    return asyncio.run(reader.read(question))


@pytest.mark.parametrize(
    ("question", "dates"),
    [
        ("claims in 2024", {"claims.occurred_on"}),
        ("claims that happened in 2024", {"claims.occurred_on"}),
        ("claims reported in 2024", {"claims.reported_on"}),
        ("how many claims were filed in 2024?", {"claims.reported_on"}),
        ("claims resolved in March 2024", {"claims.closed_on"}),
        ("claims by month of report in 2024", {"claims.reported_on"}),
        ("claims closed in 2024 by month", {"claims.closed_on"}),
        ("claims per month in 2024 by the date on which they were reported", {"claims.reported_on"}),
        ("change of claims from 2023 to 2024, by date of occurrence", {"claims.occurred_on"}),
        ("customers in 2023", {"customers.customer_since"}),
        ("how many customers joined in 2023", {"customers.customer_since"}),
        ("how many customers signed up each year", {"customers.customer_since"}),
        ("customers born in 1980", {"customers.born_on"}),
        ("instalments paid in 2024", {"instalments.settled_at"}),
        ("instalments paid by quarter of payment in 2024", {"instalments.settled_at"}),
        ("employees hired in 2023", {"staff.hired_on"}),
        ("how many employees left per year", {"staff.left_on"}),
        ("how many people did we recruit each year", {"staff.hired_on"}),
        ("employees by year of exit", {"staff.left_on"}),
    ],
)
def test_a_verb_or_a_noun_near_the_period_says_which_date_is_meant(reader, question, dates):
    found = read(reader, question)
    every = {f"{each.cube}.{each.name}" for each in reader.catalog.times}

    assert found.is_sure, found.unknown
    assert {each for each in every if each in found.planned.sql} == dates


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("claims over the years", "'year'"),
        ("claims over the months", "'month'"),
        ("year over year change of claims", "'year'"),
        ("claims per yr", "'year'"),
    ],
)
def test_the_unit_of_time_is_the_one_that_was_said(reader, question, unit):
    found = read(reader, question)

    assert found.is_sure, found.unknown
    assert f"DATE_TRUNC({unit}" in found.planned.sql


def test_a_change_leaves_no_place_for_another_period(reader):
    question = "month over month change of claims since january 2024 (january against december)"

    assert not read(reader, question).is_sure


def test_rows_are_not_dated_by_those_that_only_share_a_customer_with_them(reader):
    found = read(reader, "claims paid in 2024")

    assert not found.is_sure or "instalments" not in found.planned.sql


def test_a_verb_that_names_a_date_is_never_passed_over(reader):
    found = read(reader, "claimed amount of customers that left in 2024")

    assert not found.is_sure


def test_rows_are_counted_before_what_a_verb_of_their_name_sums(reader):
    assert 'claims."count"' in read(reader, "claims by month").planned.sql
    assert "claims.claimed" in read(reader, "claimed by month").planned.sql


@pytest.mark.parametrize("word", ["unplanned", "not planned"])
def test_a_flag_is_denied_by_a_prefix_as_by_a_word(reader, word):
    assert "staff.planned = FALSE" in read(reader, f"how many {word} employees").planned.sql


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("how many employees are still planned", "how many planned employees"),
        ("customers without claims yet", "customers without claims"),
        ("how many customers have not had a claim yet", "how many customers have not had a claim"),
    ],
)
def test_still_and_yet_say_that_a_state_is_the_one_of_now(reader, question, plain):
    assert read(reader, question).planned.sql == read(reader, plain).planned.sql
    assert read(reader, question).is_sure


def test_still_without_a_state_is_not_passed_over(reader):
    assert not read(reader, "claims still by month").is_sure
