"""Persons over an age, what they have where its table is called so, and groups that no words name."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 9, 15)


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    folder = tmp_path_factory.mktemp("patients")
    rows = "".join(
        f"{29 + at * 7 % 49},{'FM'[at % 2]},group {'ABC'[at % 3]},{150 + at * 11 % 300},{int(at % 5 < 2)}\n"
        for at in range(80)
    )
    header = "age,sex,ward,cholesterol,heart_disease\n"
    (folder / "heart_disease.csv").write_text(header + rows, encoding="utf-8")
    engine = DuckDBEngine.open(folder)
    yield Reader(SetTools(infer_model(engine).model, engine), TODAY)
    engine.close()


def sql_of(reader, question):
    read = asyncio.run(reader.read(question))
    assert read.is_sure, read
    return read.planned.sql


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("people over 60", "age > 60"),
        ("how many women over 60 have heart disease", "age > 60"),
        ("average cholesterol of patients under 50", "age < 50"),
        ("how many patients are over 60?", "age > 60"),
        ("people aged over 60 by sex", "age > 60"),
    ],
)
def test_persons_over_a_number_are_older(reader, question, condition):
    assert condition in sql_of(reader, question)


@pytest.mark.parametrize(
    "question", ["wards with over 20 patients", "how many patients have a cholesterol over 60"]
)
def test_other_things_over_a_number_are_not(reader, question):
    assert "age" not in sql_of(reader, question)


@pytest.mark.parametrize("number", ["²", "9" * 5000, "٣½"])
def test_what_only_looks_like_a_number_is_no_age(reader, number):
    assert not asyncio.run(reader.read(f"people over {number}")).is_sure


@pytest.mark.parametrize(
    "question", ["how many patients have heart disease", "how many women have heart disease"]
)
def test_who_has_what_the_table_is_called_by_is_told_by_its_flag(reader, question):
    assert "heart_disease = TRUE" in sql_of(reader, question)


def test_with_and_without_it_are_two_groups(reader):
    sql = sql_of(reader, "average cholesterol of patients with and without heart disease")

    assert "GROUP BY 1" in sql
    assert "TRUE" not in sql


def test_a_group_that_no_word_names_is_asked_for(reader):
    assert not asyncio.run(reader.read("which group has the highest average cholesterol")).is_sure
