"""Arrow batches with the column types of the wire; the one file of this room that needs pyarrow."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.query.query import Column

COLUMN_TYPE = "column_type"  # of 2.6, in the metadata of each field
_TOO_LARGE = "A number is beyond 64 bits, which Arrow cannot carry; ask for JSON."
_TYPES: Mapping[str, pa.DataType] = MappingProxyType(
    {
        "Boolean": pa.bool_(),
        "Date": pa.date32(),
        "Double": pa.float64(),
        "Int64": pa.int64(),
        "String": pa.string(),
        "Timestamp": pa.timestamp("us"),  # UTC, without a zone
    }
)


def typed_batches(
    reader: pa.RecordBatchReader, kinds: Sequence[str]
) -> Generator[pa.RecordBatch, None, None]:
    """The reader's batches with each column as its wire type; one at least, perhaps without rows.

    Raises QueryRefused for an Int64 beyond 64 bits, EngineError when the reader fails.
    """
    fields = [
        pa.field(name, _TYPES[kind], metadata={COLUMN_TYPE: kind})
        for name, kind in zip(reader.schema.names, kinds, strict=True)
    ]
    schema = pa.schema(fields)
    is_empty = True
    for batch in _read(reader):
        is_empty = False
        typed = (_typed(column, kind) for column, kind in zip(batch.columns, kinds, strict=True))
        columns = [_nothing_under_nulls(column) for column in typed]
        yield pa.record_batch(columns, schema=schema)

    if is_empty:
        yield pa.record_batch([pa.array([], field.type) for field in schema], schema=schema)


def _read(reader: pa.RecordBatchReader) -> Iterable[pa.RecordBatch]:
    try:
        yield from reader
    except (pa.ArrowException, OSError) as error:
        raise EngineError("The query failed in the database while its rows were read.") from error
    finally:
        reader.close()


def _typed(column: Any, kind: str) -> Any:
    if kind == "Double":
        return _finite(column.cast(pa.float64()))

    if kind == "String":
        return _text(column)

    if kind == "Timestamp":  # finer than microseconds is cut, as it is in rows
        return column.cast(pa.timestamp("us", column.type.tz), safe=False).cast(pa.timestamp("us"))

    try:
        return column.cast(_TYPES[kind])
    except pa.ArrowInvalid as error:
        raise QueryRefused(_TOO_LARGE) from error


def _finite(column: Any) -> Any:
    finite = pc.is_finite(column)
    if pc.all(finite).as_py() is not False:
        return column

    return pc.if_else(finite, column, pa.scalar(None, pa.float64()))


def _nothing_under_nulls(column: Any) -> Any:
    """The column with zeros in the places of its NULLs.

    The engine leaves there what its memory held before: values of rows that this reader may not see.
    """
    if not column.null_count or pa.types.is_string(column.type):  # a text that is NULL takes no place
        return column

    zero = pa.scalar(False if pa.types.is_boolean(column.type) else 0, column.type)
    return pc.if_else(pc.is_valid(column), pc.fill_null(column, zero), pa.scalar(None, column.type))


def _text(column: Any) -> Any:
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return column.cast(pa.string())

    values = column.to_pylist()
    return pa.array([None if value is None else str(value) for value in values], pa.string())


def batch_of_rows(columns: Sequence[Column], rows: Sequence[Sequence[object]]) -> pa.RecordBatch:
    """Rows of plain values as one batch, never infinite or NaN; raises QueryRefused as above."""
    by_column = list(zip(*rows, strict=True)) or [()] * len(columns)
    arrays = [_array(column.column_type, values) for column, values in zip(columns, by_column, strict=True)]
    fields = [
        pa.field(each.name, _TYPES[each.column_type], metadata={COLUMN_TYPE: each.column_type})
        for each in columns
    ]
    return pa.record_batch(arrays, schema=pa.schema(fields))


def _array(kind: str, values: Sequence[object]) -> Any:
    try:
        found = pa.array(values, _TYPES[kind])
    except (pa.ArrowInvalid, OverflowError) as error:
        raise QueryRefused(_TOO_LARGE) from error

    return _finite(found) if kind == "Double" else found
