"""Bytes received in chunks, kept whole; many of them in large pages of memory, where the system has these."""

import mmap
import sys
from contextlib import suppress
from typing import TypeAlias

Held: TypeAlias = bytearray | mmap.mmap

_FEW = 4_000_000  # bytes that are not worth pages of their own
_LEAST_GROWTH = 16_000_000


class GrowingBytes:
    """Appends chunks without copying what is there.

    A process gets its memory in pages of 4 kB, and for 75 MB that takes four times as long as to copy them.
    Linux has pages of 2 MB for memory that asks for them, and extends it in place.
    """

    def __init__(self) -> None:
        self._held: Held = bytearray()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def held(self) -> Held:
        """The bytes added, with unused ones behind them; only valid until more are added."""
        return self._held

    def add(self, chunk: bytes) -> None:
        """Append bytes. Raises MemoryError."""
        size = self._size + len(chunk)
        if isinstance(self._held, bytearray) and size > _FEW:
            self._held = _in_large_pages(self._held)

        if isinstance(self._held, bytearray):
            self._held += chunk
        else:
            if size > len(self._held):
                _resize(self._held, size + max(_LEAST_GROWTH, size // 2))

            self._held[self._size : size] = chunk

        self._size = size

    def whole(self) -> Held:
        """Exactly the bytes added. While they are viewed, none can be added."""
        if isinstance(self._held, mmap.mmap) and len(self._held) != self._size:
            _resize(self._held, self._size)

        return self._held


def _in_large_pages(few: bytearray) -> Held:
    """The same with room for more, which takes no memory until it is written to; as it is if that fails."""
    if sys.platform != "linux":
        return few

    try:
        pages = mmap.mmap(-1, len(few) + _LEAST_GROWTH, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:
        return few

    with suppress(OSError):  # a system without such pages
        pages.madvise(mmap.MADV_HUGEPAGE)

    pages[: len(few)] = bytes(few)
    return pages


def _resize(pages: mmap.mmap, size: int) -> None:
    try:
        pages.resize(size)
    except OSError as cause:
        raise MemoryError(f"no memory for {size:,} bytes") from cause
