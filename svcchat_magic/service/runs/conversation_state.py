"""The conversation so far, serialised for `__state__`."""

from collections.abc import Sequence
from operator import itemgetter

from svcchat_magic.errors import BadLine
from svcchat_magic.protocol.messages import (
    CUTOFF,
    STATE,
    Message,
    StreamState,
    conversation_state,
    read_json,
)
from svcchat_magic.protocol.short_results import with_short_result

MAX_STATE_CHARACTERS = 2_000_000  # the newest messages that fit, because clients limit the length of a line
WHOLE_RESULT_CHARACTERS = 65_536  # of the newest tool results; earlier ones are shortened
_PACKAGE = ("langchain", "schema", "messages")


class OwnMessages:
    """The complete messages of a streaming turn, at most twice what `state_message` can hold."""

    def __init__(self) -> None:
        self._placed: dict[str, tuple[int, Message]] = {}
        self._bytes = 0  # added since the messages were last trimmed

    def add(self, place: int, message: Message, size: int) -> None:
        """Add or replace a message; `place` is the sort of its first line, `size` that line's bytes."""
        self._placed[message.id] = (place, message)
        self._bytes += size
        if self._bytes > MAX_STATE_CHARACTERS:
            fitting = {each.id for each in newest_that_fit(self.in_order())}
            self._placed = {key: placed for key, placed in self._placed.items() if key in fitting}
            self._bytes = 0

    def in_order(self) -> list[Message]:
        """The messages, ordered by their first lines."""
        return [message for _, message in sorted(self._placed.values(), key=itemgetter(0))]


class NewestMessages:
    """The newest messages read of a chat, little more than twice what `state_message` holds."""

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._characters = 0  # added since the messages were last trimmed
        self._room: _Room | None = _Room()  # for messages before these; None if not known

    def add(self, messages: Sequence[Message]) -> None:
        """Append messages."""
        self._messages += newest_that_fit(messages)
        self._characters += sum(map(_characters, messages))
        if self._characters > 2 * MAX_STATE_CHARACTERS:
            self._messages, self._characters = newest_that_fit(self._messages), 0

        self._room = None

    def add_before(self, messages: Sequence[Message]) -> None:
        """Prepend messages."""
        self._messages[:0] = self._room_before().fitting(messages)

    @property
    def are_enough(self) -> bool:
        """Whether a `__state__` over these messages has no room for earlier ones."""
        return self._room_before().is_full

    @property
    def messages(self) -> Sequence[Message]:
        """The messages in order."""
        return self._messages

    def _room_before(self) -> "_Room":
        if self._room is None:
            self._room = _Room()
            self._room.fitting(self._messages)

        return self._room


def state_message(messages: Sequence[Message], sort: int) -> Message:
    """The final `__state__` line over all messages of the chat (2.3)."""
    return Message(id=STATE, sort=sort, state=conversation_state(_serialised(messages)))


def newest_that_fit(messages: Sequence[Message]) -> list[Message]:
    """The newest messages that fit into a `__state__`, as it holds them: without what their agent thought.

    Beyond WHOLE_RESULT_CHARACTERS, the results of tools are short.
    """
    return _Room().fitting(messages)


def cutoff_message(chat_id: str, sort: int) -> Message:
    """The first line; `isStreaming` is false on it (3)."""
    return Message(id=CUTOFF, sort=sort, state=StreamState(is_streaming=False, chat_id=chat_id))


class _Room:
    """What a `__state__` still has room for; it is filled from the newest message back."""

    def __init__(self) -> None:
        self._left = MAX_STATE_CHARACTERS
        self._left_for_results = WHOLE_RESULT_CHARACTERS

    @property
    def is_full(self) -> bool:
        """Whether no earlier message fits."""
        return self._left < 0

    def fitting(self, messages: Sequence[Message]) -> list[Message]:
        """Those of the messages before everything so far that fit, in their order."""
        kept: list[Message] = []
        for message in reversed(messages):
            if self.is_full:
                break

            if message.tool_call or message.content or message.role == "user":
                kept.append(self._taken(message))

        return kept[::-1]

    def _taken(self, message: Message) -> Message:
        short = message if message.thinking is None else message.with_values(thinking=None)
        if self._left_for_results <= 0:
            short = with_short_result(short)

        self._left_for_results -= _result_characters(message)
        self._left -= _characters(short)
        return short


def _result_characters(message: Message) -> int:
    return len(message.tool_call.result or "") if message.tool_call else 0


def _characters(message: Message) -> int:
    call = message.tool_call
    return len(call.input) + len(call.result or "") if call else len(message.content or "")


def _serialised(messages: Sequence[Message]) -> list[dict[str, object]]:
    kept: list[dict[str, object]] = []
    size = 0
    for message in reversed(newest_that_fit(messages)):
        for each, length in reversed(_serialised_message(message)):
            size += length
            if size > MAX_STATE_CHARACTERS:
                return kept[::-1]

            kept.append(each)

    return kept[::-1]


def _serialised_message(message: Message) -> list[tuple[dict[str, object], int]]:
    content = message.content or ""
    call = message.tool_call
    if call is not None:
        asked = {"name": call.name, "args": _arguments(call.input), "id": message.id, "type": "tool_call"}
        result = call.result or ""
        return [
            (_constructor("AIMessage", content=content, tool_calls=[asked]), len(call.input)),
            (
                _constructor("ToolMessage", content=result, tool_call_id=message.id, name=call.name),
                len(result),
            ),
        ]

    if message.role == "user":
        return [(_constructor("HumanMessage", content=content), len(content))]

    return [(_constructor("AIMessage", content=content), len(content))] if content else []


def _constructor(kind: str, /, **kwargs: object) -> dict[str, object]:
    return {"lc": 1, "type": "constructor", "id": [*_PACKAGE, kind], "kwargs": kwargs}


def _arguments(text: str) -> object:
    try:
        return read_json(text)
    except BadLine:
        return {}
