"""Which dates can date a number: those of its own rows, and of rows that belong to them or they to."""

from collections.abc import Iterator

from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, ByPart, ByTime, Concept, OnPart, Within
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Sources


def mind_dates(analysis: Analysis, sources: Sources) -> None:
    """`claims paid in 2024` by the day of a premium: rows that share only a policy raise CannotPlan."""
    homes = {cube for each in analysis.quantities for cube in cubes_of(each) if cube}
    for time in _named(analysis):
        if not any(_belong(home, time.cube, sources) for home in homes or {time.cube}):
            raise CannotPlan(f"how {time.title.lower()} belongs to what is asked")


def _named(analysis: Analysis) -> Iterator[Concept]:
    for each in (*analysis.where, *analysis.groups):
        if isinstance(each, Within | OnPart | ByTime | ByPart) and each.time is not None:
            yield each.time


def _belong(home: str, other: str, sources: Sources) -> bool:
    graph = sources.graph
    return graph.reaches(home, other, to_one=True) or graph.reaches(other, home, to_one=True)
