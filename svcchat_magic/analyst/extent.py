"""The first and the last day of the data, which tells an empty period from a wrong question."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.periods import Period, add, day_name
from svcchat_magic.analyst.planner import extent_sql
from svcchat_magic.analyst.reading import Reading
from svcchat_magic.analyst.results import Result, day_of
from svcchat_magic.errors import EngineError, QueryRefused


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


async def extent_of(tools: Tools, results: Sequence[Result]) -> Extent | None:
    """Read only where an answer may need it: nothing was found, periods are compared, or one is relative."""
    reading = next((each.query.reading for each in results if _may_matter(each)), None)
    if reading is None or reading.time is None:
        return None

    days = [await _day(tools, reading, newest=newest) for newest in (False, True)]
    return Extent(days[0], days[1]) if days[0] and days[1] else None


def _may_matter(result: Result) -> bool:
    reading = result.query.reading
    if not reading.period or not reading.time:
        return False

    return bool(result.is_empty or reading.growth or reading.period.said)


async def _day(tools: Tools, reading: Reading, *, newest: bool) -> date | None:
    try:
        rows = await tools.run_sql(extent_sql(reading, newest=newest))
    except (QueryRefused, EngineError):  # the answer then says less about the ends of the data
        return None

    return day_of(rows.rows[0][0]) if rows.rows else None
