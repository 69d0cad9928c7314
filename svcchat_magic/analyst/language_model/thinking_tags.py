"""Thoughts that a server leaves in the text, between tags: parted from it as they arrive."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from svcchat_magic.analyst.language_model.pieces import Piece, TextPiece, ThoughtPiece

_NAMES = ("think", "thinking", "thought", "reasoning")
_OPENING = (*(f"<{name}>" for name in _NAMES), "<|channel|>analysis<|message|>")
_MARKS = (  # of templates that a server did not take out: they end what stood before, and say nothing
    *(
        "<|start|>assistant<|channel|>final<|message|>",
        "<|channel|>final<|message|>",
        "<|end|>",
        "<|return|>",
    ),
    *(
        "<|im_end|>",
        "<|eot_id|>",
        "<|eom_id|>",
        "<|endoftext|>",
        "<|end_of_text|>",
        "<end_of_turn>",
        "<s>",
        "</s>",
    ),
)
_CLOSING = (*(f"</{name}>" for name in _NAMES), *_MARKS)
_TAG = re.compile("|".join(map(re.escape, sorted((*_OPENING, *_CLOSING), key=len, reverse=True))))


@dataclass(slots=True)
class ThinkingTags:
    """Follows the tags of one step; a tag may arrive in pieces."""

    _is_thought: bool = False
    _rest: str = ""

    def feed(self, text: str) -> Iterator[Piece]:
        """The text and the thoughts of one more piece; what may be the beginning of a tag waits."""
        self._rest += text
        whole, at = self._rest, 0
        for match in _TAG.finditer(whole):
            yield from self._piece(whole[at : match.start()])
            self._is_thought = match[0] in _OPENING
            at = match.end()

        keep = _beginning(whole[at:])
        self._rest = whole[len(whole) - keep :]
        yield from self._piece(whole[at : len(whole) - keep])

    def end(self) -> Iterator[Piece]:
        """What waited."""
        rest, self._rest = self._rest, ""
        yield from self._piece(rest)

    def _piece(self, text: str) -> Iterator[Piece]:
        if text:
            yield ThoughtPiece(text) if self._is_thought else TextPiece(text)


def _beginning(text: str) -> int:
    """How many of the last characters may begin a tag."""
    at = text.rfind("<")
    tail = text[at:] if at >= 0 else ""
    return len(tail) if tail and any(tag.startswith(tail) for tag in (*_OPENING, *_CLOSING)) else 0
