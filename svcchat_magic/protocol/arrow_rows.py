"""Rows received as an Arrow stream, validated once and kept unchanged. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from svcchat_magic.errors import StreamProtocolError
from svcchat_magic.protocol.growing_bytes import Held
from svcchat_magic.protocol.results import Column, cast_rows

_COLUMN_TYPE = b"column_type"  # key in a field's metadata


@dataclass(frozen=True, slots=True, repr=False)
class ArrowRows:
    """A table over the received bytes, with its columns."""

    table: Any
    columns: tuple[Column, ...]

    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """The rows with the same values as in JSON."""
        columns = [self.column_values(at) for at in range(len(self.columns))]
        return tuple(zip(*columns, strict=True))

    def column_values(self, at: int) -> tuple[Any, ...]:
        """The values of column number `at`, as in JSON."""
        values = [[_plain(value)] for value in self.table.column(at).to_pylist()]
        return tuple(value for (value,) in cast_rows(values, self.columns[at : at + 1]))


def can_read_arrow() -> bool:
    """Whether pyarrow is installed, without importing it."""
    return find_spec("pyarrow") is not None


def read_arrow(body: Held) -> ArrowRows:
    """Read the rows of a whole stream. Raises StreamProtocolError if they are damaged."""
    import pyarrow as pa

    try:
        with pa.ipc.open_stream(pa.py_buffer(memoryview(body))) as reader:
            table = reader.read_all()

        table.validate(full=True)
        return ArrowRows(table, tuple(_column(field, pa) for field in table.schema))
    except (pa.ArrowException, OSError, UnicodeDecodeError) as cause:
        raise StreamProtocolError("The query API's Arrow stream is damaged.") from cause


class ArrowCopy:
    """Copies record batches into the bytes of one Arrow stream.

    Integers and floats become 64 bits wide, and a database's own types become text.
    """

    def __init__(self) -> None:
        self.body = bytearray()
        self.count = 0
        self._schema: Any = None
        self._writer: Any = None

    def add(self, batch: Any) -> None:
        """Add the next rows."""
        import pyarrow as pa

        if self._writer is None:
            self._begin(batch.schema, pa)

        columns = [_usual(values, pa) for values in batch.columns]
        self._writer.write_batch(pa.record_batch(columns, schema=self._schema))
        self.count += batch.num_rows

    def finished(self, schema: Any) -> bytearray:
        """The stream's bytes; `schema` is used if there were no batches."""
        import pyarrow as pa

        if self._writer is None:
            self._begin(schema, pa)

        self._writer.close()
        return self.body

    def _begin(self, schema: Any, pa: Any) -> None:
        self._schema = pa.schema([_usual_field(field, pa) for field in schema])
        self._writer = pa.ipc.new_stream(pa.PythonFile(_Appending(self.body), mode="w"), self._schema)


class _Appending:
    """A file that Arrow writes to."""

    closed = False

    def __init__(self, body: bytearray) -> None:
        self._body = body

    def write(self, data: Any) -> int:
        self._body += memoryview(data)
        return len(data)

    def flush(self) -> None:
        return


def _usual_field(field: Any, pa: Any) -> Any:
    """A field of a common type; decimals of any length, which Arrow lacks, become annotated text."""
    is_decimal = getattr(field.type, "type_name", "") == "numeric"
    notes = {_COLUMN_TYPE: b"Decimal"} if is_decimal else None
    return pa.field(field.name, _usual(pa.array([], field.type), pa).type, metadata=notes)


def _usual(values: Any, pa: Any) -> Any:
    """A column converted to a type that frames can use directly."""
    kind = values.type
    if isinstance(kind, pa.BaseExtensionType):
        return _usual(values.storage, pa)

    if pa.types.is_integer(kind) and kind != pa.uint64():
        return values.cast(pa.int64())

    return values.cast(pa.float64()) if pa.types.is_floating(kind) else values


def _column(field: Any, pa: Any) -> Column:
    noted = (field.metadata or {}).get(_COLUMN_TYPE, b"").decode("utf-8", "replace")
    return Column(field.name, noted or _column_type(field.type, pa))


def _column_type(kind: Any, pa: Any) -> str:
    """The column type for an Arrow type, if the service did not send it."""
    checks: Mapping[str, Callable[[Any], bool]] = {
        "Int64": pa.types.is_integer,
        "Double": pa.types.is_floating,
        "Decimal": pa.types.is_decimal,
        "Boolean": pa.types.is_boolean,
        "Timestamp": pa.types.is_timestamp,
        "Date": pa.types.is_date,
    }
    return next((name for name, fits in checks.items() if fits(kind)), "String")


def _plain(value: Any) -> Any:
    """A value as in JSON: times as ISO text."""
    if value is None or isinstance(value, bool | int | float | str | list | dict):
        return value

    return value.isoformat() if hasattr(value, "isoformat") else str(value)
