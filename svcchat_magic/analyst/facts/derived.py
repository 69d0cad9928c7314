"""Numbers that follow from cells: differences, sums, shares and ratios, each with its unit and what it is."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from svcchat_magic.analyst.facts.fact_tables import BEFORE, FactCell, FactTable

Derived = Iterator[tuple[Decimal, str, str]]  # a number, its unit (see below), and what it is
TOTAL, SUM, MEAN, SHARE, DIFFERENCE, RATIO = "total", "sum", "mean", "share", "difference", "ratio"
PART = "part"  # of one figure in percent of another
RATE = "rate"  # of two columns of one row
NORM = "norm"  # how far one is from the mean of all
TOP = "top"  # a total or a share of the first rows of more
PLAIN, PERCENT, POINTS = "plain", "percent", "points"


def of_rates(table: FactTable, rows: Sequence[int]) -> Derived:
    """One column per another, in each row."""
    for row in rows:
        for one, two in permutations(table.figures[row], 2):
            if two.value:
                yield one.value / two.value, PLAIN, RATE


def of_pairs(cells: Sequence[FactCell], about: Sequence[FactCell] = ()) -> Derived:
    """What two cells that were told give."""
    for at, one in enumerate(cells):
        for other in cells[at + 1 :]:
            if one != other and (not about or one in about or other in about):
                yield from compared(one.value, other.value)


def along_time(table: FactTable, rows: Sequence[int], values: dict[int, Decimal]) -> Derived:
    """Each row against the one before it of the same names, and the last against the first."""
    for row in rows:
        before = table.before(row)
        if row in values and before in values:
            yield from compared(values[before], values[row])

    ordered = sorted(values)
    if len(ordered) > 1 and not rows:
        yield from compared(values[ordered[0]], values[ordered[-1]])


def compared(old: Decimal, new: Decimal) -> Derived:
    """Difference, sum, ratio and percentages of two numbers, whichever came first."""
    yield new - old, PLAIN, DIFFERENCE
    yield new + old, PLAIN, SUM
    for one, two in ((old, new), (new, old)):
        if one:
            yield two / one, PLAIN, RATIO
            yield (two - one) / abs(one) * 100, PERCENT, DIFFERENCE
            yield two / one * 100, PERCENT, PART

    are_rates = max(abs(old), abs(new)) <= 1  # else they are in percent already
    yield (new - old) * (100 if are_rates else 1), POINTS, DIFFERENCE


def of_periods(table: FactTable) -> Derived:
    """How the totals of two periods that stand beside each other differ."""
    dated = sorted((min(dates), column) for column, dates in table.scope.dates_of.items() if dates)
    totals = [
        sum((cell.value for cell in table.column(column)), Decimal(0))
        for _, column in dated
        if column.removesuffix(BEFORE) in table.additive
    ]
    if len(totals) == 2:
        yield from compared(*totals)


def against_mean(table: FactTable, rows: Sequence[int], column: str) -> Derived:
    """How far each of some rows is from the mean of all rows."""
    values = {cell.row: cell.value for cell in table.column(column)}
    if not table.is_whole or table.is_cut or len(values) < 2 or not rows:
        return

    mean = sum(values.values(), Decimal(0)) / len(values)
    for row in rows:
        if row in values and mean:
            yield values[row] - mean, PLAIN, NORM
            yield (values[row] - mean) / abs(mean) * 100, PERCENT, NORM
