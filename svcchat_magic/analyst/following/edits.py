"""A question that goes on from the one before: an edit of what was understood there."""

from dataclasses import replace
from typing import Any

from svcchat_magic.analyst.following.added_values import with_added
from svcchat_magic.analyst.following.as_average import is_average_of_groups, with_function
from svcchat_magic.analyst.following.as_part import as_part
from svcchat_magic.analyst.following.compared import compared_to
from svcchat_magic.analyst.following.times import dated_as, with_one_time
from svcchat_magic.analyst.language.periods import Period, add
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Concept,
    Condition,
    Counted,
    Derived,
    Entity,
    Exists,
    Group,
    IsIn,
    Measured,
    OnPart,
    Quantity,
    Rank,
    Within,
)


def edited(
    before: Analysis,
    said: Analysis,
    marks: frozenset[str],
    shift: str = "",
    released: tuple[Concept | Entity, ...] = (),
) -> Analysis:
    """The analysis before with what the new words say put in: replaced, added or taken away."""
    if _asks_for_whole(said, marks):
        return replace(before, groups=(), having=(), rank=None, derived=None)

    if marks & {"parts", "against"}:
        return as_part(before, said) if "parts" in marks else compared_to(before, said) or before

    before = counting_records(before) if said.groups and not said.quantities else before
    before, said = (before, said) if "counts those" in marks else with_one_time(before, said)
    said = dated_as(before, said)
    quantities = _quantities(before, said, marks)
    anew = said.rank is not None or said.derived is not None
    groups = said.groups if anew and said.groups else _groups(before.groups, said.groups, marks)
    kept = tuple(each for each in before.where if not (isinstance(each, IsIn) and each.of in released))
    where = _where(kept, said.where if said.quantities else _dated(said.where, kept), marks, shift)
    if is_average_of_groups(before, quantities, marks):
        return replace(before, quantities=quantities, groups=(), rank=None)

    return Analysis(
        quantities=quantities,
        groups=groups,
        where=where,
        having=said.having or (before.having if not said.groups or _is_share_of_bounded(before) else ()),
        rank=_rank(before, said, quantities, marks),
        by_name=said.by_name or (before.by_name and said.rank is None),
        derived=said.derived or _derived(before, quantities, groups, marks),
        rows_of=said.rows_of or (before.rows_of if not said.quantities else None),
        fields=said.fields or before.fields,
        values_of=before.values_of if not (said.quantities or said.groups) else None,
        chart=said.chart or before.chart,
        is_assumed=before.is_assumed and said.is_assumed,
        backwards=before.backwards != ("flip" in marks and before.rank is None and _only_time(groups)),
    )


def _quantities(before: Analysis, said: Analysis, marks: frozenset[str]) -> tuple[Quantity, ...]:
    if "function" in marks and not said.quantities:
        return with_function(before, marks)

    if not said.quantities:
        return before.quantities

    adds = marks & {"add", "sorts"} or ("and" in marks and not said.groups)
    return tuple(dict.fromkeys((*before.quantities, *said.quantities))) if adds else said.quantities


def _groups(before: tuple[Group, ...], said: tuple[Group, ...], marks: frozenset[str]) -> tuple[Group, ...]:
    """New groups replace those of their kind; with `also`, `split` they come beside them."""
    if not said:
        return before

    if marks & {"add", "splits"}:
        return tuple(dict.fromkeys((*before, *said)))

    times = any(map(_is_time, said))
    kept = (
        [each for each in before if _is_time(each)]
        if not times and _only_time(before) and not marks & {"starts", "and"}
        else []
    )
    if times and not _only_time(before):
        kept = [each for each in before if not _is_time(each)]

    return tuple(dict.fromkeys((*kept, *said)))


def _asks_for_whole(said: Analysis, marks: frozenset[str]) -> bool:
    """`in total`: without the groups, where nothing else is said."""
    return "whole" in marks and said == Analysis(is_assumed=True) and marks <= {"whole", "and", "starts"}


def counting_records(before: Analysis) -> Analysis:
    """A list of records that is grouped counts them."""
    if before.rows_of is None:
        return before

    return replace(
        before, quantities=(Counted(before.rows_of),), rows_of=None, fields=(), rank=None, is_assumed=False
    )


def _derived(
    before: Analysis, quantities: tuple[Quantity, ...], groups: tuple[Group, ...], marks: frozenset[str]
) -> Derived | None:
    """`in percent`: of what can be summed, the share of each group."""
    adds_up = bool(quantities) and (
        isinstance(quantities[0], Counted)
        or (isinstance(quantities[0], Measured) and quantities[0].measure.agg_type in ("sum", "count"))
    )
    if "percent" in marks and before.derived is None and adds_up and groups:
        return Derived("share")

    return before.derived


def _is_time(group: Group) -> bool:
    return isinstance(group, ByTime | ByPart)


def _only_time(groups: tuple[Group, ...]) -> bool:
    return bool(groups) and all(map(_is_time, groups))


def corrected(before: Analysis, last: Analysis, said: Analysis) -> Analysis:
    """The analysis before without what the last words said in place of which others are meant now."""
    kinds = tuple({type(each) for each in said.where})
    return replace(
        before,
        where=tuple(each for each in before.where if not (each in last.where and isinstance(each, kinds))),
        groups=_without(before.groups, last.groups if said.groups else ()),
        quantities=_without(before.quantities, last.quantities if said.quantities else ()),
    )


