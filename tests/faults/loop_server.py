"""A TCP server on loopback with an event loop and a thread of its own."""

import asyncio
import socket
import ssl
import struct
import threading

from tests.waiting import PATIENCE


class LoopServer:
    """Serves until `close`; a subclass says in `play` what one connection meets."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.gone = threading.Event()  # set when a client has left before it was served
        self._tls = tls
        self._loop = asyncio.new_event_loop()
        self._playing: set[asyncio.Task[None]] = set()
        self._open: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self._ready.wait()

    @property
    def url(self) -> str:
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    def close(self) -> None:
        if self._loop.is_closed():
            return

        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError  # each kind of server plays its own part

    def _serve(self) -> None:
        self._loop.run_until_complete(self._main())

    async def _main(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._play, "127.0.0.1", 0, backlog=512, ssl=self._tls)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        while any(map(self._is_accepting, asyncio.all_tasks())):
            await asyncio.sleep(0)  # a connection that is accepted right now is closed by what plays on it

        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()

        await asyncio.wait_for(asyncio.gather(*left, return_exceptions=True), PATIENCE)
        for writer in filter(_is_open, self._open):
            writer.transport.abort()  # a closed one stays as long as its client reads nothing

        await asyncio.sleep(0)  # what was closed is let go of
        await asyncio.sleep(0)

    def _is_accepting(self, task: asyncio.Task[object]) -> bool:
        """Whether nothing plays yet on a connection, so that a task that ended now would leave it open."""
        name = getattr(task.get_coro(), "__name__", "")
        return name == "_accept_connection2" or (name == "_play" and task not in self._playing)

    async def _play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if task := asyncio.current_task():
            self._playing.add(task)

        self._open.add(writer)
        try:
            await self.play(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            self.gone.set()
        finally:
            writer.close()


def _is_open(writer: asyncio.StreamWriter) -> bool:
    """Whether the connection stands: to abort one that has sent the rest of its data and gone is an error."""
    raw: socket.socket | None = writer.get_extra_info("socket")  # under TLS it goes with the connection
    return raw is not None and raw.fileno() >= 0


async def reset(writer: asyncio.StreamWriter) -> None:
    """Close with linger zero, which sends RST instead of FIN."""
    while writer.transport.get_write_buffer_size():
        await asyncio.sleep(0)

    raw: socket.socket = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
