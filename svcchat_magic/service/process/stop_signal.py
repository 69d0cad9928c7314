"""A stop flag that a signal handler may set."""

from contextlib import suppress
from queue import Empty, SimpleQueue


class StopSignal:
    """Set by a signal handler, and awaited in the thread that the handler interrupts.

    An Event would deadlock if the handler ran while the thread holds the event's lock. A SimpleQueue is
    reentrant.
    """

    def __init__(self) -> None:
        self._is_set = False
        self._news: SimpleQueue[None] = SimpleQueue()

    def is_set(self) -> bool:
        """Whether the signal has arrived."""
        return self._is_set

    def set(self) -> None:
        """Record that the signal has arrived."""
        self._is_set = True
        self._news.put(None)

    def wait(self, seconds: float) -> bool:
        """Wait up to that many seconds; return whether the signal has arrived."""
        if not self._is_set:
            with suppress(Empty):  # no signal in that time
                self._news.get(timeout=seconds)

        return self._is_set
