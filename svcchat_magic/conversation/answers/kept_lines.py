"""The lines of a stream, kept in about as many bytes as were received."""

from bisect import bisect_right
from collections.abc import Sequence

from svcchat_magic.protocol.lines import Lines

_BATCHES_KEPT_APART = 256
_SMALL = 4_096  # bytes; what a larger batch takes beside its bytes counts for little


class KeptLines:
    """Lines joined in blocks: a line kept by itself takes 50 bytes more than it is long."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._starts: list[int] = []  # number of each block's first line
        self._count = 0
        self._settled = 0  # blocks that stay as they are: joining them again and again would be quadratic

    def __len__(self) -> int:
        return self._count

    def add(self, lines: Sequence[bytes]) -> bytes:
        """Keep lines that were received together; returns them joined by newlines."""
        together = lines.joined() if isinstance(lines, Lines) else b"\n".join(lines)
        if lines:
            self._blocks.append(together)
            self._starts.append(self._count)
            self._count += len(lines)
            if len(together) < _SMALL:
                self._join_small()
            else:
                self._settled = len(self._blocks)

        return together

    def since(self, start: int) -> tuple[bytes, ...]:
        """The lines from number `start` on."""
        if start >= self._count:
            return ()

        block = bisect_right(self._starts, start) - 1
        lines = b"\n".join(self._blocks[block:]).split(b"\n")
        return tuple(lines[start - self._starts[block] :])

    @property
    def blocks(self) -> tuple[bytes, ...]:
        """All lines, in blocks of lines joined by newlines: no copy is made."""
        return tuple(self._blocks)

    def _join_small(self) -> None:
        if len(self._blocks) - self._settled >= _BATCHES_KEPT_APART:
            self._join_from(self._settled)

    def _join_from(self, first: int) -> None:
        if len(self._blocks) > first + 1:
            self._blocks[first:] = [b"\n".join(self._blocks[first:])]
            del self._starts[first + 1 :]

        self._settled = len(self._blocks)
