"""The chat-completions shape, which most servers speak."""

import json
from collections.abc import Iterator, Mapping
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
from svcchat_magic.analyst.language_model.prompt import Call, ModelTurn, Prompt, ToolReply, UserText
from svcchat_magic.analyst.language_model.quirks import Quirks

PATH = "/chat/completions"
END = "[DONE]"
ENDED: dict[str, Any] = {"choices": [{"finish_reason": "stop"}]}  # what it says where nothing else did
_REASONS = {"stop": "end", "tool_calls": "calls", "function_call": "calls", "content_filter": "refusal"}
_THOUGHTS = ("reasoning_content", "reasoning")  # two names of one field


def headers(key: str, key_header: str) -> dict[str, str]:
    """The headers of a request; without a key none, as a server on this machine needs none."""
    if not key:
        return {}

    return {key_header: key} if key_header else {"Authorization": f"Bearer {key}"}


def body(prompt: Prompt, model: str, quirks: Quirks) -> dict[str, object]:
    """The request for one step."""
    found: dict[str, object] = {
        "model": model,
        "messages": list(_messages(prompt, quirks)),
        "stream": True,
        "max_completion_tokens" if quirks.counts_completion else "max_tokens": prompt.most_tokens,
    }
    if not quirks.has_no_usage:
        found["stream_options"] = {"include_usage": True}

    if prompt.tools:
        found["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": each.name,
                    "description": each.description,
                    "parameters": each.parameters,
                },
            }
            for each in prompt.tools
        ]

    return found


def pieces(event: Mapping[str, Any]) -> Iterator[Piece]:
    """What one event of the stream holds; fields of another type than expected are passed over."""
    usage = event.get("usage")
    if isinstance(usage, Mapping):
        yield _used(usage)

    choices = event.get("choices")
    mine = (each for each in choices if isinstance(each, Mapping)) if isinstance(choices, list) else ()
    choice = next(
        (each for each in mine if each.get("index") in (0, None)), None
    )  # others were not asked for
    if choice is None:
        return

    delta = choice.get("delta") or choice.get("message")  # a server that does not stream sends a message
    if isinstance(delta, Mapping):
        yield from _of_delta(delta)

    if isinstance(reason := choice.get("finish_reason"), str):
        yield Stopped(_REASONS.get(reason, reason))


def _used(usage: Mapping[str, Any]) -> Used:
    """The counts; what came from the cache is part of the prompt's here."""
    read, details = token_count(usage.get("prompt_tokens")), usage.get("prompt_tokens_details")
    cached = token_count(details.get("cached_tokens")) if isinstance(details, Mapping) else None
    if read is not None and cached is not None:
        cached = min(cached, read)
        read -= cached

    return Used(read, token_count(usage.get("completion_tokens")), cache_read_tokens=cached)


def _of_delta(delta: Mapping[str, Any]) -> Iterator[Piece]:
    thought = next((delta[name] for name in _THOUGHTS if isinstance(delta.get(name), str)), "")
    if thought:
        yield ThoughtPiece(thought)

    yield from _of_content(delta.get("content"))
    if refusal := _text(delta.get("refusal")):
        yield TextPiece(refusal)

    calls = delta.get(
        "tool_calls", [{"function": delta["function_call"]}] if "function_call" in delta else []
    )
    listed = [calls] if isinstance(calls, Mapping) else calls
    for order, each in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(each, Mapping):
            yield _call_piece(each, order)


def _of_content(content: object) -> Iterator[Piece]:
    """Text, or a list of parts, as some servers send it."""
    if isinstance(content, str) and content:
        yield TextPiece(content)

    for part in content if isinstance(content, list) else ():
        match part:
            case str(text) | {"type": "text" | "output_text", "text": str(text)}:
                yield TextPiece(text)
            case {"type": "thinking", "thinking": list(thoughts)}:
                yield from (
                    ThoughtPiece(_text(each.get("text"))) for each in thoughts if isinstance(each, Mapping)
                )


def _call_piece(each: Mapping[str, Any], order: int) -> CallPiece:
    function = each.get("function")
    about = function if isinstance(function, Mapping) else {}
    arguments = about.get("arguments")
    at = each.get("index")
    return CallPiece(
        at if isinstance(at, int) else order,
        _text(each.get("id")),
        _text(about.get("name")),
        json.dumps(arguments) if isinstance(arguments, Mapping) else _text(arguments),
    )


def _messages(prompt: Prompt, quirks: Quirks) -> Iterator[dict[str, object]]:
    """The instructions and the chat; texts of the user that follow each other are one, as templates ask."""
    texts = [prompt.instructions] if quirks.has_no_system else []
    if not quirks.has_no_system:
        yield {"role": "system", "content": prompt.instructions}

    for each in prompt.messages:
        if isinstance(each, UserText):
            texts.append(each.text)
            continue

        if texts:
            yield _said(texts)

        texts = []
        yield _message(each)

    if texts:
        yield _said(texts)


def _said(texts: list[str]) -> dict[str, object]:
    return {"role": "user", "content": "\n\n".join(texts)}


def _message(message: ModelTurn | ToolReply) -> dict[str, object]:
    if isinstance(message, ToolReply):
        return {"role": "tool", "tool_call_id": message.call.id, "content": message.text}

    found: dict[str, object] = {"role": "assistant", "content": message.text or None}
    if message.calls:
        return {**found, "tool_calls": list(map(_sent_call, message.calls))}

    return {**found, "content": message.text or "(nothing)"}


def _sent_call(call: Call) -> dict[str, object]:
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": call.arguments},
    }


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
