"""Columns that hold a level, such as a population or a balance: added up over things, never over time.

The name must say so, the table must have a row for each moment and thing, and the values must last: from one
moment to the next they stay about what they are.
"""

from collections.abc import Sequence

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_roles import Role, role_of
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.measurements import Grid
from svcchat_magic.semantic.inference.names import is_plural, singular, words_of
from svcchat_magic.semantic.inference.table_profile import (
    TableProfile,
    quoted,
    rows_of,
    source_sql,
    value_sql,
)

_MOST_CHANGE = 0.25  # of a value, on average, from one moment to the next; values at random have 0.5
_NUMBERS = frozenset({Role.AMOUNT, Role.LEVEL, Role.SCALE})
_SIZES = frozenset({"closing", "level", "size"})  # say nothing against a level: stock level, closing stock


def level_columns(engine: Engine, table: TableProfile, grid: Grid | None) -> frozenset[str]:
    """The columns of a table of measurements that hold levels."""
    if grid is None:
        return frozenset()

    numbers = (each for each in table.columns if role_of(each, table).role in _NUMBERS)
    named = (each.name for each in numbers if names_level(each.name))
    return frozenset(each for each in named if _lasts(engine, table, grid, each))


def names_level(name: str) -> bool:
    """Whether a column's name says that it holds a level: `pop`, `stock_on_hand`, but not `stock_price`."""
    words = {singular(each) for each in spelled_out(words_of(name))}
    levels = words & _singulars("stocks")
    against = (_singulars("levels") | _singulars("rates") | _singulars("flows")) - levels - _SIZES
    return (bool(levels) and not words & against) or _stand(name, words)


def _stand(name: str, words: set[str]) -> bool:
    """Whether things are counted that are there at a moment: active users, no active minutes."""
    standing = words & _singulars("standing")
    others = words - standing
    against = (
        _singulars("levels") | _singulars("rates") | _singulars("flows") | _singulars("money")
        | _singulars("units") | _singulars("lasting") | {"calorie", "hour", "minute", "second", "step"}
    )  # fmt: skip
    return bool(standing and others) and is_plural(name) and not others & against


def _singulars(kind: str) -> frozenset[str]:
    return frozenset(map(singular, words_that_are(kind)))


def _lasts(engine: Engine, table: TableProfile, grid: Grid, column: str) -> bool:
    """Whether the values of each thing change little from one moment to the next."""
    things = f"PARTITION BY {_listed(grid.things)} " if grid.things else ""
    value = value_sql(table.column(column))
    before = f"LAG({value}) OVER ({things}ORDER BY {_listed(grid.moments)})"
    larger = "CASE WHEN ABS(value) > ABS(earlier) THEN ABS(value) ELSE ABS(earlier) END"
    sql = (
        f"SELECT AVG(ABS(value - earlier) * 1.0 / NULLIF({larger}, 0)) "
        f"FROM (SELECT {value} AS value, {before} AS earlier FROM {source_sql(table.table)}) AS steps"
    )
    (change,) = rows_of(engine, sql)[0]
    return change is not None and float(str(change)) <= _MOST_CHANGE


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(quoted, names))
