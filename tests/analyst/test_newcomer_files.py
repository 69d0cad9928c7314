"""One file of a newcomer: words that several columns share, flags that are ranked, rows that nobody named."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.clarifying import Clarifying
from tests.analyst.small_models import is_read, readers_over, sql_of

TODAY = date(2024, 7, 1)
ROWS = range(120)
FILES = {
    "subscribers": pandas.DataFrame({
        "subscriberID": [f"S-{at:04d}" for at in ROWS],
        "plan": [("Basic", "Plus", "Family")[at % 3] for at in ROWS],
        "city": [("Oslo", "Bergen")[at % 2] for at in ROWS],
        "cloud_backup": [("Yes", "No", "No internet service", "Yes")[at % 4] for at in ROWS],
        "roaming": [("Yes", "No", "No answer")[at % 3] for at in ROWS],
        "churn": [("Yes", "No", "No", "No", "No")[at % 5] for at in ROWS],
        "returned_router": [("No", "Yes")[at % 7 == 0] for at in ROWS],
        "monthly_fee": [10 + at % 40 for at in ROWS],
    }),
    "exams": pandas.DataFrame({
        "student_id": list(ROWS),
        "school": [("North", "South")[at % 2] for at in ROWS],
        "math_score": [at % 100 for at in ROWS],
        "reading_score": [(at * 3) % 100 for at in ROWS],
        "temp_min": [float(at % 9) for at in ROWS],
        "temp_max": [float(20 + at % 9) for at in ROWS],
    }),
    "catalogue": pandas.DataFrame({
        "show_id": [f"s{at}" for at in ROWS],
        "title": [f"The {('Red', 'Old', 'Lost')[at % 3]} House {at}" for at in ROWS],
        "type": [("Movie", "TV Show")[at % 2] for at in ROWS],
        "country": [("Norway", "Chile", "Japan")[at % 3] for at in ROWS],
        "added_on": pandas.date_range("2021-01-01", periods=len(ROWS), freq="7D"),
    }),
    "orders": pandas.DataFrame({
        "order_id": [f"SO-{at}" for at in ROWS],
        "category": [("Toys", "Books", "Tools")[at % 3] for at in ROWS],
        "returned": [("No", "Yes")[at % 4 == 0] for at in ROWS],
        "is_cancelled": [at % 6 == 0 for at in ROWS],
    }),
    "access_log": pandas.DataFrame({
        "timestamp": pandas.date_range("2024-06-01", periods=len(ROWS), freq="h"),
        "path": [("/", "/search", "/login")[at % 3] for at in ROWS],
        "status": [(200, 404, 500)[at % 3] for at in ROWS],
        "bytes": [at * 100 for at in ROWS],
    }),
}  # fmt: skip


@pytest.fixture(scope="module")
def readers():
    with readers_over(FILES, TODAY) as found:
        yield found


def asked_back(reader, question):
    """The labels of what is asked back; empty where nothing is open."""
    read = asyncio.run(reader.read(question))
    found = asyncio.run(Clarifying(reader, None).of(question, read))
    return [each.label for each in found.choices] if found else []


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("average score", ["math score", "reading score"]),
        ("median score by school", ["math score", "reading score"]),
        ("average temperature", ["minimum temperature", "maximum temperature"]),
        ("average math score", []),
        ("highest reading score by school", []),
    ],
)
def test_a_word_that_several_columns_end_in_is_asked_back(readers, question, labels):
    assert sorted(asked_back(readers["exams"], question)) == sorted(labels)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("which plan has the highest churn", ("count\") FILTER", "* 1.0 /", "plan IS NOT NULL")),
        ("top 2 plans by churn", ("count\") FILTER", "* 1.0 /", "LIMIT 2")),
        ("which plan has the most churn", ("FILTER (WHERE subscribers.churn = TRUE) DESC",)),
    ],
)  # fmt: skip
def test_a_flag_that_groups_are_ranked_by_is_the_part_of_them_that_has_it(readers, question, parts):
    sql = sql_of(readers["subscribers"], question)

    assert all(each in sql for each in parts), sql
    assert "churn AS" not in sql


def test_rows_with_something_have_no_value_that_says_that_there_is_none(readers):
    reader = readers["subscribers"]

    assert "cloud_backup = 'Yes'" in sql_of(reader, "subscribers with cloud backup")
    assert "IN ('No', 'No internet service')" in sql_of(reader, "subscribers without cloud backup")
    assert "roaming = 'No'" in sql_of(reader, "subscribers without roaming")  # who knows of no answer


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("titles by country", ('MEASURE(catalogue."count")', "country AS")),
        ("which country has the most titles", ('MEASURE(catalogue."count") DESC', "country IS NOT NULL")),
        ("titles added per year", ("added_on", 'MEASURE(catalogue."count")')),
    ],
)
def test_titles_of_a_catalogue_are_its_rows(readers, question, parts):
    sql = " ".join(sql_of(readers["catalogue"], question).split())

    assert all(each in sql for each in parts), sql


@pytest.mark.parametrize(
    ("question", "flag"),
    [
        ("how many returns", "returned = TRUE"),
        ("returns by category", "returned = TRUE"),
        ("which category has the most returns", "returned = TRUE"),
        ("cancellations by category", "is_cancelled = TRUE"),
    ],
)
def test_returns_are_no_order_and_a_group_is_no_number_of_groups(readers, question, flag):
    sql = sql_of(readers["orders"], question)

    assert flag in sql
    assert "distinct" not in sql


@pytest.mark.parametrize("question", ["errors", "unique visitors", "top 5 pages", "error count by path"])
def test_rows_that_nobody_named_are_not_called_after_some_of_them(readers, question):
    assert not is_read(readers["access_log"], question)


def test_rows_that_nobody_named_may_be_called_anything_else(readers):
    assert "count" in sql_of(readers["access_log"], "how many requests")
