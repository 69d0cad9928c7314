"""Find a result in a chat, for a page that may load only the rows and charts of its own results."""

from contextlib import aclosing

from svcchat_magic.errors import NotFound
from svcchat_magic.protocol.messages import Message
from svcchat_magic.protocol.results import SqlResult, read_tool_result, tool_kind
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.state.message_pages import Place


async def result_in(chat: ReadableChat, uuid: str) -> SqlResult:
    """The result with this uuid.

    Raises NotFound for a result that this reader may not see, and as `ReadableChat.looks` does.
    """
    async with aclosing(chat.looks(Place())) as looks:
        async for messages in looks:
            found = next(filter(None, (_result_in(message, uuid) for message in messages)), None)
            if found is not None:
                return found

    raise NotFound("There is no such result in this chat.", status=404)


async def sql_of_result(chat: ReadableChat, uuid: str) -> str:
    """The SQL that produced a result. Raises NotFound if there is none, and as `result_in` does."""
    result = await result_in(chat, uuid)
    if not result.sql:
        raise NotFound("There is no such result in this chat.", status=404)

    return result.sql


def _result_in(message: Message, uuid: str) -> SqlResult | None:
    call = message.tool_call
    if call is None or tool_kind(call.name) != "sql" or uuid not in (call.result or ""):
        return None

    result = read_tool_result(call)
    return result if isinstance(result, SqlResult) and result.uuid == uuid else None
