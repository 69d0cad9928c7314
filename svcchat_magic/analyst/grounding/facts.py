"""What rows say: the cells that go by names, and the numbers that follow from them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.grounding.fact_tables import FactCell, FactTable
from svcchat_magic.analyst.grounding.spoken_figures import SpokenFigure

_MOST_NAMED = 12  # rows that are compared with each other

Names = tuple[str, ...]
Derived = Iterator[tuple[Decimal, bool, str]]  # a number, whether it is in percent, and what it is
TOTAL, SUM, MEAN, SHARE, DIFFERENCE, RATIO = "total", "sum", "mean", "share", "difference", "ratio"


@dataclass(frozen=True, slots=True)
class Facts:
    """The results of one turn."""

    tables: tuple[FactTable, ...]

    def cells(self, figure: SpokenFigure, names: Names) -> list[FactCell]:
        """The cells that a figure may be, in rows that go by the names."""
        return [
            cell
            for table in self.tables
            for row in self.rows(table, names)
            for cell in table.figures[row]
            if figure.tells_fraction(cell.value)
        ]

    def rows(self, table: FactTable, names: Names) -> list[int]:
        """The rows that names allow: all of a result that no name tells apart."""
        named = table.named_by(names)
        if named:
            return table.rows_of(named)

        return list(range(len(table.figures))) if len(table.figures) <= 1 or not table.labels else []

    def derived(self, names: Names, told: Sequence[FactCell]) -> Derived:
        """Totals, means, shares and differences of the named rows and of cells that were told."""
        yield from self._of_wholes(names)
        yield from _of_pairs(told)
        yield from self._of_named(names)

    def _of_wholes(self, names: Names) -> Derived:
        for table in self.tables:
            for column in table.columns() if not table.is_list else ():
                sums = [(TOTAL, table.column(column))] if table.is_whole and table.column(column) else []
                rows = self.rows(table, names)
                sums += [(SUM, table.column(column, rows))] if len(rows) > 1 else []
                for kind, cells in sums:
                    values = [cell.value for cell in cells] or [Decimal(0)]
                    yield sum(values, Decimal(0)), False, kind
                    yield sum(values, Decimal(0)) / len(values), False, MEAN

    def _of_named(self, names: Names) -> Derived:
        """Shares of the named rows, and how they differ from each other and from the row before."""
        for table in self.tables:
            rows = self.rows(table, names)[:_MOST_NAMED]
            for column in table.columns():
                values = {cell.row: cell.value for cell in table.column(column)}
                mine = [values[row] for row in rows if row in values]
                total = sum(values.values(), Decimal(0))
                if total and table.is_whole:
                    yield from ((each / total * 100, True, SHARE) for each in (*mine, sum(mine, Decimal(0))))

                for at, value in enumerate(mine):
                    for other in mine[at + 1 :]:
                        yield from _compared(value, other)

                if table.time:
                    yield from _along_time(rows, values)


def _of_pairs(cells: Sequence[FactCell]) -> Derived:
    """What two cells that were told give."""
    for at, one in enumerate(cells):
        for other in cells[at + 1 :]:
            if one != other:
                yield from _compared(one.value, other.value)


def _along_time(rows: Iterable[int], values: dict[int, Decimal]) -> Derived:
    """Each row against the one before it, and the last against the first."""
    ordered = sorted(values)
    for row in rows:
        before = [each for each in ordered if each < row]
        if row in values and before:
            yield from _compared(values[before[-1]], values[row])

    if len(ordered) > 1:
        yield from _compared(values[ordered[0]], values[ordered[-1]])


def _compared(old: Decimal, new: Decimal) -> Derived:
    """Difference, sum, ratio and percentages of two numbers, whichever came first."""
    yield new - old, False, DIFFERENCE
    yield new + old, False, SUM
    for one, two in ((old, new), (new, old)):
        if one:
            yield two / one, False, RATIO
            yield (two - one) / abs(one) * 100, True, DIFFERENCE
            yield two / one * 100, True, SHARE

    yield (new - old) * 100, True, DIFFERENCE  # points of rates
