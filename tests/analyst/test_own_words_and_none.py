"""States of the rows themselves, columns in other words, numbers that are no names, values without any."""

from datetime import date

import pytest

from svcchat_magic.analyst.language.possessive_periods import with_periods_behind
from svcchat_magic.analyst.language.tokens import tokens_of
from tests.analyst.small_models import reader_over, sql_of

TODAY = date(2025, 6, 18)
STATES, MODELS = ("Active", "Dormant", "Closed"), ("Alto", "Swift", "Bolero", "Etios")
BANK = {
    "customers": ["customer_id,full_name,is_active"]
    + [f"{at},Person {at},{('true', 'false')[at % 5 == 0]}" for at in range(1, 41)],
    "accounts": ["account_id,customer_id,account_type,status,opened_on"]
    + [
        f"{at},{1 + at % 40},{('Current', 'Savings')[at % 3 == 0]},{STATES[at % 7 % 3]},2024-0{1 + at % 9}-11"
        for at in range(120)
    ],
}
CARS = [
    "model,year,price,km_driven,gearbox,rating,Tax 5%,listing_date",
    *(
        f"{MODELS[at % 4]},{2010 + at * 7 % 15},{3000 + at * 37},{900 + at * 211},"
        f"{('Manual', 'Automatic')[at % 4 < 2 and at % 3 == 0]},{1 + at * 3 % 9}.5,{at % 50}.25,"
        f"2025-0{1 + at % 6}-1{at % 9}"
        for at in range(160)
    ),
]
SHOP = [
    "invoice_id,branch,customer_type,sales,sold_on",
    *(
        f"I{at},{'ABC'[at % 3]},{('Member', 'Normal')[at * 5 % 7 % 2]},{20 + at % 90}.5,"
        f"2025-0{4 + at % 3}-1{at % 9}"
        for at in range(150)
    ),
]
SCHOOL = {
    "students": ["student_id,full_name,grade_level,status"]
    + [f"{at},Pupil {at},{9 + at % 4},{('Active', 'Left')[at % 6 == 0]}" for at in range(1, 61)],
    "exams": ["exam_id,student_id,exam_date,score"]
    + [f"{at},{1 + at % 60},2025-0{1 + at % 5}-1{at % 9},{40 + at * 7 % 60}.5" for at in range(240)],
}


def flat(reader, question):
    """The statement in one line."""
    return " ".join(sql_of(reader, question).split())


@pytest.fixture(scope="module")
def readers(tmp_path_factory):
    tables = {"bank": BANK, "cars": {"used_cars": CARS}, "shop": {"sales": SHOP}, "school": SCHOOL}
    opened = {name: reader_over(tmp_path_factory.mktemp(name), each, TODAY) for name, each in tables.items()}
    yield {name: each.__enter__() for name, each in opened.items()}
    for each in opened.values():
        each.__exit__(None, None, None)


@pytest.mark.parametrize(
    ("model", "question", "kept"),
    [
        ("bank", "active accounts by account type", "accounts.status = 'Active'"),
        ("bank", "which customers have more than 2 active accounts", "accounts.status = 'Active'"),
        ("bank", "how many active customers are there", "customers.is_active = TRUE"),
        ("cars", "cars with a rating below 5", "used_cars.rating < 5"),
        ("cars", "average kilometres driven by gearbox", "average_km_driven)"),
        ("cars", "how many cars were built before 2015", 'used_cars."year" < 2015'),
        ("cars", "average price by year of the car, 2015 onwards", 'used_cars."year" >= 2015 GROUP BY 1'),
        ("shop", "number of sales by branch", 'sales."count") AS'),
        ("shop", "sales by branch", "total_sales) AS"),
        ("school", "number of active students per grade", "students.grade_level AS"),
        ("school", "average score by grade", "grade_level AS"),
    ],
)
def test_words_are_of_the_rows_that_they_stand_before(readers, model, question, kept):
    assert kept in flat(readers[model], question)


@pytest.mark.parametrize(
    "question",
    [
        "which models have no automatic version",
        "which models come without any automatic",
        "models that have no automatic",
    ],
)
def test_values_without_any_have_no_such_row(readers, question):
    asked = flat(readers["cars"], question)

    assert "FILTER (WHERE used_cars.gearbox = 'Automatic') = 0" in asked
    assert "<> 'Automatic'" not in asked


def test_a_share_of_this_months_revenue_is_within_each_group(readers):
    asked = flat(readers["shop"], "in each branch, what share of this month's sales came from members")

    assert "FILTER (WHERE sales.customer_type = 'Member') * 1.0 / NULLIF(" in asked
    assert "'2025-06-01'" in asked


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("share of this month's revenue came from", "share of revenue this month came from"),
        ("share of last year's orders ended in", "share of last year's orders ended in"),
        ("this month's revenue", "this month's revenue"),
        ("the average of each month's revenue", "the average of each month's revenue"),
    ],
)
def test_a_period_that_owns_stands_behind(asked, said):
    assert " ".join(each.text for each in with_periods_behind(tokens_of(asked))) == said


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("sales by branch in pounds", "total_sales) AS"),
        ("sales in dollars by branch", "total_sales) AS"),
    ],
)
def test_what_is_asked_in_pounds_is_no_number_of_rows(readers, question, kept):
    assert kept in flat(readers["shop"], question)
