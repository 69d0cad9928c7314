"""Units of time that are counted: by which time, and how many a period has."""

from dataclasses import replace
from datetime import date

from svcchat_magic.analyst.language.periods import Period, add, floor
from svcchat_magic.analyst.meaning.different import EVERY, AllUnits, is_undated
from svcchat_magic.analyst.meaning.tree import Analysis, Bound, Distinct, Quantity, Within
from svcchat_magic.analyst.planning.sources import Sources


def with_time_of_units(quantity: Quantity, sources: Sources) -> Quantity:
    """Months in which there are orders are so by the time that dates these."""
    if not isinstance(quantity, Distinct) or not is_undated(quantity):
        return quantity

    time = sources.dates(quantity.of.cube)
    return replace(quantity, of=time) if time is not None else quantity


def with_every_unit_counted(analysis: Analysis, today: date) -> Analysis:
    """`in every month of 2024` is in 12 months; of a period that still runs, those that are over count."""
    every = next((each for each in analysis.having if each.operator == EVERY), None)
    units = every.quantity if every is not None else None
    if every is None or not isinstance(units, Distinct):
        return analysis

    within = [each for each in analysis.where if isinstance(each, Within) and each.time in (None, units.of)]
    period = _over(within[0].period, units.unit, today) if len(within) == 1 else None
    number = _number(period, units.unit) if period and not within[0].negated else 0
    if period is None or not number:
        return analysis

    found = Bound("=", AllUnits(number), units, every.each)
    having = tuple(found if each is every else each for each in analysis.having)
    then = Within(period, units.of)
    where = tuple(then if each is within[0] else each for each in analysis.where)
    return replace(analysis, having=having, where=where)


def _over(period: Period, unit: str, today: date) -> Period:
    """The part of it whose units are over."""
    if period.end is not None and period.end <= today:
        return period

    return replace(period, end=floor(today, unit), step=None, said="")


def _number(period: Period, unit: str) -> int:
    """How many units it has; none where it has no whole number of them, but for weeks."""
    start, end = period.start, period.end
    if start is None or end is None or period.hole or (unit != "week" and floor(start, unit) != start):
        return 0

    at, number = floor(start, unit), 0
    while at < end:
        at, number = add(at, unit, 1), number + 1

    return number if unit == "week" or at == end else 0
