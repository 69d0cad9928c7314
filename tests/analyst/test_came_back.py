"""Those of one time who came again at another, rates of states, and how many are each of several values."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 3, 10)
TABLES = {
    "guests": ["guest_id,guest_name,country", "1,Ann Bell,Wales", "2,Cy Dunn,Malta", "3,Di Eyre,Malta"],
    "bookings": [
        "booking_id,guest_id,booked_on,status,room_kind,amount",
        "1,1,2023-02-01,completed,double,90.50",
        "2,1,2024-02-01,cancelled,double,80.00",
        "3,2,2023-05-01,no-show,single,70.00",
        "4,3,2024-06-01,completed,single,60.00",
    ],
    "audits": [
        "audit_id,booking_id,auditor,result,done_on,mark,is_closed",
        "1,1,Flo,Fail,2024-01-01,Warm,true",
        "2,2,Gus,Pass,2024-02-01,Cold,false",
        "3,3,Flo,Pass,2024-03-01,Warm,true",
    ],
    "scores": ["score_id,guest_id,rating", "1,1,Good", "2,2,Poor"],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("back"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "of the guests who booked in 2023, what share came back in 2024?",
        "of guests who booked in 2023 what percentage also booked in 2024",
        "of the guests who booked in 2023, what percent booked again in 2024",
        "what share of the guests who booked in 2023 came back in 2024",
        "of the guests who booked in 2023, what share returned in 2024",
    ],
)
def test_those_who_came_again_are_a_part_of_those_who_came(reader, question):
    text = sql_of(reader, question)
    whole, part = text.split("part_2", 1)

    assert "booked_on >= '2023-01-01'" in whole
    assert "booked_on >= '2024-01-01'" not in whole
    assert "booked_on >= '2023-01-01'" in part
    assert "booked_on >= '2024-01-01'" in part


@pytest.mark.parametrize(
    "question",
    [
        "of the guests who booked in 2023, how many came back in 2024?",
        "Of the guests who booked something in 2023, how many booked again in 2024?",
        "how many of the guests who booked in 2023 booked again in 2024",
        "how many guests who booked in 2023 returned in 2024?",
    ],
)
def test_those_who_came_again_are_counted(reader, question):
    text = sql_of(reader, question)

    assert text.count(" IN (SELECT") == 2
    assert "booked_on >= '2023-01-01'" in text
    assert "booked_on >= '2024-01-01'" in text
    assert "NULLIF" not in text


@pytest.mark.parametrize(
    "question",
    [
        "failed audit rate per auditor",
        "rate of failed audits by auditor",
        "no-show rate by country",
        "cancelled booking rate by country",
    ],
)
def test_the_rate_of_a_state_is_a_share_of_its_rows(reader, question):
    text = sql_of(reader, question)

    assert "FILTER (WHERE" in text
    assert "NULLIF" in text


def test_a_rate_is_no_rating(reader):
    assert not is_read(reader, "win rate by country")
    assert not is_read(reader, "double booking rate by country")  # a kind of booking, and no state


@pytest.mark.parametrize(
    "question",
    [
        "how many bookings were completed, cancelled or no-show?",
        "number of completed, cancelled and no-show bookings",
    ],
)
def test_three_values_with_commas_are_told_apart(reader, question):
    assert "GROUP BY" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "how many bookings were completed or cancelled",
        "total amount of bookings that were completed, cancelled or no-show",
    ],
)
def test_two_values_and_sums_are_one_number(reader, question):
    assert "GROUP BY" not in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "cancel rate by country (cancelled bookings out of all bookings)",
        "cancel rate by country, i.e. cancelled bookings out of all bookings",
    ],
)
def test_a_rate_that_is_told_in_brackets_is_that_one(reader, question):
    text = sql_of(reader, question)

    assert "FILTER (WHERE bookings.status" in text
    assert "IS NOT NULL)" not in text


@pytest.mark.parametrize(
    "question",
    [
        "what percentage of closed audits had failed",
        "share of closed audits that were failed by auditor",
        "share of closed audits that failed by auditor",
    ],
)
def test_a_share_of_flagged_rows_that_became_something_is_of_those_rows(reader, question):
    """Not the share of closed ones of those that failed."""
    text = sql_of(reader, question)

    assert "FILTER (WHERE audits.result = 'Fail')" in text
    assert "WHERE audits.is_closed = TRUE" in text
