"""What was received of one turn: written by the event loop's thread, read by any other."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from svcchat_magic.conversation.answers.received import Received
from svcchat_magic.conversation.answers.turn_rows import TurnRows
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.messages import Message
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Status, ToolStep, Transcript


class TurnLog:
    """Keeps what a turn's stream brings; `chat_id` is the chat that was asked for.

    `redaction` redacts a key that comes in pieces. A turn whose connection was lost may have a second
    stream: it takes the first one's place as soon as it brings something, and gives it back if it ends
    early too.
    """

    def __init__(
        self,
        chat_id: str | None,
        redaction: KeyRedaction | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._redaction = redaction or KeyRedaction(None)
        self._clock = clock
        self._started = clock()
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._received = Received(chat_id)
        self._lost: Received | None = None
        self._is_begun_again = False
        self._ended: float | None = None
        self._ending: tuple[Status, str] | None = None
        self._warnings: tuple[str, ...] = ()
        self._rows = TurnRows()
        self._snapshot: Transcript | None = None

    @property
    def has_messages(self) -> bool:
        """Whether anything that can be read has come."""
        return self._received.has_messages or self._lost is not None

    @property
    def is_terminal(self) -> bool:
        """Whether the stream itself has said how the turn ended."""
        return self._received.is_terminal

    @property
    def is_begun_again(self) -> bool:
        """Whether a second stream is awaited of which nothing has come."""
        return self._is_begun_again

    @property
    def results_received(self) -> int:
        """How many messages of the stream that counts brought a tool's result."""
        return self._received.results_received

    @property
    def status(self) -> Status:
        """The status of the turn."""
        return self.transcript().status

    @property
    def chat_id(self) -> str | None:
        """The chat, once known."""
        return self._received.chat_id

    @property
    def seconds(self) -> float:
        """From the question to the end, or to now."""
        return (self._clock() if self._ended is None else self._ended) - self._started

    @property
    def blocks(self) -> tuple[bytes, ...]:
        """The raw lines, in blocks of lines joined by newlines."""
        with self._lock:
            return self._received.lines.blocks

    def lines(self, start: int = 0) -> tuple[bytes, ...]:
        """The raw lines, from the given one on."""
        with self._lock:
            return self._received.lines.since(start)

    def lines_of(self, stream: object, start: int) -> tuple[object, tuple[bytes, ...]]:
        """The stream that counts now, and its lines: from `start` on if it is `stream`, else all."""
        with self._lock:
            found = self._received
            return found, found.lines.since(start if found is stream else 0)

    def transcript(self) -> Transcript:
        """What the turn has said so far."""
        with self._lock:
            if self._snapshot is None:
                self._snapshot = self._finished(self._received.transcript())

            return self._snapshot

    def wait(self, seconds: float) -> bool:
        """Wait for a change since the last call; whether there was one in time."""
        changed = self._changed.wait(seconds)
        if changed:  # what comes just after the time was over is news for the next call
            self._changed.clear()

        return changed

    def wake(self) -> None:
        """Wake up all waiting threads."""
        if not self._changed.is_set():
            self._changed.set()

    def take(self, lines: Sequence[bytes]) -> None:
        """Keep and fold lines that were received together; raises StreamProtocolError, as `Received.take`."""
        at = self._clock() - self._started
        try:
            with self._lock:
                self._snapshot = None
                if self._is_begun_again and lines:
                    self._is_begun_again = False
                    self._lost = self._fuller()
                    self._received = Received(self._received.chat_id)

                self._received.take(lines, at)
        finally:
            self.wake()

    def begin_loading(self) -> tuple[ToolStep, ...]:
        """The calls with a result whose rows are to be loaded; each is given once."""
        transcript = self.transcript()
        with self._lock:
            found = self._rows.begin(transcript)
            self._snapshot = None

        return found

    def end_loading(self, step: ToolStep, loaded: SqlResult | None) -> None:
        """The rows of a call's result; None if those that were sent with it are all there is."""
        with self._lock:
            self._rows.end(step, loaded)
            self._snapshot = None

        self.wake()

    def begin_again(self) -> None:
        """Take what comes next as the same turn from its beginning (decisions/folding-the-stream)."""
        self._is_begun_again = True

    def end(self, status: Status, error: str = "") -> None:
        """The turn is over; how the stream itself said it ended goes before `status`."""
        with self._lock:
            if self._ended is not None:
                return

            if not self.is_terminal:
                self._received = self._fuller()

            self._lost = None
            self._rows.give_up()
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
            self._received = Received(None)
            self._snapshot = None

    def merge(self, messages: Sequence[Message]) -> None:
        """Fold in what the chat held for this turn; the status stays."""
        with self._lock:
            self._received.merge(messages, self.seconds)
            self._snapshot = None

        self.wake()

    def _fuller(self) -> Received:
        """The stream that has said more, of the one that counts and the one it took the place of."""
        if self._lost is None or _length(self._received) >= _length(self._lost):
            return self._received

        return self._lost

    def _finished(self, transcript: Transcript) -> Transcript:
        status, error = self._ending or (transcript.status, transcript.error)
        warnings = (*transcript.warnings, *self._warnings)
        ended = replace(transcript, warnings=warnings, status=status, error=error)
        return self._rows.added_to(self._redaction.transcript(ended))


def _length(received: Received) -> int:
    said = received.transcript()
    return len(said.answer) + len(said.thinking) + len(said.steps)
