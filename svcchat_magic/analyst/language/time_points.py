"""Reads one stretch of time at a place in the words: a day, a month, `the first 6 months of 2024`."""

from collections.abc import Callable
from datetime import date

from svcchat_magic.analyst.language.coming_times import coming_units
from svcchat_magic.analyst.language.holidays import a_holiday
from svcchat_magic.analyst.language.numeric_dates import iso_date, numeric_date
from svcchat_magic.analyst.language.periods import Period, add, first_day
from svcchat_magic.analyst.language.relative_times import (
    ago,
    before_last,
    last_fiscal,
    last_units,
    last_weekday,
    latest,
    named_day,
    this_unit,
    to_date,
)
from svcchat_magic.analyst.language.time_words import Phrase, Point, unit_of
from svcchat_magic.analyst.language.words import whole_number
from svcchat_magic.analyst.language.years import (
    a_decade,
    a_fiscal_year,
    a_season,
    a_week,
    a_year,
    part_of_year,
    year_at,
)

_MOST_UNITS = 99  # before a day: the two weeks before Christmas
_DEEPEST = 3  # the first week of the last month of a quarter


def point_at(phrase: Phrase, at: int, depth: int = 0) -> Point | None:
    """The longest single stretch that begins at this word, where its surroundings leave it whole."""
    if not 0 <= at < len(phrase.form):
        return None

    if at not in phrase.known or depth:
        found = [each for reader in _POINTS if (each := reader(phrase, at))]
        found += [each for reader in _PARTS if depth < _DEEPEST and (each := reader(phrase, at, depth + 1))]
        best = max(found, key=lambda each: each[1], default=None)
        if depth:
            return best

        phrase.known[at] = best

    return phrase.known[at]


def _day(phrase: Phrase, at: int) -> Point | None:
    """`5 March 2024`, `March 5, 2024`, `the 3rd of June 2024`, `Monday, 4 March`."""
    if phrase.words.weekdays.get(phrase.at(at)):
        at = phrase.skip(at + 1, ",", "the")

    number, month_at = _day_number(phrase, at), phrase.skip(at + 1, "of", ".")
    month, behind = phrase.month(month_at), month_at + 1
    if not (month and number):
        number_at = phrase.skip(at + 1, "the")
        month, number = phrase.month(at), _day_number(phrase, number_at)
        behind = number_at + 1

    if not (month and number) or _is_year_of_month(phrase, at, behind):
        return None

    year = year_at(phrase, phrase.skip(behind, ",", "of", "in"), short=True)
    try:
        day = date(year[0].year if year else phrase.today.year, month, number)
    except ValueError:  # 31 February
        return None

    past = day if year or day <= phrase.today else add(day, "year", -1)
    return unit_of(phrase, past, "day"), year[1] if year else behind


def _is_year_of_month(phrase: Phrase, at: int, behind: int) -> bool:
    """`mar 24`, `in March 24`: two digits are a year behind a short month, and no day without `on`."""
    if behind != at + 2 or not phrase.short_year(at + 1) or phrase.at(at) not in phrase.words.months:
        return False

    if phrase.behind(at - 1, "on_a_day") or phrase.year(phrase.skip(behind, ",")):
        return False

    is_short = phrase.low[at] not in phrase.words.full_months
    return is_short or phrase.behind(at - 1, "in_a_month") is not None


def _day_number(phrase: Phrase, at: int) -> int | None:
    number = whole_number(phrase.at(at)) or phrase.ordinal(at)
    return number if number is not None and 1 <= number <= 31 else None


def _month(phrase: Phrase, at: int) -> Point | None:
    """`March 2024`, `mar 24`, `March of last year`, `last March`, `the month of March`."""
    start = phrase.behind(at, "last") or at
    month = phrase.month(start)
    if not month:
        return None

    behind = start + 1
    if start > at:
        over = latest(phrase.today, unit_of(phrase, date(phrase.today.year, month, 1), "month"))
        return Period(over.start, over.end, over.step, " ".join(phrase.low[at:behind])), behind

    year = year_at(phrase, phrase.skip(behind, "of", ",", ".", "in", "-", "/"), short=_short_fits(phrase, at))
    if year:
        return unit_of(phrase, date(year[0].year, month, 1), "month"), year[1]

    doubtful = phrase.low[at] in phrase.words.doubtful_months
    if doubtful and not phrase.behind(at - 1, "in_a_month"):
        return None

    return latest(phrase.today, unit_of(phrase, date(phrase.today.year, month, 1), "month")), behind


def _short_fits(phrase: Phrase, at: int) -> bool:
    return _is_year_of_month(phrase, at, at + 2) or phrase.at(at + 1) in ("-", "/")


def _week_of(phrase: Phrase, at: int, depth: int) -> Point | None:
    """`the week of 4 March 2024`, `the week ending 10 March`, `the month of March 2024`."""
    unit = phrase.unit(at)
    of, to = phrase.behind(at + 1, "week_of"), phrase.behind(at + 1, "week_to")
    if not unit or not (of or to):
        return None

    found = point_at(phrase, phrase.skip(of or to or 0, "the"), depth)
    if found is None or found[0].start is None:
        return None

    if unit == found[0].unit:
        return found if of and not phrase.joint(at + 1, "from") else None  # "per month from August on"

    if found[0].unit != "day" or (unit != "week" and phrase.at(at + 1) != "of"):
        return None

    begin = add(found[0].start, "day", -6) if to else found[0].start
    is_whole = to or phrase.at(at + 1) == "of"
    start = begin if not is_whole or to else first_day(begin, unit, phrase.calendar.first_weekday)
    return Period(start, add(start, unit, 1), (unit, 1)), found[1]


