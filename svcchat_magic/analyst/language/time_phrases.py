"""Finds the stretches of time that a question names: `in 2024`, `since May 2023`, `last 3 months`."""

from dataclasses import dataclass, replace
from itertools import pairwise

from svcchat_magic.analyst.language.compared_times import (
    goes_until_now,
    may_be_first,
    parts_of_years,
    told_from_first,
    until_now,
)
from svcchat_magic.analyst.language.periods import Period, add, both, hull
from svcchat_magic.analyst.language.restated_times import restated
from svcchat_magic.analyst.language.time_points import point_at
from svcchat_magic.analyst.language.time_surroundings import is_part_of_another
from svcchat_magic.analyst.language.time_words import Phrase, Point, unit_of

_MOST_BESIDE = 12


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """Words `start` up to, not including, `stop` mean `period`; `grain` is set for 2023 vs 2024."""

    start: int
    stop: int
    period: Period
    grain: str = ""
    ends: tuple[Period, Period] | None = None  # two units of one kind, the earlier first


def spans_at(phrase: Phrase, at: int) -> tuple[TimeSpan, ...]:
    """Every stretch of time that begins at a word: a range, some beside each other, a single one.

    One with a word beside it that would make it another stretch is none: `mid 2024` is not 2024.
    """
    if cut := until_now(phrase, at):
        return (TimeSpan(at, cut[1], cut[0]),)

    found = (_range_at(phrase, at), *_beside_at(phrase, at), _one_at(phrase, at), _restated_at(phrase, at))
    spans = dict.fromkeys(each for each in found if each)
    return tuple(each for each in spans if not is_part_of_another(phrase, each.start, each.stop, each.period))


def _range_at(phrase: Phrase, at: int) -> TimeSpan | None:
    between = phrase.joint(at, "between")
    start = between or phrase.joint(at, "from") or at
    pair = _joined_at(phrase, start, "and" if between else "to")
    if pair and not (between is None and start == at and _is_open(phrase, at)):
        first, last, stop = pair
        return TimeSpan(at, stop, hull(first, last), ends=_ends(first, last) or parts_of_years(first, last))

    if between:
        return None

    for kind in ("until", "before", "after", "since"):
        behind = phrase.joint(at, kind)
        if behind and kind == "until" and (whole := _all_through(phrase, at, behind)):
            return whole

        if behind and (found := _open_range(phrase, at, behind, kind)):
            return found

    return _open_behind(phrase, at)


def _is_open(phrase: Phrase, at: int) -> bool:
    return any(phrase.joint(at, kind) for kind in ("until", "before", "after"))


def _all_through(phrase: Phrase, at: int, behind: int) -> TimeSpan | None:
    """`by month through 2024`: behind a unit, the months of that year and not those before it too."""
    unit, found = phrase.unit(at - 1), point_at(phrase, behind)
    is_of_year = found is not None and found[0].unit == "year" and unit not in ("", "year")
    return TimeSpan(at, found[1], found[0]) if found and is_of_year and phrase.at(at) == "through" else None


def _open_range(phrase: Phrase, at: int, behind: int, kind: str) -> TimeSpan | None:
    """`since May 2023`, `until the end of March`, `before 2023`."""
    edge, place = _edge_words(phrase, phrase.skip(behind, "in", "on", "the", "and", "including"))
    point = _whole_at(phrase, place, is_edge=bool(edge))
    if point is None:
        return None

    period, stop = point if edge != "mid" else (_middle(point[0]), point[1])
    if period is None:
        return None

    if kind in ("before", "until"):
        is_end = edge == "end" or (kind == "until" and not edge)
        return TimeSpan(at, stop, Period(None, period.end if is_end else period.start))

    is_end = edge == "end" or (kind == "after" and not edge)
    return TimeSpan(at, stop, Period(period.end if is_end else period.start, None))


def _edge_words(phrase: Phrase, at: int) -> tuple[str, int]:
    """(`start`, `mid`, `end` or empty, the index behind): `the end of`."""
    for edge in ("start", "mid", "end"):
        behind = phrase.behind(at, edge)
        if behind:
            return edge, phrase.skip(behind, "of", "the", "in")

    return "", at


