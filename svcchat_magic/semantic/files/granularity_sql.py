"""Granularities of one's own, as SQL that gives the beginning of the interval that holds a time."""

from datetime import datetime, timedelta

from svcchat_magic.semantic.model.calendar import FISCAL_UNITS, Calendar
from svcchat_magic.semantic.model.intervals import interval_parts
from svcchat_magic.semantic.model.member_parts import Granularity

GRAINS = ("second", "minute", "hour", "day", "week", "month", "quarter", "year", *FISCAL_UNITS)
_OF_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_DAY = 86400
_LAST_DAY = 28  # that every month has


def granularity_problem(granularity: Granularity) -> str:
    """Why its intervals cannot be laid out; empty when they can."""
    if granularity.sql or not granularity.interval:
        return ""

    parts = interval_parts(granularity.interval)
    if len(parts) != 1 or parts[0][0] < 1:
        return "must be a number of one unit, such as 2 weeks"

    if granularity.origin and granularity.offset:
        return "takes origin or offset, not both"

    if granularity.origin:
        return _origin_problem(granularity)

    return (
        ""
        if _divides_the_calendar(*parts[0])
        else "needs an origin, because it divides no day or year evenly"
    )


def cut_sql(reference: str, unit: str, calendar: Calendar) -> str:
    """A time cut to a unit of the model's calendar, as SQL."""
    cut = calendar.cut(unit)
    if not cut.amount:
        return f"DATE_TRUNC('{cut.unit}', {reference})"

    moved = interval_sql(f"{cut.amount} {cut.moved}")
    return f"(DATE_TRUNC('{cut.unit}', {reference} + {moved}) - {moved})"


def granular_sql(reference: str, granularity: Granularity, calendar: Calendar) -> str:
    """The beginning of the interval that holds a time, as SQL over a reference to it."""
    if granularity.sql:
        return granularity.sql

    (number, unit), *_ = interval_parts(granularity.interval)
    width = interval_sql(granularity.interval)
    if granularity.origin:
        return _from_origin(reference, width, unit, _moment(granularity.origin))

    unshifted = f"{reference} - {interval_sql(granularity.offset)}" if granularity.offset else reference
    begin = cut_sql(unshifted, unit, calendar) if number == 1 else f"TIME_BUCKET({width}, {unshifted})"
    return f"{begin} + {interval_sql(granularity.offset)}" if granularity.offset else begin


def interval_sql(text: str) -> str:
    """A length of time as SQL."""
    parts = (f"INTERVAL '{number}' {unit.upper()}" for number, unit in interval_parts(text))
    return f"({' + '.join(parts)})"


def _from_origin(reference: str, width: str, unit: str, origin: datetime) -> str:
    """Buckets of months begin with a month: the rest of the origin is taken off before, and added after."""
    if unit not in _OF_MONTHS:
        return f"TIME_BUCKET({width}, {reference}, {_time_sql(origin)})"

    first = origin.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    beyond = int((origin - first) / timedelta(seconds=1))
    moved = f"(INTERVAL '{beyond}' SECOND)"
    return f"TIME_BUCKET({width}, {reference} - {moved}, {_time_sql(first)}) + {moved}"


def _time_sql(moment: datetime) -> str:
    return f"CAST('{moment.isoformat(sep=' ')}' AS TIMESTAMP)"


def _origin_problem(granularity: Granularity) -> str:
    try:
        origin = _moment(granularity.origin)
    except ValueError:
        return "has an origin that is no date, such as 2024-01-15"

    unit = interval_parts(granularity.interval)[0][1]
    return (
        f"has an origin after day {_LAST_DAY} of a month"
        if unit in _OF_MONTHS and origin.day > _LAST_DAY
        else ""
    )


def _moment(text: str) -> datetime:
    """An origin: a date or time, or a year or month for its beginning."""
    whole = text + "-01" * (2 - text.count("-")) if len(text) <= len("2024-01") else text
    return datetime.fromisoformat(whole).replace(tzinfo=None)


def _divides_the_calendar(number: int, unit: str) -> bool:
    if unit in _OF_MONTHS:
        months = number * _OF_MONTHS[unit]
        return months <= 12 and 12 % months == 0

    return number == 1 or _DAY % (number * _SECONDS.get(unit, _DAY)) == 0
