"""A query's reply, produced in its own thread and buffered for a slower client."""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing, suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from svcchat_magic.errors import BadRequest, EngineError, QueryRefused, ServiceFailed, TooBusy
from svcchat_magic.semantic.queries import Cancellation
from svcchat_magic.service.access.fair_slots import Caller, FairSlots, expiry
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.http.connections import while_connected
from svcchat_magic.service.http.http_errors import SAFE_HEADERS
from svcchat_magic.service.http.spool import Spool
from svcchat_magic.service.state.blocking import in_loop, in_thread

log = logging.getLogger("svcchat_magic.service")

SHORTEST_REST, LONGEST_REST = 0.001, 0.25  # seconds of pause after a piece while other queries run
READER_SECONDS = 60.0  # how long a client may leave a chunk unread


class QueryStream(Response):
    """Sends the reply; the query is interrupted if the client disconnects or stops reading."""

    def __init__(
        self,
        run: "QueryRun",
        media_type: str,
        slots: FairSlots,
        caller: Caller,
        *,
        may_go_on: Callable[[], Awaitable[bool]],
        while_read: AbstractContextManager[object],
    ) -> None:
        super().__init__(headers=dict(SAFE_HEADERS), media_type=media_type)
        del self.headers["content-length"]  # the length is not known yet
        self._run = run
        self._slots = slots
        self._caller = caller
        self._may_go_on = may_go_on
        self._while_read = while_read

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  ASGI
        """Send it. Raises BadRequest for refused SQL or a timeout, ServiceFailed for SQL that fails."""
        with self._while_read, closing(self._run):
            await while_connected(receive, self._send(send))

    async def _send(self, send: Send) -> None:
        give_back = await self._slots.take(self._caller)
        self._run.start(give_back)
        chunk = await self._first()
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        while chunk:
            if self._run.is_stopped or not await self._may_go_on():
                return  # without its last piece the client sees that the stream was cut

            try:
                async with asyncio.timeout(READER_SECONDS):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
            except TimeoutError:  # its reader takes nothing; without the last piece the stream counts as cut
                return

            chunk = await self._run.next()

        if not self._run.is_stopped:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _first(self) -> bytes:
        try:
            return await self._run.next()
        except QueryRefused as cause:
            raise BadRequest(str(cause), status=400) from cause
        except EngineError as cause:
            if self._run.is_late:
                raise BadRequest(str(cause), status=400) from cause

            raise ServiceFailed(str(cause), status=500) from cause


class QueryRun:
    """The reply's pieces, produced as fast as the engine returns rows; unread pieces wait in a spool.

    The engine is free as soon as the last row is produced, however slowly the client reads.
    """

    def __init__(
        self,
        reply: Generator[bytes, None, None],
        cancellation: Cancellation,
        limits: Limits,
        running: Callable[[], int] = lambda: 1,
    ) -> None:
        """`running` is the number of running queries, including this one."""
        self._reply = reply
        self._cancellation = cancellation
        self._limits = limits
        self._running = running
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._spool = Spool(limits.spool_bytes, self._tell)
        self._given_up = threading.Event()
        self._making: Future[None] | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether `close` was called; no further piece arrives then."""
        return self._given_up.is_set()

    @property
    def is_late(self) -> bool:
        """Whether it exceeded its time limit."""
        return self._cancellation.cancelled and not self.is_stopped

    def start(self, when_made: Callable[[], object]) -> None:
        """Start the query; `when_made` is called once the engine is free again."""
        if self.is_stopped:
            when_made()
            raise TooBusy("The service is stopping; try again.", status=503)

        timer = expiry(self._cancellation, self._limits.query_seconds)

        def is_made() -> None:
            timer.cancel()
            when_made()
            self._news.set()

        self._making = in_thread(self._make, "svcchat-query")
        self._making.add_done_callback(lambda _: in_loop(self._loop, is_made))

    async def next(self) -> bytes:
        """The next piece, empty after the last; raises the error of producing the first one."""
        assert self._making is not None, "the query was not started"
        while True:
            self._news.clear()
            is_made = self._making.done()  # checked first, because nothing follows it
            piece = self._spool.take()
            if piece is not None:
                return piece

            if is_made:
                self._making.result()
                return b""

            await self._news.wait()

    def close(self) -> None:
        """Interrupt the query and release its cursor and rows. Calling it again does nothing."""
        self._given_up.set()
        self._cancellation.cancel()
        self._spool.close()
        if self._making is None:
            self._reply.close()

    def _make(self) -> None:
        began = time.thread_time()
        with closing(self._reply):
            for piece in self._reply:
                if not self._is_put(piece):
                    self._break_off(piece)
                    return

                # So all queries together use the interpreter no more than one alone.
                rest = (time.thread_time() - began) * (self._running() - 1)
                if rest > SHORTEST_REST:
                    self._given_up.wait(min(rest, LONGEST_REST))

                began = time.thread_time()

    def _is_put(self, piece: bytes) -> bool:
        try:
            return self._spool.put(piece, lambda: not self._cancellation.cancelled)
        except OSError:
            log.warning("the rows of a query could not be buffered for a slow client", exc_info=True)
            self._cancellation.cancel(
                "The service has no room to buffer rows for such a slow reader. Ask for fewer rows."
            )
            return False

    def _break_off(self, piece: bytes) -> None:
        """End the reply with an error, because there is no room for unread rows."""
        self._spool.put_last(piece)
        if self.is_stopped:
            return

        with suppress(EngineError):  # if the reply has already ended
            self._spool.put_last(self._reply.throw(self._cancellation.error()))
            for last in self._reply:
                self._spool.put_last(last)

    def _tell(self) -> None:
        in_loop(self._loop, self._news.set)
