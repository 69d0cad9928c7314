"""What a reader sees of a message computed under other permissions (decisions/old-rights).

Only that it exists, and its kind. All text of the analyst and the tools is withheld: thoughts name members,
SQL contains literal values, and answers contain figures. The user's own question stays.
"""

import json

from svcchat_magic.protocol.messages import Message, ToolCall
from svcchat_magic.protocol.results import tool_kind

NOT_AVAILABLE = "not available to you now"


def withheld(message: Message) -> Message:
    """A new message with the harmless fields alone, so that a field added later is left out."""
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
    """A call with a title alone; failed, unless it is still running."""
    title = "searchQuery" if tool_kind(call.name) == "meta" else "queryTitle"
    result = None if call.result is None else json.dumps({"error": NOT_AVAILABLE})
    return ToolCall(call.name, json.dumps({title: NOT_AVAILABLE}), result)
