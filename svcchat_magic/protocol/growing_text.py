"""Text that arrives in pieces, kept so that neither its length nor their number makes the next one dearer."""

_PIECES_KEPT_APART = 256


class GrowingText:
    """Pieces joined in blocks: a piece kept apart takes several times its length."""

    __slots__ = ("_blocks", "_pieces", "add")

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._pieces: list[str] = []
        self.add = self._pieces.append  # called for every message, so by one step only

    def __bool__(self) -> bool:
        return bool(self._pieces or self._blocks)

    def __len__(self) -> int:
        return sum(map(len, self._blocks)) + sum(map(len, self._pieces))

    def __str__(self) -> str:
        self.settle(0)
        if len(self._blocks) > 1:
            self._blocks = ["".join(self._blocks)]

        return self._blocks[0] if self._blocks else ""  # the very text that is kept: long ones count twice

    def settle(self, most: int = _PIECES_KEPT_APART) -> None:
        """Join what is kept apart, if that is more than `most` pieces."""
        if len(self._pieces) > most:
            self._blocks.append("".join(self._pieces))
            self._pieces.clear()
