"""What rows are worth, what they are compared with, and whose column a word means."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 6, 18)
TABLES = {
    "guides": ["guide_id,full_name,country,is_certified"]
    + [f"{n},Guide {n},Peru,{n % 2 == 0}" for n in range(1, 5)],
    "walkers": ["walker_id,walker_name,home_country"]
    + [f"{n},Walker {n},{'Chile' if n % 3 else 'Peru'}" for n in range(1, 9)],
    "tours": ["tour_id,tour_name,town,guide_id"]
    + [f"{n},{'Old Walls' if n > 1 else 'Walk around'} Cusco {n},Cusco,{1 + n % 4}" for n in range(1, 7)],
    "trips": ["trip_id,tour_id,walker_id,booked_at,walk_on,nights,trip_price,service_fee,status"]
    + [
        f"{n},{1 + n % 6},{1 + n % 8},{2023 + n % 3}-0{1 + n % 5}-1{n % 9},2025-0{1 + n % 5}-2{n % 9},"
        f"{1 + n % 4},{100 + 7 * n},{5 + n % 3},{'cancelled' if n % 5 == 0 else 'completed'}"
        for n in range(1, 61)
    ],
    "ratings": ["rating_id,trip_id,walker_id,given_at,stars"]
    + [f"{n},{n},{1 + n % 8},2025-05-0{1 + n % 9},{1 + n % 5}" for n in range(1, 31)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("worth"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize("question", [
    "total value of trips by town",
    "value of completed trips by town",
    "completed trip value by town",
    "top 2 towns by value of completed trips",
    "share of completed trip value by town",
])  # fmt: skip
def test_what_rows_are_worth_is_the_sum_of_their_whole_amount(reader, question):
    assert "trip_price" in sql_of(reader, question)


def test_a_share_of_what_nothing_is_worth_is_refused(reader):
    assert not is_read(reader, "share of rating value by town")


def test_rows_with_a_date_have_numbers_that_add_up(reader):
    assert "total_nights" in sql_of(reader, "top 2 towns by nights booked this year")


def test_by_what_adds_up_an_amount_is_divided(reader):
    assert " / " in sql_of(reader, "trip value per night by town")


@pytest.mark.parametrize("question", [
    "average stars of certified guides vs other guides",
    "do certified guides get better stars than other guides?",
])  # fmt: skip
def test_those_that_are_something_are_compared_with_those_that_are_not(reader, question):
    found = sql_of(reader, question)

    assert "AS is_certified" in found
    assert "is_certified = TRUE" not in found


def test_the_other_side_of_a_comparison_is_not_dropped(reader):
    assert not is_read(reader, "average stars of certified guides vs the weather")


def test_a_column_of_the_rows_that_are_counted_goes_before_one_that_is_far(reader):
    assert "walkers.home_country" in sql_of(reader, "which countries do walkers come from")


def test_a_number_of_the_table_that_is_spoken_of_is_taken(reader):
    assert "FROM trips" in sql_of(reader, "how many different walkers have booked a trip this year?")


def test_a_whole_value_goes_before_one_that_only_mentions_it(reader):
    assert "town = 'Cusco'" in sql_of(reader, "how many trips in Cusco")


@pytest.mark.parametrize("question", ["trips by walk on date", "nights by walk date in 2025"])
def test_a_date_may_be_called_one(reader, question):
    assert "walk_on" in sql_of(reader, question)


def test_two_years_that_are_named_give_one_change_for_each_group(reader):
    found = sql_of(reader, "yoy growth of trips by town, 2024 vs 2023")

    assert "town" in found
    assert "DATE_TRUNC" not in found


def test_the_first_of_two_nouns_is_not_what_is_counted(reader):
    assert "MEASURE(trips" in sql_of(reader, "how many completed walker trips are there")


def test_all_rows_together_are_no_group(reader):
    assert "GROUP BY" not in sql_of(reader, "total trip price across all walkers")


@pytest.mark.parametrize("question", [
    "rent we pay per town",
    "trips that were completed or by town",
])  # fmt: skip
def test_what_nothing_takes_is_not_left_out(reader, question):
    assert not is_read(reader, question)


def test_no_part_of_the_rows_is_more_than_all_of_them(reader):
    assert "share" not in sql_of(reader, "guides that are certified and have more than 3 tours")


def test_a_word_of_a_family_without_endings_finds_its_value(tmp_path):
    rows = [f"{n},2025-01-{n:02},{n},{'failed' if n % 4 == 0 else 'succeeded'}" for n in range(1, 29)]
    payments = {"payments": ["payment_id,paid_at,amount,status", *rows]}

    with reader_over(tmp_path, payments, TODAY) as reader:
        assert "= 'succeeded'" in sql_of(reader, "total amount of successful payments")
