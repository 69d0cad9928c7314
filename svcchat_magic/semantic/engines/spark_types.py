"""Spark's types: what each is on the wire (2.6), and as what it leaves Spark."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from svcchat_magic.semantic.query.query import Column

_WIRE_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "boolean": "Boolean",
        "date": "Date",
        **dict.fromkeys(("timestamp", "timestamp_ntz"), "Timestamp"),
        **dict.fromkeys(("float", "double", "decimal"), "Double"),
        **dict.fromkeys(("byte", "short", "integer", "long"), "Int64"),
    }
)
_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "string": "text",
        "boolean": "boolean",
        **dict.fromkeys(("timestamp", "timestamp_ntz"), "time"),  # bound moments have the zone
        **dict.fromkeys(("float", "double"), "double"),
        **dict.fromkeys(("byte", "short", "integer", "long"), "integer"),
        "decimal": "decimal",
        "date": "date",
    }
)
_SOURCE_KINDS: Mapping[str, str] = MappingProxyType(
    {
        **_KINDS,
        "date": "date",
        **dict.fromkeys(("float", "double", "decimal"), "number"),
    }
)


def columns_of(schema: Any) -> tuple[Column, ...]:
    """The columns with their types as the wire names them."""
    return tuple(Column(field.name, _WIRE_TYPES.get(_name(field.dataType), "String")) for field in schema)


def kinds_by_name(schema: Any) -> Mapping[str, str]:
    """What columns hold, by their names in lower case, as `Engine.column_kinds` says it."""
    kinds = {field.name.lower(): _KINDS.get(_name(field.dataType), "") for field in schema}
    return {name: kind for name, kind in kinds.items() if kind}


def source_kind(kind: Any) -> str:
    """What a column holds as inference needs it: text, integer, number, date, time, boolean or other."""
    return _SOURCE_KINDS.get(_name(kind), "other")


def in_plain_types(frame: Any) -> Any:
    """The same rows: a moment as its session's clock shows it, decimals as doubles, all else as text."""
    casts = [_cast(field.dataType) for field in frame.schema]
    if not any(casts):
        return frame

    names = [field.name for field in frame.schema]
    numbered = frame.toDF(*(f"c{at}" for at in range(len(names))))  # two columns may have one name
    plain = [f"CAST(c{at} AS {cast}) AS c{at}" if cast else f"c{at}" for at, cast in enumerate(casts)]
    return numbered.selectExpr(*plain).toDF(*names)


def _cast(kind: Any) -> str:
    """The type that a column is given out as, or an empty text."""
    name = _name(kind)
    if name == "timestamp":
        return "TIMESTAMP_NTZ"

    if name == "decimal":
        return "DOUBLE"

    return "" if name == "string" or name in _WIRE_TYPES else "STRING"


def _name(kind: Any) -> str:
    """A type's name without its parameters; a text of a set length is a text."""
    name = str(kind.typeName()).partition("(")[0]
    return {"char": "string", "varchar": "string", "bigint": "long", "int": "integer"}.get(name, name)
