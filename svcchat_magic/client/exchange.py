"""One request: send it, retry it where that is allowed, and turn refusals into our errors."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx

from svcchat_magic.client.addresses import Address
from svcchat_magic.client.deadlines import Deadlines, DeadlineTimer, Wait
from svcchat_magic.client.failures import (
    MAX_BODY_BYTES,
    TRANSPORT_FAILURES,
    RequestTraits,
    is_never_connected,
    status_failure,
    transport_failure,
)
from svcchat_magic.client.retries import Timing, may_be_sent_again, pause_before
from svcchat_magic.errors import ConnectionFailed, DeadlineExceeded, SvcchatError
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.settings import Settings

_TCP_CONNECTED = "connection.connect_tcp.complete"
_CONNECTED = "http11.send_request_headers.started"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request to send. `is_question` runs something, `of_chat` continues an earlier chat.

    `accept` lists the media types wanted; `of_query` is set for the query API; `branch` is the
    development branch it names, if any.
    """

    address: Address
    body: bytes
    is_question: bool = False
    of_chat: bool = False
    of_query: bool = False
    branch: str = ""
    accept: str = "*/*"


@dataclass(frozen=True, slots=True)
class _Refusal:
    error: SvcchatError
    may_repeat: bool = False
    retry_after: str = ""


class RequestAttempt:
    """Opens the response to one request, held to its deadlines."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        settings: Settings,
        redaction: KeyRedaction,
        deadlines: Deadlines,
        watch: DeadlineTimer,
        timing: Timing,
    ) -> None:
        self._http = http
        self._settings = settings
        self._redaction = redaction
        self._deadlines = deadlines
        self._watch = watch
        self._timing = timing
        self._connection: Any = None

    async def open(self, outgoing: Outgoing) -> httpx.Response:
        """The response, its body not yet read; the caller closes it.

        Raises the error of the last try: ConnectionFailed, ServiceError, DeadlineExceeded, StreamError.
        """
        attempt = 1
        while isinstance(tried := await self._try(outgoing), _Refusal):
            if not tried.may_repeat or attempt > self._settings.retries:
                raise tried.error

            longest = self._settings.max_retry_after_seconds
            pause = pause_before(attempt, tried.retry_after, self._timing, longest)
            self._deadlines.restart(Wait.NEXT_TRY)
            await self._watch.hold(self._timing.sleep(pause))
            attempt += 1

        return tried

    async def body(self, response: httpx.Response, limit: int = MAX_BODY_BYTES) -> bytes:
        """The first `limit` bytes of the body; the response is closed."""
        parts: list[bytes] = []
        size = 0
        chunks = response.aiter_raw()
        try:
            with suppress(*TRANSPORT_FAILURES, DeadlineExceeded):  # cut short, it still says what it can
                while size < limit and (chunk := await self._watch.hold(anext(chunks, b""))):
                    parts.append(chunk)
                    size += len(chunk)

        finally:
            await response.aclose()

        return b"".join(parts)[:limit]

    async def _try(self, outgoing: Outgoing) -> httpx.Response | _Refusal:
        host = outgoing.address.host
        self._deadlines.restart(Wait.CONNECTION)
        try:
            response = await self._watch.hold(self._sent(outgoing))
        except DeadlineExceeded as exceeded:
            if self._deadlines.waiting_for is not Wait.CONNECTION or self._deadlines.is_total_nearer:
                raise

            return _Refusal(ConnectionFailed(f"{host}: {exceeded}"), may_repeat=True)
        except TRANSPORT_FAILURES as cause:
            return _Refusal(transport_failure(cause, host), may_repeat=is_never_connected(cause))

        if response.is_success:
            return response

        return await self._refused(outgoing, response)

    async def _sent(self, outgoing: Outgoing) -> httpx.Response:
        try:
            return await self._http.send(self._request(outgoing), stream=True)
        except asyncio.CancelledError:
            if self._connection is not None:  # the transport forgets one that was cancelled in its handshake
                await self._connection.aclose()

            raise

    async def _refused(self, outgoing: Outgoing, response: httpx.Response) -> _Refusal:
        body = await self.body(response)
        status = response.status_code
        traits = RequestTraits(
            outgoing.address.host,
            of_chat=outgoing.of_chat,
            of_query=outgoing.of_query,
            branch=outgoing.branch,
            by_token=self._settings.is_by_token,
        )
        location = response.headers.get("location", "")
        error = status_failure(status, body, traits, redaction=self._redaction, location=location)
        again = may_be_sent_again(status, is_question=outgoing.is_question)
        return _Refusal(error, may_repeat=again, retry_after=response.headers.get("retry-after", ""))

    def _request(self, outgoing: Outgoing) -> httpx.Request:
        return self._http.build_request(
            "POST",
            outgoing.address.url,
            content=outgoing.body,
            headers={"Accept": outgoing.accept},
            extensions={"trace": self._trace},
        )

    async def _trace(self, event: str, told: Mapping[str, Any]) -> None:
        """Called by the transport: with the connection made, the wait is for the first byte."""
        if event == _TCP_CONNECTED:
            self._connection = told["return_value"]

        if event == _CONNECTED:
            self._deadlines.restart(Wait.FIRST_BYTE)
