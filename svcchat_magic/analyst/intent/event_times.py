"""`how many users had a session each month`: by the time of the sessions, and not of the users."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.linking.deeds import facts_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByMember,
    ByTime,
    Condition,
    Counted,
    Entity,
    Exists,
    IsIn,
    Measured,
    Quantity,
    Within,
)
from svcchat_magic.analyst.planning.sources import Sources


def with_event_times(read: Assembled, sources: Sources) -> Assembled:
    """Those who had something, by units of time: each is counted in every unit in which they had it."""
    analysis = read.analysis
    had = [each for each in analysis.where if isinstance(each, Exists) and not each.negated]
    units = [each for each in analysis.groups if isinstance(each, ByTime) and each.time is None]
    entity = _counted(analysis.quantities[0]) if len(analysis.quantities) == 1 else None
    if entity is None or len(had) != 1 or len(units) != 1 or had[0].of.cube == entity.cube:
        return read

    time = sources.dates(had[0].of.cube)
    if time is None or time.cube != had[0].of.cube or not _is_plain(analysis):
        return read

    where: list[Condition] = [each for each in analysis.where if each is not had[0]]
    where = [
        replace(each, time=time) if isinstance(each, Within) and each.time is None else each for each in where
    ]
    groups = tuple(replace(each, time=time) if each is units[0] else each for each in analysis.groups)
    counted = Counted(entity)
    changed = replace(analysis, quantities=(counted,), groups=groups, where=(*where, *had[0].where))
    return replace(read, analysis=changed)


def _counted(quantity: Quantity) -> Entity | None:
    """What is counted, whole."""
    if isinstance(quantity, Counted) and not (quantity.where or quantity.is_active):
        return quantity.entity

    measure = quantity.measure if isinstance(quantity, Measured) and not quantity.where else None
    return (
        Entity(measure.cube)
        if measure is not None and (measure.agg_type, measure.name) == ("count", "count")
        else None
    )


def _is_plain(analysis: Analysis) -> bool:
    return not analysis.having and analysis.rank is None and analysis.derived is None


def with_meeting_times(read: Assembled, sources: Sources) -> Assembled:
    """`customers by publisher in 2024`: by the time of the orders in which both meet."""
    analysis = read.analysis
    entity = _counted(analysis.quantities[0]) if len(analysis.quantities) == 1 else None
    others = {each.of.cube for each in analysis.groups if isinstance(each, ByMember)}
    others |= {each.of.cube for each in analysis.where if isinstance(each, IsIn)}
    if entity is None or not any(map(_is_undated, (*analysis.where, *analysis.groups))):
        return read

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
        return read

    where = tuple(replace(each, time=time) if isinstance(each, Within) and each.time is None else each
                  for each in analysis.where)  # fmt: skip
    groups = tuple(replace(each, time=time) if isinstance(each, ByTime) and each.time is None else each
                   for each in analysis.groups)  # fmt: skip
    counted = (Counted(entity),)
    return replace(read, analysis=replace(analysis, quantities=counted, where=where, groups=groups))


def _is_undated(part: object) -> bool:
    return isinstance(part, Within | ByTime) and part.time is None
