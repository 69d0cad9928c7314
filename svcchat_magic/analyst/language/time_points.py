"""Reads one stretch of time at a place in the words: a day, a month, `Q3 2023`, `last 3 months`."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.language.periods import MONTHS, UNITS, Period, add, floor, whole
from svcchat_magic.analyst.language.words import whole_number

Point = tuple[Period, int]  # a period and the index behind its words
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
MONTH_NUMBERS = {name.lower()[:size]: number for number, name in enumerate(MONTHS, 1) for size in (3, 4, 9)}
_BEFORE_A_MONTH = (
    "in",
    "since",
    "from",
    "until",
    "till",
    "before",
    "after",
    "during",
    "to",
    "between",
    "and",
    "for",
    "only",
)
_MOST_SKIPPED = 8
_WORDS_ALSO_MONTHS = ("may", "march", "mar", "sep", "dec", "jan", "jun", "sept")


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words to read: in lower case, in compared forms, and the day that relative time is read against."""

    low: tuple[str, ...]
    form: tuple[str, ...]
    today: date

    def at(self, index: int) -> str:
        """The compared form of a word, empty outside the question."""
        return self.form[index] if 0 <= index < len(self.form) else ""

    def skip(self, index: int, *words: str) -> int:
        """The index behind any of these words, a few of them at most."""
        end = index + _MOST_SKIPPED
        while index < end and self.at(index) in words:
            index += 1

        return index

    def number(self, index: int) -> int | None:
        """The number that a word is, `12` or `twelve`."""
        text = self.low[index] if index < len(self.low) else ""
        if text in _NUMBERS:
            return _NUMBERS.index(text)

        return int(text) if text.isdecimal() and len(text) <= 4 else None

    def year(self, index: int) -> int | None:
        """The year that a word is, 1900 to 2199."""
        number = self.number(index)
        return number if number is not None and 1900 <= number < 2200 else None


def point_at(phrase: Phrase, at: int) -> Point | None:
    """A single stretch that begins at this word."""
    return None if at >= len(phrase.form) else _first_of(_POINTS, phrase, at)


def _iso(phrase: Phrase, at: int) -> Point | None:
    parts = [whole_number(part) or 0 for part in phrase.low[at].split("-")]
    if len(parts) not in (2, 3):
        return None

    try:
        day = date(parts[0], parts[1], parts[2] if len(parts) == 3 else 1)
    except ValueError:  # 2024-13: no day of any calendar
        return None

    known = 1900 <= day.year < 2200
    return (whole(day, "day" if len(parts) == 3 else "month"), at + 1) if known else None


def _day(phrase: Phrase, at: int) -> Point | None:
    """`5 March 2024`, `March 5, 2024`, `March 5th 2024`."""
    month = MONTH_NUMBERS.get(phrase.at(at + 1))
    number, behind = _day_number(phrase, at), at + 2
    if not (month and number):
        month, number = MONTH_NUMBERS.get(phrase.at(at)), _day_number(phrase, at + 1)

    if not (month and number):
        return None

    year_at = phrase.skip(behind, ",", "of")
    year = phrase.year(year_at)
    try:
        day = date(year or phrase.today.year, month, number)
    except ValueError:  # 31 February
        return None

    latest = day if year or day <= phrase.today else add(day, "year", -1)
    return whole(latest, "day"), year_at + 1 if year else behind


def _day_number(phrase: Phrase, at: int) -> int | None:
    text = phrase.at(at)
    bare = text[:-2] if text[-2:] in ("st", "nd", "rd", "th") else text
    number = whole_number(bare)
    return number if number is not None and 1 <= number <= 31 else None


def _month(phrase: Phrase, at: int) -> Point | None:
    month = MONTH_NUMBERS.get(phrase.low[at]) or MONTH_NUMBERS.get(phrase.at(at))
    if not month:
        return None

    behind = phrase.skip(at + 1, "of", ",")
    year = phrase.year(behind)
    if year:
        return whole(date(year, month, 1), "month"), behind + 1

    if phrase.low[at] in _WORDS_ALSO_MONTHS and phrase.at(at - 1) not in _BEFORE_A_MONTH:
        return None

    return _latest(phrase.today, whole(date(phrase.today.year, month, 1), "month")), at + 1


def _slashed(phrase: Phrase, at: int) -> Point | None:
    """`05/2023`: a month and a year; `03/04/2024` could be two days, so it is none."""
    month, year = (whole_number(part) or 0 for part in phrase.low[at].partition("/")[::2])
    known = 1 <= month <= 12 and 1900 <= year < 2200
    return (whole(date(year, month, 1), "month"), at + 1) if known else None


def _week_of(phrase: Phrase, at: int) -> Point | None:
    """`the week of 4 March 2024`."""
    if phrase.at(at) not in UNITS or phrase.at(at + 1) != "of":
        return None

    day_at = phrase.skip(at + 2, "the")
    day = _first_of(_DAYS, phrase, day_at) if day_at < len(phrase.form) else None
    if day is None or day[0].unit != "day" or day[0].start is None:
        return None

    return whole(day[0].start, phrase.at(at)), day[1]


