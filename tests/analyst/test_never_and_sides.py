"""What never happened to any row, both sides of a flag, and whose period it is."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 30)
DAY = date(2024, 1, 1)
TABLES = {
    "households": [
        "household_id,household_ref,registered_on,children",
        *(f"{at},H-{at:03},{DAY + timedelta(days=at)},{at % 6}" for at in range(1, 81)),
    ],
    "parcels": [
        "parcel_id,household_id,warehouse_id,handed_out_on,home_delivery",
        *(
            f"{at},{at * 7 % 60 + 1},{at % 3 + 1},{DAY + timedelta(days=at % 500)},"
            f"{('true', 'false')[at % 4 > 0]}"
            for at in range(1, 601)
        ),
    ],
    "warehouses": ["warehouse_id,warehouse_name", "1,Leeds", "2,York", "3,Hull"],
    "donors": ["donor_id,donor_name", *(f"{at},Donor {at}" for at in range(1, 31))],
    "donations": [
        "donation_id,donor_id,warehouse_id,received_on,status",
        *(
            f"{at},{at * 11 % 25 + 1},{at % 3 + 1},{DAY + timedelta(days=at % 500)},"
            f"{('accepted', 'rejected')[at % 5 == 0]}"
            for at in range(1, 401)
        ),
    ],
    "visits": [
        "visit_id,country,page_count,signed_up",
        *(
            f"{at},{('Chad', 'Peru', 'Iran')[at % 3]},{at % 9},{('false', 'true')[at % 3 == 1 and at % 2]}"
            for at in range(1, 301)
        ),
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("bank"), TABLES, TODAY) as found:
        yield found


def test_values_that_never_had_something_are_those_none_of_whose_rows_has_it(reader):
    sql = sql_of(reader, "which countries have never had a signup?")

    assert "HAVING" in sql
    assert "signed_up = TRUE) = 0" in sql


def test_never_over_a_number_denies_it_of_every_row(reader):
    assert "page_count > 5) = 0" in sql_of(reader, "which countries have never had a page count over 5?")


@pytest.mark.parametrize(
    "question", ["parcels with and without home delivery", "parcels by month, with and without home delivery"]
)
def test_both_sides_of_a_flag_are_two_rows(reader, question):
    sql = sql_of(reader, question)

    assert "parcels.home_delivery AS home_delivery" in sql
    assert "WHERE" not in sql


def test_by_a_flag_or_not_tells_them_apart(reader):
    sql = sql_of(reader, "parcels by home delivery or not")

    assert "parcels.home_delivery AS home_delivery" in sql
    assert "WHERE" not in sql


def test_both_sides_of_what_is_no_flag_stay_open(reader):
    assert not is_read(reader, "donations with and without status")


def test_a_period_is_that_of_what_was_done_and_not_of_those_it_was_done_for(reader):
    sql = sql_of(reader, "how many households had a parcel in 2025?")

    assert "parcels.handed_out_on >= '2025-01-01'" in sql
    assert "registered_on" not in sql


def test_what_only_passes_through_one_place_has_nothing_to_do_with_each_other(reader):
    assert not is_read(reader, "donors with home delivery")


@pytest.mark.parametrize(
    ("question", "part", "whole"),
    [
        ("what share of the Peru visits signed up?", "signed_up = TRUE", "country = 'Peru'"),
        ("what percentage signed up in Peru?", "signed_up = TRUE", "country = 'Peru'"),
        (
            "what share of the accepted donations went to York?",
            "warehouse_name = 'York'",
            "status = 'accepted'",
        ),
    ],
)
def test_a_share_is_of_those_it_is_said_of(reader, question, part, whole):
    sql = sql_of(reader, question)

    above, _, kept = sql.rpartition("WHERE")
    assert part in above
    assert part not in kept
    assert whole in kept
