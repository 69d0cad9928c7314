"""Persons who come and go: who is there now, who left or joined and when, and how long they were there."""

import asyncio
from datetime import date

import pytest

from tests.analyst.small_models import reader_over, sql_of

TODAY = date(2025, 6, 12)
_LEFT = {3: "2024-03-31", 8: "2023-05-02", 11: "2025-02-14", 17: "2024-11-30", 22: "2025-04-01"}


def _people():
    yield "employee_id,full_name,hire_date,job_title,team_id,salary,termination_date"
    for at in range(1, 31):
        hired = f"{2019 + at % 4}-{1 + at % 12:02}-{1 + at % 27:02}"
        yield (
            f"{at},Person {at},{hired},{('Clerk', 'Engineer')[at % 2]},{1 + at % 3},"
            f"{40000 + at * 731},{_LEFT.get(at, '')}"
        )


def _leaves():
    yield "request_id,employee_id,leave_type,start_date,end_date,status"
    for at in range(1, 41):
        month = 1 + at % 12
        yield (
            f"{500 + at},{1 + at % 30},{('Sick', 'Vacation')[at % 2]},2024-{month:02}-03,2024-{month:02}-"
            f"{4 + at % 20:02},Approved"
        )


def _members():
    yield "member_id,plan,joined_on,cancelled_on"
    for at in range(1, 31):
        ended = f"2024-{1 + at % 12:02}-05" if at % 4 == 0 else ""
        yield f"{at},{('basic', 'plus')[at % 2]},2023-{1 + at % 12:02}-01,{ended}"


def _leases():
    yield "lease_id,area,start_date,end_date"
    for at in range(1, 31):
        yield f"{at},{('north', 'south')[at % 2]},2024-{1 + at % 12:02}-01,2025-{1 + at % 12:02}-28"


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    tables = {
        "employees": list(_people()),
        "teams": ["team_id,team_name,city", "1,Red,Oslo", "2,Blue,Bergen", "3,Green,Oslo"],
        "leave_requests": list(_leaves()),
    }
    with reader_over(tmp_path_factory.mktemp("staff"), tables, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("club"), {"members": list(_members())}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def flats(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("flats"), {"leases": list(_leases())}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "headcount by team, people still with us",
        "average salary of active employees",
        "average salary of people currently working here, by job title",
        "how many current staff are there per city?",
        "which team has the most active employees?",
        "number of employees per team, current employees only",
    ],
)
def test_those_who_are_there_have_not_left(staff, question):
    sql = sql_of(staff, question)
    assert "termination_date IS NULL" in sql
    assert "full_name" not in sql


def test_a_headcount_is_a_number(staff):
    assert sql_of(staff, "What's our current headcount?").startswith("SELECT MEASURE")


def test_a_share_of_those_who_are_there_is_of_all_of_them(staff):
    sql = sql_of(staff, "share of current employees per city")
    assert "OVER ()" in sql
    assert "FILTER" not in sql


def test_a_share_still_there_is_of_all_who_ever_were(staff):
    assert "FILTER (WHERE employees.termination_date IS NULL)" in sql_of(
        staff, "percentage of employees still here by city"
    )


@pytest.mark.parametrize(
    ("question", "date_of"),
    [
        ("How many people have left so far this year?", "termination_date"),
        ("how many employees were let go in 2024?", "termination_date"),
        ("leavers per year", "termination_date"),
        ("Did more people leave in 2024 than in 2023?", "termination_date"),
        ("how many employees quit each year?", "termination_date"),
        ("new hires per year", "hire_date"),
        ("how many people joined us in 2022?", "hire_date"),
        ("starters per quarter in 2021", "hire_date"),
    ],
)
def test_who_came_or_went_is_dated_by_that(staff, question, date_of):
    sql = sql_of(staff, question)
    others = {"termination_date", "hire_date"} - {date_of}
    assert date_of in sql
    assert not any(each in sql for each in others)


def test_who_left_is_told_of_members_who_cancelled(club):
    assert "cancelled_on" in sql_of(club, "how many members left in 2024?")


def test_a_leave_that_is_taken_is_no_leaving(staff):
    read = asyncio.run(staff.read("how many employees take leave in 2024?"))
    assert not read.is_sure or "termination_date" not in read.planned.sql


@pytest.mark.parametrize(
    "question",
    [
        "headcount in 2024",
        "headcount by year",
        "compare people hired and left in 2024",
        "active staff in 2022",
    ],
)
def test_what_no_date_tells_is_not_computed_by_another(staff, question):
    assert not asyncio.run(staff.read(question)).is_sure


def test_tenure_goes_on_until_today(staff):
    sql = sql_of(staff, "average tenure in years of current staff, by team")
    assert "COALESCE(employees.termination_date, DATE '2025-06-12')) / 365.25" in sql
    assert "termination_date IS NULL" in sql


def test_tenure_is_told_in_months_where_that_is_said(staff):
    assert "/ 30.4375" in sql_of(staff, "average length of service in months by job title")


def test_months_of_a_length_of_time_are_no_group(club):
    sql = sql_of(club, "how long do members stay on average, in months?")
    assert "GROUP BY" not in sql
    assert "/ 30.4375" in sql


def test_what_was_agreed_to_end_later_is_current(flats):
    sql = sql_of(flats, "how many current leases are there by area?")
    assert "leases.end_date >= '2025-06-12'" in sql
    assert "leases.start_date <= '2025-06-12'" in sql


@pytest.mark.parametrize(
    "question",
    [
        "how long have our current employees been with us on average?",
        "how long have people been working here",
    ],
)
def test_how_long_they_have_been_there_is_their_tenure(staff, question):
    sql = sql_of(staff, question)
    assert "COALESCE(employees.termination_date" in sql
    assert "IS NULL" in sql


def test_what_current_people_did_is_one_number(staff):
    sql = sql_of(staff, "how many leave requests were made by people still employed?")
    assert "GROUP BY" not in sql
    assert "termination_date IS NULL" in sql


def test_what_the_best_paid_earn_is_shown(staff):
    sql = sql_of(staff, "Who are the 5 best paid people currently working here, and what do they earn?")
    assert "termination_date IS NULL" in sql
    assert "LIMIT 5" in sql


@pytest.mark.parametrize(
    "question",
    [
        "On average how many days does a leave last, by type of leave?",
        "average length of leave in days by type",
        "how long does a leave last, by leave type?",
    ],
)
def test_a_leave_is_a_request_that_lasts(staff, question):
    sql = sql_of(staff, question)
    assert "DATE_DIFF('day', leave_requests.start_date, leave_requests.end_date)" in sql
    assert "GROUP BY 1" in sql


def test_who_left_a_club_may_be_a_customer_yet(tmp_path):
    rows = [f"{at},{('basic', 'plus')[at % 2]},2023-02-{at:02},,2024-03-{at:02}" for at in range(1, 20)]
    tables = {"customers": ["customer_id,kind,created_on,club_joined_on,club_left_on", *rows]}
    with reader_over(tmp_path, tables, TODAY) as reader:
        read = asyncio.run(reader.read("how many active customers do we have?"))
    assert not read.is_sure or "club_left_on" not in read.planned.sql


@pytest.mark.parametrize(
    "question",
    ["headcount by city (not counting leavers)", "number of employees per city, excluding leavers"],
)
def test_without_leavers_are_those_who_are_there(staff, question):
    sql = sql_of(staff, question)
    assert "termination_date IS NULL" in sql
    assert "IS NOT NULL" not in sql
