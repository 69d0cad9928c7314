"""Read a chat backwards from its newest message, for a new question or the end of a turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.analyst import EarlierAnswer
from svcchat_magic.protocol.messages import Message
from svcchat_magic.service.runs.earlier_answers import NewestAnswers
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.runs.recent_chats import KnownTurns, RecentChats
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.message_pages import (
    LookBack,
    Place,
    TurnsStamp,
    look_back,
    turn_end,
    turns_stamp,
)


@dataclass(frozen=True, slots=True)
class BeforeTurn:
    """The turns before a new one, as far as the transaction that begins it reads them."""

    stamp: TurnsStamp
    known: KnownTurns | None  # of the oldest turns
    newest: LookBack  # back to those


class History:
    """The chat before a question, as far back as `__state__` reaches."""

    def __init__(self, known: KnownTurns | None = None, *, tells_earlier: bool = False) -> None:
        self._known = known
        self._read = SerialisedMessages()
        self._answers = NewestAnswers(known.earlier if known else ()) if tells_earlier else None

    @property
    def messages(self) -> SerialisedMessages:
        """The messages in order."""
        return self._read if self._known is None else self._known.messages.followed_by(self._read)

    @property
    def earlier(self) -> tuple[EarlierAnswer, ...]:
        """The newest turns in words; none for an analyst that does not read them."""
        return self._answers.turns if self._answers else ()

    async def read(self, chat: ReadableChat, back: LookBack) -> None:
        """Continue from a first page; raises as `ReadableChat.looks` does."""
        self._take(back.messages)
        since = 0 if self._known is None else self._known.stamp.last
        while not (back.is_first or self._read.is_full):
            back = await chat.look_back(back.at, since)
            self._take(back.messages)

    def _take(self, messages: Sequence[Message]) -> None:
        self._read = SerialisedMessages.of(messages).followed_by(self._read)
        if self._answers is not None:
            self._answers.add_before(messages)


def before_turn(
    connection: Connection, chats: RecentChats, chat_id: str, fingerprint: str, last: int
) -> BeforeTurn:
    """The turns of a chat up to a last one, within the transaction that begins the next."""
    known = chats.find(connection, chat_id, fingerprint)
    since = 0 if known is None else known.stamp.last
    newest = look_back(connection, chat_id, fingerprint, turn_end(last), since)
    return BeforeTurn(turns_stamp(connection, chat_id, last), known, newest)


async def history_before(
    chat: ReadableChat, before: BeforeTurn | None, chats: RecentChats, *, tells_earlier: bool
) -> History:
    """The history before a question, which the chat's next question will know; None for a new chat."""
    if before is None:
        return History()

    history = History(before.known, tells_earlier=tells_earlier)
    await history.read(chat, before.newest)
    known = KnownTurns(before.stamp, history.messages, history.earlier)
    chats.keep(chat.chat_id, chat.identity.fingerprint, known)
    return history


async def with_earlier(newer: SerialisedMessages, chat: ReadableChat, before: Place) -> SerialisedMessages:
    """Add messages before a position, as far back as `__state__` reaches; raises as `ReadableChat.looks`."""
    is_first = False
    while not (is_first or newer.is_full):
        back = await chat.look_back(before)
        newer = SerialisedMessages.of(back.messages).followed_by(newer)
        before, is_first = back.at, back.is_first

    return newer
