"""Where the analyst reads a short question: in a thread of its own."""

import asyncio
from functools import partial
from queue import SimpleQueue
from typing import Any

from svcchat_magic.analyst.analyst import Analyst
from svcchat_magic.service.runs.analyst_work import Job, work
from svcchat_magic.service.state.blocking import in_loop, in_thread


class ThreadSeat:
    """An analyst in a thread of its own; dismissed, it ends when it next needs a query."""

    def __init__(self, job: Job, analyst: Analyst) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._outbox: SimpleQueue[Any] = SimpleQueue()
        loop, inbox = asyncio.get_running_loop(), self.inbox

        def tell(value: object) -> None:
            in_loop(loop, partial(inbox.put_nowait, value))

        in_thread(partial(work, job, analyst, tell, self._outbox.get), "svcchat-analyst")

    async def give(self, found: object) -> None:
        """Answer what it needed."""
        self._outbox.put(found)

    def dismiss(self) -> None:
        """Nobody waits for it any more."""
        self._outbox.put(None)
