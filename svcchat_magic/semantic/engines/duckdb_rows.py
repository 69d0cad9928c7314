"""What DuckDB gives, as rows of plain values with the types of the wire (2.6)."""

from collections.abc import Mapping, Sequence

import duckdb

from svcchat_magic.semantic.engines.wire_rows import plain_values
from svcchat_magic.semantic.query.query import Column

Kinds = Sequence[tuple[str, str]]  # name and type of each column, as DuckDB writes them

_WIRE_TYPES = {
    "BOOLEAN": "Boolean",
    "DATE": "Date",
    "FLOAT": "Double",
    "DOUBLE": "Double",
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"), "Int64"),
    **dict.fromkeys(("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"), "Int64"),
}
# A comparison with a number below 0 casts UHUGEINT alone to a type that its values may not fit.
_INTEGERS = tuple(kind for kind, wire in _WIRE_TYPES.items() if wire == "Int64" and kind != "UHUGEINT")
_KINDS: Mapping[str, str] = {
    "VARCHAR": "text",
    "BOOLEAN": "boolean",
    "TIMESTAMP": "time",
    **dict.fromkeys(_INTEGERS, "integer"),
    **dict.fromkeys(("FLOAT", "DOUBLE"), "double"),
}
_WITH_ZONE = "TIMESTAMP WITH TIME ZONE"
_PLAIN_ALREADY = frozenset({*_WIRE_TYPES, "VARCHAR", "TIMESTAMP"})


def kinds_of(cursor: duckdb.DuckDBPyConnection) -> Kinds:
    """Name and type of each column, as DuckDB writes them."""
    return [(str(name), str(kind)) for name, kind, *_ in cursor.description or []]


def kinds_by_name(kinds: Kinds) -> Mapping[str, str]:
    """What columns hold, by their names in lower case: text, integer, double, time or boolean."""
    return {name.lower(): _KINDS[kind] for name, kind in kinds if kind in _KINDS}


def is_cast_text(kind: str) -> bool:
    """Whether a column is a text only once it is cast."""
    return kind == "UUID"


def source_kind(kind: str) -> str:
    """What a column holds as inference needs it: text, integer, number, date, time, boolean or other."""
    if kind.startswith(("ENUM", "UUID")):
        return "text"

    if kind.startswith("DECIMAL"):
        return "number"

    if kind.startswith("TIMESTAMP"):
        return "time"

    if kind == "DATE":
        return "date"

    wire = _WIRE_TYPES.get(kind, "")
    return {"Int64": "integer", "Double": "number", "Boolean": "boolean"}.get(wire) or _KINDS.get(
        kind, "other"
    )


def in_plain_types(sql: str, kinds: Kinds) -> str:
    """The same statement with what rows and Arrow would each have in a way of its own as DuckDB's text.

    A moment with a zone is one of UTC: DuckDB hands its zone to Python only where pytz is installed.
    """
    given = [f"c{at}" for at in range(len(kinds))]
    plain = [_in_plain_type(kind, column) for (_, kind), column in zip(kinds, given, strict=True)]
    if plain == given:
        return sql

    columns = (f"{each} AS {_quoted(name)}" for each, (name, _) in zip(plain, kinds, strict=True))
    return f"SELECT {', '.join(columns)} FROM ({sql}) AS found({', '.join(given)})"


def columns_of(kinds: Kinds) -> tuple[Column, ...]:
    """The columns with their types as the wire names them."""
    return tuple(Column(name, wire_type(kind)) for name, kind in kinds)


def plain_rows(kinds: Kinds, found: Sequence[tuple[object, ...]]) -> tuple[tuple[object, ...], ...]:
    """Rows of plain values; columns that are plain already cost nothing, and most are."""
    if all(kind in _PLAIN_ALREADY for _, kind in kinds):
        return tuple(found)

    by_column = zip(kinds, zip(*found, strict=True), strict=False)
    converted = [
        values if kind in _PLAIN_ALREADY else plain_values(wire_type(kind), values)
        for (_, kind), values in by_column
    ]
    return tuple(zip(*converted, strict=True))


def wire_type(kind: str) -> str:
    """The `column_type` of a type that DuckDB names (2.6)."""
    if kind.endswith("]"):  # a list, of whatever
        return "String"

    if kind.startswith("DECIMAL"):
        return "Double"

    return "Timestamp" if kind.startswith("TIMESTAMP") else _WIRE_TYPES.get(kind, "String")


def _in_plain_type(kind: str, column: str) -> str:
    if kind == _WITH_ZONE:
        return f"timezone('UTC', {column})"

    return f"CAST({column} AS VARCHAR)" if wire_type(kind) == "String" and kind != "VARCHAR" else column


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