def _edge(phrase: Phrase, at: int, depth: int) -> Point | None:
    """`the first 6 months of 2024`, `the last week of June`, `the last day of the quarter`."""
    last = phrase.behind(at, "from_end")
    behind = phrase.behind(at, "from_start") or last
    if behind is None:
        return None

    number = phrase.number(behind)
    unit_at = phrase.skip_kind(behind if number is None else behind + 1, "full")
    unit, of = phrase.unit(unit_at), phrase.skip(unit_at + 1, "of", "in")
    if not unit or of == unit_at + 1:
        return None

    whole = _whole_at(phrase, of, depth)
    if whole is None or whole[0].start is None or whole[0].end is None or number == 0:
        return None

    return _edge_of(whole, unit, number or 1, is_last=bool(last))


def _edge_of(whole: Point, unit: str, count: int, *, is_last: bool) -> Point | None:
    """The first or last units of a period, where they fit in and fill it in whole ones."""
    start, end = whole[0].start, whole[0].end
    if start is None or end is None:
        return None

    unit, count = ("quarter", 2 * count) if unit == "half" else (unit, count)
    first, behind = (add(end, unit, -count), end) if is_last else (start, add(start, unit, count))
    months_fit = unit in ("day", "week") or (first.day == 1 and behind.day == 1)
    return (
        (Period(first, behind, (unit, count)), whole[1])
        if start <= first and behind <= end and months_fit
        else None
    )


def _whole_at(phrase: Phrase, at: int, depth: int) -> Point | None:
    """The period that something is a part of; `the year` is the running one."""
    begin = phrase.skip(at, "the")
    if found := point_at(phrase, begin, depth):
        return found

    unit = phrase.unit(begin) if begin > at else ""
    return (unit_of(phrase, phrase.today, unit), begin + 1) if unit else None


def _nth_weekday(phrase: Phrase, at: int, depth: int) -> Point | None:
    """`the first Monday of March 2024`, `the last Friday in November`."""
    last = phrase.behind(at, "from_end")
    number = None if last else phrase.ordinal(at)
    weekday_at = last or at + 1
    weekday = phrase.words.weekdays.get(phrase.at(weekday_at))
    of = phrase.skip(weekday_at + 1, "of", "in")
    if not weekday or of == weekday_at + 1 or not (last or number):
        return None

    month = point_at(phrase, of, depth)
    if month is None or month[0].unit != "month" or month[0].start is None or month[0].end is None:
        return None

    first = add(month[0].start, "day", (weekday - month[0].start.isoweekday()) % 7)
    days = [day for week in range(5) if (day := add(first, "week", week)) < month[0].end]
    place = len(days) if last else number or 0
    return (unit_of(phrase, days[place - 1], "day"), month[1]) if 1 <= place <= len(days) else None


def _units_beside(phrase: Phrase, at: int, depth: int) -> Point | None:
    """Units that end or begin there: `the two weeks before Christmas`, `the three months to June 2024`."""
    number = phrase.number(at)
    unit_at = at if number is None else at + 1
    unit, is_the = phrase.unit(unit_at), phrase.at(at - 1) == "the"
    if not unit or unit == "half" or not (number or (is_the and not phrase.is_plural(unit_at))):
        return None

    before, after = phrase.joint(unit_at + 1, "before"), phrase.joint(unit_at + 1, "after")
    is_dash = phrase.at(unit_at + 1) in ("-", "–")
    to = None if is_dash else phrase.joint(unit_at + 1, "to") or phrase.behind(unit_at + 1, "week_to")
    behind = before or after or to
    found = point_at(phrase, phrase.skip(behind, "the"), depth) if behind else None
    if found is None or found[0].start is None or found[0].end is None or (number or 1) > _MOST_UNITS:
        return None

    edge = found[0].start if before else found[0].end
    ends = sorted((edge, add(edge, unit, (number or 1) if after else -(number or 1))))
    return Period(ends[0], ends[1], (unit, number or 1)), found[1]


def _throughout(phrase: Phrase, at: int, depth: int) -> Point | None:
    behind = phrase.joint(at, "throughout")
    return point_at(phrase, phrase.skip(behind, "the"), depth) if behind else None


_POINTS: tuple[Callable[[Phrase, int], Point | None], ...] = (
    iso_date, numeric_date, to_date, ago, before_last, last_fiscal, last_units, last_weekday, this_unit,
    coming_units, named_day, a_holiday, _day, _month, a_season, part_of_year, a_week, a_fiscal_year, a_year,
    a_decade,
)  # fmt: skip
_PARTS: tuple[Callable[[Phrase, int, int], Point | None], ...] = (
    _week_of, _edge, _nth_weekday, _throughout, _units_beside,
)  # fmt: skip
