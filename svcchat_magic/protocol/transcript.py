"""The pure fold of a stream's messages into what a turn says: steps, results, answer, ending."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from svcchat_magic.errors import StreamProtocolError
from svcchat_magic.protocol.messages import ABORTED, CUTOFF, STATE, SUSPENDED, USAGE, Message, ToolCall, Usage
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
    """How a turn stands; every turn ends in exactly one of the last six."""

    STREAMING = "streaming"
    COMPLETE = "complete"
    ABORTED = "aborted"
    FAILED = "failed"
    DROPPED = "dropped"
    TIMED_OUT = "timed_out"
    SUSPENDED = "suspended"


@dataclass(frozen=True, slots=True)
class Note:
    """A step in words: reasoning, or text that a tool call followed. Times are seconds since the question."""

    text: str
    started: float
    ended: float
    is_thinking: bool


@dataclass(frozen=True)
class ToolStep:
    """A tool call; `outcome` is None while it runs. Times are seconds since the question."""

    call: ToolCall
    started: float
    ended: float

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
        return read_tool_result(self.call)

    @property
    def failure(self) -> ToolFailure | None:
        """Why the call failed, if it did."""
        return self.outcome if isinstance(self.outcome, ToolFailure) else None


Step: TypeAlias = Note | ToolStep


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a turn has said so far."""

    chat_id: str | None = None
    steps: tuple[Step, ...] = ()
    answer: str = ""  # Markdown of the final answer, or of the newest text while it streams
    answer_is_final: bool = False
    status: Status = Status.STREAMING
    error: str = ""
    usage: Usage | None = None
    warnings: tuple[str, ...] = ()

    @property
    def tools(self) -> tuple[ToolStep, ...]:
        """The tool calls among the steps."""
        return tuple(step for step in self.steps if isinstance(step, ToolStep))

    @property
    def results(self) -> tuple[SqlResult, ...]:
        """The SQL results, in order of their calls; failed calls give none."""
        return tuple(tool.outcome for tool in self.tools if isinstance(tool.outcome, SqlResult))

    @property
    def thinking(self) -> str:
        """All reasoning, one paragraph for each note."""
        return "\n\n".join(step.text for step in self.steps if isinstance(step, Note) and step.is_thinking)


def fold(messages: Iterable[Message], *, chat_id: str | None = None, reading: bool = False) -> Transcript:
    """The transcript of a whole stream; see Fold for the arguments."""
    folding = Fold(chat_id=chat_id, reading=reading)
    for message in messages:
        folding.add(message)

    return folding.transcript()


_FRAMES = frozenset({CUTOFF, STATE, ABORTED, SUSPENDED, USAGE})


@dataclass(slots=True)
class _Entry:
    """Everything received under one message id; text is kept in parts and joined once."""

    order: tuple[float, int]
    started: float
    ended: float = 0.0
    thought_until: float = 0.0
    is_answer: bool = False
    is_whole: bool = False
    content: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    tool: ToolStep | None = None


