"""What every engine keeps: the same rows and types for the same tables, a stop when asked, no values told."""

from datetime import UTC, date, datetime
from decimal import Decimal
from threading import Thread

import pyarrow as pa
import pytest
import sqlglot

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines.engines import CANCELLED, Cancellation
from svcchat_magic.semantic.engines.time_limit import TOO_LONG
from svcchat_magic.semantic.query.query import Column
from tests.waiting import until_ended

KINDS = pa.table(
    {
        "id": pa.array([1, 2, 3], pa.int32()),
        "big": pa.array([2**40, None, -1], pa.int64()),
        "amount": pa.array([1.5, float("inf"), None], pa.float64()),
        "price": pa.array([Decimal("19.75"), Decimal("0.00"), None], pa.decimal128(9, 2)),
        "name": pa.array(["é \\ '", "", None], pa.string()),
        "is_open": pa.array([True, False, None], pa.bool_()),
        "day": pa.array([date(2024, 2, 29), date(1970, 1, 1), None], pa.date32()),
        "made": pa.array([datetime(2024, 1, 31, 10, 30), datetime(2024, 9, 1), None], pa.timestamp("us")),
        "seen": pa.array(
            [datetime(2024, 1, 31, 23, 30, tzinfo=UTC), datetime(1999, 1, 1, tzinfo=UTC), None],
            pa.timestamp("us", "UTC"),
        ),
    }
)
# DuckDB compares decimals and dates through casts that may fail; a moment of Spark's has the session's zone.
OWN_KINDS = {
    "duckdb": {},
    "postgres": {"price": "decimal", "day": "date"},
    "spark": {"price": "decimal", "day": "date", "seen": "time"},
}
NUMBERS = pa.table({"n": pa.array(range(1000), pa.int64())})
# Five joins of a thousand rows with themselves: more than any engine counts while a test runs.
ENDLESS = "SELECT COUNT(*) FROM numbers a, numbers b, numbers c, numbers d, numbers e WHERE a.n < b.n + c.n"


def in_words_of(engine, sql):
    """SQL of DuckDB's as the engine writes it."""
    return sqlglot.transpile(sql, read="duckdb", write=engine.dialect)[0]


def rows_of(engine, sql, parameters=None):
    return engine.run(in_words_of(engine, sql), parameters or {}, limit=100).rows


def marker(engine):
    return {"duckdb": "$p0", "postgres": "$1", "spark": ":p0"}[engine.dialect]


def test_values_are_plain_and_typed_as_on_the_wire(engine_with):
    engine = engine_with({"kinds": KINDS})

    found = engine.run("SELECT * FROM kinds ORDER BY id", {}, limit=10)

    types = ("Int64", "Int64", "Double", "Double", "String", "Boolean", "Date", "Timestamp", "Timestamp")
    assert found.columns == tuple(map(Column, KINDS.column_names, types))
    assert found.rows == (
        (
            *(1, 2**40, 1.5, 19.75, "é \\ '", True, date(2024, 2, 29)),
            *(datetime(2024, 1, 31, 10, 30), datetime(2024, 1, 31, 23, 30)),
        ),
        (2, None, None, 0.0, "", False, date(1970, 1, 1), datetime(2024, 9, 1), datetime(1999, 1, 1)),
        (3, -1, None, None, None, None, None, None, None),
    )


def test_rows_in_batches_are_those_that_come_at_once(engine_with):
    engine = engine_with({"kinds": KINDS})
    sql = "SELECT id, price, seen, name FROM kinds ORDER BY id"

    whole = engine.run(sql, {}, limit=10)
    streamed = list(engine.stream(sql, {}, rows_each=2))
    arrow = pa.Table.from_batches(engine.stream_arrow(sql, {}))

    assert [len(each.rows) for each in streamed] == [2, 1]
    assert streamed[0].columns == whole.columns
    assert tuple(row for each in streamed for row in each.rows) == whole.rows
    assert tuple(zip(*arrow.to_pydict().values(), strict=True)) == whole.rows
    kinds = [field.metadata[b"column_type"].decode() for field in arrow.schema]
    assert kinds == [column.column_type for column in whole.columns]


def test_arrow_holds_no_number_that_is_not_finite(engine_with):
    engine = engine_with({"kinds": KINDS})

    (batch,) = engine.stream_arrow("SELECT amount FROM kinds ORDER BY id", {})

    assert batch.to_pydict() == {"amount": [1.5, None, None]}


def test_no_rows_still_have_their_columns(engine_with):
    engine = engine_with({"kinds": KINDS})
    sql = "SELECT id, name FROM kinds WHERE id > 5"

    whole = engine.run(sql, {}, limit=10)
    (streamed,) = engine.stream(sql, {}, rows_each=2)
    (batch,) = engine.stream_arrow(sql, {})

    assert whole == streamed
    assert [column.column_type for column in whole.columns] == ["Int64", "String"]
    assert (batch.num_rows, batch.schema.names) == (0, ["id", "name"])


