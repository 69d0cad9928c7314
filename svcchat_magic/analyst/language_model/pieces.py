"""What arrives from a language model, in no provider's shape."""

from dataclasses import dataclass, replace
from typing import TypeAlias

_MOST_TOKENS = 10**12  # a larger count is no count


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of what the model says."""

    text: str


@dataclass(frozen=True, slots=True)
class ThoughtPiece:
    """A piece of what the model thinks aloud."""

    text: str


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A piece of a tool call; `at` tells the calls of one step apart. Id and name come with the first."""

    at: int
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class Used:
    """Tokens counted by the provider, None where it did not count; each kind is counted on its own."""

    input_tokens: int | None = None  # without those of the cache
    output_tokens: int | None = None
    cache_write_tokens: int | None = None
    cache_read_tokens: int | None = None

    @property
    def tokens(self) -> int:
        """All that are known."""
        known = (self.input_tokens, self.output_tokens, self.cache_write_tokens, self.cache_read_tokens)
        return sum(each or 0 for each in known)

    def after(self, earlier: "Used") -> "Used":
        """The count of the same request now, with what only the earlier one has."""
        return replace(
            earlier, **{name: value for name in self.__slots__ if (value := getattr(self, name)) is not None}
        )


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why the model stopped: `end`, `calls`, `length` (its text is cut), `refusal` or `error`."""

    reason: str


def storable(text: str) -> str:
    """A text without halves of characters and zero bytes, which no store and no stream takes."""
    return text.encode("utf-8", errors="replace").decode().replace("\0", "\ufffd")


def storable_piece(piece: "Piece") -> "Piece":
    """The same of a piece."""
    match piece:
        case TextPiece(text) | ThoughtPiece(text):
            return replace(piece, text=storable(text))
        case CallPiece(_, key, name, arguments):
            return replace(piece, id=storable(key), name=storable(name), arguments=storable(arguments))
        case _:
            return piece


def token_count(value: object) -> int | None:
    """A number of tokens as a server gave it, or None for anything else."""
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return value if is_count else None  # type: ignore[return-value]  # mypy cannot follow the name


Piece: TypeAlias = TextPiece | ThoughtPiece | CallPiece | Used | Stopped
