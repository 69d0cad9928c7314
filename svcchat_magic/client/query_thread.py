"""A database's rows read in a thread: drivers block, and some bind a connection to its thread."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Protocol

from svcchat_magic.client.database_failures import database_failure

_PIECES_AHEAD = 2
_MOST_INTERRUPTS = 6_000  # ten minutes: a database may be slow to begin what it is to leave
_SECONDS_BETWEEN_INTERRUPTS = 0.1


class DriverQuery(Protocol):
    """One query by one driver. `is_connected` is set once the database was reached."""

    is_connected: bool

    def pieces(self) -> Iterator[Any]:
        """Connect, run the query and give its rows piece by piece; all of it in one thread."""

    def interrupt(self) -> None:
        """Stop the query, if the driver can; called in other threads, also when nothing runs."""


class QueryThread:
    """Runs one query. `stop` may come at any moment."""

    def __init__(self, query: DriverQuery) -> None:
        self._query = query
        self._loop = asyncio.get_running_loop()
        self._pieces: asyncio.Queue[Any] = asyncio.Queue()
        self._room = threading.Semaphore(_PIECES_AHEAD)
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="svcchat-rows", daemon=True)

    def start(self) -> None:
        """Run the query."""
        self._thread.start()

    async def next_piece(self) -> Any:
        """The next rows; None after the last. Raises SvcchatError."""
        found = await self._pieces.get()
        self._room.release()
        if isinstance(found, Exception):
            raise found

        return found

    def stop(self) -> None:
        """Interrupt the query, if the driver can, and let its thread end; returns at once."""
        self._is_stopped.set()
        self._room.release()
        if self._thread.is_alive():  # in a thread, because some drivers ask the server to cancel
            threading.Thread(target=self._keep_interrupting, daemon=True).start()

    def _keep_interrupting(self) -> None:
        """Until the query has ended: an interrupt that comes before it really began is lost."""
        for _ in range(_MOST_INTERRUPTS):
            quietly(self._query.interrupt)
            self._thread.join(_SECONDS_BETWEEN_INTERRUPTS)
            if not self._thread.is_alive():
                return

    def _run(self) -> None:
        try:
            self._read()
            self._give(None)
        except Exception as cause:  # drivers raise anything; pass it to the reader
            self._give(database_failure(cause, is_connected=self._query.is_connected))

    def _read(self) -> None:
        for piece in self._query.pieces():
            self._room.acquire()
            if self._is_stopped.is_set():
                return

            self._give(piece)

    def _give(self, item: Any) -> None:
        with suppress(RuntimeError):  # the loop was closed, so nothing waits
            self._loop.call_soon_threadsafe(self._pieces.put_nowait, item)


def quietly(work: Callable[[], object]) -> None:
    """Do it, whatever a driver makes of it: the connection is given up in any case."""
    with suppress(Exception):  # drivers raise errors of their own kinds, also when they close
        work()
