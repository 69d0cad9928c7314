"""An HTTP/1.1 server on loopback that plays scripted answers: whole, cut, reset, stalled or wrong."""

import asyncio
import json
import socket
import struct
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
CHAT_PATH = "/api/v1/public/acme/agents/shop/chat/stream-chat-state"
ABORT_PATH = "/api/v1/public/acme/agents/shop/chat/abort"


def recorded(name: str) -> bytes:
    """The bytes of a transcript written by hand from the contract."""
    return (TRANSCRIPTS / f"{name}.ndjson").read_bytes()


class Ending(Enum):
    """What happens after the last chunk of a reply."""

    WHOLE = "the body is ended as HTTP asks"
    CUT = "the connection is closed"
    RESET = "the connection is reset"
    STALL = "nothing, until the client goes away"


@dataclass(frozen=True)
class Reply:
    """One scripted answer. `raw` replaces head and framing alike."""

    body: tuple[bytes, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    ending: Ending = Ending.WHOLE
    is_chunked: bool = True
    raw: bytes | None = None


@dataclass(frozen=True)
class Request:
    """A request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class ScriptedOrigin:
    """Plays the replies of each path in turn; the last one is played again and again."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.gone = threading.Event()  # set when a client has left a stalled reply
        self.asked = threading.Semaphore(0)  # released once for each request
        self._replies: dict[str, list[Reply]] = {}
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self._ready.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def chat_url(self) -> str:
        return self.url + CHAT_PATH

    def on(self, path: str, *replies: Reply) -> None:
        self._replies[path] = list(replies)

    def answer(self, *replies: Reply) -> None:
        self.on(CHAT_PATH, *replies)

    def of(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path == path]

    def close(self) -> None:
        if self._loop.is_closed():
            return

        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(5)
        self._loop.close()

    def _serve(self) -> None:
        self._loop.run_until_complete(self._main())

    async def _main(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._play, "127.0.0.1", 0, backlog=512)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

        await asyncio.sleep(0)

    async def _play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await _read_request(reader)
            self.requests.append(request)
            self.asked.release()
            await self._send(self._next(request.path), reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            self.gone.set()
        finally:
            writer.close()

    def _next(self, path: str) -> Reply:
        replies = self._replies.get(path, [Reply(status=404)])
        return replies.pop(0) if len(replies) > 1 else replies[0]

    async def _send(self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(reply.raw if reply.raw is not None else _head(reply))
        for chunk in reply.body:
            writer.write(_framed(chunk, reply))
            await writer.drain()

        if reply.ending is Ending.STALL:
            await reader.read()
            self.gone.set()
            return

        if reply.ending is Ending.RESET:
            await _reset(writer)
            return

        if reply.ending is Ending.WHOLE and reply.is_chunked and reply.raw is None:
            writer.write(b"0\r\n\r\n")

        await writer.drain()


async def _read_request(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(first.split(" ")[1], headers, body)


def _head(reply: Reply) -> bytes:
    headers = {"Content-Type": "application/json", "Connection": "close", **reply.headers}
    if reply.is_chunked:
        headers["Transfer-Encoding"] = "chunked"

    lines = [f"HTTP/1.1 {reply.status} Scripted", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _framed(chunk: bytes, reply: Reply) -> bytes:
    if not reply.is_chunked or reply.raw is not None:
        return chunk

    return f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n" if chunk else b""


async def _reset(writer: asyncio.StreamWriter) -> None:
    """Close with linger zero, which sends RST instead of FIN."""
    while writer.transport.get_write_buffer_size():
        await asyncio.sleep(0)

    raw: socket.socket = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def chunks(stream: bytes, size: int) -> Iterable[bytes]:
    """The stream cut into chunks of one size."""
    return (stream[at : at + size] for at in range(0, len(stream), size))
