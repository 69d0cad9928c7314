"""Verbs that are a date and a status, places with a direction, and what stands beside what."""

import asyncio
from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
MODEL = """
cubes:
  - name: rentals
    sql_table: rentals
    joins:
      - {name: hirers, relationship: many_to_one, sql: "{CUBE}.hirer_id = {hirers.id}"}
      - {name: routes, relationship: many_to_one, sql: "{CUBE}.route_id = {routes.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: covered, sql: "{CUBE}.covered", type: boolean, title: Full cover}
      - {name: state, sql: "{CUBE}.state", type: string}
      - {name: reserved_at, sql: "{CUBE}.reserved_at", type: time, title: Reservation date}
      - {name: planned_return, sql: "{CUBE}.planned_return", type: time, title: Planned return date}
      - {name: returned_at, sql: "{CUBE}.returned_at", type: time, title: Return date}
    measures:
      - {name: count, type: count, title: Rentals}
      - {name: fees, type: sum, sql: "{CUBE}.fee", title: Fees}
      - {name: returned, type: count, title: Returned rentals, filters: [{sql: "{CUBE}.state = 'Returned'"}]}
      - {name: in_time, type: count, title: On-time returns, filters: [{sql: "{CUBE}.hours < 6"}]}
      - {name: punctual_rate, type: number, sql: "{in_time} / {returned}", title: On-time return rate}
      - {name: share, type: number, sql: "{returned} / {count}", title: Return rate}
      - {name: avg_hours, type: avg, sql: "{CUBE}.hours", title: Average duration (hours)}
  - name: hirers
    sql_table: hirers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: hirer, sql: "{CUBE}.hirer", type: string}
      - {name: town, sql: "{CUBE}.town", type: string}
      - {name: store, sql: "{CUBE}.store", type: string}
      - {name: hirer_type, sql: "{CUBE}.hirer_type", type: string}
    measures:
      - {name: count, type: count, title: Hirers}
  - name: routes
    sql_table: routes
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: pickup_town, sql: "{CUBE}.pickup_town", type: string}
      - {name: destination_town, sql: "{CUBE}.destination_town", type: string}
      - {name: client_class, sql: "{CUBE}.client_class", type: string}
    measures:
      - {name: count, type: count, title: Routes}
"""
DATA = {
    "rentals": "id,hirer_id,route_id,state,reserved_at,planned_return,returned_at,hours,fee,covered\n"
    "1,1,1,Reserved,2024-02-01,2024-02-03,,5,9,true\n"
    "2,2,2,Returned,2024-03-01,2024-03-03,2024-03-04,7,8,false\n",
    "hirers": "id,hirer,town,store,hirer_type\n1,Ada,Lyon,North,Private\n2,Bo,Basel,South,Trade\n",
    "routes": "id,pickup_town,destination_town,client_class\n1,Lyon,Basel,Private\n2,Basel,Lyon,Trade\n",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    tables = {name: text.splitlines() for name, text in DATA.items()}
    with reader_over(tmp_path_factory.mktemp("happened"), tables, TODAY, MODEL) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "rentals reserved per month",
        "rentals reserved by month in 2024",
        "how many different hirers reserved a rental last year",
        "which hirers reserved more than 2 rentals in 2024",
    ],
)
def test_what_was_done_over_time_or_by_somebody_has_its_date_and_no_status(reader, question):
    text = sql_of(reader, question)

    assert "reserved_at" in text
    assert "state" not in text


def test_without_a_time_or_a_doer_a_status_stays_one(reader):
    assert "state = 'Reserved'" in sql_of(reader, "number of reserved rentals by hirer")


def test_a_verb_means_the_day_on_which_it_was_done_and_not_the_planned_one(reader):
    text = sql_of(reader, "rentals returned in March 2024")

    assert "returned_at >= '2024-03-01'" in text
    assert "planned_return" not in text


def test_the_planned_day_is_meant_where_a_plan_is_spoken_of(reader):
    asked = sql_of(reader, "rentals with planned return date in March 2024")

    assert "planned_return >= '2024-03-01'" in asked


def test_each_place_of_a_way_is_that_of_the_column_which_its_direction_means(reader):
    text = sql_of(reader, "how many rentals went from Lyon to Basel last year")

    assert "pickup_town = 'Lyon'" in text
    assert "destination_town = 'Basel'" in text


def test_a_way_may_be_told_from_its_end(reader):
    text = sql_of(reader, "number of rentals to Lyon from Basel")

    assert "pickup_town = 'Basel'" in text
    assert "destination_town = 'Lyon'" in text


def test_two_values_of_one_column_that_are_compared_are_two_rows(reader):
    text = sql_of(reader, "compare the average duration of private and trade rentals")

    assert "IN ('Private', 'Trade')" in text
    assert "GROUP BY 1" in text


def test_values_of_two_columns_compare_nothing(reader):
    assert not is_read(reader, "compare the average duration of Ada and Lyon")


def test_a_year_that_months_go_through_holds_all_of_them(reader):
    text = sql_of(reader, "running total of fees by month through 2024")

    assert ">= '2024-01-01'" in text
    assert "< '2025-01-01'" in text


def test_without_a_unit_before_it_the_time_goes_up_to_the_end_of_a_year(reader):
    assert ">= '2024-01-01'" not in sql_of(reader, "fees through 2024")


def test_a_part_as_a_percentage_is_one_of_each_group_and_not_of_all_groups(reader):
    text = sql_of(reader, "full cover as a percentage of fees, by hirer")

    assert "FILTER (WHERE rentals.covered = TRUE)" in text
    assert "WHERE rentals.covered" not in text.replace("FILTER (WHERE rentals.covered", "")


def test_what_somebody_did_is_no_column_to_group_by(reader):
    found = asyncio.run(reader.read("how many different hirers shopped in May 2024"))

    assert found.unknown == ("shopped",)


def test_a_rate_of_what_happened_is_by_the_day_on_which_all_of_it_did(reader):
    assert "returned_at >= '2024-01-01'" in sql_of(reader, "on-time return rate in 2024")


def test_a_rate_of_all_rows_is_by_the_day_that_all_of_them_have(reader):
    assert "reserved_at >= '2024-01-01'" in sql_of(reader, "return rate in 2024")


@pytest.mark.parametrize(
    ("question", "are_together"),
    [
        ("what share of fees came from our two biggest hirers", True),
        ("top 2 hirers by share of fees", False),
        ("what share of fees came from each hirer", False),
    ],
)
def test_a_share_of_the_first_few_together_is_not_told_as_one_of_each(reader, question, are_together):
    assert ("LIMIT 2)" in sql_of(reader, question)) == are_together
