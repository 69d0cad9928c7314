"""Rows that came as an Arrow stream: checked once, kept as they came. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from svcchat_magic.errors import StreamProtocolError
from svcchat_magic.protocol.results import Column, cast_rows

_COLUMN_TYPE = b"column_type"  # where a field's metadata names it


@dataclass(frozen=True, slots=True, repr=False)
class ArrowRows:
    """A table over the received bytes, and the columns it has."""

    table: Any
    columns: tuple[Column, ...]

    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """The rows with the values they would have had as JSON."""
        columns = [self.column_values(at) for at in range(len(self.columns))]
        return tuple(zip(*columns, strict=True))

    def column_values(self, at: int) -> tuple[Any, ...]:
        """The values of column number `at`, as JSON would have brought them."""
        values = [[_plain(value)] for value in self.table.column(at).to_pylist()]
        return tuple(value for (value,) in cast_rows(values, self.columns[at : at + 1]))


def can_read_arrow() -> bool:
    """Whether pyarrow is there; it is not imported for that."""
    return find_spec("pyarrow") is not None


def read_arrow(body: bytearray) -> ArrowRows:
    """The rows of a whole stream; raises StreamProtocolError when they are damaged."""
    import pyarrow as pa

    try:
        with pa.ipc.open_stream(pa.py_buffer(memoryview(body))) as reader:
            table = reader.read_all()

        table.validate(full=True)
        return ArrowRows(table, tuple(_column(field, pa) for field in table.schema))
    except (pa.ArrowException, OSError, UnicodeDecodeError) as cause:
        raise StreamProtocolError("The query API's Arrow stream is damaged.") from cause


def _column(field: Any, pa: Any) -> Column:
    noted = (field.metadata or {}).get(_COLUMN_TYPE, b"").decode("utf-8", "replace")
    return Column(field.name, noted or _column_type(field.type, pa))


def _column_type(kind: Any, pa: Any) -> str:
    """The column type for an Arrow type; a service may not have noted it."""
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
    """A value as JSON would have brought it: times as ISO text."""
    if value is None or isinstance(value, bool | int | float | str | list | dict):
        return value

    return value.isoformat() if hasattr(value, "isoformat") else str(value)
