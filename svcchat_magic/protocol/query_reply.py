r"""What the query API answers, line by line: the schema, the rows in lines of arrays, and how it ended.

A whole reply ends with ``{"totalRows": n}``, one that was cut at the service's most rows with
``{"truncated": true}``, one that failed with ``{"error": "..."}``. A reply without such an end was dropped.
The same words are metadata of the last batch, which has no rows, when the reply is an Arrow stream.
"""

from collections.abc import Iterable, Sequence

import msgspec

NDJSON_TYPE = "application/x-ndjson"
ARROW_TYPE = "application/vnd.apache.arrow.stream"
TOTAL_ROWS = "totalRows"
TRUNCATED = "truncated"
ERROR = "error"


def schema_line(columns: Iterable[tuple[str, str]]) -> bytes:
    """The first line: each column's name and type (2.6)."""
    return _line({"schema": [{"name": name, "column_type": kind} for name, kind in columns]})


def rows_line(rows: Sequence[Sequence[object]]) -> bytes:
    """Some rows: times as ISO 8601 text, numbers that are not finite as null."""
    return _line({"data": rows})


def total_line(rows: int) -> bytes:
    """The last line of a whole reply."""
    return _line({TOTAL_ROWS: rows})


def truncated_line() -> bytes:
    """The last line of a reply that the service cut."""
    return _line({TRUNCATED: True})


def error_line(sentence: str) -> bytes:
    """The last line of a reply that failed."""
    return _line({ERROR: sentence})


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"
