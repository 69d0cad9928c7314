"""Documents that take others back: invoices whose number begins with a letter, and whose pieces are negative.

Of lines with numbers such as 536365 and C536379 the letter says that an invoice is cancelled, where
nearly all lines with it are negative, and nearly all negative lines that cost something have it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry, column_sql, free_name
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import singular, words_of
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    Reversed,
    TableProfile,
    quoted,
    rows_of,
    source_sql,
    value_sql,
    whole,
)

_NUMBER = re.compile(r"([A-Za-z]?)\d{3,}")
_NEARLY_ALL = 0.9
_MOST = 0.4  # of the lines: what is taken back are the fewer
_FEWEST = 3  # lines that show it
_PRICES = frozenset({"price", "rate", "fee"})
_SAID = {"cancelled", "canceled", "returned", "return", "reversed", "status", "void", "voided"}
_NAMES = ("cancelled", "canceled", "returned", "refunded", "cancellation", "return", "credit note")


def with_reversed(engine: Engine, tables: Sequence[TableProfile]) -> Iterator[TableProfile]:
    """The tables, with the letter of the documents that take others back in lines and documents alike."""
    marks = {each.name: found for each in tables if not each.table.sql and (found := _mark(engine, each))}
    for table in tables:
        mark = marks.get(table.table.read_from or table.name)
        if mark is None or (table.table.sql and table.table.key != mark.column):
            yield table
            continue

        is_apart = any(
            each.table.sql and each.table.read_from == table.name and each.table.key == mark.column
            for each in tables
        )
        yield replace(table, reversed=replace(mark, is_told=not is_apart))


def _mark(engine: Engine, table: TableProfile) -> Reversed | None:
    said = {word for each in table.columns for word in _words(each)}
    documents = [each for each in table.columns if _is_document(each)]
    pieces = [each for each in table.columns if _is_of_pieces(each)]
    if not _SAID.isdisjoint(said) or len(documents) != 1 or len(pieces) != 1:
        return None

    letter, price = _letter(engine, table, documents[0]), _price(table)
    mark = Reversed(documents[0].name, letter, pieces[0].name)
    return _checked(engine, table, mark, price) if letter else None


def _is_document(column: ColumnProfile) -> bool:
    words = _words(column)
    is_named = not words_that_are("documents").isdisjoint(map(singular, words))
    return column.kind == "text" and is_named and all(_NUMBER.fullmatch(str(each)) for each in column.seen)


def _is_of_pieces(column: ColumnProfile) -> bool:
    is_number = column.kind in ("integer", "number") and isinstance(column.lowest, int | float)
    return (
        is_number
        and float(str(column.lowest)) < 0
        and not words_that_are("pieces").isdisjoint(_words(column))
    )


def _price(table: TableProfile) -> str:
    """What a piece costs, where one column says so: lines that cost nothing correct the stock."""
    found = [each for each in table.columns if not _PRICES.isdisjoint(_words(each))]
    return found[0].name if len(found) == 1 and found[0].kind in ("integer", "number") else ""


def _letter(engine: Engine, table: TableProfile, column: ColumnProfile) -> str:
    """The letter that numbers begin with most often; none where most have one."""
    name = quoted(column.name)
    first = f"SUBSTR(CAST({name} AS VARCHAR), 1, 1)"
    rows = rows_of(engine, f"SELECT {first}, COUNT(*) FROM {source_sql(table.table)} GROUP BY 1")
    found = Counter({str(letter): whole(count) for letter, count in rows if letter is not None})
    letters = [(letter, count) for letter, count in found.most_common() if letter.isalpha()]
    is_few = bool(letters) and _FEWEST <= letters[0][1] <= _MOST * sum(found.values())
    return letters[0][0] if is_few else ""


def _checked(engine: Engine, table: TableProfile, mark: Reversed, price: str) -> Reversed | None:
    """The mark, where nearly all lines with the letter are negative, and nearly all these have it."""
    has = f"CAST({quoted(mark.column)} AS VARCHAR) LIKE '{mark.letter}%'"
    below = f"{value_sql(table.column(mark.pieces))} < 0"
    costs = f" AND {value_sql(table.column(price))} <> 0" if price else ""
    counts = (has, f"{has} AND {below}", f"{below}{costs}", f"{has} AND {below}{costs}")
    sums = ", ".join(f"SUM(CASE WHEN {each} THEN 1 ELSE 0 END)" for each in counts)
    (row,) = rows_of(engine, f"SELECT {sums} FROM {source_sql(table.table)}")
    marked, both, negative, told = (whole(each or 0) for each in row)
    is_shown = both >= max(_NEARLY_ALL * marked, _FEWEST) and told >= _NEARLY_ALL * negative > 0
    return mark if is_shown else None


def reversed_flag(table: TableProfile, names: set[str]) -> Iterator[Entry]:
    """Whether a document is cancelled, at the documents or, where these are no rows, at the lines."""
    if table.reversed and table.reversed.is_told:
        yield {
            "name": free_name("is_cancelled", names),
            "sql": _sql(table),
            "type": "boolean",
            "title": "Is cancelled",
            "description": f"The number begins with {table.reversed.letter}: its pieces are taken back.",
            "meta": {"synonyms": list(_NAMES)},
        }


def reversed_measures(table: TableProfile, measures: Sequence[Entry], names: set[str]) -> Iterator[Entry]:
    """The share of cancelled documents; of lines, what was taken back and what was sold before that."""
    mark = table.reversed
    if mark is None:
        return

    if mark.is_told:
        yield {
            "name": free_name("share_is_cancelled", names),
            "sql": f"CASE WHEN {_sql(table)} THEN 1.0 ELSE 0.0 END",
            "type": "avg",
            "title": "Share of cancelled",
            "format": "percent",
            "meta": {"synonyms": ["cancellation rate", "cancelled rate", "return rate", "returned rate"]},
        }

    if table.table.sql:
        return

    taken = f"CASE WHEN {_sql(table)} THEN -1 * {column_sql(table.column(mark.pieces))} ELSE 0 END"
    yield {
        "name": free_name("returned_quantity", names),
        "sql": taken,
        "type": "sum",
        "title": "Returned quantity",
        "description": "Pieces on cancelled documents, as a number above zero.",
        "meta": {"synonyms": ["returned units", "returned pieces", "units returned", "pieces returned"]},
    }
    worth = next((each for each in measures if each["name"] == "total_value"), None)
    if worth is not None:
        yield from _of_worth(table, worth, names)


def _of_worth(table: TableProfile, worth: Entry, names: set[str]) -> Iterator[Entry]:
    meta = worth.setdefault("meta", {})
    if isinstance(meta, dict):
        meta["synonyms"] = [*meta.get("synonyms", ()), "net sales", "net revenue", "net turnover"]

    named = str(worth["title"]).removeprefix("Total ")
    kept = {key: value for key, value in worth.items() if key not in ("meta", "description")}
    yield {
        **kept,
        "name": free_name("gross_value", names),
        "sql": f"CASE WHEN {_sql(table)} THEN 0 ELSE {worth['sql']} END",
        "title": f"Gross {named}",
        "description": "Without what was cancelled.",
        "meta": {"synonyms": ["gross sales", "gross revenue", "gross turnover"]},
    }
    yield {
        **kept,
        "name": free_name("returned_value", names),
        "sql": f"CASE WHEN {_sql(table)} THEN -1 * {worth['sql']} ELSE 0 END",
        "title": "Returned value",
        "description": "What cancelled documents come to, as a number above zero.",
        "meta": {"synonyms": ["value of returns", "returns value", "refunds"]},
    }


def _sql(table: TableProfile) -> str:
    mark = table.reversed
    return f"{column_sql(table.column(mark.column))} LIKE '{mark.letter}%'" if mark else "FALSE"


def _words(column: ColumnProfile) -> tuple[str, ...]:
    return spelled_out(words_of(column.name), column.kind)
