"""Many tables whose columns are called the same: a question means those of the table that it names."""

import asyncio
from datetime import date

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TABLES = (
    *("orders", "visits", "claims", "loans", "trips", "games", "songs", "cards", "wards", "tests"),
    *("flights", "invoices", "tickets", "refunds"),
)


@pytest.fixture(scope="module")
def reader():
    """Fourteen tables of three text columns each: more than one statement looks through for a value."""
    rows = {
        "created_at": [date(2024, 1, day) for day in (1, 2, 3, 4)],
        "status": ["open", "closed", "open", "new"],
        "channel": ["Web", "Shop", "Web", "Phone"],
        "note": ["x", "y", "y", "z"],
        "amount": [1.5, 2.25, 4.75, 8.5],
    }
    frames = {
        name: pa.table(
            {f"{name[:-1]}_id": [1, 2, 3, 4], **rows, "amount": [each + at for each in rows["amount"]]}
        )
        for at, name in enumerate(TABLES)
    }
    engine = open_engine(frames)
    yield Reader(GroundTools(infer_model(engine).model, engine), date(2024, 2, 1))
    engine.close()


@pytest.mark.parametrize("table", ["orders", "invoices", "refunds"])
@pytest.mark.parametrize(
    "question",
    [
        "{table} by status",
        "number of {table} by channel",
        "how many open {table}",
        "total amount of {table} by month",
        "average amount of closed {table}",
    ],
)
def test_a_question_is_about_the_table_that_it_names(reader, table, question):
    read = asyncio.run(reader.read(question.format(table=table)))

    assert read.is_sure
    assert read.planned.source.tables == (table,)


def test_what_is_refused_is_told_in_a_sentence(reader):
    read = asyncio.run(reader.read("songs by ward channel"))

    assert read.planned is None
    assert read.problem == "to which ward each song belongs"
