"""Which time dates what is asked, and what is computed along time."""

from dataclasses import replace
from datetime import date

from svcchat_magic.analyst.language.periods import Period, against
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    ByPart,
    ByPeriods,
    ByTime,
    Concept,
    Counted,
    Exists,
    Measured,
    Missing,
    OnPart,
    Ratio,
    Within,
)
from svcchat_magic.analyst.parsing.draft import BIG, SMALL, Draft


def settle_times(draft: Draft) -> None:
    """The times of what was said, once its quantities and groups have their places."""
    _date_what_exists(draft)
    _date_shares(draft)
    _one_unit(draft)
    _one_period(draft)
    _date_by_verb(draft)
    _mind_the_new(draft)


def derive(draft: Draft) -> None:
    """What is computed over the groups, and the time that was named for all of it."""
    _weeks_of_periods(draft)
    _derive_over(draft)
    _date_by_name(draft)
    _date_alike(draft)
    _mind_other_periods(draft)


def _date_by_name(draft: Draft) -> None:
    """`stays per month in 2024, by check-in date`: beside a unit or a period, the time that dates both."""
    named = next((each for each in draft.groups if isinstance(each, ByTime) and _is_only_named(each)), None)
    units = [each for each in draft.groups if isinstance(each, _TIMED) and each.time is None]
    periods = [each for each in draft.where if isinstance(each, Within | OnPart) and each.time is None]
    if named is None or named.time is None or not (units or periods):
        return

    if units or draft.derived:
        draft.groups.remove(named)

    _date_all(draft, named.time)


def _weeks_of_periods(draft: Draft) -> None:
    """`weekly orders for march and april`: beside a unit of time, several periods only keep rows."""
    units = [each for each in draft.groups if isinstance(each, ByTime) and not _is_only_named(each)]
    if units and draft.derived is None and "compare" not in draft.marks:
        draft.groups = [each for each in draft.groups if not isinstance(each, ByPeriods)]


def _mind_other_periods(draft: Draft) -> None:
    """`since January 2025 (January against December)`: beside what is compared there is no other period."""
    if draft.derived is None or draft.derived.kind != "change":
        return

    periods = [each for each in draft.where if isinstance(each, Within) and not each.negated]
    for each in dict.fromkeys(each for each in periods[1:] if each.period != periods[0].period):
        draft.penalty += BIG
        draft.dropped.append(each.period.label)


def _is_only_named(group: ByTime) -> bool:
    return group.grain == "auto" and group.time is not None


def _date_shares(draft: Draft) -> None:
    """`what share of orders were refunded in 2024`: of the orders of that year, in both numbers."""
    for at, each in enumerate(draft.quantities):
        if not isinstance(each, Ratio) or not each.is_share or not isinstance(each.above, Counted):
            continue

        kept = [one for one in each.above.where if isinstance(one, Exists)]
        periods = [one for exists in kept for one in exists.where if isinstance(one, Within)]
        if len(periods) == 1 and not any(isinstance(one, Within) for one in draft.where):
            where = tuple(replace(one, where=()) if one in kept else one for one in each.above.where)
            draft.quantities[at] = replace(each, above=replace(each.above, where=where))
            draft.where.append(periods[0])


def _date_all(draft: Draft, time: Concept | None) -> None:
    draft.groups = [
        replace(each, time=time) if isinstance(each, _TIMED) and each.time is None else each
        for each in draft.groups
    ]
    draft.where = [
        replace(each, time=time) if isinstance(each, Within | OnPart) and each.time is None else each
        for each in draft.where
    ]


def _date_by_verb(draft: Draft) -> None:
    """`tickets resolved each month`: the time that the verb names."""
    if draft.time is None:
        return

    time = draft.time
    is_of_rows = draft.listed is not None and draft.listed.cube == time.cube
    if not is_of_rows and not any(time.cube in set(cubes_of(each)) for each in draft.quantities):
        counts = all(isinstance(each, Counted) for each in draft.quantities)
        draft.penalty += SMALL if counts and draft.quantities else BIG  # donors who gave in 2024

    timed = [each for each in draft.groups if isinstance(each, ByTime | ByPart)]
    periods = [each for each in draft.where if isinstance(each, Within | OnPart)]
    if not timed and not periods and "dated like" in draft.marks:
        draft.penalty += BIG  # then it is no more than a verb
        draft.dropped.append(time.title)
    elif not timed and not periods:
        draft.where.append(Missing(time, negated=True))

    draft.groups = [replace(each, time=each.time or time) if each in timed else each for each in draft.groups]
    draft.where = [replace(each, time=each.time or time) if each in periods else each for each in draft.where]


def _date_alike(draft: Draft) -> None:
    """`bookings cancelled in 2024 by month`: months and period are of the time that dates one of them."""
    homes = {cube for each in draft.quantities for cube in cubes_of(each)}
    dated = (each for each in (*draft.where, *draft.groups) if isinstance(each, Within | ByTime | ByPart))
    named = {each.time for each in dated if each.time is not None}
    time = named.pop() if len(named) == 1 else None
    if time is not None and time.cube in homes:
        _date_all(draft, time)


