"""One step of a language model: its text, its calls put together from pieces, and why it stopped."""

from dataclasses import dataclass, field

from svcchat_magic.analyst.events import ModelUsed
from svcchat_magic.analyst.language_model.failures import FailureKind, ModelFailed
from svcchat_magic.analyst.language_model.pieces import (
    CallPiece,
    Piece,
    Stopped,
    TextPiece,
    ThoughtPiece,
    Used,
)
from svcchat_magic.analyst.language_model.prompt import Call, ModelTurn

MOST_CHARACTERS = 200_000  # of one step, with thoughts; a model is asked for a hundredth of that
MOST_TEXT = 40_000  # characters of text in one step: each sentence is checked
MOST_CALLS = 8  # in one step; what a model calls beyond them is not heard


@dataclass(slots=True)
class _OpenCall:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Step:
    """What the model said and called, as far as it has arrived."""

    number: int
    text: list[str] = field(default_factory=list)
    reason: str = ""
    used: Used = Used()
    has_begun: bool = False
    _characters: int = 0
    _written: int = 0  # characters of text
    _open: dict[int, _OpenCall] = field(default_factory=dict)
    _places: dict[int, int] = field(default_factory=dict)  # where the calls of a number are now

    def add(self, piece: Piece) -> None:
        """Take one more piece; raises ModelFailed where they do not end."""
        self.has_begun = True
        self._count(piece)
        match piece:
            case TextPiece(text):
                self.text.append(text)
            case CallPiece():
                self._add_call(piece)
            case Used():
                self.used = piece.after(self.used)
            case Stopped(reason):
                self.reason = reason

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls in their order; one without an id gets one, as the reply must name it."""
        found: dict[str, Call] = {}
        for at, each in sorted(self._open.items())[:MOST_CALLS]:
            own = f"call_{self.number}_{at}"
            key = each.id if each.id and each.id not in found else own  # no two replies name the same call
            found[key] = Call(key, each.name or "unnamed", "".join(each.arguments) or "{}")

        return tuple(found.values())

    @property
    def turn(self) -> ModelTurn:
        """The step as it is sent back to the model."""
        return ModelTurn("".join(self.text), self.calls)

    def usage(self, model: str) -> ModelUsed:
        """What the request has taken so far."""
        used = self.used
        return ModelUsed(
            self.number,
            model,
            used.input_tokens,
            used.output_tokens,
            used.cache_write_tokens,
            used.cache_read_tokens,
        )

    def _count(self, piece: Piece) -> None:
        match piece:
            case TextPiece(text) | ThoughtPiece(text) | CallPiece(arguments=text):
                self._characters += len(text)

        self._written += len(piece.text) if isinstance(piece, TextPiece) else 0
        if self._characters > MOST_CHARACTERS or self._written > MOST_TEXT:
            raise ModelFailed(FailureKind.BROKEN, "The language model wrote far too much.")

    def _add_call(self, piece: CallPiece) -> None:
        at = self._places.get(piece.at, piece.at)
        if piece.id and self._open.get(at, _OpenCall()).id not in ("", piece.id):  # all calls have one number
            at = self._places[piece.at] = max(self._open) + 1

        if at not in self._open and len(self._open) >= MOST_CALLS:
            return

        call = self._open.setdefault(at, _OpenCall())
        call.id = piece.id or call.id
        call.name = piece.name or call.name  # some servers repeat it with each piece
        call.arguments.append(piece.arguments)
