"""Rows added up to wider units of time: quarters of months, years of quarters, weekends of days of the week.

A sentence may tell a year of rows that are quarters. Only whole units count, and only figures that add up.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_reading import day_spellings
from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.facts.known_dates import key_of
from svcchat_magic.analyst.facts.weekends import by_weekend
from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.sentences.spoken_dates import Stretch

_MONTHS = {"quarter": 3, "half": 6, "year": 12}
_Names = tuple[frozenset[str], ...]


def widened(tables: tuple[FactTable, ...]) -> tuple[FactTable, ...]:
    """The tables that follow from these by adding up units of time, numbered behind them."""
    found = [each for table in tables for unit in _MONTHS for each in _by(table, unit)]
    found += [each for table in tables for each in by_weekend(table)]
    return tuple(_numbered(each, len(tables) + at) for at, each in enumerate(found))


def _by(table: FactTable, unit: str) -> Iterator[FactTable]:
    """A table by a wider unit, if its rows make up at least one whole unit."""
    columns = tuple(each for each in table.columns() if each in table.additive and each not in table.running)
    is_fit = table.time and columns and table.is_whole and not table.is_list and not table.ranked
    if not is_fit or len(table.stretches) != len(table.figures):
        return

    groups: dict[tuple[Stretch, _Names], list[int]] = {}
    at = table.labels.index(table.time)
    wholes = _wholes(table, unit)
    for row, (first, _) in enumerate(table.stretches):
        whole = next((each for each in wholes if each[0] <= first < each[1]), None)
        if whole:
            others = tuple(each for place, each in enumerate(table.names[row]) if place != at)
            groups.setdefault((whole, others), []).append(row)

    if groups and max(map(len, groups.values())) > 1:
        yield _added(table, unit, columns, groups)


def _wholes(table: FactTable, unit: str) -> list[Stretch]:
    """The units all days of which are in some row."""
    rows = sorted(set(table.stretches))
    starts = sorted(
        {date(first.year, first.month - (first.month - 1) % _MONTHS[unit], 1) for first, _ in rows}
    )
    found = [(each, add(each, "month", _MONTHS[unit])) for each in starts]
    return [
        each
        for each in found
        if sum(_days(each, row) for row in rows) == (each[1] - each[0]) // timedelta(days=1)
    ]


def _days(whole: Stretch, row: Stretch) -> int:
    """How many days of a unit are those of a row; none of a row that reaches beyond it."""
    is_inside = whole[0] <= row[0] and row[1] <= whole[1]
    return (row[1] - row[0]) // timedelta(days=1) if is_inside else 0


def _added(
    table: FactTable,
    unit: str,
    columns: tuple[str, ...],
    groups: dict[tuple[Stretch, _Names], list[int]],
) -> FactTable:
    at = table.labels.index(table.time)
    names, figures = [], []
    for place, ((whole, others), rows) in enumerate(groups.items()):
        names.append((*others[:at], frozenset(_spellings(whole, unit)), *others[at:]))
        sums = {each: sum((cell.value for cell in table.column(each, rows)), Decimal(0)) for each in columns}
        figures.append(tuple(FactCell(table.number, place, each, value) for each, value in sums.items()))

    partial = {
        whole[0].isoformat() for (whole, _), rows in groups.items() if any(map(table.is_partial, rows))
    }
    return replace(
        table,
        names=tuple(names),
        figures=tuple(figures),
        total_rows=len(figures),
        stretches=tuple(whole for whole, _ in groups),
        cut=frozenset(partial),
        is_whole=sum(map(len, groups.values())) == len(table.figures),  # else units that are cut are missing
        label_words=frozenset(),
    )


def _spellings(whole: Stretch, unit: str) -> Iterator[str]:
    if unit == "half":
        yield key_of(whole)
        yield whole[0].isoformat()
    else:
        yield from (each for each in day_spellings(whole[0], unit) if unit != "year" or "q" not in each)


def _numbered(table: FactTable, number: int) -> FactTable:
    cells = tuple(tuple(replace(cell, table=number) for cell in row) for row in table.figures)
    return replace(table, number=number, figures=cells)
