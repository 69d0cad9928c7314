"""The rows that were loaded of a recorded answer's results: kept while it is recorded, given at replay."""

import json
from collections.abc import Sequence

from svcchat_magic.conversation.answers.transport import RowSource
from svcchat_magic.conversation.recordings.recording_file import RecordedRows
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.results import SqlResult, with_rows


class RowRecorder:
    """Passes on what `source` loads, and keeps it in `recorded`."""

    def __init__(self, source: RowSource) -> None:
        self.recorded: list[RecordedRows] = []
        self._source = source

    async def __call__(self, result: SqlResult, seconds: float) -> SqlResult | None:
        """What the source gives."""
        found = await self._source(result, seconds)
        if found is not None and _is_json(found.rows):
            self.recorded.append(RecordedRows(found.uuid, found.sql, found.total_rows, found.rows))

        return found


class ReplayedRows:
    """Gives recorded rows; a recording made elsewhere may contain the key, which is redacted."""

    def __init__(self, recorded: Sequence[RecordedRows], redaction: KeyRedaction) -> None:
        self._recorded = {(each.uuid, each.sql): each for each in recorded}
        self._redaction = redaction

    async def __call__(self, result: SqlResult, seconds: float) -> SqlResult | None:  # noqa: ARG002 - no wait
        """The result with its recorded rows; None where none were recorded."""
        found = self._recorded.get((result.uuid, result.sql))
        if found is None:
            return None

        rows = json.loads(self._redaction.line(json.dumps(found.rows).encode()))
        return with_rows(result, rows, found.total_rows)


def _is_json(rows: Sequence[Sequence[object]]) -> bool:
    """Whether a file can hold the rows as they are; a database may give values that JSON has no word for."""
    try:
        json.dumps(rows, allow_nan=False)
    except (TypeError, ValueError):
        return False

    return True
