"""The lines of all runs of a process, kept a group at a time: one transaction for all that came meanwhile.

A group has at most one chunk of each run. One group is on its way to the store at any time: other jobs, such
as a new question, wait for one group and not for every stream's chunk.

The more there is to do, the more lines go into a chunk: after a group of short chunks the journal rests in
proportion to how long the event loop was busy with it, and the runs go on making lines meanwhile. A chunk
costs about the same with one line or with 32, so this leaves time for new questions; with few runs there is
no rest.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol

from svcchat_magic.errors import ServiceError
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_records import Append, Entry, append_all
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.store import Store

LINES_A_GROUP = 128  # what others wait for at most, but for the chunk that goes over it
BYTES_A_GROUP = 1024 * 1024
LINES_WORTH_A_CHUNK = 24  # on the average; with more, a rest would save little
RESTS = 4.0  # times what a group took
SHORTEST_REST = 0.005  # seconds; less would not be worth a timer
LONGEST_REST = 0.1  # seconds
LONGEST_WAIT = 0.5  # seconds; once a run has waited so long there is no rest

Group = list["tuple[Source, list[Entry]]"]


class Source(Protocol):
    """A run, as far as its lines go."""

    @property
    def run_id(self) -> str:
        """Its id in the store."""

    def next_made(self) -> list[Entry]:
        """The lines of its next chunk; empty when all are kept."""

    @property
    def has_made(self) -> bool:
        """Whether lines of another chunk wait already."""

    def kept(self, batch: list[Entry], status: RunStatus) -> None:
        """The lines are stored; `status` is the run's state now."""

    def not_kept(self, cause: Exception) -> None:
        """They could not be kept."""


class Journal:
    """Keeps the lines of runs; used from one event loop."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        timer: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self._store = store
        self._clock = clock
        self._timer = timer
        self._sleep = sleep
        self._waiting: dict[Source, float] = {}  # since when, in the order they came
        self._keeping: asyncio.Task[None] | None = None

    def has_lines(self, source: Source) -> None:
        """A run has made lines that are to be kept."""
        self._waiting.setdefault(source, self._timer())
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep_waiting())

    async def _keep_waiting(self) -> None:
        try:
            while self._waiting:
                began = self._timer()
                group = self._next_group()
                await self._keep(group)
                await asyncio.sleep(0)  # the readers send what they were given
                now = self._timer()
                longest = now - next(iter(self._waiting.values()), now)
                rest = rest_after(group, now - began)
                if rest and longest < LONGEST_WAIT:
                    await self._sleep(rest)
        finally:
            self._keeping = None

    def _next_group(self) -> Group:
        group = []
        again = []
        lines = size = 0
        while self._waiting and lines < LINES_A_GROUP and size < BYTES_A_GROUP:
            source = next(iter(self._waiting))
            del self._waiting[source]
            try:
                batch = source.next_made()
            except Exception as cause:  # a fault of ours in one run: it ends, and the others go on
                source.not_kept(cause)
                continue

            if batch:
                group.append((source, batch))
                if source.has_made:
                    again.append(source)

                lines += len(batch)
                for entry in batch:
                    size += len(entry.line)

        self._waiting.update(dict.fromkeys(again, self._timer()))  # behind the others
        return group

    async def _keep(self, group: Group) -> None:
        if not group:
            return

        try:
            statuses = await self._written([Append(source.run_id, batch) for source, batch in group])
        except ServiceError as cause:
            await self._keep_each(group, cause)
        except Exception as cause:  # a fault of ours: each of these runs must end, and say it has failed
            for source, _ in group:
                source.not_kept(cause)
        else:
            for (source, batch), status in zip(group, statuses, strict=True):
                try:
                    source.kept(batch, status)
                except Exception as cause:  # as above
                    source.not_kept(cause)

    async def _keep_each(self, group: Group, cause: ServiceError) -> None:
        """One whose lines cannot be kept is no harm to the others."""
        if len(group) > 1:
            for one in group:
                await self._keep([one])

            return

        source, _ = group[0]
        source.not_kept(cause)

    async def _written(self, appends: list[Append]) -> list[RunStatus]:
        return await self._store.write_own(partial(_append, appends=appends, clock=self._clock))


def rest_after(group: Group, seconds: float) -> float:
    """How long to rest after a group that kept the event loop busy for so long; seconds both."""
    lines = sum(len(batch) for _, batch in group)
    rest = RESTS * seconds
    if lines >= LINES_WORTH_A_CHUNK * len(group) or rest < SHORTEST_REST:
        return 0.0

    return min(rest, LONGEST_REST)


def _append(connection: Connection, appends: Sequence[Append], clock: Callable[[], float]) -> list[RunStatus]:
    return append_all(connection, appends, clock())
