"""Texts that another column has in a clean form: the merchant of `COSTCO #1113 AUSTIN TX`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import singular, words_of
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    TableProfile,
    quoted,
    rows_of,
    source_sql,
)

_BEGINNING = 0.4  # of the rows have a text that begins with the clean one
_TIMES = 2  # as many different texts as clean ones, at least
_FEWEST = 3  # different clean ones
_MOST = 6  # columns of texts that are looked at


def with_raw_texts(engine: Engine, tables: Iterable[TableProfile]) -> Iterator[TableProfile]:
    """The tables, with the column that has each raw text in a clean form."""
    for table in tables:
        found = {} if table.table.sql else _raw_texts(engine, table)
        yield replace(table, raw=found) if found else table


def _raw_texts(engine: Engine, table: TableProfile) -> Mapping[str, str]:
    texts = [each for each in table.columns if each.kind == "text" and not each.is_cast and each.filled]
    raw = [each for each in texts if words_that_are("raw_texts") & set(map(singular, words_of(each.name)))]
    pairs = [
        (one, other)
        for one in raw[:_MOST]
        for other in texts[:_MOST]
        if one.distinct >= _TIMES * other.distinct and other.distinct >= _FEWEST
    ]
    if not pairs:
        return {}

    shares = ", ".join(_share(*pair) for pair in pairs)
    (row,) = rows_of(engine, f"SELECT {shares} FROM {source_sql(table.table)}")
    found = dict[str, str]()
    for (one, other), share in zip(pairs, row, strict=True):
        if share is not None and float(str(share)) >= _BEGINNING:
            found.setdefault(one.name, other.name)

    return found


def _share(raw: ColumnProfile, clean: ColumnProfile) -> str:
    """Of the rows with both, the part in which the one text begins with the other and goes on."""
    one, other = quoted(raw.name), quoted(clean.name)
    begins = f"LOWER({one}) LIKE LOWER({other}) || ' %' OR LOWER({one}) = LOWER({other})"
    return f"AVG(CASE WHEN {one} IS NULL OR {other} IS NULL THEN NULL WHEN {begins} THEN 1.0 ELSE 0.0 END)"
