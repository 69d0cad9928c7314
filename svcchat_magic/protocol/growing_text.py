"""Text that arrives in pieces, at a constant cost per piece."""

_PIECES_KEPT_APART = 256


class GrowingText:
    """Joins pieces in blocks, because a separate piece needs several times its length in memory."""

    __slots__ = ("_blocks", "_pieces", "add")

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._pieces: list[str] = []
        self.add = self._pieces.append  # called for every message, so only one step at a time

    def __bool__(self) -> bool:
        return bool(self._pieces or self._blocks)

    def __len__(self) -> int:
        return sum(map(len, self._blocks)) + sum(map(len, self._pieces))

    def __str__(self) -> str:
        self.settle(0)
        if len(self._blocks) > 1:
            self._blocks = ["".join(self._blocks)]

        return self._blocks[0] if self._blocks else ""  # not a copy, which would double the memory

    def settle(self, most: int = _PIECES_KEPT_APART) -> None:
        """Join the separate pieces if there are more than `most`."""
        if len(self._pieces) > most:
            self._blocks.append("".join(self._pieces))
            self._pieces.clear()
