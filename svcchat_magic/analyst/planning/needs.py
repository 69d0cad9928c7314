"""What an analysis asks of a table: its members and entities, and the time that dates it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.periods import Period, add
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    AnyOf,
    AverageOf,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByPeriods,
    ByTime,
    Compared,
    Concept,
    Condition,
    Counted,
    DatedLast,
    Distinct,
    Entity,
    Exists,
    Group,
    Measured,
    OnPart,
    OverGroups,
    Quantity,
    Rank,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Sources

_UNITS = ("day", "week", "month", "quarter", "year")  # from the finest on


def concepts_of(analysis: Analysis, sources: Sources) -> Iterator[Concept]:
    """Every member that an analysis reads."""
    bounds = list(bounded_by(analysis.having))
    ranked = [analysis.rank.by] if analysis.rank and analysis.rank.by else []
    for quantity in (*analysis.quantities, *bounds, *ranked):
        yield from concepts_of_quantity(quantity, sources)

    for group in (*analysis.groups,):
        yield from _of_group(group, sources)

    for condition in analysis.where:
        yield from concepts_of_condition(condition, sources)


def concepts_of_quantity(quantity: Quantity, sources: Sources) -> Iterator[Concept]:
    """The members that a number reads."""
    match quantity:
        case Measured():
            yield quantity.measure
            column = sources.catalog.columns.get(quantity.measure)
            yield from [column] if column and quantity.measure.is_once else []
        case Distinct() | Aggregated():
            yield quantity.of
            if isinstance(quantity, Aggregated):
                yield from filter(None, (quantity.since, quantity.times))
        case Ratio():
            yield from concepts_of_quantity(quantity.above, sources)
            yield from concepts_of_quantity(quantity.below, sources)
            return
        case OverGroups():
            yield from concepts_of_quantity(quantity.quantity, sources)
            yield from _of_group(quantity.group, sources)
            return
        case DatedLast():
            return
        case Counted():
            pass

    for condition in quantity.where:
        yield from concepts_of_condition(condition, sources)


def _of_group(group: Group, sources: Sources) -> Iterator[Concept]:
    match group:
        case ByMember() | ByBucket():
            yield group.of
            if isinstance(group, ByBucket) and group.since is not None:
                yield group.since
        case ByTime() | ByPart() | ByPeriods():
            if group.time:
                yield group.time
        case ByEntity():
            catalog = sources.catalog
            shown = catalog.name_of(group.entity) or catalog.key_of(group.entity)
            if shown is None:
                raise CannotPlan(f"how one {group.entity.noun} is told from another")

            yield shown


def key_of_having(condition: Exists, sources: Sources) -> Concept | None:
    """The key, or else the name, of the one that each row has or has not; of many, the key of the row."""
    owner, of = condition.entity, condition.of
    if owner is None:
        return None

    reaches = sources.graph.reaches
    is_one = reaches(owner.cube, of.cube, to_one=True) and not reaches(of.cube, owner.cube, to_one=True)
    if not is_one or condition.where:
        return sources.identity(owner)

    return sources.identity(of) or sources.catalog.name_of(sources.catalog.entities[of.cube])


def concepts_of_condition(condition: Condition, sources: Sources | None = None) -> Iterator[Concept]:
    """The members that a condition reads."""
    match condition:
        case Within() | OnPart():
            if condition.time:
                yield condition.time
        case AnyOf():
            for each in condition.conditions:
                yield from concepts_of_condition(each, sources)
        case Exists():
            if sources and condition.entity and (key := key_of_having(condition, sources)):
                yield key
        case Compared():
            yield condition.of
            yield from [condition.since[0]] if condition.since else []
            yield from [condition.value] if isinstance(condition.value, Concept) else []
            if sources and isinstance(condition.value, AverageOf) and condition.value.within is not None:
                yield from filter(None, [sources.identity(Entity(condition.of.cube))])
        case _:
            yield condition.of


def entities_of(analysis: Analysis) -> Iterator[Entity]:
    """The entities whose rows are counted."""
    quantities = [*analysis.quantities, *bounded_by(analysis.having)]
    for quantity in quantities:
        yield from counted_in(quantity)


def counted_in(quantity: Quantity) -> Iterator[Entity]:
    """The entities whose rows a number counts."""
    match quantity:
        case Counted():
            yield quantity.entity
        case Ratio():
            yield from counted_in(quantity.above)
            yield from counted_in(quantity.below)
        case OverGroups():
            yield from counted_in(quantity.quantity)
        case _:
            return


def with_time(analysis: Analysis, time: Concept | None) -> Analysis:
    """The analysis with the time that dates its quantities wherever none was named."""
    if time is None:
        return analysis

    return replace(
        analysis,
        groups=tuple(_timed_group(each, time) for each in analysis.groups),
        where=tuple(timed(each, time) for each in analysis.where),
        quantities=tuple(_timed_quantity(each, time) for each in analysis.quantities),
        rank=_timed_rank(analysis.rank, time),
    )


def _timed_rank(rank: Rank | None, time: Concept) -> Rank | None:
    """`the top category each quarter`: what it is ranked by and within is dated as the rest is."""
    if rank is None:
        return None

    within = tuple(_timed_group(each, time) for each in rank.within)
    return replace(rank, within=within, by=_timed_quantity(rank.by, time) if rank.by else None)


def _timed_group(group: Group, time: Concept) -> Group:
    if not isinstance(group, ByTime | ByPart | ByPeriods) or group.time is not None:
        return group

    return replace(group, time=time)


def timed(condition: Condition, time: Concept | None) -> Condition:
    """A condition with its time filled in."""
    if isinstance(condition, Within | OnPart) and condition.time is None:
        return replace(condition, time=time)

    if isinstance(condition, AnyOf):
        return AnyOf(tuple(timed(each, time) for each in condition.conditions))

    return condition


def _timed_quantity(quantity: Quantity, time: Concept) -> Quantity:
    if isinstance(quantity, Ratio):
        return replace(
            quantity, above=_timed_quantity(quantity.above, time), below=_timed_quantity(quantity.below, time)
        )

    if isinstance(quantity, DatedLast):
        return quantity

    if isinstance(quantity, OverGroups):
        return replace(
            quantity,
            quantity=_timed_quantity(quantity.quantity, time),
            group=_timed_group(quantity.group, time),
        )

    return replace(quantity, where=tuple(timed(each, time) for each in quantity.where))


def needs_time(analysis: Analysis) -> bool:
    """Whether a period or a unit of time is asked for without its time."""
    groups = [
        each
        for each in analysis.groups
        if isinstance(each, ByTime | ByPart | ByPeriods) and each.time is None
    ]
    return bool(groups) or any(
        isinstance(each, Within | OnPart) and each.time is None for each in analysis.where
    )


def with_units(analysis: Analysis) -> Analysis:
    """A unit of time for `over time`, by the length of the period."""
    period = next((each.period for each in analysis.where if isinstance(each, Within)), None)
    days = period.days() if period else None
    grain = (
        "month"
        if days is None
        else "day"
        if days <= 45
        else "week"
        if days <= 120
        else "month"
        if days <= 1200
        else "quarter"
    )
    groups = [
        replace(each, grain=_at_the_finest(grain, each.time))
        if isinstance(each, ByTime) and each.grain == "auto"
        else each
        for each in analysis.groups
    ]
    rank = analysis.rank
    if rank and rank.within and groups:  # records are ranked within fields of theirs
        rank = replace(rank, within=tuple(each for each in groups if _is_within(each, rank.within)))

    return replace(analysis, groups=tuple(dict.fromkeys(groups)), rank=rank)


def _at_the_finest(grain: str, time: Concept | None) -> str:
    """No finer unit than the moments of a time have: of yearly figures there are no months."""
    finest = time.finest if time is not None else ""
    return finest if finest in _UNITS and _UNITS.index(grain) < _UNITS.index(finest) else grain


def _is_within(group: Group, within: Sequence[Group]) -> bool:
    """Whether a group is one that is ranked within, whatever unit was left open there."""
    return group in within or (
        isinstance(group, ByTime)
        and any(isinstance(each, ByTime) and each.grain == "auto" for each in within)
    )


def time_of(groups: Sequence[Group]) -> Group | None:
    """The group along time, if there is one."""
    return next((each for each in groups if isinstance(each, ByTime)), None)


def period_before(period: Period, against: str) -> Period | None:
    """The period that a change is against: the one before, or the same one a year earlier."""
    if against == "year" and period.start and period.end:
        return Period(add(period.start, "year", -1), add(period.end, "year", -1), period.step)

    return period.before()


def with_condition(quantity: Quantity, condition: Condition) -> Quantity:
    """A quantity kept to one more condition; raises CannotPlan."""
    if isinstance(quantity, Ratio):
        return replace(
            quantity,
            above=with_condition(quantity.above, condition),
            below=with_condition(quantity.below, condition),
        )

    if isinstance(quantity, OverGroups | DatedLast):
        raise CannotPlan("how an average over groups changes")

    return replace(quantity, where=(*quantity.where, condition))
