"""A column of yes or no with a name that says nothing: what was said, and the rate of yes."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 9, 15)
ROWS = range(120)
CALLS = pandas.DataFrame({
    "age": [20 + at % 60 for at in ROWS],
    "job": [("nurse", "student", "retired")[at % 3] for at in ROWS],
    "marital": [("single", "married")[at % 2] for at in ROWS],
    "education": [("primary", "tertiary", "secondary")[at % 3] for at in ROWS],
    "contact": [("cellular", "telephone")[at % 5 == 0] for at in ROWS],
    "pdays": [at % 90 for at in ROWS],
    "previous": [at % 3 for at in ROWS],
    "poutcome": [("failure", "success", "unknown")[at % 3] for at in ROWS],
    "y": [("no", "yes")[at % 7 == 0] for at in ROWS],
})  # fmt: skip
HEARTS = pandas.DataFrame({
    "age": [20 + at % 60 for at in ROWS],
    "sex": [("F", "M")[at % 2] for at in ROWS],
    "target": [int(at % 7 == 0) for at in ROWS],
})  # fmt: skip
TWO = CALLS.assign(outcome=[("no", "yes")[at % 4 == 0] for at in ROWS])


@pytest.fixture(scope="module")
def models():
    engines = {
        name: DuckDBEngine.open({name: frame})
        for name, frame in {"phone_calls": CALLS, "hearts": HEARTS, "two_calls": TWO}.items()
    }
    yield {name: (infer_model(engine).model, engine) for name, engine in engines.items()}
    for each in engines.values():
        each.close()


@pytest.fixture(scope="module")
def found(models):
    readers = {name: Reader(SetTools(*found), TODAY) for name, found in models.items()}
    return lambda name, question: asyncio.run(readers[name].read(question))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how many clients said yes", "y = TRUE"),
        ("calls where the client still said no", "y = FALSE"),
        ("how many calls ended in a yes", "y = TRUE"),
        ("conversion rate by job", "share_y"),
        ("success rate by job", "share_y"),
        ("share of yes by job", "share_y"),
    ],
)
def test_the_outcome_of_a_row_is_its_yes_or_no(found, question, said):
    told = found("phone_calls", question)

    assert told.is_sure, told
    assert said in told.planned.sql


@pytest.mark.parametrize(
    "question",
    ["how many clients subscribed", "subscription rate by job", "how many clients bought the product"],
)
def test_what_a_yes_means_is_not_guessed(found, question):
    assert not found("phone_calls", question).is_sure


@pytest.mark.parametrize("question", ["conversion rate by sex", "success rate by sex"])
def test_a_target_of_people_who_were_asked_nothing_is_no_success(found, question):
    assert not found("hearts", question).is_sure


def test_of_two_such_columns_none_is_chosen(found):
    assert not found("two_calls", "conversion rate by job").is_sure


def test_a_letter_before_names_is_written_out_by_another_column(models):
    dimensions = models["phone_calls"][0].cubes["phone_calls"].dimensions

    assert dimensions["poutcome"].title == "Previous outcome"
    assert dimensions["pdays"].title == "Previous days"
