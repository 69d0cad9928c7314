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
        self._is_over = False

    def feed(self, chunk: bytes) -> "Lines":
        """Lines completed by `chunk`.

        Raises StreamLimitExceeded when a line, finished or not, is longer than the limit; lines
        before that one are given out first, so that how a stream is cut into chunks changes nothing.
        """
        may_be_over = self._is_over or self._held + len(chunk) > self._max
        end = chunk.rfind(b"\n")
        block = b"" if end < 0 else self._completed(chunk[:end])
        if rest := chunk[end + 1 :]:
            self._parts.append(rest)
            self._held += len(rest)

        lines = [] if end < 0 else block.split(b"\n")
        if may_be_over:
            lines = self._within_limit(lines)
            block = b"\n".join(lines)

        return self._cleaned(lines, block)

    def _completed(self, ended: bytes) -> bytes:
        """What was held of a line, and what its end came with."""
        if not self._parts:
            return ended

        block = b"".join((*self._parts, ended))
        self._parts.clear()
        self._held = 0
        return block

    def finish(self) -> bytes:
        """What stands after the last newline: empty when the stream ended on a line."""
        rest = b"".join(self._parts)
        lines = self._cleaned(self._within_limit([rest]), rest)
        self._parts.clear()
        self._held = 0
        return lines[0] if lines else b""

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

    def _cleaned(self, lines: list[bytes], block: bytes) -> "Lines":
        is_clean = b"\r" not in block  # few streams have any, and looking at each line costs
        if not is_clean:
            lines = [line.removesuffix(b"\r") for line in lines]

        if self._at_start and lines:
            self._at_start = False
            is_clean = is_clean and not lines[0].startswith(_BYTE_ORDER_MARK)
            lines[0] = lines[0].removeprefix(_BYTE_ORDER_MARK)

        found = Lines(filter(bytes.strip, lines))
        if is_clean and len(found) == len(lines):
            found.block = block

        return found


class Lines(list[bytes]):
    """Lines that came together.

    `block` is the lines joined by newlines, where they came so: then nobody needs to join or search
    them one by one. It is empty where something was cut out of them.
    """

    block = b""

    def joined(self) -> bytes:
        """The lines with a newline between each two."""
        return self.block or b"\n".join(self)
