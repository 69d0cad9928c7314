"""The service's log records, each as one JSON object or one line of text.

A record contains its `fields` and where an error was raised, but never the error's own text, which may
contain a query or a value of a row.
"""

import json
import logging
import os
import traceback
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TextIO

from svcchat_magic.protocol.terminal_stream import guarded

LEVELS = ("debug", "info", "warning", "error")
_FRAMES = 4  # of an error: where it was raised, and its callers


class LogForm(StrEnum):
    """The format of a record."""

    JSON = "json"
    TEXT = "text"


def log_to(stream: TextIO, form: LogForm | None, level: str) -> None:
    """Write the service's records, and warnings of other libraries, to a stream.

    Without a form, terminals get text and anything else gets JSON.
    """
    chosen = form or (LogForm.TEXT if stream.isatty() else LogForm.JSON)
    handler = logging.StreamHandler(guarded(stream))
    handler.setFormatter(_Json() if chosen is LogForm.JSON else _Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("svcchat_magic").setLevel(level.upper())


def about(**fields: object) -> dict[str, Any]:
    """A record's `extra`: the fields logged with its message."""
    return {"fields": fields}


class _Json(logging.Formatter):
    """One object: time, level, event, pid, the record's own fields, and where an error was raised."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        values = {"time": _time(record), "level": record.levelname.lower(), "event": record.getMessage()}
        return json.dumps({**values, "pid": os.getpid(), **_fields(record)}, ensure_ascii=True)


class _Text(logging.Formatter):
    """The same as one line of text."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        fields = " ".join(f"{name}={value}" for name, value in _fields(record).items() if value is not None)
        line = f"{_time(record)} {record.levelname:<7} {record.getMessage()} {fields}".rstrip()
        return line.encode("unicode_escape").decode("ascii")


def _fields(record: logging.LogRecord) -> dict[str, object]:
    fields = dict(getattr(record, "fields", {}))
    if record.exc_info and record.exc_info[1] is not None:
        fields["error"] = _origin(record.exc_info[1])

    return fields


def _origin(error: BaseException) -> str:
    """`ValueError at reader.py:12 read < runs.py:80 _work`, followed by its cause."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    calls = " < ".join(
        f"{os.path.basename(each.filename)}:{each.lineno} {each.name}" for each in reversed(frames)
    )
    name = f"{type(error).__name__} at {calls}" if calls else type(error).__name__
    return f"{name}, from {_origin(error.__cause__)}" if error.__cause__ is not None else name


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
