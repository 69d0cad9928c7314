"""Times that are to come: answered where the data hold rows of then, and refused where they end before."""

from dataclasses import replace
from datetime import date

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.meaning.tree import Within
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.analyst.telling.evidence import day_of
from svcchat_magic.errors import EngineError, QueryRefused

FUTURE = "future"


async def with_what_is_planned(read: Read, tools: Tools, today: date) -> Read:
    """The reading, stopped where it asks for a time of which nothing stands in the data."""
    planned, best = read.planned, read.best
    if planned is None or best is None or FUTURE in best.stops:
        return read

    for each in planned.analysis.where:
        is_ahead = isinstance(each, Within) and not each.negated and each.period.said
        start = each.period.start if isinstance(each, Within) and is_ahead else None
        if start is None or start <= today or not isinstance(each, Within):
            continue

        last = await _last_day(planned, each, tools)
        if last is None or last < start:
            return replace(read, best=replace(best, stops=(*best.stops, FUTURE)))

    return read


async def _last_day(planned: Planned, within: Within, tools: Tools) -> date | None:
    """The last day that has rows, of the date that a period is about."""
    if within.time is None or not planned.source.has(within.time):
        return None

    day = f"DATE_TRUNC('day', {planned.source.ref(within.time)})"
    order = "ORDER BY 1 DESC NULLS LAST\nLIMIT 1"
    sql = f"SELECT {day} AS last_day\nFROM {planned.source.text}\nGROUP BY 1\n{order}"
    try:
        rows = await tools.run_sql(sql)
    except (QueryRefused, EngineError):  # then nobody can tell what is planned
        return None

    return day_of(rows.rows[0][0]) if rows.rows else None
