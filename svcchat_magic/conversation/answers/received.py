"""What one stream has brought: its raw lines, and their fold."""

import sys
from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.conversation.answers.kept_lines import KeptLines
from svcchat_magic.errors import BadLine, StreamProtocolError
from svcchat_magic.protocol.fold import Fold
from svcchat_magic.protocol.messages import Message, decode_batch, decode_message
from svcchat_magic.protocol.text_budget import MOST_CHARACTERS
from svcchat_magic.protocol.transcript import Status, Transcript

MAX_BAD_LINES = 3
_HARDLY_ANY = 100_000  # characters


class Received:
    """One stream, line by line; `chat_id` is the chat that was asked for."""

    def __init__(self, chat_id: str | None) -> None:
        self.lines = KeptLines()
        self._fold = Fold(chat_id=chat_id)
        self._read = 0
        self._bad = 0
        self._free = MOST_CHARACTERS  # bytes that surely fit: fewer bytes cannot be more characters

    @property
    def has_messages(self) -> bool:
        """Whether anything that can be read has come."""
        return self._read > 0

    @property
    def is_terminal(self) -> bool:
        """Whether the stream itself has said how the turn ended."""
        return self._fold.status is not Status.STREAMING

    @property
    def results_received(self) -> int:
        """How many messages brought a tool's result."""
        return self._fold.results_received

    @property
    def chat_id(self) -> str | None:
        """The chat, once known."""
        return self._fold.chat_id

    def take(self, lines: Sequence[bytes], at: float) -> None:
        """Keep and fold lines that were received together, `at` seconds after the question.

        Raises StreamProtocolError for another chat's stream, and when the first line or more than
        three cannot be read.
        """
        together = self.lines.add(lines)
        self._free -= len(together)
        if self._free < 0:
            self._look_for_room(len(together))

        messages = decode_batch(lines, together) if self._read else None
        if messages is None:
            self._take_one_by_one(lines, at)
            return

        self._read += len(messages)
        self._fold.add_all(messages, at)

    def merge(self, messages: Sequence[Message], at: float) -> None:
        """Fold in what the chat held for this turn."""
        if not self._fold.is_cut:  # the fold contains the chat's past
            self._fold = Fold(chat_id=self.chat_id, reading=True)

        self._fold.add_all(messages, at)

    def transcript(self) -> Transcript:
        """What the stream has said so far."""
        said = self._fold.transcript()
        if not self._bad:
            return said

        return replace(said, warnings=(*said.warnings, f"lines that could not be read: {self._bad}"))

    def _take_one_by_one(self, lines: Sequence[bytes], at: float) -> None:
        for line in lines:
            try:
                message = decode_message(line)
            except BadLine:
                self._count_bad()
                continue

            self._fold.add(message, at)
            self._read += 1

    def _look_for_room(self, coming: int) -> None:
        """Count what is kept; only when there is hardly room left must each message be counted."""
        self._free = self._fold.text_left - coming
        if self._free < _HARDLY_ANY:
            self._free = sys.maxsize
            self._fold.watch_budget()

    def _count_bad(self) -> None:
        self._bad += 1
        if not self._read:
            raise StreamProtocolError("The response is not from this API; check the chat address.")

        if self._bad > MAX_BAD_LINES:
            raise StreamProtocolError(f"More than {MAX_BAD_LINES} lines of the answer could not be read.")
