"""A query being read: its reply made in a thread of its own, one chunk ahead of whoever reads it."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import Future

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from svcchat_magic.errors import BadRequest, EngineError, QueryRefused, ServiceFailed
from svcchat_magic.semantic.door import Cancellation
from svcchat_magic.service.blocking import WorkerThread, result_of
from svcchat_magic.service.connections import while_connected
from svcchat_magic.service.http_errors import SAFE_HEADERS

READER_SECONDS = 60.0  # how long a reader may leave a chunk lying


class QueryStream(Response):
    """Sends the reply; a client that goes away, or takes nothing any more, interrupts the query."""

    def __init__(
        self,
        run: "QueryRun",
        media_type: str,
        *,
        may_go_on: Callable[[], Awaitable[bool]],
        when_ended: Callable[[], object],
    ) -> None:
        super().__init__(headers=dict(SAFE_HEADERS), media_type=media_type)
        del self.headers["content-length"]  # the length is not known yet
        self._run = run
        self._may_go_on = may_go_on
        self._when_ended = when_ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  ASGI
        """Send it; raises BadRequest for SQL that is refused, ServiceFailed for SQL that fails."""
        try:
            await while_connected(receive, self._send(send))
        finally:
            self._run.stop()
            self._when_ended()

    async def _send(self, send: Send) -> None:
        chunk = await self._first()
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        while chunk:
            if self._run.is_stopped or not await self._may_go_on():
                return  # without its last piece the client sees that the stream was cut

            try:
                async with asyncio.timeout(READER_SECONDS):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
            except TimeoutError:
                return

            chunk = await self._run.next()

        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _first(self) -> bytes:
        try:
            return await self._run.next()
        except QueryRefused as cause:
            raise BadRequest(str(cause), status=400) from cause
        except EngineError as cause:
            raise ServiceFailed(str(cause), status=500) from cause


class QueryRun:
    """The reply's chunks, made while the one before is on its way; never more than one ahead."""

    def __init__(self, reply: Generator[bytes, None, None], cancellation: Cancellation) -> None:
        self._reply = reply
        self._cancellation = cancellation
        self._thread = WorkerThread("svcchat-query")
        self._ahead: Future[bytes] = self._thread.submit(self._make)

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called, after which no chunk is to be waited for."""
        return self._cancellation.cancelled

    async def next(self) -> bytes:
        """The next chunk, empty after the last; raises what making it raised."""
        chunk = await result_of(self._ahead)
        if chunk:
            self._ahead = self._thread.submit(self._make)

        return chunk

    def stop(self) -> None:
        """Interrupt the query and give up its cursor; calling it again does nothing."""
        if self.is_stopped:
            return

        self._cancellation.cancel()
        self._thread.submit(self._reply.close)
        self._thread.finish()

    def _make(self) -> bytes:
        return next(self._reply, b"")
