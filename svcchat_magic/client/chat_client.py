"""The service's three endpoints (4.1 to 4.3) over HTTP."""

import ssl
from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing
from functools import cache

import httpx

from svcchat_magic.client.addresses import Address, abort_address, chat_address, session_address
from svcchat_magic.client.deadlines import Deadlines, Watch
from svcchat_magic.client.exchange import Exchange, Outgoing
from svcchat_magic.client.line_stream import LineStream
from svcchat_magic.client.retries import Timing
from svcchat_magic.errors import SettingsError
from svcchat_magic.protocol.requests import (
    AbortRequest,
    ChatRequest,
    SessionRequest,
    read_session,
    write_request,
)
from svcchat_magic.settings import ApiKey, Settings

_MAX_SESSION_BYTES = 65_536
_HEADERS = {"Content-Type": "application/json", "Accept-Encoding": "identity"}


class ChatClient:
    """Talks to one service with one API key; used from one event loop.

    Raises SettingsError when the addresses or the key cannot be used.
    """

    def __init__(self, settings: Settings, *, timing: Timing | None = None) -> None:
        if settings.api_key is None:
            raise SettingsError("There is no API key; set SVCCHAT_API_KEY in the environment.")

        self._settings = settings
        self._key = settings.api_key
        self._timing = timing or Timing()
        self._chat = chat_address(settings)
        self._abort = abort_address(settings)
        self._http: dict[tuple[bool, bool], httpx.AsyncClient] = {}

    def __repr__(self) -> str:
        return f"ChatClient({self._chat.host})"

    def redacted(self, text: str) -> str:
        """`text` without the key: the service may echo it."""
        return self._key.redacted(text)

    async def stream(
        self, request: ChatRequest, *, total_seconds: float | None = None
    ) -> AsyncGenerator[bytes, None]:
        """The raw lines of the answer (4.1), each one JSON object; close the iterator to stop reading.

        Raises RequestRefused, ConnectionFailed, ServiceError, StreamError. Nothing is sent again once
        the answer has begun.
        """
        async with aclosing(self.batches(request, total_seconds=total_seconds)) as batches:
            async for batch in batches:
                for line in batch:
                    yield line

    async def batches(
        self, request: ChatRequest, *, total_seconds: float | None = None
    ) -> AsyncGenerator[list[bytes], None]:
        """The same as `stream`, in the batches that the lines came in: handling each costs less so."""
        request.check()
        outgoing = Outgoing(
            self._chat,
            write_request(request),
            is_question=isinstance(request.input, str),
            of_chat=isinstance(request.chat_id, str),
        )
        deadlines = Deadlines(self._settings, total_seconds=total_seconds, clock=self._timing.clock)
        watch = Watch(deadlines)
        try:
            response = await self._exchange(outgoing.address, deadlines, watch).open(outgoing)
            try:
                lines = LineStream(response, self._settings, deadlines, watch)
                while (batch := await lines.next_lines()) is not None:
                    yield batch

            finally:
                await response.aclose()

        finally:
            watch.stop()

    async def abort(self, request: AbortRequest, *, total_seconds: float | None = None) -> None:
        """Stop the chat's running turn (4.2); nothing happens when it has just finished."""
        request.check()
        outgoing = Outgoing(self._abort, write_request(request), of_chat=True)
        await self._post(outgoing, limit=0, total_seconds=total_seconds)

    async def generate_session(self, request: SessionRequest) -> str:
        """A new sessionId for an embed address (4.3)."""
        request.check()
        outgoing = Outgoing(session_address(self._settings), write_request(request))
        body = await self._post(outgoing, limit=_MAX_SESSION_BYTES)
        return read_session(body).session_id

    async def close(self) -> None:
        """Close every connection."""
        for http in self._http.values():
            await http.aclose()

        self._http.clear()

    async def _post(self, outgoing: Outgoing, *, limit: int, total_seconds: float | None = None) -> bytes:
        deadlines = Deadlines(self._settings, total_seconds=total_seconds, clock=self._timing.clock)
        watch = Watch(deadlines)
        try:
            exchange = self._exchange(outgoing.address, deadlines, watch)
            response = await exchange.open(outgoing)
            return await exchange.body(response, limit)
        finally:
            watch.stop()

    def _exchange(self, address: Address, deadlines: Deadlines, watch: Watch) -> Exchange:
        kind = (address.is_encrypted, address.is_loopback)
        if kind not in self._http:
            self._http[kind] = _http_client(address, self._key)

        return Exchange(self._http[kind], self._settings, self._key, deadlines, watch, self._timing)


class _KeyAuth(httpx.Auth):
    """Adds the key to each request as it leaves, so that no client or default header holds it (5)."""

    def __init__(self, key: ApiKey) -> None:
        self._key = key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["Authorization"] = f"Api-Key {self._key.reveal()}"
        yield request


def _http_client(address: Address, key: ApiKey) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        auth=_KeyAuth(key),
        headers=_HEADERS,
        verify=_tls() if address.is_encrypted else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        trust_env=not address.is_loopback,  # a proxy could not reach this machine, but would see the key
        follow_redirects=False,
        timeout=None,  # deadlines.py holds every wait to its limit
        # Kept connections save little between questions and fail when the other side has closed them.
        limits=httpx.Limits(max_keepalive_connections=0),
    )


@cache
def _tls() -> ssl.SSLContext:
    """The certificates to trust, loaded once: that is nearly all that building a client costs."""
    return httpx.create_ssl_context()