def taken_out(before: Analysis, what: Group | Quantity | Condition) -> Analysis | None:
    """The analysis before without a group, a quantity or what a condition keeps; None where it has none."""
    dated = (each for each in before.groups if isinstance(each, ByTime) and replace(each, time=None) == what)
    what = next(dated, what)
    if what in before.groups:
        rank = before.rank and replace(before.rank, within=_without(before.rank.within, (what,)))
        return replace(before, groups=_without(before.groups, (what,)), rank=rank)

    if what in before.quantities and len(before.quantities) > 1:
        rank = before.rank and replace(before.rank, by=None if before.rank.by == what else before.rank.by)
        return replace(before, quantities=_without(before.quantities, (what,)), rank=rank)

    if what in before.where:
        return replace(before, where=_without(before.where, (what,)))

    if isinstance(what, Within):
        left = tuple(
            each for each in before.where if not isinstance(each, Within) or each.period != what.period
        )
        return replace(before, where=left) if left != before.where else None

    if isinstance(what, ByMember | ByEntity | ByTime):
        return None

    return replace(before, where=_less(before.where, what)) if isinstance(what, IsIn) else None


def narrowed(before: Analysis, groups: tuple[Group, ...], *, is_one: bool) -> Analysis:
    """The analysis before about certain rows of it: how they were chosen does not matter any more."""
    if not is_one:
        return replace(before, rank=None, having=())

    return replace(before, groups=_without(before.groups, groups), rank=None, having=(), derived=None)


def _without(parts: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(each for each in parts if each not in others)


def _less(where: tuple[Condition, ...], what: IsIn) -> tuple[Condition, ...]:
    """Without these values: they leave a list of values, or are excluded."""
    for at, each in enumerate(where):
        if isinstance(each, IsIn) and each.of == what.of and not each.negated:
            left = tuple(value for value in each.values if value not in what.values)
            if left and left != each.values:
                return (*where[:at], replace(each, values=left), *where[at + 1 :])

    return (*where, replace(what, negated=True))


def _where(
    before: tuple[Condition, ...], said: tuple[Condition, ...], marks: frozenset[str], shift: str
) -> tuple[Condition, ...]:
    """Conditions on the same member are replaced, the others stay."""
    if "drop" in marks:
        before = tuple(each for each in before if isinstance(each, Within))

    if "all_time" in marks:
        before = tuple(each for each in before if not isinstance(each, Within))

    if shift:
        before = tuple(_shifted(each, shift) for each in before)

    before, said = with_added(before, said, marks)
    return (*without_subjects(before, said), *said)


def _dated(said: tuple[Condition, ...], before: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """`and in 2023?` behind `claims reported in 2024`: the same date, in another period."""
    times = {each.time for each in before if isinstance(each, Within)}
    if len(times) != 1:
        return said

    (time,) = times
    return tuple(replace(each, time=each.time or time) if isinstance(each, Within) else each for each in said)


def without_subjects(before: tuple[Condition, ...], said: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions before on what the new ones say nothing about."""
    subjects = {_subject(each) for each in said}
    return tuple(each for each in before if _subject(each) not in subjects)


def _subject(condition: Condition) -> object:
    match condition:
        case Within():
            return "period"
        case OnPart():
            return condition.part
        case AnyOf():
            return tuple(map(_subject, condition.conditions))
        case Exists():
            return condition.of, condition.where
        case _:
            return condition.of


def _shifted(condition: Condition, unit: str) -> Condition:
    if not isinstance(condition, Within) or not (condition.period.start and condition.period.end):
        return condition

    period = condition.period
    start, end = add(period.start, unit, -1), add(period.end, unit, -1)  # type: ignore[arg-type]
    return replace(condition, period=Period(start, end, period.step))


def _rank(
    before: Analysis, said: Analysis, quantities: tuple[Quantity, ...], marks: frozenset[str]
) -> Rank | None:
    rank = None if said.by_name else said.rank or before.rank
    if rank is not None and "unranked" in marks:
        rank = replace(rank, limit=None, nth=0)

    if rank is None:
        return Rank(descending=False) if "flip" in marks and not _only_time(before.groups) else None

    if said.rank is None and said.groups and not any(each in before.groups for each in said.groups):
        rank = replace(rank, within=())

    if marks & {"ranks anew", "sorts"} and before.rank is not None:
        rank = replace(before.rank, by=rank.by)

    if "limit" in marks and before.rank is not None:
        rank = replace(before.rank, limit=rank.limit)

    if rank.by is not None and rank.by not in quantities:
        rank = replace(rank, by=None)

    flips = "flip" in marks and (said.rank is None or "judged" in marks)
    return replace(rank, descending=not rank.descending) if flips else rank


def _is_share_of_bounded(analysis: Analysis) -> bool:
    """Whether the bound says which rows are the part, and does not keep groups."""
    is_share = analysis.derived is not None and analysis.derived.kind == "share"
    return is_share and bool(analysis.having) and not analysis.groups
