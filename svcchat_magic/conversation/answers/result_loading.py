"""Loads the rows of a turn's cut results while its answer goes on, one result after the other."""

import asyncio
from collections import deque

from svcchat_magic.conversation.answers.transport import RowSource
from svcchat_magic.conversation.answers.turn_log import TurnLog
from svcchat_magic.errors import SvcchatError
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Status, ToolStep

LOAD_SECONDS = 30.0  # for one result, and for all that is left to load when the answer is complete
_ANSWERED = (Status.COMPLETE, Status.SUSPENDED)


class ResultLoading:
    """Loads each cut result once, in the event loop; without a source it does nothing.

    Where loading fails the result keeps the rows that were sent with it, and a warning says why.
    """

    def __init__(self, source: RowSource | None, log: TurnLog) -> None:
        self._source = source
        self._log = log
        self._waiting: deque[ToolStep] = deque()
        self._seen = 0
        self._work: asyncio.Task[None] | None = None

    def load_new(self) -> None:
        """Load what the newest lines brought; costs nothing where they brought no result."""
        if self._source is None or self._log.results_received == self._seen:
            return

        self._seen = self._log.results_received
        self._waiting.extend(self._log.begin_loading())
        if self._waiting and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._load_all(self._source))

    async def finish(self, seconds_left: float | None) -> None:
        """Wait for the rows of a complete answer, no longer than the answer itself may take."""
        if self._work is None or self._log.status not in _ANSWERED:
            return

        seconds = LOAD_SECONDS if seconds_left is None else min(seconds_left, LOAD_SECONDS)
        done, _ = await asyncio.wait([self._work], timeout=seconds)
        for work in done:
            work.result()

        if not done:
            self._log.warn("Not all rows were loaded in time. To load them, use .svc.full().")

    def cancel(self) -> None:
        """Stop loading; what was loaded is kept."""
        if self._work is not None:
            self._work.cancel()

    async def _load_all(self, source: RowSource) -> None:
        while self._waiting:
            step = self._waiting.popleft()
            self._log.end_loading(step, await self._loaded(source, step))

    async def _loaded(self, source: RowSource, step: ToolStep) -> SqlResult | None:
        result = step.outcome
        if not isinstance(result, SqlResult):
            return None

        try:
            return await source(result, LOAD_SECONDS)
        except SvcchatError as error:
            rows = f"{len(result.rows):,} of {result.total_rows:,} rows"
            self._log.warn(f"Showing the first {rows} of “{result.title}”. {error}")
            return None
