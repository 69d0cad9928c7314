"""Reads the first and the last day of the data, or the latest of levels, where an answer may need them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.language.periods import add, floor
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.telling.evidence import day_of
from svcchat_magic.analyst.telling.extent import Extent
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.errors import EngineError, QueryRefused


async def extent_of(tools: Tools, results: Sequence[Result]) -> Extent | None:
    """Read only where an answer may need it: nothing was found, periods are compared, or one is relative."""
    reading = next((each.query.reading for each in results if _may_matter(each)), None)
    if reading is None or reading.time is None:
        return None

    time = reading.time
    table, day = name(time.table), f"{name(time.table)}.{name(time.name)}"
    days = await _days(tools, f"SELECT MIN({day}) AS first_day, MAX({day}) AS last_day\nFROM {table}")
    if len(days) != 2 or not days[0] or not days[1]:
        return None

    unit = reading.finest or "day"  # a moment that stands for a year is all of it
    return Extent(days[0], add(floor(days[1], unit), unit, 1) - timedelta(days=1))


def _may_matter(result: Result) -> bool:
    reading = result.query.reading
    if not reading.period or not reading.time:
        return False

    return bool(result.is_empty or reading.growth or reading.period.said)


async def with_moment(tools: Tools, result: Result) -> Result:
    """The result with the moment that the figures of a level are of."""
    latest = result.query.latest
    if not latest or not latest.sql:
        return result

    return replace(result, latest=next(iter(await _days(tools, latest.sql)), None))


async def with_hours_known(tools: Tools, result: Result) -> Result:
    """The result of a first hour with whether the dates have hours at all."""
    time = result.query.hours_of
    if not (time and result.query.limit and result.is_at_midnight):
        return result

    hour = f"EXTRACT(HOUR FROM {name(time.table)}.{name(time.name)})"
    found = await _first_row(tools, f"SELECT MAX({hour}) AS last_hour\nFROM {name(time.table)}")
    return replace(result, has_no_hours=found == (0,))


async def _days(tools: Tools, sql: str) -> list[date | None]:
    """The days in the first row of a statement."""
    return [day_of(each) for each in await _first_row(tools, sql)]


async def _first_row(tools: Tools, sql: str) -> tuple[object, ...]:
    try:
        rows = await tools.run_sql(sql)
    except (QueryRefused, EngineError):  # the answer then says less about the ends of the data
        return ()

    return tuple(rows.rows[0]) if rows.rows else ()
