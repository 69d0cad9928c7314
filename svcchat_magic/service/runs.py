"""A run: one question being answered. It pulls the analyst's events, keeps the lines, then hands them on.

Every reader gets the stream from its first line on. Without a reader a run is aborted: at once, or after some
seconds in which its asker may come back.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from svcchat_magic.analyst.events import Event
from svcchat_magic.errors import ServiceError
from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.service.backlog import Backlog
from svcchat_magic.service.conversation_state import OwnMessages, newest_that_fit
from svcchat_magic.service.endings import ending
from svcchat_magic.service.followers import abort_unless_followed
from svcchat_magic.service.journal import Journal
from svcchat_magic.service.logs import about
from svcchat_magic.service.run_records import (
    ABORTED,
    COMPLETE,
    FAILED,
    RUNNING,
    Entry,
    end_run,
    lines_after,
)
from svcchat_magic.service.store import Store
from svcchat_magic.service.streaming import Turn

STOP_SECONDS = 2.0  # how long a cancelled analyst may take to end

log = logging.getLogger("svcchat_magic.service")


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run needs to know before it starts."""

    run_id: str
    request_id: str
    with_additions: bool  # messageId was sent: __aborted__, __usage__ and {"error"} are wanted (ruling 1)
    opening: bytes  # __cutoff__ and the user's echo, kept already
    history: tuple[Message, ...]  # the chat up to and with this question
    key_hash: bytes | None = None  # of the API key it was asked with
    reattach_seconds: float = 0.0  # how long it lives on without a reader (ruling 2)
    sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep


