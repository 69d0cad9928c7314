"""Tables of measurements: a row for each moment, or each moment and thing. Nobody counts such rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import chain, combinations

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role, role_of
from svcchat_magic.semantic.inference.event_columns import is_key_name
from svcchat_magic.semantic.inference.names import entity_words, member_name, words_of
from svcchat_magic.semantic.inference.numbering import is_row_number
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    TableProfile,
    quoted,
    rows_of,
    source_sql,
    whole,
)

_FEWEST_ROWS, _FEWEST_MOMENTS = 12, 3
_FULL = 0.8  # of all moments have a row
_FILLED = 0.5  # of all moments and things have one: some things begin later, others end
_ALONE = 0.99  # of the rows have a moment, or a moment and thing, of their own
_MOST_COUNTED = 1_000_000
_MOST_THINGS = 6  # columns that may tell the things apart
_DAYS = {"day": 1.0, "week": 7.0, "month": 30.44, "quarter": 91.31, "year": 365.25}
_PARTS = ("year", "month", "day")
_BEGIN = frozenset({"from", "start", "since", "begin", "effective", "valid"})
_END = frozenset({"to", "end", "until", "till", "through"})


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns of a table that has a row for each moment, or for each moment and thing."""

    moments: tuple[str, ...]
    things: tuple[str, ...]  # none for moments alone


def are_measurements(table: TableProfile, key: str, grid: Grid | None) -> bool:
    """Whether the rows are only where numbers stand: nothing of their own that anybody would count."""
    is_time = bool(key) and role_of(table.column(key), table).role is Role.TIME
    has_key = bool(key) and not is_time and not is_row_number(table.column(key))
    return grid is not None and not has_key


def are_history(table: TableProfile) -> bool:
    """Whether rows are what a number was from one day to another: the salaries that people have had."""
    roles = {column.name: role_of(column, table) for column in table.columns}
    levels = [each for each, role in roles.items() if role.role is Role.LEVEL]
    times = [set(words_of(each)) for each, role in roles.items() if role.role is Role.TIME]
    begins = any(not _BEGIN.isdisjoint(each) for each in times)
    ends = any(not _END.isdisjoint(each) for each in times)
    is_own = len(levels) == 1 and spelled_out(words_of(levels[0])) == entity_words(table.spoken)
    return is_own and begins and ends


def grid_of(engine: Engine, table: TableProfile) -> Grid | None:
    """The moments and the things that are measured; None for other tables."""
    roles = {column.name: role_of(column, table) for column in table.columns}
    moments = _moments(table, roles)
    numbers = [each for each in roles.values() if each.role in {Role.AMOUNT, Role.LEVEL, Role.SCALE}]
    if not moments or not numbers or not _FEWEST_ROWS <= table.rows <= _MOST_COUNTED:
        return None

    count = _different(engine, table, moments)
    if count < _FEWEST_MOMENTS:
        return None

    if count >= _ALONE * table.rows:
        return Grid(moments, ()) if _are_regular(table, moments, count) else None

    for things in _combinations(table, roles):
        cells = count
        for each in things:
            cells *= each.distinct

        names = tuple(each.name for each in things)
        is_full = _FILLED * cells <= table.rows <= cells / _FULL
        if is_full and _different(engine, table, (*moments, *names)) >= _ALONE * table.rows:
            return Grid(moments, names)

    return None


def _moments(table: TableProfile, roles: Mapping[str, ColumnRole]) -> tuple[str, ...]:
    """The one time of the table, or the parts that make it."""
    times = [each.name for each in table.columns if roles[each.name].role is Role.TIME]
    if times:
        return (times[0],) if len(times) == 1 else ()

    parts = [each for each in table.columns if each.kind == "integer" and each.name.lower() in _PARTS]
    return tuple(each.name for each in parts) if any(each.name.lower() == "year" for each in parts) else ()


def _combinations(
    table: TableProfile, roles: Mapping[str, ColumnRole]
) -> Iterator[tuple[ColumnProfile, ...]]:
    found = [each for each in table.columns if _tells_apart(each, roles[each.name])][:_MOST_THINGS]
    return chain(((each,) for each in found), combinations(found, 2))


def _tells_apart(column: ColumnProfile, role: ColumnRole) -> bool:
    """Whether a column may say of which thing a row is: a name, store_id, or what is no sure amount."""
    if column.kind == "text":
        return role.role in {Role.CATEGORY, Role.TEXT, Role.CODE}

    is_named = role.role is Role.CODE and is_key_name(column.name)
    return column.kind == "integer" and (is_named or bool(role.guess)) and not is_row_number(column)


def _different(engine: Engine, table: TableProfile, names: Sequence[str]) -> int:
    columns = ", ".join(map(quoted, names))
    sql = f"SELECT COUNT(*) FROM (SELECT DISTINCT {columns} FROM {source_sql(table.table)}) AS cells"
    return whole(rows_of(engine, sql)[0][0])


def _are_regular(table: TableProfile, moments: Sequence[str], count: int) -> bool:
    """Whether moments follow each other as days, weeks, months or years do: orders do not."""
    if len(moments) > 1 or table.column(moments[0]).kind == "integer":
        return True  # years, or years and months, each once

    column = table.column(moments[0])
    if not isinstance(column.lowest, date) or not isinstance(column.highest, date):
        return column.kind == "text"  # dates written as text are days at the finest

    apart = (column.highest - column.lowest).days / (count - 1)
    return any(each * _FULL <= apart <= each / _FULL for each in _DAYS.values())


def finest_of(column: ColumnProfile) -> str:
    """The unit of the moments of a time where all of them begin one: `year`, `month`, or an empty text."""
    ends = (column.lowest, column.highest)  # the values that were seen are the first ones
    seen = [each for each in (*column.seen, *ends) if isinstance(each, date)]
    if column.kind not in {"date", "time"} or len(set(seen)) < _FEWEST_MOMENTS:
        return ""

    if any(each.day != 1 or (isinstance(each, datetime) and each.time() != time()) for each in seen):
        return ""

    return "year" if all(each.month == 1 for each in seen) else "month"


def unit_of_rows(table: TableProfile, grid: Grid | None) -> dict[str, object]:
    """What people call such rows where each of them is one day, and of which things each is."""
    column = table.column(grid.moments[0]) if grid and len(grid.moments) == 1 else None
    if grid is None or column is None:
        return {}

    if not isinstance(column.lowest, date) or not isinstance(column.highest, date):
        return {}

    apart = (column.highest - column.lowest).days / max(column.distinct - 1, 1)
    is_daily = column.kind == "date" and _FULL <= apart <= 1 / _FULL
    return {"each": "day", "things": list(map(member_name, grid.things))} if is_daily else {}
