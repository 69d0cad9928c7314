"""What was read of recent chats, so that a question does not read its whole chat again.

An entry is used only while the store shows the same turns unchanged: they may be continued by another worker
on the same state, and a worker that was thought dead may still add lines to one that was interrupted.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from svcchat_magic.analyst.analyst import EarlierAnswer
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.message_pages import TurnsStamp, turns_stamp
from svcchat_magic.service.state.threads import readable_threads

MOST_BYTES = 32_000_000  # of all chats; the one asked longest ago makes room


@dataclass(frozen=True, slots=True)
class KnownTurns:
    """The turns of a chat up to one of them, as a reader with certain permissions sees them."""

    stamp: TurnsStamp
    messages: SerialisedMessages
    earlier: tuple[EarlierAnswer, ...] = ()


class RecentChats:
    """The turns known of recent chats, by chat and fingerprint of the reader's permissions."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._chats: OrderedDict[tuple[str, str], KnownTurns] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()  # the store's thread removes what has expired

    @property
    def bytes_held(self) -> int:
        """About how much memory the chats take."""
        return self._bytes

    def find(self, connection: Connection, chat_id: str, fingerprint: str) -> KnownTurns | None:
        """What is known of a chat, if its turns are unchanged. Call it within a job."""
        known = self._chats.get((chat_id, fingerprint))
        if known is None or turns_stamp(connection, chat_id, known.stamp.last) != known.stamp:
            return None

        return known

    def keep(self, chat_id: str, fingerprint: str, known: KnownTurns) -> None:
        """Replace what is known of a chat."""
        with self._lock:
            self._remove((chat_id, fingerprint))
            self._chats[chat_id, fingerprint] = known
            self._bytes += known.messages.bytes_held
            while self._bytes > self._most_bytes:
                self._remove(next(iter(self._chats)))

    def remove_expired(self, connection: Connection, now: float) -> None:
        """Remove the chats of users who have expired. Call it within a job."""
        chat_ids = {chat_id for chat_id, _ in tuple(self._chats)}
        gone = chat_ids - readable_threads(connection, chat_ids, now)
        with self._lock:
            for key in [key for key in self._chats if key[0] in gone]:
                self._remove(key)

    def _remove(self, key: tuple[str, str]) -> None:
        known = self._chats.pop(key, None)
        if known is not None:
            self._bytes -= known.messages.bytes_held
