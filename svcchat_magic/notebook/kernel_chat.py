"""The kernel's side of the chat: one conversation, the variables it bound, the newest answer."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

from svcchat_magic.settings import Settings

if TYPE_CHECKING:  # importing either costs what %load_ext may not
    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.notebook.variable_names import VariableNames


class KernelChat:
    """One chat per kernel; the extension owns the only instance.

    The conversation is opened by the first question, and opened anew when a setting changed.
    """

    def __init__(self, namespace: MutableMapping[str, Any]) -> None:
        self.namespace = namespace
        self.newest: Answer | None = None
        self._conversation: Conversation | None = None
        self._settings: Settings | None = None
        self._names: VariableNames | None = None

    @property
    def names(self) -> VariableNames:
        """The variables that were bound, and the rules for new ones."""
        if self._names is None:
            from svcchat_magic.notebook.variable_names import VariableNames

            self._names = VariableNames()

        return self._names

    @property
    def chat_id(self) -> str | None:
        """The chat that the next question goes on with."""
        return self._conversation.chat_id if self._conversation else None

    def conversation(self, settings: Settings) -> Conversation:
        """The kernel's conversation with the service that the settings name."""
        from svcchat_magic.conversation.conversation import Conversation

        if self._conversation is not None and settings != self._settings:
            self.close()

        if self._conversation is None:
            self._conversation = Conversation(settings)
            self._settings = settings

        return self._conversation

    def forget(self) -> None:
        """Let the next question start a new chat."""
        if self._conversation is not None:
            self._conversation.forget()

    def close(self) -> None:
        """Close the connection, and the embedded service with it."""
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None