def _whole_at(phrase: Phrase, at: int, *, is_edge: bool) -> Point | None:
    """The point; behind `the start of` also a bare unit: `the year` is the running one."""
    if found := point_at(phrase, at):
        return found

    unit = phrase.unit(at) if is_edge else ""
    return (unit_of(phrase, phrase.today, unit), at + 1) if unit else None


def _middle(period: Period) -> Period | None:
    """The day that parts a year into its halves; the middle of anything else is no exact day."""
    if period.unit != "year" or period.start is None:
        return None

    day = add(period.start, "month", 6)
    return Period(day, day)


def _open_behind(phrase: Phrase, at: int) -> TimeSpan | None:
    """`2023 onwards`, `March 2024 or later`, `by the end of 2023`."""
    if phrase.at(at) == "by":
        edge, place = _edge_words(phrase, phrase.skip(at + 1, "the"))
        point = _whole_at(phrase, place, is_edge=True) if edge == "end" else None
        return TimeSpan(at, point[1], Period(None, point[0].end)) if point else None

    start = phrase.joint(at, "from") or at
    point = point_at(phrase, start)
    if point is None:
        return None

    if stop := phrase.joint(point[1], "onward"):
        is_on = phrase.at(point[1]) == "on"
        return TimeSpan(at, stop, Period(point[0].start, None)) if start > at or not is_on else None

    stop = phrase.joint(point[1], "backward")
    return TimeSpan(at, stop, Period(None, point[0].end)) if stop and start == at else None


def _beside_at(phrase: Phrase, at: int) -> tuple[TimeSpan, ...]:
    """`2023 and 2024`, `Q1 vs Q2 2024`, `2022, 2023 and 2024`: shown side by side."""
    pair = _joined_at(phrase, at, "beside")
    ends = _ends(pair[0], pair[1]) if pair and not goes_until_now(phrase, pair[2]) else None
    if pair is None or ends is None:
        more = _several_at(phrase, at)
        return (more,) if more else ()

    touching = ends[0].end == ends[1].start
    span = TimeSpan(at, pair[2], hull(*ends) if touching else both(*ends), ends[0].unit, ends)
    is_either = any(phrase.at(place) == "or" for place in range(at, pair[2]))
    return (span, replace(span, grain="", ends=None)) if is_either else (span,)


def _several_at(phrase: Phrase, at: int) -> TimeSpan | None:
    """Three or more of one kind that follow each other without a gap."""
    found: list[Period] = []
    begin = stop = at
    while len(found) < _MOST_BESIDE and (point := point_at(phrase, begin)):
        found.append(point[0])
        stop = point[1]
        behind = phrase.skip(stop, ",")
        begin = phrase.joint(behind, "beside") or behind
        if begin == stop:
            break

    kinds = {each.unit for each in found}
    ordered = sorted(found, key=lambda each: each.start or phrase.today)
    follow = all(one.end == other.start for one, other in pairwise(ordered))
    if len(found) < 3 or len(kinds) != 1 or "" in kinds or not follow:
        return None

    return TimeSpan(at, stop, hull(ordered[0], ordered[-1]), kinds.pop())


def _ends(one: Period, other: Period) -> tuple[Period, Period] | None:
    """(earlier, later) when both are exactly one unit of the same kind."""
    if not one.start or not other.start or not one.unit or one.unit != other.unit or one.start == other.start:
        return None

    return (one, other) if one.start < other.start else (other, one)


