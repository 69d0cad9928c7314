"""What arrives from a language model, in no provider's shape."""

from dataclasses import dataclass
from typing import TypeAlias


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
    """Tokens counted by the provider; a later count of the same kind replaces an earlier one."""

    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why the model stopped: `end`, `calls`, `length` (its text is cut), `refusal` or `error`."""

    reason: str


Piece: TypeAlias = TextPiece | ThoughtPiece | CallPiece | Used | Stopped
