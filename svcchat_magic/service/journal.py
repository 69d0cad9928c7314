"""The lines of all runs of a process, kept a group at a time: one transaction for all that came meanwhile.

A run waits until its lines are kept, so a group has at most one chunk of each. One group is on its way to the
store at any time: other jobs, such as a new question, wait for one group and not for every stream's chunk.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from svcchat_magic.errors import ServiceError
from svcchat_magic.service.database import Connection
from svcchat_magic.service.run_records import Append, Entry, append_all
from svcchat_magic.service.store import Store
from svcchat_magic.service.users import purge_expired

LINES_A_GROUP = 512  # what others wait for at most

Status = str | None


class Journal:
    """Keeps chunks of lines; used from one event loop."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._waiting: deque[_Waiting] = deque()
        self._keeping: asyncio.Task[None] | None = None

    async def append(self, run_id: str, entries: Sequence[Entry]) -> Status:
        """Keep a chunk; the run's status, or None when it is gone with its user.

        Raises TooBusy (503) when the state cannot be written.
        """
        kept: asyncio.Future[Status] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(Append(run_id, entries), kept))
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep_waiting())

        return await kept

    async def _keep_waiting(self) -> None:
        try:
            while self._waiting:
                await self._keep(self._next_group())
        finally:
            self._keeping = None

    def _next_group(self) -> "list[_Waiting]":
        group = [self._waiting.popleft()]
        lines = len(group[0].append.entries)
        while self._waiting and lines + len(self._waiting[0].append.entries) <= LINES_A_GROUP:
            group.append(self._waiting.popleft())
            lines += len(group[-1].append.entries)

        return group

    async def _keep(self, group: "list[_Waiting]") -> None:
        try:
            statuses = await self._written([each.append for each in group])
        except ServiceError as cause:
            if len(group) == 1:
                group[0].fail(cause)
                return

            for each in group:  # one whose lines cannot be kept is no harm to the others
                await self._keep([each])

            return
        except BaseException as cause:
            for each in group:
                each.fail(cause)

            raise

        for each, status in zip(group, statuses, strict=True):
            each.succeed(status)

    async def _written(self, appends: list[Append]) -> list[Status]:
        return await self._store.write_own(partial(_append, appends=appends, clock=self._clock))


def _append(connection: Connection, appends: list[Append], clock: Callable[[], float]) -> list[Status]:
    purge_expired(connection, clock())
    return append_all(connection, appends)


@dataclass(frozen=True, slots=True)
class _Waiting:
    append: Append
    kept: "asyncio.Future[Status]"

    def succeed(self, status: Status) -> None:
        if not self.kept.done():  # its run was cancelled
            self.kept.set_result(status)

    def fail(self, cause: BaseException) -> None:
        if not self.kept.done():
            self.kept.set_exception(cause)
