"""A run: one question being answered. It pulls the analyst's events, stores their lines and sends them.

Every reader gets the stream from its first line on. A run without readers is aborted, either at once or after
some seconds in which the asker may reconnect.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

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
from svcchat_magic.service.runs.turn_usage import usage_of
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.remote_readers import abort_unless_followed
from svcchat_magic.service.state.run_messages import Entry
from svcchat_magic.service.state.run_records import end_run, remember, store_usage
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.store import Store
from svcchat_magic.service.telemetry.logs import about

STOP_SECONDS = 2.0  # how long a cancelled analyst may take to stop

log = logging.getLogger("svcchat_magic.service")


class Run:
    """One streaming turn in its own task, so that an abort works even if its reader is stuck."""

    def __init__(
        self, plan: RunPlan, turn: TurnEncoder, store: Store, journal: Journal, clock: Callable[[], float]
    ) -> None:
        self.plan = plan
        self.is_cut = False  # the stream must end without its last chunk
        self.began = time.perf_counter()
        self.ended_as: RunStatus | None = None  # its final status
        self.lines = 0  # stored so far
        self._turn = turn
        self._store = store
        self._journal = journal
        self._clock = clock
        self._opening_sort = turn.last_sort
        self._backlog = Backlog(turn.last_sort, keeps_read=self.lives_on)
        self._readers = Readership(
            plan.reattach_seconds, plan.sleep, self._end_unless_followed, lambda: self.stop(RunStatus.ABORTED)
        )
        self._made = RunLines(with_additions=plan.with_additions)
        self._stopped_as: RunStatus | None = None
        self._failure: Exception | None = None  # why its lines could not be stored
        self._is_closed = False  # further events of the analyst are ignored
        self._done = False
        self._over = asyncio.Event()  # for the storing task: the analyst has ended, or must end
        self._room = asyncio.Event()  # for the producer
        # For the readers and the storing task: lines are stored, or never will be.
        self._news = asyncio.Event()
        self._producing: asyncio.Task[None] | None = None
        self._working: asyncio.Task[None] | None = None

    def start(
        self,
        events: AsyncIterator[Event],
        when_ended: Callable[[], object],
        after: Callable[[], Awaitable[None]],
    ) -> None:
        """Start pulling the events, after something else; `when_ended` is called once the run has ended."""
        self._producing = asyncio.create_task(self._produce(events, after))
        self._producing.add_done_callback(lambda _: self._over.set())
        self._working = asyncio.create_task(self._work())
        self._working.add_done_callback(lambda _: when_ended())

    def stop(self, status: RunStatus) -> None:
        """Cancel the work; the run ends with `status` unless it has already ended."""
        if self._stopped_as is None and not self._done:
            self._stopped_as = status

        if self._producing is not None:
            self._producing.cancel()

        self._over.set()

    @property
    def run_id(self) -> str:
        """The run's id in the store."""
        return self.plan.run_id

    @property
    def lives_on(self) -> bool:
        """Whether it continues for a while after its last reader has left."""
        return self.plan.reattach_seconds > 0

    def attach(self) -> None:
        """Add a reader, who must `leave` later."""
        self._readers.come()

    async def leave(self) -> None:
        """Remove a reader; without any other the run is aborted (decisions/readers-and-runs)."""
        self._readers.go()
        if not self.lives_on:
            await self.ended()

    def follow(self, followers: int) -> None:
        """Set the number of readers at other workers."""
        self._readers.follow(followers)
        self._pass_followers_by()

    async def ended(self, seconds: float | None = None) -> None:
        """Wait, up to `seconds`, until the run has its final status and everything is stored."""
        if self._working is not None:
            await asyncio.wait({self._working}, timeout=seconds)

    async def chunks(self) -> AsyncIterator[bytes]:
        """The whole stream's bytes, up to 32 lines at a time; a late reader gets the start from the store."""
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
        """The number of bytes of the stream in memory."""
        return self._backlog.bytes_held

    def next_made(self) -> list[Entry]:
        """The lines of the next chunk, for the journal."""
        return [] if self._failure else self._backlog.next_made()

    @property
    def has_made(self) -> bool:
        """Whether there are lines for another chunk, for the journal."""
        return self._backlog.has_made

    def kept(self, batch: list[Entry], status: RunStatus) -> None:
        """Release a stored chunk to the readers."""
        if status is RunStatus.GONE:  # the user has expired
            self._backlog.forget(batch)
            self._news.set()
            self.stop(RunStatus.FAILED)
            return

        if status is not RunStatus.RUNNING:  # ended by another worker, or just now by this one
            self.stop(status)

        self.lines += len(batch)
        self._backlog.keep(batch)
        self._news.set()
        self._pass_followers_by()

    def not_kept(self, cause: Exception) -> None:
        """Record that a chunk, and so anything after it, cannot be stored."""
        self._failure = cause
        self._news.set()
        self._over.set()

    def _pass_followers_by(self) -> None:
        """Mark everything as read if readers are elsewhere, so that the analyst does not wait for them."""
        if self._readers.are_elsewhere:
            self._backlog.pass_by()
            self._room.set()

    async def _more(self) -> None:
        self._news.clear()
        await self._news.wait()

    async def _produce(self, events: AsyncIterator[Event], after: Callable[[], Awaitable[None]]) -> None:
        try:
            await after()
            async for event in events:
                if self._is_closed:  # it was cancelled but continues
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
        except ServiceError:  # without a writable state the run must end
            return True

    async def _work(self) -> None:
        try:
            await self._over.wait()
            await self._let_it_end()
            await self._finish()
        except Exception:  # a failed store or our bug: the stream must still end, and not as complete
            log.exception("the run failed", extra=about(requestId=self.plan.request_id))
            self._send_ending(RunStatus.FAILED)
        finally:
            self._done = True
            self._started().cancel()
            self._readers.close()
            self._news.set()

    async def _let_it_end(self) -> None:
        """Wait for a cancelled analyst, and log the error of one that failed."""
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
            self._make(self._turn.close(is_aborted=self._stopped_as is RunStatus.ABORTED))
            await self._keep_all()

        self._send_ending(await self._store.write_own(self._end))

    def _end(self, connection: Connection) -> RunStatus:
        """Store the final status, unless there is one, and what the analyst remembers."""
        if self._turn.remembered:
            remember(connection, self.run_id, self._turn.remembered)

        if self._turn.used:
            store_usage(connection, self.run_id, usage_of(self._turn.used.values()))

        status = self._stopped_as or RunStatus.COMPLETE
        return end_run(connection, self.run_id, status, self._clock())

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
            self.plan.history.followed_by(self._made.messages()),
            self._turn.next_sort(),
            usage_of(self._turn.used.values()),
            with_additions=self.plan.with_additions,
        )
        if last is None:
            self.is_cut = True
            return

        self._backlog.close_with(last)
        self._news.set()
