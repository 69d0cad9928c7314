"""What the first of a ranking have together: shares, sums, trends, and other numbers of theirs."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 9, 15)
CUSTOMERS = [
    "customer_id,customer_name,country,age",
    *(
        f"{at},Customer {at},{('Spain', 'Italy', 'France', 'Norway')[at % 4]},{20 + at % 50}"
        for at in range(60)
    ),
]
ORDERS = [
    "order_id,customer_id,amount,ordered_on",
    *(f"{at},{at * at % 60},{5 + at * 13 % 97},202{4 + at % 2}-0{1 + at % 9}-1{at % 9}" for at in range(500)),
]
STAFF = [
    "employee_id,employee_name,age,department,salary",
    *(f"{at},Person {at},{20 + at * 7 % 40},{('Lab', 'Legal')[at % 2]},{2000 + at * 37}" for at in range(80)),
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    tables = {"customers": CUSTOMERS, "orders": ORDERS}
    with reader_over(tmp_path_factory.mktemp("shop"), tables, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def staff(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("staff"), {"employees": STAFF}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    "question",
    [
        "what share of the order amount comes from the top 10 customers",
        "percentage of total amount from the 10 biggest customers",
    ],
)
def test_a_share_of_the_first_is_one_of_all(shop, question):
    asked = sql_of(shop, question)

    assert "LIMIT 10)" in asked
    assert "NULLIF(part_1." in asked


def test_the_first_are_those_of_the_period(shop):
    asked = sql_of(shop, "what share of the order amount in 2024 comes from the top 10 customers")

    assert asked.count("ordered_on >= '2024-01-01'") == 3


@pytest.mark.parametrize(
    "question",
    ["total amount of the top 5 customers combined", "order amount of the top 5 customers together"],
)
def test_together_they_are_one_number(shop, question):
    asked = sql_of(shop, question)

    assert "LIMIT 5)" in asked
    assert "GROUP BY" not in asked.split("IN (SELECT")[0]


@pytest.mark.parametrize(
    "question", ["total amount of the top 5 customers", "top 5 customers by order amount"]
)
def test_alone_they_are_listed(shop, question):
    asked = sql_of(shop, question)

    assert " IN (SELECT" not in asked
    assert "LIMIT 5" in asked


@pytest.mark.parametrize(
    "question",
    ["order amount by month for the top 3 countries", "monthly order amount of the top 3 countries"],
)
def test_over_time_the_first_are_the_first_of_all(shop, question):
    asked = sql_of(shop, question)

    assert "DATE_TRUNC('month', orders.ordered_on)" in asked
    assert "LIMIT 3)" in asked
    assert "QUALIFY" not in asked


def test_the_first_of_each_month_are_ranked_within_it(shop):
    assert "QUALIFY RANK()" in sql_of(shop, "top 3 countries by order amount for each month")


@pytest.mark.parametrize(
    "question",
    ["average age of the 10 highest paid employees", "average age of the top 10 earners"],
)
def test_another_number_of_the_first_does_not_rank_them(staff, question):
    asked = sql_of(staff, question)

    assert "ORDER BY MAX(employees.salary) DESC NULLS LAST, 1 LIMIT 10)" in asked
    assert asked.startswith("SELECT AVG(employees.age)") or "average_age" in asked.split("FROM")[0]


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("top 3 earners in each department", "average_salary) DESC"),
        ("the 5 lowest earners", "ORDER BY 5 ASC"),
    ],
)
def test_earners_are_told_by_their_pay(staff, question, way):
    assert way in sql_of(staff, question)


@pytest.mark.parametrize(
    "question",
    ["which customers ordered in every month of 2024", "customers who ordered in each month of 2024"],
)
def test_who_did_something_in_all_units_is_no_number_for_each(shop, question):
    assert "HAVING COUNT(DISTINCT DATE_TRUNC('month', orders.ordered_on)) = 12" in sql_of(shop, question)


def test_a_number_for_each_unit_is(shop):
    assert "DATE_TRUNC('month'" in sql_of(shop, "how many customers ordered in each month of 2024")


def test_an_order_behind_the_question_is_that_of_its_rows(shop):
    asked = sql_of(shop, "what is the order amount in each country? biggest first")

    assert "GROUP BY 1" in asked
    assert "ORDER BY 2 DESC" in asked


@pytest.mark.parametrize("question", ["how many people are still open to it, so not from Norway"])
def test_still_takes_no_state_with_it_that_is_unknown(shop, question):
    assert not is_read(shop, question)


def test_what_was_not_done_again_was_not_done_this_year(shop):
    asked = sql_of(shop, "how many customers who ordered in 2024 have not ordered anything yet this year")

    assert "NOT IN (SELECT orders.customer_id" in asked
    assert asked.index("NOT IN") < asked.index("ordered_on >= '2025-01-01'")


def test_what_is_running_is_no_sum_over_time(shop):
    assert not is_read(shop, "how many orders are running")
    assert "OVER (ORDER BY" in sql_of(shop, "running total of the order amount by month")
