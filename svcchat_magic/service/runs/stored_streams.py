"""Streams read from the store page by page: a chat's current state, and a turn that has ended.

A reader gets the messages that existed when reading began, each in its state when it is read, and a
`__state__` over the same messages. If the user expires or the caller's permit is revoked meanwhile, the
stream is cut.
"""

from collections.abc import AsyncGenerator, Iterable

from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.service.runs.conversation_state import cutoff_message, state_message
from svcchat_magic.service.runs.history import with_earlier
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.runs.streaming import without_outcome
from svcchat_magic.service.runs.terminal_lines import ending
from svcchat_magic.service.runs.turn_usage import usage_when_stored
from svcchat_magic.service.state.message_pages import Place, turn_end
from svcchat_magic.service.state.run_status import RunStatus

StoredStream = AsyncGenerator[bytes, None]


async def chat_stream(chat: ReadableChat, *, with_additions: bool = False) -> StoredStream:
    """A chat's current state (4.1, input omitted)."""
    newest, sort = SerialisedMessages(), 0
    opening = encode_message(cutoff_message(chat.chat_id, 0))
    async for messages in chat.looks(Place()):
        shown = messages if with_additions else map(without_outcome, messages)
        yield opening + _numbered(shown, sort)
        newest = newest.followed_by(SerialisedMessages.of(messages))
        opening, sort = b"", sort + len(messages)

    yield encode_message(state_message(newest, sort + 1))


async def turn_stream(chat: ReadableChat, ordinal: int, status: RunStatus) -> StoredStream:
    """An ended turn with its additions, one line for each message (decisions/additions-on-request)."""
    newest, sort = SerialisedMessages(), 0
    opening = encode_message(cutoff_message(chat.chat_id, 0))
    async for messages in chat.turn(ordinal):
        yield opening + _numbered(messages, sort)
        newest = newest.followed_by(SerialisedMessages.of(messages))
        opening, sort = b"", sort + len(messages)

    if status is RunStatus.COMPLETE:
        newest = await with_earlier(newest, chat, turn_end(ordinal - 1))

    used = usage_when_stored(await chat.usage(ordinal), status)
    yield ending(status, newest, sort + 1, used, with_additions=True) or b""


def _numbered(messages: Iterable[Message], sort: int) -> bytes:
    numbered = (message.with_values(sort=sort + at) for at, message in enumerate(messages, start=1))
    return b"".join(map(encode_message, numbered))
