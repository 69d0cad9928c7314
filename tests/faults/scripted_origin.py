"""An HTTP/1.1 server on loopback that plays scripted answers: whole, cut, reset, stalled or wrong."""

import asyncio
import json
import ssl
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from tests.faults.loop_server import LoopServer, reset

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

    body: Iterable[bytes] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    ending: Ending = Ending.WHOLE
    is_chunked: bool = True
    raw: bytes | None = None
    pause: float = 0.0  # seconds before each chunk


@dataclass(frozen=True)
class Request:
    """A request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class ScriptedOrigin(LoopServer):
    """Plays the replies of each path in turn; the last one is played again and again."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.requests: list[Request] = []
        self.asked = threading.Semaphore(0)  # released once for each request
        self._replies: dict[str, list[Reply]] = {}
        super().__init__(tls)

    @property
    def chat_url(self) -> str:
        return self.url + CHAT_PATH

    def on(self, path: str, *replies: Reply) -> None:
        self._replies[path] = list(replies)

    def answer(self, *replies: Reply) -> None:
        self.on(CHAT_PATH, *replies)

    def of(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path == path]

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await _read_request(reader)
        self.requests.append(request)
        self.asked.release()
        await self._send(self._next(request.path), reader, writer)

    def _next(self, path: str) -> Reply:
        replies = self._replies.get(path, [Reply(status=404)])
        return replies.pop(0) if len(replies) > 1 else replies[0]

    async def _send(self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(reply.raw if reply.raw is not None else _head(reply))
        for chunk in reply.body:
            await asyncio.sleep(reply.pause)
            writer.write(_framed(chunk, reply))
            await writer.drain()

        if reply.ending is Ending.STALL:
            await reader.read()
            self.gone.set()
            return

        if reply.ending is Ending.RESET:
            await reset(writer)
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


def chunks(stream: bytes, size: int) -> Iterable[bytes]:
    """The stream cut into chunks of one size."""
    return (stream[at : at + size] for at in range(0, len(stream), size))
