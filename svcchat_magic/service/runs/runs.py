"""A run: one question being answered. It pulls the analyst's events, keeps the lines, then hands them on.

Every reader gets the stream from its first line on. Without a reader a run is aborted: at once, or after some
seconds in which its asker may come back.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable

from svcchat_magic.analyst.events import Event
from svcchat_magic.errors import ServiceError
from svcchat_magic.protocol.messages import Message
from svcchat_magic.service.runs.backlog import Backlog
from svcchat_magic.service.runs.journal import Journal
from svcchat_magic.service.runs.reader_count import Readership
from svcchat_magic.service.runs.run_lines import RunLines, stored_lines
from svcchat_magic.service.runs.run_plan import RunPlan
from svcchat_magic.service.runs.streaming import TurnEncoder
from svcchat_magic.service.runs.terminal_lines import ending
from svcchat_magic.service.state.remote_readers import abort_unless_followed
from svcchat_magic.service.state.run_records import Entry, end_run
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.store import Store
from svcchat_magic.service.telemetry.logs import about

STOP_SECONDS = 2.0  # how long a cancelled analyst may take to end

log = logging.getLogger("svcchat_magic.service")


class Run:
    """One streaming turn, in a task of its own: an abort finds it even when its reader is stuck."""

    def __init__(
        self, plan: RunPlan, turn: TurnEncoder, store: Store, journal: Journal, clock: Callable[[], float]
    ) -> None:
        self.plan = plan
        self.is_cut = False  # the stream must end without its last chunk
        self.began = time.perf_counter()
        self.ended_as: RunStatus | None = None  # its terminal state
        self.lines = 0  # kept so far
        self._turn = turn
        self._store = store
        self._journal = journal
        self._clock = clock
        self._opening_sort = turn.last_sort
        self._backlog = Backlog(turn.last_sort, keeps_read=self.lives_on)
        self._readers = Readership(
            plan.reattach_seconds, plan.sleep, self._end_unless_followed, lambda: self.stop(RunStatus.ABORTED)
        )
        self._made = RunLines()
        self._stopped_as: RunStatus | None = None
        self._failure: Exception | None = None  # why its lines could not be kept
        self._is_closed = False  # nothing more of the analyst's counts
        self._done = False
        self._over = asyncio.Event()  # for the keeper: the analyst has ended, or must
        self._room = asyncio.Event()  # for the producer
        self._news = asyncio.Event()  # for the readers and the keeper: lines are kept, or never will be
        self._producing: asyncio.Task[None] | None = None
        self._working: asyncio.Task[None] | None = None

    def start(self, events: AsyncIterator[Event], when_ended: Callable[[], object]) -> None:
        """Begin to pull the events; `when_ended` is called once the run is over."""
        self._producing = asyncio.create_task(self._produce(events))
        self._producing.add_done_callback(lambda _: self._over.set())
        self._working = asyncio.create_task(self._work())
        self._working.add_done_callback(lambda _: when_ended())

    def stop(self, status: RunStatus) -> None:
        """Cancel the work; the run ends as `status` unless it has ended before."""
        if self._stopped_as is None and not self._done:
            self._stopped_as = status

        if self._producing is not None:
            self._producing.cancel()

        self._over.set()

    @property
    def run_id(self) -> str:
        """Its id in the store."""
        return self.plan.run_id

    @property
    def lives_on(self) -> bool:
        """Whether it goes on for a while when its last reader has left."""
        return self.plan.reattach_seconds > 0

    def attach(self) -> None:
        """A reader has come, who will say when they leave."""
        self._readers.come()

    async def leave(self) -> None:
        """A reader has left; without any other the run is aborted (decisions/readers-and-runs)."""
        self._readers.go()
        if not self.lives_on:
            await self.ended()

    def follow(self, followers: int) -> None:
        """So many readers are served by other workers."""
        self._readers.follow(followers)
        self._pass_followers_by()

    async def ended(self, seconds: float | None = None) -> None:
        """Wait until the run has its terminal state and everything is kept, at most so long."""
        if self._working is not None:
            await asyncio.wait({self._working}, timeout=seconds)

    async def chunks(self) -> AsyncIterator[bytes]:
        """The whole stream's bytes, up to 32 lines at a time; for a late reader from the store at first."""
        yield self.plan.opening
        at, sort = 0, self._opening_sort
        while True:
            if at < self._backlog.first:
                at, up_to = self._backlog.first, self._backlog.given_up
                async for data in stored_lines(self._store, self.run_id, sort, up_to):
                    yield data

                sort = up_to
                continue

            chunk = self._backlog.take(at)
            if chunk is not None:
                at, sort = at + 1, chunk.last_sort
                yield chunk.data
                self._room.set()
            elif self._done:
                return
            else:
                await self._more()

    @property
    def bytes_held(self) -> int:
        """How much of the stream is in memory."""
        return self._backlog.bytes_held

    def next_made(self) -> list[Entry]:
        """The lines of the next chunk, for the journal."""
        return [] if self._failure else self._backlog.next_made()

    @property
    def has_made(self) -> bool:
        """Whether there are lines for another chunk, for the journal."""
        return self._backlog.has_made

    def kept(self, batch: list[Entry], status: RunStatus) -> None:
        """A chunk is kept: the readers may have it."""
        if status is RunStatus.GONE:  # the user's time is over, and everything of theirs is gone
            self._backlog.forget(batch)
            self._news.set()
            self.stop(RunStatus.FAILED)
            return

        if status is not RunStatus.RUNNING:  # ended by another worker, or by this one a moment ago
            self.stop(status)

        self.lines += len(batch)
        self._backlog.keep(batch)
        self._news.set()
        self._pass_followers_by()

    def not_kept(self, cause: Exception) -> None:
        """A chunk cannot be kept, and so nothing after it can."""
        self._failure = cause
        self._news.set()
        self._over.set()

    def _pass_followers_by(self) -> None:
        """Who reads elsewhere takes nothing from here: the analyst must not wait for it."""
        if self._readers.are_elsewhere:
            self._backlog.pass_by()
            self._room.set()

    async def _more(self) -> None:
        self._news.clear()
        await self._news.wait()

    async def _produce(self, events: AsyncIterator[Event]) -> None:
        try:
            async for event in events:
                if self._is_closed:  # it was cancelled, and goes on all the same
                    return

                self._make(self._turn.messages_of(event))
                while not self._backlog.has_room:
                    self._room.clear()
                    await self._room.wait()
        finally:
            close = getattr(events, "aclose", None)
            if close is not None:
                await close()

    async def _end_unless_followed(self) -> bool:
        now, is_alive = self._clock(), self._store.is_alive
        try:
            return await self._store.write(
                lambda connection: abort_unless_followed(connection, self.run_id, is_alive, now)
            )
        except ServiceError:  # a state that cannot be written keeps nobody's run alive
            return True

    async def _work(self) -> None:
        try:
            await self._over.wait()
            await self._let_it_end()
            await self._finish()
        except Exception:  # the store's fault or ours: the stream must still end, and not as if it were whole
            log.exception("the run failed", extra=about(requestId=self.plan.request_id))
            self._send_ending(RunStatus.FAILED)
        finally:
            self._done = True
            self._started().cancel()
            self._readers.close()
            self._news.set()

    async def _let_it_end(self) -> None:
        """Wait for an analyst that was cancelled, and say what went wrong with one that ended by itself."""
        producing = self._started()
        if not producing.done() and self._failure is None:
            await asyncio.wait({producing}, timeout=STOP_SECONDS)

        if not producing.done():
            return

        cause = None if producing.cancelled() else producing.exception()
        if cause is not None:
            log.error("the analyst failed", exc_info=cause, extra=about(requestId=self.plan.request_id))

        if self._stopped_as is None and (cause is not None or producing.cancelled()):
            self._stopped_as = RunStatus.FAILED

    async def _finish(self) -> None:
        self._is_closed = True
        await self._keep_all()
        if self._stopped_as in (None, RunStatus.ABORTED):
            self._make(self._turn.close())
            await self._keep_all()

        status = self._stopped_as or RunStatus.COMPLETE
        run_id, now = self.run_id, self._clock()
        self._send_ending(
            await self._store.write_own(lambda connection: end_run(connection, run_id, status, now))
        )

    async def _keep_all(self) -> None:
        while self._backlog.has_unkept and self._failure is None:
            await self._more()

        if self._failure is not None:
            raise self._failure

    def _make(self, messages: Iterable[Message]) -> None:
        made = False
        for message in messages:
            self._backlog.make(self._made.entry_of(message))
            made = True

        if made:
            self._journal.has_lines(self)

    def _started(self) -> asyncio.Task[None]:
        assert self._producing is not None, "the run was not started"
        return self._producing

    def _send_ending(self, status: RunStatus) -> None:
        self.ended_as = RunStatus.FAILED if status is RunStatus.GONE else status
        last = ending(
            status,
            (*self.plan.history, *self._made.messages()),
            self._turn.next_sort(),
            with_additions=self.plan.with_additions,
        )
        if last is None:
            self.is_cut = True
            return

        self._backlog.close_with(last)
        self._news.set()
