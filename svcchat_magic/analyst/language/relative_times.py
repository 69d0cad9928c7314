"""Reads times that are told from today on: `last 3 months`, `yesterday`, `last Friday`, `year to date`."""

from datetime import date

from svcchat_magic.analyst.language.periods import Period, add, first_day
from svcchat_magic.analyst.language.time_words import (
    Phrase,
    Point,
    fiscal_year,
    running_fiscal_year,
    unit_of,
)

_MOST_UNITS = 999
_DAYS_LEFT = 7  # of a month or quarter that is meant as if it were over


def to_date(phrase: Phrase, at: int) -> Point | None:
    """`year to date`, `ytd`, `so far this year`, `this quarter so far`, `2024 to date`, `May so far`."""
    if unit := phrase.words.to_date.get(phrase.at(at), ""):
        return _running(phrase, unit, at, at + 1)

    this = phrase.behind(at, "this")
    unit = phrase.unit(this or at)
    behind = phrase.behind((this or at) + 1, "to_date") if unit else None
    if behind:
        return _running(phrase, unit, at, behind)

    year = phrase.behind(at + 1, "to_date") if phrase.year(at) == phrase.today.year else None
    if year:
        return _running(phrase, "year", at, year)

    if phrase.month(at) == phrase.today.month:  # `December so far` is this one, and not the last whole one
        stop = at + 1 + (phrase.year(at + 1) == phrase.today.year)
        if month := phrase.behind(stop, "to_date"):
            return _running(phrase, "month", at, month)

    behind = phrase.behind(at, "running")
    month_at = phrase.skip(behind, "in", "of", "this") if behind else None
    if month_at and phrase.month(month_at) == phrase.today.month:
        return _running(phrase, "month", at, month_at + 1)

    this = phrase.behind(behind, "this") if behind else None
    return _running(phrase, phrase.unit(this), at, this + 1) if this and phrase.unit(this) else None


def ago(phrase: Phrase, at: int) -> Point | None:
    """`two years ago`, `a month ago`: the one whole unit that lies so far back."""
    number = 1 if phrase.at(at) in phrase.words.few else phrase.number(at)
    unit, behind = phrase.unit(at + 1), phrase.behind(at + 2, "ago")
    if not number or not unit or not behind:
        return None

    back = add(phrase.today, "quarter", -2 * number) if unit == "half" else add(phrase.today, unit, -number)
    return unit_of(phrase, back, unit, 1, _said(phrase, at, behind)), behind


def before_last(phrase: Phrase, at: int) -> Point | None:
    """`the year before last`: the unit before the last whole one."""
    unit, behind = phrase.unit(at), phrase.behind(at + 1, "before_last")
    if not unit or unit == "half" or not behind:
        return None

    return unit_of(phrase, add(phrase.today, unit, -2), unit, 1, _said(phrase, at, behind)), behind


def last_units(phrase: Phrase, at: int) -> Point | None:
    """`last year`, `past 30 days`, `previous 3 full months`: whole units before the running one."""
    behind = phrase.behind(at, "last")
    if behind is None:
        return None

    full = phrase.skip_kind(behind, "full")
    number = phrase.number(full)
    unit_at = phrase.skip_kind(full if number is None else full + 1, "full")
    unit = phrase.unit(unit_at)
    if not unit or number == 0 or (number or 0) > _MOST_UNITS:
        return None

    count = number or 1
    months = {"half": ("quarter", 2)}.get(unit, (unit, 1))
    start = first_day(phrase.today, unit, phrase.calendar.first_weekday)
    start = add(start, months[0], -count * months[1])
    said = _said(phrase, at, unit_at + 1)
    return Period(start, add(start, months[0], count * months[1]), (months[0], count * months[1]), said), (
        unit_at + 1
    )


def last_fiscal(phrase: Phrase, at: int) -> Point | None:
    """`last fiscal year`, `this fiscal quarter`, `fiscal year to date`."""
    last, this = phrase.behind(at, "last"), phrase.behind(at, "this")
    fiscal = phrase.behind(last or this or at, "fiscal")
    unit = phrase.unit(fiscal) if fiscal else ""
    if fiscal is None or unit not in ("year", "half", "quarter"):
        return None

    months = {"year": 12, "half": 6, "quarter": 3}[unit]
    year = fiscal_year(phrase.calendar, running_fiscal_year(phrase.calendar))
    passed = (phrase.today.year - year.year) * 12 + phrase.today.month - year.month
    start = add(year, "month", passed // months * months)
    behind = fiscal + 1
    if so_far := phrase.behind(behind, "to_date"):
        end = add(phrase.today, "day", 1)
        return Period(start, end, ("month", months), _said(phrase, at, so_far)), so_far

    if not (last or this):
        return None

    start = add(start, "month", -months) if last else start
    end = add(start, "month", months)
    return Period(start, end, ("month", months), _said(phrase, at, behind)), behind


def this_unit(phrase: Phrase, at: int) -> Point | None:
    """The running unit: `this month`, `the current week`."""
    behind = phrase.behind(at, "this")
    unit = phrase.unit(behind) if behind else ""
    if behind is None or not unit:
        return None

    return unit_of(phrase, phrase.today, unit, 1, _said(phrase, at, behind + 1)), behind + 1


def named_day(phrase: Phrase, at: int) -> Point | None:
    """`today`, `yesterday`, `the day before yesterday`."""
    for size in (4, 3, 2, 1):
        words = phrase.form[at : at + size]
        days = phrase.words.days.get(words)
        if days is not None:
            stop = at + len(words)  # at the end of a question there are fewer
            return unit_of(phrase, add(phrase.today, "day", days), "day", 1, _said(phrase, at, stop)), stop

    return None


def last_weekday(phrase: Phrase, at: int) -> Point | None:
    """`last Friday`, `last weekend`: the latest one that is over."""
    behind = phrase.behind(at, "last")
    if behind is None:
        return None

    weekday = phrase.words.weekdays.get(phrase.at(behind))
    if weekday:
        back = (phrase.today.isoweekday() - weekday - 1) % 7 + 1
        said = _said(phrase, at, behind + 1)
        return unit_of(phrase, add(phrase.today, "day", -back), "day", 1, said), behind + 1

    end = phrase.behind(behind, "weekend")
    if end is None:
        return None

    monday = add(phrase.today, "day", 1 - phrase.today.isoweekday())
    return Period(add(monday, "day", -2), monday, ("day", 2), _said(phrase, at, end)), end


def latest(today: date, this_year: Period) -> Period:
    """The most recent one of a part of the year that is named without a year: over, or but for a few days.

    On the last of December nobody means that of a year ago.
    """
    start, end = this_year.start, this_year.end
    if start is None or end is None or (start <= today and end <= add(today, "day", _DAYS_LEFT)):
        return this_year

    return Period(add(start, "year", -1), add(end, "year", -1), this_year.step)


def _running(phrase: Phrase, unit: str, at: int, behind: int) -> Point:
    start = first_day(phrase.today, unit, phrase.calendar.first_weekday)
    step = ("quarter", 2) if unit == "half" else (unit, 1)
    return Period(start, add(phrase.today, "day", 1), step, _said(phrase, at, behind)), behind


def _said(phrase: Phrase, at: int, behind: int) -> str:
    return " ".join(phrase.low[at:behind])
