"""More than average: of the rows, of the rows of the same group, and of the groups themselves."""

from datetime import date

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Outcome, Remembered, SqlStarted
from tests.analyst.small_models import reader_over, sql_of
from tests.campaigns.question_sets import _turn

TODAY = date(2025, 9, 15)
PARTS = ("Sales", "Support", "Lab", "Legal")
STAFF = [
    "employee_id,name,age,department,left,salary,hired_on",
    *(
        f"{at},Person {at},{20 + at * 7 % 40},{PARTS[at % 4]},{('Yes', 'No', 'No')[at % 3]},{2000 + at * 37},"
        f"2024-0{1 + at % 9}-11"
        for at in range(120)
    ),
]
SALES = [
    "sale_id,employee_id,amount,sold_on",
    *(f"{at},{at * 7 % 120},{10 + at % 90},2025-0{1 + at % 8}-1{at % 9}" for at in range(400)),
]
OF_ALL = "(SELECT AVG(employees.salary) FROM employees)"


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    tables = {"employees": STAFF, "sales": SALES}
    with reader_over(tmp_path_factory.mktemp("staff"), tables, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how many employees earn more than the average", f"employees.salary > {OF_ALL}"),
        ("how many employees earn less than the average salary", f"employees.salary < {OF_ALL}"),
        ("list employees with a salary above average", f"employees.salary > {OF_ALL}"),
        ("employees with a below average salary", f"employees.salary < {OF_ALL}"),
        ("employees with a higher salary than average", f"employees.salary > {OF_ALL}"),
        ("number of employees with a salary below average by department", f"employees.salary < {OF_ALL}"),
        ("how many employees are older than average", "employees.age > (SELECT AVG(employees.age)"),
    ],
)
def test_rows_are_compared_with_the_average_of_all_rows(staff, question, kept):
    assert kept in sql_of(staff, question)


@pytest.mark.parametrize(
    "question",
    [
        "how many employees earn more than the average of their department",
        "list employees whose salary is above the average salary of their own department",
        "employees who earn more than the average for their department",
    ],
)
def test_rows_are_compared_with_the_average_of_their_own_group(staff, question):
    asked = sql_of(staff, question)

    assert "employees.employee_id IN (SELECT employees.employee_id FROM employees QUALIFY" in asked
    assert "employees.salary > AVG(employees.salary) OVER (PARTITION BY employees.department)" in asked


@pytest.mark.parametrize(
    ("question", "sign"),
    [
        ("departments with more employees than average", ">"),
        ("which departments have fewer employees than average", "<"),
        ("months with more sales than average", ">"),
    ],
)
def test_what_adds_up_is_compared_with_the_average_of_the_groups(staff, question, sign):
    asked = sql_of(staff, question)

    assert "QUALIFY MEASURE(" in asked
    assert f"{sign} AVG(MEASURE(" in asked


def test_a_share_of_those_above_average_is_one_of_all(staff):
    asked = sql_of(staff, "share of employees earning more than the average")

    assert f"employees.salary > {OF_ALL}" in asked
    assert "NULLIF(part_1." in asked


def test_rates_are_compared_with_the_rate_of_all(staff):
    asked = sql_of(staff, "which departments have an above average share of left")

    assert "HAVING MEASURE(employees.share_left) > (SELECT MEASURE(employees.share_left)" in asked


@pytest.mark.parametrize(
    "question",
    [
        "employees earning twice the average",
        "employees hired later than average",
    ],
)
def test_an_average_that_finds_no_place_is_not_taken_for_a_number(staff, question):
    events = _turn(Task(question, TODAY, b""), staff.tools)

    assert [each.kind for each in events if isinstance(each, Outcome)] != ["answered"]
    assert not any("0.57" in each.sql for each in events if isinstance(each, SqlStarted))


@pytest.mark.parametrize("question", ["only those above average", "only those with more than the average"])
def test_a_follow_up_takes_no_average_for_a_number(staff, question):
    first = _turn(Task("employees by department", TODAY, b""), staff.tools)
    memory = next(each.content for each in first if isinstance(each, Remembered))
    events = _turn(Task(question, TODAY, memory), staff.tools)

    assert not any("0.57" in each.sql for each in events if isinstance(each, SqlStarted))


@pytest.mark.parametrize(
    "question", ["average salary by department", "average salary above 3000 by department"]
)
def test_an_average_alone_is_what_is_asked_for(staff, question):
    assert "AVG(employees.salary) FROM" not in sql_of(staff, question)
