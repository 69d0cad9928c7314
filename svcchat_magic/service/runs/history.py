"""Read a chat backwards from its newest message, for a new question or the end of a turn."""

from collections.abc import Sequence

from svcchat_magic.protocol.messages import Message
from svcchat_magic.service.runs.conversation_state import NewestMessages
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.state.message_pages import LookBack, Place


class History:
    """The chat before a question, as far back as `__state__` reaches."""

    def __init__(self) -> None:
        self._newest = NewestMessages()

    @property
    def messages(self) -> Sequence[Message]:
        """The messages in order."""
        return self._newest.messages

    async def read(self, chat: ReadableChat, back: LookBack) -> None:
        """Continue from a first page; raises as `ReadableChat.looks` does."""
        self._take(back)
        while not (back.is_first or self._newest.are_enough):
            back = await chat.look_back(back.at)
            self._take(back)

    def _take(self, back: LookBack) -> None:
        self._newest.add_before(back.messages)


async def history_before(chat: ReadableChat, back: LookBack | None) -> History:
    """The history before a question, given its newest page; None for a new chat."""
    history = History()
    if back is not None:
        await history.read(chat, back)

    return history


async def add_earlier(newest: NewestMessages, chat: ReadableChat, before: Place) -> None:
    """Add messages before a position, as far back as `__state__` reaches; raises as `ReadableChat.looks`."""
    is_first = False
    while not (is_first or newest.are_enough):
        back = await chat.look_back(before)
        newest.add_before(back.messages)
        before, is_first = back.at, back.is_first
