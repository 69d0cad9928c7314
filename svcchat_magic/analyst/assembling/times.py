"""Which time dates what is asked, and what is computed along time."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.derived import derive_over
from svcchat_magic.analyst.assembling.years_of_groups import keep_years_of_groups
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    ByEntity,
    ByPart,
    ByPeriods,
    ByTime,
    Concept,
    Condition,
    Counted,
    Entity,
    Exists,
    Missing,
    OnPart,
    Ratio,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, SMALL, Draft


def settle_times(draft: Draft) -> None:
    """The times of what was said, once its quantities and groups have their places."""
    keep_years_of_groups(draft)
    _date_what_exists(draft)
    _date_events(draft)
    _date_shares(draft)
    _one_unit(draft)
    _one_period(draft)
    _date_by_verb(draft)
    _mind_the_new(draft)


def derive(draft: Draft) -> None:
    """What is computed over the groups, and the time that was named for all of it."""
    _weeks_of_periods(draft)
    derive_over(draft)
    _date_by_name(draft)
    _date_alike(draft)
    _mind_other_periods(draft)
    _against_each_before(draft)


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


def _against_each_before(draft: Draft) -> None:
    """`year-over-year change, 2017 through 2020`: each of these years against the one before it."""
    against = draft.derived.against if draft.derived is not None else ""
    steps = [each.period.step for each in draft.where if isinstance(each, Within) and not each.negated]
    is_of_several = any(step is not None and step[0] == against and step[1] > 1 for step in steps)
    if is_of_several and not any(isinstance(each, _TIMED) for each in draft.groups):
        draft.groups.append(ByTime(against))


def _is_only_named(group: ByTime) -> bool:
    return group.grain == "auto" and group.time is not None


def _date_events(draft: Draft) -> None:
    """`signups per month`: by the date that tells of them."""
    for each in draft.quantities:
        told = each.where if isinstance(each, Counted) else ()
        times = [one.of for one in told if isinstance(one, Missing) and one.negated and one.of.type == "time"]
        if len(times) == 1 and draft.time is None:
            _date_all(draft, times[0])
            _keep_what_happened(draft)


def _keep_what_happened(draft: Draft) -> None:
    """Where nothing else is asked, rows without the date are left out, and are no group of their own."""
    first = draft.quantities[0]
    if len(draft.quantities) == 1 and isinstance(first, Counted) and not draft.derived and draft.rank is None:
        draft.where.extend(first.where)
        draft.quantities[0] = replace(first, where=())


def _date_shares(draft: Draft) -> None:
    """`what share of orders were refunded in 2024`: of the orders of that year, in both numbers."""
    for at, each in enumerate(draft.quantities):
        if not isinstance(each, Ratio) or not each.is_share or not isinstance(each.above, Counted):
            continue

        where: list[Condition] = []
        periods: list[Within] = []
        for one in each.above.where:
            undated, found = _undated(one, draft.time)
            where.append(undated)
            periods += found

        if len(periods) == 1 and not any(map(_says_when, draft.where)):
            draft.quantities[at] = replace(each, above=replace(each.above, where=tuple(where)))
            draft.where.append(periods[0])
            draft.time = None


def _says_when(condition: Condition) -> bool:
    """Whether a condition has a period of its own: of those who came in 2023 some came again in 2024."""
    kept = condition.where if isinstance(condition, Exists) else (condition,)
    return any(isinstance(each, Within) for each in kept)


def _undated(condition: Condition, later: Concept | None) -> tuple[Condition, list[Within]]:
    """What a condition says apart from a period, and that period: `cancelled in 2024` is cancelled at all.

    Of tickets opened in 2024 that were resolved, the period is that of the opening.
    """
    match condition:
        case Exists(entity=Entity() as who) if is_person(ByEntity(who)):
            return condition, []  # of all members, whenever they came, some borrowed something then
        case Exists():
            return replace(condition, where=()), [
                each for each in condition.where if isinstance(each, Within)
            ]
        case Within(time=Concept(), negated=False) if later is not None:
            return Missing(later, negated=True), [condition]
        case Within(time=Concept() as time, negated=False):
            return Missing(time, negated=True), [Within(condition.period)]
        case _:
            return condition, []


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
        is_named = "dated like" not in draft.marks  # trips that started are not drivers who were hired
        counts = is_named and all(isinstance(each, Counted) for each in draft.quantities)
        draft.penalty += SMALL if counts and draft.quantities else BIG  # donors who gave in 2024

    timed = [each for each in draft.groups if isinstance(each, _TIMED)]
    periods = [each for each in draft.where if isinstance(each, Within | OnPart)]
    are_beside = any(isinstance(each, ByPeriods) for each in timed)
    if not timed and not periods and "done" in draft.marks:
        return

    if not timed and not periods and "dated like" in draft.marks:
        draft.penalty += BIG  # then it is no more than a verb
        draft.dropped.append(time.title)
    elif not (periods or are_beside) and "dated like" not in draft.marks:
        done = Missing(time, negated=True)
        draft.where.append(done)  # what has not been shipped was so in no month
        if "part is dated" in draft.marks:
            draft.becomes.append(done)  # which percentage was refunded, by channel

    for groups in (draft.groups, draft.ranked):  # what is ranked stays the same group
        groups[:] = [replace(each, time=each.time or time) if each in timed else each for each in groups]

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
    """`products that were refunded in 2024`: the period is that of the refunds.

    Of what is counted it is the period in which nothing happened: members without a booking since July.
    """
    within = [each for each in draft.where if isinstance(each, Within) and each.time is None]
    exists = [each for each in draft.where if isinstance(each, Exists) and not each.where]
    if not within or len(exists) != 1:
        return

    is_absent = exists[0].negated and draft.time is None and all(map(is_counted, draft.quantities))
    if draft.quantities and not is_absent:
        return

    draft.where = [each for each in draft.where if each not in within and each not in exists]
    draft.where.append(replace(exists[0], where=tuple(within)))


_TIMED = (ByTime, ByPart, ByPeriods)
