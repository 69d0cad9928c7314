"""What is left of a message for a reader with other rights than it was computed under (decisions/old-rights).

That it is there, and what kind it is. Of its words, the analyst's and a tool's alike, nothing: thoughts name
members, SQL holds literal values, and an answer says the figures of its rows. The user's question is theirs.
"""

import json

from svcchat_magic.protocol.messages import Message, ToolCall
from svcchat_magic.protocol.results import tool_kind

NOT_AVAILABLE = "not available to you now"


def withheld(message: Message) -> Message:
    """The message made anew from the fields that say nothing: one that is added later is left out."""
    if message.role == "user":
        return message

    return Message(
        id=message.id,
        role=message.role,
        content=_said(message.content),
        thinking=_said(message.thinking),
        tool_call=None if message.tool_call is None else _call(message.tool_call),
        graph_path=message.graph_path,
        is_delta=message.is_delta,
        is_in_process=message.is_in_process,
        is_structured_response=message.is_structured_response,
        sort=message.sort,
    )


def _said(words: str | None) -> str | None:
    return NOT_AVAILABLE if words else words


def _call(call: ToolCall) -> ToolCall:
    """A call with a title alone, which failed unless it is running still."""
    title = "searchQuery" if tool_kind(call.name) == "meta" else "queryTitle"
    result = None if call.result is None else json.dumps({"error": NOT_AVAILABLE})
    return ToolCall(call.name, json.dumps({title: NOT_AVAILABLE}), result)
