"""A connection with deadlines and errors that an ASGI application cannot see (decisions/server-protocol).

The server's own protocol waits forever for a request that never ends and for a client that never reads, and
answers invalid requests in plain text.
"""

import asyncio
import re
import sys
from collections.abc import Callable
from typing import Any, cast
from uuid import uuid4

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from svcchat_magic.errors import ServiceError
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.http.http_errors import SAFE_HEADERS, error_response

_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
_FOLDED = re.compile(rb"\n[ \t]")

WhenRefused = Callable[[int, str], object]  # status and request id


class ServerConfig(uvicorn.Config):
    """The server's configuration, with connection limits."""

    def __init__(self, app: ASGIApp, limits: Limits, when_refused: WhenRefused, **options: Any) -> None:
        super().__init__(
            app,
            http=BoundedProtocol,
            h11_max_incomplete_event_size=limits.header_bytes,
            timeout_keep_alive=max(1, round(limits.keep_alive_seconds)),
            **options,
        )
        self.limits = limits
        self.when_refused = when_refused


class BoundedProtocol(H11Protocol):
    """One client's connection. Call `enforce` about once a second."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._config = cast(ServerConfig, config)
        self._limits = self._config.limits
        self._waiting_since: float | None = None  # for the rest of a request
        self._stuck_since: float | None = None  # with bytes that the client does not read
        self._idle_since = self.loop.time()

    @property
    def is_idle(self) -> bool:
        """Whether no request is in progress."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection; above the limit, close the longest idle one or refuse this one."""
        super().connection_made(transport)
        self._waiting_since = self._idle_since = self.loop.time()
        if len(self.connections) > self._limits.connections and not self._make_room():
            self._refuse(ServiceError("Too many connections are open; try again.", status=503))

    def data_received(self, data: bytes) -> None:
        """Receive part of a request; the deadline for its headers starts with the first part."""
        super().data_received(data)
        self._note_wait()

    def handle_events(self) -> None:
        """Parse the received bytes, but refuse folded headers, which servers parse differently."""
        if self.conn.their_state is h11.IDLE:
            headers, *_ = _END_OF_HEADERS.split(self.conn.trailing_data[0], maxsplit=1)
            if _FOLDED.search(headers):
                self._refuse(
                    ServiceError(
                        "A request header spans several lines. Send each header on one line.", status=400
                    )
                )
                return

        super().handle_events()

    def on_response_complete(self) -> None:
        """The response is sent; the rest of the request must still arrive in time."""
        self._idle_since = self.loop.time()
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._note_wait()

    def resume_writing(self) -> None:
        """The client is reading again."""
        super().resume_writing()
        self._stuck_since = None

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  replaced by our own message
        """Refuse invalid HTTP and headers that are too long."""
        cause = sys.exception()
        if isinstance(cause, h11.RemoteProtocolError) and cause.error_status_hint == 431:
            self._refuse(
                ServiceError("The request has too many headers, or its headers are too long.", status=431)
            )
            return

        self._refuse(ServiceError("The request is not valid HTTP.", status=400))

    def enforce(self, now: float) -> None:
        """Close the connection if its client has missed a deadline."""
        if self._waiting_since is not None and now - self._waiting_since >= self._limits.header_seconds:
            self._waiting_since = None
            self._end_wait()

        if not (self.flow.write_paused or self.transport.is_closing()):
            self._stuck_since = None
        elif self._stuck_since is None:
            self._stuck_since = now
        elif now - self._stuck_since >= self._limits.write_seconds:
            self.transport.abort()

    def _note_wait(self) -> None:
        if not self.is_idle:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = self.loop.time()

    def _end_wait(self) -> None:
        if self.conn.trailing_data[0]:
            self._refuse(ServiceError("The request's headers did not arrive in time.", status=408))
            return

        self.transport.close()  # there was no request, or it was answered before all of it had arrived

    def _make_room(self) -> bool:
        """Close the connection that has been idle the longest; False if none is idle."""
        idle = [
            each
            for each in cast("set[BoundedProtocol]", self.connections)
            if each is not self and each.is_idle and not each.transport.is_closing()
        ]
        if not idle:
            return False

        min(idle, key=lambda each: each._idle_since).transport.abort()
        return True

    def _refuse(self, refusal: ServiceError) -> None:
        """Send the error and close; cut a response that has started, and ignore requests after it."""
        has_begun = self.cycle is not None and self.cycle.response_started
        if self.transport.is_closing() or (has_begun and not self.cycle.response_complete):
            self.transport.close()
            return

        request_id = uuid4().hex
        headers = {**SAFE_HEADERS, "Connection": "close", "X-Request-Id": request_id}
        response = error_response(refusal, request_id, headers)
        lines = [b"%s: %s\r\n" % each for each in response.raw_headers]
        self.transport.write(b"HTTP/1.1 %d \r\n%s\r\n%s" % (refusal.status, b"".join(lines), response.body))
        self.transport.close()
        self._config.when_refused(refusal.status, request_id)
