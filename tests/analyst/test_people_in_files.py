"""Files whose rows are people although their name does not say so: of a disease, of premiums."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 9, 15)
DIABETES = pandas.DataFrame({
    "sex": [("F", "M")[at % 2] for at in range(90)],
    "age": [20 + at % 60 for at in range(90)],
    "glucose": [80 + at for at in range(90)],
    "work_type": [("Private", "Public", "None")[at % 3] for at in range(90)],
    "diabetes": [int(at % 4 == 0) for at in range(90)],
})  # fmt: skip
CHURN = pandas.DataFrame({
    "account_id": [f"A{at:03}" for at in range(90)],
    "age": [20 + at % 60 for at in range(90)],
    "churn": [("Yes", "No")[at % 3 > 0] for at in range(90)],
})  # fmt: skip
FRAMES = {"diabetes": DIABETES, "churn": CHURN, "premiums": DIABETES.drop(columns="diabetes")}


@pytest.fixture(scope="module")
def sql_of():
    engines = {name: DuckDBEngine.open({name: frame}) for name, frame in FRAMES.items()}
    models = {name: infer_model(engine).model for name, engine in engines.items()}
    readers = {name: Reader(SetTools(models[name], engines[name]), TODAY) for name in FRAMES}

    def read(name, question):
        found = asyncio.run(readers[name].read(question))
        assert found.is_sure, found
        return found.planned.sql

    read.titles = {name: model.cubes[name].title for name, model in models.items()}
    yield read
    for each in engines.values():
        each.close()


def test_rows_are_not_called_by_what_some_of_them_have(sql_of):
    assert sql_of.titles["diabetes"] == "People"
    assert sql_of.titles["churn"] == "Accounts"


def test_a_table_that_says_what_its_rows_are_keeps_its_name(sql_of):
    assert sql_of.titles["premiums"] == "Premiums"


@pytest.mark.parametrize("noun", ["people", "patients", "persons", "participants", "customers"])
def test_people_are_asked_for_by_what_they_may_be(sql_of, noun):
    assert "WHERE" not in sql_of("diabetes", f"how many {noun} are there")


@pytest.mark.parametrize(
    "question",
    [
        "how many patients have diabetes",
        "how many people with diabetes are there",
        "how many cases of diabetes are there by sex",
        "average age of diabetes patients",
        "average glucose of people with diabetes who are women",
    ],
)
def test_the_flag_a_table_is_called_by_is_a_condition(sql_of, question):
    assert "diabetes.diabetes = TRUE" in sql_of("diabetes", question)


def test_a_flag_beside_another_condition_is_not_dropped(sql_of):
    sql = sql_of("diabetes", "how many people with diabetes are women")

    assert "diabetes.diabetes = TRUE" in sql
    assert "sex = 'F'" in sql
