"""Arithmetic with times that are written in a query, as databases do it."""

from calendar import monthrange
from datetime import datetime, timedelta

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.calendar import Calendar

_MONTHS = {"month": 1, "quarter": 3, "year": 12}


def moved(moment: datetime, amount: int, unit: str) -> datetime:
    """The moment so many units later; a day that the month does not have becomes its last.

    Raises QueryRefused outside the years 1 to 9999.
    """
    try:
        if unit not in _MONTHS:
            return moment + timedelta(**{f"{unit}s": amount})

        years, month = divmod(moment.year * 12 + moment.month - 1 + amount * _MONTHS[unit], 12)
        last = monthrange(years, month + 1)[1]
        return moment.replace(year=years, month=month + 1, day=min(moment.day, last))
    except (OverflowError, ValueError) as error:
        raise QueryRefused("A time in the query is outside the years 1 to 9999.") from error


def cut(moment: datetime, unit: str, calendar: Calendar) -> datetime:
    """The start of the unit of DATE_TRUNC that a moment is in, as a model's calendar has it."""
    how = calendar.cut(unit)
    found = truncated(moved(moment, how.amount, how.moved), how.unit)
    return moved(found, -how.amount, how.moved)


def truncated(moment: datetime, unit: str) -> datetime:
    """The start of the second, minute, hour, day, week (Monday), month, quarter or year of a moment."""
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    match unit:
        case "year":
            return midnight.replace(month=1, day=1)
        case "quarter":
            return midnight.replace(month=moment.month - (moment.month - 1) % 3, day=1)
        case "month":
            return midnight.replace(day=1)
        case "week":
            return midnight - timedelta(days=moment.weekday())
        case "day":
            return midnight
        case "hour":
            return moment.replace(minute=0, second=0, microsecond=0)
        case "minute":
            return moment.replace(second=0, microsecond=0)
        case _:
            return moment.replace(microsecond=0)
