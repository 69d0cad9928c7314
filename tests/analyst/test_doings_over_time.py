"""Deeds of persons by their own dates: then, last or once, of all of them; what was done with things."""

from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import SqlStarted
from tests.analyst.small_models import is_read, reader_over, sql_of
from tests.campaigns.question_sets import _turn, left

TODAY = date(2025, 9, 10)
TABLES = {
    "learners": [
        "learner_id,full_name,signup_date,country",
        "1,Ann Bell,2022-01-03,Wales",
        "2,Cy Dunn,2023-04-05,Malta",
        "3,Di Eyre,2024-02-05,Malta",
    ],
    "courses": ["course_id,title,published_on,topic", "1,Knots,2021-05-01,sea", "2,Sails,2022-05-01,sea"],
    "enrolments": [
        "enrolment_id,learner_id,course_id,enrolled_at,completed_at",
        "1,1,1,2023-02-01 10:00:00,2023-05-01 10:00:00",
        "2,1,2,2024-02-01 11:00:00,",
        "3,2,1,2023-05-01 09:30:00,2024-01-01 09:30:00",
    ],
    "lesson_views": [
        "view_id,enrolment_id,started_at,finished_at",
        "1,1,2023-02-02 10:00:00,2023-02-02 10:30:00",
        "2,1,2023-02-03 10:00:00,2023-02-03 10:20:00",
        "3,3,2023-06-03 10:00:00,2023-06-03 10:20:00",
    ],
}
CLUB = {
    "members": [
        "member_id,full_name,birth_date,plan",
        "1,Flo Gray,1982-01-03,Basic",
        "2,Gus Hill,1993-04-05,Plus",
    ],
    "visits": ["visit_id,member_id,checked_in_at", "1,1,2023-03-04", "2,2,2024-03-04", "3,1,2024-05-04"],
}


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("school"), TABLES, TODAY) as found:
        yield found


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("club"), CLUB, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "how many learners enrolled in 2024",
        "learners who enrolled in 2024",
        "learners enrolled in 2024 by country",
    ],
)
def test_to_enrol_is_not_to_sign_up(school, question):
    text = sql_of(school, question)

    assert "enrolled_at >= '2024-01-01'" in text
    assert "signup_date >=" not in text


@pytest.mark.parametrize(
    "question", ["how many members visited in 2024", "how many members visited each month of 2024"]
)
def test_a_deed_without_a_date_of_its_name_has_that_of_its_rows(club, question):
    assert "checked_in_at >= '2024-01-01'" in sql_of(club, question)


def test_nobody_is_new_by_their_birth(club):
    text = sql_of(club, "how many new members did we win in 2024")

    assert "MIN(" in text
    assert "birth_date" not in text


@pytest.mark.parametrize(
    "question",
    ["what share of learners enrolled in 2024", "in 2024, what percentage of learners enrolled"],
)
def test_a_share_of_persons_is_of_all_of_them(school, question):
    text = sql_of(school, question)

    assert text.count("enrolled_at >= '2024-01-01'") == 1
    assert "signup_date" not in text


def test_who_did_so_last_has_done_nothing_since(school):
    text = sql_of(school, "learners who last enrolled before 2024")

    assert "enrolled_at < '2024-01-01'" in text
    assert "NOT IN" in text
    assert "enrolled_at >= '2024-01-01'" in text
    assert "MAX(" not in text


@pytest.mark.parametrize(
    "question",
    [
        "learners who enrolled in 2023 and never again",
        "how many learners enrolled in 2023 but have not enrolled since",
    ],
)
def test_never_again_is_after_the_period(school, question):
    having, without = sql_of(school, question).split(" NOT IN (", 1)

    assert "enrolled_at < '2024-01-01'" in having
    assert "enrolled_at >= '2024-01-01'" in without


def test_every_year_is_each_of_them(school):
    text = sql_of(school, "learners who enrolled every year from 2022 to 2024")

    assert "HAVING COUNT(DISTINCT DATE_TRUNC('year', enrolments.enrolled_at)) = 3" in text
    assert "enrolled_at >= '2022-01-01'" in text


def test_once_is_no_more_than_once(school):
    assert '"count") = 1' in sql_of(school, "learners who only enrolled once").replace(
        "enrolments.enrolments", 'enrolments."count"'
    )


