"""Reads years, and their halves, quarters, seasons and weeks: `H1 2024`, `Q3 FY24`, `week 12 of 2024`."""

import re
from datetime import date

from svcchat_magic.analyst.language.periods import Period, add, first_day
from svcchat_magic.analyst.language.relative_times import ago, before_last, last_units, latest, this_unit
from svcchat_magic.analyst.language.time_words import (
    Phrase,
    Point,
    Year,
    fiscal_year,
    running_fiscal_year,
    unit_of,
)

_PARTS = {"q": 3, "h": 6}
_LETTER_PART = re.compile(r"(?:([qh])([1-4])|([1-4])([qh]))(?:[/'’-]?(\d{4}|\d{2}))?")
_YEAR_PART = re.compile(r"(\d{4})-?([qh])([1-4])")
_WEEK = re.compile(r"(?:(\d{4})-?w|w|cw|kw)(\d{1,2})")
_FISCAL = re.compile(r"fy'?(\d{4}|\d{2})")


def year_at(phrase: Phrase, at: int, *, short: bool = False) -> Year | None:
    """The year that words name: `2024`, `FY24`, `last year`; with `short` also `24`."""
    if number := phrase.year(at):
        return date(number, 1, 1), at + 1

    if (phrase.at(at)[:1] in "'’" or short) and (number := phrase.short_year(at)):
        return date(number, 1, 1), at + 1

    if found := _fiscal(phrase, at):
        return found

    is_relative = phrase.behind(at, "last") or phrase.behind(at, "this") or phrase.unit(at) == "year"
    if is_relative or phrase.number(at) is not None or phrase.at(at) in phrase.words.few:
        return _relative_year(phrase, at)

    return None


def a_year(phrase: Phrase, at: int) -> Point | None:
    """`2024`, `the year 2024`, `calendar year 2024`."""
    behind = phrase.skip_kind(at, "full")
    behind = behind + 1 if phrase.unit(behind) == "year" else behind
    behind = phrase.skip(behind, "of") if behind > at else behind
    year = phrase.year(behind) or (phrase.short_year(at) if phrase.at(at)[:1] in "'’" else None)
    return (unit_of(phrase, date(year, 1, 1), "year"), behind + 1) if year else None


def a_fiscal_year(phrase: Phrase, at: int) -> Point | None:
    """`FY24`, `fiscal year 2024`, `fiscal 2024`."""
    found = _fiscal(phrase, at)
    if found is None:
        return None

    return Period(found[0], add(found[0], "year", 1), ("quarter", 4)), found[1]


def a_decade(phrase: Phrase, at: int) -> Point | None:
    """`the 2010s`."""
    text = phrase.low[at]
    if not (len(text) == 5 and text[:4].isdecimal() and text[3:] == "0s" and 1900 <= int(text[:4]) < 2200):
        return None

    return unit_of(phrase, date(int(text[:4]), 1, 1), "year", 10), at + 1


def part_of_year(phrase: Phrase, at: int) -> Point | None:
    """`Q3 2023`, `2023 Q3`, `third quarter of 2023`, `first half of last year`, `H1`."""
    if found := _YEAR_PART.fullmatch(phrase.low[at]):
        return _part(date(int(found[1]), 1, 1), _PARTS[found[2]], int(found[3]), at + 1)

    if phrase.year(at) and (part := _part_words(phrase, at + 1)) and not part[3]:
        return _part(date(phrase.year(at) or 0, 1, 1), part[0], part[1], part[2])

    part = _part_words(phrase, at)
    if part is None:
        return None

    months, number, behind, own_year = part
    if own_year:
        return _part(date(own_year, 1, 1), months, number, behind)

    if any(phrase.behind(each, "fiscal") for each in range(at, behind)):
        return _part_of_fiscal(phrase, months, number, behind)

    found_year = _year_behind(phrase, behind)
    if found_year:
        return _part(found_year[0], months, number, found_year[1])

    this_year = _part(date(phrase.today.year, 1, 1), months, number, behind)
    return (latest(phrase.today, this_year[0]), behind) if this_year else None


