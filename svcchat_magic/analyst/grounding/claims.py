"""Checks what a clause claims of its figures: that they went up or down, or are the highest or lowest."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.grounding.clauses import Clause
from svcchat_magic.analyst.grounding.directions import DOWN, HIGHEST, LOWEST, UP, claimed, first_claim
from svcchat_magic.analyst.grounding.fact_tables import FactTable
from svcchat_magic.analyst.grounding.facts import Facts, Names
from svcchat_magic.analyst.grounding.spoken_figures import SpokenFigure


@dataclass(frozen=True, slots=True)
class Claims:
    """Checks claims against the rows."""

    facts: Facts

    def wrong(self, clause: Clause, names: Names, figures: Sequence[SpokenFigure]) -> str:
        """The clause, if it claims what the rows do not bear out; `figures` are those that are its own."""
        for claim in claimed(clause.text, UP, DOWN):
            if not self._went(figures, names, is_up=claim == UP):
                return f"{clause.text.strip()}"

        is_of_change = bool(claimed(clause.text, UP, DOWN))
        for claim in claimed(clause.text, HIGHEST, LOWEST) if not is_of_change else ():
            subject = self._subject(clause) if clause.names else names[:1]
            if subject and not self._is_extreme(clause, subject, is_high=claim == HIGHEST):
                return f"{clause.text.strip()}"

        return ""

    def _subject(self, clause: Clause) -> Names:
        """Of whom a superlative is said: the name before it, or all names."""
        claim = first_claim(clause.text, HIGHEST, LOWEST)
        before = [name for _, end, name in clause.spots if end <= claim]
        return tuple(before) or clause.names

    def _went(self, figures: Sequence[SpokenFigure], names: Names, *, is_up: bool) -> bool:
        """Whether some figure of the rows that are spoken of went that way."""
        signs = [*self._signs(names)]
        for change, percent in signs:
            if (change > 0) != is_up or not change:
                continue

            if not figures or any(
                figure.tells(change) or (figure.is_percent and figure.tells(percent)) for figure in figures
            ):
                return True

        # `rose from 100 to 120`: the two figures are cells, and their order says which way it went.
        cells = [self.facts.cells(each, names) for each in figures]
        pairs = [
            (one.value, two.value) for before, after in pairwise(cells) for one in before for two in after
        ]
        return any((new > old) == is_up and new != old for old, new in pairs) if len(figures) > 1 else False

    def _signs(self, names: Names) -> Iterator[tuple[Decimal, Decimal]]:
        """(change, change in percent) of the named rows: along time, and from one named row to the other."""
        for table in self.facts.tables:
            rows = self.facts.rows(table, names) or list(range(len(table.figures)))
            for column in table.columns():
                values = {cell.row: cell.value for cell in table.column(column)}
                mine = [values[row] for row in rows if row in values]
                if "change" in column.lower() or "growth" in column.lower():
                    yield from ((value, value * 100 if abs(value) < 10 else value) for value in mine)

                yield from _moves(mine)
                if table.time:
                    ordered = [values[row] for row in sorted(values)]
                    yield from _moves(ordered[:1] + ordered[-1:])
                    for row in rows:
                        yield from _moves([values[each] for each in (row - 1, row) if each in values])

    def _is_extreme(self, clause: Clause, names: Names, *, is_high: bool) -> bool:
        """Whether a named row has the highest, or lowest, figure of the column spoken of, or of any."""
        is_checked = False
        for table in self.facts.tables:
            named = {at: {each} for each in names for at in table.columns_with(each)}  # the last of a column
            rows = table.rows_of(named) if named else []
            if rows and table.ranked:
                is_checked = True
                if (table.ranked == "desc") == is_high and rows[0] == 0:
                    return True

                continue

            for column in _spoken(table, clause.text) if rows and len(table.figures) > 1 else ():
                values = [cell.value for cell in table.column(column)]
                is_checked = True
                inner = values[1:-1] if table.time and len(values) > 2 else values  # its ends may be partial
                bests = {(max if is_high else min)(each) for each in (values, inner)}
                if any(cell.value in bests for cell in table.column(column, rows)):
                    return True

        return not is_checked


def _moves(values: Sequence[Decimal]) -> Iterator[tuple[Decimal, Decimal]]:
    for old, new in pairwise(values):
        yield new - old, ((new - old) / abs(old) * 100 if old else Decimal(0))


def _spoken(table: FactTable, text: str) -> tuple[str, ...]:
    """The columns of figures that a text names, or all where it names none."""
    words = set(re.findall(r"\w+", text.casefold()))
    named = tuple(each for each in table.columns() if words & set(each.casefold().split("_")))
    return named or table.columns()
