"""Read and write one line of the stream as a typed value (2.3, 2.4)."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from svcchat_magic.errors import BadLine
from svcchat_magic.protocol.error_sentence import error_sentence

CUTOFF = "__cutoff__"
STATE = "__state__"
ABORTED = "__aborted__"
SUSPENDED = "__suspended__"
USAGE = "__usage__"
FINAL_NODE = "final"  # first of an answer's graphPath (4.1)
MAX_DEPTH = 64
AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)


class _MessageFields(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """camelCase on the wire; a field left at its default is not sent."""


class ToolCall(_MessageFields, frozen=True):
    """A tool call (2.4): `input` and `result` are JSON inside a string."""

    name: str
    input: str = ""
    result: str | None = None


class Choice(_MessageFields, frozen=True):
    """What to ask instead of a question that was not answered: a short label and a complete question."""

    label: str
    question: str


class StreamState(_MessageFields, frozen=True):
    """`state` of `__cutoff__` (`is_streaming`, `chat_id`) and of `__state__` (`messages`)."""

    is_streaming: bool | None = None
    chat_id: str | None = None
    messages: msgspec.Raw | UnsetType = UNSET  # kept raw; None makes the typed decoder refuse it


class Usage(_MessageFields, frozen=True):
    """Token counts of `__usage__`; a deployment may omit any of them. `models` are not read here."""

    models: Any = None
    llm_calls: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_write_tokens: int | None = None
    cache_read_tokens: int | None = None
    total_tokens: int | None = None


class Message(_MessageFields, frozen=True):
    """One streamed message. `None` means that the field was not sent."""

    id: str = ""
    role: str | None = None
    content: str | None = None
    thinking: str | None = None
    tool_call: ToolCall | None = None
    graph_path: tuple[str, ...] | None = None
    is_delta: bool | None = None
    is_in_process: bool | None = None
    is_structured_response: bool | None = None
    sort: int | float | None = None
    state: StreamState | None = None
    type: str | None = None
    code: str | None = None
    retryable: bool | None = None
    message_id: str | None = None
    usage: Usage | None = None
    error: str | None = None
    outcome: str | None = None
    choices: tuple[Choice, ...] | None = None

    @property
    def is_final(self) -> bool:
        """Whether this message is part of the final answer by the rule of 4.1."""
        path = self.graph_path or ()
        return self.role == "assistant" and path[:1] == (FINAL_NODE,) and len(path) <= 2

    def with_values(self, **values: Any) -> "Message":
        """The message with some fields replaced."""
        return msgspec.structs.replace(self, **values)


_decoder = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


def decode_message(line: bytes) -> Message:
    """Read one line; a field of the wrong type is read as absent.

    Raises BadLine, and nothing else, if it is not JSON, not UTF-8 or not an object.
    """
    try:
        if not line.isascii():
            line.decode()  # the typed decoder does not validate fields that it skips

        return _decoder.decode(line)
    except (
        msgspec.MsgspecError,
        UnicodeDecodeError,
        RecursionError,
    ):  # not as described: by field
        return _decode_leniently(line)


def decode_batch(lines: Sequence[bytes], together: bytes) -> list[Message] | None:
    """Decode lines as decode_message does, but faster; None if one of them needs lenient decoding.

    `together` contains the same lines, joined.
    """
    try:
        if not together.isascii():
            together.decode()

        return list(map(_decoder.decode, lines))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def decode_messages(lines: Iterable[bytes]) -> tuple[Message, ...]:
    """Decode lines, without those that are not valid messages."""
    return tuple(message for line in lines if (message := _decoded_or_none(line)) is not None)


def encode_message(message: Message) -> bytes:
    """One line of the stream, with its newline."""
    return _encoder.encode(message) + b"\n"


def encode_json(value: object) -> bytes:
    """Plain values as compact JSON."""
    return _encoder.encode(value)


def conversation_state(messages: bytes) -> StreamState:
    """`state` of `__state__` from the JSON array of the serialised conversation (2.3)."""
    return StreamState(messages=msgspec.Raw(messages))


def read_json(text: str | bytes) -> Any:
    """Read untrusted JSON into plain values, without NaN, infinities or lone surrogates.

    Raises BadLine if it is not JSON, not UTF-8 or nested deeper than 64.
    """
    try:
        # For bytes, json.loads would guess UTF-16 and accept encoded surrogates.
        decoded = text.decode() if isinstance(text, bytes) else text
        value = json.loads(decoded, parse_constant=lambda _: None)
    except (ValueError, RecursionError) as cause:
        raise BadLine("A line of the stream is not JSON.") from cause

    return _cleaned(value, MAX_DEPTH)


def _decoded_or_none(line: bytes) -> Message | None:
    try:
        return decode_message(line)
    except BadLine:
        return None


def _decode_leniently(line: bytes) -> Message:
    value = read_json(line.removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(value, dict):
        raise BadLine("A line of the stream is not a JSON object.")

    if isinstance(value.get("error"), dict):
        value["error"] = error_sentence(value) or "The service reported an error without words."

    return _converted(value, Message)


def _converted(value: Mapping[str, Any], into: type[AnyStruct]) -> AnyStruct:
    """Convert `value` to `into` field by field, without fields that do not fit."""
    kept: dict[str, Any] = {}
    for field in msgspec.structs.fields(into):
        if field.encode_name not in value:
            continue

        found = value[field.encode_name]
        if isinstance(found, dict) and (nested := _NESTED.get(field.name)):
            found = _converted_nested(found, nested)

        try:
            kept[field.name] = msgspec.convert(found, field.type)
        except (msgspec.ValidationError, RecursionError):  # a field of another kind counts as missing
            continue

    return into(**kept)


_NESTED: Mapping[str, type[Any]] = {"tool_call": ToolCall, "state": StreamState, "usage": Usage}


def _converted_nested(value: Mapping[str, Any], into: type[Any]) -> Any:
    if into is ToolCall and not isinstance(value.get("name"), str):
        return None  # without a name it is not a tool call

    if into is ToolCall:  # JSON that a deployment sent without encoding it as a string
        texts = {n: json.dumps(v) for n, v in value.items() if isinstance(v, dict | list)}
        value = {**value, **texts}

    if into is StreamState:  # the serialised conversation is kept raw and never read here
        value = {name: found for name, found in value.items() if name != "messages"}

    return _converted(value, into)


def _cleaned(value: Any, depth: int) -> Any:
    if depth < 0:
        raise BadLine(f"A line of the stream is nested more than {MAX_DEPTH} deep.")

    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    if isinstance(value, float):
        return value if math.isfinite(value) else None

    if isinstance(value, list):
        return [_cleaned(each, depth - 1) for each in value]

    if isinstance(value, dict):
        return {_cleaned(name, 0): _cleaned(each, depth - 1) for name, each in value.items()}

    return value
