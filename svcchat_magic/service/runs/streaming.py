"""Encode an analyst's events as the messages of one turn, as in 2.3 to 2.6 and 4.1."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import assert_never
from uuid import uuid4

from svcchat_magic.analyst.events import (
    AnswerText,
    Event,
    MetaSearched,
    ModelUsed,
    Outcome,
    Remembered,
    SqlFailed,
    SqlFinished,
    SqlStarted,
    Thought,
)
from svcchat_magic.protocol.messages import Choice, Message, ToolCall
from svcchat_magic.service.runs.tool_results import meta_result, sql_input, sql_result
from svcchat_magic.service.state.threads import NOT_FINISHED, failed

FINAL = ("final",)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")  # a lone surrogate, which UTF-8 cannot encode


@dataclass(slots=True)
class _Text:
    """A text message that is still growing."""

    piece: Message  # without text
    content: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Call:
    """A tool call that has no result yet."""

    id: str
    call: ToolCall
    asked: SqlStarted


class TurnEncoder:
    """Encodes the messages of one turn; `sort` starts at 0 with `__cutoff__` and increases on every line.

    Each thought is a separate message; the answer's pieces share one id under graphPath final
    (decisions/folding-the-stream).
    """

    def __init__(self, prefix: str = "svc", new_id: Callable[[], str] = lambda: str(uuid4())) -> None:
        self._prefix = prefix
        self._agent = (f"{prefix}_data_analyst_agent",)
        self._new_id = new_id
        self._sort = -1
        self._thought: _Text | None = None
        self._answer: _Text | None = None
        self._calls: dict[int, _Call] = {}
        self._outcome: Outcome | None = None
        self.used: dict[int, ModelUsed] = {}  # by each request to a language model
        self.remembered = b""  # what the analyst left for the chat's next question

    @property
    def last_sort(self) -> int:
        """The newest line's `sort`."""
        return self._sort

    def next_sort(self) -> int:
        """The next line's `sort`."""
        self._sort += 1
        return self._sort

    def user_echo(self, question: str) -> Message:
        """The user's own message (2.3)."""
        return Message(
            id=self._new_id(),
            role="user",
            content=question,
            is_delta=False,
            is_in_process=False,
            sort=self.next_sort(),
        )

    def messages_of(self, event: Event) -> list[Message]:
        """The lines that one event adds to the stream."""
        match event:
            case AnswerText():  # first, because most are
                return self._say(event)
            case Thought():
                return [*self._close_thought(), *self._think(event)]
            case MetaSearched():
                return [*self._close_thought(), *self._search(event)]
            case SqlStarted():
                return [*self._close_thought(), self._start_query(event)]
            case SqlFinished() | SqlFailed():
                return self._end_query(event)
            case Outcome():
                self._outcome = event
                return []
            case ModelUsed():
                self.used[event.call] = event
                return []
            case Remembered():
                self.remembered = event.content
                return []
            case _ as unknown:
                assert_never(unknown)

    def close(self, *, is_aborted: bool = False) -> list[Message]:
        """Complete all open messages; an aborted turn has no outcome."""
        calls = [self._tool(each.id, failed(each.call, NOT_FINISHED)) for each in self._calls.values()]
        self._calls.clear()
        outcome = None if is_aborted else self._outcome
        answer = [_with_outcome(self._whole(self._answer), outcome)] if self._answer else []
        self._answer = None
        return [*self._close_thought(), *calls, *answer]

    def _think(self, event: Thought) -> list[Message]:
        self._thought = thought = self._text(self._agent)
        thought.thinking.append(event.text)
        return [self._piece(thought), self._piece(thought, thinking=_whole_characters(event.text))]

    def _close_thought(self) -> list[Message]:
        thought, self._thought = self._thought, None
        return [self._whole(thought)] if thought else []

    def _say(self, event: AnswerText) -> list[Message]:
        messages = self._close_thought()
        if self._answer is None:
            self._answer = self._text(FINAL)
            messages.append(self._piece(self._answer))

        self._answer.content.append(event.text)
        messages.append(self._piece(self._answer, content=_whole_characters(event.text)))
        return messages

    def _search(self, event: MetaSearched) -> list[Message]:
        key = self._new_id()
        call = ToolCall(f"{self._prefix}Meta", _json({"searchQuery": event.search_query}))
        done = ToolCall(call.name, call.input, meta_result(event))
        return [self._tool(key, call), self._tool(key, done)]

    def _start_query(self, event: SqlStarted) -> Message:
        call = ToolCall(f"{self._prefix}SqlApi", sql_input(event))
        started = self._calls[event.call] = _Call(self._new_id(), call, event)
        return self._tool(started.id, call)

    def _end_query(self, event: SqlFinished | SqlFailed) -> list[Message]:
        started = self._calls.pop(event.call)
        call = started.call
        if isinstance(event, SqlFailed):
            return [self._tool(started.id, failed(call, event.error))]

        return [self._tool(started.id, ToolCall(call.name, call.input, sql_result(started.asked, event)))]

    def _text(self, path: tuple[str, ...]) -> _Text:
        return _Text(self._agent_message(self._new_id(), path, is_delta=True, is_in_process=True))

    def _piece(self, text: _Text, **words: str) -> Message:
        self._sort += 1
        return text.piece.with_values(sort=self._sort, **words)

    def _whole(self, text: _Text) -> Message:
        return text.piece.with_values(
            content=_whole_characters("".join(text.content)),
            thinking=_whole_characters("".join(text.thinking)) or None,
            is_delta=False,
            is_in_process=False,
            sort=self.next_sort(),
        )

    def _tool(self, key: str, call: ToolCall) -> Message:
        path = (*self._agent, "tools")
        result = None if call.result is None else _whole_characters(call.result)
        call = ToolCall(call.name, _whole_characters(call.input), result)
        message = self._agent_message(key, path, is_delta=False, is_in_process=call.result is None)
        return message.with_values(tool_call=call, sort=self.next_sort())

    def _agent_message(
        self, key: str, path: tuple[str, ...], *, is_delta: bool, is_in_process: bool
    ) -> Message:
        """A message without text and `sort`."""
        return Message(
            id=key,
            role="assistant",
            content="",
            graph_path=path,
            is_delta=is_delta,
            is_in_process=is_in_process,
            is_structured_response=False,
        )


def without_outcome(message: Message) -> Message:
    """The message as a reader without the additions gets it."""
    return message if message.outcome is None else message.with_values(outcome=None, choices=None)


def _with_outcome(message: Message, outcome: Outcome | None) -> Message:
    if outcome is None:
        return message

    choices = tuple(Choice(*map(_whole_characters, each)) for each in outcome.choices)
    return message.with_values(outcome=outcome.kind, choices=choices)


def _whole_characters(text: str) -> str:
    """Replace each lone surrogate by U+FFFD, so that the pieces still add up to the whole."""
    return text if text.isascii() else _HALF_CHARACTER.sub("\ufffd", text)


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)
