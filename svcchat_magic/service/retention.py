"""What is set right also when nobody asks.

Users whose time is over are removed with everything of theirs, and sessions and page tokens; runs that were
left without an end get one.
"""

import asyncio
import logging
from collections.abc import Callable

from svcchat_magic.errors import ServiceError
from svcchat_magic.service.database import Connection
from svcchat_magic.service.store import Store
from svcchat_magic.service.users import purge_expired

PURGE_SECONDS = 30.0  # nobody can ask for what is over meanwhile; it is only still there

log = logging.getLogger("svcchat_magic.service")


class Retention:
    """Looks for it now and then, from the start of the service on."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        end_left_runs: Callable[[Connection, float], object],
        every_seconds: float,
    ) -> None:
        self._store = store
        self._clock = clock
        self._end_left_runs = end_left_runs
        self._every_seconds = every_seconds
        self._removing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; it ends with the event loop."""
        self._removing = asyncio.create_task(self._remove_for_ever())

    async def _remove_for_ever(self) -> None:
        while True:
            try:
                await self._store.write(self._set_right)
            except ServiceError as cause:
                log.warning("what is over could not be removed: %s", cause)

            await asyncio.sleep(self._every_seconds)

    def _set_right(self, connection: Connection) -> None:
        now = self._clock()
        remove_expired(connection, now)
        self._end_left_runs(connection, now)


def remove_expired(connection: Connection, now: float) -> None:
    """Remove everything whose time is over."""
    purge_expired(connection, now)
    connection.execute("DELETE FROM sessions WHERE expires_at <= ?", (now,))
    connection.execute("DELETE FROM page_tokens WHERE expires_at <= ?", (now,))
