"""Request bodies within their limits, and streams as responses."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from svcchat_magic.errors import ServiceError
from svcchat_magic.protocol.query_reply import NDJSON_TYPE
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.http.connections import while_connected
from svcchat_magic.service.http.http_errors import SAFE_HEADERS
from svcchat_magic.service.runs.reattachment import ReattachedRun
from svcchat_magic.service.runs.runs import Run

log = logging.getLogger("svcchat_magic.service")

_UTF8 = ("", "utf-8", "utf8")


class RunStream(Response):
    """All lines of a run; without a reader the run is stopped (decisions/readers-and-runs)."""

    media_type = NDJSON_TYPE

    def __init__(self, run: Run | ReattachedRun, send_piece: Send) -> None:
        """`send_piece` is the server's own `send`; the framework's layers would add three calls per piece."""
        super().__init__(headers=dict(SAFE_HEADERS))
        del self.headers["content-length"]  # the length is not known yet
        self._run = run
        self._send_piece = send_piece
        run.attach()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  ASGI
        """Send the run's chunks until it ends or the client disconnects."""
        chunks = self._run.chunks()
        try:
            # The first chunk exists already: send it before anything else.
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": await anext(chunks), "more_body": True})
            await while_connected(receive, self._send(chunks))
        finally:
            await self._run.leave()

    async def _send(self, chunks: AsyncIterator[bytes]) -> None:
        send = self._send_piece
        async for chunk in chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})

        if not self._run.is_cut:  # without this last piece the client sees that the stream was cut
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class StoredReply(Response):
    """A stream from the store; an error before the first piece is a normal error response, later a cut."""

    media_type = NDJSON_TYPE

    def __init__(self, stream: AsyncGenerator[bytes, None]) -> None:
        super().__init__(headers=dict(SAFE_HEADERS))
        del self.headers["content-length"]  # the length is not known yet
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  ASGI
        """Send the pieces, reading each once the previous one is sent, until the client disconnects."""
        async with aclosing(self._stream):
            await while_connected(receive, self._send(send))

    async def _send(self, send: Send) -> None:
        piece = await anext(self._stream)
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": piece, "more_body": True})
        try:
            async for piece in self._stream:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        except ServiceError as cause:
            log.info("a stream from the store was cut: %s", cause)
            return

        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def json_body(request: Request, *, type_required: bool = False) -> bytes:
    """Read the body of a request.

    Raises ServiceError: 415 if it is not JSON or is compressed, 413 above the limit, 408 if it arrives too
    late.
    """
    _check_type(request.headers.get("content-type", ""), type_required)
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise ServiceError("The request body must not be compressed.", status=415)

    limits: Limits = request.state.limits
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > limits.body_bytes:
        raise _too_large(limits)

    try:
        async with asyncio.timeout(limits.body_seconds):
            return await _whole_body(request, limits)
    except TimeoutError as cause:
        raise ServiceError("The request body did not arrive in time.", status=408) from cause
    except ClientDisconnect as cause:
        raise ServiceError("The request body is incomplete.", status=400) from cause


async def _whole_body(request: Request, limits: Limits) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limits.body_bytes:
            raise _too_large(limits)

    return bytes(body)


def check_question(text: str, limits: Limits) -> None:
    """Raise ServiceError (413) for a question above the limit."""
    if len(text) > limits.question_characters:
        raise ServiceError(
            f"The question has {len(text):,} characters; the limit is {limits.question_characters:,}.",
            status=413,
        )


def _too_large(limits: Limits) -> ServiceError:
    return ServiceError(f"The request body is larger than {limits.body_bytes:,} bytes.", status=413)


def _check_type(given: str, required: bool) -> None:
    if not given and not required:
        return

    media_type, *parameters = (part.strip().lower() for part in given.split(";"))
    charset = [part.partition("=")[2].strip('" ') for part in parameters if part.startswith("charset=")]
    if media_type != "application/json" or any(each not in _UTF8 for each in charset):
        raise ServiceError("The request body must be JSON: Content-Type: application/json.", status=415)
