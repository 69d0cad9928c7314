"""Which of what is said of a share is its part, which its whole, and when each of several has its own."""

from datetime import date

import pytest

from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import Counted, Entity, Ratio
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
MODEL = """
cubes:
  - name: parties
    sql_table: parties
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: party, sql: "{CUBE}.party", type: string}
      - {name: tier, sql: "{CUBE}.tier", type: string}
    measures:
      - {name: count, type: count, title: Parties}
  - name: mishaps
    sql_table: mishaps
    joins:
      - {name: hires, relationship: many_to_one, sql: "{CUBE}.hire_id = {hires.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: noted_on, sql: "{CUBE}.noted_on", type: time}
      - {name: ruling_on, sql: "{CUBE}.ruling_on", type: time}
      - {name: verdict, sql: "{CUBE}.verdict", type: string}
    measures:
      - {name: count, type: count, title: Mishaps}
  - name: hires
    sql_table: hires
    joins:
      - {name: parties, relationship: many_to_one, sql: "{CUBE}.party_id = {parties.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: hired_on, sql: "{CUBE}.hired_on", type: time}
      - {name: due_on, sql: "{CUBE}.due_on", type: time}
      - {name: returned_on, sql: "{CUBE}.returned_on", type: time}
      - {name: stand, sql: "{CUBE}.stand", type: string}
      - {name: route, sql: "{CUBE}.route", type: string}
      - {name: outcome, sql: "{CUBE}.outcome", type: string}
    measures:
      - {name: count, type: count, title: Hires}
      - {name: takings, type: sum, sql: "{CUBE}.fee", title: Takings, format: currency}
      - {name: disputed, type: count, title: Disputed, filters: [{sql: "{CUBE}.outcome = 'disputed'"}]}
"""
DATA = {
    "mishaps": "id,hire_id,noted_on,ruling_on,verdict\n"
    "1,1,2024-02-05,2024-02-09,accepted\n2,2,2024-03-05,2024-03-08,refused\n3,2,2024-03-06,,open\n",
    "parties": "id,party,tier\n1,Ada,Silver\n2,Bo,Bronze\n",
    "hires": "id,party_id,hired_on,due_on,returned_on,stand,route,outcome,fee\n"
    "1,1,2024-02-01,2024-02-03,2024-02-05,Quay,counter,disputed,9\n"
    "2,2,2024-03-01,2024-03-03,2024-03-02,Mill,kiosk,fine,8\n"
    "3,2,2024-03-02,2024-03-04,,Mill,phone,fine,7\n",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    tables = {name: text.splitlines() for name, text in DATA.items()}
    with reader_over(tmp_path_factory.mktemp("parts"), tables, TODAY, MODEL) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "what share of takings comes from silver parties, per stand",
        "what share of hires in 2024 were made by silver parties, by stand",
    ],
)
def test_what_comes_from_some_is_a_part_within_each_group(reader, question):
    text = sql_of(reader, question)

    assert "FILTER (WHERE parties.tier = 'Silver')" in text
    assert "OVER ()" not in text


def test_what_is_said_before_a_share_is_said_of_its_whole(reader):
    text = sql_of(reader, "of the returned hires, what share was disputed")

    assert "hires.disputed" in text
    assert "WHERE hires.returned_on IS NOT NULL" in text


def test_values_that_are_asked_for_respectively_have_a_share_each(reader):
    asked = "what percentage of takings comes from counter, kiosk and phone respectively?"

    assert "GROUP BY 1" in sql_of(reader, asked)


@pytest.mark.parametrize(
    "question",
    [
        "acceptance rate of decided mishaps",
        "of the mishaps already decided, what percentage was accepted?",
    ],
)
def test_those_of_which_something_has_happened_are_the_whole_of_a_rate(reader, question):
    text = sql_of(reader, question)

    assert "verdict = 'accepted'" in text
    assert "mishaps.ruling_on IS NOT NULL" in text


def test_what_rows_led_to_stands_in_rows_of_its_own(reader):
    text = sql_of(reader, "what percentage of hires ended in a mishap, by stand")

    assert "hires.id IN (SELECT" in text
    assert "FROM mishaps" in text


def test_who_did_so_again_did_so_in_both_years(reader):
    text = sql_of(reader, "how many parties had a hire in 2023 and again in 2024?")

    assert text.count("IN (SELECT") == 2
    assert "NOT IN" not in text


def test_a_share_that_is_all_by_itself_is_not_read(reader):
    assert not is_read(reader, "late return rate of hires by stand")


def test_the_share_of_those_with_so_many_others_is_called_by_them(reader):

    parties = Counted(Entity("parties", "party"))

    assert quantity_title(Ratio(parties, parties, is_share=True)).lower() == "share of parties"
