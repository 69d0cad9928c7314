"""Tables with a row for each day: where other tables only keep the number of a day, its date stands there."""

from collections.abc import Sequence
from datetime import date, timedelta

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import column_sql, without_key
from svcchat_magic.semantic.inference.draft_cube import DraftCube, Entry
from svcchat_magic.semantic.inference.names import distinct_name, member_name, title_of, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_GAPS = 0.02  # of the days between the first and the last may have no row
_KEYS = frozenset({"id", "key", "code", "number"})
_CALLED = frozenset(
    {"calendar", "calendars", "date", "dates", "day", "days", "time", "times", "period", "periods"}
)


def calendar_day(table: TableProfile, key: str) -> str:
    """The column of the days of a calendar that is known by another column, its key; else an empty text."""
    is_called_so = not _CALLED.isdisjoint((*words_of(table.name), *words_of(key or "")))
    if not is_called_so or not key or table.column(key).kind not in ("integer", "text"):
        return ""  # households of which one registered on each day are no calendar

    return next(
        (each.name for each in table.columns if each.kind == "date" and _is_each_day(each, table)), ""
    )


def _is_each_day(column: ColumnProfile, table: TableProfile) -> bool:
    first, last = column.lowest, column.highest
    if column.filled != table.rows or not isinstance(first, date) or not isinstance(last, date):
        return False

    days = (last - first) // timedelta(days=1) + 1
    return table.rows > 1 and (1 - _GAPS) * days <= table.rows <= days


def dates_in_calendar(
    dimensions: Sequence[Entry], column: ColumnProfile, calendar: DraftCube, day: str
) -> tuple[Entry, ...]:
    """The dimensions with the date that a key into a calendar stands for, before the other dates.

    Nobody asks for the key, nor twice for the date where the key itself is read as one, such as 20240131.
    """
    own = next((each for each in dimensions if each["sql"] == column_sql(column)), None)
    if own is None:
        return tuple(dimensions)

    words = spelled_out(words_of(column.name), column.kind)
    words = words[:-1] if len(words) > 1 and words[-1] in _KEYS else words
    used = {str(each["name"]) for each in dimensions}
    made: Entry = {
        "name": distinct_name(member_name("_".join(words)), used),
        "sql": f"{{{calendar.name}.{_name_of(calendar, day)}}}",
        "type": "time",
        "title": without_key(title_of(" ".join(words))),
    }
    own["meta"] = {"questions": False}
    keys = [each for each in dimensions if each.get("primary_key")]
    return (*keys, made, *(each for each in dimensions if not each.get("primary_key")))


def _name_of(calendar: DraftCube, day: str) -> str:
    """The member that shows the day."""
    return next(
        str(each["name"]) for each in calendar.dimensions if str(each["sql"]).strip('"').endswith(day)
    )
