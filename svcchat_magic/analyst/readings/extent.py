"""Reads the first and the last day of the data, or the latest of levels, where an answer may need them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.telling.evidence import day_of
from svcchat_magic.analyst.telling.extent import Extent
from svcchat_magic.analyst.telling.reading import Reading
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.errors import EngineError, QueryRefused


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


async def with_moment(tools: Tools, result: Result) -> Result:
    """The result with the moment that the figures of a level are of."""
    latest = result.query.latest
    return replace(result, latest=await _first(tools, latest.sql)) if latest and latest.sql else result


async def _day(tools: Tools, reading: Reading, *, newest: bool) -> date | None:
    return await _first(tools, _extent_sql(reading, newest=newest))


async def _first(tools: Tools, sql: str) -> date | None:
    """The day that a statement gives."""
    try:
        rows = await tools.run_sql(sql)
    except (QueryRefused, EngineError):  # the answer then says less about the ends of the data
        return None

    return day_of(rows.rows[0][0]) if rows.rows else None


def _extent_sql(reading: Reading, *, newest: bool) -> str:
    """The first or the last day that has rows at all."""
    if reading.time is None:
        raise ValueError("a reading without time has no extent")

    day = f"{name(reading.time.table)}.{name(reading.time.name)}"
    end = " DESC" if newest else ""
    table = name(reading.time.table)
    return f"SELECT DATE_TRUNC('day', {day}) AS first_day\nFROM {table}\nGROUP BY 1\nORDER BY 1{end}\nLIMIT 1"
