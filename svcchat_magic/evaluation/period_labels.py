"""Periods and flags as an expected result may label them: `2024-03` of a first day, `Yes` of a true flag."""

from collections.abc import Callable, Iterator
from datetime import date
from types import MappingProxyType
from typing import TypeAlias

from svcchat_magic.evaluation.cells import Cell

Row: TypeAlias = tuple[Cell, ...]
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FLAGS: tuple[tuple[Cell, Cell], ...] = (("Yes", "No"), ("yes", "no"), ("Y", "N"), (1.0, 0.0))
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def with_period_labels(rows: list[Row]) -> list[Row]:
    """The rows with a further column for each way to label a column of first days of periods."""
    columns = [*zip(*rows, strict=True)] if rows else []
    labels = [label for column in columns for label in _labels(column)]
    return (
        [(*row, *more) for row, more in zip(rows, zip(*labels, strict=True), strict=True)] if labels else rows
    )


def _labels(column: Row) -> Iterator[Row]:
    yield from _names(column)
    yield from _flags(column)
    days = [_day(each) for each in column if each is not None]
    if not days or None in days:
        return

    known = [each for each in days if each is not None]
    forms = [label for is_first, label in _FORMS.items() if all(map(is_first, known))]
    if all(map(_begins_month, known)) and len({each.year for each in known}) == 1:
        forms += [_number_of_month, _name_of_month]

    if len({(each.month, each.day) for each in known}) == 1 and _year not in forms:
        forms.append(_year)  # of the same quarter in two years

    for label in forms:
        yield tuple(None if each is None else label(date.fromisoformat(str(each))) for each in column)


def _names(column: Row) -> Iterator[Row]:
    """The names of weekdays and months that are numbered from 1 on."""
    numbers = [each for each in column if each is not None]
    for named in (WEEKDAYS, MONTHS):
        if numbers and all(isinstance(each, float) and each in range(1, len(named) + 1) for each in numbers):
            whole = [None if each is None else named[int(each) - 1] for each in column]
            yield tuple(whole)
            yield tuple(None if each is None else each[:3] for each in whole)


def _flags(column: Row) -> Iterator[Row]:
    """A flag as files write it that has no type of its own."""
    said = {each for each in column if each is not None}
    if said and said <= {"true", "false"}:
        for true, false in _FLAGS:
            yield tuple(None if each is None else true if each == "true" else false for each in column)


def _day(value: Cell) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _begins_year(day: date) -> bool:
    return (day.month, day.day) == (1, 1)


def _begins_quarter(day: date) -> bool:
    return day.day == 1 and day.month % 3 == 1


def _begins_month(day: date) -> bool:
    return day.day == 1


def _year(day: date) -> Cell:
    return float(day.year)


def _quarter(day: date) -> Cell:
    return f"{day.year}-Q{(day.month + 2) // 3}"


def _month(day: date) -> Cell:
    return f"{day:%Y-%m}"


def _number_of_month(day: date) -> Cell:
    return float(day.month)


def _name_of_month(day: date) -> Cell:
    return MONTHS[day.month - 1]


_FORMS: MappingProxyType[Callable[[date], bool], Callable[[date], Cell]] = MappingProxyType(
    {_begins_year: _year, _begins_quarter: _quarter, _begins_month: _month}
)
