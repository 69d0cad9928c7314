"""Finds the stretches of time that a question names: `in 2024`, `since May 2023`, `last 3 months`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from svcchat_magic.analyst.language.periods import MONTHS, Period, both, hull
from svcchat_magic.analyst.language.time_points import Phrase, Point, point_at
from svcchat_magic.analyst.language.words import Word


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """Words `start` up to, not including, `stop` mean `period`; `grain` is set for 2023 vs 2024."""

    start: int
    stop: int
    period: Period
    grain: str = ""
    ends: tuple[Period, Period] | None = None  # two units of one kind, the earlier first


def find_periods(words: Sequence[Word], today: date) -> tuple[TimeSpan, ...]:
    """Every stretch of time in the words, from left to right."""
    found: list[TimeSpan] = []
    at = 0
    phrase = Phrase(tuple(word.text.lower() for word in words), tuple(word.form for word in words), today)
    while at < len(words):
        span = _range_at(phrase, at) or _pair_at(phrase, at) or _one_at(phrase, at)
        if span:
            found.append(span)

        at = span.stop if span else at + 1

    return tuple(found)


def spans_at(phrase: Phrase, at: int) -> tuple[TimeSpan, ...]:
    """Every stretch of time that begins at a word: a range, two beside each other, a single one."""
    found = (_range_at(phrase, at), _pair_at(phrase, at), _one_at(phrase, at))
    return tuple(dict.fromkeys(each for each in found if each))


def _range_at(phrase: Phrase, at: int) -> TimeSpan | None:
    word = phrase.at(at)
    if phrase.form[at : at + 2] == ("up", "to"):
        return _open_range_at(phrase, at, "until")

    if word in ("since", "starting", "after", "before", "until", "till", "through"):
        return _open_range_at(phrase, at, word)

    start = at + 1 if word in ("between", "from") else at
    joints = ("and", "to", "-", "–") if word == "between" else ("to", "until", "till", "through", "-", "–")
    pair = _joined_at(phrase, start, joints)
    if pair is None:
        alone = point_at(phrase, start) if word == "from" else None
        return _open_range_at(phrase, at, "since") if alone else None

    first, last, stop = pair
    return TimeSpan(at, stop, hull(first, last), ends=_ends(first, last))


def _open_range_at(phrase: Phrase, at: int, word: str) -> TimeSpan | None:
    point = point_at(
        phrase, phrase.skip(at + 1, "in", "the", "from", "with", "to", "start", "beginning", "end", "of")
    )
    if point is None:
        return None

    period, stop = point
    if word in ("before", "until", "till", "through"):
        end = period.start if word == "before" else period.end
        return TimeSpan(at, stop, Period(None, end))

    start = period.end if word == "after" else period.start
    return TimeSpan(at, stop, Period(start, None))


def _pair_at(phrase: Phrase, at: int) -> TimeSpan | None:
    """`2023 and 2024`, `Q1 vs Q2 2024`: two neighbours, shown side by side."""
    joints = ("and", "v", "vs", "versus", "or", "with", "compared", "against")
    pair = _joined_at(phrase, at, joints)
    ends = _ends(pair[0], pair[1]) if pair else None
    if pair is None or ends is None:
        return None

    touching = ends[0].end == ends[1].start
    return TimeSpan(at, pair[2], hull(*ends) if touching else both(*ends), ends[0].unit, ends)


def _ends(one: Period, other: Period) -> tuple[Period, Period] | None:
    """(earlier, later) when both are exactly one unit of the same kind."""
    if not one.start or not other.start or not one.unit or one.unit != other.unit or one.start == other.start:
        return None

    return (one, other) if one.start < other.start else (other, one)


def _joined_at(phrase: Phrase, at: int, joints: tuple[str, ...]) -> tuple[Period, Period, int] | None:
    """Two points with one of these words between; a first without a year takes it from the second."""
    for size in (1, 2, 3):
        if phrase.at(at + size) not in joints:
            continue

        behind = phrase.skip(at + size + 1, ".", "with", "to", "the")
        last = point_at(phrase, behind)
        first = _point_of(phrase, at, at + size, last) if last else None
        return (first, last[0], last[1]) if first and last else None

    return None


def _point_of(phrase: Phrase, at: int, stop: int, last: Point) -> Period | None:
    """The point that exactly fills these words, read with the year (and month) of the last one if need be."""
    named = point_at(phrase, at)
    if any(phrase.year(index) for index in range(at, stop)) or not last[0].start:
        return named[0] if named and named[1] == stop else None

    start = last[0].start
    for year in (start.year, start.year - 1):
        for added in ((str(year),), (MONTHS[start.month - 1].lower(), str(year))):
            near = max(at - 1, 0)  # a word before tells the month from the verb: `in march`
            words = (*phrase.form[near:stop], *added)
            longer = point_at(replace(phrase, low=(*phrase.low[near:stop], *added), form=words), at - near)
            if longer and longer[1] == len(words) and longer[0].start and longer[0].start <= start:
                return longer[0]

    return named[0] if named and named[1] == stop else None


def _one_at(phrase: Phrase, at: int) -> TimeSpan | None:
    found = point_at(phrase, at)
    return TimeSpan(at, found[1], found[0]) if found else None
