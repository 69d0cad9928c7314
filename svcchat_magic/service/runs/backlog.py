"""What a run has made and its readers have not had yet: bounded in lines and in bytes.

A reader who takes nothing holds the analyst up once BYTES_AHEAD or LINES_AHEAD wait, so that a stream costs
no more than that, the lines of the event that went over it, and the chunk being sent. What has been read is
kept up to BYTES_AGAIN where others may come for it; what is older they find in the store.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from svcchat_magic.service.state.run_records import Entry

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
        self._most_again = BYTES_AGAIN if keeps_read else 0
        self._made: deque[Entry] = deque()  # not yet given to be kept
        self._unkept = 0  # lines, those given to be kept counted
        self._chunks: deque[Chunk] = deque()
        self._unread = 0  # the oldest chunk that no reader has had
        self._lines_ahead = 0
        self._bytes_ahead = 0
        self._bytes_again = 0
        self._is_closed = False

    @property
    def has_made(self) -> bool:
        """Whether lines wait to be kept, those given to be kept not counted."""
        return bool(self._made)

    @property
    def has_unkept(self) -> bool:
        """Whether any line that was made is not kept yet."""
        return self._unkept > 0

    @property
    def bytes_held(self) -> int:
        """How much of the stream is in memory."""
        return self._bytes_ahead + self._bytes_again

    @property
    def has_room(self) -> bool:
        """Whether the analyst may go on."""
        return self._bytes_ahead <= BYTES_AHEAD and self._lines_ahead <= LINES_AHEAD

    def make(self, entry: Entry) -> None:
        """Take a line that is to be kept."""
        self._made.append(entry)
        self._unkept += 1
        self._lines_ahead += 1
        self._bytes_ahead += len(entry.line)

    def next_made(self) -> list[Entry]:
        """Lines for the next chunk, in order; empty when all are kept. Give them to `keep` or `forget`."""
        made = self._made
        if not made:
            return []

        batch = [made.popleft()]
        size = len(batch[0].line)
        while made and len(batch) < LINES_A_CHUNK:
            size += len(made[0].line)
            if size > BYTES_A_CHUNK:
                break

            batch.append(made.popleft())

        return batch

    def keep(self, batch: Sequence[Entry]) -> None:
        """These lines are kept: readers may have them."""
        self._unkept -= len(batch)
        self._chunks.append(Chunk(b"".join([each.line for each in batch]), len(batch), batch[-1].sort))

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
        self._unkept = 0

    def take(self, number: int) -> Chunk | None:
        """A chunk from `first` on, None when it is still to come; a reader has had it with this."""
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
        """What is kept counts as read: there are readers who find it in the store."""
        while self.take(self._unread) is not None:
            continue

    def _give_up_read(self) -> None:
        while self._bytes_again > self._most_again and len(self._chunks) > self._is_closed:
            oldest = self._chunks.popleft()
            self.first += 1
            self.given_up = oldest.last_sort
            self._bytes_again -= len(oldest.data)
