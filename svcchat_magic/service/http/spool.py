"""The unread part of a reply: a little in memory, the rest in a private temporary file.

One thread writes and the event loop reads. The file is a ring buffer of fixed size, unnamed where the system
allows it, and disappears with the process.
"""

import tempfile
import threading
from collections import deque
from collections.abc import Callable

IN_MEMORY = 512 * 1024


class Spool:
    """A queue of pieces with at most `most_bytes` in memory and file together."""

    def __init__(self, most_bytes: int, when_changed: Callable[[], object] = lambda: None) -> None:
        self._most = most_bytes
        self._when_changed = when_changed
        self._changed = threading.Condition()
        self._pieces: deque[bytes | int] = deque()  # the bytes, or their length in the file
        self._in_memory = 0
        self._in_file = 0
        self._file: _Ring | None = None
        self._is_closed = False

    @property
    def bytes_waiting(self) -> int:
        """The number of unread bytes."""
        return self._in_memory + self._in_file

    def put(self, piece: bytes, may_wait: Callable[[], bool]) -> bool:
        """Add a piece, waiting for room while `may_wait` is true; return whether it was added."""
        with self._changed:
            while not self._is_closed and not self._has_room(len(piece)):
                if not may_wait():
                    return False

                self._changed.wait(0.05)

            if self._is_closed:
                return False

            self._add(piece)

        self._when_changed()
        return True

    def put_last(self, piece: bytes) -> None:
        """Add the last piece, which is short and always fits."""
        with self._changed:
            if not self._is_closed:
                self._pieces.append(piece)
                self._in_memory += len(piece)

        self._when_changed()

    def take(self) -> bytes | None:
        """Remove and return the next piece; None if there is none yet."""
        with self._changed:
            if not self._pieces:
                return None

            piece = self._pieces.popleft()
            if isinstance(piece, bytes):
                self._in_memory -= len(piece)
            else:
                self._in_file -= piece
                assert self._file is not None, "only the file's pieces are lengths"
                piece = self._file.read(piece)

            self._changed.notify_all()
            return piece

    def close(self) -> None:
        """Discard everything."""
        with self._changed:
            self._is_closed = True
            self._pieces.clear()
            self._in_memory = self._in_file = 0
            if self._file is not None:
                self._file.close()

            self._changed.notify_all()

    def _has_room(self, size: int) -> bool:
        return not self._pieces or self.bytes_waiting + size <= self._most

    def _add(self, piece: bytes) -> None:
        fits = self._in_memory + len(piece) <= IN_MEMORY or len(piece) > self._most
        if not self._pieces or (fits and not self._in_file):
            self._pieces.append(piece)
            self._in_memory += len(piece)
            return

        if self._file is None:
            self._file = _Ring(self._most)

        self._file.write(piece)
        self._pieces.append(len(piece))
        self._in_file += len(piece)


class _Ring:
    """A ring buffer in a file of fixed size."""

    def __init__(self, size: int) -> None:
        self._file = tempfile.TemporaryFile(prefix="svcchat-rows-")  # noqa: SIM115  closed with the spool
        self._size = size
        self._read = 0
        self._written = 0

    def write(self, piece: bytes) -> None:
        """Append bytes; there must be room."""
        room = self._size - self._written
        for at, part in ((self._written, piece[:room]), (0, piece[room:])):
            if part:
                self._file.seek(at)
                self._file.write(part)

        self._file.flush()
        self._written = (self._written + len(piece)) % self._size

    def read(self, length: int) -> bytes:
        """Read the next bytes."""
        room = self._size - self._read
        self._file.seek(self._read)
        found = self._file.read(min(length, room))
        if length > room:
            self._file.seek(0)
            found += self._file.read(length - room)

        self._read = (self._read + length) % self._size
        return found

    def close(self) -> None:
        """Close the file, which deletes it."""
        self._file.close()
