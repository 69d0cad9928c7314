"""Columns by generic heads, what answers are for, hours of their own, and what one row has or has not."""

from datetime import date

import pytest

from svcchat_magic.analyst.language import purposes
from svcchat_magic.analyst.language.purposes import without_purpose
from tests.analyst.demo import answer_of, ask
from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2024, 12, 10)
KINDS = ("cellular", "landline", "office")
CALLS = [
    "call_id,agent,marital,smoker,hr,day,minutes,dest",
    *(
        f"{n},Agent {n % 5},{('married', 'single', 'widowed')[n % 3]},{('yes', 'no')[n % 2]},{n % 24},"
        f"2024-{1 + n % 12:02}-{1 + n % 9:02},{5 + n % 40},{('CLT', 'JFK', 'BOS')[n % 3]}"
        for n in range(240)
    ),
]
LINES = [
    "InvoiceNo,StockCode,Description,Quantity,UnitPrice,InvoiceDate,CustomerID,Country",
    *(
        f"{500 + n // 3},{20 + n % 7},Blue Paper Lantern Card Game Set {n % 7},{1 + n % 4},{2 + n % 3}.5,"
        f"2024-{1 + n // 3 % 12:02}-{1 + n // 3 % 9:02},{'' if n // 3 % 5 == 0 else 900 + n // 3 % 11},"
        f"{('Norway', 'Spain', 'Italy')[n // 3 % 11 % 3]}"
        for n in range(300)
    ),
]


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("calls"), {"calls": CALLS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def invoices(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("invoices"), {"onlinelines": LINES}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("average minutes by marital status", "marital"),
        ("average minutes by marital state", "marital"),
        ("average minutes by the marital column", "marital"),
        ("calls by smoker status", "smoker"),
    ],
)
def test_a_noun_that_says_only_what_sort_of_column_it_is_names_nothing_else(calls, question, column):
    assert f"calls.{column} AS {column}" in sql_of(calls, question)


def test_a_noun_that_says_more_is_not_passed_over(calls):
    assert not is_read(calls, "average minutes by marital disputes")


def test_hours_are_those_of_their_column_and_not_of_a_date_without_any(calls):
    asked = sql_of(calls, "average minutes by hour of the day")

    assert "calls.hr AS hr" in asked
    assert "EXTRACT(HOUR" not in asked


def test_hours_are_never_added_up(calls):
    measures = {name for cube in calls.tools.model.cubes.values() for name in cube.measures}

    assert {"average_minutes"} <= measures
    assert not any("hr" in each for each in measures)


def test_the_code_of_a_place_stands_for_no_word(calls):
    assert not is_read(calls, "what share of calls were collation")
    assert "'CLT'" in sql_of(calls, "how many calls to CLT")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("sales by weekday, I want to see if weekends are dead", "sales by weekday"),
        ("sales by weekday - just to check whether weekends are dead", "sales by weekday"),
        ("sales by region because we are thinking of closing one", "sales by region"),
        ("sales in 2024? I need it for my boss", "sales in 2024"),
        ("sales in 2024, so I can tell my boss", "sales in 2024"),
    ],
)
def test_what_an_answer_is_for_is_no_part_of_the_question(question, asked):
    assert without_purpose(question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "orders that were refunded because we were late",
        "orders refunded because our stock was wrong",
        "sales by weekday, I want to see if 2024 was better than 2023",
        "I want to see if sales are falling",
        "sales by region, I want to see which one is the best",
        "sales by month. Which one is the best?",
    ],
)
def test_what_asks_or_bounds_something_stays(question):
    assert without_purpose(question) == question


def test_a_question_with_its_purpose_is_answered_once():
    answer = answer_of(ask("revenue in 2024? I need it for my boss"))

    assert answer == answer_of(ask("revenue in 2024?"))


@pytest.mark.parametrize(
    ("question", "is_missing"),
    [
        ("How many lines have no customer ID?", True),
        ("how many invoices have no customer", True),
        ("invoice lines without a customer id by month", True),
        ("how many lines", False),
    ],
)
def test_rows_without_the_one_that_each_has_are_those_whose_key_is_missing(invoices, question, is_missing):
    assert ("customer_id IS NULL" in sql_of(invoices, question)) is is_missing


@pytest.mark.parametrize(
    "question",
    [
        "For Norway, Spain and Italy each: the three best products by revenue",
        "three best products by revenue for each of Norway, Spain and Italy",
    ],
)
def test_the_first_of_each_of_some_values(invoices, question):
    assert "PARTITION BY onlinelines.country" in sql_of(invoices, question)


def test_an_everyday_word_of_a_long_value_is_not_that_value(invoices):
    assert not is_read(invoices, "What share of the orders was paid by card?")


@pytest.mark.parametrize(
    "question",
    ["revenue in December so far", "revenue so far in December", "revenue in December 2024 to date"],
)
def test_a_month_so_far_is_the_running_one(invoices, question):
    asked = sql_of(invoices, question)

    assert ">= '2024-12-01'" in asked
    assert "< '2024-12-11'" in asked


@pytest.mark.parametrize(
    ("question", "computed"),
    [
        ("orders by country", 'MEASURE(invoices."count")'),
        ("number of orders by month", 'MEASURE(invoices."count")'),
        ("average order value", "MEASURE(onlinelines.total_value)"),
        ("transactions by country", 'MEASURE(invoices."count")'),
    ],
)
def test_invoices_whose_lines_say_what_was_bought_are_orders(invoices, question, computed):
    assert computed in sql_of(invoices, question)


@pytest.mark.parametrize("question", ["new customers by month", "how many new customers did we win in 2024"])
def test_customers_without_a_date_of_their_own_are_new_by_their_first_order(invoices, question):
    text = sql_of(invoices, question)

    assert "MIN(invoices." in text
    assert "COUNT(*) AS customers" in text


@pytest.mark.parametrize("question", ["orders by dest", "bookings by marital status"])
def test_deals_that_nothing_is_called_are_not_passed_over(calls, question):
    assert not is_read(calls, question)


@pytest.mark.case("Z06")
@pytest.mark.parametrize("words", ["so i can, ", "because i need it? ", "to see if, ", "a, "])
def test_a_long_question_is_looked_at_once(words, monkeypatch):
    looked = []
    is_purpose = purposes._is_purpose
    monkeypatch.setattr(
        purposes, "_is_purpose", lambda behind: looked.append(len(behind)) or is_purpose(behind)
    )
    question = "revenue by region 1 " + words * 800

    without_purpose(question)

    assert sum(looked) <= 10 * len(question)
