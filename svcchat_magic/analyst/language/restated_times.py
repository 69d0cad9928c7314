"""Reads a stretch of time that is said once more, and more exactly: `summer 2023 (June to August)`."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.time_points import point_at
from svcchat_magic.analyst.language.time_words import Phrase, Point

_TO = ("to", "-", "–", "through")
_LONGEST_SEASON = 190  # days
_Reader = Callable[[Phrase, int], Point | None]


def restated(phrase: Phrase, at: int, range_at: _Reader) -> Point | None:
    """The part that is meant: `winter Nov 2023 - Feb 2024`, `Q1 2024 (January to March)`."""
    season = phrase.words.seasons.get(phrase.at(at))
    whole = point_at(phrase, at)
    if whole is None and season is None:
        return None

    begin = phrase.skip(whole[1] if whole else at + 1, "of", ",")
    if whole is not None and (again := _said_again(phrase, begin, whole[0])):
        return whole[0], again

    found = _with_year(phrase, begin, whole, range_at)
    if found is None or found[1] <= begin + 1:
        return None

    if season is not None:
        return found if _fits_season(found[0], season, whole) else None

    part = _part_of(found[0], whole[0]) if whole else None
    return (part, found[1]) if part else None


def _said_again(phrase: Phrase, at: int, whole: Period) -> int:
    """Where `last month (September)`, `last week (Monday to Sunday)` ends: the very same once more."""
    found = point_at(phrase, at)
    if found is not None and (found[0].start, found[0].end) == (whole.start, whole.end):
        return found[1]

    days = calendar_words().weekdays
    ends = [days.get(phrase.at(each)) for each in (at, at + 2)]
    if whole.start is None or whole.end is None or None in ends or phrase.at(at + 1) not in _TO:
        return 0

    is_week = (whole.end - whole.start).days == len(set(days.values()))
    begins = (whole.start.isoweekday(), (whole.end - timedelta(days=1)).isoweekday())
    return at + 3 if is_week and tuple(ends) == begins else 0


def _with_year(phrase: Phrase, at: int, whole: Point | None, range_at: _Reader) -> Point | None:
    """The range that begins here; its year is that of the whole where it has none."""
    found = range_at(phrase, at)
    has_year = found is not None and any(phrase.year(index) for index in range(at, found[1]))
    if whole is None or whole[0].start is None or has_year or found is None:
        return found

    added = str(whole[0].start.year)
    low, form = (*phrase.low[: found[1]], added), (*phrase.form[: found[1]], added)
    longer = range_at(replace(phrase, low=low, form=form, known={}), at)
    return (longer[0], found[1]) if longer and longer[1] == found[1] + 1 else None


def _part_of(part: Period, whole: Period) -> Period | None:
    """What is meant by both: a part that begins or ends within the whole, and reaches over it nowhere."""
    if whole.start is None or whole.end is None:
        return None

    start, end = part.start or whole.start, part.end or whole.end
    is_inside = whole.start <= start < end <= whole.end
    is_open = part.start is None or part.end is None
    is_same = (start, end) == (whole.start, whole.end)
    return (
        Period(start, end, whole.step if is_same else part.step)
        if is_inside and not (is_open and is_same)
        else None
    )


def _fits_season(period: Period, first_month: int, whole: Point | None) -> bool:
    """Whether a range lies about a season: people begin and end them as they like."""
    start, end = period.start, period.end
    if start is None or end is None or (end - start).days > _LONGEST_SEASON:
        return False

    if whole and whole[0].start and whole[0].end:
        return start < whole[0].end and whole[0].start < end

    count = (end.year - start.year) * 12 + end.month - start.month + (end.day > 1)
    months = {_month(start, at) for at in range(count)}
    return any((first_month - 1 + at) % 12 + 1 in months for at in range(3))


def _month(start: date, at: int) -> int:
    return (start.month - 1 + at) % 12 + 1
