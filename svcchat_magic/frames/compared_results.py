"""Compare one question's results for several users or branches."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from svcchat_magic.protocol.results import Column, SqlResult

Cells = tuple[Any, ...]
_NUMBER_TYPES = frozenset({"Double", "Int64", "Decimal"})


class Side(NamedTuple):
    """One result and its label."""

    label: str
    result: SqlResult


def compared(sides: Sequence[Side]) -> SqlResult:
    """One row for each group and one column for each side's numbers, with the difference of two sides.

    Rows are matched by the non-numeric columns that every side has. A group that is missing on a side is
    empty there; the result does not show whether the user may not see it or it does not exist.
    """
    keys, measures = _shared(sides)
    tables = [_by_key(side.result, keys) for side in sides]
    groups = list(dict.fromkeys(key for table in tables for key in table))
    columns = [*keys, *(_shown(column, label) for column in measures for label in _labels(sides))]
    rows = tuple(
        (*key, *(cell for measure in measures for cell in _cells(key, measure.name, tables)))
        for key in groups
    )
    return SqlResult(
        title=f"{sides[0].result.title}: {' vs '.join(side.label for side in sides)}",
        sql="",
        description="The same question, asked once for each.",
        columns=tuple(columns),
        rows=rows,
        total_rows=len(rows),
    )


def _shared(sides: Sequence[Side]) -> tuple[list[Column], list[Column]]:
    """The columns that every side has: those to match rows by, and those to compare."""
    names = [{column.name for column in side.result.columns} for side in sides]
    common = [column for column in sides[0].result.columns if all(column.name in each for each in names)]
    return (
        [column for column in common if column.column_type not in _NUMBER_TYPES],
        [column for column in common if column.column_type in _NUMBER_TYPES],
    )


def _by_key(result: SqlResult, keys: Sequence[Column]) -> dict[Cells, dict[str, Any]]:
    """The rows by their keys; rows with equal keys stay separate."""
    names = [column.name for column in result.columns]
    table: dict[Cells, dict[str, Any]] = {}
    for row in result.rows:
        cells = dict(zip(names, row, strict=False))
        key = tuple(cells.get(column.name) for column in keys)
        table.setdefault(key, cells)

    return table


def _labels(sides: Sequence[Side]) -> list[str]:
    return [*(side.label for side in sides), *(["difference"] if len(sides) == 2 else [])]


def _shown(column: Column, label: str) -> Column:
    return Column(f"{column.name} ({label})", column.column_type)


def _cells(key: Cells, name: str, tables: Sequence[dict[Cells, dict[str, Any]]]) -> Iterator[Any]:
    values = [table.get(key, {}).get(name) for table in tables]
    yield from values
    if len(values) == 2:
        yield _difference(values[0], values[1])


def _difference(first: Any, second: Any) -> Any:
    """The second less the first; null if one of them is missing."""
    numbers = (int, float, Decimal)
    if not isinstance(first, numbers) or not isinstance(second, numbers):
        return None

    if isinstance(first, Decimal) != isinstance(second, Decimal):
        first, second = float(first), float(second)

    return second - first
