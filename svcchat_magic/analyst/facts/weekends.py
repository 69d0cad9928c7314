"""Rows that are days of the week added up to weekends and weekdays, as a sentence may tell them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.language.date_names import date_names

_SAID = re.compile(r"\b(?:weekends?|weekdays|working days|wochenenden?|werktagen?)\b", re.IGNORECASE)
_GROUPS = (
    frozenset({"weekdays", "working days", "werktage", "werktagen"}),
    frozenset({"weekend", "weekends", "wochenende", "wochenenden"}),
)
_WORKING = 5  # days of a week


def tells_weekends(text: str) -> bool:
    """Whether a text speaks of weekends, or of all other days."""
    return _SAID.search(text) is not None


def by_weekend(table: FactTable) -> Iterator[FactTable]:
    """The two rows that a table of seven days makes, of the figures that add up."""
    columns = tuple(each for each in table.columns() if each in table.additive)
    days = {
        at: day
        for at, names in enumerate(table.names)
        for day, name in enumerate(date_names().weekdays)
        if len(table.labels) == 1 and name.casefold() in names[0]
    }
    if not columns or not table.is_whole or sorted(days.values()) != list(range(len(date_names().weekdays))):
        return

    parts = [
        [at for at, day in days.items() if (day < _WORKING) == is_working] for is_working in (True, False)
    ]
    figures = tuple(
        tuple(
            FactCell(
                table.number, row, each, sum((cell.value for cell in table.column(each, rows)), Decimal(0))
            )
            for each in columns
        )
        for row, rows in enumerate(parts)
    )
    yield replace(
        table,
        names=tuple((each,) for each in _GROUPS),
        figures=figures,
        total_rows=len(figures),
        ranked="",
        label_words=frozenset(),
    )
