"""Reads days that have a name and one date a year: Christmas Day, Black Friday, Easter Monday."""

from datetime import date

from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.language.time_words import Phrase, Point, unit_of
from svcchat_magic.analyst.language.years import year_at

_LONGEST = 4


def a_holiday(phrase: Phrase, at: int) -> Point | None:
    """`Black Friday 2024`; without a year, and with `last`, the latest one that is over."""
    start = phrase.behind(at, "last") or at
    for size in range(min(_LONGEST, len(phrase.form) - start), 0, -1):
        rule = phrase.words.holidays.get(phrase.form[start : start + size])
        if rule:
            return _in_year(phrase, rule, start + size)

    return None


def _in_year(phrase: Phrase, rule: str, behind: int) -> Point:
    year = year_at(phrase, phrase.skip(behind, "of", "in", ","))
    if year:
        return unit_of(phrase, _day(phrase, rule, year[0].year), "day"), year[1]

    day = _day(phrase, rule, phrase.today.year)
    over = day if day <= phrase.today else _day(phrase, rule, phrase.today.year - 1)
    return unit_of(phrase, over, "day"), behind


def _day(phrase: Phrase, rule: str, year: int) -> date:
    """`12-25`, `easter 1` or `11 4 thursday 1`: the day behind the fourth Thursday of November."""
    parts = rule.split()
    if parts[0] == "easter":
        return add(_easter(year), "day", int(parts[1]))

    if len(parts) == 1:
        month, day = map(int, rule.split("-"))
        return date(year, month, day)

    first = date(year, int(parts[0]), 1)
    to_weekday = (phrase.words.weekdays[parts[2]] - first.isoweekday()) % 7
    return add(first, "day", to_weekday + 7 * (int(parts[1]) - 1) + int(parts[3]))


def _easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar, by Gauss's rule in the form of Lichtenberg."""
    century = year // 100
    moon = 15 + (3 * century + 3) // 4 - (8 * century + 13) // 25
    sun = 2 - (3 * century + 3) // 4
    phase = year % 19
    seed = (19 * phase + moon) % 30
    full = 21 + seed - (seed // 29 + (seed // 28 - seed // 29) * (phase // 11))
    sunday = 7 - (year + year // 4 + sun) % 7
    return add(date(year, 3, 1), "day", full + 7 - (full - sunday) % 7 - 1)
