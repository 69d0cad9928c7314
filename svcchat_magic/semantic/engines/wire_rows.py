"""Values of any engine as the wire has them (2.6): plain, without a zone, and never too much of them."""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.query.query import Column, Rows

MAX_TEXT = 32_000_000  # characters in one result


def whole_result(columns: tuple[Column, ...], found: Sequence[Sequence[object]]) -> Rows:
    """A whole result of plain values; raises EngineError for one that holds too much text."""
    by_column = zip(columns, zip(*found, strict=True), strict=False)  # nothing to convert without rows
    converted = [plain_values(column.column_type, values) for column, values in by_column]
    text = sum(len(value) for values in converted for value in values if isinstance(value, str))
    if text > MAX_TEXT:
        raise EngineError("The result holds too much text; ask for fewer rows or columns.")

    return Rows(columns, tuple(zip(*converted, strict=True)), len(found))


def plain_values(wire_type: str, values: Sequence[object]) -> Sequence[object]:
    """The values of one column as its type on the wire has them."""
    convert = _CONVERTERS.get(wire_type)
    return values if convert is None else [None if value is None else convert(value) for value in values]


def _double(value: object) -> float | None:
    number = float(value) if isinstance(value, (int, float, Decimal)) else math.nan
    return number if math.isfinite(number) else None


def _moment(value: object) -> datetime | None:
    """Without a time zone, as UTC; a date becomes its midnight."""
    if isinstance(value, datetime):
        return value if value.tzinfo is None else value.astimezone(UTC).replace(tzinfo=None)

    return datetime(value.year, value.month, value.day) if isinstance(value, date) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else str(value)


_CONVERTERS: Mapping[str, Callable[[object], object]] = {
    "Double": _double,
    "Timestamp": _moment,
    "String": _text,
}
