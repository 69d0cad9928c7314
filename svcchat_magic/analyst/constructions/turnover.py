"""Turnover, attrition and churn: those who left in a time, of those who were there at its start."""

from dataclasses import replace
from functools import partial

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.lattice.turnover import Losing
from svcchat_magic.analyst.linking.ended import Ending
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    ByEntity,
    ByMember,
    ByTime,
    Compared,
    Concept,
    Condition,
    Counted,
    Entity,
    Exists,
    Group,
    Missing,
    Quantity,
    Ratio,
    Within,
)

Grouped = tuple[Quantity, tuple[Group, ...], tuple[Condition, ...]]
TURNOVER = Grammar()
rule = TURNOVER.rule

TURNOVER.level()


@rule("LOSING ~ENTITY? ,? ~PERIOD", "QUANTITY", "attrition rate in 2024", bonus=2.0)
def turnover_in(losing: Losing, who: Entity | None, _mark: str | None, span: TimeSpan) -> Quantity | None:
    start, end, today = span.period.start, span.period.end, losing.today
    is_other = who is not None and who.cube != losing.who.cube
    if start is None or end is None or today is None or start > today or is_other:
        return None

    left = f"{plural(losing.who.noun)} {losing.gone}"
    when = f"{span.period.label}{' so far' if end > today else ''}"
    title = f"{losing.called} in {when} ({left} then, as a share of those there at its start)"
    return Ratio(_left(losing, span.period), _there(losing, span.period), is_share=True, title=title)


@rule("PERIOD ,? ~LOSING", "QUANTITY", "2024 attrition rate", bonus=2.0)
def in_turnover(span: TimeSpan, _mark: str | None, losing: Losing) -> Quantity | None:
    found: Quantity | None = turnover_in(losing, None, None, span)
    return found


@rule("HOWMANY ~ENTITY ~we? ~ENDED ~PERIOD", "COUNTED", "how many people cancelled in 2024", bonus=1.8)
def ended_in(
    _many: str, who: Entity, _we: str | None, ended: Ending, span: TimeSpan
) -> tuple[Quantity, Condition] | None:
    """Each of them left once: their leavings are counted, by the day of these."""
    return (Counted(ended[1]), Within(span.period, ended[2])) if who == ended[0] else None


@rule("HOWMANY ~ROWSDONE ~PERIOD", "COUNTED", "how many courses were completed in 2024", bonus=2.0)
def done_in(_many: str, done: tuple[Entity, Concept], span: TimeSpan) -> tuple[Quantity, Condition] | None:
    return (Counted(done[0]), Within(span.period, done[1])) if not (span.grain or span.ends) else None


@rule("HOWMANY ~ROWSDONE", "COUNTED", "how many courses were completed", bonus=1.6)
def done_at_all(_many: str, done: tuple[Entity, Concept]) -> tuple[Quantity, Condition]:
    return Counted(done[0]), Missing(done[1], negated=True)


TURNOVER.level()


@rule("HOWMANY ~ROWSDONE ~GROUPS ,? ~PERIOD?", "LOSSES", "courses completed each month of 2024", bonus=2.0)
def done_over(
    _many: str,
    done: tuple[Entity, Concept],
    groups: tuple[Group, ...],
    _mark: str | None,
    span: TimeSpan | None,
) -> Grouped | None:
    """Over time by the day on which it was done; the rows are counted, and none of the things."""
    rows, time = done
    is_dated = any(isinstance(each, ByTime) for each in groups)
    kept: Condition = Within(span.period, time) if span else Missing(time, negated=True)
    is_one = span is None or not (span.grain or span.ends)
    return (Counted(rows), tuple(map(partial(_at, time), groups)), (kept,)) if is_dated and is_one else None


@rule("ONLYDONE ~GROUPS ,? ~PERIOD?", "LOSSES", "courses completed each month of 2024", bonus=2.0)
def done_each(
    done: tuple[Entity, Concept], groups: tuple[Group, ...], mark: str | None, span: TimeSpan | None
) -> Grouped | None:
    """Where nothing else of them is asked."""
    found: Grouped | None = done_over("", done, groups, mark, span)
    return found


@rule("LOSING ~GROUPS ,? ~PERIOD", "LOSSES", "attrition rate by department in 2024", bonus=2.2)
def turnover_by(
    losing: Losing, groups: tuple[Group, ...], _mark: str | None, span: TimeSpan
) -> Grouped | None:
    found: Quantity | None = turnover_in(losing, None, None, span)
    is_fixed = all(isinstance(each, ByMember | ByEntity) for each in groups)
    return (found, groups, ()) if found is not None and is_fixed else None


@rule("HOWMANY ~ENTITY ~we? ~ENDED ~GROUPS", "LOSSES", "how many people cancelled each month", bonus=1.6)
def ended_over(
    _many: str, who: Entity, _we: str | None, ended: Ending, groups: tuple[Group, ...]
) -> Grouped | None:
    """Over time by the day of their leaving."""
    is_dated = any(isinstance(each, ByTime) for each in groups)
    dated = tuple(map(partial(_at, ended[2]), groups))
    return (Counted(ended[1]), dated, ()) if who == ended[0] and is_dated else None


def _at(time: Concept, group: Group) -> Group:
    return replace(group, time=time) if isinstance(group, ByTime) and group.time is None else group


def _left(losing: Losing, period: Period) -> Counted:
    first, end = (each.isoformat() for each in (period.start, period.end) if each)
    then = (Compared(losing.end, ">=", first), Compared(losing.end, "<", end))
    return Counted(losing.who, then if _has_its_own(losing) else (_gone(losing, then),))


def _there(losing: Losing, period: Period) -> Counted:
    """Those who had come before the first day and had not left by then."""
    day = period.start.isoformat() if period.start else ""
    begun = Compared(losing.begin, "<", day)
    if not _has_its_own(losing):
        return Counted(losing.who, (begun, _gone(losing, (Compared(losing.end, "<", day),), negated=True)))

    return Counted(losing.who, (begun, AnyOf((Missing(losing.end), Compared(losing.end, ">=", day)))))


def _has_its_own(losing: Losing) -> bool:
    """Whether the day of leaving stands in their own rows, and not in rows that tell of it."""
    return losing.end.cube == losing.who.cube


def _gone(losing: Losing, then: tuple[Condition, ...], *, negated: bool = False) -> Exists:
    noun = phrase_of(losing.end.cube)[-1]
    return Exists(Entity(losing.end.cube, noun), then, negated=negated, entity=losing.who)
