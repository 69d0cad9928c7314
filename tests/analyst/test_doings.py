"""What persons did at one time and again, or not, at another, never at all, and for the first time."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 9, 10)
TABLES = {
    "donors": ["donor_id,full_name,town", "1,Ann Bell,Leeds", "2,Cy Dunn,Hull", "3,Di Eyre,Hull"],
    "food_donations": [
        "donation_id,donor_id,received_at,kind,kilos",
        "1,1,2023-02-01 10:00:00,tins,4.5",
        "2,1,2024-02-01 11:00:00,bread,8.0",
        "3,2,2023-05-01 09:30:00,tins,7.0",
    ],
    "members": [
        "member_id,full_name,joined_on,plan",
        "1,Flo Gray,2022-01-03,Basic",
        "2,Gus Hill,2023-04-05,Plus",
        "3,Hal Ives,2024-02-05,Plus",
    ],
    "visits": ["visit_id,member_id,visited_on", "1,1,2023-03-04", "2,2,2024-03-04", "3,1,2024-05-04"],
    "payments": [
        "payment_id,member_id,paid_on,amount",
        "1,1,2023-01-09,20",
        "2,3,2024-02-09,30",
        "3,1,2024-03-09,20",
    ],
    "parcels": ["parcel_id,given_on,weight", "1,2024-01-01,5", "2,2024-02-01,6"],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("doings"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "which donors gave in 2023 but nothing at all in 2024?",
        "donors who gave us food in 2023 but not in 2024",
        "donors who donated in 2023 and gave nothing in 2024",
        "donors who gave something in 2023, but nothing in 2024",
    ],
)
def test_what_was_done_in_one_year_and_not_in_another(reader, question):
    having, without = sql_of(reader, question).split(" NOT IN (", 1)

    assert "received_at >= '2023-01-01'" in having
    assert "received_at >= '2024-01-01'" in without
    assert "given_on" not in having + without


@pytest.mark.parametrize(
    "question",
    [
        "donors who gave in both 2023 and 2024",
        "which donors gave in 2023 and again in 2024",
        "donors who donated in 2023 and also in 2024",
    ],
)
def test_what_was_done_in_both_years_keeps_those_who_did_both(reader, question):
    text = sql_of(reader, question)

    assert text.count(" IN (SELECT") == 2
    assert "DATE_TRUNC" not in text


@pytest.mark.parametrize(
    "question",
    [
        "donors who have never given us anything",
        "which donors have not given us anything?",
        "donors who never donated anything at all",
        "donors who gave nothing at all",
    ],
)
def test_anything_is_no_more_than_what_was_done(reader, question):
    text = sql_of(reader, question)

    assert text.count("NOT IN (SELECT") == 1
    assert "parcels" not in text


def test_two_deeds_are_both_kept(reader):
    text = sql_of(reader, "members who paid in 2024 but never visited")

    assert "paid_on >= '2024-01-01'" in text
    assert "NOT IN (SELECT" in text
    assert "visited_on >=" not in text


@pytest.mark.parametrize(
    "question",
    [
        "first-time donors in 2024",
        "how many donors gave for the first time in 2024",
        "how many new donors did we win in 2024",
        "new donors in 2024, counted by their first donation",
    ],
)
def test_firsts_are_counted_by_the_first_row_of_each(reader, question):
    text = sql_of(reader, question)

    assert "MIN(" in text
    assert "first_time >= '2024-01-01'" in text
    assert "received_at >=" not in text  # the first of all rows, and not of those of the year


@pytest.mark.parametrize(
    "question",
    [
        "first-time donors by month",
        "how many new donors did we win each month, count someone in the month of their very first donation",
        "how many new members each month, count each member in the month of their first visit",
    ],
)
def test_firsts_over_time(reader, question):
    text = sql_of(reader, question)

    assert "DATE_TRUNC('month', first_time)" in text
    assert "joined_on" not in text


def test_persons_with_a_date_of_their_own_are_new_by_that(reader):
    assert "joined_on >= '2024-01-01'" in sql_of(reader, "how many new members did we win in 2024")


@pytest.mark.parametrize(
    "question", ["new donors by kind", "kilos by month, counted by their first donation"]
)
def test_what_the_first_row_does_not_tell_is_refused(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize(
    ("question", "bound"), [("repeat donors", '"count") > 1'), ("one-time donors", '"count") = 1')]
)
def test_how_often_is_told_before_the_noun(reader, question, bound):
    assert bound in sql_of(reader, question).replace("donations.donations", 'donations."count"')


def test_repeat_members_may_have_paid_or_come(reader):
    assert not is_read(reader, "repeat members")


@pytest.mark.parametrize(
    "question",
    [
        "of the donors who gave in the first half of 2023, what share gave again in the second half?",
        "of the donors who gave something in the first half of 2023, "
        "what percentage came back and gave again in the second half",
    ],
)
def test_a_later_part_is_of_the_same_year(reader, question):
    text = sql_of(reader, question)

    assert "received_at >= '2023-07-01'" in text
    assert "received_at < '2024-01-01'" in text


def test_a_later_month_is_of_the_same_year(reader):
    text = sql_of(reader, "members who visited in January 2023 but not in March")

    assert "visited_on >= '2023-03-01'" in text


def test_to_leave_is_no_leave(tmp_path):
    tables = {
        "employees": ["employee_id,full_name,salary", "1,Ann Bell,10", "2,Cy Dunn,20"],
        "leave_requests": ["request_id,employee_id,start_date", "1,1,2024-02-01", "2,1,2023-02-01"],
    }
    with reader_over(tmp_path, tables, TODAY) as reader:
        assert not is_read(reader, "employees who left in both 2023 and 2024")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("donors who gave in the first quarter of 2023 but not in the second quarter of 2024", "2024-04-01"),
        ("donors who gave in Q1 of 2023 but not in the second quarter of this year", "2025-04-01"),
    ],
)
def test_a_later_part_keeps_the_year_that_is_said(reader, question, told):
    assert f"received_at >= '{told}'" in sql_of(reader, question)
