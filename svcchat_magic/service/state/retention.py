"""What is set right also when nobody asks.

Users whose time is over are removed with everything of theirs, and sessions and page tokens; runs that were
left without an end get one.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from svcchat_magic.errors import ServiceError
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.store import Store

PURGE_SECONDS = 30.0  # nobody can ask for what is over meanwhile; it is only still there
ROWS_AT_ONCE = 200  # what another's question may have to wait for
RESTS = 2.0  # times what a removal took

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
                await self._store.write(lambda connection: self._end_left_runs(connection, self._clock()))
                await self._remove_all()
            except ServiceError as cause:
                log.warning("what is over could not be removed: %s", cause)

            await asyncio.sleep(self._every_seconds)

    async def _remove_all(self) -> None:
        """A little at a time, with rests in which others are served: a user may have very many chats."""
        has_more = True
        while has_more:
            began = time.perf_counter()
            has_more = await self._store.write_own(lambda connection: remove_some(connection, self._clock()))
            await asyncio.sleep(RESTS * (time.perf_counter() - began))


def remove_some(connection: Connection, now: float, rows: int = ROWS_AT_ONCE) -> bool:
    """Remove up to about so many rows whose time is over; whether there may be more."""
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
    """Remove a user's chats as far as there is room; whether that was all of them."""
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
