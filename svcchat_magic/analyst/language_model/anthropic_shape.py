"""The messages shape: content in typed blocks, the system text beside the messages."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from svcchat_magic.analyst.language_model.pieces import (
    CallPiece,
    Piece,
    Stopped,
    TextPiece,
    ThoughtPiece,
    Used,
    token_count,
)
from svcchat_magic.analyst.language_model.prompt import Call, ModelTurn, Prompt, PromptMessage, ToolReply
from svcchat_magic.analyst.language_model.quirks import Quirks

PATH = "/messages"
_VERSION = "2023-06-01"
_COUNTS = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_REASONS = {
    "end_turn": "end",
    "stop_sequence": "end",
    "tool_use": "calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}


def headers(key: str, key_header: str) -> dict[str, str]:
    """The headers of a request."""
    found = {"anthropic-version": _VERSION}
    return {**found, key_header or "x-api-key": key} if key else found


def body(prompt: Prompt, model: str, quirks: Quirks) -> dict[str, object]:  # noqa: ARG001 - one shape, no quirks
    """The request for one step; messages of one role that follow each other are one there."""
    found: dict[str, object] = {
        "model": model,
        "max_tokens": prompt.most_tokens,
        "system": prompt.instructions,
        "messages": list(_messages(prompt.messages)),
        "stream": True,
    }
    if prompt.tools:
        found["tools"] = [
            {"name": each.name, "description": each.description, "input_schema": each.parameters}
            for each in prompt.tools
        ]

    return found


def pieces(event: Mapping[str, Any]) -> Iterator[Piece]:
    """What one event of the stream holds; kinds that are not known are passed over."""
    match event:
        case {"type": "message_start", "message": {"usage": Mapping() as usage}}:
            yield _used(usage)
        case {"type": "message", "content": list(blocks)}:  # a server that does not stream
            yield from (piece for at, each in enumerate(blocks) for piece in _started(at, each))
            yield from _ended({**event, "delta": event})
        case {"type": "content_block_start", "index": int(at), "content_block": Mapping() as block}:
            yield from _started(at, block)
        case {"type": "content_block_delta", "index": int(at), "delta": Mapping() as delta}:
            yield from _of_delta(at, delta)
        case {"type": "message_delta"}:
            yield from _ended(event)


def _started(at: int, block: Mapping[str, Any]) -> Iterator[Piece]:
    match block:
        case {"type": "tool_use", "id": str(key), "name": str(name)}:
            given = block.get("input")  # empty where its pieces follow
            yield CallPiece(at, key, name, json.dumps(given) if isinstance(given, Mapping) and given else "")
        case {"type": "text", "text": str(text)} if text:
            yield TextPiece(text)
        case {"type": "thinking", "thinking": str(text)} if text:
            yield ThoughtPiece(text)


def _of_delta(at: int, delta: Mapping[str, Any]) -> Iterator[Piece]:
    match delta:
        case {"type": "text_delta", "text": str(text)}:
            yield TextPiece(text)
        case {"type": "thinking_delta", "thinking": str(text)}:
            yield ThoughtPiece(text)
        case {"type": "input_json_delta", "partial_json": str(text)}:
            yield CallPiece(at, arguments=text)


def _ended(event: Mapping[str, Any]) -> Iterator[Piece]:
    if isinstance(usage := event.get("usage"), Mapping):
        yield _used(usage)

    delta = event.get("delta")
    reason = delta.get("stop_reason") if isinstance(delta, Mapping) else None
    if isinstance(reason, str):
        yield Stopped(_REASONS.get(reason, reason))


def _used(usage: Mapping[str, Any]) -> Used:
    return Used(*(token_count(usage.get(name)) for name in _COUNTS))


def _messages(messages: Iterable[PromptMessage]) -> Iterator[dict[str, object]]:
    for is_model, group in groupby(messages, lambda each: isinstance(each, ModelTurn)):
        content = [block for each in group for block in _blocks(each)]
        yield {"role": "assistant" if is_model else "user", "content": content}


def _blocks(message: PromptMessage) -> Iterator[dict[str, object]]:
    match message:
        case ModelTurn(text, calls):
            if text.strip() or not calls:
                yield {"type": "text", "text": text.strip() or "(nothing)"}

            for each in calls:
                yield {"type": "tool_use", "id": each.id, "name": each.name, "input": _object(each)}
        case ToolReply(call, text, is_error):
            yield {"type": "tool_result", "tool_use_id": call.id, "content": text, "is_error": is_error}
        case _:
            yield {"type": "text", "text": message.text}


def _object(call: Call) -> dict[str, object]:
    """The arguments as an object; broken ones cannot be sent back in this shape."""
    try:
        found = json.loads(call.arguments)
    except ValueError:
        return {}

    return found if isinstance(found, dict) else {}
