"""The words that times are read from, and the calendar that they are read against."""

from dataclasses import dataclass, field
from datetime import date

from svcchat_magic.analyst.language.calendar_words import CalendarWords, calendar_words
from svcchat_magic.analyst.language.periods import Period, add, first_day
from svcchat_magic.analyst.language.words import whole_number

Point = tuple[Period, int]  # a period and the index behind its words
Year = tuple[date, int]  # the first day of a year and the index behind its words
_MOST_SKIPPED = 8
_OLDEST_SHORT = 15  # `Q1 14` is no year of the data that people ask about


@dataclass(frozen=True, slots=True)
class Calendar:
    """The day that relative time is read against, and how weeks and fiscal years begin."""

    today: date
    first_weekday: int = 1  # Monday is 1, Sunday is 7
    fiscal_start: int = 1  # the first month of the fiscal year


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words of a question: in lower case, and in compared forms."""

    low: tuple[str, ...]
    form: tuple[str, ...]
    calendar: Calendar
    known: dict[int, Point | None] = field(default_factory=dict, compare=False, repr=False)

    @property
    def today(self) -> date:
        """The day of the question."""
        return self.calendar.today

    @property
    def words(self) -> CalendarWords:
        """What the words mean."""
        return calendar_words()

    def at(self, index: int) -> str:
        """The compared form of a word, empty outside the question."""
        return self.form[index] if 0 <= index < len(self.form) else ""

    def behind(self, index: int, kind: str) -> int | None:
        """The index behind a phrase of one of the kinds in `[words]`, None where there is none."""
        return self._behind(index, self.words.words[kind])

    def joint(self, index: int, kind: str) -> int | None:
        """The index behind a phrase of one of the kinds in `[ranges]`, None where there is none."""
        return self._behind(index, self.words.ranges[kind])

    def skip(self, index: int, *words: str) -> int:
        """The index behind any of these words, a few of them at most."""
        end = index + _MOST_SKIPPED
        while index < end and self.at(index) in words:
            index += 1

        return index

    def skip_kind(self, index: int, kind: str) -> int:
        """The index behind a phrase of a kind, or the same one."""
        return self.behind(index, kind) or index

    def unit(self, index: int) -> str:
        """The unit of time that a word is, or empty."""
        return self.words.units.get(self.at(index), "")

    def is_plural(self, index: int) -> bool:
        """Whether a word was typed with the ending that its compared form lacks."""
        return 0 <= index < len(self.low) and self.low[index] != self.form[index]

    def month(self, index: int) -> int | None:
        """The month that a word names, as it was typed or as a slip in it was mended."""
        low = self.low[index] if 0 <= index < len(self.low) else ""
        return self.words.months.get(low) or self.words.months.get(self.at(index))

    def number(self, index: int) -> int | None:
        """The number that a word is, `12` or `twelve`."""
        text = self.low[index] if 0 <= index < len(self.low) else ""
        if text in self.words.numbers:
            return self.words.numbers[text]

        return int(text) if text.isdecimal() and text.isascii() and len(text) <= 4 else None

    def ordinal(self, index: int) -> int | None:
        """The place that a word is, `third` or `3rd`."""
        text = self.at(index)
        bare = whole_number(text[:-2]) if text[-2:] in ("st", "nd", "rd", "th") else None
        return self.words.ordinals.get(text) or bare

    def year(self, index: int) -> int | None:
        """The year that a word is, 1900 to 2199."""
        number = self.number(index)
        return number if number is not None and 1900 <= number < 2200 else None

    def short_year(self, index: int) -> int | None:
        """The year that two digits are: `24`, `'24`."""
        text = self.low[index] if 0 <= index < len(self.low) else ""
        digits = text.lstrip("'’")
        number = whole_number(digits) if len(digits) == 2 else None
        if number is None:
            return None

        is_marked = digits != text
        likely = is_marked or _OLDEST_SHORT <= number <= self.today.year % 100 + 1
        return (2000 if number < 70 else 1900) + number if likely else None

    def _behind(self, index: int, phrases: tuple[tuple[str, ...], ...]) -> int | None:
        found = (each for each in phrases if self.form[index : index + len(each)] == each)
        return next((index + len(each) for each in found), None)


def fiscal_year(calendar: Calendar, year: int) -> date:
    """The first day of a fiscal year, which is named by the year that it ends in."""
    return date(year if calendar.fiscal_start == 1 else year - 1, calendar.fiscal_start, 1)


def running_fiscal_year(calendar: Calendar) -> int:
    """The fiscal year that today is in."""
    today = calendar.today
    return today.year + (1 < calendar.fiscal_start <= today.month)


def unit_of(phrase: Phrase, day: date, unit: str, count: int = 1, said: str = "") -> Period:
    """`count` whole units from the one that holds `day`."""
    start = first_day(day, unit, phrase.calendar.first_weekday)
    unit, count = ("quarter", 2 * count) if unit == "half" else (unit, count)
    return Period(start, add(start, unit, count), (unit, count), said)
