"""Reads what a chat holds, without asking anything (4.1)."""

from contextlib import aclosing

from svcchat_magic.conversation.answers.transport import Transport
from svcchat_magic.errors import StreamFailed, StreamTruncated
from svcchat_magic.protocol.fold import Fold
from svcchat_magic.protocol.messages import Message, decode_messages
from svcchat_magic.protocol.requests import ChatRequest
from svcchat_magic.protocol.transcript import Status

READ_SECONDS = 10.0


async def read_messages(transport: Transport, request: ChatRequest) -> tuple[Message, ...]:
    """All that comes, on either side of `__cutoff__`: some services tell a chat's past before it."""
    lines: list[bytes] = []
    async with aclosing(transport.batches(request, total_seconds=READ_SECONDS)) as batches:
        async for batch in batches:
            lines.extend(batch)

    return decode_messages(lines)


async def read_chat(transport: Transport, request: ChatRequest) -> tuple[Message, ...]:
    """What user and assistant have said in the chat, in order.

    Raises StreamFailed and StreamTruncated when that is not all, StreamProtocolError for another chat's,
    and what the transport raises.
    """
    messages = await read_messages(transport, request)
    fold = Fold(chat_id=request.chat_id if isinstance(request.chat_id, str) else None, reading=True)
    fold.add_all(messages)
    if fold.status is Status.FAILED:
        raise StreamFailed(f"The chat could not be read: {fold.transcript().error}")

    if fold.status is Status.STREAMING:
        raise StreamTruncated("The connection was lost while the chat was read; read it again.")

    return tuple(message for message in messages if message.role in ("user", "assistant"))
