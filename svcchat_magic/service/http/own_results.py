"""The SQL of a result in a chat, for a page that may load its rows and send no SQL of its own."""

from contextlib import aclosing

from svcchat_magic.errors import NotFound
from svcchat_magic.protocol.messages import Message
from svcchat_magic.protocol.results import SqlResult, read_tool_result, tool_kind
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.state.message_pages import Place


async def sql_of_result(chat: ReadableChat, uuid: str) -> str:
    """The SQL that a result was made with.

    Raises NotFound for a result that this reader cannot see there, as one of other rights, and as
    `ReadableChat.looks` does.
    """
    async with aclosing(chat.looks(Place())) as looks:
        async for messages in looks:
            sql = next(filter(None, (_sql_of(message, uuid) for message in messages)), "")
            if sql:
                return sql

    raise NotFound("There is no such result in this chat.", status=404)


def _sql_of(message: Message, uuid: str) -> str:
    call = message.tool_call
    if call is None or tool_kind(call.name) != "sql" or uuid not in (call.result or ""):
        return ""

    result = read_tool_result(call)
    return result.sql if isinstance(result, SqlResult) and result.uuid == uuid else ""
