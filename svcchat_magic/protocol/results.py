"""Inputs and results of the tools (2.4 to 2.6), in either wire shape."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from svcchat_magic.errors import BadLine
from svcchat_magic.protocol.column_values import cast_of, whole_number
from svcchat_magic.protocol.messages import ToolCall, read_json


@dataclass(frozen=True, slots=True)
class Column:
    """A result column; `column_type` is String, Double, Int64, Boolean, Timestamp, Date, or another one."""

    name: str
    column_type: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class SqlResult:
    """A SQL tool's result (2.6). `rows` are cast by column type; times stay text in ISO 8601."""

    title: str
    sql: str
    description: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]
    total_rows: int
    uuid: str = ""
    vega_spec: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether `rows` contains every row; at most 100 are sent by default (8)."""
        return len(self.rows) >= self.total_rows


@dataclass(frozen=True, slots=True)
class MetaResult:
    """A model search's result (2.5)."""

    search_query: str
    tables: tuple[str, ...]
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolFailure:
    """A failed tool call, which does not fail the stream (7)."""

    error: str


@dataclass(frozen=True, slots=True)
class OtherResult:
    """A result of a tool this client does not know."""

    text: str


ToolOutcome: TypeAlias = SqlResult | MetaResult | ToolFailure | OtherResult


@dataclass(frozen=True, slots=True)
class ToolInput:
    """A tool's input: the fields of 2.5 and 2.6 that were sent."""

    search_query: str = ""
    sql: str = ""
    title: str = ""
    description: str = ""
    vega_spec: str = ""
    user_request: str = ""
    memory_id: str = ""  # the uuid of an earlier result that this call continues


def tool_kind(name: str) -> str:
    """`meta`, `sql` or `other`, whatever prefix the deployment gives its tools' names."""
    if name.endswith("SqlApi"):
        return "sql"

    return "meta" if name.endswith("Meta") else "other"


def read_tool_input(call: ToolCall) -> ToolInput:
    """The call's input, with empty fields if it is not JSON."""
    try:
        given = read_json(call.input)
    except BadLine:
        return ToolInput()

    if not isinstance(given, dict):
        return ToolInput()

    return ToolInput(
        search_query=_text(given, "searchQuery"),
        sql=_text(given, "sqlQuery") or _text(given, "query"),
        title=_text(given, "queryTitle"),
        description=_text(given, "description"),
        vega_spec=_spec_text(given.get("vegaSpec")),
        user_request=_text(given, "userRequest"),
        memory_id=_text(given, "memoryId"),
    )


def read_tool_result(call: ToolCall) -> ToolOutcome | None:
    """The call's outcome, or None while it is running."""
    if call.result is None:
        return None

    try:
        given = read_json(call.result)
        if isinstance(given, str):
            given = read_json(given)  # some deployments encode a result twice
    except BadLine:
        return ToolFailure("The tool's result is not JSON.")

    if not isinstance(given, dict):
        return ToolFailure("The tool's result is not an object.")

    if (error := given.get("error")) is not None:
        return ToolFailure(error if isinstance(error, str) else json.dumps(error))

    match tool_kind(call.name):
        case "sql":
            return _sql_result(given, read_tool_input(call))
        case "meta":
            return _meta_result(given)
        case _:
            return OtherResult(call.result)


def read_columns(schema: Sequence[Any]) -> tuple[Column, ...]:
    """The columns that a `schema` names (2.6)."""
    named = [each for each in schema if isinstance(each, dict)]
    return tuple(Column(_text(each, "name"), _text(each, "column_type") or "String") for each in named)


def cast_rows(data: Sequence[Any], columns: Sequence[Column]) -> tuple[tuple[Any, ...], ...]:
    """Convert rows of any form to tuples in column order, casting each value to its column's type."""
    width = len(columns)
    cast = [cast_of(column.column_type) for column in columns]
    return tuple(
        tuple(convert(value) for convert, value in zip(cast, values, strict=True))
        for values in (_row(each, columns, width) for each in data)
    )


