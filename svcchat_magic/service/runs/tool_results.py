"""Inputs and results of the tools as JSON text with the fields of 2.5 and 2.6."""

import json
import math
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time

from svcchat_magic.analyst.events import MetaSearched, SqlFinished, SqlStarted

MAX_ROWS = 100  # rows in a result (8)
MAX_BYTES = 3_500_000  # on the wire; clients limit the length of a line


def meta_result(event: MetaSearched) -> str:
    """The result of a model search (2.5)."""
    return _json({"cubes": list(event.tables), "searchQuery": event.search_query})


def sql_input(event: SqlStarted) -> str:
    """The input of a query (2.6), without empty fields."""
    fields = {
        "sqlQuery": event.sql,
        "queryTitle": event.title,
        "description": event.description,
        "userRequest": event.user_request,
        "memoryId": event.memory_id,
        "vegaSpec": event.vega_spec,
    }
    return _json({name: value for name, value in fields.items() if value})


def sql_result(asked: SqlStarted, done: SqlFinished) -> str:
    """The result of a query (2.6): at most 100 rows, fewer if they do not fit, with the total count."""
    rows = wire_rows(done.rows.rows[:MAX_ROWS])
    text = _sql_result(asked, done, rows)
    while rows and _bytes_on_the_wire(text) > MAX_BYTES:
        rows = rows[: len(rows) // 2]
        text = _sql_result(asked, done, rows)

    return text


def _sql_result(asked: SqlStarted, done: SqlFinished, rows: Sequence[Sequence[object]]) -> str:
    fields: dict[str, object] = {
        "sqlQuery": asked.sql,
        "queryTitle": asked.title,
        "description": asked.description,
        "userRequest": asked.user_request,
        "schema": [{"name": column.name, "column_type": column.column_type} for column in done.rows.columns],
        "data": rows,
        "totalRows": done.rows.total_rows,
        "uuid": done.uuid,
    }
    if spec := done.vega_spec or asked.vega_spec:
        fields["vegaSpec"] = spec

    return _json(fields)


def wire_rows(rows: Iterable[Sequence[object]]) -> list[list[object]]:
    """Rows of values that JSON represents exactly."""
    return [list(map(_cell, row)) for row in rows]


def _bytes_on_the_wire(text: str) -> int:
    """The size of JSON text inside a JSON string, where each quote and backslash needs one more byte."""
    return len(text.encode("utf-8", "surrogatepass")) + text.count('"') + text.count("\\")


def _cell(value: object) -> object:
    """A value that JSON represents exactly: times as ISO 8601 text, other types as their text."""
    if value is None or isinstance(value, (bool, int, str)):
        return value

    if isinstance(value, float):
        return value if math.isfinite(value) else None

    if isinstance(value, (date, datetime, time)):
        return value.isoformat()

    return str(value)  # keeps every digit of a Decimal; clients cast by column type


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
