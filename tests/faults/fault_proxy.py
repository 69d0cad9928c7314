"""A TCP proxy between the real client and a service: cuts, resets, stalls, slices, corrupts or holds back."""

import asyncio
import queue
import ssl
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from enum import Enum
from urllib.parse import urlsplit, urlunsplit

from tests.faults.loop_server import LoopServer, reset

_HEAD_END = b"\r\n\r\n"
_LAST_CHUNK = b"0\r\n\r\n"
_PIECE = 65_536


class How(Enum):
    """What the client meets where the answer is broken off."""

    FIN = "the connection is closed"
    RST = "the connection is reset"
    STALL = "nothing, until the client goes away"


@dataclass(frozen=True)
class Fault:
    """What happens to one answer; offsets count the bytes of its body, framing included."""

    cut_at: int | None = None
    how: How = How.FIN
    slice: int = 0  # bytes that are sent at a time
    corrupt_at: int | None = None  # this byte is inverted
    is_held: bool = False  # everything comes in one burst, at the end


NO_FAULT = Fault()


class FaultProxy(LoopServer):
    """Stands before a service on loopback; each fault told by `meet` befalls one connection, in order."""

    def __init__(self, target: str, tls: ssl.SSLContext | None = None) -> None:
        self._target = urlsplit(target)
        self._faults: queue.SimpleQueue[Fault] = queue.SimpleQueue()
        super().__init__(tls)

    def meet(self, *faults: Fault) -> None:
        for fault in faults:
            self._faults.put(fault)

    def before(self, url: str) -> str:
        """The address that leads to `url` through this proxy."""
        return urlunsplit(urlsplit(url)._replace(netloc=f"127.0.0.1:{self.port}"))

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fault = NO_FAULT if self._faults.empty() else self._faults.get()
        above, below = await asyncio.open_connection(self._target.hostname, self._target.port)
        asking = asyncio.create_task(_pump(reader, below))
        try:
            async with aclosing(_answer(above, fault)) as pieces:
                await _deliver(pieces, writer, fault)

            await self._end(fault, asking, writer)
        finally:
            asking.cancel()
            below.close()

    async def _end(self, fault: Fault, asking: asyncio.Task[None], writer: asyncio.StreamWriter) -> None:
        if fault.cut_at is None:
            return

        if fault.how is How.RST:
            await reset(writer)
        elif fault.how is How.STALL:
            await asyncio.wait([asking])  # it ends when the client has gone away
            self.gone.set()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what the client sends; when it leaves, the service is left too."""
    try:
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()

    finally:
        writer.close()


async def _answer(above: asyncio.StreamReader, fault: Fault) -> AsyncGenerator[bytes, None]:
    """The pieces of an answer that the client is to see."""
    yield await above.readuntil(_HEAD_END)
    passed = 0
    while piece := await above.read(_PIECE):
        if fault.corrupt_at is not None and passed <= fault.corrupt_at < passed + len(piece):
            at = fault.corrupt_at - passed
            piece = piece[:at] + bytes([piece[at] ^ 0xFF]) + piece[at + 1 :]

        if fault.cut_at is not None and passed + len(piece) >= fault.cut_at:
            yield piece[: fault.cut_at - passed]
            return

        passed += len(piece)
        yield piece
        if piece.endswith(_LAST_CHUNK):
            return  # the service would keep the connection for a next request


async def _deliver(pieces: AsyncGenerator[bytes, None], writer: asyncio.StreamWriter, fault: Fault) -> None:
    if fault.is_held:
        writer.write(b"".join([piece async for piece in pieces]))
        await writer.drain()
        return

    async for piece in pieces:
        size = fault.slice or len(piece) or 1
        for at in range(0, len(piece), size):
            writer.write(piece[at : at + size])
            await writer.drain()
            if fault.slice:
                await asyncio.sleep(0)
