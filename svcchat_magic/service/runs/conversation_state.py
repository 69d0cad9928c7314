"""The conversation so far, serialised for `__state__`."""

from operator import itemgetter

from svcchat_magic.protocol.messages import (
    CUTOFF,
    STATE,
    Message,
    StreamState,
    conversation_state,
)
from svcchat_magic.service.runs.serialised_messages import (
    MAX_STATE_CHARACTERS,
    WHOLE_RESULT_CHARACTERS,
    Part,
    SerialisedMessages,
    parts_of,
)


class OwnMessages:
    """The complete messages of a streaming turn, at most twice what `state_message` can hold."""

    def __init__(self) -> None:
        self._placed: dict[str, tuple[int, tuple[Part, ...]]] = {}
        self._bytes = 0  # added since the messages were last trimmed

    def add(self, place: int, message: Message, size: int) -> None:
        """Add or replace a message; `place` is the sort of its first line, `size` that line's bytes."""
        self._placed[message.id] = (place, parts_of(message))
        self._bytes += size
        if self._bytes > MAX_STATE_CHARACTERS:
            self._trim()
            self._bytes = 0

    @property
    def bytes_held(self) -> int:
        """About how much memory they take."""
        return sum(part.bytes_held for _, parts in self._placed.values() for part in parts)

    def in_order(self) -> SerialisedMessages:
        """The messages, ordered by their first lines."""
        placed = sorted(self._placed.values(), key=itemgetter(0))
        return SerialisedMessages.of_parts(part for _, parts in placed for part in parts)

    def _trim(self) -> None:
        """Keep the newest that fit, with their results short where those are always short from now on."""
        newest_first = sorted(self._placed.items(), key=lambda each: each[1][0], reverse=True)
        self._placed = {}
        left, left_for_results = MAX_STATE_CHARACTERS, WHOLE_RESULT_CHARACTERS
        for key, (place, parts) in newest_first:
            if left < 0:
                return

            left -= sum(part.least.characters for part in parts)
            kept = parts if left_for_results > 0 else tuple(part.least for part in parts)
            left_for_results -= sum(part.result for part in parts)
            self._placed[key] = (place, kept)


def state_message(messages: SerialisedMessages, sort: int) -> Message:
    """The final `__state__` line over all messages of the chat (2.3)."""
    return Message(id=STATE, sort=sort, state=conversation_state(messages.to_json()))


def cutoff_message(chat_id: str, sort: int) -> Message:
    """The first line; `isStreaming` is false on it (3)."""
    return Message(id=CUTOFF, sort=sort, state=StreamState(is_streaming=False, chat_id=chat_id))