class Fold:
    """Folds messages one by one; `transcript()` may be called at any time.

    `chat_id` is the chat that was asked for: another one in the stream is an error (ruling 5).
    `reading` is for a request without input, whose messages may stand on both sides of `__cutoff__`.
    """

    def __init__(self, *, chat_id: str | None = None, reading: bool = False) -> None:
        self._chat_id = chat_id
        self._asked_chat = chat_id
        # Only a chat with a past can be replayed before __cutoff__; holding those messages back
        # keeps results of earlier turns from being taken for new ones.
        self._may_be_past = chat_id is not None and not reading
        self._reading = reading
        self._cut = False
        self._entries: dict[str, _Entry] = {}
        self._arrived = 0
        self._status = Status.STREAMING
        self._error = ""
        self._usage: Usage | None = None
        self._warnings: dict[str, None] = {}  # an ordered set

    @property
    def status(self) -> Status:
        """How the stream ended by its own words, or STREAMING."""
        return self._status

    @property
    def chat_id(self) -> str | None:
        """The chat, once known."""
        return self._chat_id

    def add(self, message: Message, at: float = 0.0) -> None:
        """Fold one message that arrived `at` seconds after the question.

        Raises StreamProtocolError when the stream belongs to another chat.
        """
        if self._is_ordinary(message):
            self._fold_assistant(message, at)
        elif message.id == USAGE:
            self._usage = message.usage or self._usage
        elif self._status is not Status.STREAMING:
            self._warn("messages after the end of the turn were ignored")
        elif message.id == CUTOFF:
            self._cut_off(message)
        elif message.id == STATE:
            self._status = Status.COMPLETE
        elif message.id == ABORTED or (message.type == "abort" and message.code == "chat_aborted"):
            self._status = Status.ABORTED
        elif message.id == SUSPENDED:
            self._status = Status.SUSPENDED
        elif message.error is not None and not message.role:
            self._status, self._error = Status.FAILED, message.error
        elif message.role == "assistant" or message.tool_call is not None or self._goes_on(message):
            self._fold_assistant(message, at)

    def transcript(self) -> Transcript:
        """What has been said so far."""
        entries = self._shown()
        answer = _answer_entry(entries, whole_only=self._status is Status.COMPLETE)
        return Transcript(
            chat_id=self._chat_id,
            steps=_steps(entries, answer),
            answer="".join(answer.content) if answer else "",
            answer_is_final=bool(answer and answer.is_whole),
            status=self._status,
            error=self._error,
            usage=self._usage,
            warnings=tuple(self._warnings),
        )

    def _cut_off(self, message: Message) -> None:
        found = message.state.chat_id if message.state else None
        if found and self._asked_chat and found != self._asked_chat:
            raise StreamProtocolError("The service answered for another chat than the one asked for.")

        if self._cut:
            self._warn("a second __cutoff__ was ignored")
            return

        self._cut = True
        self._chat_id = found or self._chat_id
        if not self._reading:
            self._entries.clear()  # what stood before it is the chat's past

    def _fold_assistant(self, message: Message, at: float) -> None:
        self._arrived += 1
        key = message.id or f"\0{self._arrived}"  # a message without an id stands for itself
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries[key] = _Entry(order=(_place(message), self._arrived), started=at)

        if message.is_delta and message.tool_call is None:
            if entry.is_whole:
                self._warn("text after a complete message was ignored")
                return
        else:
            entry.content.clear()
            entry.thinking.clear()
            entry.tool = None
            entry.is_whole = not message.is_in_process

        self._take(message, entry, at)

    def _take(self, message: Message, entry: _Entry, at: float) -> None:
        entry.ended = at
        if message.graph_path and message.is_final:
            entry.is_answer = True

        if message.thinking:
            entry.thinking.append(message.thinking)
            entry.thought_until = at

        if message.content:
            entry.content.append(message.content)

        if message.tool_call is not None:
            entry.tool = ToolStep(message.tool_call, entry.started, at)

    def _shown(self) -> list[_Entry]:
        if self._may_be_past and not self._cut and self._status is Status.STREAMING:
            return []

        return sorted(self._entries.values(), key=lambda entry: entry.order)

    def _is_ordinary(self, message: Message) -> bool:
        """Whether this is what nearly every message is, so that it is looked at first."""
        return (
            message.role == "assistant"
            and message.type is None
            and message.id not in _FRAMES
            and self._status is Status.STREAMING
        )

    def _goes_on(self, message: Message) -> bool:
        """Whether a message that names no role belongs to one already begun."""
        return message.role is None and bool(message.id) and message.id in self._entries

    def _warn(self, warning: str) -> None:
        self._warnings[warning] = None


def _place(message: Message) -> float:
    """Where the message stands in the display; last without a usable `sort`."""
    try:
        return math.inf if message.sort is None else float(message.sort)
    except OverflowError:
        return math.inf


def _answer_entry(entries: Sequence[_Entry], *, whole_only: bool) -> _Entry | None:
    """The final answer by 4.1, else the last whole text, else (while streaming) the newest text.

    Text that a tool call followed is a step, not the answer.
    """
    named = [entry for entry in entries if entry.is_answer and entry.tool is None]
    if named:
        return named[-1]

    texts = [entry for entry in entries if entry.content and entry.tool is None]
    if whole_only:
        texts = [entry for entry in texts if entry.is_whole]
        return texts[-1] if texts else None

    newest = texts[-1] if texts else None
    followed = newest is not None and any(e.tool and e.order > newest.order for e in entries)
    return None if followed else newest


def _steps(entries: Sequence[_Entry], answer: _Entry | None) -> tuple[Step, ...]:
    steps: list[Step] = []
    for entry in entries:
        if thinking := "".join(entry.thinking).strip():
            steps.append(Note(thinking, entry.started, entry.thought_until, is_thinking=True))

        if entry.tool is not None:
            steps.append(entry.tool)
        elif entry is not answer and (text := "".join(entry.content).strip()):
            steps.append(Note(text, entry.started, entry.ended, is_thinking=False))

    return tuple(steps)
