"""`how many users had a session each month`: by the time of the sessions, and not of the users."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByTime,
    Condition,
    Counted,
    Exists,
    Within,
)
from svcchat_magic.analyst.planning.meeting import counted_whole
from svcchat_magic.analyst.planning.sources import Sources


def with_event_times(read: Assembled, sources: Sources) -> Assembled:
    """Those who had something, by units of time: each is counted in every unit in which they had it."""
    analysis = read.analysis
    had = [each for each in analysis.where if isinstance(each, Exists) and not each.negated]
    units = [each for each in analysis.groups if isinstance(each, ByTime) and each.time is None]
    entity = counted_whole(analysis.quantities[0]) if len(analysis.quantities) == 1 else None
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


def with_event_period(read: Assembled, sources: Sources) -> Assembled:
    """`households to whom we gave a parcel this year`: the year is that of the parcels.

    What takes place itself has a date of its own: orders of a year with refunds are those of that year.
    """
    analysis = read.analysis
    had = [each for each in analysis.where if isinstance(each, Exists) and not each.negated]
    periods = [each for each in analysis.where if isinstance(each, Within) and each.time is None]
    entity = analysis.rows_of or (
        counted_whole(analysis.quantities[0]) if len(analysis.quantities) == 1 else None
    )
    if (
        entity is None
        or len(had) != 1
        or len(periods) != 1
        or analysis.groups
        or sources.takes_place(entity.cube)
    ):
        return read

    is_dated = any(isinstance(each, Within) for each in had[0].where)
    if is_dated or had[0].of == entity or not sources.takes_place(had[0].of.cube):
        return read

    then = replace(had[0], where=(*had[0].where, periods[0]))
    kept = (each for each in analysis.where if each is not periods[0])
    where = tuple(then if each is had[0] else each for each in kept)
    return replace(read, analysis=replace(analysis, where=where))


def _is_plain(analysis: Analysis) -> bool:
    return not analysis.having and analysis.rank is None and analysis.derived is None
