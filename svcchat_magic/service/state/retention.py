"""Periodic cleanup of the state.

Expired users are removed with all their data, as are sessions and page tokens; runs without a final status
get one.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from svcchat_magic.errors import ServiceError
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.store import Store

PURGE_SECONDS = 30.0  # expired data is unreachable at once and only waits to be removed
ROWS_AT_ONCE = 200  # how long a question may have to wait for it
RESTS = 2.0  # times the duration of a removal

log = logging.getLogger("svcchat_magic.service")


class Retention:
    """Cleans up at regular intervals, beginning with the start of the service."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        tidy: Callable[[Connection, float], object],
        every_seconds: float,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tidy = tidy
        self._every_seconds = every_seconds
        self._removing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start; it ends with the event loop."""
        self._removing = asyncio.create_task(self._remove_for_ever())

    async def _remove_for_ever(self) -> None:
        while True:
            try:
                await self._store.write(lambda connection: self._tidy(connection, self._clock()))
                await self._remove_all()
            except ServiceError as cause:
                log.warning("expired data could not be removed: %s", cause)

            await asyncio.sleep(self._every_seconds)

    async def _remove_all(self) -> None:
        """Remove in small steps with pauses for other work: a user may have very many chats."""
        has_more = True
        while has_more:
            began = time.perf_counter()
            has_more = await self._store.write_own(lambda connection: remove_some(connection, self._clock()))
            await asyncio.sleep(RESTS * (time.perf_counter() - began))


def remove_some(connection: Connection, now: float, rows: int = ROWS_AT_ONCE) -> bool:
    """Remove up to about that many expired rows; return whether there may be more."""
    for table in ("sessions", "page_tokens"):
        removed = connection.execute(
            f"""DELETE FROM {table} WHERE token_hash IN
            (SELECT token_hash FROM {table} WHERE expires_at <= ? LIMIT ?)""",
            (now, rows),
        ).rowcount
        if removed == rows:
            return True

    user = connection.execute("SELECT id FROM users WHERE expires_at <= ? LIMIT 1", (now,)).fetchone()
    if user is None:
        return False

    if _remove_threads(connection, user[0], rows):
        connection.execute("DELETE FROM users WHERE id = ?", user)

    return True


def _remove_threads(connection: Connection, user_id: str, room: int) -> bool:
    """Remove a user's chats up to the limit; return whether that was all of them."""
    threads = connection.execute(
        "SELECT id FROM threads WHERE user_id = ? LIMIT ?", (user_id, room + 1)
    ).fetchall()
    for thread in threads:
        runs = connection.execute(
            "SELECT id FROM runs WHERE thread_id = ? LIMIT ?", (*thread, room + 1)
        ).fetchall()
        for run in runs:
            room -= _remove_messages(connection, run[0], room)
            if room <= 0:
                return False

            connection.execute("DELETE FROM runs WHERE id = ?", run)
            room -= 1

        if room <= 0:
            return False

        connection.execute("DELETE FROM threads WHERE id = ?", thread)
        room -= 1

    return room > 0


def _remove_messages(connection: Connection, run_id: str, room: int) -> int:
    return connection.execute(
        """DELETE FROM messages WHERE run_id = ? AND sort IN
        (SELECT sort FROM messages WHERE run_id = ? ORDER BY sort LIMIT ?)""",
        (run_id, run_id, room),
    ).rowcount
