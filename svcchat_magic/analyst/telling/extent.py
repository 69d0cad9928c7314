"""The first and the last day of the data, which tells an empty period from a wrong question."""

from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.periods import Period, add

_IMMATERIAL = 0.035  # of a period's days: a year's first days are holidays, on which little happens


@dataclass(frozen=True, slots=True)
class Extent:
    """The days of the rows, both included."""

    first: date
    last: date

    def lacks_comparison(self, period: Period | None) -> bool:
        """Whether the period before begins earlier than the data."""
        return self.begins_inside(period.before() if period else None)

    def begins_inside(self, period: Period | None) -> bool:
        """Whether the data begin after the period does, by more days than tell."""
        if period is None or period.start is None:
            return False

        days = (period.end - period.start).days if period.end else 0
        return (self.first - period.start).days > _IMMATERIAL * days

    def ends_inside(self, period: Period) -> bool:
        """Whether the data stop before the period does."""
        begun = period.start is None or period.start <= self.last
        return begun and period.end is not None and add(self.last, "day", 1) < period.end

    def beyond(self, period: Period, words: AnswerWords) -> str:
        """`the data end on 31 December 2024` for a period outside, or empty."""
        if period.start and period.start > self.last:
            return words.say("ends on", day=words.dates.day(self.last))

        is_before = period.end is not None and period.end <= self.first
        return words.say("begins on", day=words.dates.day(self.first)) if is_before else ""
