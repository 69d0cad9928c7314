"""How long rows are by a column or by two dates of theirs, in a unit, and from the date that a word names."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 3, 10)
TABLES = {
    "reels": [
        "reel_id,reel_name,mood,milliseconds,min_age",
        "1,Dawn,calm,240000,6",
        "2,Rush,loud,180000,12",
    ],
    "cabins": ["cabin_id,cabin_name,build", "1,Elm,wood", "2,Ash,stone"],
    "stays": [
        "stay_id,cabin_id,arrival_date,departure_date,channel,state",
        "1,1,2024-03-01,2024-03-04,web,done",
        "2,2,2024-05-01,2024-05-08,phone,dropped",
        "3,2,2024-06-01,2024-06-03,web,done",
    ],
    "passes": [
        "pass_id,holder,kind,trial_started_at,started_at,canceled_at,standing",
        "1,Ann Bell,gold,2024-01-01 10:00:00,2024-01-15 10:00:00,2024-02-10 10:00:00,canceled",
        "2,Cy Dunn,blue,2024-02-01 10:00:00,2024-02-15 10:00:00,,active",
        "3,Di Eyre,blue,2024-02-03 10:00:00,2024-02-10 10:00:00,2024-06-01 10:00:00,canceled",
    ],
    "users": ["user_id,user_name,signup_date,region", "1,Ann,2024-01-01,north", "2,Bo,2024-02-01,south"],
    "orders": [
        "order_id,user_id,ordered_on,state,total",
        "1,1,2024-01-11,paid,5.50",
        "2,1,2024-01-05,open,6.50",
        "3,2,2024-02-21,paid,7.50",
    ],
    "bills": [
        "bill_id,issued_on,due_on,paid_on,amount",
        "1,2024-01-01,2024-01-31,2024-02-10,90.50",
        "2,2024-02-01,2024-03-01,2024-02-20,30.00",
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("told"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "average length of a reel in minutes",
        "average length in minutes of a reel",
        "average reel length in minutes by mood",
        "how long is the average reel in minutes",
        "how long are reels on average, in minutes",
        "average duration of a calm reel in minutes",
    ],
)
def test_the_one_column_of_a_length_is_told_in_the_unit_that_is_asked(reader, question):
    text = sql_of(reader, question)

    assert "reels.average_milliseconds)" in text
    assert "60000" in text


@pytest.mark.parametrize(
    "question",
    [
        "average length of stay in nights by build",
        "average length in nights of a stay",
        "average duration of a stay in days per channel",
    ],
)
def test_nights_are_days_between_arrival_and_departure(reader, question):
    assert "DATE_DIFF('day', stays.arrival_date, stays.departure_date)" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "average lifetime in days of canceled passes per kind",
        "how many passes were canceled within 30 days of starting, by kind",
        "how many passes were canceled within 30 days of their start",
    ],
)
def test_what_started_is_the_thing_itself_and_not_its_trial(reader, question):
    assert "DATE_DIFF('day', passes.started_at, passes.canceled_at)" in sql_of(reader, question)


def test_the_trial_is_meant_where_it_is_spoken_of(reader):
    text = sql_of(reader, "passes whose trial started in 2024")

    assert "trial_started_at >= '2024-01-01'" in text


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("on average, how many days go by between issuing a bill and getting paid?", "issued_on"),
        ("how many days on average lie between the due date and the day it is paid", "due_on"),
        ("how long does it take on average, in days, from issuing a bill to payment", "issued_on"),
        ("how many days pass on average between issuing a bill and it being paid", "issued_on"),
    ],
)
def test_what_happens_to_rows_is_when_it_happened_to_them(reader, question, start):
    assert f"DATE_DIFF('day', bills.{start}, bills.paid_on)" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "how many days pass on average between a user's sign-up and their first order",
        "average days from sign-up to the first order",
        "on average how many days after signing up is a user's first order",
        "average days from sign-up to the first order by region",
    ],
)
def test_until_the_first_row_of_others_it_is_the_least_of_each(reader, question):
    text = sql_of(reader, question)

    assert "MIN(DATE_DIFF('day', orders.signup_date, orders.ordered_on))" in text
    assert "AVG(" in text


def test_the_first_of_a_kind_keeps_the_rows_of_the_others(reader):
    text = sql_of(reader, "average days from sign-up to the first paid order")

    assert "orders.state = 'paid'" in text


@pytest.mark.parametrize(
    "question",
    [
        "average length of a cabin in minutes",  # no column tells one
        "average length of a reel in kilos",
        "how long is a bill in minutes",
    ],
)
def test_a_length_that_nothing_tells_is_refused(reader, question):
    assert not is_read(reader, question)
