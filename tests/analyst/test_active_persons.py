"""Those who were active, and those who had something: the times are those of what they did."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "users": ["user_id,username,platform,signed_up_at"]
    + [f"{n},user{n},{('ios', 'web')[n % 2]},2024-0{1 + n % 9}-03" for n in range(1, 31)],
    "apps": ["app_id,app_name,store"] + [f"{n},App {n},{('north', 'south')[n % 2]}" for n in range(1, 5)],
    "sessions": ["session_id,user_id,app_id,started_at,duration_sec"]
    + [f"{n},{1 + n % 30},{1 + n % 4},2025-0{1 + n % 6}-1{n % 9} 10:00:00,{60 + n}" for n in range(1, 301)],
    "events": ["event_id,session_id,user_id,occurred_at,event_name"]
    + [f"{n},{n},{1 + n % 30},2025-0{1 + n % 6}-1{n % 9} 10:05:00,open" for n in range(1, 200, 2)],
    "subscriptions": ["subscription_id,user_id,started_at,plan,status"]
    + [
        f"{n},{1 + n % 30},2024-1{n % 3}-01,{('monthly', 'annual')[n % 2]},{('active', 'canceled')[n % 2]}"
        for n in range(1, 41)
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("active"), TABLES, date(2025, 7, 10)) as found:
        yield found


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("monthly active users in 2025", "month"),
        ("daily active users in May 2025", "day"),
        ("MAU by platform", "month"),
        ("how many weekly active users did we have since March 2025", "week"),
    ],
)
def test_active_users_are_the_different_ones_with_a_session_then(reader, question, unit):
    sql = sql_of(reader, question)
    assert f"DATE_TRUNC('{unit}', sessions.started_at)" in sql
    assert "distinct_users" in sql
    assert "subscriptions" not in sql


@pytest.mark.parametrize(
    "question", ["how many users had a session per month in 2025", "how many users had a session each month"]
)
def test_what_somebody_had_is_dated_by_itself(reader, question):
    sql = sql_of(reader, question)
    assert "FROM sessions" in sql  # and not from the events, which some sessions have none of
    assert "DATE_TRUNC('month', sessions.started_at)" in sql
    assert "signed_up_at" not in sql


def test_those_who_signed_up_are_dated_by_that(reader):
    assert "users.signed_up_at" in sql_of(reader, "how many users signed up each month")


@pytest.mark.parametrize("question", ["active subscriptions", "monthly active subscriptions by plan"])
def test_what_is_active_by_its_state_stays_so(reader, question):
    assert not is_read(reader, question) or "status = 'active'" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["users by store in May 2025", "number of users by store and month"])
def test_who_meets_something_in_other_rows_is_dated_by_these(reader, question):
    sql = sql_of(reader, question)
    assert "sessions.started_at" in sql
    assert "CROSS JOIN" not in sql


def test_who_is_told_by_a_column_of_their_own_is_dated_by_their_own(reader):
    assert "users.signed_up_at" in sql_of(reader, "users by platform in 2024")
