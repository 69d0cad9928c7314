"""What is sent to a language model, in no provider's shape."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool that the model may call; `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call of the model; `arguments` is the JSON text as the model wrote it, which may be broken."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class UserText:
    """What the user, or the service on the user's behalf, says."""

    text: str


@dataclass(frozen=True, slots=True)
class ModelTurn:
    """What the model said in one step, and what it called."""

    text: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolReply:
    """What a tool answered to a call."""

    call: Call
    text: str
    is_error: bool = False


PromptMessage: TypeAlias = UserText | ModelTurn | ToolReply


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request to the model; `most_tokens` limits what it may write."""

    instructions: str
    messages: tuple[PromptMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    most_tokens: int = 2_000
