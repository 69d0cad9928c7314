"""Compare two results as sets of rows: order, column names and further columns do not count."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from svcchat_magic.evaluation.cells import Cell, cell, is_same, sorting_key
from svcchat_magic.evaluation.period_labels import with_period_labels

MOST_PAIRINGS = 2_000  # of columns; results with more that look alike are compared by the first ones

Row: TypeAlias = tuple[Cell, ...]


def difference(expected: Sequence[Sequence[object]], found: Sequence[Sequence[object]]) -> str:
    """Why `found` is not the expected result; empty when it is.

    Numbers are the same to four significant digits, and a period's first day is the same as its label. The
    reason is one of: row count, unexpected rows, missing column, value.
    """
    wanted, given = _table(expected), _table(found)
    if not wanted and not given:
        return ""

    if len(given) > len(wanted) and _holds_all(wanted, given):
        return f"unexpected rows: {len(given)} rows hold the {len(wanted)} expected"

    if len(given) != len(wanted):
        return f"row count: expected {len(wanted)}, found {len(given)}"

    return _difference_of_rows(wanted, given)


def _table(rows: Sequence[Sequence[object]]) -> list[Row]:
    return [tuple(cell(value) for value in row) for row in rows]


def _difference_of_rows(wanted: list[Row], given: list[Row]) -> str:
    width = len(wanted[0])
    if len(given[0]) < width:
        return f"missing column: expected {width}, found {len(given[0])}"

    found, given = given[0], with_period_labels(given)
    choices = [_like(_column(wanted, index), given) for index in range(width)]
    for index, choice in enumerate(choices):
        if not choice:
            return f"value: no column holds {_sample(_column(wanted, index))}; found {_sample(found)}"

    pairings = islice(_pairings(choices), MOST_PAIRINGS)
    if any(_same_rows(wanted, _picked(given, columns)) for columns in pairings):
        return ""

    return f"value: the columns match, but not row by row, as in {_sample(wanted[0])}"


def _like(column: Row, given: list[Row]) -> list[int]:
    """The columns with the same values, in whatever order."""
    return [
        index
        for index in range(len(given[0]))
        if _same_rows([(value,) for value in column], [(value,) for value in _column(given, index)])
    ]


def _same_rows(wanted: list[Row], given: list[Row]) -> bool:
    pairs = zip(sorted(wanted, key=sorting_key), sorted(given, key=sorting_key), strict=True)
    return all(_same_row(one, other) for one, other in pairs)


def _same_row(one: Row, other: Row) -> bool:
    return all(is_same(left, right) for left, right in zip(one, other, strict=True))


def _holds_all(wanted: list[Row], given: list[Row]) -> bool:
    """Whether every expected row is part of one that was found."""
    return all(any(_is_part(row, of=each) for each in given) for row in wanted)


def _is_part(row: Row, *, of: Row) -> bool:
    return all(any(is_same(value, each) for each in of) for value in row)


def _pairings(choices: list[list[int]], taken: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every way to give each expected column one of its own."""
    if len(taken) == len(choices):
        yield taken
        return

    for index in choices[len(taken)]:
        if index not in taken:
            yield from _pairings(choices, (*taken, index))


def _picked(rows: list[Row], columns: tuple[int, ...]) -> list[Row]:
    return [tuple(row[index] for index in columns) for row in rows]


def _column(rows: list[Row], index: int) -> Row:
    return tuple(row[index] for row in rows)


def _sample(cells: Sequence[Cell]) -> str:
    shown = ", ".join(f"{each:.6g}" if isinstance(each, float) else str(each) for each in cells[:3])
    return f"{shown}, ..." if len(cells) > 3 else shown
