"""The change between two periods that stand beside each other: the later one against the earlier one."""

from dataclasses import replace
from itertools import permutations

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    ByPart,
    ByPeriods,
    ByTime,
    DatedLast,
    Derived,
    OverGroups,
    Within,
)
from svcchat_magic.analyst.planning.needs import period_before


def as_change(analysis: Analysis) -> Analysis:
    """`what is that as a percent change?` behind two periods, one of which leads up to the other.

    One number of the same stretch of two years in a row is told with its change anyway.
    """
    derived = analysis.derived
    beside = next((each for each in analysis.groups if isinstance(each, ByPeriods)), None)
    found = _leading(beside.periods) if beside else None
    if beside is None or found is None:
        return analysis

    later, against = found
    if derived is None and against == "year" and _is_plain(analysis):
        derived = Derived("change")

    if derived is None or derived.kind != "change":
        return analysis

    kept = [each for each in analysis.where if not isinstance(each, AnyOf | Within)]
    return replace(
        analysis,
        groups=tuple(each for each in analysis.groups if each is not beside),
        where=(*kept, Within(later, beside.time)),
        derived=replace(derived, against=against),
    )


def _is_plain(analysis: Analysis) -> bool:
    alone = len(analysis.quantities) == 1 and not isinstance(analysis.quantities[0], OverGroups | DatedLast)
    timed = any(isinstance(each, ByTime | ByPart) for each in analysis.groups)
    return alone and not timed and analysis.rank is None and not analysis.having


def _leading(periods: tuple[Period, ...]) -> tuple[Period, str] | None:
    """The later of two periods, and what the earlier one is to it: the year before, or what came before."""
    for later, earlier in permutations(periods, 2):
        for against in ("year", "") if set(periods) == {later, earlier} else ():
            before = period_before(later, against)
            if before and (before.start, before.end) == (earlier.start, earlier.end):
                return later, against

    return None
