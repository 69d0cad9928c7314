"""Messages of a chat as `__state__` holds them, each serialised once."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from svcchat_magic.errors import BadLine
from svcchat_magic.protocol.messages import Message, encode_json, read_json
from svcchat_magic.protocol.short_results import short_result

MAX_STATE_CHARACTERS = 2_000_000  # the newest messages that fit, because clients limit the length of a line
WHOLE_RESULT_CHARACTERS = 65_536  # of the newest tool results; earlier ones are shortened
_PACKAGE = ("langchain", "schema", "messages")
_PART_BYTES = 100  # of memory beside its JSON


class Part(NamedTuple):
    """One object of `__state__`; a message is one, and a tool's call with its result two."""

    json: bytes
    characters: int  # of text in it, which `__state__` limits
    result: int = 0  # of which a tool's result
    short: "Part | None" = None  # in its place once newer results leave no room for this one

    @property
    def least(self) -> "Part":
        """The part as it stays, whatever follows in the chat."""
        return self.short or self

    @property
    def bytes_held(self) -> int:
        """About how much memory it takes."""
        return len(self.json) + _PART_BYTES + (self.short.bytes_held if self.short else 0)


@dataclass(frozen=True, slots=True)
class SerialisedMessages:
    """Successive messages of a chat, as far back as any later `__state__` can reach."""

    settled: tuple[Part, ...] = ()  # older than the newest results, so in the form in which they stay
    settled_characters: int = 0
    settled_bytes: int = 0
    recent: tuple[Part, ...] = ()
    is_full: bool = False  # there is never room for messages before these

    @classmethod
    def of(cls, messages: Iterable[Message]) -> "SerialisedMessages":
        """Serialise messages, without what their agent thought."""
        return cls.of_parts(part for message in messages for part in parts_of(message))

    @classmethod
    def of_parts(cls, parts: Iterable[Part]) -> "SerialisedMessages":
        """Messages that are serialised already."""
        return cls().followed_by(cls(recent=tuple(parts)))

    @property
    def bytes_held(self) -> int:
        """About how much memory they take."""
        return self.settled_bytes + sum(part.bytes_held for part in self.recent)

    def followed_by(self, newer: "SerialisedMessages") -> "SerialisedMessages":
        """These messages and newer ones."""
        if newer.is_full:
            return newer

        recent = newer.recent if newer.settled else self.recent + newer.recent
        older = self.recent if newer.settled else recent[: _first_whole(recent)]
        moved = tuple(part.least for part in older)
        found = SerialisedMessages(
            self.settled + moved + newer.settled,
            self.settled_characters + sum(part.characters for part in moved) + newer.settled_characters,
            self.settled_bytes + sum(part.bytes_held for part in moved) + newer.settled_bytes,
            recent if newer.settled else recent[len(older) :],
            self.is_full,
        )
        return found._trimmed()

    def _trimmed(self) -> "SerialisedMessages":
        """Without the oldest, which do not fit even when all results are short."""
        least = [part.least.characters for part in self.recent]
        if self.settled_characters + sum(least) <= MAX_STATE_CHARACTERS:
            return self

        first = _first_that_fits([*(part.characters for part in self.settled), *least])
        settled = self.settled[first:]
        return SerialisedMessages(
            settled,
            sum(part.characters for part in settled),
            sum(part.bytes_held for part in settled),
            self.recent[max(0, first - len(self.settled)) :],
            is_full=True,
        )

    def to_json(self) -> bytes:
        """The array of `__state__`: the newest messages that fit."""
        parts = self.settled + self.recent
        if self.settled_characters + sum(part.characters for part in self.recent) > MAX_STATE_CHARACTERS:
            parts = parts[_first_that_fits([part.characters for part in parts]) :]

        return b"[" + b",".join([part.json for part in parts]) + b"]"


def parts_of(message: Message) -> tuple[Part, ...]:
    """A message as `__state__` holds it; none for one without text."""
    content, call = message.content or "", message.tool_call
    if call is not None:
        asked = {"name": call.name, "args": _arguments(call.input), "id": message.id, "type": "tool_call"}
        begun = _constructor("AIMessage", content=content, tool_calls=[asked])
        return Part(begun, len(call.input)), _result_part(message.id, call.name, call.result or "")

    if message.role == "user":
        return (Part(_constructor("HumanMessage", content=content), len(content)),)

    return (Part(_constructor("AIMessage", content=content), len(content)),) if content else ()


def _result_part(key: str, name: str, result: str) -> Part:
    short = short_result(result)
    return Part(
        _result_json(key, name, result) if len(result) <= MAX_STATE_CHARACTERS else b"",  # it is never shown
        len(result),
        len(result),
        None if short == result else Part(_result_json(key, name, short), len(short)),
    )


def _result_json(key: str, name: str, result: str) -> bytes:
    return _constructor("ToolMessage", content=result, tool_call_id=key, name=name)


def _constructor(kind: str, /, **kwargs: object) -> bytes:
    return encode_json({"lc": 1, "type": "constructor", "id": [*_PACKAGE, kind], "kwargs": kwargs})


def _arguments(text: str) -> object:
    try:
        return read_json(text)
    except BadLine:
        return {}


def _first_whole(parts: Sequence[Part]) -> int:
    """Index of the oldest part whose result has room to be whole."""
    left = WHOLE_RESULT_CHARACTERS
    for at in range(len(parts) - 1, -1, -1):
        if left <= 0:
            return at + 1

        left -= parts[at].result

    return 0


def _first_that_fits(characters: Sequence[int]) -> int:
    """Index of the oldest of these lengths that fits, with all after it, into a `__state__`."""
    over = sum(characters) - MAX_STATE_CHARACTERS
    return bisect_left(list(accumulate(characters)), over) + 1 if over > 0 else 0
