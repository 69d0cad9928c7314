"""All rows of a result in packed columns, because a million rows of Python values need too much memory."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from svcchat_magic.protocol.results import Column, SqlResult

if TYPE_CHECKING:
    from svcchat_magic.protocol.arrow_rows import ArrowRows

SEPARATOR = "\0"


class Packing(Enum):
    """The storage format of a column."""

    INTEGERS = "q"  # array("q")
    FLOATS = "d"  # array("d")
    SWITCHES = "b"  # array("b") of 0 and 1
    TEXT = "s"  # one str, the values separated by NUL
    VALUES = ""  # a tuple of values


class Cells(NamedTuple):
    """A column's values in one block; where `missing` is 1, the value is null and its slot a filler."""

    packing: Packing
    values: Any
    missing: bytes | None
    rows: int

    def unpacked(self) -> Sequence[Any]:
        """The values, None for null."""
        if self.packing is Packing.VALUES:
            return tuple(self.values)

        values: Sequence[Any] = self.values
        if self.packing is Packing.TEXT:
            values = self.values.split(SEPARATOR)
        elif self.packing is Packing.SWITCHES:
            values = [value == 1 for value in self.values]

        if self.missing is None:
            return values

        return [None if gone else value for value, gone in zip(values, self.missing, strict=True)]


Block: TypeAlias = tuple[Cells, ...]


@dataclass(frozen=True, slots=True, repr=False)
class LoadedRows:
    """All rows of `result` from the query API, as blocks of columns or as Arrow.

    `warnings` describes problems, above all missing rows.
    """

    result: SqlResult
    columns: tuple[Column, ...]
    count: int
    total_rows: int
    blocks: tuple[Block, ...] = ()
    arrow: ArrowRows | None = None
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"LoadedRows({self.count:,} of {self.total_rows:,} rows)"

    def __len__(self) -> int:
        return self.count

    @property
    def is_complete(self) -> bool:
        """Whether every row was received."""
        return self.count >= self.total_rows

    @property
    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """The rows in the form of `SqlResult.rows`, created on each access; times are ISO 8601 text."""
        if self.arrow is not None:
            return self.arrow.rows()

        return tuple(
            row for block in self.blocks for row in zip(*(cells.unpacked() for cells in block), strict=True)
        )


def packed(values: Sequence[Any], column_type: str) -> Cells:
    """Pack values that are all null or of the column's type."""
    kind = _PACKINGS.get(column_type, Packing.VALUES)
    missing = bytes(value is None for value in values) if None in values else None
    if missing is not None:
        filler = _FILLERS[kind]
        values = [filler if value is None else value for value in values]

    if kind is Packing.VALUES:
        return Cells(kind, _restored(values, missing), None, len(values))

    if kind is Packing.TEXT:
        return _text(values, missing)

    try:
        return Cells(kind, array(kind.value, values), missing, len(values))
    except OverflowError:  # beyond 64 bits
        return Cells(Packing.VALUES, _restored(values, missing), None, len(values))


def packed_if_fitting(values: Sequence[Any], column_type: str) -> Cells:
    """Pack values of any type; if one does not fit the column's type, keep them unpacked."""
    wanted = _KINDS.get(_PACKINGS.get(column_type, Packing.VALUES))
    if wanted is not None and all(value is None or type(value) is wanted for value in values):
        return packed(values, column_type)

    return Cells(Packing.VALUES, tuple(values), None, len(values))


def _text(values: Sequence[str], missing: bytes | None) -> Cells:
    joined = SEPARATOR.join(values)
    if joined.count(SEPARATOR) != len(values) - 1:  # a value contains the separator
        return Cells(Packing.VALUES, _restored(values, missing), None, len(values))

    return Cells(Packing.TEXT, joined, missing, len(values))


def _restored(values: Sequence[Any], missing: bytes | None) -> tuple[Any, ...]:
    if missing is None:
        return tuple(values)

    return tuple(None if gone else value for value, gone in zip(values, missing, strict=True))


_PACKINGS = {
    "Int64": Packing.INTEGERS,
    "Double": Packing.FLOATS,
    "Decimal": Packing.FLOATS,
    "Boolean": Packing.SWITCHES,
    "String": Packing.TEXT,
    "Timestamp": Packing.TEXT,
    "Date": Packing.TEXT,
}
_FILLERS: dict[Packing, Any] = {
    Packing.INTEGERS: 0,
    Packing.FLOATS: 0.0,
    Packing.SWITCHES: False,
    Packing.TEXT: "",
    Packing.VALUES: None,
}
_KINDS = {Packing.INTEGERS: int, Packing.FLOATS: float, Packing.SWITCHES: bool, Packing.TEXT: str}
