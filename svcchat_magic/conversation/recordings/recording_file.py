"""One recorded answer, and the bytes of its file.

The file is NDJSON in UTF-8. Its first line is the header::

    {"format": 1, "question": "...", "earlier": ["questions before it in the chat"], "session": {...},
     "branch": "", "resumed": null, "token_user": "...", "chat_id": null,
     "asked_at": "2025-01-10T12:00:00+00:00", "status": "complete", "package_version": "0.1.0"}

`session` is sessionSettings as sent (2.2), with a digest in place of securityContext; `token_user` stands
only where a user's token was sent, and is a keyed digest of that user. `resumed` is the
chat that was gone on with by its id, `chat_id` the chat that this question was asked in; null is a new one.

Then one line for each line of the stream, with its seconds since the question; bytes that are not
UTF-8 stand in base64::

    {"t": 0.131072, "line": "{\"id\": \"__cutoff__\", ...}"}
    {"t": 0.262144, "base64": "/w=="}

Then one line for each result whose rows were loaded beyond those in the stream, before it was shown;
`uuid` and `sql` say which result it is, times are ISO 8601::

    {"rows": [["2024-01-01T00:00:00", 12.5], ...], "total_rows": 1096, "uuid": "...", "sql": "SELECT ..."}

The last line shows that nothing is missing. Its checksum is over all lines before it, each with one
newline byte (so that a version control may change line ends)::

    {"end": true, "lines": 2, "seconds": 0.3, "sha256": "..."}
"""

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from typing import Any, NoReturn

from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.errors import RecordingDamaged, RequestRefused

FORMAT = 1
COMPLETE = "complete"
_LONGEST_SECONDS = 1e9


