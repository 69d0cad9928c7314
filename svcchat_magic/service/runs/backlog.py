"""Lines that a run has produced and its readers have not received yet, bounded in lines and in bytes.

A reader that stops reading pauses the analyst once BYTES_AHEAD or LINES_AHEAD are waiting, so a stream needs
no more memory than that, the event that exceeded it, and the chunk being sent. Up to BYTES_AGAIN of read
lines are kept for readers that join later; they get older lines from the store.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from svcchat_magic.service.state.run_messages import Entry

LINES_A_CHUNK = 32
BYTES_A_CHUNK = 128 * 1024  # a longer line gets its own chunk
LINES_AHEAD = 1024  # how far the analyst may be ahead of its fastest reader
BYTES_AHEAD = 512 * 1024
BYTES_AGAIN = 512 * 1024


class Chunk(NamedTuple):
    """Lines to send together, and the `sort` of the last stored one."""

    data: bytes
    lines: int
    last_sort: int


class Backlog:
    """New entries, and the chunks that they become once they are stored; chunks are numbered from 0."""

    def __init__(self, last_sort: int, *, keeps_read: bool) -> None:
        self.first = 0  # the oldest chunk in memory
        self.given_up = last_sort  # sort of the last line before that chunk
        self._most_again = BYTES_AGAIN if keeps_read else 0
        self._made: deque[Entry] = deque()  # not yet passed on to be stored
        self._unkept = 0  # lines, including those passed on to be stored
        self._chunks: deque[Chunk] = deque()
        self._unread = 0  # the oldest chunk that no reader has received
        self._lines_ahead = 0
        self._bytes_ahead = 0
        self._bytes_again = 0
        self._is_closed = False

    @property
    def has_made(self) -> bool:
        """Whether lines are waiting to be passed on to the store."""
        return bool(self._made)

    @property
    def has_unkept(self) -> bool:
        """Whether any line is not stored yet."""
        return self._unkept > 0

    @property
    def bytes_held(self) -> int:
        """The number of bytes of the stream in memory."""
        return self._bytes_ahead + self._bytes_again

    @property
    def has_room(self) -> bool:
        """Whether the analyst may continue."""
        return self._bytes_ahead <= BYTES_AHEAD and self._lines_ahead <= LINES_AHEAD

    def make(self, entry: Entry) -> None:
        """Add a line to store."""
        self._made.append(entry)
        self._unkept += 1
        self._lines_ahead += 1
        self._bytes_ahead += len(entry.sent)

    def next_made(self) -> list[Entry]:
        """Lines for the next chunk, in order, or none. Pass them to `keep` or `forget` afterwards."""
        made = self._made
        if not made:
            return []

        batch = [made.popleft()]
        size = len(batch[0].sent)
        while made and len(batch) < LINES_A_CHUNK:
            size += len(made[0].sent)
            if size > BYTES_A_CHUNK:
                break

            batch.append(made.popleft())

        return batch

    def keep(self, batch: Sequence[Entry]) -> None:
        """Release stored lines to the readers."""
        self._unkept -= len(batch)
        self._chunks.append(Chunk(b"".join([each.sent for each in batch]), len(batch), batch[-1].sort))

    def close_with(self, last: bytes) -> None:
        """Add the stream's last lines, which are not stored: every reader gets them from here."""
        self._is_closed = True
        self._lines_ahead += 1
        self._bytes_ahead += len(last)
        self._chunks.append(Chunk(last, 1, self._chunks[-1].last_sort if self._chunks else self.given_up))

    def forget(self, batch: Sequence[Entry]) -> None:
        """Discard these lines and all later ones."""
        for entry in (*batch, *self._made):
            self._lines_ahead -= 1
            self._bytes_ahead -= len(entry.sent)

        self._made.clear()
        self._unkept = 0

    def take(self, number: int) -> Chunk | None:
        """Mark a chunk, from `first` on, as read and return it; None if it does not exist yet."""
        at = number - self.first
        if at >= len(self._chunks):
            return None

        chunk = self._chunks[at]
        if number >= self._unread:
            size = len(chunk.data)
            self._unread = number + 1
            self._lines_ahead -= chunk.lines
            self._bytes_ahead -= size
            self._bytes_again += size
            self._give_up_read()

        return chunk

    def pass_by(self) -> None:
        """Mark all stored lines as read, because readers get them from the store."""
        while self.take(self._unread) is not None:
            continue

    def _give_up_read(self) -> None:
        while self._bytes_again > self._most_again and len(self._chunks) > self._is_closed:
            oldest = self._chunks.popleft()
            self.first += 1
            self.given_up = oldest.last_sort
            self._bytes_again -= len(oldest.data)
