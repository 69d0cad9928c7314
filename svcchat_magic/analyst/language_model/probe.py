"""Asks a language model one small question, to see what it can do."""

import time
from dataclasses import dataclass

from svcchat_magic.analyst.language_model.endpoint import LanguageModel
from svcchat_magic.analyst.language_model.model_client import ModelClient
from svcchat_magic.analyst.language_model.pieces import TextPiece, ThoughtPiece
from svcchat_magic.analyst.language_model.prompt import Prompt, ToolSpec, UserText
from svcchat_magic.analyst.language_model.step import Step

_DAY = ToolSpec(
    "day_of_week",
    "The weekday of a date.",
    {"type": "object", "properties": {"date": {"type": "string"}}, "required": ["date"]},
)
_ASKED = "Which weekday is 2024-02-29? Call the tool day_of_week."
_MOST_TOKENS = 300


@dataclass(frozen=True, slots=True)
class Probe:
    """What one small question showed."""

    seconds: float  # to the first piece of the response
    pieces: int
    calls_tools: bool
    counts_tokens: bool

    @property
    def streams(self) -> bool:
        """Whether the answer came in pieces."""
        return self.pieces > 1


async def probe(model: LanguageModel) -> Probe:
    """Ask the model; raises ModelFailed."""
    client, step = ModelClient(model), Step(0)
    began, first, pieces = time.perf_counter(), 0.0, 0
    prompt = Prompt("Answer briefly.", (UserText(_ASKED),), (_DAY,), _MOST_TOKENS)
    async for piece in client.stream(prompt):
        first = first or time.perf_counter() - began
        pieces += isinstance(piece, TextPiece | ThoughtPiece) or bool(step.calls)
        step.add(piece)

    return Probe(first, pieces, any(each.name == _DAY.name for each in step.calls), bool(step.used.tokens))
