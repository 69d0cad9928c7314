"""The first thousands of rows of a result that the service sent a hundred of, for charts and frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcchat_magic.errors import StreamProtocolError
from svcchat_magic.protocol.results import SqlResult, with_rows
from svcchat_magic.settings import Settings

if TYPE_CHECKING:
    from svcchat_magic.protocol.loaded_rows import LoadedRows
    from svcchat_magic.protocol.requests import ChatRequest


class FirstRows:
    """Loads up to `most` rows of a question's results through the query API, as the user who asked it."""

    def __init__(self, settings: Settings, request: ChatRequest, most: int) -> None:
        # An answer of more bytes would not be accepted either.
        most_bytes = min(settings.max_rows_bytes, settings.max_stream_bytes)
        self._settings = settings.with_values(max_rows_bytes=most_bytes)
        self._request = request
        self._most = most

    async def __call__(self, result: SqlResult, seconds: float) -> SqlResult | None:
        """The result with up to so many of its rows; None where it has that many already.

        Raises what `RowLoader.load` raises, and StreamProtocolError for rows of another result.
        """
        if len(result.rows) >= self._most:
            return None

        from svcchat_magic.client.row_loader import RowLoader  # a replayed answer needs no network

        session, branch = self._request.session_settings, self._request.branch
        loader = RowLoader(self._settings, session, branch=branch)
        return filled(result, await loader.load(result, most=self._most, total_seconds=seconds), self._most)


def filled(result: SqlResult, loaded: LoadedRows, most: int) -> SqlResult:
    """The result with at most so many of the loaded rows, cast as those that were sent with it.

    Raises StreamProtocolError where the rows have other columns, or are fewer than were sent.
    """
    names = [column.name for column in loaded.columns]
    wanted = [column.name for column in result.columns]
    if sorted(names) != sorted(wanted) or loaded.count < len(result.rows):
        raise StreamProtocolError("The query API returned other rows than the chat.")

    places = range(len(names)) if names == wanted else [names.index(name) for name in wanted]
    rows = [[row[at] for at in places] for row in loaded.rows[:most]]
    return with_rows(result, rows, loaded.total_rows)
