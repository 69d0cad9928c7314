"""What columns hold by their values: countries, airports, sexes; and words of values in capitals."""

import asyncio
from datetime import date

import pyarrow as pa
import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Outcome, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.inference.table_profile import ColumnProfile
from svcchat_magic.semantic.inference.value_kinds import kind_of
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 6, 30)
EACH = list(range(1200))
NATIONS = ("Chile", "Japan", "Kenya", "Portugal")
TABLES = {
    "outbreak": {  # sorted by place: its first rows are all of one
        "location": [NATIONS[at // 300] for at in EACH],
        "cases": EACH,
    },
    "flights": {
        "flight_id": EACH,
        "origin": [("LHR", "OSL", "JFK")[at % 3] for at in EACH],
        "dest": [("CDG", "MAD", "BER")[at % 3] for at in EACH],
        "carrier": [("BAW", "SAS")[at % 2] for at in EACH],
        "delay": [at % 60 for at in EACH],
    },
    "stops": {
        "stop_id": EACH,
        "place": [("JFK Airport", "Harbour", "Old Town")[at % 3] for at in EACH],
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
    ("name", "values", "kind"),
    [
        ("location", ("Chile", "Japan", "Kenya"), "country"),
        ("market", ("Asia", "Europe", "Africa"), "continent"),
        ("region", ("Texas", "Ohio", "Utah"), "state"),
        ("ccy", ("EUR", "USD", "GBP"), "currency"),
        ("spoken", ("English", "French", "Thai"), "language"),
        ("sex", ("female", "male"), "gender"),
        ("dest", ("CDG", "MAD", "BER"), "airport"),
        ("carrier", ("CDG", "MAD", "BER"), ""),  # three letters alone are no airport
        ("owner", ("Chad", "Jordan", "Mary", "Anna"), ""),  # two of them are names of countries too
        ("place", ("Chile", "Japan"), ""),  # two values tell too little
    ],
)
def test_nearly_all_values_of_a_kind_say_what_a_column_holds(name, values, kind):
    column = ColumnProfile(name, "text", "", 10, len(values), seen=values)

    assert kind_of(column) == kind


@pytest.mark.parametrize(
    ("table", "question", "column"),
    [
        ("outbreak", "cases by country", "location"),
        ("outbreak", "which country had the most cases", "location"),
        ("outbreak", "how many countries are there", "location"),
        ("flights", "flights by origin airport", "origin"),
        ("flights", "average delay by destination airport", "dest"),
    ],
)
def test_a_column_is_asked_for_by_what_its_values_are(ask, table, question, column):
    kind, sql = ask(table, question)

    assert kind == "answered"
    assert f"{table}.{column}" in sql


@pytest.mark.parametrize(
    ("table", "question"),
    [
        ("flights", "flights by airport"),  # of two columns nobody knows which
        ("flights", "flights by country"),
        ("stops", "stops at jfk"),  # without capitals it may be any word
    ],
)
def test_what_no_value_tells_is_refused(ask, table, question):
    assert ask(table, question)[0] == "refused"


def test_three_capitals_name_the_value_that_begins_with_them(ask):
    kind, sql = ask("stops", "stops at JFK")

    assert kind == "answered"
    assert "place = 'JFK Airport'" in sql
