"""Numbers per row of another table: goals per match are those of all matches, not of those with a goal."""

from collections.abc import Iterator
from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByPart,
    ByTime,
    Compared,
    Condition,
    Contains,
    Counted,
    Entity,
    Holds,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.per_sizes import with_own_sizes
from svcchat_magic.analyst.planning.sources import Sources

_OF_ROWS = (IsIn, Compared, Contains, Missing, Holds)


def with_own_conditions(analysis: Analysis, sources: Sources) -> Analysis:
    """`yellow cards per match`: what no match has a value of keeps the cards alone."""
    analysis = with_own_sizes(analysis, sources)
    below = _rows_below(analysis, sources)
    ratio = analysis.quantities[0] if below else None
    if below is None or not isinstance(ratio, Ratio) or not isinstance(ratio.above, Counted | Measured):
        return analysis

    own = [each for each in analysis.where if _is_of_others(each, below, sources)]
    above = replace(ratio.above, where=(*ratio.above.where, *own))
    where = tuple(each for each in analysis.where if each not in own)
    others = analysis.quantities[1:]
    return replace(analysis, quantities=(replace(ratio, above=above), *others), where=where)


def with_standing_people(analysis: Analysis, sources: Sources) -> Analysis:
    """`visits per active member in 2024`: all who are active count, also those who did not come then.

    The period is that of the visits alone: no member is active in it.
    """
    below = _rows_below(analysis, sources)
    ratio = analysis.quantities[0] if below else None
    if below is None or not isinstance(ratio, Ratio) or not isinstance(ratio.above, Counted | Measured):
        return analysis

    periods = tuple(each for each in analysis.where if isinstance(each, Within) and each.time is None)
    is_timed = any(isinstance(each, ByTime | ByPart) for each in analysis.groups)
    facts = set(cubes_of(ratio.above))
    time = sources.dates(next(iter(facts))) if len(facts) == 1 else None
    is_kept = any(_is_flag_of(each, below) for each in analysis.where)
    if not periods or is_timed or time is None or not is_kept or not is_person(ByEntity(below)):
        return analysis

    dated = tuple(replace(each, time=time) for each in periods)
    above = replace(ratio.above, where=(*ratio.above.where, *dated))
    where = tuple(each for each in analysis.where if each not in periods)
    return replace(analysis, quantities=(replace(ratio, above=above), *analysis.quantities[1:]), where=where)


def _is_flag_of(condition: Condition, entity: Entity) -> bool:
    is_flag = isinstance(condition, IsIn) and condition.of.type == "boolean"
    return is_flag and isinstance(condition, IsIn) and condition.of.cube == entity.cube


def is_per_all_rows(analysis: Analysis, sources: Sources) -> bool:
    """Whether a number is per row of another table whose rows are all counted, wherever they are met."""
    below = _rows_below(analysis, sources)
    first = analysis.quantities[0] if analysis.quantities else None
    if isinstance(first, Ratio) and first.per == 1 and not is_counted(first.above):
        return False  # revenue per customer is of those who bought

    reaches = sources.graph.reaches
    grouped = [cube for each in analysis.groups for cube in cubes_of_group(each)]
    return below is not None and all(reaches(below.cube, each, to_one=True) for each in grouped)


def _rows_below(analysis: Analysis, sources: Sources) -> Entity | None:
    """The entity of one ratio that is counted whole and that the rows above belong to."""
    first = analysis.quantities[0] if analysis.quantities else None
    if not isinstance(first, Ratio) or first.is_share or not isinstance(first.above, Counted | Measured):
        return None

    entity = _counted(first.below, sources)
    above = set(cubes_of(first.above))
    if entity is None or not above or entity.cube in above or not _is_counted(entity, sources):
        return None

    return entity if all(sources.graph.reaches(each, entity.cube, to_one=True) for each in above) else None


def _counted(quantity: Quantity, sources: Sources) -> Entity | None:
    """What is counted whole, by its noun or by a measure."""
    match quantity:
        case Counted(where=(), is_active=False):
            return quantity.entity
        case Measured(where=()) if sources.counts_all(quantity.measure):
            return sources.catalog.entities[quantity.measure.cube]
        case _:
            return None


def _is_counted(entity: Entity, sources: Sources) -> bool:
    """Whether the model counts these rows; those that it only names are groups: flights per airline."""
    return any(map(sources.counts_all, sources.catalog.of_cube(entity.cube, "measure")))


def _is_of_others(condition: Condition, below: Entity, sources: Sources) -> bool:
    cubes = list(_cubes_of_condition(condition))
    return bool(cubes) and not any(sources.graph.reaches(below.cube, each, to_one=True) for each in cubes)


def _cubes_of_condition(condition: Condition) -> Iterator[str]:
    if isinstance(condition, _OF_ROWS):
        yield condition.of.cube
