"""Stretches of days: calendar arithmetic, names, and the period before."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from svcchat_magic.analyst.language.date_names import DateNames, date_names

UNITS = ("year", "quarter", "month", "week", "day")
_DAY = timedelta(days=1)
_MONTHS_IN = {"year": 12, "half": 6, "quarter": 3, "month": 1}


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `start` up to, not including, `end`; None leaves that side open.

    `step` is how far back the period to compare with lies, as (unit, count).
    """

    start: date | None
    end: date | None
    step: tuple[str, int] | None = None
    said: str = ""  # the relative words it was read from, such as "last year"
    hole: tuple[date, date] | None = None  # days in between that do not belong to it

    @property
    def unit(self) -> str:
        """The unit this is exactly one of, or empty."""
        if self.start is None or self.end is None or self.step is None or self.hole:
            return ""

        unit = self.step[0]
        begins = unit == "week" or floor(self.start, unit) == self.start  # weeks begin on any day
        return unit if begins and add(self.start, unit, 1) == self.end else ""

    @property
    def label(self) -> str:
        """Its name in English: `2024`, `Q3 2023`, `March to May 2024`."""
        return self.named(date_names())[1]

    @property
    def phrase(self) -> str:
        """Its name behind the fitting preposition, in English: `in 2024`, `since May 2023`."""
        return self.named(date_names())[0]

    def before(self) -> "Period | None":
        """The period to compare with, or None when there is none."""
        if self.start is None or self.end is None or self.step is None:
            return None

        unit, count = self.step
        return Period(add(self.start, unit, -count), add(self.end, unit, -count), self.step)

    def until_today(self, today: date) -> "Period":
        """The same period without the days that have not come yet."""
        tomorrow = today + _DAY
        if self.end is None or self.start is None or not self.start < tomorrow < self.end:
            return self

        return Period(self.start, tomorrow, self.step, self.said)

    def is_running(self, today: date) -> bool:
        """Whether it has begun and is not over."""
        return self.end is not None and (self.start or today) <= today < self.end

    def days(self) -> int | None:
        """Its length in days, or None when it is open."""
        return None if self.start is None or self.end is None else (self.end - self.start).days

    def named(self, names: DateNames) -> tuple[str, str]:
        """(`in 2024`, `2024`): its name with the fitting preposition, and without one."""
        if self.hole:
            first = Period(self.start, self.hole[0]).named(names)[1]
            label = names.say("both", first=first, last=Period(self.hole[1], self.end).named(names)[1])
            return names.say("in_both", name=label), label

        if self.start is None or self.end is None:
            return self._open(names)

        for unit in UNITS:
            begins = floor(self.start, unit) == self.start or (unit == "week" and self.unit == "week")
            if begins and add(self.start, unit, 1) == self.end:
                label = names.unit(self.start, unit)
                return names.say(f"in_{unit}", name=label), label

        label = _span_name(self.start, self.end - _DAY, names)
        return names.say("between", name=label), label

    def _open(self, names: DateNames) -> tuple[str, str]:
        if self.start is None and self.end is None:
            return names.say("in_always"), names.say("always")

        edge, form = (self.start, "since") if self.start else (self.end, "before")
        label = _start_name(edge, names) if edge else ""
        return names.say(form, name=label), label


def whole(day: date, unit: str, count: int = 1, said: str = "") -> Period:
    """`count` whole units from the one that holds `day`."""
    start = floor(day, unit)
    return Period(start, add(start, unit, count), (unit, count), said)


def hull(first: Period, last: Period) -> Period:
    """From the beginning of the earlier one to the end of the later one."""
    starts = [each.start for each in (first, last) if each.start]
    ends = [each.end for each in (first, last) if each.end]
    start, end = min(starts), max(ends)
    for unit in UNITS:
        count = _count(start, end, unit)
        if count:
            return Period(start, end, (unit, count))

    return Period(start, end, ("year", 1))


def against(earlier: Period, later: Period) -> Period:
    """`later`, to be compared with `earlier`: both exactly one unit of the same kind, or the same months."""
    unit, start, steps = later.unit or "month", later.start, 1
    while start and earlier.start and add(start, unit, -steps) > earlier.start:
        steps += 1

    return Period(later.start, later.end, (unit, steps))


def both(earlier: Period, later: Period) -> Period:
    """The days of two periods, which need not touch."""
    apart = earlier.end and later.start and earlier.end < later.start
    hole = (earlier.end, later.start) if apart and earlier.end and later.start else None
    return Period(earlier.start, later.end, hole=hole)


def floor(day: date, unit: str) -> date:
    """The first day of the unit that holds `day`; weeks begin on Monday."""
    return first_day(day, unit, 1)


def first_day(day: date, unit: str, first_weekday: int) -> date:
    """The first day of the unit that holds `day`; Monday is weekday 1."""
    if unit == "week":
        return date.fromordinal(max(day.toordinal() - (day.isoweekday() - first_weekday) % 7, 1))

    if unit == "day":
        return day

    months = _MONTHS_IN[unit]
    return date(day.year, (day.month - 1) // months * months + 1, 1)


def add(day: date, unit: str, count: int) -> date:
    """`day` moved by whole units; the 31st becomes the last day of a shorter month.

    Beyond the calendar's ends it stays at them: data holds dates such as 9999-12-31.
    """
    if unit in ("week", "day"):
        ordinal = day.toordinal() + count * (7 if unit == "week" else 1)
        return date.fromordinal(min(max(ordinal, 1), date.max.toordinal()))

    months = day.year * 12 + day.month - 1 + count * _MONTHS_IN[unit]
    year, month = divmod(months, 12)
    if not date.min.year <= year <= date.max.year:
        return date.max if count > 0 else date.min

    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def unit_name(day: date, unit: str) -> str:
    """What a unit that begins on `day` is called in English: `2024`, `Q3 2024`, `March 2024`."""
    return date_names().unit(day, unit)


def day_name(day: date) -> str:
    """`4 March 2024`."""
    return date_names().day(day)


def _start_name(day: date, names: DateNames) -> str:
    if day.day != 1:
        return names.day(day)

    return names.unit(day, "year" if day.month == 1 else "month")


def _span_name(first: date, last: date, names: DateNames) -> str:
    after = last + _DAY
    if floor(first, "year") == first and floor(after, "year") == after:
        return names.say("to", first=names.unit(first, "year"), last=names.unit(last, "year"))

    if first.day == 1 and after.day == 1:
        month = names.months[first.month - 1]
        begin = month if first.year == last.year else names.unit(first, "month")
        return names.say("to", first=begin, last=names.unit(last, "month"))

    if first.year != last.year:
        return names.say("to", first=names.day(first), last=names.day(last))

    form = "day_number" if first.month == last.month else "day_of_month"
    begin = names.say(form, number=first.day, month=names.months[first.month - 1])
    return names.say("to", first=begin, last=names.day(last))


def _count(start: date, end: date, unit: str) -> int:
    """How many whole units make up the stretch, 0 when they do not."""
    if floor(start, unit) != start or floor(end, unit) != end:
        return 0

    length = {"year": 366, "quarter": 92, "month": 31, "week": 7, "day": 1}[unit]
    guess = max(1, (end - start).days // length)
    while add(start, unit, guess) < end:
        guess += 1

    return guess if add(start, unit, guess) == end else 0
