"""Bytes in, lines out: a line ends at a newline byte and nowhere else."""

from svcchat_magic.errors import StreamLimitExceeded

MAX_LINE_BYTES = 8_000_000
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class LineReader:
    r"""Cuts the chunks of one stream into lines.

    Only ``b"\n"`` ends a line: text readers also cut at U+2028 and its like, which may stand
    raw inside a JSON string. One trailing ``\r`` is dropped, blank lines are skipped.
    """

    def __init__(self, max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self._max = max_line_bytes
        self._parts: list[bytes] = []  # joined once a line ends: adding up would be quadratic
        self._held = 0
        self._at_start = True

    def feed(self, chunk: bytes) -> list[bytes]:
        """Lines completed by `chunk`.

        Raises StreamLimitExceeded when a line, finished or not, is longer than the limit.
        """
        *ended, rest = chunk.split(b"\n")
        if ended and self._parts:
            self._parts.append(ended[0])
            ended[0] = b"".join(self._parts)
            self._parts.clear()
            self._held = 0

        if rest:
            self._parts.append(rest)
            self._held += len(rest)

        if self._held > self._max or any(len(line) > self._max for line in ended):
            raise StreamLimitExceeded(f"The service sent a line of more than {self._max:,} bytes.")

        return [line for line in map(self._clean, ended) if line]

    def finish(self) -> bytes:
        """What stands after the last newline: empty when the stream ended on a line."""
        rest = self._clean(b"".join(self._parts))
        self._parts.clear()
        self._held = 0
        return rest

    def _clean(self, line: bytes) -> bytes:
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BYTE_ORDER_MARK)

        line = line.removesuffix(b"\r")
        return line if line.strip() else b""
