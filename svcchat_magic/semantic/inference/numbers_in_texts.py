"""Columns of texts that are numbers, measured as such: see `written_numbers` for how they may be written."""

from collections.abc import Iterator
from dataclasses import replace

from svcchat_magic.semantic.engines.engines import Engine, SourceTable
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.event_columns import COUNTED_NUMBERS
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    TableProfile,
    measured_anew,
    profile_table,
    quoted,
    rows_of,
    source_sql,
)
from svcchat_magic.semantic.inference.written_numbers import WrittenNumber, is_missing, written_number

_MOST_WORDS = 20  # that stand for no number in one column


def profile_of(engine: Engine, table: SourceTable) -> TableProfile:
    """Measure a table, with the numbers that it keeps as texts; raises EngineError."""
    found = profile_table(engine, table)
    texts = dict(_written(engine, found))
    columns = tuple(
        measured_anew(engine, found, each, texts[each.name]) if each.name in texts else each
        for each in found.columns
    )
    return replace(found, columns=columns)


def _written(engine: Engine, table: TableProfile) -> Iterator[tuple[str, WrittenNumber]]:
    """How such columns are written, by their names."""
    for column in table.columns:
        if column.kind != "text" or column.is_cast or _is_key(column):
            continue

        way = written_number((*column.seen, *column.others))
        if way is not None and (sure := _in_all_rows(engine, table, column, way)) is not None:
            yield column.name, sure


def _in_all_rows(
    engine: Engine, table: TableProfile, column: ColumnProfile, way: WrittenNumber
) -> WrittenNumber | None:
    """The way with the words for what is missing; None where rows have other texts, or nothing but digits."""
    text, source = quoted(column.name), source_sql(table.table)
    if table.rows > table.measured:
        source = f"(SELECT * FROM {source} LIMIT {table.measured}) AS part"

    others = rows_of(
        engine,
        f"SELECT DISTINCT LOWER(TRIM({text})) AS v FROM {source} "
        f"WHERE {text} IS NOT NULL AND {way.others(text)} LIMIT {_MOST_WORDS}",
    )
    words = sorted(str(value) for (value,) in others)
    if len(words) == _MOST_WORDS or not all(map(is_missing, words)):
        return None

    has_fractions = f"SELECT COUNT(*) FROM {source} WHERE {text} LIKE '%.%'"
    is_whole = rows_of(engine, has_fractions)[0][0] == 0
    sure = replace(way, missing=tuple(words), is_whole=is_whole)
    return None if sure.is_plain else sure


def _is_key(column: ColumnProfile) -> bool:
    words = frozenset(spelled_out(words_of(column.name), column.kind))
    return bool(words & words_that_are("keys")) and not words & COUNTED_NUMBERS
