"""A run: one question being answered. It pulls the analyst's events, keeps the lines, then hands them on."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from sqlite3 import Connection

from svcchat_magic.analyst.events import Event
from svcchat_magic.protocol.messages import ABORTED as ABORTED_ID
from svcchat_magic.protocol.messages import USAGE, Message, Usage, encode_message
from svcchat_magic.service.conversation_state import state_message
from svcchat_magic.service.run_records import (
    ABORTED,
    COMPLETE,
    FAILED,
    Entry,
    append_lines,
    end_run,
)
from svcchat_magic.service.store import Store
from svcchat_magic.service.streaming import Turn
from svcchat_magic.service.users import purge_expired

LINES_A_CHUNK = 32
LINES_AHEAD = 1024  # how far the analyst may be ahead of a slow reader
STOP_SECONDS = 2.0  # how long a cancelled analyst may take to end
FAILURE = "The question could not be answered: the service failed while it worked on it."

log = logging.getLogger("svcchat_magic.service")


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run needs to know before it starts."""

    run_id: str
    request_id: str
    with_additions: bool  # messageId was sent: __aborted__, __usage__ and {"error"} are wanted (ruling 1)
    opening: bytes  # __cutoff__ and the user's echo, kept already
    history: tuple[Message, ...]  # the chat up to and with this question


class Run:
    """One streaming turn, in a task of its own: an abort finds it even when its reader is stuck."""

    def __init__(self, plan: RunPlan, turn: Turn, store: Store, clock: Callable[[], float]) -> None:
        self.plan = plan
        self.is_cut = False  # the stream must end without its last chunk
        self._turn = turn
        self._store = store
        self._clock = clock
        self._made: deque[Message] = deque()  # not yet kept
        self._kept: deque[bytes] = deque([plan.opening])  # not yet sent
        self._places: dict[str, int] = {}
        self._whole: dict[str, Message] = {}
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

    async def ended(self, seconds: float | None = None) -> None:
        """Wait until the run has its terminal state and everything is kept, at most so long."""
        if self._working is not None:
            await asyncio.wait({self._working}, timeout=seconds)

    async def chunks(self) -> AsyncIterator[bytes]:
        """The stream's bytes, up to 32 lines at a time."""
        while True:
            while self._kept:
                yield self._kept.popleft()
                self._room.set()

            if self._done:
                return

            self._news.clear()
            await self._news.wait()

    async def _produce(self, events: AsyncIterator[Event]) -> None:
        try:
            async for event in events:
                self._made.extend(self._turn.messages_of(event))
                self._changed.set()
                await self._wait_for_room()
        finally:
            close = getattr(events, "aclose", None)
            if close is not None:
                await close()

    async def _wait_for_room(self) -> None:
        while len(self._made) + len(self._kept) * LINES_A_CHUNK > LINES_AHEAD:
            self._room.clear()
            await self._room.wait()

    async def _work(self) -> None:
        try:
            await self._keep_while_producing()
            await self._finish()
        except Exception:  # the store's fault or ours: the stream must still end, and not as if it were whole
            log.exception("request %s: the run failed", self.plan.request_id)
            self._fail()
        finally:
            self._done = True
            self._started().cancel()
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
            self._made.extend(self._turn.close())
            await self._keep_made()

        status = self._stopped_as or COMPLETE
        run_id, now = self.plan.run_id, self._clock()
        self._send_ending(
            await self._store.write(lambda connection: end_run(connection, run_id, status, now))
        )

    def _note_failure(self, producing: asyncio.Task[None]) -> None:
        cause = None if producing.cancelled() else producing.exception()
        if cause is not None:
            log.error("request %s: the analyst failed", self.plan.request_id, exc_info=cause)

        if self._stopped_as is None and (cause is not None or producing.cancelled()):
            self._stopped_as = FAILED

    async def _keep_made(self) -> None:
        while self._made:
            batch = [self._made.popleft() for _ in range(min(LINES_A_CHUNK, len(self._made)))]
            lines = [encode_message(message) for message in batch]
            entries = [self._entry(message, line) for message, line in zip(batch, lines, strict=True)]
            status = await self._store.write(partial(self._append, entries=entries))
            if status is None:  # the user's time is over, and everything of theirs is gone
                self.stop(FAILED)
                self._made.clear()
                return

            if status == ABORTED:  # perhaps by another service on the same file
                self.stop(ABORTED)

            self._send(b"".join(lines))

    def _entry(self, message: Message, line: bytes) -> Entry:
        sort = int(message.sort or 0)
        place = self._places.setdefault(message.id, sort)
        if not message.is_delta:
            self._whole[message.id] = message

        return Entry(message.id, place, sort, whole=not message.is_delta, line=line)

    def _append(self, connection: Connection, entries: Sequence[Entry]) -> str | None:
        purge_expired(connection, self._clock())
        return append_lines(connection, self.plan.run_id, entries)

    def _started(self) -> asyncio.Task[None]:
        assert self._producing is not None, "the run was not started"
        return self._producing

    def _send(self, chunk: bytes) -> None:
        self._kept.append(chunk)
        self._news.set()

    def _send_ending(self, status: str | None) -> None:
        """The terminal lines of ruling 1."""
        if status not in (COMPLETE, ABORTED):
            self._fail()
            return

        if status == ABORTED and self.plan.with_additions:
            ending = Message(id=ABORTED_ID, type="abort", code="chat_aborted", sort=self._turn.next_sort())
        else:
            own = [self._whole[key] for key in self._places if key in self._whole]
            ending = state_message((*self.plan.history, *own), self._turn.next_sort())

        self._send(encode_message(ending) + self._usage())

    def _fail(self) -> None:
        if self.plan.with_additions:
            self._send(encode_message(Message(error=FAILURE)) + self._usage())
        else:
            self.is_cut = True

    def _usage(self) -> bytes:
        if not self.plan.with_additions:
            return b""

        none = Usage(llm_calls=0, input_tokens=0, output_tokens=0, total_tokens=0)
        return encode_message(Message(id=USAGE, usage=none))
