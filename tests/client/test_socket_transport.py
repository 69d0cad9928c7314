"""Connections read without a layer between: all that is there, in order, and no more than has room."""

import asyncio
import gc
import socket
import ssl

import httpx
import pytest

from svcchat_magic.client import http_clients
from svcchat_magic.client.addresses import chat_address
from svcchat_magic.client.socket_transport import SocketTransport, _Sockets
from svcchat_magic.settings import Settings
from tests.faults.certificates import Authority
from tests.faults.fixtures import KEY
from tests.faults.loop_server import LoopServer
from tests.faults.scripted_origin import CHAT_PATH, Ending, Reply, ScriptedOrigin
from tests.waiting import PATIENCE

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
PIECE = bytes(range(256)) * 256
MANY = 300  # pieces, more than both sides hold for each other


class Pouring(LoopServer):
    """Sends as much as the other side takes, and counts it."""

    sent = 0

    async def play(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        while not writer.is_closing():
            writer.write(PIECE)
            await writer.drain()
            self.sent += len(PIECE)


class Leaving(LoopServer):
    """Is done before what it sent has gone."""

    async def play(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n{}")  # a request that is left unread resets the connection
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + PIECE * MANY)


class Answering(LoopServer):
    """Answers before it has read anything."""

    async def play(self, reader, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()


def client(tls=PLAIN):
    return httpx.AsyncClient(transport=SocketTransport(tls), timeout=None)


async def body(response):
    return b"".join([part async for part in response.aiter_raw()])


async def posted(url, content=b"{}", tls=PLAIN):
    async with client(tls) as http, http.stream("POST", url, content=content) as response:
        return await body(response)


@pytest.fixture
def many(request, tmp_path):
    """An origin that sends many pieces, and the certificates to trust."""
    authority = Authority.made_in(tmp_path) if request.param == "https" else None
    origin = ScriptedOrigin(authority.good() if authority else None)
    origin.answer(Reply([PIECE] * MANY))
    yield origin, ssl.create_default_context(cafile=str(authority.file)) if authority else PLAIN
    origin.close()


@pytest.mark.parametrize("many", ["http", "https"], indirect=True)
def test_a_long_body_is_read_whole_and_a_long_request_is_sent_whole(many):
    origin, tls = many
    question = b"x" * 3_000_000

    assert asyncio.run(posted(origin.chat_url, question, tls)) == PIECE * MANY
    assert origin.requests[0].body == question


def test_who_reads_nothing_is_sent_little():
    server = Pouring()

    async def idle():
        async with client() as http, http.stream("POST", server.url, content=b"{}") as response:
            parts = response.aiter_raw()
            await anext(parts)
            before = -1
            while server.sent != before:  # until the sender waits
                before = server.sent
                await asyncio.sleep(0.3)

            return before, len(await anext(parts))

    sent, read = asyncio.run(idle())
    server.close()

    assert read <= 2_000_000
    assert sent < 40_000_000  # what both systems hold for a connection


def test_a_body_that_a_server_left_behind_is_read_whole_and_the_server_ends():
    server = Leaving()

    assert asyncio.run(posted(server.url)) == PIECE * MANY
    server.close()  # what ends badly in its thread fails this test


def test_a_connection_lost_in_mid_body_is_an_error_behind_what_came(origin):
    origin.answer(Reply([PIECE], ending=Ending.RESET))

    async def read():
        found = b""
        async with client() as http, http.stream("POST", origin.chat_url, content=b"{}") as response:
            try:
                async for part in response.aiter_raw():
                    found += part
            except (httpx.ReadError, httpx.RemoteProtocolError) as failure:
                return found, failure

        return found, None

    found, failure = asyncio.run(read())

    assert PIECE.startswith(found)
    assert failure is not None


def test_an_address_where_nobody_listens_and_one_without_tls_are_errors_of_connecting():
    server = Answering()
    with pytest.raises(httpx.ConnectError):
        asyncio.run(posted(f"https://127.0.0.1:{server.port}/", tls=ssl.create_default_context()))

    server.close()
    with pytest.raises(httpx.ConnectError):
        asyncio.run(posted(server.url))


def test_a_client_that_is_given_up_leaves_its_service_at_once(origin):
    origin.answer(Reply([PIECE], ending=Ending.STALL))

    async def leave():
        async with client() as http, http.stream("POST", origin.chat_url, content=b"{}") as response:
            await anext(response.aiter_raw())

    asyncio.run(leave())

    assert origin.gone.wait(PATIENCE)


@pytest.mark.parametrize(
    ("address", "is_ours"),
    [(f"https://ai.example{CHAT_PATH}", False), (f"https://127.0.0.1:9{CHAT_PATH}", True)],
)
def test_a_proxy_is_used_for_other_machines_and_never_for_this_one(monkeypatch, address, is_ours):
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    settings = Settings(chat_url=address, api_key=KEY)

    http = http_clients.usable_client(chat_address(settings), httpx.Auth())

    assert isinstance(http._transport, SocketTransport) is is_ours
    assert bool(http._mounts) is not is_ours


def test_a_connection_that_is_cancelled_at_any_step_leaves_no_socket():
    """The run fails by a warning of the collector where one is left."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        async def connect_for(steps):
            opening = asyncio.ensure_future(_Sockets().connect_tcp("127.0.0.1", server.getsockname()[1]))
            for _ in range(steps):
                await asyncio.sleep(0)

            is_open = opening.done()
            opening.cancel()
            if is_open:
                await opening.result().aclose()

            await asyncio.wait([opening])
            return is_open

        ends = [asyncio.run(connect_for(steps)) for steps in range(40)]
        gc.collect()

    assert set(ends) == {False, True}