def _ago(phrase: Phrase, at: int) -> Point | None:
    """`two years ago`: the one whole unit that lies so far back."""
    number, unit = phrase.number(at), phrase.at(at + 1)
    if not number or unit not in UNITS or phrase.at(at + 2) != "ago":
        return None

    said = " ".join(phrase.low[at : at + 3])
    return whole(add(phrase.today, unit, -number), unit, 1, said), at + 3


def _quarter(phrase: Phrase, at: int) -> Point | None:
    """`Q3 2023`, `2023 Q3`, `third quarter of 2023`, `first half of 2024`, `H1`."""
    if phrase.year(at) and _part(phrase, at + 1):
        months, number, _ = _part(phrase, at + 1) or (0, 0, 0)
        return _part_of_year(phrase.year(at) or 0, months, number), at + 2

    part = _part(phrase, at)
    if part is None:
        return None

    months, number, behind = part
    year_at = phrase.skip(behind, "of", ",", "in")
    year = phrase.year(year_at)
    if year:
        return _part_of_year(year, months, number), year_at + 1

    return _latest(phrase.today, _part_of_year(phrase.today.year, months, number)), behind


def _part(phrase: Phrase, at: int) -> tuple[int, int, int] | None:
    """(months, number, index behind) of a quarter or half."""
    word = phrase.at(at)
    if len(word) == 2 and word[0] in "qh" and word[1] in "1234":
        months, number, behind = (3 if word[0] == "q" else 6), int(word[1]), at + 1
    elif word in _ORDINALS and phrase.at(at + 1) in ("quarter", "half"):
        months, number, behind = (3 if phrase.at(at + 1) == "quarter" else 6), _ORDINALS[word], at + 2
    else:
        return None

    return (months, number, behind) if number * months <= 12 else None


def _part_of_year(year: int, months: int, number: int) -> Period:
    start = date(year, (number - 1) * months + 1, 1)
    return whole(start, "quarter", months // 3)


def _year(phrase: Phrase, at: int) -> Point | None:
    year = phrase.year(at)
    return (whole(date(year, 1, 1), "year"), at + 1) if year else None


def _last(phrase: Phrase, at: int) -> Point | None:
    """`last year`, `past 30 days`, `previous 3 full months`: whole units before the running one."""
    if phrase.at(at) not in ("last", "past", "previous", "prior"):
        return None

    number = phrase.number(at + 1)
    behind = phrase.skip(at + 1 if number is None else at + 2, "full", "complete", "whole", "calendar")
    unit = phrase.at(behind)
    if unit not in UNITS or number == 0 or (number or 0) > 999:
        return None

    count = number or 1
    start = add(floor(phrase.today, unit), unit, -count)
    return whole(start, unit, count, " ".join(phrase.low[at : behind + 1])), behind + 1


def _this(phrase: Phrase, at: int) -> Point | None:
    unit = phrase.at(at + 1)
    if phrase.at(at) not in ("this", "current") or unit not in UNITS:
        return None

    return whole(phrase.today, unit, 1, " ".join(phrase.low[at : at + 2])), at + 2


def _to_date(phrase: Phrase, at: int) -> Point | None:
    """`year to date`, `ytd`, `so far this year`."""
    short = {"ytd": "year", "qtd": "quarter", "mtd": "month"}.get(phrase.at(at), "")
    if short:
        return _running(phrase, short, at, at + 1)

    if phrase.at(at) in UNITS and phrase.form[at + 1 : at + 3] == ("to", "date"):
        return _running(phrase, phrase.at(at), at, at + 3)

    if phrase.form[at : at + 3] == ("so", "far", "this") and phrase.at(at + 3) in UNITS:
        return _running(phrase, phrase.at(at + 3), at, at + 4)

    if phrase.form[at : at + 1] == ("this",) and phrase.form[at + 2 : at + 4] == ("so", "far"):
        return _running(phrase, phrase.at(at + 1), at, at + 4) if phrase.at(at + 1) in UNITS else None

    return None


def _running(phrase: Phrase, unit: str, at: int, behind: int) -> Point:
    end = add(phrase.today, "day", 1)
    return Period(floor(phrase.today, unit), end, (unit, 1), " ".join(phrase.low[at:behind])), behind


def _named_day(phrase: Phrase, at: int) -> Point | None:
    back = {"today": 0, "yesterday": 1}.get(phrase.low[at])
    if back is None:
        return None

    return whole(add(phrase.today, "day", -back), "day", 1, phrase.low[at]), at + 1


_Reader = Callable[[Phrase, int], Point | None]
_POINTS: tuple[_Reader, ...] = (
    _iso, _slashed, _to_date, _ago, _week_of, _last, _this, _named_day, _day, _month, _quarter, _year,
)  # fmt: skip
_DAYS = tuple(reader for reader in _POINTS if reader is not _week_of)  # no week of a week of a week...


def _first_of(readers: tuple[_Reader, ...], phrase: Phrase, at: int) -> Point | None:
    return next((found for reader in readers if (found := reader(phrase, at))), None)


def _latest(today: date, this_year: Period) -> Period:
    """The most recent finished one of a month or quarter that is named without a year."""
    if this_year.start is None or this_year.end is None or this_year.end <= today:
        return this_year

    step = this_year.step
    return Period(add(this_year.start, "year", -1), add(this_year.end, "year", -1), step)
