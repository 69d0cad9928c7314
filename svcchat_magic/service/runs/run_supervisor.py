"""Watch for external changes to runs: an abort or readers at other workers, an expired user, a revoked key.

One query to the store serves all runs of this process; without runs there is none.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping

from svcchat_magic.errors import ServiceError
from svcchat_magic.service.runs.runs import Run
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.remote_readers import followers
from svcchat_magic.service.state.run_records import ended_runs
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.store import Store

LOOK_SECONDS = 0.25

log = logging.getLogger("svcchat_magic.service")


class RunSupervisor:
    """Supervises the runs of this process, by run id, while there are any."""

    def __init__(
        self,
        runs: Mapping[str, Run],
        store: Store,
        clock: Callable[[], float],
        is_accepted: Callable[[bytes], bool],
    ) -> None:
        self._runs = runs
        self._store = store
        self._clock = clock
        self._is_accepted = is_accepted
        self._looking: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Start supervising, because a run has started."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_while_there_are_runs())

    async def _look_while_there_are_runs(self) -> None:
        while self._runs:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._look()
            except ServiceError as cause:  # a run that writes notices by itself
                log.warning("the status of the runs could not be checked: %s", cause)
                if self._store.is_lost:  # nothing that a run produces from now on would be stored
                    for run in tuple(self._runs.values()):
                        run.stop(RunStatus.FAILED)

    async def _look(self) -> None:
        runs, store, now = dict(self._runs), self._store, self._clock()

        def look(connection: Connection) -> tuple[dict[str, RunStatus], dict[str, int]]:
            return ended_runs(connection, runs, now), followers(connection, store.worker, store.is_alive)

        self._stop_revoked(runs.values())
        ended, followed = await store.read(look)
        for run_id, run in runs.items():
            if run_id not in ended:
                run.follow(followed.get(run_id, 0))
                continue

            status = ended[run_id]
            is_expired = status in (RunStatus.GONE, RunStatus.RUNNING)  # its user has expired
            run.stop(RunStatus.FAILED if is_expired else status)

    def _stop_revoked(self, runs: Iterable[Run]) -> None:
        """Stop the runs whose asker's key was revoked; each key is looked up once, in the file of keys."""
        hashes = {run: run.plan.permit.key_hash for run in runs}
        revoked = {each for each in set(hashes.values()) if each is not None and not self._is_accepted(each)}
        for run, key_hash in hashes.items():
            if key_hash in revoked:
                run.stop(RunStatus.ABORTED)
