"""The kernel's conversations: one for each user, opened with the current settings."""

from __future__ import annotations

from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.questions.personas import AS_CONFIGURED, Persona

if TYPE_CHECKING:  # too slow to import for %load_ext
    from collections.abc import Callable

    from svcchat_magic.conversation.chat_index import ChatIndex
    from svcchat_magic.conversation.connecting.given_data import GivenData
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.settings import ApiKey, Settings


class KernelChats:
    """One chat per kernel, and one for each other user that questions are asked as.

    A conversation opens with its first question. When a setting changes, all are reopened; a chat continues
    if its service and user are the same. `forget_beside` is called when the other users' chats end.
    """

    def __init__(self, forget_beside: Callable[[], None]) -> None:
        self.api_key: ApiKey | None = None  # typed in, and kept until the kernel ends
        self.suspended_as = AS_CONFIGURED  # the user of the newest suspended answer
        self._forget_beside = forget_beside
        self._settings: Settings | None = None
        self._is_closed = False
        self._conversations: dict[Persona, Conversation] = {}
        self._data: GivenData | None = None  # asked instead of the configured service
        self._beside: dict[str, Conversation] = {}  # about data that cells named, by that name
        self._lock = RLock()  # guards the conversations, which panels use from other threads

    @property
    def main(self) -> Conversation | None:
        """The configured user's conversation; None before its first question."""
        return self._conversations.get(AS_CONFIGURED)

    @property
    def chat_id(self) -> str | None:
        """The chat that the next question continues."""
        return self.main.chat_id if self.main else None

    def chat_id_with(self, settings: Settings) -> str | None:
        """The chat that continues with these settings; None if they name another service or user."""
        goes_on = self._settings is not None and _identity(self._settings) == _identity(settings)
        return self.chat_id if goes_on else None

    def conversation(
        self, settings: Settings, persona: Persona = AS_CONFIGURED, *, compared: bool = False
    ) -> Conversation:
        """The conversation of this user; a comparison of branches has one for each branch.

        A chat belongs to one user, so every other user has a separate chat.
        """
        with self._lock:
            if self._is_closed:  # a panel may still ask when the kernel's chat is closed
                raise RequestRefused("The extension was unloaded; run %load_ext svcchat_magic to ask.")

            if settings != self._settings:
                self._change(settings)

            who = persona if compared else replace(persona, branch="")
            if who not in self._conversations:
                is_main = who == AS_CONFIGURED
                opened = self._main(settings) if is_main else self.conversation(settings).beside()
                self._conversations[who] = opened

            return self._conversations[who]

    def conversation_about(self, named: str, data: GivenData, settings: Settings) -> Conversation:
        """A conversation about data that a cell names; cells that name the same data share a chat.

        If the data has changed since, it is read again in a new chat.
        """
        from svcchat_magic.conversation.conversation import Conversation

        with self._lock:
            self.conversation(settings)  # closes all of them if the settings have changed
            known = self._beside.get(named)
            if known is not None and known.is_about(data):
                return known

            if known is not None:
                known.close()

            data.note_state()  # the next cell compares its data with this state
            self._beside[named] = Conversation(settings, data=data)
            return self._beside[named]

    def use(self, data: GivenData | None, settings: Settings) -> Conversation:
        """Ask about this data from now on, in a new chat; None returns to the configured service.

        Raises EngineError for data that cannot be used, and then changes nothing.
        """
        from svcchat_magic.conversation.conversation import Conversation

        opened = Conversation(settings, data=data)
        if data is not None:
            try:
                opened.open()
            except BaseException:  # also for an interrupt: close what was opened
                opened.close()
                raise

        with self._lock:
            self._close_conversations()
            self._forget_beside()
            self._data, self._settings = data, settings
            self._conversations[AS_CONFIGURED] = opened

        return opened

    @property
    def own_data(self) -> GivenData | None:
        """The data that is asked instead of the configured service."""
        return self._data

    def holds(self, conversation: Conversation) -> bool:
        """Whether the user's next question continues in this conversation; false once it is closed."""
        return conversation in (*self._conversations.values(), *self._beside.values())

    def index(self, settings: Settings, user: str = "") -> ChatIndex:
        """The list of this machine's chats with the configured service."""
        from svcchat_magic.conversation.chat_index import ChatIndex

        return ChatIndex(settings, user)

    def stop(self) -> bool:
        """Stop running questions, also in the background; return whether there were any."""
        asked = (*self._conversations.values(), *self._beside.values())
        stopped = [conversation.stop() for conversation in asked]
        return any(stopped)

    def forget(self) -> None:
        """Let the next question start a new chat, for every user."""
        for conversation in (*self._conversations.values(), *self._beside.values()):
            conversation.forget()

        self._forget_beside()

    def close(self) -> None:
        """Close every connection, the embedded service with it."""
        with self._lock:
            self._is_closed = True
            self._close_conversations()

    def _close_conversations(self) -> None:
        for conversation in reversed(self._conversations.values()):  # the first one owns the embedded service
            conversation.close()

        for conversation in self._beside.values():
            conversation.close()

        self._conversations.clear()
        self._beside.clear()

    def _main(self, settings: Settings) -> Conversation:
        from svcchat_magic.conversation.conversation import Conversation

        return Conversation(settings, data=self._data)

    def _change(self, settings: Settings) -> None:
        """Reopen the conversations, with the chats that continue under these settings."""
        before, known = self._settings, dict(self._conversations)
        self._close_conversations()
        self._settings = settings
        if before is None or AS_CONFIGURED not in known:
            self._forget_beside()
            return

        main = self._conversations[AS_CONFIGURED] = self._main(settings)
        if _account(before) == _account(settings):
            for conversation in known.values():
                conversation.is_followed_by(main)

        if _identity(before) != _identity(settings):
            self._forget_beside()
            return

        for who, conversation in known.items():
            self.conversation(settings, who, compared=True).go_on_from(conversation)


def _identity(settings: Settings) -> tuple[object, ...]:
    """What a chat belongs to: a service, a key and a user."""
    return (*_account(settings), settings.external_id, settings.internal_id)


def _account(settings: Settings) -> tuple[object, ...]:
    """The address and key with which rows can be loaded as any user."""
    if settings.user_token is None:
        return (settings.chat_url, settings.api_key)

    from svcchat_magic.conversation.connecting.token_user import user_of

    return (settings.chat_url, user_of(settings.user_token))  # a token changes, its user does not
