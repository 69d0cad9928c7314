"""What was never done, done by nobody or not since: rows that are there, or that are not."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
MODEL = """
cubes:
  - name: walkers
    sql_table: walkers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: walker, sql: "{CUBE}.walker", type: string}
      - {name: town, sql: "{CUBE}.town", type: string}
      - {name: enrolled_on, sql: "{CUBE}.enrolled_on", type: time}
    measures:
      - {name: count, type: count, title: Walkers}
  - name: trails
    sql_table: trails
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: trail, sql: "{CUBE}.trail", type: string}
    measures:
      - {name: count, type: count, title: Trails}
  - name: outings
    sql_table: outings
    joins:
      - {name: walkers, relationship: many_to_one, sql: "{CUBE}.walker_id = {walkers.id}"}
      - {name: trails, relationship: many_to_one, sql: "{CUBE}.trail_id = {trails.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: started_at, sql: "{CUBE}.started_at", type: time}
      - {name: rated_on, sql: "{CUBE}.rated_on", type: time}
      - {name: km_hiked, sql: "{CUBE}.km_hiked", type: number}
      - {name: state, sql: "{CUBE}.state", type: string}
      - {name: guided, sql: "{CUBE}.guided", type: boolean}
    measures:
      - {name: count, type: count, title: Outings}
  - name: fees
    sql_table: fees
    joins:
      - {name: walkers, relationship: many_to_one, sql: "{CUBE}.walker_id = {walkers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: billed_on, sql: "{CUBE}.billed_on", type: time}
      - {name: paid_on, sql: "{CUBE}.paid_on", type: time}
    measures:
      - {name: count, type: count, title: Fees}
"""
DATA = {
    "walkers": "id,walker,town,enrolled_on\n"
    "1,Ada,Lyon,2023-02-01\n2,Bo,Basel,2024-03-01\n3,Cy,Lyon,2024-05-02\n",
    "trails": "id,trail\n1,Ridge\n2,Lake\n",
    "outings": "id,walker_id,trail_id,started_at,rated_on,km_hiked,guided,state\n"
    "1,1,1,2024-04-01,2024-04-03,9.5,true,finished\n2,2,1,2023-04-01,,4.5,false,aborted\n",
    "fees": "id,walker_id,billed_on,paid_on\n1,1,2024-01-05,2024-01-09\n2,2,2024-03-05,\n",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    tables = {name: text.splitlines() for name, text in DATA.items()}
    with reader_over(tmp_path_factory.mktemp("deeds"), tables, TODAY, MODEL) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "how many walkers have never hiked anything?",
        "how many walkers never started an outing?",
        "how many walkers have never taken a single outing?",
        "walkers who did not hike anything",
        "how many of the walkers have never hiked a trail?",
    ],
)
def test_who_never_did_something_has_no_such_rows(reader, question):
    text = sql_of(reader, question)

    assert "NOT IN" in text
    assert "FROM outings" in text


def test_the_noun_of_what_is_done_with_is_said_of_what_nobody_did(reader):
    text = sql_of(reader, "which trails has nobody hiked in 2024?")

    assert "trails.id NOT IN" in text
    assert "started_at >= '2024-01-01'" in text


def test_a_period_of_those_who_never_did_stays_their_own(reader):
    text = sql_of(reader, "walkers who enrolled in 2024 and have never hiked anything")

    assert "walkers.enrolled_on >= '2024-01-01'" in text
    assert "started_at" not in text


def test_what_is_done_later_with_rows_is_not_that_there_are_none(reader):
    text = sql_of(reader, "how many walkers have never paid a fee?")

    assert "fees.paid_on IS NOT NULL" in text
    assert "NOT IN" in text


def test_rows_that_nobody_did_something_with_have_no_date_of_it(reader):
    assert "outings.rated_on IS NULL" in sql_of(reader, "outings nobody rated")


def test_who_did_in_one_year_and_not_in_the_other_has_rows_of_the_first_alone(reader):
    text = sql_of(reader, "walkers who hiked something in 2023 but have not hiked anything in 2024")

    assert "IN (SELECT" in text
    assert "NOT IN" in text


def test_who_gave_at_one_time_and_not_at_another_is_told_by_the_dates_of_the_verb(reader):
    once = sql_of(reader, "walkers who rated in 2023 but not in 2024")
    twice = sql_of(reader, "walkers who rated in 2023 and again in 2024")

    assert once.count("outings.rated_on >=") == twice.count("outings.rated_on >=") == 2
    assert "NOT IN" in once
    assert "NOT IN" not in twice


def test_who_has_not_reached_a_state_has_no_row_in_it(reader):
    text = sql_of(reader, "how many walkers have not finished since 2024?")

    assert "NOT IN (SELECT" in text
    assert "state = 'finished'" in text


@pytest.mark.parametrize(
    "question",
    [
        "walkers who have never rated a guided outing",  # which outings were not rated
        "walkers who never had an unpaid fee",  # that is not that some fee is paid
        "outings of 2024 but not in 2023",  # no row is of both
        "walkers who did not sing anything in 2024",  # no word of the enrolment
    ],
)
def test_half_of_a_denial_is_not_read(reader, question):
    assert not is_read(reader, question)
