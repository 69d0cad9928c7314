"""Which dates can date a number: those of its own rows, and of rows that belong to them or they to."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    ByPart,
    ByTime,
    Compared,
    Concept,
    Condition,
    Counted,
    Distinct,
    Missing,
    OnPart,
    Within,
)
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Sources


def mind_dates(analysis: Analysis, sources: Sources) -> None:
    """`claims paid in 2024` by the day of a premium: rows that share only a policy raise CannotPlan."""
    _mind_apart(analysis)
    homes = {cube for each in analysis.quantities for cube in cubes_of(each) if cube}
    homes |= {analysis.rows_of.cube} if analysis.rows_of else set()
    homes |= {
        each.of.cube for each in bounded_by(analysis.having) if isinstance(each, Distinct) and each.unit
    }
    homes |= {analysis.values_of.cube} if analysis.values_of else set()
    told = {each.time.cube for each in analysis.where if isinstance(each, Within) and each.time is not None}
    for each in _every(analysis):
        is_told = isinstance(each, Missing) and each.of.cube in told  # of those rows, and not of none
        if isinstance(each, Missing) and not each.negated and not is_told:
            _mind_missing(each.of, homes, sources)

    lists = analysis.rows_of is not None or analysis.values_of is not None
    for each in _every(analysis) if lists else ():
        if isinstance(each, Compared) and not any(_is_of(home, each.of.cube, sources) for home in homes):
            raise CannotPlan(f"whose {each.of.title.lower()} is meant: that of one row, or of all")

    for time in _named(analysis):
        if not any(_belong(home, time.cube, sources) for home in homes or {time.cube}):
            raise CannotPlan(f"how {time.title.lower()} belongs to what is asked")


def _mind_apart(analysis: Analysis) -> None:
    """No row is of two periods that have no day in common: what is asked of them was said of others."""
    periods: dict[Concept | None, list[Period]] = {}
    for each in analysis.where:
        if isinstance(each, Within) and not each.negated:
            periods.setdefault(each.time, []).append(each.period)

    for one, other in (pair for found in periods.values() for pair in pairwise(found)):
        first, second = sorted((one, other), key=lambda each: each.start or date.min)
        if first.end is not None and second.start is not None and first.end <= second.start:
            raise CannotPlan(f"what is asked of both {first.label} and {second.label}")


def without_told(analysis: Analysis, sources: Sources) -> Analysis:
    """Appointments of 2025 have the date of one: that they have one at all is not said again."""
    homes = {cube for one in analysis.quantities for cube in cubes_of(one) if cube}
    usual = [time for home in homes if (time := sources.dates(home)) is not None]
    periods = [each for each in analysis.where if isinstance(each, Within) and not each.negated]
    told = {time for each in periods for time in ([each.time] if each.time else usual)}

    def kept(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        exist = (each for each in conditions if isinstance(each, Missing) and each.negated)
        said = [each for each in exist if each.of in told]
        return tuple(each for each in conditions if each not in said)

    quantities = tuple(
        replace(each, where=kept(each.where)) if isinstance(each, Counted) else each
        for each in analysis.quantities
    )
    return replace(analysis, quantities=quantities, where=kept(analysis.where))


def _every(analysis: Analysis) -> list[Condition]:
    return [
        one for each in analysis.where for one in (each.conditions if isinstance(each, AnyOf) else (each,))
    ]


def _mind_missing(of: Concept, homes: set[str], sources: Sources) -> None:
    """`guests who never booked` have no bookings: that is no booking without a date."""
    if homes and not any(_is_of(home, of.cube, sources) for home in homes):
        raise CannotPlan(f"whose {of.title.lower()} is missing")


def _is_of(home: str, cube: str, sources: Sources) -> bool:
    return home == cube or sources.graph.reaches(home, cube, to_one=True)


def _named(analysis: Analysis) -> Iterator[Concept]:
    for each in (*_every(analysis), *analysis.groups):
        if isinstance(each, Within | OnPart | ByTime | ByPart) and each.time is not None:
            yield each.time


def _belong(home: str, other: str, sources: Sources) -> bool:
    graph = sources.graph
    return graph.reaches(home, other, to_one=True) or graph.reaches(other, home, to_one=True)
