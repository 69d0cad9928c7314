"""The figures of `from 100 to 120`: where a course begins and where it ends, or the least and the most."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from svcchat_magic.analyst.facts.fact_tables import FactCell
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import is_key
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_RANGE = re.compile(r"\b(?:range[sd]?|ranging|var(?:y|ies|ied)|spread|span(?:s|ned)?)\b", re.IGNORECASE)


@dataclass(slots=True)
class Said:
    """What a sentence has told so far, and the cells of the one before."""

    now: list[FactCell]
    before: Sequence[FactCell]
    names: Names = ()
    is_alike: bool = False  # `all have the same`: its figure is theirs, and not how many they are
    own: Names = ()  # the date behind the figure: `from 100 in January to 120 in May`
    ends: list[FactCell] = field(default_factory=list)  # what the figure behind `from` may be

    def of_own_date(self, names: Names, own: Names) -> Names:
        """Of the dates among the names those behind the figure, where there are any."""
        self.own = own
        if not {*own} & {*names}:
            return names

        return tuple(each for each in names if not is_key(each) or each in own)

    def tell(self, figure: SpokenFigure, cells: Sequence[FactCell]) -> None:
        """The sentence has told a figure, which may be these cells."""
        self.now += cells
        if cells and figure.is_end:
            self.ends = [] if self.ends else [*cells]


@dataclass(frozen=True, slots=True)
class Ends:
    """Finds the two ends of a sentence among the rows."""

    facts: Facts
    text: str

    def cells(self, figure: SpokenFigure, names: Names, said: Said) -> list[FactCell]:
        """What one end may be: of a row that is named, or of the row before it.

        One with a date of its own is of that date; the second is of a later row than the first.
        """
        found = [
            each
            for each in self._near(names)
            if self.facts.tells(figure, each) and self.facts.is_dated(each, said.own)
        ]
        if _RANGE.search(self.text):
            found = [each for each in found if self._is_extreme(each)]

        return [each for each in found if self.is_in_order(each, said)]

    def is_in_order(self, cell: FactCell, said: Said) -> bool:
        """Whether a cell may be the second end, where there is a first."""
        return not said.ends or any(self._comes_after(cell, each) for each in said.ends)

    def _near(self, names: Names) -> Iterator[FactCell]:
        for table in self.facts.tables:
            named = self.facts.rows(table, names) if self.facts.of_rows(names) else range(len(table.figures))
            rows = {each for row in named for each in (row, table.before(row)) if each >= 0}
            yield from (cell for row in rows for cell in table.figures[row])

    def _is_extreme(self, cell: FactCell) -> bool:
        values = [each.value for each in self.facts.tables[cell.table].column(cell.column)]
        return cell.value in (min(values), max(values))

    def _comes_after(self, cell: FactCell, first: FactCell) -> bool:
        """Whether a cell may be what a course that began with the first came to."""
        table = self.facts.tables[cell.table]
        is_course = table.time and (cell.table, cell.column) == (first.table, first.column)
        return not is_course or _RANGE.search(self.text) is not None or table.comes_after(cell.row, first.row)
