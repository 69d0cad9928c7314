r"""The lines of the query API's reply: the schema, rows as arrays, and the ending.

A complete reply ends with ``{"totalRows": n}``, one cut at the service's row limit with ``{"truncated":
true}``, and one that failed with ``{"error": "..."}``. A reply without such an ending was cut off. In an
Arrow stream, the ending is the metadata of a last, empty batch.
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
    """A line of rows: times as ISO 8601 text, non-finite numbers as null."""
    return _line({"data": rows})


def total_line(rows: int) -> bytes:
    """The last line of a complete reply."""
    return _line({TOTAL_ROWS: rows})


def truncated_line() -> bytes:
    """The last line of a reply that the service cut."""
    return _line({TRUNCATED: True})


def error_line(sentence: str) -> bytes:
    """The last line of a reply that failed."""
    return _line({ERROR: sentence})


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"
