"""Split bytes into lines; only a newline byte ends a line."""

from svcchat_magic.errors import StreamLimitExceeded

MAX_LINE_BYTES = 8_000_000
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class LineReader:
    r"""Splits the chunks of one stream into lines.

    Only ``b"\n"`` ends a line: text readers also split at U+2028 and similar characters, which may occur
    unescaped inside a JSON string. One trailing ``\r`` is dropped, blank lines are skipped.
    """

    def __init__(self, max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self._max = max_line_bytes
        self._parts: list[bytes] = []  # joined once a line ends, as repeated concatenation would be quadratic
        self._held = 0
        self._at_start = True
        self._is_over = False

    def feed(self, chunk: bytes) -> "Lines":
        """Lines completed by `chunk`.

        Raises StreamLimitExceeded if a line, complete or not, is longer than the limit. Lines before it are
        returned first, so the result does not depend on the chunks.
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
        """The buffered start of a line together with its end."""
        if not self._parts:
            return ended

        block = b"".join((*self._parts, ended))
        self._parts.clear()
        self._held = 0
        return block

    def finish(self) -> bytes:
        """The rest after the last newline; empty if the stream ended with one."""
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
        is_clean = b"\r" not in block  # rare, and checking every line is slow
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
    """Lines received together.

    `block` is the received bytes of these lines, so that they can be searched without joining them. It is
    empty if the lines differ from the received bytes.
    """

    block = b""

    def joined(self) -> bytes:
        """The lines joined by newlines."""
        return self.block or b"\n".join(self)
