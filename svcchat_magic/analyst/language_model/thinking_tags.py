"""Thoughts that a server leaves in the text, between tags: parted from it as they arrive."""

from collections.abc import Iterator
from dataclasses import dataclass

from svcchat_magic.analyst.language_model.pieces import Piece, TextPiece, ThoughtPiece

_NAMES = ("think", "thinking", "thought", "reasoning")
_OPENING = tuple(f"<{name}>" for name in _NAMES)
_CLOSING = tuple(f"</{name}>" for name in _NAMES)


@dataclass(slots=True)
class ThinkingTags:
    """Follows the tags of one step; a tag may arrive in pieces."""

    _is_thought: bool = False
    _rest: str = ""

    def feed(self, text: str) -> Iterator[Piece]:
        """The text and the thoughts of one more piece; what may be the beginning of a tag waits."""
        self._rest += text
        while found := _first(self._rest, (*_OPENING, *_CLOSING)):
            at, tag = found
            yield from self._piece(self._rest[:at])
            self._is_thought = tag in _OPENING
            self._rest = self._rest[at + len(tag) :]

        keep = _beginning(self._rest)
        whole, self._rest = self._rest[: len(self._rest) - keep], self._rest[len(self._rest) - keep :]
        yield from self._piece(whole)

    def end(self) -> Iterator[Piece]:
        """What waited."""
        rest, self._rest = self._rest, ""
        yield from self._piece(rest)

    def _piece(self, text: str) -> Iterator[Piece]:
        if text:
            yield ThoughtPiece(text) if self._is_thought else TextPiece(text)


def _first(text: str, tags: tuple[str, ...]) -> tuple[int, str] | None:
    found = [(at, tag) for tag in tags if (at := text.find(tag)) >= 0]
    return min(found, default=None)


def _beginning(text: str) -> int:
    """How many of the last characters may begin a tag."""
    at = text.rfind("<")
    tail = text[at:] if at >= 0 else ""
    return len(tail) if tail and any(tag.startswith(tail) for tag in (*_OPENING, *_CLOSING)) else 0
