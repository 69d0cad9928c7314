"""Store the lines of all runs of a process in groups, one transaction each.

A group has at most one chunk of each run. Only one group is written at a time, so other jobs, such as a new
question, wait for one group and not for every stream's chunk. A transaction and its change of threads cost
about fifteen times the row of a short line, so lines of several runs that come within milliseconds share one.

Under load, chunks get longer: after a group of short chunks the journal pauses in proportion to the time that
the event loop spent on it, while the runs produce more lines. A chunk costs about the same with one line or
with 32, so this leaves time for new questions. With few runs there is no pause.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol

from svcchat_magic.errors import ServiceError
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_messages import Append, Entry
from svcchat_magic.service.state.run_records import append_all
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.store import Store

LINES_A_GROUP = 256  # the most that other jobs wait for, except for the chunk that exceeds it
BYTES_A_GROUP = 1024 * 1024
LINES_WORTH_A_CHUNK = 24  # on average; with more, a pause would save little
APART_SECONDS = 0.01  # from the beginning of a group to that of the next, if they are of different runs
RESTS = 4.0  # times the duration of a group
SHORTEST_REST = 0.005  # seconds; less is not worth a timer
LONGEST_REST = 0.1  # seconds
LONGEST_WAIT = 0.5  # seconds; no pause once a run has waited this long

Group = list["tuple[Source, list[Entry]]"]


class Source(Protocol):
    """A run as the journal sees it."""

    @property
    def run_id(self) -> str:
        """The run's id in the store."""

    def next_made(self) -> list[Entry]:
        """The lines of its next chunk; empty if all are stored."""

    @property
    def has_made(self) -> bool:
        """Whether another chunk is ready."""

    def kept(self, batch: list[Entry], status: RunStatus) -> None:
        """The lines are stored; `status` is the run's state now."""

    def not_kept(self, cause: Exception) -> None:
        """The lines could not be stored."""


class Journal:
    """Stores the lines of runs. Use it from one event loop."""

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
        self._waiting: dict[Source, float] = {}  # since when; first come, first served
        self._keeping: asyncio.Task[None] | None = None
        self._gathered: frozenset[str] = frozenset()  # runs of the newest group, if its chunks were short
        self._next_at = 0.0  # when other runs' lines may begin a group

    def has_lines(self, source: Source) -> None:
        """Register a run that has lines to store."""
        if source not in self._waiting:
            self._waiting[source] = self._timer()

        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep_waiting())

    async def _keep_waiting(self) -> None:
        try:
            while self._waiting:
                await self._gather()
                began = self._timer()
                group = self._next_group()
                self._note(group, began)
                await self._keep(group)
                await asyncio.sleep(0)  # let the readers send their lines
                now = self._timer()
                longest = now - next(iter(self._waiting.values()), now)
                rest = rest_after(group, now - began)
                if rest and longest < LONGEST_WAIT:
                    await self._sleep(rest)
        finally:
            self._keeping = None

    async def _gather(self) -> None:
        """Wait for more lines if other runs had some just now; a run alone, or in bursts, never waits."""
        left = self._next_at - self._timer()
        if left > 0 and self._gathered and self._gathered != {each.run_id for each in self._waiting}:
            await self._sleep(left)

    def _note(self, group: Group, began: float) -> None:
        is_short = has_short_chunks(group)
        self._gathered = frozenset(source.run_id for source, _ in group) if is_short else frozenset()
        self._next_at = began + APART_SECONDS

    def _next_group(self) -> Group:
        group = []
        again = []
        lines = size = 0
        while self._waiting and lines < LINES_A_GROUP and size < BYTES_A_GROUP:
            source = next(iter(self._waiting))
            del self._waiting[source]
            try:
                batch = source.next_made()
            except Exception as cause:  # our bug in one run: it ends, and the others continue
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
        except Exception as cause:  # our bug: each of these runs must end as failed
            for source, _ in group:
                source.not_kept(cause)
        else:
            for (source, batch), status in zip(group, statuses, strict=True):
                try:
                    source.kept(batch, status)
                except Exception as cause:  # as above
                    source.not_kept(cause)

    async def _keep_each(self, group: Group, cause: ServiceError) -> None:
        """Store each run's lines separately, so that one failure does not affect the others."""
        if len(group) > 1:
            for one in group:
                await self._keep([one])

            return

        source, _ = group[0]
        source.not_kept(cause)

    async def _written(self, appends: list[Append]) -> list[RunStatus]:
        return await self._store.write_own(partial(_append, appends=appends, clock=self._clock))


def rest_after(group: Group, seconds: float) -> float:
    """Seconds to pause after a group that kept the event loop busy for `seconds`."""
    rest = RESTS * seconds
    if not has_short_chunks(group) or rest < SHORTEST_REST:
        return 0.0

    return min(rest, LONGEST_REST)


def has_short_chunks(group: Group) -> bool:
    """Whether longer chunks would save much."""
    lines = sum(len(batch) for _, batch in group)
    return lines < LINES_WORTH_A_CHUNK * len(group)


def _append(connection: Connection, appends: Sequence[Append], clock: Callable[[], float]) -> list[RunStatus]:
    return append_all(connection, appends, clock())
