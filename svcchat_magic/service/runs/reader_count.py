"""Count the readers of a run, which stops without any (decisions/readers-and-runs)."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Readership:
    """The readers of one run, on the event loop.

    `stop` ends the run. When the last reader has been away for `seconds`, `end_unless_followed` checks the
    store for readers at other workers and returns whether the run has ended.
    """

    def __init__(
        self,
        seconds: float,
        sleep: Callable[[float], Coroutine[Any, Any, None]],
        end_unless_followed: Callable[[], Coroutine[Any, Any, bool]],
        stop: Callable[[], object],
    ) -> None:
        self._seconds = seconds
        self._sleep = sleep
        self._end_unless_followed = end_unless_followed
        self._stop = stop
        self._here = 0
        self._elsewhere = 0
        self._leaving: asyncio.Task[None] | None = None
        self._is_closed = False

    def come(self) -> None:
        """Add a reader here."""
        self._here += 1
        self._look()

    def go(self) -> None:
        """Remove a reader here."""
        self._here -= 1
        self._look()

    def follow(self, readers: int) -> None:
        """Set the number of readers at other workers."""
        self._elsewhere = readers
        self._look()

    @property
    def are_elsewhere(self) -> bool:
        """Whether other workers serve readers."""
        return self._elsewhere > 0

    def close(self) -> None:
        """Stop waiting for readers, because the run has ended.

        The run is let go of: with the last reader it is freed, and all lines that it holds, in place of
        waiting for the garbage collector, which a chat of a hundred questions may not see once.
        """
        self._is_closed = True
        self._stop_waiting()
        del self._end_unless_followed, self._stop

    def _look(self) -> None:
        if self._is_closed:
            return

        if self._here or self._elsewhere:
            self._stop_waiting()
        elif not self._seconds:
            self._stop()
        elif self._leaving is None:
            self._leaving = asyncio.create_task(self._wait())

    def _stop_waiting(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    async def _wait(self) -> None:
        await self._sleep(self._seconds)
        if await self._end_unless_followed():
            self._stop()
        else:
            self._leaving = None
