"""The position of a conversation in its chat."""

from dataclasses import dataclass

from svcchat_magic.conversation.recordings.chat_history import ChatHistory
from svcchat_magic.conversation.turns.turn import Turn


@dataclass(frozen=True, slots=True)
class ChatPosition:
    """The newest turn, the history before it, and the questions after which it was first asked."""

    newest: Turn | None = None
    before: ChatHistory = ChatHistory()
    earlier: tuple[str, ...] | None = None

    @property
    def chat_id(self) -> str | None:
        """The chat that the next question continues; None starts a new one."""
        return (self.newest.chat_id if self.newest else None) or self.before.chat_id

    @property
    def history(self) -> ChatHistory:
        """What the chat holds before its next question."""
        newest = self.newest
        if newest is None:
            return self.before

        return self.before.after(
            newest.question,
            newest.chat_id,
            has_failed=newest.has_failed,
            is_replay=newest.is_replay,
            earlier=self.earlier,
        )
