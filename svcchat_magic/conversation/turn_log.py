"""What came of one turn so far: written by the event loop's thread, read by any other."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from svcchat_magic.conversation.blotting import blotted
from svcchat_magic.errors import BadLine, StreamProtocolError
from svcchat_magic.protocol.messages import CUTOFF, Message, decode_message
from svcchat_magic.protocol.transcript import Fold, Status, Transcript

MAX_BAD_LINES = 3


class TurnLog:
    """Keeps the raw lines of a stream and their fold; `chat_id` is the chat that was asked for.

    `redacted` blots the key out of a text.
    """

    def __init__(
        self,
        chat_id: str | None,
        redacted: Callable[[str], str] = str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._redacted = redacted
        self._clock = clock
        self._started = clock()
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._lines: list[bytes] = []
        self._fold = Fold(chat_id=chat_id)
        self._is_cut = False
        self._read = 0
        self._bad = 0
        self._ended: float | None = None
        self._ending: tuple[Status, str] | None = None
        self._warnings: tuple[str, ...] = ()
        self._snapshot: Transcript | None = None

    @property
    def has_messages(self) -> bool:
        """Whether anything that can be read has come."""
        return self._read > 0

    @property
    def is_terminal(self) -> bool:
        """Whether the stream itself has said how the turn ended."""
        return self._fold.status is not Status.STREAMING

    @property
    def status(self) -> Status:
        """How the turn stands."""
        return self.transcript().status

    @property
    def chat_id(self) -> str | None:
        """The chat, once known."""
        return self._fold.chat_id

    @property
    def seconds(self) -> float:
        """From the question to the end, or to now."""
        return (self._clock() if self._ended is None else self._ended) - self._started

    def lines(self, start: int = 0) -> tuple[bytes, ...]:
        """The raw lines, from the given one on."""
        with self._lock:
            return tuple(self._lines[start:])

    def transcript(self) -> Transcript:
        """What the turn has said so far."""
        with self._lock:
            if self._snapshot is None:
                self._snapshot = self._finished(self._fold.transcript())

            return self._snapshot

    def wait(self, seconds: float) -> bool:
        """Wait for a change since the last call; whether there was one in time."""
        changed = self._changed.wait(seconds)
        self._changed.clear()
        return changed

    def wake(self) -> None:
        """Tell whoever waits that something has changed."""
        if not self._changed.is_set():
            self._changed.set()

    def take(self, lines: Sequence[bytes]) -> None:
        """Keep and fold lines that came together.

        Raises StreamProtocolError for another chat's stream, and when the first line or more than
        three cannot be read.
        """
        at = self._clock() - self._started
        try:
            with self._lock:
                self._snapshot = None
                self._fold_lines(lines, at)
        finally:
            self.wake()

    def end(self, status: Status, error: str = "") -> None:
        """The turn is over; how the stream itself said it ended goes before `status`."""
        with self._lock:
            if self._ended is not None:
                return

            self._ended = self._clock()
            self._ending = None if self.is_terminal else (status, error)
            self._snapshot = None

        self.wake()

    def warn(self, warning: str) -> None:
        """Add a warning to the transcript."""
        with self._lock:
            self._warnings = (*self._warnings, warning)
            self._snapshot = None

        self.wake()

    def start_anew(self) -> None:
        """Forget the chat that was asked for: a new one is begun, and nothing has come of it yet."""
        with self._lock:
            self._fold = Fold()
            self._snapshot = None

    def merge(self, messages: Sequence[Message]) -> None:
        """Fold in what the chat held for this turn; the status stays."""
        with self._lock:
            if not self._is_cut:  # what stands in the fold is the chat's past
                self._fold = Fold(chat_id=self._fold.chat_id, reading=True)

            for message in messages:
                self._fold.add(message, self.seconds)

            self._snapshot = None

        self.wake()

    def _fold_lines(self, lines: Sequence[bytes], at: float) -> None:
        for line in lines:
            self._lines.append(line)
            try:
                message = decode_message(line)
            except BadLine:
                self._count_bad()
                continue

            self._fold.add(message, at)
            self._read += 1
            if message.id == CUTOFF:
                self._is_cut = True

    def _count_bad(self) -> None:
        self._bad += 1
        if not self._read:
            raise StreamProtocolError("What the service sent is not this API; check the chat address.")

        if self._bad > MAX_BAD_LINES:
            raise StreamProtocolError(f"More than {MAX_BAD_LINES} lines of the answer could not be read.")

    def _finished(self, transcript: Transcript) -> Transcript:
        warnings = (*transcript.warnings, *self._warnings)
        if self._bad:
            warnings = (*warnings, f"lines that could not be read: {self._bad}")

        status, error = self._ending or (transcript.status, transcript.error)
        ended = replace(transcript, warnings=warnings, status=status, error=error)
        return blotted(ended, self._redacted)
