"""Run the analyst on a short question in its own thread."""

import asyncio
from functools import partial
from queue import SimpleQueue
from typing import Any

from svcchat_magic.analyst.analyst import Analyst
from svcchat_magic.service.runs.analyst_work import Job, work
from svcchat_magic.service.state.blocking import in_loop, in_thread


class ThreadSeat:
    """An analyst in its own thread; once dismissed, it stops when it next needs a query."""

    def __init__(self, job: Job, analyst: Analyst) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._outbox: SimpleQueue[Any] = SimpleQueue()
        loop, inbox = asyncio.get_running_loop(), self.inbox

        def send(value: object) -> None:
            in_loop(loop, partial(inbox.put_nowait, value))

        in_thread(partial(work, job, analyst, send, self._outbox.get), "svcchat-analyst")

    async def give(self, found: object) -> None:
        """Send it the result of a query."""
        self._outbox.put(found)

    def dismiss(self) -> None:
        """Stop it, because its answer is not needed any more."""
        self._outbox.put(None)
