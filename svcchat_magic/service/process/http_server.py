"""An ASGI application served from a daemon thread, on a socket that is bound before the thread starts."""

import asyncio
import socket
import sys
import threading
from collections.abc import Coroutine
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp

from svcchat_magic.errors import ServiceFailed, SettingsError
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.process.http_protocol import BoundedProtocol, ServerConfig, WhenRefused

START_SECONDS = 30.0
STOP_SECONDS = 10.0
LOOK_SECONDS = 0.05  # between checks whether all requests are answered
TICK_SECONDS = 0.1  # uvicorn counts ten ticks as a second
CLOSING_LOOK_SECONDS = 0.01  # between checks whether all connections are closed
LAST_BYTES_SECONDS = 2  # for connections that are still sending when the server stops
OTHER_FILES = 128  # file descriptors that are not connections


class HttpServer:
    """A running server without signal handlers; it does not keep the interpreter from exiting."""

    def __init__(
        self, app: ASGIApp, listener: socket.socket, limits: Limits, when_refused: WhenRefused
    ) -> None:
        self._listener = listener
        self.port: int = self._listener.getsockname()[1]
        self._server = _Server(
            ServerConfig(
                app,
                replace(limits, connections=min(limits.connections, _most_connections())),
                when_refused,
                loop="asyncio",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",  # the application logs its own failures, with the request's id
                access_log=False,  # it would log query strings, which contain session ids
                server_header=False,
            )
        )
        self._thread = threading.Thread(target=self._run, name="svcchat-service", daemon=True)
        self._thread.start()
        with ExitStack() as undo:
            undo.callback(self.stop)
            if not self._server.ready.wait(START_SECONDS):
                raise ServiceFailed("The local service did not start.", status=500)

            undo.pop_all()

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._server.server_state.connections)

    def call(self, coroutine: Coroutine[Any, Any, None], seconds: float | None = None) -> None:
        """Run a coroutine on the server's loop and wait for it. Raises TimeoutError."""
        if self._server.loop is None:
            coroutine.close()
            return

        asyncio.run_coroutine_threadsafe(coroutine, self._server.loop).result(
            STOP_SECONDS if seconds is None else seconds
        )

    async def answered(self) -> None:
        """Wait, on the server's loop, until no request is in progress."""
        while not all(cast(BoundedProtocol, each).is_idle for each in self._server.server_state.connections):
            await asyncio.sleep(LOOK_SECONDS)

    def refuse_connections(self) -> None:
        """Stop listening; open connections continue."""
        self.call(self._server.stop_listening())

    def stop(self) -> None:
        """Close the listener and every connection, and end the thread."""
        self._server.end()
        self._thread.join(STOP_SECONDS)
        if not self._thread.is_alive():  # otherwise it closes the listener itself when it ends
            self._listener.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._listener])


class _Server(uvicorn.Server):
    """Signals when it is ready, enforces its connections' deadlines once a second, and ends without delay.

    uvicorn's own loop looks only every 0.1 s whether it should end, and then waits 0.1 s more.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self._ending = asyncio.Event()

    def end(self) -> None:
        """End the main loop; callable from any thread, and more than once."""
        self.should_exit = True
        if self.loop is not None:
            with suppress(RuntimeError):  # the loop is closed already
                self.loop.call_soon_threadsafe(self._ending.set)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.ready.set()

    async def main_loop(self) -> None:
        counter = 0
        while not await self.on_tick(counter):
            with suppress(TimeoutError):  # the time for the next tick
                async with asyncio.timeout(TICK_SECONDS):
                    await self._ending.wait()

            counter += 1

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listener in (*self.servers, *(sockets or ())):
            listener.close()

        for connection in self._connections():
            connection.shutdown()

        with suppress(TimeoutError):  # those still open are cut below
            async with asyncio.timeout(LAST_BYTES_SECONDS):
                await self._all_closed()

        for task in self.server_state.tasks:
            task.cancel()

        for connection in self._connections():  # its client does not read, so it would stay open
            connection.transport.abort()

        await asyncio.sleep(0)  # the sockets are closed in the loop's next iteration

    async def _all_closed(self) -> None:
        while self.server_state.connections or self.server_state.tasks:
            await asyncio.sleep(CLOSING_LOOK_SECONDS)

    def _connections(self) -> tuple[BoundedProtocol, ...]:
        return tuple(cast(BoundedProtocol, each) for each in self.server_state.connections)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            now = asyncio.get_running_loop().time()
            for connection in self._connections():
                connection.enforce(now)

        return await super().on_tick(counter)

    async def stop_listening(self) -> None:
        loop = asyncio.get_running_loop()
        for listener in [each for server in self.servers for each in server.sockets]:
            with suppress(NotImplementedError):  # a loop of Windows has no readers, so none to take away
                loop.remove_reader(listener.fileno())

        await asyncio.sleep(0.01)  # a connection that is being accepted right now would never be closed
        for server in self.servers:
            server.close()


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; connections queue on it until they are served. Raises SettingsError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        made = socket.create_server((host, port), family=family, backlog=1024)
    except OSError as cause:
        problem = str(cause.strerror).partition(" (while")[0]  # Python appends the address in its own form
        raise SettingsError(
            f"The service cannot listen on {host} port {port}: {problem}. Choose another --port or --host."
        ) from cause

    # Named TCP because the event loop sets TCP_NODELAY on such sockets only.
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=made.detach())


def _most_connections() -> int:
    """The process's limit on open files, less what else it opens."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return sys.maxsize

    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(OTHER_FILES, most - OTHER_FILES) if most != resource.RLIM_INFINITY else sys.maxsize
