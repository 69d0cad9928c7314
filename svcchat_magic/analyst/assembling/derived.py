"""What is computed over the groups and periods of a question: changes, shares, running totals."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from svcchat_magic.analyst.language.periods import Period, against
from svcchat_magic.analyst.language.span_names import span_named
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    ByEntity,
    ByMember,
    ByPart,
    ByPeriods,
    ByTime,
    Counted,
    Derived,
    Entity,
    IsIn,
    Measured,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft

_WHICH = frozenset({"which", "what"})
_MOST = frozenset({"most", "least", "worst", "top"})
_RISING = frozenset({"grow", "grew", "grown", "growing", "rise", "rose", "risen", "increase", "increased"})
_EITHER_WAY = frozenset({"change", "changed", "changing", "difference", "differ", "or"})


def derive_over(draft: Draft) -> None:
    """A change or a running total needs time to run along."""
    sets_against = "more" in draft.marks or _is_per_group(draft) or _is_in_percent(draft)
    if draft.derived is None and _has_two_periods(draft) and sets_against:
        draft.derived = _of_those_that_changed(draft) or Derived("change")

    derived = _named_change(draft)
    if derived is None:
        return

    if derived.kind == "change" and not derived.against:
        _change_of_spans(draft)

    units = [each for each in draft.groups if isinstance(each, ByTime) and each.grain != "auto"]
    is_course = bool(derived.against) or ("periods" not in draft.marks and bool(units))
    if derived.kind == "change" and draft.ends and not is_course:
        _change_between(draft, draft.ends)

    if derived.kind == "change" and any(isinstance(each, ByPeriods) for each in draft.groups):
        _change_beside(draft)

    has_time = any(isinstance(each, ByTime) for each in draft.groups)
    _mind_the_units(draft)
    if derived.kind in ("running", "moving") and not has_time:
        draft.groups.append(ByTime("auto"))

    if draft.mixed:
        draft.inside.extend(each for each in draft.groups if each not in draft.mixed)

    if derived.kind == "share" and draft.inside and set(draft.groups) - set(draft.inside):
        draft.derived = replace(derived, within=tuple(draft.inside))

    if derived.kind == "share" and not draft.groups:
        _share_of_such(draft)

    says_more = draft.groups or "follows" in draft.marks
    is_open = not says_more and not any(isinstance(each, Within) for each in draft.where)
    grains = ("month", "quarter", "week", "day", *(["year"] if is_open else []))
    if derived.kind == "change" and derived.against in grains:
        _run_along(draft, derived.against)


def _run_along(draft: Draft, unit: str) -> None:
    """`from quarter to quarter` runs along quarters, be it also said that something developed."""
    if not any(isinstance(each, ByTime) for each in draft.groups):
        draft.groups.append(ByTime(unit))

    draft.groups[:] = [
        replace(each, grain=unit) if isinstance(each, ByTime) and each.grain == "auto" else each
        for each in draft.groups
    ]


def _of_those_that_changed(draft: Draft) -> Derived | None:
    """`guests with more bookings in 2024 than in 2023`: those whose number rose."""
    ways = draft.marks & {"rise", "fall"}
    if len(ways) != 1 or draft.rank is not None or len(draft.quantities) != 1:
        return None

    if not any(isinstance(each, ByMember | ByEntity) for each in draft.groups):
        counted = cubes_of(draft.quantities[0])
        if len(draft.entities) != 1 or draft.groups[1:] or draft.entities[0].cube in counted:
            return None

        draft.groups.insert(0, ByEntity(draft.entities.pop()))

    return Derived("change", descending=ways == {"rise"}, is_only=True)


def keep_those_that_changed(draft: Draft, cover: Cover, tokens: Sequence[Token]) -> None:
    """`which regions grew`: without `the most` those that did, and not all of them in order."""
    derived = draft.derived
    for item in cover.items if derived and derived.kind == "change" and draft.rank else ():
        forms = [each.form for each in tokens[item.start : item.stop]]
        says_most = any(each in _MOST or each.endswith("est") for each in forms)
        if item.category != "GREW" or says_most or forms[0] not in _WHICH or derived is None:
            continue

        way = item.value[1].descending
        if not _EITHER_WAY.intersection(forms):
            draft.derived = replace(derived, is_only=True, descending=way is not False)

    if derived and derived.kind == "change" and draft.rank is None:
        draft.derived = _of_units_that_changed(derived, cover, tokens)


def _of_units_that_changed(derived: Derived, cover: Cover, tokens: Sequence[Token]) -> Derived:
    """`in which months did revenue fall`: those alone."""
    asked = any(each.category == "ASKED" and isinstance(each.value, ByTime) for each in cover.items)
    forms = [each.form for each in tokens]
    changed = [each for each in cover.items if each.category == "CHANGED"]
    rises = any(not _RISING.isdisjoint(forms[each.start : each.stop]) for each in changed)
    ways = {each.value[1].descending for each in changed} - {None} or ({True} if rises else set())
    says_most = any(each in _MOST or each.endswith("est") for each in forms)
    if not asked or len(ways) != 1 or says_most or _EITHER_WAY.intersection(forms):
        return derived

    return replace(derived, is_only=True, descending=ways.pop())


def _named_change(draft: Draft) -> Derived | None:
    """What is computed; year over year of two years that are named is a change between these."""
    derived = draft.derived
    is_change = derived is not None and derived.kind == "change" and draft.ends is not None
    if derived and is_change and draft.ends and _follow_each_other(draft.ends, derived.against):
        draft.derived = replace(derived, against="")

    return draft.derived


def _follow_each_other(ends: tuple[Period, Period], unit: str) -> bool:
    """Whether two periods are such units, one right behind the other."""
    first, last = sorted(ends, key=lambda each: each.start or date.min)
    return first.unit == last.unit == unit and first.end == last.start


def _change_of_spans(draft: Draft) -> None:
    """`grew from 2023/24 to 2024/25`: the last of the seasons that are named against the first."""
    kept = [each for each in draft.where if isinstance(each, IsIn) and not each.negated]
    for of in dict.fromkeys(each.of for each in kept):
        own = [each for each in kept if each.of == of]
        names = {value: span_named(str(value)) for each in own for value in each.values}
        spans = {value: name.start for value, name in names.items() if name is not None}
        if len(spans) < max(len(names), 2) or any(isinstance(each, ByTime) for each in draft.groups):
            continue

        first, last = min(spans, key=spans.__getitem__), max(spans, key=spans.__getitem__)
        draft.where = [*(each for each in draft.where if each not in own), IsIn(of, (last,))]
        draft.groups = [each for each in draft.groups if each != ByMember(of)]
        draft.derived = replace(draft.derived or Derived("change"), since=IsIn(of, (first,)))


def _has_two_periods(draft: Draft) -> bool:
    """Whether one period is set against another, in one phrase or in two."""
    return draft.ends is not None or any(isinstance(each, ByPeriods) for each in draft.groups)


def _is_in_percent(draft: Draft) -> bool:
    """`bookings in July 2025 compared to July 2024, in percent`: the change of the one number."""
    compares = bool(draft.marks & {"against", "compare", "periods"})
    is_bare = all(each == draft.beside or isinstance(each, ByPeriods) for each in draft.groups)
    return "percent" in draft.marks and compares and is_bare and len(draft.quantities) == 1


def _is_per_group(draft: Draft) -> bool:
    """`orders per region, 2024 against 2023`: both numbers of a region, and their change."""
    others = [each for each in draft.groups if not isinstance(each, ByTime | ByPeriods | ByPart)]
    is_plain = len(draft.quantities) == 1 and draft.rank is None and not draft.having
    is_along = any(isinstance(each, ByPart | ByTime) and each != draft.beside for each in draft.groups)
    return "against" in draft.marks and is_plain and bool(others) and not is_along  # two lines are told along


def _share_of_such(draft: Draft) -> None:
    """`what share of 2024 revenue came from the web`: the part that conditions keep, of the whole.

    What stands before the quantity is said of the whole too, where more is said behind it.
    """
    if draft.having and [type(each) for each in draft.quantities] == [Counted]:
        return  # of the rows that have so many of others

    kept = [each for each in draft.where if not isinstance(each, Within)]
    said = [each for each in kept if each in draft.becomes]
    part = said or [each for each in kept if each not in draft.of_whole] or kept
    first = draft.quantities[0] if draft.quantities else None
    is_said = all(each in draft.of_whole for each in kept)  # `of the closed claims, what share was rejected`
    if is_said and isinstance(first, Measured) and _counts_part(first):
        draft.quantities[0] = Ratio(first, Counted(Entity(first.measure.cube)), is_share=True)
        draft.derived = None
        return

    if not kept or not isinstance(first, Measured | Counted):
        draft.penalty += BIG
        return

    draft.where = [each for each in draft.where if each not in part]
    draft.quantities[0] = Ratio(replace(first, where=(*first.where, *part)), first, is_share=True)
    draft.derived = None


def _counts_part(quantity: Measured) -> bool:
    """Whether a measure counts rows of a kind: unexcused absences among the absences."""
    measure = quantity.measure
    every = {*phrase_of(measure.cube), "number", "of", "count", "total"}
    return measure.agg_type == "count" and not set(phrase_of(measure.title)) <= every


def _change_between(draft: Draft, ends: tuple[Period, Period]) -> None:
    """`grew from 2023 to 2024`: the later period against the earlier one, not both as rows."""
    if "periods" in draft.marks:
        draft.groups = [each for each in draft.groups if each != ByTime(ends[0].unit)]

    draft.where = [each for each in draft.where if not (isinstance(each, Within) and each.time is None)]
    draft.where.append(Within(against(*ends)))


def _change_beside(draft: Draft) -> None:
    """`growth of the first half of 2025 over that of 2024`: the later of two periods against the earlier."""
    beside = next(each for each in draft.groups if isinstance(each, ByPeriods))
    draft.groups.remove(beside)
    draft.where = [each for each in draft.where if not isinstance(each, AnyOf)]
    first, last = sorted(beside.periods, key=lambda each: each.start or date.min)
    others = [each for each in draft.where if isinstance(each, Within) and each.time is None]
    if others or not (first.start and last.start and first.days() and last.days()):
        draft.penalty += BIG
        draft.dropped.append(first.label)
        return

    months = (last.start.year - first.start.year) * 12 + last.start.month - first.start.month
    step = (
        ("month", months) if first.start.day == last.start.day else ("day", (last.start - first.start).days)
    )
    draft.where.append(Within(Period(last.start, last.end, step), beside.time))


def as_counted(quantity: Quantity) -> Quantity:
    """`number of customers who ...`: a measure of all rows as those rows, of which some are kept."""
    if not isinstance(quantity, Measured) or quantity.where or quantity.measure.agg_type != "count":
        return quantity

    return quantity if _counts_part(quantity) else Counted(Entity(quantity.measure.cube))


def _mind_the_units(draft: Draft) -> None:
    """A moving average goes over the units that it is told in; by week there are no months of it."""
    is_moving = draft.derived is not None and draft.derived.kind == "moving"
    timed = [each for each in draft.groups if isinstance(each, ByTime)] if is_moving else []
    if len({each.grain for each in timed}) > 1:
        draft.penalty += BIG
        draft.dropped.append("moving")

    kept = next((each for each in timed if each.time is not None), timed[0] if timed else None)
    others = [each for each in timed if kept is not None and each is not kept and each.grain == kept.grain]
    draft.groups[:] = [each for each in draft.groups if not any(each is one for one in others)]
