"""Who asks in this kernel: a conversation for each user, opened with the settings in force."""

from __future__ import annotations

from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.questions.personas import AS_CONFIGURED, Persona

if TYPE_CHECKING:  # importing any of them costs what %load_ext may not
    from collections.abc import Callable

    from svcchat_magic.conversation.chat_index import ChatIndex
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.conversation.given_data import GivenData
    from svcchat_magic.settings import ApiKey, Settings


class KernelChats:
    """One chat per kernel, and one more for each other user asked as.

    A conversation is opened by its first question, and all are opened anew when a setting changed; their
    chats go on when service and user stayed the same. `forget_beside` is called when those of other users
    do not.
    """

    def __init__(self, forget_beside: Callable[[], None]) -> None:
        self.api_key: ApiKey | None = None  # typed in here, for as long as the kernel lives
        self.suspended_as = AS_CONFIGURED  # who asked what was suspended last
        self._forget_beside = forget_beside
        self._settings: Settings | None = None
        self._is_closed = False
        self._conversations: dict[Persona, Conversation] = {}
        self._data: GivenData | None = None  # asked in place of the service of the settings
        self._beside: dict[str, Conversation] = {}  # about data that cells named, by what they named
        self._lock = RLock()  # of the conversations: panels ask for them in threads of their own

    @property
    def main(self) -> Conversation | None:
        """The conversation as the user of the settings, once it was needed."""
        return self._conversations.get(AS_CONFIGURED)

    @property
    def chat_id(self) -> str | None:
        """The chat that the next question continues."""
        return self.main.chat_id if self.main else None

    def chat_id_with(self, settings: Settings) -> str | None:
        """The same where these settings lead to it; None where they lead to another service or user."""
        goes_on = self._settings is not None and _identity(self._settings) == _identity(settings)
        return self.chat_id if goes_on else None

    def conversation(
        self, settings: Settings, persona: Persona = AS_CONFIGURED, *, compared: bool = False
    ) -> Conversation:
        """The kernel's conversation as this user; a comparison of branches has one for each branch.

        A chat belongs to its user, so that every other user has a chat of their own here.
        """
        with self._lock:
            if self._is_closed:  # a panel's question may have been on its way
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
        """A conversation about data that a cell names; cells that name the same go on with one chat.

        Data that has changed since is read anew, and its chat begins anew.
        """
        from svcchat_magic.conversation.conversation import Conversation

        with self._lock:
            self.conversation(settings)  # closes all when the settings have changed
            known = self._beside.get(named)
            if known is not None and known.is_about(data):
                return known

            if known is not None:
                known.close()

            data.note_state()  # the next cell compares with it
            self._beside[named] = Conversation(settings, data=data)
            return self._beside[named]

    def use(self, data: GivenData | None, settings: Settings) -> Conversation:
        """Ask about this data from now on, in a new chat; None goes back to the service of the settings.

        Raises EngineError for data that cannot be used; the chats then stay as they were.
        """
        from svcchat_magic.conversation.conversation import Conversation

        opened = Conversation(settings, data=data)
        if data is not None:
            try:
                opened.open()
            except BaseException:  # an interrupt too: what was begun ends with it
                opened.close()
                raise

        with self._lock:
            self._close_conversations()
            self._forget_beside()
            self._data, self._settings = data, settings
            self._conversations[AS_CONFIGURED] = opened

        return opened

    @property
    def has_own_data(self) -> bool:
        """Whether data is asked in place of the service of the settings."""
        return self._data is not None

    def holds(self, conversation: Conversation) -> bool:
        """Whether the next question of its user goes on here; no more once it was closed."""
        return conversation in (*self._conversations.values(), *self._beside.values())

    def index(self, settings: Settings, user: str = "") -> ChatIndex:
        """The chats of this machine with the service of the settings."""
        from svcchat_magic.conversation.chat_index import ChatIndex

        return ChatIndex(settings, user)

    def stop(self) -> bool:
        """Stop what is being answered, in the background too; whether there was anything."""
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
        for conversation in reversed(self._conversations.values()):  # the first one owns the service
            conversation.close()

        for conversation in self._beside.values():
            conversation.close()

        self._conversations.clear()
        self._beside.clear()

    def _main(self, settings: Settings) -> Conversation:
        from svcchat_magic.conversation.conversation import Conversation

        return Conversation(settings, data=self._data)

    def _change(self, settings: Settings) -> None:
        """Open the conversations anew, with the chats that the settings still lead to."""
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
    """Where, and with which key, rows can be loaded as any user."""
    if settings.user_token is None:
        return (settings.chat_url, settings.api_key)

    from svcchat_magic.conversation.token_user import user_of

    return (settings.chat_url, user_of(settings.user_token))  # a token is renewed every now and then
