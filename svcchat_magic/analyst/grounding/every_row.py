"""Figures and bounds that a sentence gives for all rows, or for none: `all made more than 500`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.facts.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import is_key, stretch_of
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_ALL = re.compile(
    r"(?<!\bof )\b(?:all|each|every|always|throughout|consistently|alle|jede[rs]?|immer)\b", re.IGNORECASE
)
_NEVER = re.compile(r"\b(?:never|nie|niemals)\b[^,;:.]*$", re.IGNORECASE)
_ENDS = 2  # of `between 700 and 750`
_NONE = re.compile(
    r"^\W*(?:(?:in|on|during|since|for|until)\b[^,;:]{0,30},?\s)?(?:no|none of the|not one|kein\w*)\b",
    re.IGNORECASE,
)
_NO = re.compile(r"\b(?:no|none|not one|kein\w*)\b", re.IGNORECASE)
_EXCEPT = re.compile(r"\b(?:except|apart from|aside from|other than|besides|außer)\b", re.IGNORECASE)
_REACHED = re.compile(
    r"\b(?:reach(?:es|ed)?|hits?|attain(?:s|ed)?|made|makes?|erreicht\w*)\s+$", re.IGNORECASE
)
_REACH = 10  # times a bound


@dataclass(frozen=True, slots=True)
class EveryRow:
    """What one sentence says of every row."""

    facts: Facts
    text: str

    def gives(self, figure: SpokenFigure, names: Names) -> bool:
        """`all have the same: 1`: the figure of every row, or of every row of some days."""
        apart = self.facts.of_rows(names) if _EXCEPT.search(self.text) else ()
        if apart and figure.nearness in ("over", "under"):
            return self._is_of_the_others(figure, apart)

        dated = [each for each in self.facts.of_rows(names) if is_key(each)]
        columns = (
            table.column(each, self._rows_in(table, names, dated) if dated else None)
            for table in self.facts.tables
            for each in table.columns()
        )
        is_none = _NONE.search(self.text) is not None or _NEVER.search(self.text[: figure.start]) is not None
        if not is_none and not _ALL.search(self.text):
            return False

        if is_none and _REACHED.search(self.text[: figure.start]):
            figure = replace(figure, nearness="over")

        if figure.nearness in ("over", "under"):
            scaled = [list(self._scaled(figure, each)) for each in columns if len(each) > 1]
            meant = [each for each in scaled if each and _is_in_reach(figure, each)]
            passed = (figure.is_passed_by(value) for values in meant for value in values)
            return bool(meant) and all(each != is_none for each in passed)

        return not is_none and any(
            all(self.facts.tells(figure, cell) for cell in cells) for cells in columns if len(cells) > 1
        )

    def lie_between(self, figures: Sequence[SpokenFigure], names: Names) -> bool:
        """`A and B lie between 700 and 750`, `all shops do`: whether each row that is spoken of does."""
        if len(figures) != _ENDS:
            return False

        low, high = (
            each.sizes[0][0] - way * each.sizes[0][1] for each, way in zip(figures, (1, -1), strict=True)
        )
        for table in self.facts.tables:
            is_named = bool(table.named_by(names))
            rows = self.facts.rows(table, names) if is_named else range(len(table.figures))
            for column in table.spoken(self.text) if is_named or _ALL.search(self.text) else ():
                values = list(self._scaled(figures[0], table.column(column, rows)))
                if values and all(low <= each <= high for each in values):
                    return True

        return False

    def _rows_in(self, table: FactTable, names: Names, dated: Sequence[str]) -> list[int]:
        """The rows that go by the names, or those in a longer time that is named."""
        inside = (
            row
            for row, each in enumerate(table.stretches)
            for first, behind in map(stretch_of, dated)
            if first <= each[0] and each[1] <= behind
        )
        return self.facts.rows(table, names) or list(dict.fromkeys(inside))

    def _scaled(self, figure: SpokenFigure, cells: Sequence[FactCell]) -> Iterator[Decimal]:
        """The values of a column as a figure would tell them; none of numbers for a percentage."""
        tables = self.facts.tables
        if not figure.is_percent:
            yield from (cell.value for cell in cells)
        elif all(tables[cell.table].is_fraction(cell.column) for cell in cells):
            yield from (cell.value * 100 for cell in cells)
        elif all(tables[cell.table].is_percent(cell.column) for cell in cells):
            yield from (cell.value for cell in cells)

    def _is_of_the_others(self, figure: SpokenFigure, apart: Names) -> bool:
        """`all except A stay below 5 %`: the bound that the others pass, and A does not."""
        is_none = _NO.search(self.text[: figure.start]) is not None  # `apart from A, no shop is above 5`
        for table in self.facts.tables:
            mine = {*self.facts.rows(table, apart)}
            for column in table.columns():
                scale = 100 if figure.is_percent and table.is_fraction(column) else 1
                passing = {
                    cell.row for cell in table.column(column) if figure.is_passed_by(cell.value * scale)
                }
                others = {*range(len(table.figures))} - mine
                if mine and passing == (mine if is_none else others):
                    return True

        return False


def _is_in_reach(figure: SpokenFigure, values: Sequence[Decimal]) -> bool:
    """Whether a column may be meant by a bound: not a rate by one of millions."""
    size = figure.sizes[0][0]
    return figure.is_sign or any(size <= abs(each) * _REACH and abs(each) <= size * _REACH for each in values)
