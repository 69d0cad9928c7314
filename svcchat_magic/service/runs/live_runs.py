"""The runs of this process, from before they are written until they are over."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from uuid import uuid4

from svcchat_magic.analyst.events import Event
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.journal import Journal
from svcchat_magic.service.runs.run_plan import RunPlan
from svcchat_magic.service.runs.run_supervisor import RunSupervisor
from svcchat_magic.service.runs.runs import Run
from svcchat_magic.service.runs.streaming import TurnEncoder
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_records import interrupt_dead_runs
from svcchat_magic.service.state.run_status import RunStatus

ABORT_SECONDS = 5.0  # how long an abort waits for the last lines to be kept


class LiveRuns:
    """What runs here: one journal keeps the lines of all, and one watch looks after them."""

    def __init__(self, parts: ServiceComponents) -> None:
        self._parts = parts
        self._runs: dict[str, Run] = {}
        self._own: set[str] = set()  # ids of the runs of this process, from before they are written
        self._is_closing = False
        self._expected: dict[str, asyncio.Event] = {}  # those that are about to be started
        self._journal = Journal(parts.store, parts.clock)
        self._watch = RunSupervisor(self._runs, parts.store, parts.clock, parts.account.knows)

    @contextmanager
    def expected(self) -> Iterator[str]:
        """The id of a run that is about to be written and started.

        Another question must not take it for a dead one meanwhile. One that was written and not started is
        nobody's: the chat's next question interrupts it.
        """
        run_id = str(uuid4())
        self._own.add(run_id)
        begun = self._expected[run_id] = asyncio.Event()
        try:
            yield run_id
        finally:
            del self._expected[run_id]
            begun.set()
            if run_id not in self._runs:
                self._own.discard(run_id)

    def start(self, plan: RunPlan, turn: TurnEncoder, events: AsyncIterator[Event]) -> Run:
        """Begin to answer."""
        if plan.with_additions:
            plan = replace(plan, reattach_seconds=self._parts.account.reattach_seconds)

        parts = self._parts
        run = self._runs[plan.run_id] = Run(plan, turn, parts.store, self._journal, parts.clock)
        run.start(events, lambda: self._ended(run))
        if self._is_closing:  # it was on its way when all others were stopped
            run.stop(RunStatus.INTERRUPTED)

        self._watch.wake()
        return run

    async def find(self, run_id: str) -> Run | None:
        """One of them, while it runs; one that is about to start is waited for."""
        if run_id in self._expected:
            await self._expected[run_id].wait()

        return self._runs.get(run_id)

    def is_worked_on(self, worker: str, run_id: str) -> bool:
        """Whether a run that is marked as running has someone here or elsewhere; to be asked within a job."""
        store = self._parts.store
        return run_id in self._own if worker == store.worker else store.is_alive(worker)

    async def stop_aborted(self, run_ids: Sequence[str]) -> None:
        """Stop those of these runs, all marked as aborted, that are of this process."""
        runs = [self._runs[each] for each in run_ids if each in self._runs]
        for run in runs:
            run.stop(RunStatus.ABORTED)

        for run in runs:
            await run.ended(ABORT_SECONDS)

    @property
    def count(self) -> int:
        """How many questions are being answered."""
        return len(self._runs)

    @property
    def bytes_held(self) -> int:
        """How much of their streams is in memory."""
        return sum(run.bytes_held for run in self._runs.values())

    async def finish_all(self) -> None:
        """Let the runs come to their end."""
        await asyncio.gather(*(run.ended() for run in tuple(self._runs.values())))

    async def stop_all(self) -> None:
        """End every run as interrupted: the service is closing."""
        self._is_closing = True
        runs = tuple(self._runs.values())
        for run in runs:
            run.stop(RunStatus.INTERRUPTED)

        for run in runs:
            await run.ended()

    def interrupt_dead(self) -> None:
        """At start: whatever is marked running and has nobody left is interrupted."""
        now = self._parts.clock()
        self._parts.store.write_now(
            lambda connection: interrupt_dead_runs(connection, self.is_worked_on, now)
        )

    def interrupt_left(self, connection: Connection, now: float) -> None:
        """Interrupt what this process has given up and could not write the end of.

        To the other workers it looks like a run of a worker that is alive: they refuse the chat's questions.
        """
        own = self._parts.store.worker
        interrupt_dead_runs(connection, lambda worker, run_id: worker != own or run_id in self._own, now)

    def _ended(self, run: Run) -> None:
        run_id = run.plan.run_id
        self._runs.pop(run_id, None)
        self._own.discard(run_id)
        seconds = time.perf_counter() - run.began
        self._parts.monitor.run_ended(
            run.plan.request_id, run.ended_as or RunStatus.FAILED, seconds, run.lines
        )
