"""What a chat holds before its next question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Past:
    """`chat_id` is None before a chat's first question; `resumed` is set for a chat taken up by its id.

    `is_replayed` tells that its newest answer is a recording, so that the service may not know the chat.
    """

    chat_id: str | None = None
    questions: tuple[str, ...] = ()
    resumed: str | None = None
    is_replayed: bool = False

    def after(self, question: str, chat_id: str | None, *, has_failed: bool, is_replay: bool) -> "Past":
        """The past once a turn is over; one of which nothing came has left no question in the chat."""
        known = chat_id or self.chat_id
        if known is None:
            return Past()

        if has_failed:
            return Past(known, self.questions, self.resumed, self.is_replayed)

        return Past(known, (*self.questions, question), self.resumed, is_replay)
