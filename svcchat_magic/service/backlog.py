"""What a run has made and its readers have not had yet: bounded in lines and in bytes.

A reader who takes nothing holds the analyst up once BYTES_AHEAD or LINES_AHEAD wait, so that a stream costs
no more than that, the lines of the event that went over it, and the chunk being sent. What has been read is
kept up to BYTES_AGAIN where others may come for it; what is older they find in the store.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from svcchat_magic.service.run_records import Entry

LINES_A_CHUNK = 32
BYTES_A_CHUNK = 128 * 1024  # a longer line is a chunk of its own
LINES_AHEAD = 1024  # how far the analyst may be ahead of its foremost reader
BYTES_AHEAD = 512 * 1024
BYTES_AGAIN = 512 * 1024


class Chunk(NamedTuple):
    """Lines to send at once, and the `sort` of the last of them that is in the store."""

    data: bytes
    lines: int
    last_sort: int


class Backlog:
    """Entries as they are made, and the chunks they become once they are kept; chunks are counted from 0."""

    def __init__(self, last_sort: int, *, keeps_read: bool) -> None:
        self.first = 0  # the oldest chunk that is still here
        self.given_up = last_sort  # of the last line before it
        self._keeps_read = keeps_read
        self._made: deque[Entry] = deque()  # not yet kept
        self._chunks: deque[Chunk] = deque()
        self._unread = 0  # the oldest chunk that no reader has had
        self._lines_ahead = 0
        self._bytes_ahead = 0
        self._bytes_again = 0
        self._is_closed = False

    @property
    def end(self) -> int:
        """The number of the next chunk to come."""
        return self.first + len(self._chunks)

    @property
    def has_made(self) -> bool:
        """Whether lines wait to be kept, those given to be kept not counted."""
        return bool(self._made)

    @property
    def bytes_held(self) -> int:
        """How much of the stream is in memory."""
        return self._bytes_ahead + self._bytes_again

    @property
    def has_room(self) -> bool:
        """Whether the analyst may go on."""
        return self._bytes_ahead <= BYTES_AHEAD and self._lines_ahead <= LINES_AHEAD

    def make(self, entries: Sequence[Entry]) -> None:
        """Take lines that are to be kept."""
        for entry in entries:
            self._made.append(entry)
            self._lines_ahead += 1
            self._bytes_ahead += len(entry.line)

    def next_made(self) -> list[Entry]:
        """Lines for the next chunk, in order; empty when all are kept. Give them to `keep` or `forget`."""
        batch: list[Entry] = []
        size = 0
        while self._made and len(batch) < LINES_A_CHUNK:
            size += len(self._made[0].line)
            if batch and size > BYTES_A_CHUNK:
                break

            batch.append(self._made.popleft())

        return batch

    def keep(self, batch: Sequence[Entry]) -> None:
        """These lines are kept: readers may have them."""
        self._chunks.append(Chunk(b"".join(each.line for each in batch), len(batch), batch[-1].sort))

    def close_with(self, last: bytes) -> None:
        """The stream's last lines, which are in no store: every reader gets them from here."""
        self._is_closed = True
        self._lines_ahead += 1
        self._bytes_ahead += len(last)
        self._chunks.append(Chunk(last, 1, self._chunks[-1].last_sort if self._chunks else self.given_up))

    def forget(self, batch: Sequence[Entry]) -> None:
        """Neither these lines nor those made after them are kept or read."""
        for entry in (*batch, *self._made):
            self._lines_ahead -= 1
            self._bytes_ahead -= len(entry.line)

        self._made.clear()

    def take(self, number: int) -> Chunk:
        """A chunk that is here; a reader has had it with this."""
        chunk = self._chunks[number - self.first]
        if number >= self._unread:
            self._unread = number + 1
            self._lines_ahead -= chunk.lines
            self._bytes_ahead -= len(chunk.data)
            self._bytes_again += len(chunk.data)
            self._give_up_read()

        return chunk

    def _give_up_read(self) -> None:
        most = BYTES_AGAIN if self._keeps_read else 0
        while self._bytes_again > most and len(self._chunks) > self._is_closed:
            oldest = self._chunks.popleft()
            self.first += 1
            self.given_up = oldest.last_sort
            self._bytes_again -= len(oldest.data)
