"""Whether a signal has ended the work, told by its handler."""

from contextlib import suppress
from queue import Empty, SimpleQueue


class StopSignal:
    """Set by a signal's handler, and waited for in the thread that the handler interrupts.

    An Event is not for that: a handler that comes while the thread holds the event's lock would wait for it
    for ever. A SimpleQueue takes what is put in such a moment.
    """

    def __init__(self) -> None:
        self._is_set = False
        self._news: SimpleQueue[None] = SimpleQueue()

    def is_set(self) -> bool:
        """Whether it has ended."""
        return self._is_set

    def set(self) -> None:
        """It has ended."""
        self._is_set = True
        self._news.put(None)

    def wait(self, seconds: float) -> bool:
        """Wait for it, at most so long; whether it has ended."""
        if not self._is_set:
            with suppress(Empty):
                self._news.get(timeout=seconds)

        return self._is_set
