"""Engine slots, shared fairly between keys and between users.

The caller with the fewest slots comes first, so one caller's queries wait for each other and not for everyone
else's.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from svcchat_magic.errors import EngineError, TooBusy
from svcchat_magic.semantic.engines.engines import Cancellation
from svcchat_magic.service.access.limits import Limits


@dataclass(frozen=True, slots=True)
class Caller:
    """The key and the user of a query; all pages share one key."""

    key: bytes
    user: str


@dataclass(frozen=True, slots=True)
class Shares:
    """The number of slots, and how many one key and one user may hold or wait for."""

    slots: int
    per_key: int
    per_user: int
    waiting_per_user: int


def engine_shares(limits: Limits) -> Shares:
    """The engine's shares."""
    return Shares(
        limits.queries, limits.queries_per_key, limits.queries_per_user, limits.waiting_queries_per_user
    )


class FairSlots:
    """The slots of one event loop."""

    def __init__(self, shares: Shares) -> None:
        self.held = 0  # slots in use; other threads may read it
        self._shares = shares
        self._held: Counter[Caller] = Counter()
        self._held_by_key: Counter[bytes] = Counter()
        self._waiting: dict[Caller, deque[asyncio.Future[None]]] = {}  # least recently served first

    async def take(self, caller: Caller) -> Callable[[], None]:
        """Wait for a slot and return what releases it; raises TooBusy (429) if the queue is full."""
        waiting = self._waiting.setdefault(caller, deque())
        if len(waiting) >= self._shares.waiting_per_user:
            raise TooBusy("Too many of your queries are waiting. Try again later.", status=429)

        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        self._give()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(caller, turn)
            else:  # this caller has just had its turn
                self._give_back(caller)

            raise

        return _Once(lambda: self._give_back(caller))

    def _give(self) -> None:
        """Assign free slots to the callers that hold the fewest, then to those that have waited longest."""
        while self.held < self._shares.slots:
            fitting = [caller for caller in self._waiting if self._has_room(caller)]
            if not fitting:
                return

            caller = min(fitting, key=lambda each: (self._held_by_key[each.key], self._held[each]))
            waiting = self._waiting.pop(caller)
            turn = waiting.popleft()
            if waiting:
                self._waiting[caller] = waiting  # behind the others

            if not turn.done():  # otherwise the waiting caller has just left
                self.held += 1
                self._held[caller] += 1
                self._held_by_key[caller.key] += 1
                turn.set_result(None)

    def _has_room(self, caller: Caller) -> bool:
        """Whether the caller may hold one more slot; its first one may exceed the share of its key."""
        shares, held = self._shares, self._held[caller]
        return held == 0 or (held < shares.per_user and self._held_by_key[caller.key] < shares.per_key)

    def _give_back(self, caller: Caller) -> None:
        self.held -= 1
        self._held[caller] -= 1
        self._held_by_key[caller.key] -= 1
        self._held += Counter()  # drops callers that hold none
        self._held_by_key += Counter()
        self._give()

    def _leave(self, caller: Caller, turn: asyncio.Future[None]) -> None:
        waiting = self._waiting.get(caller, deque())
        if turn in waiting:
            waiting.remove(turn)

        if not waiting:
            self._waiting.pop(caller, None)


class _Once:
    """Calls a function once, however often it is called itself."""

    def __init__(self, job: Callable[[], None]) -> None:
        self._job: Callable[[], None] | None = job

    def __call__(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job()


@dataclass(frozen=True, slots=True)
class EngineTurns:
    """Slots for one caller's queries, each with a time limit."""

    slots: FairSlots
    caller: Caller
    limits: Limits

    @asynccontextmanager
    async def turn(self, cancellation: Cancellation) -> AsyncIterator[None]:
        """Hold a slot; cancel the query when its time is up."""
        try:
            give_back = await self.slots.take(self.caller)
        except TooBusy as cause:  # for an analyst this is a failed query
            raise EngineError(str(cause)) from cause

        timer = expiry(cancellation, self.limits.query_seconds)
        try:
            yield
        finally:
            timer.cancel()
            give_back()


def expiry(cancellation: Cancellation, seconds: float) -> asyncio.TimerHandle:
    """Start a timer that cancels the query when its time is up."""
    reason = f"The query took longer than {seconds:g} seconds. Ask for less data."
    return asyncio.get_running_loop().call_later(seconds, cancellation.cancel, reason)