@dataclass(frozen=True, slots=True)
class RecordedRows:
    """The rows that were loaded of one result; `total_rows` is how many there are."""

    uuid: str
    sql: str
    total_rows: int
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole answer: raw lines with their seconds since the question; `seconds` is when it was over."""

    key: RecordingKey
    chat_id: str | None
    asked_at: str
    package_version: str
    arrivals: tuple[tuple[float, bytes], ...]
    seconds: float
    rows: tuple[RecordedRows, ...] = ()

    @property
    def left_its_chat(self) -> bool:
        """Whether the question was asked in a new chat though others went before it."""
        return self.chat_id is None and bool(self.key.earlier or self.key.resumed)


def write_recording(recording: Recording) -> bytes:
    """The bytes of the file."""
    header = {
        "format": FORMAT,
        **recording.key.as_json(),
        "chat_id": recording.chat_id,
        "asked_at": recording.asked_at,
        "status": COMPLETE,
        "package_version": recording.package_version,
    }
    arrivals = (_arrival_as_json(*each) for each in recording.arrivals)
    rows = (_rows_as_json(each) for each in recording.rows)
    lines = [_json(each) for each in (header, *arrivals, *rows)]
    body = b"\n".join([*lines, b""])
    end = {
        "end": True,
        "lines": len(lines) - 1,
        "seconds": recording.seconds,
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return body + _json(end) + b"\n"


def read_recording(content: bytes, name: str) -> Recording:
    """The recording in a file's bytes; `name` is for the errors.

    Raises RecordingDamaged, which names file and line.
    """
    lines = [line.removesuffix(b"\r") for line in content.split(b"\n")]
    whole = lines.pop() == b""
    reading = _Reading(name)
    values = [reading.object(line) for line in lines]
    reading.number = max(1, len(lines) if whole else len(lines) + 1)
    if not whole or len(values) < 2 or values[-1].get("end") is not True:
        raise reading.damaged("its end is missing")

    seconds = reading.end(values[-1], lines[:-1])
    reading.number = 1
    key, chat_id, asked_at, version = reading.header(values[0])
    reading.number = 1
    received = [value for value in values[1:-1] if "rows" not in value]
    arrivals = tuple(map(reading.arrival, received))
    rows = tuple(map(reading.rows, values[len(received) + 1 : -1]))
    return Recording(key, chat_id, asked_at, version, arrivals, seconds, rows)


class _Reading:
    """Checks the lines of one file; `number` is the line that an error is about."""

    def __init__(self, name: str) -> None:
        self.number = 0
        self._name = name
        self._newest = 0.0

    def damaged(self, why: str) -> RecordingDamaged:
        return RecordingDamaged(
            f"The recording {self._name} is damaged at line {self.number}: {why}. "
            "Delete the file, then ask again in mode auto."
        )

    def object(self, line: bytes) -> dict[str, Any]:
        self.number += 1
        try:
            value = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as cause:
            raise self.damaged("it is not JSON") from cause

        if not isinstance(value, dict):
            raise self.damaged("it is not a JSON object")

        return value

    def header(self, value: dict[str, Any]) -> tuple[RecordingKey, str | None, str, str]:
        if value.get("format") != FORMAT:
            raise self.damaged(f"its format is not {FORMAT}")

        if value.get("status") != COMPLETE:
            raise self.damaged("its answer is not complete")

        chat_id = value.get("chat_id")
        asked_at, version = value.get("asked_at"), value.get("package_version")
        if (
            not isinstance(chat_id, str | None)
            or not isinstance(asked_at, str)
            or not isinstance(version, str)
        ):
            raise self.damaged("chat_id, asked_at and package_version must be text")

        try:
            return RecordingKey.from_json(value), chat_id, asked_at, version
        except (RequestRefused, RecursionError) as refusal:
            raise self.damaged(str(refusal).removesuffix(".")) from refusal

    def arrival(self, value: dict[str, Any]) -> tuple[float, bytes]:
        self.number += 1
        at = self.seconds(value.get("t"))
        if at < self._newest:
            raise self.damaged("its time is earlier than the line above")

        self._newest = at
        return at, self._line(value)

    def rows(self, value: dict[str, Any]) -> RecordedRows:
        self.number += 1
        rows, total = value.get("rows"), value.get("total_rows")
        uuid, sql = value.get("uuid"), value.get("sql")
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise self.damaged("its rows are not a list of lists")

        if not isinstance(total, int) or not isinstance(uuid, str) or not isinstance(sql, str):
            raise self.damaged("its rows have no total, uuid or sql")

        return RecordedRows(uuid, sql, total, tuple(map(tuple, rows)))

    def end(self, value: dict[str, Any], before: list[bytes]) -> float:
        if value.get("lines") != len(before) - 1:
            raise self.damaged("lines are missing or too many")

        digest = hashlib.sha256()
        for line in before:
            digest.update(line)
            digest.update(b"\n")

        if value.get("sha256") != digest.hexdigest():
            raise self.damaged("its checksum does not match the lines above")

        return self.seconds(value.get("seconds"))

    def seconds(self, value: Any) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < _LONGEST_SECONDS:
            raise self.damaged("it has no usable time")

        return float(value)

    def _line(self, value: dict[str, Any]) -> bytes:
        text, packed = value.get("line"), value.get("base64")
        try:
            if isinstance(text, str):
                return text.encode("utf-8")

            if isinstance(packed, str):
                return base64.b64decode(packed, validate=True)
        except (UnicodeEncodeError, binascii.Error, ValueError) as cause:
            raise self.damaged("its bytes cannot be read") from cause

        raise self.damaged("it has neither line nor base64")


def _arrival_as_json(at: float, line: bytes) -> dict[str, Any]:
    try:
        return {"t": at, "line": line.decode("utf-8")}
    except UnicodeDecodeError:
        return {"t": at, "base64": base64.b64encode(line).decode("ascii")}


def _rows_as_json(loaded: RecordedRows) -> dict[str, Any]:
    return {"rows": loaded.rows, "total_rows": loaded.total_rows, "uuid": loaded.uuid, "sql": loaded.sql}


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False).encode("utf-8")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
