"""HTTP over sockets of asyncio: a read takes what arrived together, and costs a third of httpx's own.

httpx reads 64 kB at a time through another layer, with a time limit and a turn of the event loop for each.
"""

import asyncio
import ssl
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any, cast

import httpcore
import httpx

_MOST_AHEAD = 1_000_000  # bytes received but not read; then the sender waits
_NEVER = 1e6  # seconds; the deadlines of the request end a handshake
_SECONDS_BETWEEN_ADDRESSES = 0.25  # of a host that has several; the one that answers first is used


class SocketTransport(httpx.AsyncBaseTransport):
    """Sends requests without a proxy and without time limits; each has a connection of its own."""

    def __init__(self, tls: ssl.SSLContext) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=None,
            max_keepalive_connections=0,
            network_backend=_Sockets(),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The response, its body not yet read."""
        url = request.url
        with _errors_of_httpx():
            response = await self._pool.handle_async_request(
                httpcore.Request(
                    method=request.method,
                    url=httpcore.URL(
                        scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
                    ),
                    headers=request.headers.raw,
                    content=cast(AsyncIterable[bytes], request.stream),
                    extensions=request.extensions,
                )
            )

        return httpx.Response(
            status_code=response.status,
            headers=response.headers,
            stream=_Body(response),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        """Close every connection."""
        await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _errors_of_httpx():
            async for part in cast(AsyncIterable[bytes], self._response.stream):
                yield part

    async def aclose(self) -> None:
        await self._response.aclose()


@contextmanager
def _errors_of_httpx() -> Iterator[None]:
    """Raise httpx's error of the same name for an error of the library below it."""
    try:
        yield
    except Exception as cause:
        if type(cause).__module__.partition(".")[0] != httpcore.__name__:
            raise

        raise getattr(httpx, type(cause).__name__, httpx.TransportError)(str(cause)) from cause


class _Sockets(httpcore.AsyncNetworkBackend):
    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - the library's own signature
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        # A race of addresses that is cancelled as one has won loses its socket, until the garbage collector
        # finds it; a host that is an address itself has nothing to race with.
        delay = None if _is_address(host) else _SECONDS_BETWEEN_ADDRESSES
        try:
            _, stream = await asyncio.get_running_loop().create_connection(
                _Socket, host, port, happy_eyeballs_delay=delay
            )
        except OSError as cause:
            raise httpcore.ConnectError(str(cause)) from cause

        return stream

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False

    return True


class _Socket(httpcore.AsyncNetworkStream, asyncio.Protocol):
    """One connection. Deadlines cancel the task that waits, so no call has a limit of its own."""

    def __init__(self) -> None:
        self._transport: Any = None
        self._parts: deque[bytes] = deque()
        self._ahead = 0
        self._is_paused = False
        self._has_ended = False
        self._failure: Exception | None = None
        self._news: asyncio.Future[None] | None = None
        self._room: asyncio.Future[None] | None = None

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        """What arrived together, also more than `max_bytes`; nothing at the end."""
        if not self._parts and not self._has_ended:
            self._news = asyncio.get_running_loop().create_future()
            await self._news

        if self._parts:
            return self._taken()

        if self._failure is not None:
            raise httpcore.ReadError(str(self._failure)) from self._failure

        return b""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        if self._transport.is_closing():
            raise httpcore.WriteError("the connection is closed") from self._failure

        self._transport.write(buffer)
        if self._room is not None:
            await asyncio.shield(self._room)

    async def aclose(self) -> None:
        self._transport.abort()
        await asyncio.sleep(0)  # the event loop closes the socket in its next turn

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        try:
            self._transport = await self._in_tls(ssl_context, server_hostname)
        except OSError as cause:
            self._transport.abort()
            raise httpcore.ConnectError(str(cause)) from cause

        return self

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable":
            return bool(self._parts) or self._has_ended

        return self._transport.get_extra_info(
            {"server_addr": "peername", "client_addr": "sockname"}.get(info, info)
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._parts.append(data)
        self._ahead += len(data)
        if self._ahead >= _MOST_AHEAD and not self._is_paused:
            self._is_paused = True
            self._transport.pause_reading()

        self._wake()

    def eof_received(self) -> bool:
        self._has_ended = True
        self._wake()
        return self._transport.get_extra_info("sslcontext") is None  # what is left to send may still be sent

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_ended, self._failure = True, exc
        self._wake()
        self.resume_writing()

    def pause_writing(self) -> None:
        self._room = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        room, self._room = self._room, None
        if room is not None and not room.done():
            room.set_result(None)

    async def _in_tls(self, context: ssl.SSLContext, hostname: str | None) -> Any:
        loop = asyncio.get_running_loop()
        try:
            return await loop.start_tls(
                self._transport,
                self,
                context,
                server_hostname=hostname,
                ssl_handshake_timeout=_NEVER,
            )
        except ConnectionResetError as cause:
            if cause.errno is not None:
                raise

            # What asyncio makes of a service that hangs up in the handshake, as over a version of TLS.
            raise ssl.SSLEOFError(ssl.SSL_ERROR_EOF, "the handshake was ended") from cause

    def _taken(self) -> bytes:
        taken = self._parts.popleft()
        self._ahead -= len(taken)
        if self._is_paused and not self._parts:
            self._is_paused = False
            self._transport.resume_reading()

        return taken

    def _wake(self) -> None:
        news, self._news = self._news, None
        if news is not None and not news.done():
            news.set_result(None)