class Run:
    """One streaming turn, in a task of its own: an abort finds it even when its reader is stuck."""

    def __init__(
        self, plan: RunPlan, turn: Turn, store: Store, journal: Journal, clock: Callable[[], float]
    ) -> None:
        self.plan = replace(plan, history=tuple(newest_that_fit(plan.history)))
        self.is_cut = False  # the stream must end without its last chunk
        self.began = time.perf_counter()
        self.ended_as: str | None = None  # its terminal state
        self.lines = 0  # kept so far
        self._turn = turn
        self._store = store
        self._journal = journal
        self._clock = clock
        self._opening_sort = turn.last_sort
        self._backlog = Backlog(turn.last_sort, keeps_read=self.lives_on)
        self._readers = 0
        self._followers = 0  # readers on other workers
        self._leaving: asyncio.Task[None] | None = None
        self._places: dict[str, int] = {}  # sort of the first line of each message that is open
        self._own = OwnMessages()
        self._stopped_as: str | None = None
        self._done = False
        self._changed = asyncio.Event()  # for the keeper
        self._room = asyncio.Event()  # for the producer
        self._news = asyncio.Event()  # for the reader
        self._producing: asyncio.Task[None] | None = None
        self._working: asyncio.Task[None] | None = None

    def start(self, events: AsyncIterator[Event], when_ended: Callable[[], object]) -> None:
        """Begin to pull the events; `when_ended` is called once the run is over."""
        self._producing = asyncio.create_task(self._produce(events))
        self._producing.add_done_callback(lambda _: self._changed.set())
        self._working = asyncio.create_task(self._work())
        self._working.add_done_callback(lambda _: when_ended())

    def stop(self, status: str) -> None:
        """Cancel the work; the run ends as `status` unless it has ended before."""
        if self._stopped_as is None and not self._done:
            self._stopped_as = status

        if self._producing is not None:
            self._producing.cancel()

        self._changed.set()

    @property
    def lives_on(self) -> bool:
        """Whether it goes on for a while when its last reader has left."""
        return self.plan.reattach_seconds > 0

    def attach(self) -> None:
        """A reader has come, who will say when they leave."""
        self._readers += 1
        self._count_readers()

    async def leave(self) -> None:
        """A reader has left; without any other the run is aborted (ruling 2)."""
        self._readers -= 1
        self._count_readers()
        if not self.lives_on:
            await self.ended()

    def follow(self, followers: int) -> None:
        """So many readers are served by other workers."""
        self._followers = followers
        self._count_readers()

    async def ended(self, seconds: float | None = None) -> None:
        """Wait until the run has its terminal state and everything is kept, at most so long."""
        if self._working is not None:
            await asyncio.wait({self._working}, timeout=seconds)

    async def chunks(self) -> AsyncIterator[bytes]:
        """The whole stream's bytes, up to 32 lines at a time; for a late reader from the store at first."""
        yield self.plan.opening
        at, sort = 0, self._opening_sort
        while True:
            while at < self._backlog.end:
                if at < self._backlog.first:
                    at, up_to = self._backlog.first, self._backlog.given_up
                    async for data in self._from_store(sort, up_to):
                        yield data

                    sort = up_to
                    continue

                chunk = self._backlog.take(at)
                at, sort = at + 1, chunk.last_sort
                yield chunk.data
                self._room.set()

            if self._done:
                return

            self._news.clear()
            await self._news.wait()

    @property
    def bytes_held(self) -> int:
        """How much of the stream is in memory."""
        return self._backlog.bytes_held

    async def _from_store(self, sort: int, up_to: int) -> AsyncIterator[bytes]:
        run_id = self.plan.run_id
        while True:
            lines = await self._store.read(partial(lines_after, run_id=run_id, sort=sort, up_to=up_to))
            if not lines:
                return

            sort = lines[-1][0]
            yield b"".join(line for _, line in lines)

    async def _produce(self, events: AsyncIterator[Event]) -> None:
        try:
            async for event in events:
                self._make(self._turn.messages_of(event))
                self._changed.set()
                await self._wait_for_room()
        finally:
            close = getattr(events, "aclose", None)
            if close is not None:
                await close()

    async def _wait_for_room(self) -> None:
        while not self._backlog.has_room:
            self._room.clear()
            await self._room.wait()

    def _count_readers(self) -> None:
        if self._readers or self._followers:
            if self._leaving is not None:
                self._leaving.cancel()
                self._leaving = None

        elif not self.lives_on:
            self.stop(ABORTED)

        elif self._leaving is None and not self._done:
            self._leaving = asyncio.create_task(self._stop_when_left())

    async def _stop_when_left(self) -> None:
        await self.plan.sleep(self.plan.reattach_seconds)
        run_id, now, is_alive = self.plan.run_id, self._clock(), self._store.is_alive
        with suppress(ServiceError):  # a state that cannot be written keeps nobody's run alive
            if not await self._store.write(
                lambda connection: abort_unless_followed(connection, run_id, is_alive, now)
            ):
                self._leaving = None
                return

        self.stop(ABORTED)

    async def _work(self) -> None:
        try:
            await self._keep_while_producing()
            await self._finish()
        except Exception:  # the store's fault or ours: the stream must still end, and not as if it were whole
            log.exception("the run failed", extra=about(requestId=self.plan.request_id))
            self._send_ending(FAILED)
        finally:
            self._done = True
            self._started().cancel()
            if self._leaving is not None:
                self._leaving.cancel()

            self._news.set()

    async def _keep_while_producing(self) -> None:
        producing = self._started()
        while not producing.done() and self._stopped_as is None:
            await self._changed.wait()
            self._changed.clear()
            await self._keep_made()

        if not producing.done():
            await asyncio.wait({producing}, timeout=STOP_SECONDS)

    async def _finish(self) -> None:
        producing = self._started()
        if producing.done():
            self._note_failure(producing)

        await self._keep_made()
        if self._stopped_as in (None, ABORTED):
            self._make(self._turn.close())
            await self._keep_made()

        status = self._stopped_as or COMPLETE
        run_id, now = self.plan.run_id, self._clock()
        self._send_ending(
            await self._store.write_own(lambda connection: end_run(connection, run_id, status, now))
        )

    def _note_failure(self, producing: asyncio.Task[None]) -> None:
        cause = None if producing.cancelled() else producing.exception()
        if cause is not None:
            log.error("the analyst failed", exc_info=cause, extra=about(requestId=self.plan.request_id))

        if self._stopped_as is None and (cause is not None or producing.cancelled()):
            self._stopped_as = FAILED

    async def _keep_made(self) -> None:
        while batch := self._backlog.next_made():
            status = await self._journal.append(self.plan.run_id, batch)
            if status is None:  # the user's time is over, and everything of theirs is gone
                self._backlog.forget(batch)
                self.stop(FAILED)
                return

            if status != RUNNING:  # ended by another worker, or by this one a moment ago
                self.stop(status)

            self.lines += len(batch)
            self._backlog.keep(batch)
            self._news.set()

    def _make(self, messages: Iterable[Message]) -> None:
        self._backlog.make([self._entry(message, encode_message(message)) for message in messages])

    def _entry(self, message: Message, line: bytes) -> Entry:
        sort = int(message.sort or 0)
        place = self._places.setdefault(message.id, sort)
        if not message.is_in_process:
            del self._places[message.id]  # nothing more of it comes

        if not message.is_delta:
            self._own.add(place, message, len(line))

        return Entry(message.id, place, sort, whole=not message.is_delta, line=line)

    def _started(self) -> asyncio.Task[None]:
        assert self._producing is not None, "the run was not started"
        return self._producing

    def _send_ending(self, status: str | None) -> None:
        self.ended_as = status or FAILED
        last = ending(
            status,
            (*self.plan.history, *self._own.in_order()),
            self._turn.next_sort(),
            with_additions=self.plan.with_additions,
        )
        if last is None:
            self.is_cut = True
            return

        self._backlog.close_with(last)
        self._news.set()
