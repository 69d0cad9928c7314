"""A transport that records each line of an answer and its time while passing it on."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, datetime

from svcchat_magic.conversation.answers.transport import Clock, Transport
from svcchat_magic.conversation.recordings.recording_file import Recording
from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest
from svcchat_magic.version import package_version


class RecordingTransport:
    """Passes everything on to `transport`, whose lines do not contain the API key.

    `seconds` is the recording's own clock: an answer that is timed by it has the times of its replay.
    """

    def __init__(self, transport: Transport, clock: Clock = time.monotonic) -> None:
        self._transport = transport
        self._clock = clock
        self._asked_at = datetime.now(UTC).isoformat(timespec="seconds")
        self._started: float | None = None  # on the clock, when the question was sent
        self._taken_at: float | None = None  # of the lines that are just being taken
        self._chat_id: str | None = None
        self._arrivals: list[tuple[float, bytes]] = []

    @property
    def redaction(self) -> KeyRedaction:
        """What keeps the API key out."""
        return self._transport.redaction

    def seconds(self) -> float:
        """Seconds since the question; paused while lines are processed."""
        if (taken_at := self._taken_at) is not None:  # looked at once: other threads ask for the time too
            return taken_at

        return 0.0 if self._started is None else round(self._clock() - self._started, 6)

    async def batches(
        self, request: ChatRequest, *, total_seconds: float | None = None
    ) -> AsyncGenerator[list[bytes], None]:
        """The lines of the answer; those of a question are noted.

        A question sent once more (in a new chat, or to attach to its run) begins its answer anew.
        """
        is_question = isinstance(request.input, str)
        if is_question:
            chat_id = request.chat_id if isinstance(request.chat_id, str) else None
            if self._started is None:
                self._started = self._clock()
                self._chat_id = chat_id

            self._arrivals.clear()
            if chat_id is None:  # one that a run is attached to by may be the chat that the question began
                self._chat_id = None

        async with aclosing(self._transport.batches(request, total_seconds=total_seconds)) as batches:
            async for batch in batches:
                if is_question:
                    at = self._taken_at = self.seconds()
                    self._arrivals.extend((at, line) for line in batch)

                try:
                    yield batch
                finally:
                    self._taken_at = None

    async def abort(self, request: AbortRequest, *, total_seconds: float | None = None) -> None:
        """Stop the chat's running turn (4.2)."""
        await self._transport.abort(request, total_seconds=total_seconds)

    def recording(self, key: RecordingKey, seconds: float) -> Recording:
        """What has been noted, as the answer to the question of `key`, which took `seconds`."""
        return Recording(
            key=key,
            chat_id=self._chat_id and self.redaction.text(self._chat_id),
            asked_at=self._asked_at,
            package_version=package_version(),
            arrivals=tuple(self._arrivals),
            seconds=seconds,
        )