def _one_period(draft: Draft) -> None:
    """Two periods that are no pair, or two units of time, are more than one question."""
    periods = [
        each for each in draft.where if isinstance(each, Within) and each.time is None and not each.negated
    ]
    for each in dict.fromkeys(each for each in periods[1:] if each != periods[0]):
        draft.penalty += BIG
        draft.dropped.append(each.period.label)

    beside = [
        each for each in draft.where if isinstance(each, AnyOf) and isinstance(each.conditions[0], Within)
    ]
    if beside and periods:
        draft.penalty += BIG
        draft.dropped.append(periods[0].period.label)

    timed = (each for each in draft.groups if isinstance(each, ByTime) and not _is_only_named(each))
    units = list(dict.fromkeys(timed))
    for unit in units[1:]:
        draft.penalty += BIG
        draft.dropped.append(unit.grain)


def _mind_the_new(draft: Draft) -> None:
    """`new customers` of a year or by month came to be then; without a time, new says something else."""
    timed = any(isinstance(each, ByTime | ByPeriods) for each in draft.groups)
    if "new" in draft.marks and not (timed or any(isinstance(each, Within) for each in draft.where)):
        draft.penalty += BIG
        draft.dropped.append("new")


def _one_unit(draft: Draft) -> None:
    """`history by year`: a unit that is named takes the place of one that is left open.

    It also takes that of several periods in one phrase: `weekly bookings in Jan and Feb`.
    """
    named = [each for each in draft.groups if isinstance(each, ByTime) and each.grain != "auto"]
    if draft.beside in named and len(set(named)) > 1:
        draft.groups = [each for each in draft.groups if each != draft.beside]
        draft.marks.discard("periods")

    times = {each.time for each in named if each.time is not None}
    if len({each.grain for each in named}) == len(times) == 1:  # by year of the sale, of several years
        draft.groups = [each for each in draft.groups if each not in named or each.time is not None]

    if any(isinstance(each, ByTime) and each.grain != "auto" for each in draft.groups):
        draft.groups = [
            each
            for each in draft.groups
            if not (isinstance(each, ByTime) and each.grain == "auto" and each.time is None)
        ]


def _date_what_exists(draft: Draft) -> None:
    """`products that were refunded in 2024`: the period is that of the refunds."""
    within = [each for each in draft.where if isinstance(each, Within) and each.time is None]
    exists = [each for each in draft.where if isinstance(each, Exists) and not each.where]
    if draft.quantities or not within or len(exists) != 1:
        return

    draft.where = [each for each in draft.where if each not in within and each not in exists]
    draft.where.append(replace(exists[0], where=tuple(within)))


def _derive_over(draft: Draft) -> None:
    """A change or a running total needs time to run along."""
    derived = draft.derived
    if derived is None:
        return

    units = [each for each in draft.groups if isinstance(each, ByTime) and each.grain != "auto"]
    is_course = bool(derived.against) or ("periods" not in draft.marks and bool(units))
    if derived.kind == "change" and draft.ends and not is_course:
        _change_between(draft, draft.ends)

    if derived.kind == "change" and any(isinstance(each, ByPeriods) for each in draft.groups):
        _change_beside(draft)

    has_time = any(isinstance(each, ByTime) for each in draft.groups)
    if derived.kind in ("running", "moving") and not has_time:
        draft.groups.append(ByTime("auto"))

    if derived.kind == "share" and draft.inside and set(draft.groups) - set(draft.inside):
        draft.derived = replace(derived, within=tuple(draft.inside))

    if derived.kind == "share" and not draft.groups:
        _share_of_such(draft)

    says_more = draft.groups or "follows" in draft.marks
    is_open = not says_more and not any(isinstance(each, Within) for each in draft.where)
    grains = ("month", "quarter", "week", "day", *(["year"] if is_open else []))
    if derived.kind == "change" and derived.against in grains and not has_time:
        draft.groups.append(ByTime(derived.against))


def _share_of_such(draft: Draft) -> None:
    """`what share of 2024 revenue came from the web`: the part that conditions keep, of the whole.

    What stands before the quantity is said of the whole too, where more is said behind it.
    """
    kept = [each for each in draft.where if not isinstance(each, Within)]
    part = [each for each in kept if each not in draft.of_whole] or kept
    first = draft.quantities[0] if draft.quantities else None
    if not kept or not isinstance(first, Measured | Counted):
        draft.penalty += BIG
        return

    draft.where = [each for each in draft.where if each not in part]
    draft.quantities[0] = Ratio(replace(first, where=tuple(part)), first, is_share=True)
    draft.derived = None


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
    draft.where.append(Within(Period(last.start, last.end, step)))


_TIMED = (ByTime, ByPart, ByPeriods)
