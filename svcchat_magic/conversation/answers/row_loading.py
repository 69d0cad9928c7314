"""All rows of a result, from any thread: what `frame.svc.full()` and `Conversation.load_rows` call."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.terminal_stream import write_styled
from svcchat_magic.settings import Settings

if TYPE_CHECKING:
    from svcchat_magic.conversation.connecting.event_loop import EventLoop
    from svcchat_magic.protocol.loaded_rows import LoadedRows
    from svcchat_magic.protocol.requests import SessionSettings
    from svcchat_magic.protocol.results import SqlResult

Progress: TypeAlias = Callable[[int, int | None], None]


class RowLoading:
    """Loads the results of one question as the user who asked it: other users may see other rows.

    So may other branches of the model: `branch` is the development branch that it was asked on. `loading`
    gives the settings with the address of whoever answers, and the loop to load in. Not kept in a pickle.
    """

    def __init__(
        self,
        loading: Callable[[], tuple[Settings, EventLoop]],
        session: SessionSettings | None,
        branch: str | None = None,
    ) -> None:
        self._loading = loading
        self._session = session
        self._branch = branch

    def __call__(self, result: SqlResult, progress: Progress | None = None) -> LoadedRows:
        """Every row of the result; an interrupt closes the connection.

        `progress` is called in this thread with the rows so far and their total, None if that is not
        known; without one a terminal shows a line. Raises what `RowLoader.load` raises.
        """
        from svcchat_magic.client.row_loader import RowLoader

        settings, loop = self._loading()
        if settings.mode == "replay":
            raise RequestRefused("Rows cannot be loaded in mode replay; set the mode to auto or live.")

        loader = RowLoader(settings, self._session, branch=self._branch)
        line = ProgressLine(sys.stderr)
        news = _News(progress or line.tell)
        try:
            return loop.run(partial(loader.load, result, progress=news.note), meanwhile=news.pass_on)
        finally:
            line.clear()

    def __reduce__(self) -> tuple[Any, ...]:
        return _no_loading, ()


class ProgressLine:
    """One line in a terminal that counts; nothing anywhere else."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream if stream.isatty() else None
        self._is_shown = False

    def tell(self, rows: int, total: int | None) -> None:
        """Show how far it is."""
        if self._stream is not None:
            self._is_shown = True
            write_styled(self._stream, f"\r{rows_so_far(rows, total)}\x1b[K")
            self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._stream is not None and self._is_shown:
            write_styled(self._stream, "\r\x1b[K")
            self._stream.flush()


def rows_so_far(rows: int, total: int | None) -> str:
    """The count in words."""
    return f"{rows:,} rows loaded" if total is None else f"{rows:,} of {total:,} rows loaded"


class _News:
    """Carries the newest count from the loop's thread to the caller's."""

    def __init__(self, tell: Progress) -> None:
        self._tell = tell
        self._newest: tuple[int, int | None] | None = None
        self._reported: tuple[int, int | None] | None = None

    def note(self, rows: int, total: int | None) -> None:
        self._newest = (rows, total)

    def pass_on(self) -> None:
        newest = self._newest
        if newest is not None and newest != self._reported:
            self._reported = newest
            self._tell(*newest)


def _no_loading() -> None:
    """What a loader is in another process."""