@pytest.mark.parametrize("value", ["é \\ '", "' OR 1=1 --", "$p0 :p0 %s"])
def test_a_text_is_bound_as_it_is(engine_with, value):
    engine = engine_with({"words": pa.table({"word": ["plain", value]})})

    found = engine.run(f"SELECT word FROM words WHERE word = {marker(engine)}", {"p0": value}, limit=5)

    assert found.rows == ((value,),)


@pytest.mark.parametrize("column", ["day", "made", "seen"])
def test_a_moment_is_compared_with_columns_of_each_kind(engine_with, column):
    engine = engine_with({"kinds": KINDS})
    sql = f"SELECT id FROM kinds WHERE {column} >= {marker(engine)}"

    found = engine.run(sql, {"p0": datetime(2024, 1, 31)}, limit=5)

    expected = {"day": ((1,),), "made": ((1,), (2,)), "seen": ((1,),)}
    assert tuple(sorted(found.rows)) == expected[column]


def test_at_most_the_rows_that_were_asked_for_come(engine_with):
    engine = engine_with({"numbers": NUMBERS})

    found = engine.run("SELECT n FROM numbers ORDER BY n DESC", {}, limit=3)

    assert (found.rows, found.total_rows) == (((999,), (998,), (997,)), 3)


def test_the_tables_are_told_with_their_columns(engine_with):
    engine = engine_with({"kinds": KINDS})

    (table,) = [each for each in engine.source_tables() if each.name == "kinds"]

    kinds = ["integer", "integer", "number", "number", "text", "boolean", "date", "time", "time"]
    assert "kinds" in engine.tables()
    assert [column.name for column in table.columns] == KINDS.column_names
    assert [column.kind for column in table.columns] == kinds


def test_what_columns_hold_is_known_without_their_rows(engine_with):
    engine = engine_with({"kinds": KINDS})

    found = engine.column_kinds("SELECT * FROM kinds")

    certain = {"id": "integer", "big": "integer", "amount": "double", "name": "text", "is_open": "boolean"}
    assert found == certain | {"made": "time"} | OWN_KINDS[engine.dialect]
    assert engine.column_kinds("SELECT nothing FROM nowhere") == {}


def test_a_failure_shows_no_value_and_no_sql(engine_with):
    engine = engine_with({"words": pa.table({"word": ["secret"]})})

    with pytest.raises(EngineError) as caught:
        engine.run("SELECT no_such_function(word) FROM words WHERE word = 'secret'", {}, limit=1)

    assert "secret" not in str(caught.value)
    assert "no_such_function" not in str(caught.value)


def test_a_query_stops_when_it_is_cancelled(engine_with):
    engine = engine_with({"numbers": NUMBERS})
    cancellation, failures = Cancellation(), []

    def ask():
        try:
            engine.run(ENDLESS, {}, limit=1, cancellation=cancellation)
        except EngineError as error:
            failures.append(str(error))

    thread = Thread(target=ask)
    thread.start()
    cancellation.cancel()
    until_ended([thread])

    assert failures == [CANCELLED]
    assert engine.run("SELECT COUNT(*) FROM numbers", {}, limit=1).rows == ((1000,),)


@pytest.mark.parametrize("read", ["stream", "stream_arrow"])
def test_a_stream_stops_when_it_is_cancelled_between_batches(engine_with, read):
    engine = engine_with({"numbers": NUMBERS})
    sql = "SELECT a.n FROM numbers a, numbers b"
    cancellation = Cancellation()
    given = {"rows_each": 10} if read == "stream" else {}
    batches = getattr(engine, read)(sql, {}, cancellation=cancellation, **given)
    next(batches)

    cancellation.cancel()
    with pytest.raises(EngineError, match=CANCELLED):
        list(batches)


def test_a_stream_that_is_left_leaves_the_engine_ready(engine_with):
    engine = engine_with({"numbers": NUMBERS})

    for _ in range(6):  # more than an engine has connections
        batches = engine.stream("SELECT a.n FROM numbers a, numbers b", {}, rows_each=10)
        next(batches)
        batches.close()

    assert engine.run("SELECT COUNT(*) FROM numbers", {}, limit=1).rows == ((1000,),)


def test_a_query_that_takes_too_long_is_ended_with_a_sentence(engine_with, monkeypatch):
    engine = engine_with({"numbers": NUMBERS})
    monkeypatch.setattr(engine, "_seconds", 0.2)

    with pytest.raises(EngineError, match=TOO_LONG):
        engine.run(ENDLESS, {}, limit=1)

    with pytest.raises(EngineError, match=TOO_LONG):
        list(engine.stream(ENDLESS, {}, rows_each=1))
