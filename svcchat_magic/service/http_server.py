"""An ASGI application served from a daemon thread, on a socket that is bound before the thread starts."""

import asyncio
import socket
import threading
from collections.abc import Coroutine
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from svcchat_magic.errors import ServiceFailed, SettingsError

START_SECONDS = 30.0
STOP_SECONDS = 10.0
GRACE_SECONDS = 2  # for connections that are still sending when the server stops


class HttpServer:
    """A running server; no signal handlers, and nothing of it keeps the interpreter from ending."""

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        self._listener = _listen(host, port)
        self.port: int = self._listener.getsockname()[1]
        self._server = _Server(
            uvicorn.Config(
                app,
                loop="asyncio",
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",  # the application logs its own failures, with the request's id
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._thread = threading.Thread(target=self._run, name="svcchat-service", daemon=True)
        self._thread.start()
        if not self._server.ready.wait(START_SECONDS):
            raise ServiceFailed("The local service did not start.", status=500)

    def call(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine on the server's loop and wait for it."""
        if self._server.loop is None:
            coroutine.close()
            return

        asyncio.run_coroutine_threadsafe(coroutine, self._server.loop).result(STOP_SECONDS)

    def stop(self) -> None:
        """Close the listener and every connection, and end the thread."""
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)
        self._listener.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._listener])


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.ready.set()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as cause:
        raise SettingsError(f"The service cannot listen on {host} port {port}: {cause.strerror}.") from cause
