"""Removes what is over also when nobody asks: users with everything of theirs, sessions and page tokens."""

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

    def __init__(self, store: Store, clock: Callable[[], float], every_seconds: float) -> None:
        self._store = store
        self._clock = clock
        self._every_seconds = every_seconds
        self._removing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; it ends with the event loop."""
        self._removing = asyncio.create_task(self._remove_for_ever())

    async def _remove_for_ever(self) -> None:
        while True:
            try:
                await self._store.write(lambda connection: remove_expired(connection, self._clock()))
            except ServiceError as cause:
                log.warning("what is over could not be removed: %s", cause)

            await asyncio.sleep(self._every_seconds)


def remove_expired(connection: Connection, now: float) -> None:
    """Remove everything whose time is over."""
    purge_expired(connection, now)
    connection.execute("DELETE FROM sessions WHERE expires_at <= ?", (now,))
    connection.execute("DELETE FROM page_tokens WHERE expires_at <= ?", (now,))
