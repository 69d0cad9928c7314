"""Run the offline analyst off the event loop, so that a long question does not delay others."""

import asyncio
import logging
from collections.abc import AsyncIterator
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
    run: Any = tools.run_sql if needed.tool == "run_sql" else tools.values
    try:
        return Found(await run(needed.argument))
    except (QueryRefused, EngineError) as cause:
        return Found(None, type(cause)(str(cause)))  # without its cause, which may contain values


class AnalystFailed(Exception):
    """The analyst failed; the message contains the error's type and location."""


async def in_time(events: AsyncIterator[Event], seconds: float) -> AsyncIterator[Event]:
    """The events of an answer within a time limit, then a message; the work is cancelled."""
    until = asyncio.get_running_loop().time() + seconds
    try:
        while True:
            limit = asyncio.timeout_at(until)
            try:
                async with limit:
                    event = await anext(events)
            except StopAsyncIteration:
                return
            except TimeoutError:
                if not limit.expired():
                    raise

                log.info("an answer was stopped after %g seconds", seconds)
                yield Outcome("refused")
                yield AnswerText(f"\n\nI stopped after {seconds:g} seconds. Ask a shorter question.")
                return

            yield event
    finally:
        close = getattr(events, "aclose", None)
        if close is not None:
            await close()
