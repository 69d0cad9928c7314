"""What a chat holds before its next question."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class ChatHistory:
    """`chat_id` is None before a chat's first question; `resumed` is set for a chat taken up by its id.

    `is_replayed`: its newest answer is a recording, so the service may not know the chat.
    `data` is the fingerprint of the user's own data that the chat is about, where recordings need it.
    """

    chat_id: str | None = None
    questions: tuple[str, ...] = ()
    resumed: str | None = None
    is_replayed: bool = False
    data: str = ""

    def after(
        self,
        question: str,
        chat_id: str | None,
        *,
        has_failed: bool,
        is_replay: bool,
        earlier: tuple[str, ...] | None = None,
    ) -> "ChatHistory":
        """The history after a turn; a turn without any response left no question in the chat.

        `earlier` are the questions after which this one was first asked: asked again, it takes the
        place that it has among the chat's questions, and a replayed one changes nothing.
        """
        known = chat_id or self.chat_id
        if known is None:
            return ChatHistory()

        if has_failed:
            return ChatHistory(known, self.questions, self.resumed, self.is_replayed)

        if earlier is None or not self._has_asked_after(earlier):
            return ChatHistory(known, (*self.questions, question), self.resumed, is_replay)

        if is_replay:
            return self

        place = len(earlier)
        questions = (*self.questions[:place], question, *self.questions[place + 1 :])
        return ChatHistory(known, questions, self.resumed, is_replay)

    def as_asked_after(self, earlier: tuple[str, ...] | None) -> "ChatHistory":
        """The history that a recording is found by, when a question is asked again in its place."""
        return self if earlier is None else replace(self, questions=earlier)

    def _has_asked_after(self, earlier: tuple[str, ...]) -> bool:
        return len(self.questions) > len(earlier) and self.questions[: len(earlier)] == earlier
