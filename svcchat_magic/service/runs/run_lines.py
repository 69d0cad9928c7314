"""The lines of one run: made into entries for the store, and read from it again."""

from collections.abc import AsyncIterator
from functools import partial

from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.service.runs.conversation_state import OwnMessages
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.runs.streaming import without_outcome
from svcchat_magic.service.state.run_messages import Entry, lines_after
from svcchat_magic.service.state.store import Store


class RunLines:
    """Turns a run's messages into entries and collects them for the final state."""

    def __init__(self, *, with_additions: bool) -> None:
        self._with_additions = with_additions
        self._places: dict[str, int] = {}  # sort of the first line of each open message
        self._own = OwnMessages()

    def entry_of(self, message: Message) -> Entry:
        """The line of a message, with what the store needs to know about it."""
        line, sort = encode_message(message), int(message.sort or 0)
        place = self._places.setdefault(message.id, sort)
        if message.is_delta and message.is_in_process:  # most are
            return Entry(message.id, place, sort, False, line)

        if not message.is_in_process:
            del self._places[message.id]  # it is complete

        if not message.is_delta:
            self._own.add(place, message, len(line))

        hides_outcome = message.outcome is not None and not self._with_additions
        plain = encode_message(without_outcome(message)) if hides_outcome else b""
        return Entry(message.id, place, sort, whole=not message.is_delta, line=line, plain=plain)

    def messages(self) -> SerialisedMessages:
        """The run's own messages in order, as far back as the final state reaches."""
        return self._own.in_order()


async def stored_lines(store: Store, run_id: str, after: int, up_to: int) -> AsyncIterator[bytes]:
    """The stored lines with a `sort` above `after`, up to and including `up_to`, a block at a time."""
    while lines := await store.read(partial(lines_after, run_id=run_id, sort=after, up_to=up_to)):
        after = lines[-1][0]
        yield b"".join(line for _, line in lines)
