"""Parse the framing of an Arrow stream: message boundaries, row counts and the ending.

Only the envelopes are read here, while the stream arrives; `arrow_rows.py` reads the rows.
"""

import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from svcchat_magic.errors import StreamFailed, StreamLimitExceeded, StreamProtocolError
from svcchat_magic.protocol.growing_bytes import GrowingBytes, Held
from svcchat_magic.protocol.query_reply import ERROR, TOTAL_ROWS, TRUNCATED

MAX_ENVELOPE_BYTES = 16_000_000
_CONTINUES = 0xFFFFFFFF
_RECORD_BATCH = 3
_PREFIX = 8


class Envelope(NamedTuple):
    """One message's header: its type, the length of its body, its row count and metadata."""

    kind: int
    body_bytes: int
    rows: int
    is_compressed: bool
    notes: Mapping[str, str]


class ArrowStream:
    """Parses the bytes of one stream incrementally.

    `total_rows`, `is_cut` and `has_ended` are as in `RowLines`; the end of an Arrow stream is always marked.
    """

    def __init__(self, max_bytes: int) -> None:
        self._bytes = GrowingBytes()
        self.count = 0
        self.total_rows: int | None = None
        self.is_cut = False
        self.has_ended = False
        self._max = max_bytes
        self._at = 0  # start of the first incomplete message
        self._needed = _PREFIX
        self._envelope: Envelope | None = None

    @property
    def body(self) -> Held:
        """All bytes read."""
        return self._bytes.whole()

    def take(self, chunk: bytes) -> None:
        """Read the next bytes.

        Raises StreamProtocolError for anything but an Arrow stream, StreamFailed if the service reports a
        failure, and StreamLimitExceeded for a message that is too large.
        """
        self._bytes.add(chunk)
        while not self.has_ended and len(self._bytes) - self._at >= self._needed:
            self._step()

    def _step(self) -> None:
        """Read the prefix, the envelope or the body that is now complete."""
        if self._envelope is not None:
            self._at += self._needed
            envelope, self._envelope, self._needed = self._envelope, None, _PREFIX
            self._note(envelope)
            return

        held = self._bytes.held
        marker, size = struct.unpack_from("<Ii", held, self._at)
        if marker != _CONTINUES or not 0 <= size <= MAX_ENVELOPE_BYTES:
            raise StreamProtocolError("The query API's reply is not an Arrow stream.")

        if not size:
            self.has_ended = True
            return

        if len(self._bytes) - self._at < _PREFIX + size:
            self._needed = _PREFIX + size
            return

        start = self._at + _PREFIX
        self._envelope = _read_envelope(bytes(held[start : start + size]))
        self._needed = _PREFIX + size + self._envelope.body_bytes
        if self._needed > self._max:
            raise StreamLimitExceeded(f"The rows have more than {self._max:,} bytes. Ask for fewer rows.")

    def _note(self, envelope: Envelope) -> None:
        if envelope.is_compressed:  # a few compressed bytes could be gigabytes
            raise StreamProtocolError("The query API compressed its rows although the request forbids it.")

        if envelope.kind != _RECORD_BATCH:
            return

        if envelope.rows > envelope.body_bytes * 8:  # even a column of bits needs more bytes
            raise StreamProtocolError("The query API's Arrow stream claims more rows than it contains.")

        if (error := envelope.notes.get(ERROR)) is not None:
            raise StreamFailed(f"The query failed: {error or 'no reason was sent'}")

        self.count += envelope.rows
        self.is_cut = self.is_cut or envelope.notes.get(TRUNCATED) == "true"
        total = envelope.notes.get(TOTAL_ROWS, "")
        if total.isascii() and total.isdecimal() and len(total) < 20:
            self.total_rows = int(total)


def _read_envelope(data: bytes) -> Envelope:
    try:
        message = _BufferTable(data, _unsigned(data, 0))
        kind, body_bytes = message.byte(1), message.long(3)
        header = message.table(2)
        notes = dict(message.notes(4))
        rows = header.long(0) if header and kind == _RECORD_BATCH else 0
        is_compressed = header is not None and kind == _RECORD_BATCH and header.holds(3)
    except (struct.error, IndexError, UnicodeDecodeError) as cause:
        raise StreamProtocolError("The query API's Arrow stream is damaged.") from cause

    if body_bytes < 0 or rows < 0:
        raise StreamProtocolError("The query API's Arrow stream is damaged.")

    return Envelope(kind, body_bytes, rows, is_compressed, notes)


class _BufferTable:
    """A table of a flatbuffer; missing fields have their default."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._at = at
        self._fields = at - struct.unpack_from("<i", data, at)[0]
        if self._fields < 0:
            raise IndexError("a table's fields start before its buffer")

        self._size = struct.unpack_from("<H", data, self._fields)[0]

    def holds(self, field: int) -> bool:
        return self._place(field) is not None

    def byte(self, field: int) -> int:
        place = self._place(field)
        return 0 if place is None else self._data[place]

    def long(self, field: int) -> int:
        place = self._place(field)
        return 0 if place is None else int(struct.unpack_from("<q", self._data, place)[0])

    def table(self, field: int) -> "_BufferTable | None":
        place = self._place(field)
        return None if place is None else _BufferTable(self._data, place + _unsigned(self._data, place))

    def text(self, field: int) -> str:
        place = self._place(field)
        if place is None:
            return ""

        start = place + _unsigned(self._data, place)
        return self._data[start + 4 : start + 4 + _unsigned(self._data, start)].decode()

    def notes(self, field: int) -> Iterator[tuple[str, str]]:
        """The key-value pairs of a vector."""
        place = self._place(field)
        if place is None:
            return

        start = place + _unsigned(self._data, place)
        for number in range(_unsigned(self._data, start)):
            at = start + 4 + 4 * number
            pair = _BufferTable(self._data, at + _unsigned(self._data, at))
            yield pair.text(0), pair.text(1)

    def _place(self, field: int) -> int | None:
        slot = 4 + 2 * field
        if slot + 2 > self._size:
            return None

        offset = struct.unpack_from("<H", self._data, self._fields + slot)[0]
        return self._at + offset if offset else None


def _unsigned(data: bytes, at: int) -> int:
    return int(struct.unpack_from("<I", data, at)[0])
