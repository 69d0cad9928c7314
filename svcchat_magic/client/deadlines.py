"""How long each part of a request may take: connect, first byte, next message, all of it."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Any, TypeVar

from svcchat_magic.errors import DeadlineExceeded
from svcchat_magic.settings import Settings

Result = TypeVar("Result")
Clock = Callable[[], float]


class Wait(StrEnum):
    """What is being waited for."""

    CONNECTION = "connection"
    FIRST_BYTE = "first byte"
    NEXT_MESSAGE = "next message"
    NEXT_TRY = "next try"  # as long as the pause is; only the total ends it


class Deadlines:
    """The deadlines of one request, on the caller's clock; `total_seconds` replaces the setting's.

    A socket's own timeout starts anew with every byte, so a drip of bytes passes it for ever:
    these are restarted by whole messages, and the total by nothing.
    """

    def __init__(
        self, settings: Settings, *, total_seconds: float | None = None, clock: Clock = time.monotonic
    ) -> None:
        self._limits = {
            Wait.CONNECTION: settings.connect_seconds,
            Wait.FIRST_BYTE: settings.first_byte_seconds,
            Wait.NEXT_MESSAGE: settings.idle_seconds,
            Wait.NEXT_TRY: math.inf,
        }
        self._clock = clock
        self._total = settings.total_seconds if total_seconds is None else total_seconds
        self._setting = "total_seconds" if total_seconds is None else "timeout"
        self._end = clock() + self._total
        self.restart(Wait.CONNECTION)

    @property
    def waiting_for(self) -> Wait:
        """The wait that was started last."""
        return self._wait

    def restart(self, wait: Wait) -> None:
        """Start waiting for this, from now."""
        self._wait = wait
        self._due = self._clock() + self._limits[wait]

    @property
    def seconds_left(self) -> float:
        """Until the nearer of the two deadlines; below zero when it has passed."""
        return min(self._due, self._end) - self._clock()

    @property
    def is_total_nearer(self) -> bool:
        """Whether the deadline that comes next is the one for all of it."""
        return self._end <= self._due

    def failure(self) -> DeadlineExceeded:
        """The error for the deadline that passed."""
        if self.is_total_nearer:
            return took_longer(self._total, self._setting)

        limit = format_seconds(self._limits[self._wait])
        if self._wait is Wait.NEXT_MESSAGE:
            return DeadlineExceeded(
                f"No message from the service for {limit}. To wait longer, raise idle_seconds."
            )

        setting = "connect_seconds" if self._wait is Wait.CONNECTION else "first_byte_seconds"
        return DeadlineExceeded(
            f"No {self._wait.value} from the service within {limit}. To wait longer, raise {setting}."
        )


def took_longer(seconds: float, setting: str = "timeout") -> DeadlineExceeded:
    """The error for the whole answer, with the setting that allows more time."""
    return DeadlineExceeded(
        f"The answer took longer than {format_seconds(seconds)}. To wait longer, raise {setting}."
    )


def format_seconds(seconds: float) -> str:
    """A limit in words."""
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


class DeadlineTimer:
    """Holds awaits to the deadlines with one timer for a whole stream.

    A timer for each chunk would cost as much as reading it.
    """

    def __init__(self, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._timer: asyncio.TimerHandle | None = None
        self._timed = deadlines.waiting_for
        self._waiting: asyncio.Task[Any] | None = None
        self._fired = False

    async def hold(self, awaitable: Awaitable[Result]) -> Result:
        """The awaitable's result; raises DeadlineExceeded when a deadline passes first."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a watch holds awaits of a task only")

        cancelling = task.cancelling()
        self._waiting = task
        if self._timer is None or self._timed is not self._deadlines.waiting_for:
            self._set_timer()

        try:
            return await awaitable
        except (asyncio.CancelledError, Exception):  # whatever the cancelled await made of it
            if self._fired and task.uncancel() <= cancelling:
                raise self._deadlines.failure() from None

            raise
        finally:
            self._waiting = None

    def stop(self) -> None:
        """Drop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self) -> None:
        self.stop()
        self._timed = self._deadlines.waiting_for
        left = max(self._deadlines.seconds_left, 0.0)
        self._timer = asyncio.get_running_loop().call_later(left, self._check)

    def _check(self) -> None:
        """Cancel what is awaited if a deadline has passed; if one was restarted since, wait on."""
        self._timer = None
        if self._waiting is None:
            return  # the next hold sets the timer again

        if self._deadlines.seconds_left > 0:
            self._set_timer()
            return

        self._fired = True
        self._waiting.cancel()
