"""Hours of a day, who is still there by a flag, what came in of rent, and what one order comes to."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Outcome, Remembered, SqlStarted
from tests.analyst.small_models import reader_over, sql_of
from tests.campaigns.question_sets import _turn

TODAY = date(2025, 9, 15)
SEASONS = ("winter", "spring", "summer", "fall")
ROLES = ("Sales Executive", "Scientist", "Manager")
HOURS = [
    "instant,dteday,season,yr,hr,cnt",
    *(
        f"{at},{2024 + at // 240}-0{1 + at // 40 % 9}-{1 + at % 28:02},{SEASONS[at % 4]},{2024 + at // 240},"
        f"{at % 24},{10 + at * 7 % 90}"
        for at in range(480)
    ),
]
STAFF = [
    "employee_number,age,attrition,job_role,over_time,monthly_income,percent_salary_hike",
    *(
        f"{1000 + at},{20 + at % 40},{('Yes', 'No', 'No')[at % 3]},{ROLES[at % 3 - at % 2]},"
        f"{('Yes', 'No')[at % 2]},{2000 + at * 37},{11 + at % 14}"
        for at in range(120)
    ),
]
LEASES = [
    "lease_id,unit_id,start_date,monthly_rent",
    *(f"{at},{at},2024-0{at % 9 + 1}-01,{900 + at}" for at in range(1, 40)),
]
PAID = [
    "payment_id,lease_id,due_date,paid_date,amount",
    *(
        f"{at},{at % 39 + 1},2025-0{at % 8 + 1}-01,2025-0{at % 8 + 1}-1{at % 9},{900 + at}"
        for at in range(160)
    ),
]
ORDERS = ["order_id,order_date", *(f"{at},2025-0{at // 10 + 1}-{1 + at % 28:02}" for at in range(80))]
PIZZAS = [
    "order_details_id,order_id,quantity,unit_price,total_price,pizza_name",
    *(
        f"{at},{at // 3},{1 + at % 2},10,{10 * (1 + at % 2)},{('Hawaii', 'Napoli', 'Funghi')[at % 3]}"
        for at in range(240)
    ),
]


@pytest.fixture(scope="module")
def hours(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("hours"), {"rides": HOURS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("staff"), {"employees": STAFF}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def rents(tmp_path_factory):
    tables = {"leases": LEASES, "rent_payments": PAID}
    with reader_over(tmp_path_factory.mktemp("rents"), tables, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def pizzas(tmp_path_factory):
    with reader_over(
        tmp_path_factory.mktemp("pizzas"), {"orders": ORDERS, "pizza_sales": PIZZAS}, TODAY
    ) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "the three hours of the day with the highest average count",
        "which 2 hours of the day have the highest average count in each season",
        "top three hours of the day by average count",
    ],
)
def test_a_number_of_hours_of_the_day_is_no_number_of_days(hours, question):
    asked = sql_of(hours, question)

    assert "GROUP BY 1" in asked
    assert "rides.hr AS hr" in asked
    assert "DATE_TRUNC" not in asked


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("the three months of the year with the highest total count", "EXTRACT(MONTH"),
        ("the two days of the week with the highest average count", "EXTRACT(ISODOW"),
    ],
)
def test_so_are_months_of_the_year_and_days_of_the_week(hours, question, part):
    assert part in sql_of(hours, question)


@pytest.mark.parametrize(
    "question", ["the 3 busiest hours of the day", "the hour of the day with the most rides"]
)
def test_hours_are_those_of_the_column_where_the_days_have_none(hours, question):
    assert "rides.hr AS hr" in sql_of(hours, question)


@pytest.mark.parametrize("question", ["total year", "sum of the hour", "total rides over both years"])
def test_numbers_of_years_and_hours_are_not_added_up(hours, question):
    read = asyncio.run(hours.read(question))

    assert not read.planned or "SUM(" not in read.planned.sql


@pytest.mark.parametrize(
    "question", ["which hour has the most payments", "top 3 hours of the day by total amount"]
)
def test_a_first_hour_of_dates_without_hours_is_not_told(rents, question):
    events = _turn(Task(question, TODAY, b""), rents.tools)

    assert [each.kind for each in events if isinstance(each, Outcome)] == ["refused"]
    assert "no time of day" in "".join(each.text for each in events if isinstance(each, AnswerText))


@pytest.mark.parametrize(
    "question",
    [
        "how many people are still with us",
        "how many current employees do we have",
        "number of employees who are still here",
        "employees currently working here",
    ],
)
def test_who_is_still_there_has_not_left_by_the_flag(staff, question):
    assert "employees.attrition = FALSE" in sql_of(staff, question)


def test_a_state_behind_a_comma_takes_no_word_with_it(staff):
    asked = sql_of(staff, "list the scientists who are still here, work overtime and have an age of 40")

    assert "employees.attrition = FALSE" in asked
    assert "employees.over_time = TRUE" in asked


@pytest.mark.parametrize("question", ["how many leavers were there", "employees who are no longer here"])
def test_leavers_have_left_by_the_flag(staff, question):
    assert "employees.attrition = TRUE" in sql_of(staff, question)


def test_who_earns_less_does_so_by_the_income_and_not_by_a_raise(staff):
    assert "employees.monthly_income < 5000" in sql_of(staff, "how many employees earn less than 5000")


def test_the_whole_of_a_share_stands_before_it(staff):
    asked = sql_of(staff, "Of the scientists who left, what percentage did not work overtime?")

    assert "FILTER (WHERE employees.over_time = FALSE)" in asked
    assert "employees.job_role = 'Scientist'\n  AND employees.attrition = TRUE" in asked


@pytest.mark.parametrize(
    "question",
    ["rent received in July", "how much rent did we collect in July", "rent collected in July"],
)
def test_rent_that_came_in_is_what_was_paid_on_the_day_of_payment(rents, question):
    asked = sql_of(rents, question)

    assert "MEASURE(rent_payments.total_amount)" in asked
    assert "rent_payments.paid_date >= '2025-07-01'" in asked


def test_rent_alone_is_that_of_the_leases(rents):
    assert "FROM leases" in sql_of(rents, "average monthly rent")


@pytest.mark.parametrize("question", ["average order value", "average basket value", "AOV by month"])
def test_an_order_is_worth_all_of_its_lines(pizzas, question):
    asked = sql_of(pizzas, question)

    assert "sum_of_total_price" in asked
    assert "COUNT(DISTINCT pizza_sales.order_id)" in asked


def test_a_group_by_month_of_its_own_day_is_taken_out(rents):
    first = _turn(Task("rent collected per month this year", TODAY, b""), rents.tools)
    memory = next(each.content for each in first if isinstance(each, Remembered))
    events = _turn(Task("and per unit instead of per month?", TODAY, memory), rents.tools)
    asked = [each.sql for each in events if isinstance(each, SqlStarted)]

    assert asked
    assert "DATE_TRUNC" not in asked[0]
