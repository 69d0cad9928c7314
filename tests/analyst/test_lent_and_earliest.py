"""Dates of other things than the rows, money that a verb is said of, hours that a model computes."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2018, 10, 4)
LOANS = [
    "id,loan_amnt,total_pymnt,purpose,issue_d,earliest_cr_line,last_pymnt_d",
    *(
        f"{n},{5000 + n * 37 % 9000},{2000 + n * 53 % 9000},{('car', 'house', 'debt_consolidation')[n % 3]},"
        f"{2015 + n % 4}-{1 + n % 9:02}-01,{1985 + n % 25}-{1 + n % 12:02}-01,{2018}-{1 + n % 9:02}-01"
        for n in range(200)
    ),
]
VIEWS = [
    "view_id,subject,seconds,revenue,watched_at",
    *(
        f"{n},{('Maths', 'Music')[n % 2]},{300 + n * 7 % 900},{n % 40}.5,2018-0{1 + n % 9}-11"
        for n in range(200)
    ),
]
MODEL = """
cubes:
  - name: views
    sql_table: views
    dimensions:
      - {name: view_id, sql: view_id, type: number, primary_key: true}
      - {name: subject, sql: subject, type: string}
      - {name: watched_at, title: Watched, sql: watched_at, type: time}
    measures:
      - {name: count, title: Lesson views, type: count}
      - {name: revenue, sql: revenue, type: sum, format: currency}
      - {name: hours, title: Hours watched, sql: "SUM({CUBE}.seconds) / 3600.0", type: number}
      - {name: average_hours, title: Average hours, sql: "AVG({CUBE}.seconds) / 3600.0", type: number}
"""


@pytest.fixture(scope="module")
def loans(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("loans"), {"loans": LOANS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def views(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("views"), {"views": VIEWS}, TODAY, MODEL) as reader:
        yield reader


@pytest.mark.parametrize("question", ["loans by month", "loans issued per month", "number of loans in 2017"])
def test_the_earliest_and_the_last_of_something_date_no_rows(loans, question):
    asked = sql_of(loans, question)

    assert "loans.issue_d" in asked
    assert "earliest_cr_line" not in asked


def test_they_date_what_is_asked_by_their_names(loans):
    assert "earliest_cr_line" in sql_of(loans, "loans by month of earliest cr line")


@pytest.mark.parametrize(
    "question",
    [
        "how much have we lent",
        "how much was lent in 2017",
        "how much money was lent in 2017",
        "money lent by purpose",
        "what share of the money lent goes to debt consolidation",
    ],
)
def test_what_was_lent_is_the_amount_of_the_loans(loans, question):
    asked = sql_of(loans, question)

    assert "total_loan_amnt" in asked
    assert "total_pymnt" not in asked


@pytest.mark.parametrize("question", ["revenue per hour watched by subject", "revenue per hour watched"])
def test_hours_that_the_model_computes_divide(views, question):
    asked = sql_of(views, question)

    assert "/ NULLIF(" in asked
    assert "views.hours" in asked
    assert "EXTRACT(HOUR" not in asked


def test_an_average_divides_nothing(views):
    assert not is_read(views, "revenue per average hours") or "NULLIF" not in sql_of(
        views, "revenue per average hours"
    )


GRADED = ["loan_id,grade,amount", *(f"{n},{'ABC'[n % 3]},{n * 10}" for n in range(60))]


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("loans of grade A", "grade = 'A'"),
        ("number of loans for grades A and B", "grade IN ('A', 'B')"),
        ("loans with grade C", "grade = 'C'"),
    ],
)
def test_a_single_capital_letter_is_a_value_and_no_article(tmp_path, question, kept):
    with reader_over(tmp_path, {"loans": GRADED}, TODAY) as reader:
        assert kept in sql_of(reader, question)


RIDES = [
    "instant,dteday,season,hr,holiday,cnt",
    *(
        f"{n},2012-{1 + n // 24 % 12:02}-0{1 + n // 24 % 9},{('winter', 'summer')[n % 2]},{n % 24},"
        f"{int(n // 24 % 9 == 3)},{20 + n * 7 % 300}"
        for n in range(600)
    ),
]


@pytest.fixture(scope="module")
def rides(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("rides"), {"bikeshare": RIDES}, date(2012, 12, 31)) as reader:
        yield reader


def test_days_that_rows_are_on_are_not_counted_by_what_the_rows_count(rides):
    assert not is_read(rides, "how many holidays in 2012")
    assert "holiday = TRUE" in sql_of(rides, "list the holidays in 2012 (dates)")


def test_a_share_is_asked_as_one(rides):
    assert "share_holiday" in sql_of(rides, "share of holidays by season")
    assert "share_holiday" not in sql_of(rides, "rentals on holidays by season")
