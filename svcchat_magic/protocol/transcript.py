"""A turn's content: steps, results, answer and status; `fold.py` creates it from messages."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from typing import TypeAlias

from svcchat_magic.protocol.messages import Choice, ToolCall, Usage
from svcchat_magic.protocol.outcomes import UNANSWERED, TurnOutcome
from svcchat_magic.protocol.results import (
    SqlResult,
    ToolFailure,
    ToolInput,
    ToolOutcome,
    read_tool_input,
    read_tool_result,
    tool_kind,
)


class Status(StrEnum):
    """The status of a turn; every turn ends with exactly one of the last six."""

    STREAMING = "streaming"
    COMPLETE = "complete"
    ABORTED = "aborted"
    FAILED = "failed"
    DROPPED = "dropped"
    TIMED_OUT = "timed_out"
    SUSPENDED = "suspended"


@dataclass(frozen=True, slots=True)
class Note:
    """A text step: reasoning, or text before a tool call. Times are seconds since the question."""

    text: str
    started: float
    ended: float
    is_thinking: bool


@dataclass(frozen=True)
class ToolStep:
    """A tool call; `outcome` is None while it is running. Times are seconds since the question.

    `loaded` is the result with more rows than the service sent with it, `is_loading` whether they are
    being loaded.
    """

    call: ToolCall
    started: float
    ended: float
    loaded: SqlResult | None = None
    is_loading: bool = False

    @property
    def kind(self) -> str:
        """`meta`, `sql` or `other`."""
        return tool_kind(self.call.name)

    @cached_property
    def asked(self) -> ToolInput:
        """The call's input."""
        return read_tool_input(self.call)

    @cached_property
    def outcome(self) -> ToolOutcome | None:
        """The call's result or failure."""
        return self.loaded or read_tool_result(self.call)

    @property
    def failure(self) -> ToolFailure | None:
        """Why the call failed, if it did."""
        return self.outcome if isinstance(self.outcome, ToolFailure) else None


Step: TypeAlias = Note | ToolStep


@dataclass(frozen=True, slots=True)
class Transcript:
    """The content of a turn so far."""

    chat_id: str | None = None
    steps: tuple[Step, ...] = ()
    answer: str = ""  # Markdown of the final answer, or of the newest text while it streams
    answer_is_final: bool = False
    outcome: TurnOutcome = TurnOutcome.UNKNOWN
    choices: tuple[Choice, ...] = ()  # what to ask instead, if it was not answered
    status: Status = Status.STREAMING
    error: str = ""
    usage: Usage | None = None
    resumable_as: str | None = None  # of a suspended turn: the messageId to resend, "" for its own
    warnings: tuple[str, ...] = ()

    @property
    def tools(self) -> tuple[ToolStep, ...]:
        """The tool calls among the steps."""
        return tuple(step for step in self.steps if isinstance(step, ToolStep))

    @property
    def results(self) -> tuple[SqlResult, ...]:
        """The SQL results in order of their calls, without failed calls, up to one that is being loaded."""
        ready = takewhile(lambda tool: not tool.is_loading, self.tools)
        return tuple(tool.outcome for tool in ready if isinstance(tool.outcome, SqlResult))

    @property
    def loading(self) -> ToolStep | None:
        """The first call whose result has rows that are still being loaded."""
        return next((tool for tool in self.tools if tool.is_loading), None)

    @property
    def is_answered(self) -> bool:
        """Whether the turn is complete, and its question neither refused nor in need of a choice."""
        return self.status is Status.COMPLETE and self.outcome not in UNANSWERED

    @property
    def is_unanswered(self) -> bool:
        """Whether the turn is complete, but its question was refused or needs a choice."""
        return self.status is Status.COMPLETE and self.outcome in UNANSWERED

    @property
    def error_text(self) -> str:
        """The error, with its source: the service, or this client if the connection was lost."""
        is_ours = self.status in (Status.DROPPED, Status.TIMED_OUT)
        return self.error if is_ours or not self.error else f"The service says: {self.error}"

    @property
    def thinking(self) -> str:
        """All reasoning, one paragraph per note."""
        return "\n\n".join(step.text for step in self.steps if isinstance(step, Note) and step.is_thinking)
