"""The first and the last day of the data, which tells an empty period from a wrong question."""

from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.language.periods import Period, add, day_name


@dataclass(frozen=True, slots=True)
class Extent:
    """The days of the rows, both included."""

    first: date
    last: date

    def lacks_comparison(self, period: Period | None) -> bool:
        """Whether the period before begins earlier than the data."""
        before = period.before() if period else None
        return bool(before and before.start and before.start < self.first)

    def ends_inside(self, period: Period) -> bool:
        """Whether the data stop before the period does."""
        begun = period.start is None or period.start <= self.last
        return begun and period.end is not None and add(self.last, "day", 1) < period.end

    def beyond(self, period: Period) -> str:
        """`the data end on 31 December 2024` for a period outside, or empty."""
        if period.start and period.start > self.last:
            return f"the data end on {day_name(self.last)}"

        return f"the data begin on {day_name(self.first)}" if period.end and period.end <= self.first else ""
