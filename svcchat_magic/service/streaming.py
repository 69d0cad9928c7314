"""An analyst's events as the messages of one turn, in the order, ids and flags of 2.3 to 2.6 and 4.1."""

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
    SqlFailed,
    SqlFinished,
    SqlStarted,
    Thought,
)
from svcchat_magic.protocol.messages import Message, ToolCall
from svcchat_magic.service.threads import NOT_FINISHED, failed
from svcchat_magic.service.tool_results import meta_result, sql_input, sql_result

FINAL = ("final",)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")  # a lone surrogate, which no UTF-8 line can hold


@dataclass(slots=True)
class _Text:
    """A message of words that is still being written."""

    id: str
    path: tuple[str, ...]
    content: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Call:
    """A tool call that has no result yet."""

    id: str
    call: ToolCall
    asked: SqlStarted


class Turn:
    """Writes the messages of one turn; `sort` starts at 0 with `__cutoff__` and increases on every line.

    Each thought is a message of its own; the answer's pieces share one id under graphPath final (ruling 6).
    """

    def __init__(self, prefix: str = "svc", new_id: Callable[[], str] = lambda: str(uuid4())) -> None:
        self._prefix = prefix
        self._agent = (f"{prefix}_data_analyst_agent",)
        self._new_id = new_id
        self._sort = -1
        self._thought: _Text | None = None
        self._answer: _Text | None = None
        self._calls: dict[int, _Call] = {}

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
            case AnswerText():  # first, for most are
                return [*self._close_thought(), *self._say(event)]
            case Thought():
                return [*self._close_thought(), *self._think(event)]
            case MetaSearched():
                return [*self._close_thought(), *self._search(event)]
            case SqlStarted():
                return [*self._close_thought(), self._start_query(event)]
            case SqlFinished() | SqlFailed():
                return self._end_query(event)
            case _ as unknown:
                assert_never(unknown)

    def close(self) -> list[Message]:
        """Complete whatever is open: at the end of the turn, and where an abort cut it."""
        calls = [self._tool(each.id, failed(each.call, NOT_FINISHED)) for each in self._calls.values()]
        self._calls.clear()
        answer = [self._whole(self._answer)] if self._answer else []
        self._answer = None
        return [*self._close_thought(), *calls, *answer]

    def _think(self, event: Thought) -> list[Message]:
        self._thought = _Text(self._new_id(), self._agent, thinking=[event.text])
        return [self._piece(self._thought), self._piece(self._thought, thinking=event.text)]

    def _close_thought(self) -> list[Message]:
        thought, self._thought = self._thought, None
        return [self._whole(thought)] if thought else []

    def _say(self, event: AnswerText) -> list[Message]:
        opening: list[Message] = []
        if self._answer is None:
            self._answer = _Text(self._new_id(), FINAL)
            opening = [self._piece(self._answer)]

        self._answer.content.append(event.text)
        return [*opening, self._piece(self._answer, content=event.text)]

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

    def _piece(self, text: _Text, content: str = "", thinking: str | None = None) -> Message:
        return self._agent_message(text.id, text.path, content, thinking, is_delta=True, is_in_process=True)

    def _whole(self, text: _Text) -> Message:
        content, thinking = "".join(text.content), "".join(text.thinking)
        return self._agent_message(
            text.id, text.path, content, thinking or None, is_delta=False, is_in_process=False
        )

    def _tool(self, key: str, call: ToolCall) -> Message:
        path = (*self._agent, "tools")
        result = None if call.result is None else _whole_characters(call.result)
        call = ToolCall(call.name, _whole_characters(call.input), result)
        return self._agent_message(
            key, path, "", None, is_delta=False, is_in_process=call.result is None
        ).with_values(tool_call=call)

    def _agent_message(
        self,
        key: str,
        path: tuple[str, ...],
        content: str,
        thinking: str | None,
        *,
        is_delta: bool,
        is_in_process: bool,
    ) -> Message:
        return Message(
            id=key,
            role="assistant",
            content=_whole_characters(content),
            thinking=None if thinking is None else _whole_characters(thinking),
            graph_path=path,
            is_delta=is_delta,
            is_in_process=is_in_process,
            is_structured_response=False,
            sort=self.next_sort(),
        )


def _whole_characters(text: str) -> str:
    """The text with U+FFFD for each half of a character, so that pieces still add up to the whole."""
    return text if text.isascii() else _HALF_CHARACTER.sub("\ufffd", text)


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)
