"""Files of calls and of loans in which each row tells of one person: who that is, and who is not."""

import asyncio
from datetime import date

import pandas
import pytest

from tests.analyst.small_models import readers_over

TODAY = date(2025, 9, 15)
ROWS = range(120)
CALLS = pandas.DataFrame({
    "age": [20 + at % 60 for at in ROWS],
    "job": [("nurse", "student", "retired")[at % 3] for at in ROWS],
    "marital": [("single", "married")[at % 2] for at in ROWS],
    "education": [("primary", "tertiary", "secondary")[at % 3] for at in ROWS],
    "default": [("no", "yes")[at % 9 == 0] for at in ROWS],
    "balance": [at * 37 % 900 - 100 for at in ROWS],
    "housing": [("no", "yes")[at % 2] for at in ROWS],
    "loan": [("no", "yes")[at % 4 == 0] for at in ROWS],
    "contact": [("cellular", "telephone")[at % 5 == 0] for at in ROWS],
    "call_date": pandas.date_range("2025-01-01", periods=40).repeat(3),
})  # fmt: skip
LOANS = pandas.DataFrame({
    "id": list(ROWS),
    "loan_amnt": [1000 + at * 50 for at in ROWS],
    "emp_length": [("10+ years", "2 years", "< 1 year")[at % 3] for at in ROWS],
    "home_ownership": [("RENT", "OWN", "MORTGAGE")[at % 3] for at in ROWS],
    "annual_inc": [30000 + at * 500 for at in ROWS],
    "dti": [5.5 + at % 30 for at in ROWS],
    "delinq_2yrs": [at * 7 % 23 for at in ROWS],
    "issue_date": pandas.date_range("2025-01-01", periods=40).repeat(3),
})  # fmt: skip
SALES = pandas.DataFrame({
    "Invoice ID": [f"{at:03}-{at * 7 % 89:02}" for at in ROWS],
    "Customer type": [("Member", "Normal")[at % 2] for at in ROWS],
    "Gender": [("Female", "Male")[at % 3 == 0] for at in ROWS],
    "Total": [10.5 + at for at in ROWS],
})  # fmt: skip
SEEN_AGAIN = CALLS.assign(client_id=[at % 40 for at in ROWS])
STAYS = pandas.DataFrame({
    "booking_id": list(ROWS),
    "adults": [1 + at % 3 for at in ROWS],
    "age": [20 + at % 60 for at in ROWS],
    "gender": [("F", "M")[at % 2] for at in ROWS],
    "price": [50.5 + at for at in ROWS],
})  # fmt: skip
RIDES = pandas.DataFrame({
    "ride_id": list(ROWS),
    "duration": [5 + at % 50 for at in ROWS],
    "birth_year": [1950 + at % 50 for at in ROWS],
    "gender": [("F", "M")[at % 2] for at in ROWS],
})  # fmt: skip
FRAMES = {
    "bank_calls": CALLS,
    "loans": LOANS,
    "shop_sales": SALES,
    "phone_calls": SEEN_AGAIN,
    "bookings": STAYS,
    "rides": RIDES,
}


@pytest.fixture(scope="module")
def found():
    with readers_over(FRAMES, TODAY) as readers:
        yield lambda name, question: asyncio.run(readers[name].read(question))


@pytest.fixture
def sql_of(found):
    def read(name, question):
        told = found(name, question)
        assert told.is_sure, told
        return told.planned.sql

    return read


@pytest.mark.parametrize(
    "question",
    [
        "how many clients are there",
        "how many people do we have",
        "how many clients did we contact in total?",
        "how many customers are there",
        "number of persons",
    ],
)
def test_persons_are_the_rows_that_tell_of_one_each(sql_of, question):
    sql = sql_of("bank_calls", question)

    assert 'MEASURE(bank_calls."count")' in sql
    assert "WHERE" not in sql
    assert "GROUP BY" not in sql


def test_it_is_told_that_rows_are_counted(found):
    assert found("bank_calls", "how many clients are married").best.notes == ("each row a person",)
    assert not found("bank_calls", "how many bank calls were made").best.notes


@pytest.mark.parametrize("noun", ["different clients", "passengers", "guests", "employees"])
def test_rows_are_nobody_else_and_no_different_ones(found, noun):
    assert not found("bank_calls", f"how many {noun} are there").is_sure


def test_a_value_that_is_a_noun_of_persons_stays_a_value(sql_of):
    assert "job = 'student'" in sql_of("bank_calls", "how many students are there")


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many people have a housing loan", "housing = TRUE"),
        ("clients without a housing loan", "housing = FALSE"),
        ("how many clients have a personal loan", "loan = TRUE"),
        ("number of clients with credit in default", '"default" = TRUE'),
    ],
)
def test_a_housing_loan_is_no_loan_of_another_kind(sql_of, question, kept):
    sql = sql_of("bank_calls", question)

    assert kept in sql
    assert " AND " not in sql


@pytest.mark.parametrize(
    "question",
    [
        "how many people have both a housing loan and a personal loan",
        "clients with a personal loan and a housing loan",
        "average age of clients with a housing loan and a personal loan",
    ],
)
def test_with_two_flags_keeps_those_that_have_both(sql_of, question):
    sql = sql_of("bank_calls", question)

    assert "housing = TRUE" in sql
    assert "loan = TRUE" in sql


@pytest.mark.parametrize("question", ["how many clients were never contacted", "clients not contacted"])
def test_those_not_contacted_are_not_all(found, question):
    assert not found("bank_calls", question).is_sure


def test_a_way_of_contact_is_nobody(found):
    told = found("bank_calls", "who has the highest balance")

    assert not told.is_sure or "contact" not in told.planned.sql


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is the average annual income of our borrowers", "average_annual_inc"),
        ("avg dti of people who rent", "home_ownership = 'RENT'"),
        ("how many borrowers rent", "home_ownership = 'RENT'"),
    ],
)
def test_borrowers_are_who_has_a_loan(sql_of, question, said):
    assert said in sql_of("loans", question)


@pytest.mark.parametrize(
    "question", ["how many customers are members", "what share of customers are members"]
)
def test_customers_of_sales_are_counted_and_not_their_money(sql_of, question):
    sql = sql_of("shop_sales", question)

    assert '"count"' in sql
    assert "customer_type = 'Member'" in sql


@pytest.mark.parametrize("question", ["how many clients are there", "how many people are there"])
def test_persons_with_a_number_that_repeats_are_not_counted_by_rows(found, question):
    told = found("phone_calls", question)

    assert not told.is_sure or 'MEASURE(phone_calls."count")' not in told.planned.sql


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("bookings", "how many people are there"),
        ("bookings", "how many guests are there"),
        ("rides", "how many people are there"),
        ("rides", "how many riders are there"),
    ],
)
def test_rows_of_several_persons_and_of_what_one_does_often_are_no_persons(found, name, question):
    assert not found(name, question).is_sure


@pytest.mark.parametrize("years", ["the past 2 years", "the last two years"])
def test_a_stretch_in_the_name_of_a_number_is_no_period(sql_of, years):
    sql = sql_of("loans", f"how many borrowers had at least one delinquency in {years} by home ownership")

    assert "delinq_2yrs >= 1" in sql
    assert "issue_date" not in sql


def test_another_stretch_is_a_period(sql_of):
    assert "issue_date >=" in sql_of("loans", "how many loans in the past 2 years")
