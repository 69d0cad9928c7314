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
        self._has_returns = False
        self._is_over = False

    def feed(self, chunk: bytes) -> list[bytes]:
        """Lines completed by `chunk`.

        Raises StreamLimitExceeded when a line, finished or not, is longer than the limit; lines
        before that one are given out first, so that how a stream is cut into chunks changes nothing.
        """
        may_be_over = self._held + len(chunk) > self._max
        self._has_returns = self._has_returns or b"\r" in chunk
        ended = chunk.split(b"\n")
        rest = ended.pop()
        if ended and self._parts:
            self._parts.append(ended[0])
            ended[0] = b"".join(self._parts)
            self._parts.clear()
            self._held = 0

        if rest:
            self._parts.append(rest)
            self._held += len(rest)

        if may_be_over or self._is_over:
            ended = self._within_limit(ended)

        return self._cleaned(ended)

    def finish(self) -> bytes:
        """What stands after the last newline: empty when the stream ended on a line."""
        rest = self._cleaned(self._within_limit([b"".join(self._parts)]))
        self._parts.clear()
        self._held = 0
        return rest[0] if rest else b""

    def _within_limit(self, lines: list[bytes]) -> list[bytes]:
        if self._is_over:
            raise self._too_long()

        fitting = next((at for at, line in enumerate(lines) if len(line) > self._max), len(lines))
        self._is_over = fitting < len(lines) or self._held > self._max
        if self._is_over and not fitting:
            raise self._too_long()

        return lines[:fitting]

    def _too_long(self) -> StreamLimitExceeded:
        self._parts.clear()
        return StreamLimitExceeded(f"The service sent a line of more than {self._max:,} bytes.")

    def _cleaned(self, lines: list[bytes]) -> list[bytes]:
        if self._at_start and lines:
            self._at_start = False
            lines[0] = lines[0].removeprefix(_BYTE_ORDER_MARK)

        if self._has_returns:  # few streams have any, and looking at each line costs
            lines = [line.removesuffix(b"\r") for line in lines]

        return list(filter(bytes.strip, lines))
