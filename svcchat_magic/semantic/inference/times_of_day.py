"""Moments that a table has in two columns: a date, and the time of day beside it, as a time or as text.

`Date` and `Time`, or `order_date` and `order_time`: they are one moment, and who asks by hour means it. Where
several dates may have that time and no name says which, the dates stay days.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, time

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import column_sql
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile
from svcchat_magic.semantic.inference.written_dates import written_form

_SAYING = frozenset({"date", "day", "time", "hour", "clock", "of", "at", "timestamp"})
_CLOCKS = frozenset({"time", "clock", "hour"})
_WRITTEN = re.compile(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?")
_HALVES = re.compile(r"(0?\d|1[0-2]):[0-5]\d ?[AaPp][Mm]")
_FEWEST = 2  # different times that say that they are of the day


def times_of_day(table: TableProfile) -> Mapping[str, str]:
    """The time of day that belongs to a date, as SQL, by the date's column."""
    dates = [each for each in table.columns if _is_date(each)]
    clocks = [(each, sql) for each in table.columns if (sql := clock_sql(each))]
    return dict(_pairs(dates, clocks))


def _pairs(dates: list[ColumnProfile], clocks: list[tuple[ColumnProfile, str]]) -> Iterator[tuple[str, str]]:
    for date in dates:
        named = [sql for clock, sql in clocks if _of(clock) == _of(date)]
        if len(named) == 1 and sum(_of(each) == _of(date) for each in dates) == 1:
            yield date.name, named[0]
        elif not named and len(dates) == len(clocks) == 1 and not (_of(dates[0]) and _of(clocks[0][0])):
            yield date.name, clocks[0][1]


def _is_date(column: ColumnProfile) -> bool:
    """Whether a column has days without a time of day."""
    if column.kind == "time":
        return bool(column.seen) and all(
            isinstance(each, datetime) and each.time() == time() for each in column.seen
        )

    if column.kind != "text":
        return column.kind == "date"

    form, _ = written_form([str(each).strip() for each in column.seen]) if column.seen else ("", 0.0)
    return bool(form) and "%H" not in form


def clock_sql(column: ColumnProfile) -> str:
    """The time of day of a column; empty where it has none."""
    if _CLOCKS.isdisjoint(_words(column)) or len(set(column.seen)) < _FEWEST:
        return ""

    sql, values = column_sql(column), [str(each).strip() for each in column.seen]
    if column.kind in ("other", "text") and all(map(_WRITTEN.fullmatch, values)):
        return f"TRY_CAST({sql} AS TIME)" if column.kind == "other" else f"TRY_CAST(TRIM({sql}) AS TIME)"

    if column.kind == "text" and all(map(_HALVES.fullmatch, values)):
        return f"CAST(TRY_STRPTIME(REPLACE(TRIM({sql}), ' ', ''), '%I:%M%p') AS TIME)"

    return ""


def _of(column: ColumnProfile) -> tuple[str, ...]:
    """What a date or a time is of: an order, of `order_date` and of `order_time`."""
    return tuple(each for each in _words(column) if each not in _SAYING)


def _words(column: ColumnProfile) -> tuple[str, ...]:
    return spelled_out(words_of(column.name), column.kind)


def at_time_of_day(date_sql: str, clock_sql: str) -> str:
    """The moment, at which a row without a time of day is one of midnight."""
    return f"CAST({date_sql} AS DATE) + COALESCE({clock_sql}, TIME '00:00:00')"
