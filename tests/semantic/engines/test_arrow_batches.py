"""Arrow batches as they go onto the wire: no byte of them comes from anywhere but the rows."""

import io
from datetime import UTC, date, datetime
from decimal import Decimal

import pyarrow as pa
import pytest

from svcchat_magic.semantic.engines.arrow_batches import typed_batches

SEEN, HIDDEN = 1, 2  # how many rows, one after the other

COLUMNS = {
    "Int64": [7, 7_700_000_000_014_337, 7_700_000_000_014_339],
    "Double": [1.5, 7_700.25, 7_700.75],
    "Date": [date(2024, 1, 1), date(1971, 7, 7), date(1972, 8, 8)],
    "Timestamp": [datetime(2024, 1, 1), datetime(1971, 7, 7, 7, 7), datetime(1972, 8, 8, 8, 8)],
    "Boolean": [False, True, True],
}
NARROW = pa.array([7, 77, 78], pa.int32())
DECIMAL = pa.array([Decimal("1.50"), Decimal("77.25"), Decimal("78.75")], pa.decimal128(9, 2))
IN_A_ZONE = pa.array(
    [datetime(2024, 1, 1, tzinfo=UTC), *([datetime(1971, 7, 7, tzinfo=UTC)] * 2)], pa.timestamp("us", "UTC")
)
GIVEN = [
    *((kind, pa.array(values)) for kind, values in COLUMNS.items()),
    ("Int64", NARROW),
    ("Double", DECIMAL),
    ("Timestamp", IN_A_ZONE),
]


@pytest.mark.case("Q16")
@pytest.mark.parametrize(("kind", "column"), GIVEN, ids=lambda given: str(getattr(given, "type", given)))
def test_what_lies_under_a_null_is_not_sent(kind, column):
    sent = _column_of(_on_the_wire(kind, _with_nulls(column)))

    assert sent.to_pylist() == [*_column_of(_on_the_wire(kind, column)).to_pylist()[:SEEN], *[None] * HIDDEN]
    assert _values(sent) == _values(_column_of(_on_the_wire(kind, _with_zeros(column))))
    assert _values(sent) != _values(_column_of(_on_the_wire(kind, column)))


@pytest.mark.case("Q16")
def test_an_engine_that_leaves_values_under_its_nulls_sends_none(make_engine):
    engine = make_engine("CREATE TABLE t AS SELECT range AS n FROM range(3000)")

    (batch,) = engine.stream_arrow("SELECT nullif(n, n) AS n FROM t", {})

    assert batch.column(0).null_count == 3000
    assert not any(_values(batch.column(0)))


def _with_nulls(column):
    """The same memory, of which only the first rows are valid."""
    valid = pa.py_buffer(bytes([2**SEEN - 1]))
    return pa.Array.from_buffers(column.type, len(column), [valid, column.buffers()[1]])


def _with_zeros(column):
    return pa.array([*column.to_pylist()[:SEEN], *[None] * HIDDEN], column.type)


def _on_the_wire(kind, column):
    reader = pa.RecordBatchReader.from_batches(
        pa.schema([("c", column.type)]), [pa.record_batch([column], names=["c"])]
    )
    (batch,) = typed_batches(reader, [kind])
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)

    return sink.getvalue()


def _column_of(sent):
    return pa.ipc.open_stream(sent).read_all().combine_chunks().column(0).chunk(0)


def _values(column):
    return bytes(column.buffers()[1])
