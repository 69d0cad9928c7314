"""Streams that are read from the store in pieces: a chat's present state, and a turn that has ended.

A reader gets the messages that had begun when the reading began, each as it stands when its turn comes, and
a `__state__` over those very messages. What is over meanwhile, the user's time or the caller's leave, cuts
the stream.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from dataclasses import dataclass

from svcchat_magic.errors import NotAuthenticated
from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.service.account import Account
from svcchat_magic.service.chat_looks import Look, Place, look_at, newest_place
from svcchat_magic.service.conversation_state import NewestMessages, cutoff_message, state_message
from svcchat_magic.service.database import Connection
from svcchat_magic.service.endings import ending
from svcchat_magic.service.identity import Identity
from svcchat_magic.service.run_records import COMPLETE, LAST_SORT, is_going_on
from svcchat_magic.service.store import Store
from svcchat_magic.service.threads import chat_not_found, owner_of
from svcchat_magic.service.users import is_current

StoredStream = AsyncGenerator[bytes, None]


@dataclass(frozen=True, slots=True)
class ReadableChat:
    """A chat and who reads it, looked at anew with every piece."""

    store: Store
    clock: Callable[[], float]
    account: Account
    agent: str
    chat_id: str
    identity: Identity
    key_hash: bytes | None = None  # the API key it is asked with
    session_hash: bytes | None = None  # the embed session it is asked in

    async def looks(self, after: Place, end: Place | None = None) -> AsyncIterator[list[Message]]:
        """The messages between two places, or to the newest that there is now.

        Raises NotFound for a chat that is not the user's or not there any more, NotAuthenticated for a caller
        who may ask no more.
        """
        is_last = False
        while not is_last:
            look, end = await self._look(after, end)
            yield look.messages
            after, is_last = look.at, look.is_last

    async def _look(self, after: Place, end: Place | None) -> tuple[Look, Place]:
        if self.key_hash is not None and not self.account.knows(self.key_hash):
            raise NotAuthenticated("The API key is missing or not valid.", status=401)

        now = self.clock()

        def look(connection: Connection) -> tuple[Look, Place]:
            self._check(connection, now)
            to = newest_place(connection, self.chat_id) if end is None else end
            return look_at(connection, self.chat_id, self.identity.fingerprint, after, to), to

        return await self.store.read(look)

    def _check(self, connection: Connection, now: float) -> None:
        user_id = self.identity.user_id
        if self.session_hash is not None and not is_going_on(connection, self.session_hash):
            raise NotAuthenticated("This session is over: make a new one.", status=401)

        owner = owner_of(connection, self.account.name, self.agent, self.chat_id)
        if owner != user_id or not is_current(connection, user_id, now):
            raise chat_not_found()


async def chat_stream(chat: ReadableChat) -> StoredStream:
    """A chat's present state (4.1, input omitted)."""
    newest, sort = NewestMessages(), 0
    opening = encode_message(cutoff_message(chat.chat_id, 0))
    async for messages in chat.looks(Place()):
        yield opening + _numbered(messages, sort)
        newest.add(messages)
        opening, sort = b"", sort + len(messages)

    yield encode_message(state_message(newest.messages, sort + 1))


async def turn_stream(chat: ReadableChat, ordinal: int, status: str | None) -> StoredStream:
    """An ended turn from `__cutoff__` to its ending, each message whole in one line (ruling 1)."""
    newest, sort = NewestMessages(), 0
    opening = encode_message(cutoff_message(chat.chat_id, 0))
    async for messages in _turn(chat, ordinal):
        yield opening + _numbered(messages, sort)
        newest.add(messages)
        opening, sort = b"", sort + len(messages)

    if status == COMPLETE:
        await _add_earlier(newest, chat, ordinal)

    yield ending(status, newest.messages, sort + 1, with_additions=True) or b""


def _turn(chat: ReadableChat, ordinal: int) -> AsyncIterator[list[Message]]:
    return chat.looks(Place(ordinal), Place(ordinal, LAST_SORT))


async def _add_earlier(newest: NewestMessages, chat: ReadableChat, ordinal: int) -> None:
    """Go back through the turns before, as far as `__state__` reaches."""
    while ordinal > 1 and not newest.are_enough:
        ordinal -= 1
        earlier = NewestMessages()
        async for messages in _turn(chat, ordinal):
            earlier.add(messages)

        newest.add_before(earlier)


def _numbered(messages: Iterable[Message], sort: int) -> bytes:
    numbered = (message.with_values(sort=sort + at) for at, message in enumerate(messages, start=1))
    return b"".join(map(encode_message, numbered))
