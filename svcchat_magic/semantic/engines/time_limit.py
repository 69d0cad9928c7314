"""A bound on how long the database itself works for one query; a slow reader's time does not count."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from threading import Condition, Thread
from time import monotonic
from typing import TypeVar

from svcchat_magic.semantic.engines.engines import Cancellation

Batch = TypeVar("Batch")


class TimeLimit:
    """Cancels a query whose database has worked for more than `seconds`; None is no limit."""

    def __init__(self, cancellation: Cancellation, seconds: float | None) -> None:
        self._cancellation = cancellation
        self._left = seconds
        self._changed = Condition()
        self._end: float | None = None  # while the database works
        self._is_over = False

    @contextmanager
    def watching(self) -> Iterator["TimeLimit"]:
        """Count the time of this block, but for what is `paused`."""
        if self._left is None:
            yield self
            return

        self._resume()
        Thread(target=self._watch, daemon=True).start()
        try:
            yield self
        finally:
            self._stop()

    def unpaused(self, batches: Iterator[Batch]) -> Generator[Batch, None, None]:
        """The batches; while the reader has one, no time is counted."""
        for batch in batches:
            self._pause()
            yield batch
            self._resume()

    def _pause(self) -> None:
        with self._changed:
            if self._end is not None and self._left is not None:
                self._left = max(0.0, self._end - monotonic())

            self._end = None

    def _resume(self) -> None:
        with self._changed:
            if self._left is not None:
                self._end = monotonic() + self._left
                self._changed.notify()

    def _stop(self) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._is_over:
                left = None if self._end is None else self._end - monotonic()
                if left is not None and left <= 0:
                    break

                self._changed.wait(left)

            is_over = self._is_over

        if not is_over:
            self._cancellation.cancel(TOO_LONG)


TOO_LONG = "The query took longer than the database may work for one; ask for less, or a shorter period."
