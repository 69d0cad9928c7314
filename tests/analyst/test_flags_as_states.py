"""What is said of people by a flag: who left and who stayed, survivors, and what share of the men did."""

import asyncio
from datetime import date

import pyarrow as pa
import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Outcome, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 6, 30)
EACH = list(range(60))
TABLES = {
    "staff_2024": {
        "EmployeeNumber": EACH,
        "Attrition": ["Yes", "No", "No"] * 20,
        "Gender": ["Female", "Male"] * 30,
        "MonthlyIncome": [1000 + at for at in EACH],
    },
    "wreck": {
        "PassengerId": EACH,
        "Survived": [at % 2 for at in EACH],
        "Sex": ["female", "male", "male"] * 20,
        "Pclass": [1 + at % 3 for at in EACH],
        "Fare": [at * 1.5 for at in EACH],
    },
    "exams": {
        "exam_id": EACH,
        "passed": [at % 2 for at in EACH],
        "grade_level": [1 + at % 4 for at in EACH],
        "rating": [1 + at % 5 for at in EACH],
        "points": [at * 2 for at in EACH],
    },
}


@pytest.fixture(scope="module")
def ask():
    """The kind of outcome and the statements of a question over one of the tables."""
    engines = {name: open_engine({name: pa.table(columns)}) for name, columns in TABLES.items()}
    tools = {name: SetTools(infer_model(engine).model, engine) for name, engine in engines.items()}

    def asked(table, question):
        async def run():
            return [event async for event in OfflineAnalyst().answer(Task(question, TODAY), tools[table])]

        events = asyncio.run(run())
        said = " ".join(each.sql for each in events if isinstance(each, SqlStarted))
        return next(each.kind for each in events if isinstance(each, Outcome)), said

    yield asked
    for engine in engines.values():
        engine.close()


@pytest.mark.parametrize(
    ("table", "question", "kept"),
    [
        ("staff_2024", "how many employees left", "attrition = TRUE"),
        ("staff_2024", "how many employees stayed", "attrition = FALSE"),
        ("staff_2024", "average monthly income of those who left", "attrition = TRUE"),
        ("staff_2024", "retention rate", "attrition = FALSE"),
        ("wreck", "how many died", "survived = FALSE"),
        ("wreck", "survivors by sex", "survived = TRUE"),
        ("wreck", "median fare of survivors", "survived = TRUE"),
        ("wreck", "death rate by class", "survived = FALSE"),
        ("wreck", "passengers in first class", "pclass = 1"),
        ("wreck", "how many third-class passengers survived", "pclass = 3"),
        ("wreck", "how many women were in class 2", "pclass = 2"),
        ("exams", "how many exams failed", "passed = FALSE"),
        ("exams", "failure rate by grade level", "passed = FALSE"),
    ],
)
def test_a_flag_is_told_by_what_is_said_of_it_and_of_its_opposite(ask, table, question, kept):
    kind, sql = ask(table, question)

    assert kind == "answered"
    assert kept in sql


@pytest.mark.parametrize(
    ("question", "part", "whole"),
    [
        ("what percentage of men survived", "survived = TRUE", "sex = 'male'"),
        ("share of women who survived", "survived = TRUE", "sex = 'female'"),
        ("what percentage of women did not survive", "survived = FALSE", "sex = 'female'"),
        ("share of women among survivors", "sex = 'female'", "survived = TRUE"),
    ],
)
def test_of_a_value_and_what_is_said_of_it_the_value_is_the_whole(ask, question, part, whole):
    kind, sql = ask("wreck", question)

    assert kind == "answered"
    assert f"FILTER (WHERE wreck.{part})" in sql
    assert f"WHERE wreck.{whole}" in sql.split("FROM wreck")[1]


@pytest.mark.parametrize("question", ["average fare of those who survived", "fare of those who died"])
def test_those_who_did_something_are_not_told_one_by_one(ask, question):
    kind, sql = ask("wreck", question)

    assert kind == "answered"
    assert "GROUP BY" not in sql


@pytest.mark.parametrize(
    ("table", "question"),
    [
        ("exams", "exams with the first rating"),  # the first of all, and not a rating of 1
        ("wreck", "passengers in fifth class"),  # there is none
        ("wreck", "what did a seat cost on average in each class"),  # the average is of no classes
        ("staff_2024", "how many employees died"),  # nothing says so
    ],
)
def test_what_no_flag_or_scale_says_is_refused(ask, table, question):
    assert ask(table, question)[0] == "refused"
