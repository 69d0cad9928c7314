"""Conditions that no row fulfils at once."""

from collections.abc import Sequence
from itertools import combinations

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    AnyOf,
    Concept,
    Condition,
    Counted,
    Distinct,
    IsIn,
    Measured,
    Missing,
    OnPart,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft
from svcchat_magic.semantic.search.thesaurus import stems_of

_NO_WHOLE = frozenset({"avg", "min", "max"})
_WEEK = 7  # days: who is asked for all of them is asked to compare some with the others


def mind_contradictions(draft: Draft) -> None:
    """Of one column two values that no row has at once, or one and not another: it is not both of them."""
    for own in ((), *map(_kept_of, draft.quantities)):
        kept = [each for each in (*draft.where, *own) if isinstance(each, IsIn)]
        for left, right in combinations(dict.fromkeys(kept), 2):
            may_be_both = (left.negated and right.negated) or set(left.values) & set(right.values)
            if left.of == right.of and not (may_be_both or _is_sort_of(left, right)):
                draft.penalty += BIG
                draft.dropped.append(str(right.values[0]))

    _mind_days(draft)
    _mind_averages(draft)
    _mind_ratios(draft)
    _mind_periods(draft)
    _mind_what_rows_are(draft)


def _mind_what_rows_are(draft: Draft) -> None:
    """`which books have we never sold` are no orders that were never ordered: each order was."""
    counted = [each.entity for each in draft.quantities if isinstance(each, Counted)]
    cubes = {each.cube for each in (*counted, *filter(None, [draft.listed]))}
    undone = [each.of for each in draft.where if isinstance(each, Missing) and not each.negated]
    for time in (each for each in undone if isinstance(each, Concept) and each.cube in cubes):
        if set(stems_of(time.name.replace("_", " "))) & set(stems_of(time.cube)):
            draft.penalty += BIG
            draft.dropped.append(time.title)


def _mind_averages(draft: Draft) -> None:
    """Parts of an average, or of a rate, make no whole: the rate of some is no share of that of all."""
    for each in draft.quantities:
        if not isinstance(each, Ratio) or not each.is_share:
            continue

        match each.above, each.below:
            case Measured() as part, Measured() as whole if part.measure == whole.measure:
                if whole.measure.agg_type in _NO_WHOLE:
                    draft.penalty += BIG
                    draft.dropped.append(whole.measure.title)
            case _:
                pass


def _mind_ratios(draft: Draft) -> None:
    """Ratios do not add up, and of one alone there is no lowest: of what that would be, nobody said."""
    ratios = [each for each in draft.quantities if isinstance(each, Ratio) and each.way == "/"]
    if not ratios:
        return

    kind = draft.derived.kind if draft.derived is not None else ""
    adds_up = (kind == "share" and any(each.title for each in ratios)) or kind == "running"
    if adds_up:
        draft.penalty += BIG
        draft.dropped.append("share" if kind == "share" else "running total")

    is_open = "highest" in draft.marks and "follows" not in draft.marks and draft.rank is not None
    if is_open and draft.rank is not None and not (draft.groups or draft.listed or draft.entities):
        draft.penalty += BIG
        draft.dropped.append("highest" if draft.rank.descending else "lowest")


def _mind_days(draft: Draft) -> None:
    """`on weekdays or at the weekend`: no row is of both, and a comparison of them is another question."""
    kept = [each for each in draft.where if isinstance(each, OnPart) and not each.negated]
    if any(each.part == "weekday" and len(set(each.values)) == _WEEK for each in kept):
        draft.penalty += BIG
        draft.dropped.append("weekday")

    for left, right in combinations(dict.fromkeys(kept), 2):
        if (left.part, left.time) == (right.part, right.time) and not set(left.values) & set(right.values):
            draft.penalty += BIG
            draft.dropped.append(left.part)


def _mind_periods(draft: Draft) -> None:
    """`delivered in 2024 but not in 2025`: no row of 2024 is of 2025, and so who had none is asked for."""
    every = (one for each in draft.where for one in (each.conditions if isinstance(each, AnyOf) else (each,)))
    told = [each for each in every if isinstance(each, Within)]
    for kept in (each for each in told if not each.negated):
        for out in (each for each in told if each.negated and _may_be_one(each.time, kept.time)):
            if _are_apart(kept.period, out.period):
                draft.penalty += BIG
                draft.dropped.append("not")

    _mind_two_times(draft, [each for each in draft.where if isinstance(each, Within) and not each.negated])


def _mind_two_times(draft: Draft, kept: Sequence[Within]) -> None:
    """`created in May this year with May last year`: what has one date was not created in both of them."""
    homes = {cube for quantity in draft.quantities for cube in cubes_of(quantity)}
    parts = [each for of in draft.quantities for each in _kept_of(of) if isinstance(each, Within)]
    for left, right in combinations(dict.fromkeys((*kept, *parts)), 2):
        times = {left.time, right.time}
        own = {each.cube for each in times if each is not None}
        is_one = len(times) == 1 or (None in times and own == homes)
        if is_one and not right.negated and not left.negated and _are_apart(left.period, right.period):
            draft.penalty += BIG
            draft.dropped.append(right.period.label)


def _may_be_one(time: Concept | None, other: Concept | None) -> bool:
    return time is None or other is None or time == other


def _are_apart(one: Period, other: Period) -> bool:
    is_before = one.end is not None and other.start is not None and one.end <= other.start
    return is_before or (other.end is not None and one.start is not None and other.end <= one.start)


def _is_sort_of(left: IsIn, right: IsIn) -> bool:
    """`goals, own goals aside`: what is left out is called a sort of what is kept."""
    if left.negated == right.negated:
        return False

    kept, out = (right, left) if left.negated else (left, right)
    words = [set(phrase_of(str(each))) for each in kept.values]
    return all(any(each < set(phrase_of(str(one))) for each in words) for one in out.values)


def _kept_of(quantity: Quantity) -> tuple[Condition, ...]:
    """What only the rows of a number fulfil, of a share those of its part."""
    if isinstance(quantity, Ratio):
        return _kept_of(quantity.above)

    return quantity.where if isinstance(quantity, Measured | Counted | Aggregated | Distinct) else ()
