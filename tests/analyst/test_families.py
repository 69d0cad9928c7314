"""Words that are made of each other, and what only looks so."""

import asyncio
from datetime import date, timedelta

import pyarrow as pa
import pytest

from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

MOVES = {
    "move_id": list(range(1, 41)),
    "crew": [("Alpha", "Bravo", "Gecko")[at % 3] for at in range(40)],
    "registered_on": [date(2024, 1, 1) + timedelta(days=3 * at) for at in range(40)],
    "pickup_at": [date(2024, 1, 9) + timedelta(days=3 * at) for at in range(40)],
    "delivered_on": [date(2024, 1, 11) + timedelta(days=3 * at) for at in range(40)],
    "status": [("Completed", "Cancelled", "Failed", "Dumped", "Waived")[at % 5] for at in range(40)],
    "call": [("Answered", "Missed")[at % 2] for at in range(40)],
    "failure_reason": [("Rain", "No key")[at // 5 % 2] if at % 5 == 2 else None for at in range(40)],
}
PERMITS = {"permit_id": list(range(1, 9)), "applied_on": [date(2024, 1, at) for at in range(1, 9)]}


@pytest.fixture(scope="module")
def reader():
    """Reads over a table of removals and one of permits."""
    engine = open_engine({"moves": pa.table(MOVES), "permits": pa.table(PERMITS)})
    yield Reader(GroundTools(infer_model(engine).model, engine), date(2024, 6, 1))
    engine.close()


@pytest.mark.parametrize(
    "pair",
    [
        "fail failure",
        "failing failed",
        "registrations registered",
        "diagnosed diagnosis",
        "conversion converted",
        "deliveries delivered",
        "cancellations cancelled",
        "expiry expired",
        "subscription subscribed",
        "sale sold",
        "application applied",
        "storage stored",
        "complaints complained",
        "admission admitted",
        "leaving left",
    ],
)
def test_forms_of_one_word_are_akin(pair):
    assert akin(*pair.split())


@pytest.mark.parametrize(
    "pair",
    [
        "order orderly",
        "number numeral",
        "general generation",
        "customs customer",
        "station state",
        "accountant account",
        "department departure",
        "inventory invented",
        "counter county",
        "ship shop",
        "late later",
        "market marked",
    ],
)
def test_words_that_only_look_alike_are_not(pair):
    assert not akin(*pair.split())


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("how many moves did fail", ["status = 'Failed'"]),
        ("how many moves have we had to dump so far", ["status = 'Dumped'"]),
        ("registrations per month", ["DATE_TRUNC('month', moves.registered_on)"]),
        ("deliveries by quarter", ["DATE_TRUNC('quarter', moves.delivered_on)"]),
        ("new move registrations per month", ["DATE_TRUNC('month', moves.registered_on)"]),
        ("how many moves did we answer", ["call = 'Answered'"]),
        ("how many moves were picked up in march 2024", ["moves.pickup_at >= '2024-03-01'"]),
    ],
)
def test_a_word_leads_to_the_value_or_date_of_its_family(reader, question, parts):
    read = asyncio.run(reader.read(question))

    assert read.is_sure, (read.unknown, read.problem)
    assert all(part in read.planned.sql for part in parts), read.planned.sql


@pytest.mark.parametrize("question", ["waive all moves of Alpha", "dump the moves of march 2024"])
def test_an_order_is_not_taken_for_what_was_done(reader, question):
    assert not asyncio.run(reader.read(question)).is_sure


def test_what_was_done_to_rows_is_no_other_word_for_them(reader):
    assert asyncio.run(reader.read("how many permits have been approved")).unknown == ("approved",)


def test_what_failed_is_counted_by_its_reason_and_explains_no_change(reader):
    (read,) = asyncio.run(reader.read_all("why do moves fail"))

    assert read.best.stops == ("why",)
    assert not read.is_sure
