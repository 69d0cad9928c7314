"""Charts of results for the embedded page, rebuilt and laid out by the service.

Specifications are untrusted, so the work runs in separate processes, shared fairly and with a time limit.
"""

import asyncio
import logging

from svcchat_magic.service.access.fair_slots import FairSlots, Shares
from svcchat_magic.service.http.whole_results import whole_result_in
from svcchat_magic.service.runs.chart_work import ChartJob, as_json
from svcchat_magic.service.runs.chat_service import ChatService
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.runs.work_processes import WorkProcesses

log = logging.getLogger("svcchat_magic.service")

_PROGRAM = "svcchat_magic.service.runs.chart_work"
_NOT_LAID_OUT = as_json({"refused": "The chart is too complex to lay out."})


class ResultCharts:
    """Lays out charts for pages."""

    def __init__(self, agent: ChatService) -> None:
        self._agent = agent
        limits = agent.parts.account.limits
        most = limits.chart_processes
        self._slots = FairSlots(Shares(most, most, max(1, most // 2), limits.waiting_queries_per_user))
        self._seconds = limits.chart_seconds
        self._processes = WorkProcesses(_PROGRAM)

    async def reply(self, chat: ReadableChat, uuid: str, width: int, branch: str | None) -> bytes:
        """The chart of a result for a page of this width, or why there is none, as JSON.

        Raises TooBusy (429) for one request too many, and as `whole_result_in` does.
        """
        give_back = await self._slots.take(chat.permit.caller(chat.identity.user_id))
        try:
            return await self._laid_out(
                ChartJob(await whole_result_in(self._agent, chat, uuid, branch), width)
            )
        finally:
            give_back()

    def close(self) -> None:
        """Kill the processes."""
        self._processes.close()

    async def _laid_out(self, job: ChartJob) -> bytes:
        try:
            async with asyncio.timeout(self._seconds), self._processes.seat() as (process, is_done):
                await process.give(job)
                found = await process.inbox.get()
                if isinstance(found, bytes):
                    is_done()
                    return found

                log.warning("a chart could not be laid out: %s", found)
        except TimeoutError:
            log.warning("a chart could not be laid out within %g seconds", self._seconds)

        return _NOT_LAID_OUT