def _joined_at(phrase: Phrase, at: int, joints: str) -> tuple[Period, Period, int] | None:
    """Two points with a joint between; a first without a year takes it from the second."""
    edge, begin = _edge_words(phrase, phrase.skip(at, "the"))
    begin = begin if edge else at
    for size in range(1, 7):
        behind = phrase.joint(begin + size, joints)
        if behind is None:
            continue

        last_edge, place = _edge_words(
            phrase, phrase.skip(behind, ".", "with", "to", "the", "in", "on", "from")
        )
        told = told_from_first(phrase, begin, begin + size, place) if joints == "beside" else None
        if told:
            return told

        last = _whole_at(phrase, place, is_edge=bool(last_edge)) or _same_month(phrase, begin, behind, place)
        first = _point_of(phrase, begin, begin + size, last, joints) if last else None
        ends = (_at_edge(first, edge, "start"), _at_edge(last[0], last_edge, "end")) if first and last else ()
        if last and len(ends) == 2 and ends[0] and ends[1] and not _is_within(ends[1], ends[0]):
            return ends[0], ends[1], last[1]

    return None


def _is_within(last: Period, first: Period) -> bool:
    """`2024 until June`: what ends a range is no part of what begins it."""
    if None in (first.start, first.end, last.start, last.end) or last == first:
        return False

    return first.start <= last.start and last.end <= first.end and last.unit != ""  # type: ignore[operator]


def _same_month(phrase: Phrase, at: int, joint: int, place: int) -> Point | None:
    """`from the 3rd of March 2025 to the 30th`, `March 3 to 30, 2024`: a day of its month."""
    number = phrase.ordinal(place) or phrase.number(place)
    first = point_at(phrase, phrase.skip(at, "the")) if number else None
    if first is None or first[0].unit != "day" or first[0].start is None or first[1] >= joint:
        return None

    year_at = phrase.skip(place + 1, ",")
    year = phrase.year(year_at) or 0
    is_told = phrase.ordinal(place) is not None or (year and not phrase.year(joint - 2))
    try:
        day = first[0].start.replace(day=number or 1, year=year or first[0].start.year)
    except ValueError:  # the 31st of June
        return None

    behind = year_at + 1 if year else place + 1
    return (Period(day, add(day, "day", 1), ("day", 1)), behind) if is_told and day > first[0].start else None


def _at_edge(period: Period, edge: str, fits: str) -> Period | None:
    """`from the end of March` begins behind March; `to the start of May` ends before it."""
    if edge == "mid":
        return _middle(period)

    if not edge or edge == fits or period.start is None or period.end is None:
        return period

    day = period.end if edge == "end" else period.start
    return Period(day, day)


def _point_of(phrase: Phrase, at: int, stop: int, last: Point, joints: str) -> Period | None:
    """The point that exactly fills these words, read with the year (and month) of the last one if need be.

    What is set against another may be the later one: October against September, Q2 vs Q1 2025.
    """
    at = phrase.skip(at, "the")
    named = point_at(phrase, at)
    if any(phrase.year(index) for index in range(at, stop)) or not last[0].start:
        return named[0] if named and named[1] == stop else None

    if last[0].unit == "year" and named and named[0].unit != "year":
        return None  # the year of `Q3 - 2024`, and no second end

    start = last[0].start
    months = [name for name, number in phrase.words.months.items() if number == start.month]
    for year in (start.year, start.year - 1):
        for added in ((str(year),), (months[0], str(year))):
            near = max(at - 1, 0)  # a word before tells the month from the verb: `in march`
            words = (*phrase.form[near:stop], *added)
            low = (*phrase.low[near:stop], *added)
            longer = point_at(replace(phrase, low=low, form=words, known={}), at - near)
            if (
                longer
                and longer[1] == len(words)
                and may_be_first(longer[0], last[0], phrase, is_compared=joints == "beside")
            ):
                return longer[0]

    return named[0] if named and named[1] == stop else None


def _one_at(phrase: Phrase, at: int) -> TimeSpan | None:
    found = point_at(phrase, at)
    return TimeSpan(at, found[1], found[0]) if found else None


def _restated_at(phrase: Phrase, at: int) -> TimeSpan | None:
    found = restated(phrase, at, _range_of)
    return TimeSpan(at, found[1], found[0]) if found else None


def _range_of(phrase: Phrase, at: int) -> Point | None:
    found = _range_at(phrase, at)
    return (found.period, found.stop) if found else None
