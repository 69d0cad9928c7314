"""A transport that replays a recorded answer, at its original pace or at once; it opens no connection."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from itertools import groupby
from operator import itemgetter

from svcchat_magic.conversation.answers.transport import Clock
from svcchat_magic.conversation.recordings.recording_file import Recording
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest

_BATCHES_BETWEEN_PAUSES = 256


class ReplayingTransport:
    """Replays the lines of one recording.

    `seconds` is the recording's own clock, for the times of the steps: the same at every replay.
    """

    def __init__(
        self,
        recording: Recording,
        *,
        at_once: bool,
        redaction: KeyRedaction | None = None,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._recording = recording
        self._at_once = at_once
        # A recording made elsewhere is no more trusted than a service.
        self.redaction = redaction or KeyRedaction(None)
        self._clock = clock
        self._sleep = sleep
        self._started = 0.0
        self._due = 0.0
        self._is_due = True

    def seconds(self) -> float:
        """Since the question, as far as the recording has been given."""
        due = self._due  # first, as it is set last: other threads ask for the time too
        return due if self._is_due else min(self._clock() - self._started, due)

    async def batches(
        self,
        request: ChatRequest,
        *,
        total_seconds: float | None = None,  # noqa: ARG002 - nothing is waited for that could fail to come
    ) -> AsyncGenerator[list[bytes], None]:
        """The recorded lines in their original batches; none for a read of the chat."""
        if not isinstance(request.input, str):
            return

        self._started = self._clock()
        for number, (at, batch) in enumerate(self._grouped()):
            await self._wait_until(at)
            if number % _BATCHES_BETWEEN_PAUSES == 0:
                await asyncio.sleep(0)  # so that a stop gets through

            yield batch

        self._due, self._is_due = self._recording.seconds, True

    async def abort(self, request: AbortRequest, *, total_seconds: float | None = None) -> None:
        """Nothing runs anywhere that could be stopped."""

    async def _wait_until(self, at: float) -> None:
        self._is_due = self._at_once
        self._due = at
        while not self._is_due and (left := at - (self._clock() - self._started)) > 0:
            await self._sleep(left)

        self._is_due = True

    def _grouped(self) -> Iterator[tuple[float, list[bytes]]]:
        for at, arrivals in groupby(self._recording.arrivals, key=itemgetter(0)):
            yield at, [self.redaction.line(line) for _, line in arrivals]
