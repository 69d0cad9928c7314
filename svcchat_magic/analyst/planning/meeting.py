"""Those who meet something in other rows: customers and publishers, in the orders of books."""

from dataclasses import replace

from svcchat_magic.analyst.linking.deeds import facts_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByMember,
    ByTime,
    Counted,
    Entity,
    IsIn,
    Measured,
    Quantity,
    Within,
)
from svcchat_magic.analyst.planning.sources import Sources


def with_meeting_times(analysis: Analysis, sources: Sources) -> Analysis:
    """`customers by publisher in 2024`: by the time of the orders in which both meet."""
    entity = counted_whole(analysis.quantities[0]) if len(analysis.quantities) == 1 else None
    others = {each.of.cube for each in analysis.groups if isinstance(each, ByMember)}
    others |= {each.of.cube for each in analysis.where if isinstance(each, IsIn)}
    if entity is None or not any(map(_is_undated, (*analysis.where, *analysis.groups))):
        return analysis

    reaches = sources.graph.reaches
    apart = {
        each
        for each in others - {entity.cube}
        if not reaches(entity.cube, each, to_one=True) and not reaches(each, entity.cube, to_one=True)
    }
    meeting = [
        each
        for each in facts_of(entity.cube, sources.catalog)
        if apart and all(reaches(each, other, to_one=True) for other in apart)
    ]
    far = {each: sum(sources.distance(each, one) for one in (entity.cube, *apart)) for each in meeting}
    nearest = [each for each in meeting if far[each] == min(far.values())]
    time = sources.dates(nearest[0]) if len(nearest) == 1 else None
    if time is None:
        return analysis

    where = tuple(replace(each, time=time) if isinstance(each, Within) and each.time is None else each
                  for each in analysis.where)  # fmt: skip
    groups = tuple(replace(each, time=time) if isinstance(each, ByTime) and each.time is None else each
                   for each in analysis.groups)  # fmt: skip
    counted = (Counted(entity),)
    return replace(analysis, quantities=counted, where=where, groups=groups)


def _is_undated(part: object) -> bool:
    return isinstance(part, Within | ByTime) and part.time is None


def counted_whole(quantity: Quantity) -> Entity | None:
    """What is counted, whole."""
    if isinstance(quantity, Counted) and not (quantity.where or quantity.is_active):
        return quantity.entity

    measure = quantity.measure if isinstance(quantity, Measured) and not quantity.where else None
    is_count = measure is not None and (measure.agg_type, measure.name) == ("count", "count")
    return Entity(measure.cube) if measure is not None and is_count else None
