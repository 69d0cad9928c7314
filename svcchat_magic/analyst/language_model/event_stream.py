"""Server-sent events: the `data` of each event, out of chunks of bytes cut anywhere."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator

MOST_BYTES = 2_000_000  # of one event
_ENDING = re.compile(rb"[\r\n]")


class EventTooLong(Exception):
    """An event is longer than any model's."""


class EventStream:
    """Collects the bytes of one response.

    A line ends with `\\n`, `\\r\\n` or `\\r`; an event ends with an empty line. A byte order
    mark may come first.
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._is_first = True
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[str]:
        """The events that a chunk completes."""
        self._rest += chunk
        if len(self._rest) + self._size > MOST_BYTES:
            raise EventTooLong

        if not _ENDING.search(chunk) and not self._rest[:-1].endswith(b"\r"):
            return  # a long line that comes byte by byte is not looked at again with each

        *lines, rest = _lines(bytes(self._rest))
        self._rest = bytearray(rest)
        for line in lines:
            yield from self._line(line)

    def end(self) -> Iterator[str]:
        """What is left when the stream ended without a last empty line."""
        yield from self._line(bytes(self._rest))
        yield from self._line(b"")

    def _line(self, line: bytes) -> Iterator[str]:
        if self._is_first:
            line, self._is_first = line.removeprefix(BOM_UTF8), False

        if not line:
            text = b"\n".join(self._data).decode("utf-8", errors="replace")
            self._data.clear()
            self._size = 0
            if text.strip():  # an empty event only keeps the connection open
                yield text

            return

        if line.startswith(b"{") and not self._data:  # a server that does not stream sends bare JSON
            line = b"data:" + line

        if line.startswith(b"error:"):  # llama.cpp names the field so
            line = b'data:{"error":' + line[6:] + b"}"

        if line.startswith(b"data:"):
            data = line[5:].removeprefix(b" ")
            self._data.append(data)
            self._size += len(data)


class WholeBody:
    """Collects a response that is no stream but one JSON value."""

    def __init__(self) -> None:
        self._data = b""

    def feed(self, chunk: bytes) -> Iterator[str]:
        """Nothing before the end."""
        self._data += chunk
        if len(self._data) > MOST_BYTES:
            raise EventTooLong

        return iter(())

    def end(self) -> Iterator[str]:
        """The whole."""
        text = self._data.removeprefix(BOM_UTF8).decode("utf-8", errors="replace")
        if text.lstrip().startswith("data:"):  # a stream after all
            stream = EventStream()
            yield from stream.feed(self._data)
            yield from stream.end()
        elif text.strip():
            yield text


def _lines(data: bytes) -> list[bytes]:
    """The lines of a text and what is left behind the last; a `\\r` at the very end may be half an ending."""
    held = b"\r" if data.endswith(b"\r") else b""
    whole = data.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines = whole.split(b"\n")
    lines[-1] += held
    return lines
