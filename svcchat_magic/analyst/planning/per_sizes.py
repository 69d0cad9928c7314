"""Numbers by the size of what they belong to: sales per sqm of each shop, however many sales it had."""

from dataclasses import replace

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByPart,
    ByPeriods,
    ByTime,
    Condition,
    Counted,
    Measured,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.needs import concepts_of_condition
from svcchat_magic.analyst.planning.sources import Sources

_LASTING = frozenset(
    {"opened", "closed", "open", "opening", "founded", "established", "built", "bought", "purchased",
     "acquired", "retired", "installed", "commissioned", "since", "joined", "registered", "left", "hired",
     "created"}
)  # fmt: skip


def with_own_sizes(analysis: Analysis, sources: Sources) -> Analysis:
    """The period and what else is said of the number alone: a shop has its floor in every year."""
    ratio = _per_size(analysis, sources)
    if (
        ratio is None
        or not isinstance(ratio.above, Measured | Counted)
        or not isinstance(ratio.below, Measured)
    ):
        return analysis

    time = sources.dates(next(cubes_of(ratio.above)))
    own = [each for each in analysis.where if not _is_of_size(each, ratio.below.measure.cube, sources)]
    dated = (
        replace(each, time=time) if isinstance(each, Within) and each.time is None else each for each in own
    )
    above = replace(ratio.above, where=(*ratio.above.where, *dated))
    where = tuple(each for each in analysis.where if each not in own)
    changed = replace(ratio, above=above)
    rank = analysis.rank
    if rank is not None and rank.by == ratio:
        rank = replace(rank, by=changed)

    having = tuple(
        replace(each, quantity=changed) if each.quantity == ratio else each for each in analysis.having
    )
    quantities = (changed, *analysis.quantities[1:])
    return replace(analysis, quantities=quantities, where=where, rank=rank, having=having)


def is_per_size(analysis: Analysis, sources: Sources) -> bool:
    """Whether the first number is one by such a size, each from the rows of its own table."""
    return _per_size(analysis, sources) is not None


def _per_size(analysis: Analysis, sources: Sources) -> Ratio | None:
    first = analysis.quantities[0] if analysis.quantities else None
    if not isinstance(first, Ratio) or first.is_share or not isinstance(first.above, Measured | Counted):
        return None

    below, above = first.below, set(cubes_of(first.above))
    if not isinstance(below, Measured) or below.where or below.measure.agg_type != "sum":
        return None

    cube, reaches = below.measure.cube, sources.graph.reaches
    is_timed = any(isinstance(each, ByTime | ByPart | ByPeriods) for each in analysis.groups)
    owns = cube not in above and all(reaches(each, cube, to_one=True) for each in above)
    grouped = [each for group in analysis.groups for each in cubes_of_group(group)]
    fits = all(each == cube or reaches(cube, each, to_one=True) for each in grouped)
    return first if owns and fits and not is_timed and _lasts(cube, sources) else None


def _lasts(cube: str, sources: Sources) -> bool:
    """Whether rows are things, whose dates only tell from when until when they are."""
    times = (each for each in sources.catalog.of_cube(cube, "dimension") if each.type == "time")
    return not sources.takes_place(cube) and all(_LASTING & {*phrase_of(each.name)} for each in times)


def _is_of_size(condition: Condition, cube: str, sources: Sources) -> bool:
    """Whether a condition is on what has the size: shops of a region."""
    if isinstance(condition, Within) and condition.time is None:
        return False

    cubes = {each.cube for each in concepts_of_condition(condition)}
    return bool(cubes) and all(
        each == cube or sources.graph.reaches(cube, each, to_one=True) for each in cubes
    )
