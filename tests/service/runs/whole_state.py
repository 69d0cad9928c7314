"""`__state__` made of a whole chat in memory at once, in the words of the contract."""

import json
from itertools import accumulate

import msgspec

MOST_CHARACTERS = 2_000_000
WHOLE_RESULTS = 65_536


def state_line(messages, sort):
    """The line over these messages."""
    objects = [each for message in _short(messages) for each in _objects(message)]
    sizes = accumulate(size for _, size in reversed(objects))
    fitting = sum(size <= MOST_CHARACTERS for size in sizes)
    told = [each for each, _ in objects[len(objects) - fitting :]]
    return msgspec.json.encode({"id": "__state__", "sort": sort, "state": {"messages": told}}) + b"\n"


def _short(messages):
    """The messages, with each result short that begins beyond the newest WHOLE_RESULTS characters."""
    newer, found = 0, []
    for message in reversed(messages):
        call = message.tool_call
        is_short = call and call.result and newer >= WHOLE_RESULTS
        newer += len(call.result or "") if call else 0
        short = msgspec.structs.replace(call, result=short_result(call.result)) if is_short else call
        found.append(message.with_values(tool_call=short))

    return found[::-1]


def short_result(result):
    """The rows left out, if that is shorter."""
    try:
        fields = msgspec.json.decode(result, type=dict[str, msgspec.Raw])
    except msgspec.MsgspecError:
        return result

    kept = {name: fields[name] for name in fields if name in ("uuid", "totalRows", "error")}
    short = msgspec.json.encode({**kept, "leftOut": [name for name in fields if name not in kept]}).decode()
    return short if len(short) < len(result) else result


def _objects(message):
    """The objects of a message, each with its size."""
    content, call = message.content or "", message.tool_call
    if call:
        asked = {"name": call.name, "args": json.loads(call.input), "id": message.id, "type": "tool_call"}
        result = call.result or ""
        told = {"content": result, "tool_call_id": message.id, "name": call.name}
        return [
            (_object("AIMessage", content=content, tool_calls=[asked]), len(call.input)),
            (_object("ToolMessage", **told), len(result)),
        ]

    kind = "HumanMessage" if message.role == "user" else "AIMessage"
    return [(_object(kind, content=content), len(content))] if content or message.role == "user" else []


def _object(kind, **kwargs):
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind], "kwargs": kwargs}