def test_how_much_they_spent_is_no_number_of_them(school):
    assert not is_read(school, "how much did first-time learners pay in 2024")


@pytest.mark.parametrize(
    "question",
    [
        "how many courses were completed each month of 2024",
        "courses completed each month of 2024",
        "how many courses were completed in 2024 by topic",
    ],
)
def test_what_was_done_with_things_is_counted_by_its_rows(school, question):
    text = sql_of(school, question)

    assert "completed_at >= '2024-01-01'" in text
    assert "published_on" not in text
    assert "enrolments" in text


def test_what_things_have_a_date_of_is_theirs(school):
    assert "published_on >= '2022-01-01'" in sql_of(school, "how many courses were published in 2022")


@pytest.mark.parametrize(
    "question",
    [
        "average days from enrolling to finishing",
        "how many days does it take to finish a course after enrolling",
        "average number of days between enrolling and completing a course",
    ],
)
def test_an_end_is_that_of_what_has_begun(school, question):
    text = sql_of(school, question)

    assert "enrolled_at" in text
    assert "completed_at" in text
    assert "finished_at" not in text


@pytest.mark.parametrize(
    "question",
    [
        "average days between a learner's first and second enrolment",
        "on average, how many days are there between a learner's first and second enrolment",
        "how many days pass between a learner's first and second enrolment by country",
    ],
)
def test_the_second_row_is_behind_the_first_of_each(school, question):
    text = sql_of(school, question)

    assert "LEAD(" in text
    assert "nth = 1" in text
    assert "PARTITION BY" in text


@pytest.mark.parametrize(
    "question",
    [
        "average days between a learner's first and third enrolment",
        "average days between a learner's first and second enrolment in 2024",
        "total days between a learner's first and second enrolment",
    ],
)
def test_other_pairs_of_rows_are_refused(school, question):
    assert not is_read(school, question)


@pytest.mark.parametrize(
    "question",
    [
        "how many days pass between asking for a parcel and getting it",
        "average days between requesting a parcel and receiving it",
    ],
)
def test_what_is_asked_for_is_got_by_the_day_of_the_same_rows(tmp_path, question):
    tables = {
        "parcels": ["parcel_id,requested_on,handed_out_on", "1,2024-02-01,2024-02-03", "2,2024-02-05,"],
        "donations": ["donation_id,received_on,kilos", "1,2024-01-01,5", "2,2024-01-02,6"],
    }
    with reader_over(tmp_path, tables, TODAY) as reader:
        text = sql_of(reader, question)

    assert "requested_on" in text
    assert "handed_out_on" in text


def test_what_is_told_of_things_that_were_done_is_no_number_of_them(school):
    read = sql_of(school, "average number of enrolments of courses published in 2022")

    assert "completed_at" not in read


def test_things_that_are_so_themselves_are_counted(tmp_path):
    tables = {
        "trips": [
            "trip_id,departure,state",
            "1,2024-02-01,cancelled",
            "2,2024-02-05,done",
            "3,2024-03-05,done",
        ],
        "bookings": [
            "booking_id,trip_id,booked_on,cancelled_on",
            "1,1,2024-01-01,2024-01-09",
            "2,1,2024-01-02,",
            "3,2,2024-01-02,2024-02-02",
        ],
    }
    with reader_over(tmp_path, tables, TODAY) as reader:
        text = sql_of(reader, "how many trips were cancelled in 2024")

    assert "state = 'cancelled'" in text
    assert "bookings" not in text


def _follow(reader, first, then):
    """The last turn of two, with what the first one left."""
    remembered = b""
    for question in (first, then):
        events = _turn(Task(question, TODAY, remembered), reader.tools)
        remembered = left(events)

    return events


def test_a_follow_up_moves_the_period_of_what_was_done(school):
    events = _follow(school, "what share of learners enrolled in 2024", "and in 2023?")
    text = next(each.sql for each in events if isinstance(each, SqlStarted))

    assert "enrolled_at >= '2023-01-01'" in text
    assert "signup_date" not in text


def test_of_two_deeds_none_is_moved(school):
    events = _follow(school, "learners who enrolled in 2023 but not in 2024", "and in 2022?")

    assert not any(isinstance(each, SqlStarted) for each in events)