def with_rows(result: SqlResult, rows: Sequence[Any], total_rows: int) -> SqlResult:
    """The result with these rows in place of its own; each has a value for each column, as it came."""
    cast = cast_rows(rows, result.columns)
    return replace(result, rows=cast, total_rows=max(total_rows, len(cast)))


def _sql_result(given: Mapping[str, Any], asked: ToolInput) -> SqlResult | ToolFailure:
    data = given.get("data", [])
    if not isinstance(data, list):
        return ToolFailure("The tool's result holds no rows.")

    columns = _columns(given, data)
    rows = cast_rows(data, columns)
    total = given.get("totalRows")
    return SqlResult(
        title=_text(given, "queryTitle") or asked.title,
        sql=_text(given, "sqlQuery") or _text(given, "query") or asked.sql,
        description=_text(given, "description") or asked.description,
        columns=columns,
        rows=rows,
        total_rows=max(whole_number(total) or 0, len(rows)),
        uuid=_text(given, "uuid"),
        vega_spec=_spec_text(given.get("vegaSpec")) or asked.vega_spec,
    )


def _columns(given: Mapping[str, Any], data: Sequence[Any]) -> tuple[Column, ...]:
    """The columns in the order of the schema, or else of the rows' keys, with the annotation's titles.

    Keys missing from the schema are columns too, and so are the annotation's members that no row has.
    """
    noted = _annotated(given.get("annotation"))
    keys = list(dict.fromkeys(name for row in data if isinstance(row, dict) for name in row))
    schema = given.get("schema")
    named = read_columns(schema) if isinstance(schema, list) else ()
    if named and (not keys or any(column.name in keys for column in named)):
        known = {column.name for column in named}
        titled = (replace(column, title=_title(column.name, noted)) for column in named)
        return (*titled, *(noted.get(key) or Column(key, "") for key in keys if key not in known))

    names = [*keys, *(name for name in noted if name not in keys)]
    width = max((len(row) for row in data if isinstance(row, list)), default=0)
    names += [f"column_{at + 1}" for at in range(len(names), width)]
    return tuple(noted.get(name) or Column(name, "") for name in names)


def _title(name: str, noted: Mapping[str, Column]) -> str:
    return noted[name].title if name in noted else ""


_MEMBER_TYPES = {"number": "Double", "time": "Timestamp", "string": "String", "boolean": "Boolean"}


def _annotated(annotation: Any) -> dict[str, Column]:
    """The columns of an `annotation`: dimensions, then measures."""
    if not isinstance(annotation, dict):
        return {}

    found: dict[str, Column] = {}
    for part in ("dimensions", "timeDimensions", "measures"):
        members = annotation.get(part)
        for name, note in members.items() if isinstance(members, dict) else ():
            about = note if isinstance(note, dict) else {}
            found[name] = Column(name, _MEMBER_TYPES.get(_text(about, "type"), ""), _text(about, "title"))

    return found


def _row(row: Any, columns: Sequence[Column], width: int) -> Sequence[Any]:
    if isinstance(row, dict):
        return [row.get(column.name) for column in columns]

    values = row if isinstance(row, list) else [row]
    return [*values[:width], *[None] * (width - len(values))]


def _meta_result(given: Mapping[str, Any]) -> MetaResult:
    cubes = given.get("cubes")
    tables = [each for each in cubes if isinstance(each, dict)] if isinstance(cubes, list) else []
    return MetaResult(
        search_query=_text(given, "searchQuery"),
        tables=tuple(_text(table, "name") for table in tables),
        members=tuple(name for table in tables for name in _member_names(table)),
    )


def _member_names(table: Mapping[str, Any]) -> list[str]:
    lists = (table.get(part) for part in ("members", "measures", "dimensions"))
    members = [member for each in lists if isinstance(each, list) for member in each]
    names = (member if isinstance(member, str) else _named(member) for member in members)
    return [name for name in names if name]


def _named(member: Any) -> str:
    return _text(member, "name") if isinstance(member, dict) else ""


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _spec_text(value: Any) -> str:
    """A chart specification as text; some deployments send it as an object."""
    if isinstance(value, dict):
        return json.dumps(value)

    return value if isinstance(value, str) else ""