def a_season(phrase: Phrase, at: int) -> Point | None:
    """`summer 2024`, `winter 2023/24`, `last spring`; a winter of one year could be either of two."""
    said = phrase.behind(at, "last") or phrase.behind(at, "this") or at
    first = phrase.words.seasons.get(phrase.at(said))
    if first is None:
        return None

    if said > at:
        return _relative_season(phrase, at, said, first)

    if first == 12:
        return _winter(phrase, phrase.skip(at + 1, "of"))

    found = year_at(phrase, phrase.skip(at + 1, "of"), short=True)
    if found is None:
        return None  # of which year is anybody's guess, and a fall may be a verb

    return unit_of(phrase, date(found[0].year, first, 1), "month", 3), found[1]


def a_week(phrase: Phrase, at: int) -> Point | None:
    """`week 12 of 2024`, `2024-W12`, `CW 12`; without a year the latest that is over."""
    if found := _WEEK.fullmatch(phrase.low[at]):
        number, behind = int(found[2]), at + 1
        if found[1]:
            return _numbered_week(phrase, int(found[1]), number, behind)
    else:
        start = phrase.skip_kind(at, "full")
        word = phrase.behind(start, "week")
        number, behind = (phrase.number(word) or 0, word + 1) if word else (0, at)
        if not word or not number:
            return None

    year = year_at(phrase, phrase.skip(behind, "of", "in", ",", "/"))
    if year:
        return _numbered_week(phrase, year[0].year, number, year[1])

    this_year = _numbered_week(phrase, phrase.today.year, number, behind)
    is_over = this_year and this_year[0].end and this_year[0].end <= phrase.today
    return this_year if is_over else _numbered_week(phrase, phrase.today.year - 1, number, behind)


def _numbered_week(phrase: Phrase, year: int, number: int, behind: int) -> Point | None:
    """ISO weeks where weeks begin on Monday; else week 1 is the one with 1 January."""
    if not 1900 <= year < 2200 or not 1 <= number <= 53:
        return None

    begins = phrase.calendar.first_weekday
    first = first_day(date(year, 1, 4 if begins == 1 else 1), "week", begins)
    start = add(first, "week", number - 1)
    last = date(year, 12, 28) if begins == 1 else date(year, 12, 31)
    return (unit_of(phrase, start, "week"), behind) if start <= last else None


def _part_words(phrase: Phrase, at: int) -> tuple[int, int, int, int] | None:
    """(months, number, index behind, year or 0) of a quarter or half."""
    if found := _LETTER_PART.fullmatch(phrase.low[at] if at < len(phrase.low) else ""):
        letter, number = found[1] or found[4], int(found[2] or found[3])
        year = int(found[5]) if found[5] else 0
        return _possible(_PARTS[letter], number, at + 1, year + 2000 if 0 < year < 100 else year)

    start = phrase.skip_kind(at, "fiscal")
    ordinal = phrase.ordinal(start)
    unit_at = phrase.skip_kind(start + 1, "fiscal") if ordinal else start
    months = {"quarter": 3, "half": 6}.get(phrase.unit(unit_at))
    if ordinal and months:
        return _possible(months, ordinal, unit_at + 1, 0)

    named = {"quarter": 3}.get(phrase.unit(start))
    place = phrase.number(start + 1)
    if named and place:
        return _possible(named, place, start + 2, 0)

    letter = _LETTER_PART.fullmatch(phrase.at(start)) if start > at else None
    return _possible(_PARTS[letter[1]], int(letter[2]), start + 1, 0) if letter and letter[1] else None


def _possible(months: int, number: int, behind: int, year: int) -> tuple[int, int, int, int] | None:
    return (months, number, behind, year) if 0 < number * months <= 12 else None


