"""How figures went along time: the moves that rows show, of all of them or of those that are named."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise, product, takewhile

from svcchat_magic.analyst.facts.fact_tables import FactTable, says_move
from svcchat_magic.analyst.facts.facts import Facts, Names
from svcchat_magic.analyst.facts.known_dates import is_key, stretch_of
from svcchat_magic.analyst.sentences.spoken_dates import Stretch
from svcchat_magic.analyst.sentences.spoken_figure import SpokenFigure

_OF_MOVES = re.compile(
    r"\b(?:growth|change|changes|increases?|decreases?|pace|rates? of|wachstum|veränderung)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Move:
    """From one figure to another."""

    old: Decimal
    new: Decimal

    def change(self) -> Decimal:
        """By how much."""
        return self.new - self.old

    def percent(self) -> Decimal:
        """By how many percent of the old figure; 0 where that is 0."""
        return self.change() / abs(self.old) * 100 if self.old else Decimal(0)

    def goes(self, *, is_up: bool) -> bool:
        """Whether it goes that way."""
        return self.new > self.old if is_up else self.new < self.old

    def is_level(self, percent: Decimal) -> bool:
        """Whether it goes nowhere, or by no more than so many percent."""
        return self.new == self.old or (bool(self.old) and abs(self.percent()) <= percent)

    def is_told_by(self, figure: SpokenFigure) -> bool:
        """Whether a figure is its size, as a number, in percent, in points or as a multiple, or its end."""
        change = self.change()
        if figure.is_points:
            return figure.tells(change) or figure.tells(change * 100)

        ratios = (self.new / self.old, self.old / self.new) if self.old and self.new else ()
        if figure.is_percent:
            is_end = figure.is_level or figure.is_end
            return (bool(self.old) and figure.tells(self.percent())) or (is_end and self._ends_at(figure))

        return figure.tells(change) or self._ends_at(figure) or any(map(figure.tells, ratios))

    def _ends_at(self, figure: SpokenFigure) -> bool:
        """`rose to 5 %`, `fell below 5 %`: where it came to; the old figure did not pass that bound."""
        if not figure.tells_fraction(self.new):
            return False

        is_bound = figure.nearness in ("over", "under") and not figure.is_inclusive
        return not is_bound or not figure.tells_fraction(self.old)


@dataclass(frozen=True, slots=True)
class Changes:
    """The moves in the rows of a turn."""

    facts: Facts

    def of(self, names: Names, *, are_over: bool = False, text: str = "") -> Iterator[Move]:
        """The moves that a claim about these names may mean; of units of time that are over, if asked.

        `growth slowed` is about a column of changes, `revenue fell` is not.
        """
        for table in self.facts.tables:
            rows = self.facts.rows(table, names) if self.facts.of_rows(names) else []
            for column in table.current_columns():
                values = {
                    cell.row: cell.value
                    for cell in table.column(column)
                    if not (are_over and table.is_amount(column) and table.is_partial(cell.row))
                }
                yield from _told_changes(column, [values[row] for row in rows or values if row in values])
                if not (says_move(column) and text) or _OF_MOVES.search(text):
                    yield from _along(table, values, rows)

                if not table.time:
                    yield from _between([values[row] for row in rows if row in values])

            yield from _beside(table, rows)

    def is_best(self, names: Names, *, is_up: bool, is_high: bool) -> bool:
        """Whether a named row rose, or fell, the most or the least of all, by number or in percent."""
        for table in self.facts.tables:
            rows = self.facts.rows(table, names) if self.facts.of_rows(names) else []
            for moves in by_row(table):
                going = {row: move for row, move in moves.items() if move.goes(is_up=is_up)}
                whole = {row: move for row, move in going.items() if not table.is_partial(row)}
                for some, size in product((going, whole), (Move.change, Move.percent)):
                    sizes = {row: abs(size(move)) for row, move in some.items() if size(move)}
                    best = (max if is_high else min)(sizes.values(), default=None)
                    if any(sizes[row] == best for row in rows if row in sizes):
                        return True

        return False

    def onward(self, names: Names) -> Iterator[Move]:
        """The moves from these rows on: `after June it fell` is told by July, or by the last month."""
        for table in self.facts.tables:
            rows = table.rows_of(table.named_by(names)) if table.time and table.named_by(names) else []
            for column in table.current_columns():
                values = {cell.row: cell.value for cell in table.column(column)}
                for series in table.series(range(len(table.figures))):
                    told = [row for row in series if row in values]
                    starts = [at for at, row in enumerate(told) if row in rows]
                    later = told[starts[-1] + 1 :] if starts else []
                    yield from (
                        Move(values[told[starts[-1]]], values[row]) for row in {*later[:1], *later[-1:]}
                    )

    def runs(self, names: Names, *, is_up: bool) -> Iterator[int]:
        """How many moves in a row went that way, each time; behind these rows alone, where some are named."""
        for table in self.facts.tables:
            named = table.named_by(names)
            starts = table.rows_of(named) if named else []
            for column in table.current_columns() if table.time else ():
                values = {cell.row: cell.value for cell in table.column(column)}
                for series in table.series(range(len(table.figures))):
                    yield from _runs([row for row in series if row in values], values, starts, is_up=is_up)

    def steps(self, names: Names, *, is_range: bool = False) -> list[Move]:
        """Each move from one row to the next, of each named series; of a range not into its first."""
        found = []
        for table in self.facts.tables:
            rows = self.facts.rows(table, names) if self.facts.of_rows(names) else range(len(table.figures))
            rows = rows or [
                at for at, each in enumerate(table.stretches) if any(_is_in(each, key) for key in names)
            ]
            for column in table.columns() if table.time else ():
                values = {cell.row: cell.value for cell in table.column(column)}
                pairs = [(table.before(row), row) for row in rows]
                pairs = [each for each in pairs if not is_range or each[0] in rows]
                found += [
                    Move(values[old], values[new]) for old, new in pairs if old in values and new in values
                ]

        return found


def _runs(
    rows: Sequence[int], values: Mapping[int, Decimal], starts: Sequence[int], *, is_up: bool
) -> Iterator[int]:
    """How many moves in a row go one way, from each row on; from some alone, where they are named."""
    goes = [Move(values[old], values[new]).goes(is_up=is_up) for old, new in pairwise(rows)]
    for at, row in enumerate(rows):
        if not starts or row in starts:
            yield len(list(takewhile(bool, goes[at:])))


def _is_in(stretch: Stretch, name: str) -> bool:
    """Whether the days of a row lie in a date of this name."""
    if not is_key(name):
        return False

    first, behind = stretch_of(name)
    return first <= stretch[0] and stretch[1] <= behind


def by_row(table: FactTable) -> Iterator[dict[int, Move]]:
    """For each column the move of each row: the one it tells, or the one from the row before."""
    for column in table.current_columns():
        values = {cell.row: cell.value for cell in table.column(column)}
        if "change" in column.lower() or "growth" in column.lower():
            yield {row: Move(Decimal(0), value) for row, value in values.items()}
        elif table.time:
            pairs = ((row, table.before(row)) for row in values)
            yield {row: Move(values[old], values[row]) for row, old in pairs if old in values}

    yield from _beside_by_row(table)


def series_moves(table: FactTable) -> Iterator[dict[int, Move]]:
    """For each column the move of each series from its first row to its last, by that row."""
    for column in table.current_columns():
        values = {cell.row: cell.value for cell in table.column(column)}
        found = {}
        for series in table.series(range(len(table.figures))):
            told = [row for row in series if row in values]
            if len(told) > 1:
                found[told[-1]] = Move(values[told[0]], values[told[-1]])

        yield found


def _told_changes(column: str, values: Sequence[Decimal]) -> Iterator[Move]:
    """A column of changes says by its sign which way it went."""
    if "change" in column.lower() or "growth" in column.lower():
        for each in values:
            yield Move(Decimal(0), each)
            yield Move(Decimal(100), 100 + (each * 100 if abs(each) < 10 else each))


def _along(table: FactTable, values: dict[int, Decimal], rows: Sequence[int]) -> Iterator[Move]:
    """From the first row to the last of each series, and from the row before to each that is named."""
    if not table.time:
        return

    for series in table.series(rows or range(len(table.figures))):
        told = [values[row] for row in series if row in values]
        if len(told) > 1:
            yield Move(told[0], told[-1])

    if len(rows) > _A_FEW and len(table.series(rows)) == 1:
        return  # `since September`: the way from its first to its last

    for row in rows:
        before = table.before(row)
        if before in values and row in values:
            yield Move(values[before], values[row])


_A_FEW = 2


def _between(values: Sequence[Decimal]) -> Iterator[Move]:
    yield from (Move(old, new) for old, new in pairwise(values))


def _beside(table: FactTable, rows: Sequence[int]) -> Iterator[Move]:
    """From the column of the earlier period to that of the later one, in a row."""
    for moves in _beside_by_row(table):
        yield from (moves[row] for row in rows or range(len(table.figures)) if row in moves)


def _beside_by_row(table: FactTable) -> Iterator[dict[int, Move]]:
    dated = sorted((min(dates), column) for column, dates in table.scope.dates_of.items() if dates)
    for (_, old), (_, new) in pairwise(dated):
        found = {}
        for row, cells in enumerate(table.figures):
            values = {cell.column: cell.value for cell in cells}
            if old in values and new in values:
                found[row] = Move(values[old], values[new])

        yield found
