"""Finds the stretches of time that a question names: `in 2024`, `since May 2023`, `last 3 months`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.periods import Period, add, hull, whole
from svcchat_magic.analyst.time_points import MONTH_NUMBERS, Phrase, point_at
from svcchat_magic.analyst.words import Word


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """Words `start` up to, not including, `stop` mean `period`; `grain` is set for 2023 vs 2024."""

    start: int
    stop: int
    period: Period
    grain: str = ""


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


def _range_at(phrase: Phrase, at: int) -> TimeSpan | None:
    word = phrase.at(at)
    if word in ("since", "starting", "after", "before", "until", "till"):
        return _open_range_at(phrase, at, word)

    start = at + 1 if word in ("between", "from") else at
    first = point_at(phrase, start)
    if first is None:
        return None

    joints = ("and", "to", "-", "–") if word == "between" else ("to", "until", "till", "through", "-", "–")
    if phrase.at(first[1]) not in joints:
        return _open_range_at(phrase, at, "since") if word == "from" else None

    last = point_at(phrase, first[1] + 1)
    if last is None:
        return None

    opening = _with_year_of(phrase, start, first[0], last[0])
    return TimeSpan(at, last[1], hull(opening, last[0]))


def _open_range_at(phrase: Phrase, at: int, word: str) -> TimeSpan | None:
    point = point_at(phrase, phrase.skip(at + 1, "in", "the", "from", "with"))
    if point is None:
        return None

    period, stop = point
    if word in ("before", "until", "till"):
        end = period.start if word == "before" else period.end
        return TimeSpan(at, stop, Period(None, end))

    start = period.end if word == "after" else period.start
    return TimeSpan(at, stop, Period(start, None))


def _pair_at(phrase: Phrase, at: int) -> TimeSpan | None:
    """`2023 and 2024`, `Q1 vs Q2 2024`: two neighbours, shown side by side."""
    first = point_at(phrase, at)
    if first is None or phrase.at(first[1]) not in ("and", "v", "vs", "versus", "or", "with"):
        return None

    second = point_at(phrase, phrase.skip(first[1] + 1, "."))
    if second is None:
        return None

    opening = _with_year_of(phrase, at, first[0], second[0])
    touching = opening.end == second[0].start or second[0].end == opening.start
    if not touching or opening.unit != second[0].unit or not opening.unit:
        return None

    return TimeSpan(at, second[1], hull(opening, second[0]), opening.unit)


def _one_at(phrase: Phrase, at: int) -> TimeSpan | None:
    found = point_at(phrase, at)
    return TimeSpan(at, found[1], found[0]) if found else None


def _with_year_of(phrase: Phrase, at: int, first: Period, last: Period) -> Period:
    """`from January to March 2024`: a beginning without a year takes the year of the end."""
    month = MONTH_NUMBERS.get(phrase.at(at))
    names_no_year = month and phrase.year(at + 1) is None and first.unit == "month"
    if not names_no_year or last.start is None or not month:
        return first

    start = date(last.start.year, month, 1)
    return whole(start if start <= last.start else add(start, "year", -1), "month")
