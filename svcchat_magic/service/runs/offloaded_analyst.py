"""Run the offline analyst off the event loop, so that a long question does not delay others."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

from svcchat_magic.analyst.analyst import Analyst, Task, Tools
from svcchat_magic.analyst.events import AnswerText, Event, Outcome
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.errors import EngineError, QueryRefused, TooBusy
from svcchat_magic.service.access.fair_slots import Caller, FairSlots, Shares
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.runs.analyst_seats import ThreadSeat
from svcchat_magic.service.runs.analyst_work import Found, Job, Needed, Said
from svcchat_magic.service.runs.work_frames import WorkEnded
from svcchat_magic.service.runs.work_processes import WorkProcess, WorkProcesses

SHORT = 200  # characters; longer questions get their own process
_NOBODY = Caller(b"", "")
_PROGRAM = "svcchat_magic.service.runs.analyst_work"

log = logging.getLogger("svcchat_magic.service")


class OffloadedAnalyst:
    """Handles short questions in threads and long ones in a few fairly shared processes."""

    def __init__(self, limits: Limits, analyst: Analyst | None = None) -> None:
        self._analyst = analyst or OfflineAnalyst()
        most = limits.analyst_processes
        self._turns = FairSlots(Shares(most, most, max(1, most // 2), limits.waiting_queries_per_user))
        self._processes = WorkProcesses(_PROGRAM)

    async def answer(self, task: Task, tools: Tools) -> AsyncIterator[Event]:
        """The events of one turn; closing the iterator stops the work and kills its process."""
        job = Job(task, tools.model)
        if len(task.question) <= SHORT:
            seat = ThreadSeat(job, self._analyst)
            try:
                async for event in _events(seat, tools):
                    yield event
            finally:
                seat.dismiss()

            return

        async with AsyncExitStack() as leaving:
            try:
                give_back = await self._turns.take(getattr(tools, "caller", _NOBODY))
            except TooBusy:
                yield Outcome("refused")
                yield AnswerText("Too many of your questions are in progress. Ask again in a moment.")
                return

            leaving.callback(give_back)
            process, is_done = await leaving.enter_async_context(self._processes.seat())
            await process.give(job)
            async for event in _events(process, tools):
                yield event

            is_done()

    def close(self) -> None:
        """Kill the processes."""
        self._processes.close()


async def _events(seat: ThreadSeat | WorkProcess, tools: Tools) -> AsyncIterator[Event]:
    while True:
        match await seat.inbox.get():
            case Said(event):
                yield event
            case Needed() as needed:
                await seat.give(await _found(needed, tools))
            case WorkEnded(failure):
                if failure:
                    raise AnalystFailed(failure)

                return


async def _found(needed: Needed, tools: Tools) -> Found:
    by_name: dict[str, Callable[[Any], Awaitable[Any]]] = {
        "run_sql": tools.run_sql,
        "values": tools.values,
        "find_values": tools.find_values,
    }
    try:
        return Found(await by_name[needed.tool](needed.argument))
    except (QueryRefused, EngineError) as cause:
        return Found(None, type(cause)(str(cause)))  # without its cause, which may contain values


class AnalystFailed(Exception):
    """The analyst failed; the message contains the error's type and location."""


async def in_time(events: AsyncIterator[Event], seconds: float) -> AsyncIterator[Event]:
    """The events of an answer within a time limit, then a message; the work is cancelled."""
    limit = _TimeLimit(seconds)
    try:
        while not limit.is_over:
            event = None
            try:
                with limit:
                    event = await anext(events)
            except StopAsyncIteration:
                return

            if event is not None:
                yield event

        log.info("an answer was stopped after %g seconds", seconds)
        yield Outcome("refused")
        yield AnswerText(f"\n\nI stopped after {seconds:g} seconds. Ask a shorter question.")
    finally:
        limit.end()
        close = getattr(events, "aclose", None)
        if close is not None:
            await close()


class _TimeLimit:
    """One timer for all events of an answer, which cancels what its task awaits in the `with` block.

    A timer for each event would cost a third of a stream.
    """

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._task = asyncio.current_task()
        self._is_waiting = self._is_cancelling = False
        self._cancelled_before = 0
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def __enter__(self) -> None:
        self._is_waiting = True

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        """Whether the cancellation was this limit's and nobody else's."""
        self._is_waiting = False
        if not self._is_cancelling or self._task is None:
            return False

        self._is_cancelling = False
        is_ours = self._task.uncancel() <= self._cancelled_before
        return is_ours and kind is asyncio.CancelledError

    def end(self) -> None:
        """Stop the timer."""
        self._timer.cancel()

    def _ring(self) -> None:
        self.is_over = True
        if self._is_waiting and self._task is not None:
            self._is_cancelling = True
            self._cancelled_before = self._task.cancelling()
            self._task.cancel()
