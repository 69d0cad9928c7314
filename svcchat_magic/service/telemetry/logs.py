"""What the service logs, as one JSON object or one line of text each.

A record tells its `fields` and where an error arose; never an error's own text, which may hold a query or a
row's value.
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
_FRAMES = 4  # of an error: where it arose, and who had called


class LogForm(StrEnum):
    """How a record is written."""

    JSON = "json"
    TEXT = "text"


def log_to(stream: TextIO, form: LogForm | None, level: str) -> None:
    """Write the service's records to a stream, other libraries' warnings too.

    Without a form they are text for a terminal and JSON for anything else.
    """
    chosen = form or (LogForm.TEXT if stream.isatty() else LogForm.JSON)
    handler = logging.StreamHandler(guarded(stream))
    handler.setFormatter(_Json() if chosen is LogForm.JSON else _Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("svcchat_magic").setLevel(level.upper())


def about(**fields: object) -> dict[str, Any]:
    """A record's `extra`: what is told beside its sentence."""
    return {"fields": fields}


class _Json(logging.Formatter):
    """One object: time, level, event, pid, the record's own fields, and where an error arose."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        told = {"time": _time(record), "level": record.levelname.lower(), "event": record.getMessage()}
        return json.dumps({**told, "pid": os.getpid(), **_told(record)}, ensure_ascii=True)


class _Text(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        told = " ".join(f"{name}={value}" for name, value in _told(record).items() if value is not None)
        line = f"{_time(record)} {record.levelname:<7} {record.getMessage()} {told}".rstrip()
        return line.encode("unicode_escape").decode("ascii")


def _told(record: logging.LogRecord) -> dict[str, object]:
    fields = dict(getattr(record, "fields", {}))
    if record.exc_info and record.exc_info[1] is not None:
        fields["error"] = _origin(record.exc_info[1])

    return fields


def _origin(error: BaseException) -> str:
    """`ValueError at reader.py:12 read < runs.py:80 _work`, and of what it was raised from."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    calls = " < ".join(
        f"{os.path.basename(each.filename)}:{each.lineno} {each.name}" for each in reversed(frames)
    )
    name = f"{type(error).__name__} at {calls}" if calls else type(error).__name__
    return f"{name}, from {_origin(error.__cause__)}" if error.__cause__ is not None else name


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