def _part(year: date, months: int, number: int, behind: int) -> Point | None:
    if not 1900 <= year.year < 2200:
        return None

    start = add(year, "month", (number - 1) * months)
    is_quarter = start.month % 3 == 1
    step = ("quarter", months // 3) if is_quarter else ("month", months)
    return Period(start, add(start, "month", months), step), behind


def _part_of_fiscal(phrase: Phrase, months: int, number: int, behind: int) -> Point | None:
    at = phrase.skip(behind, "of", ",", "in")
    year = phrase.year(at) or phrase.short_year(at)
    if year:
        return _part(fiscal_year(phrase.calendar, year), months, number, at + 1)

    running = running_fiscal_year(phrase.calendar)
    for each in (running, running - 1):
        found = _part(fiscal_year(phrase.calendar, each), months, number, behind)
        if found and found[0].end and found[0].end <= phrase.today:
            return found

    return None


def _year_behind(phrase: Phrase, at: int) -> Year | None:
    begin = phrase.skip(at, "of", ",", "in", "/", "-", "the")
    return year_at(phrase, begin, short=True)


def _fiscal(phrase: Phrase, at: int) -> Year | None:
    if found := _FISCAL.fullmatch(phrase.low[at] if at < len(phrase.low) else ""):
        number = int(found[1])
        if phrase.at(at + 1) in ("-", "–", "/"):
            return None  # FY2023-24: of which year is said by both

        return fiscal_year(phrase.calendar, number + 2000 if number < 100 else number), at + 1

    word = phrase.behind(at, "fiscal_year") or phrase.behind(at, "fiscal")
    if word is None:
        return None

    behind = word + 1 if phrase.unit(word) == "year" else word
    if over := _over_two_years(phrase, behind):
        return over

    year = phrase.year(behind) or phrase.short_year(behind)
    return (fiscal_year(phrase.calendar, year), behind + 1) if year else None


def _over_two_years(phrase: Phrase, at: int) -> Year | None:
    """`2023/24` behind `fiscal year`, where such a year begins in one and ends in the other."""
    first, sign, last = (phrase.low[at] if at < len(phrase.low) else "").partition("/")
    is_next = first.isdecimal() and last.isdecimal() and int(last) % 100 == (int(first) + 1) % 100
    if not sign or not is_next or phrase.calendar.fiscal_start == 1 or not 1900 <= int(first) < 2200:
        return None

    return fiscal_year(phrase.calendar, int(first) + 1), at + 1


def _relative_year(phrase: Phrase, at: int) -> Year | None:
    readers = (before_last, last_units, this_unit, ago)
    for found in (reader(phrase, at) for reader in readers):
        if found and found[0].unit == "year" and found[0].start:
            return found[0].start, found[1]

    return None


def _relative_season(phrase: Phrase, at: int, said: int, first: int) -> Point | None:
    """The one that today is in, or the latest that is over."""
    start = date(phrase.today.year, first, 1)
    is_last = phrase.behind(at, "last") is not None
    limit = add(phrase.today, "month", -3) if is_last else phrase.today
    while start > limit:
        start = add(start, "year", -1)

    period = unit_of(phrase, start, "month", 3, " ".join(phrase.low[at : said + 1]))
    is_now = period.end is not None and start <= phrase.today < period.end
    return (period, said + 1) if is_last or is_now else None


def _winter(phrase: Phrase, at: int) -> Point | None:
    """`winter 2023/24`."""
    text = phrase.low[at] if at < len(phrase.low) else ""
    first, sign, last = text.replace("-", "/").partition("/")
    behind = at + 1
    if not sign and phrase.at(at + 1) in ("-", "–", "/", "to"):
        first, last, behind = text, phrase.low[at + 2] if at + 2 < len(phrase.low) else "", at + 3

    if not (first.isdecimal() and last.isdecimal() and len(first) == 4 and 1900 <= int(first) < 2200):
        return None

    is_next = int(last) in (int(first) + 1, (int(first) + 1) % 100)
    return (unit_of(phrase, date(int(first), 12, 1), "month", 3), behind) if is_next else None
