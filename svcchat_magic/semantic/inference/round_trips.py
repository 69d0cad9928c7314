"""References that no name tells, but the rows of both sides: to a row that belongs to the one that names it.

The capital of a country is a city, though the column is called neither so nor by a key: its number is that
of a city, and that city is of this very country. So is the answer that a question's author accepted.
"""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.key_finding import (
    TELLING_VALUES,
    Relationship,
    are_alike,
    is_unique,
    share_found,
)
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    TableProfile,
    quoted,
    rows_of,
    source_sql,
    value_sql,
    whole,
)

_NUMBERS = frozenset({"integer", "text"})


def with_round_trips(
    engine: Engine,
    tables: Sequence[TableProfile],
    keys: Mapping[str, str],
    found: Sequence[Relationship],
) -> tuple[Relationship, ...]:
    """The references with those to the own table and back to it; raises EngineError."""
    referring = {(each.table, each.column) for each in found}
    given = {each.name: each for each in tables if not each.table.sql and keys.get(each.name)}
    rest = [
        (table, column)
        for table in given.values()
        for column in table.columns
        if (table.name, column.name) not in referring and _may_refer(table, column, keys)
    ]
    above = [each for table, column in rest if (each := _to_row_above(engine, table, column, keys))]
    known = [*found, *above]
    taken = {(each.table, each.column) for each in above}
    for table, column in rest:
        trips = (
            () if (table.name, column.name) in taken else _trips(engine, table, column, keys, known, given)
        )
        known += [each for each, _ in zip(trips, range(1), strict=False)]

    return tuple(known)


def _may_refer(table: TableProfile, column: ColumnProfile, keys: Mapping[str, str]) -> bool:
    is_number = column.kind in _NUMBERS and column.written is None
    return is_number and column.name != keys[table.name] and column.distinct >= TELLING_VALUES


def _to_row_above(
    engine: Engine, table: TableProfile, column: ColumnProfile, keys: Mapping[str, str]
) -> Relationship | None:
    """`parent_id`: that of another row of the same table, which the topmost have none of."""
    words = words_of(column.name)
    says_so = not words_that_are("above_rows").isdisjoint(words) and words[-1:] in (("id",), ("key",))
    key = table.column(keys[table.name])
    if not says_so or column.filled >= table.measured or not are_alike(column, key):
        return None

    share = share_found(engine, table, column, table, key)
    if share < 1:
        return None

    return Relationship(table.name, column.name, table.name, key.name, False, share, named=True)


def _trips(
    engine: Engine,
    table: TableProfile,
    column: ColumnProfile,
    keys: Mapping[str, str],
    known: Sequence[Relationship],
    given: Mapping[str, TableProfile],
) -> Iterator[Relationship]:
    """The tables whose rows belong to those of this one, each row naming one of its own."""
    for back in known:
        other = given.get(back.table)
        if back.target != table.name or other is None or back.found < 1:
            continue

        key = other.column(keys[other.name])
        may_be = are_alike(column, key) and _lies_within(column, key)
        if may_be and _returns(engine, table, column, other, key, back):
            unique = is_unique(engine, table, column)
            yield Relationship(table.name, column.name, other.name, key.name, unique, 1.0, named=True)


def _lies_within(column: ColumnProfile, key: ColumnProfile) -> bool:
    """Whether the ends of a column lie between those of the key: most numbers are told apart by these."""
    ends = (column.lowest, column.highest, key.lowest, key.highest)
    if not all(isinstance(each, int) for each in ends):
        return column.kind == key.kind == "text"

    low, high, least, most = (int(str(each)) for each in ends)
    return least <= low and high <= most


def _returns(
    engine: Engine,
    table: TableProfile,
    column: ColumnProfile,
    other: TableProfile,
    key: ColumnProfile,
    back: Relationship,
) -> bool:
    """Whether each row names one of the other table that belongs to it, and does not only count the rows."""
    held = other.column(back.column)
    counts = "given.v = given.k" if are_alike(column, table.column(back.key)) else "FALSE"
    sql = (
        f"SELECT COUNT(*), COUNT(held.k), COUNT(CASE WHEN held.b = given.k THEN 1 END), "
        f"COUNT(CASE WHEN {counts} THEN 1 END) FROM "
        f"(SELECT {value_sql(table.column(back.key))} AS k, {value_sql(column)} AS v "
        f"FROM {source_sql(table.table)} WHERE {quoted(column.name)} IS NOT NULL) AS given "
        f"LEFT JOIN (SELECT {value_sql(key)} AS k, {value_sql(held)} AS b "
        f"FROM {source_sql(other.table)}) AS held ON given.v = held.k"
    )
    rows, met, returned, same = (whole(value) for value in rows_of(engine, sql)[0])
    return 0 < rows == met == returned and same < rows
