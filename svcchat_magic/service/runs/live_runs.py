"""The runs of this process, from before they are stored until they have ended."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
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

ABORT_SECONDS = 5.0  # how long an abort waits for the last lines to be stored
LONGEST_COURTESY = 0.1  # seconds that an analyst waits for questions that arrive with its own


class LiveRuns:
    """The runs of this process, with one journal and one supervisor for all of them."""

    def __init__(self, parts: ServiceComponents) -> None:
        self._parts = parts
        self._runs: dict[str, Run] = {}
        self._own: set[str] = set()  # ids of this process's runs, from before they are stored
        self._is_closing = False
        self._expected: dict[str, asyncio.Event] = {}  # runs about to start
        self._none_expected = asyncio.Event()
        self._journal = Journal(parts.store, parts.clock)
        self._watch = RunSupervisor(self._runs, parts.store, parts.clock, parts.account.knows)

    @contextmanager
    def expected(self) -> Iterator[str]:
        """Reserve the id of a run that is about to be stored and started.

        Meanwhile another question must not treat it as dead. A run that was stored but not started has no
        worker, so the chat's next question interrupts it.
        """
        run_id = str(uuid4())
        self._own.add(run_id)
        begun = self._expected[run_id] = asyncio.Event()
        self._none_expected.clear()
        try:
            yield run_id
        finally:
            del self._expected[run_id]
            begun.set()
            if not self._expected:
                self._none_expected.set()

            if run_id not in self._runs:
                self._own.discard(run_id)

    def start(self, plan: RunPlan, turn: TurnEncoder, events: AsyncIterator[Event]) -> Run:
        """Start a run."""
        if plan.with_additions:
            plan = replace(plan, reattach_seconds=self._parts.account.reattach_seconds)

        parts = self._parts
        run = self._runs[plan.run_id] = Run(plan, turn, parts.store, self._journal, parts.clock)
        run.start(events, lambda: self._ended(run), self._after_beginnings)
        if self._is_closing:  # it started while all other runs were stopped
            run.stop(RunStatus.INTERRUPTED)

        self._watch.wake()
        return run

    async def find(self, run_id: str) -> Run | None:
        """Find a live run; waits for one that is about to start."""
        if run_id in self._expected:
            await self._expected[run_id].wait()

        return self._runs.get(run_id)

    def is_worked_on(self, worker: str, run_id: str) -> bool:
        """Whether a worker, here or elsewhere, is still working on a run. Call it within a job."""
        store = self._parts.store
        return run_id in self._own if worker == store.worker else store.is_alive(worker)

    async def stop_aborted(self, run_ids: Sequence[str]) -> None:
        """Stop the runs of this process among these, which are already marked as aborted."""
        runs = [self._runs[each] for each in run_ids if each in self._runs]
        for run in runs:
            run.stop(RunStatus.ABORTED)

        for run in runs:
            await run.ended(ABORT_SECONDS)

    @property
    def count(self) -> int:
        """The number of live runs."""
        return len(self._runs)

    @property
    def bytes_held(self) -> int:
        """The number of bytes of all streams in memory."""
        return sum(run.bytes_held for run in self._runs.values())

    async def finish_all(self) -> None:
        """Wait until all runs have ended."""
        await asyncio.gather(*(run.ended() for run in tuple(self._runs.values())))

    async def stop_all(self) -> None:
        """Interrupt every run, because the service is closing."""
        self._is_closing = True
        runs = tuple(self._runs.values())
        for run in runs:
            run.stop(RunStatus.INTERRUPTED)

        for run in runs:
            await run.ended()

    def interrupt_dead(self) -> None:
        """Mark running runs without a worker as interrupted, when the service starts."""
        now = self._parts.clock()
        self._parts.store.write_now(
            lambda connection: interrupt_dead_runs(connection, self.is_worked_on, now)
        )

    def interrupt_left(self, connection: Connection, now: float) -> None:
        """Interrupt runs that ended here while their status could not be written.

        To other workers these look like live runs, so they would refuse the chat's questions.
        """
        own = self._parts.store.worker
        interrupt_dead_runs(connection, lambda worker, run_id: worker != own or run_id in self._own, now)

    async def _after_beginnings(self) -> None:
        """Wait until no other run is about to start, but not for long.

        To begin a run takes a millisecond and an answer thirty. Of questions that arrive together, the last
        would get its first bytes when analysts have long begun to work on the others.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_COURTESY):
                await self._none_expected.wait()

    def _ended(self, run: Run) -> None:
        run_id = run.plan.run_id
        self._runs.pop(run_id, None)
        self._own.discard(run_id)
        seconds = time.perf_counter() - run.began
        self._parts.monitor.run_ended(
            run.plan.request_id, run.ended_as or RunStatus.FAILED, seconds, run.lines
        )
