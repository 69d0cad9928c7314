"""Rows with some and with none of what a number of each counts; accounts with nothing on them; smokers."""

from datetime import date

import pandas
import pytest

from tests.analyst import small_models

TODAY = date(2025, 9, 15)
ROWS = range(120)
STAYS = pandas.DataFrame({
    "booking_id": list(ROWS),
    "hotel": [("City", "Beach")[at % 2] for at in ROWS],
    "adults": [1 + at % 3 for at in ROWS],
    "children": [at * 7 % 23 for at in ROWS],
    "babies": [at % 5 // 4 for at in ROWS],
    "discount": [None if at % 6 else 5.5 for at in ROWS],
    "price": [50.5 + at % 70 for at in ROWS],
})  # fmt: skip
CUSTOMERS = pandas.DataFrame({
    "customer_id": list(ROWS),
    "country": [("France", "Spain")[at % 2] for at in ROWS],
    "age": [20 + at % 60 for at in ROWS],
    "HasCrCard": [int(at % 3 == 0) for at in ROWS],
    "IsActiveMember": [int(at % 4 == 0) for at in ROWS],
    "balance": [0 if at % 3 else at * 71.5 for at in ROWS],
    "sex": [("F", "M")[at % 2] for at in ROWS],
    "smoker": [("no", "yes")[at % 5 == 0] for at in ROWS],
    "InternetService": [("DSL", "Fiber optic", "No")[at % 7 % 3] for at in ROWS],
})  # fmt: skip
FRAMES = {"bookings": STAYS, "customers": CUSTOMERS}


@pytest.fixture(scope="module")
def sql_of():
    with small_models.readers_over(FRAMES, TODAY) as readers:
        yield lambda name, question: small_models.sql_of(readers[name], question)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many bookings with children", "children > 0"),
        ("how many bookings have children", "children > 0"),
        ("average price of bookings with children", "children > 0"),
        ("share of bookings with babies by hotel", "babies > 0"),
        ("how many bookings without children", "children = 0"),
        ("how many bookings have no children", "children = 0"),
        ("how many bookings with more than 2 children", "children > 2"),
        ("how many bookings with children or babies", "(bookings.children > 0) OR (bookings.babies > 0)"),
    ],
)
def test_rows_with_things_have_some_and_rows_without_have_zero(sql_of, question, kept):
    assert kept in sql_of("bookings", question)


def test_rows_with_several_things_are_shown_with_these_numbers(sql_of):
    sql = sql_of("bookings", "list bookings with adults, children and babies")

    assert "WHERE" not in sql


def test_what_may_be_missing_is_missing_and_not_zero(sql_of):
    assert "discount IS NULL" in sql_of("bookings", "how many bookings without a discount")


def test_the_number_of_things_is_still_added_up(sql_of):
    assert "MEASURE(bookings.total_children)" in sql_of("bookings", "how many children by hotel")


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many people have nothing at all on their account?", "balance = 0"),
        ("how many customers have no balance", "balance = 0"),
        ("how many customers have a balance", "balance > 0"),
        ("average balance by country, ignoring the empty accounts", "balance <> 0"),
        ("average age of customers with money on their account", "balance > 0"),
    ],
)
def test_an_empty_account_has_a_balance_of_zero(sql_of, question, kept):
    assert kept in sql_of("customers", question)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("number of customers without a credit card", "has_cr_card = FALSE"),
        ("how many customers have a credit card", "has_cr_card = TRUE"),
        ("how many smokers are there", "smoker = TRUE"),
        ("average age of non-smokers", "smoker = FALSE"),
    ],
)
def test_flags_are_said_in_full(sql_of, question, kept):
    assert kept in sql_of("customers", question)


def test_smokers_and_non_smokers_of_another_kind(sql_of):
    sql = sql_of("customers", "how many smokers with a credit card")

    assert "smoker = TRUE" in sql
    assert "has_cr_card = TRUE" in sql


def test_customers_with_two_flags_have_both(sql_of):
    sql = sql_of("customers", "customers with a credit card and an active member")

    assert "has_cr_card = TRUE" in sql
    assert "is_active_member = TRUE" in sql


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many customers without internet service", "internet_service = 'No'"),
        ("how many customers have no internet service", "internet_service = 'No'"),
        ("average age of customers with internet service", "internet_service <> 'No'"),
        ("how many customers with an internet service", "internet_service <> 'No'"),
    ],
)
def test_a_text_that_says_no_is_none_and_not_missing(sql_of, question, kept):
    assert kept in sql_of("customers", question)


def test_a_text_is_shown_beside_another_one(sql_of):
    assert "WHERE" not in sql_of("customers", "list customers with internet service and sex")
