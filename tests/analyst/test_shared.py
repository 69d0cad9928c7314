"""Texts that several rows share: surnames of more than so many customers."""

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
CUSTOMERS = pandas.DataFrame({
    "customer_id": list(ROWS),
    "surname": [("Ames", "Bell", "Cole", "Dunn")[at % 7 % 4] for at in ROWS],
    "city": [("Bern", "Chur", "Thun")[at % 5 % 3] for at in ROWS],
    "balance": [at * 71.5 for at in ROWS],
})  # fmt: skip


@pytest.fixture(scope="module")
def found():
    engine = DuckDBEngine.open({"customers": CUSTOMERS})
    reader = Reader(SetTools(infer_model(engine).model, engine), TODAY)
    yield lambda question: asyncio.run(reader.read(question))
    engine.close()


@pytest.mark.parametrize(
    "question",
    [
        "which surnames are shared by more than 30 customers",
        "which surnames are shared by more than 30 customers, and by how many?",
        "surnames that occur more than 30 times",
        "which surnames appear more than 30 times",
    ],
)
def test_a_text_is_kept_by_its_number_of_rows(found, question):
    told = found(question)

    assert told.is_sure, told
    assert "surname" in told.planned.sql
    assert "> 30" in told.planned.sql
    assert "HAVING" in told.planned.sql


def test_the_text_of_the_most_rows_is_ranked(found):
    told = found("which surname is shared by the most customers")

    assert told.is_sure, told
    assert "DESC" in told.planned.sql


@pytest.mark.parametrize(
    "question", ["how many customers share the same surname", "which balance is shared by Bern"]
)
def test_sharing_without_a_number_is_not_read_so(found, question):
    told = found(question)

    assert not told.is_sure or "HAVING" not in told.planned.sql
