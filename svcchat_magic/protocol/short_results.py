"""Results of earlier tool calls without their rows, for the `__state__` of a long chat (2.3)."""

import msgspec

from svcchat_magic.protocol.messages import Message, ToolCall

KEPT = ("uuid", "totalRows", "error")  # the call's input has the query, its title and its description
_Fields = dict[str, msgspec.Raw]

_decode = msgspec.json.Decoder(_Fields).decode
_encode = msgspec.json.Encoder().encode


def with_short_result(message: Message) -> Message:
    """The message of a finished tool call: its result has its size and id, and names what is left out."""
    call = message.tool_call
    if call is None or not call.result:
        return message

    return message.with_values(tool_call=ToolCall(call.name, call.input, _short(call.result)))


def _short(result: str) -> str:
    """The result as JSON with `leftOut` in place of most fields; unchanged if that would not shorten it."""
    try:
        fields = _decode(result)
    except (msgspec.MsgspecError, RecursionError):  # no object of ours, so nothing in it can be named
        return result

    if "leftOut" in fields:
        return result

    left_out = [name for name in fields if name not in KEPT]
    kept: dict[str, object] = {name: value for name, value in fields.items() if name in KEPT}
    short = _encode(kept | {"leftOut": left_out}).decode()
    return short if len(short) < len(result) else result
