"""Services in processes of their own for the benchmarks, and a reader below any HTTP client.

`prepared` yields events that were made before and does everything else as always; `forgetful` is the same
with the store off: a run is begun and ended there, its lines are not kept. `bare` is an ASGI application on
the same server that sends the same lines, one or 32 to a piece, and `uvicorn` the same on a plain server.
`offline` answers questions on the demo.
"""

import asyncio
import json
import multiprocessing
import os
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from threading import Thread
from urllib.parse import urlsplit

import uvicorn

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.process.foreground import be_a_service
from svcchat_magic.service.process.http_server import HttpServer, listen
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.sqlite_state import SqliteState
from svcchat_magic.service.state.state_file import open_store
from svcchat_magic.service.state.store import Store
from svcchat_magic.settings import ApiKey

KEY = "benchmark-key-0123456789"
PIECE = "and eight more words of the answer, as it comes. "


class PreparedAnalyst:
    """So many pieces of an answer, at a pace in seconds; the words of a question say both: `500 0.02`."""

    async def answer(self, task, tools):
        count, pace = task.question.split()
        event, seconds = AnswerText(PIECE), float(pace)
        for _ in range(int(count)):
            yield event
            if seconds:
                await asyncio.sleep(seconds)


class ForgetfulStore(Store):
    """Keeps everything but the lines of runs."""

    async def write_own(self, job):
        if isinstance(job, partial):
            return [RunStatus.RUNNING] * len(job.keywords["appends"])

        return await super().write_own(job)


class BareApp:
    """Sends prepared bytes: the least that anything on this server costs."""

    def __init__(self, line: bytes, lines_a_piece: int) -> None:
        self.line, self.lines_a_piece = line, lines_a_piece

    async def __call__(self, scope, receive, send):
        body = (await receive())["body"]
        count, pace = json.loads(body)["input"].split()
        piece, seconds = self.line * self.lines_a_piece, float(pace)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(int(count) // self.lines_a_piece):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            if seconds:
                await asyncio.sleep(seconds)

        await send({"type": "http.response.body", "body": b"", "more_body": False})


@dataclass
class Running:
    """A service in its process."""

    port: int
    path: str
    pipe: Connection

    def cpu(self) -> float:
        """Seconds of CPU it has used."""
        self.pipe.send("cpu")
        return self.pipe.recv()

    def memory(self) -> int:
        """Bytes in memory now."""
        self.pipe.send("memory")
        return self.pipe.recv()


@contextmanager
def running(kind: str, *arguments) -> Iterator[Running]:
    """A service until the block ends."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs, kind, *arguments), daemon=True)
    process.start()
    port, path = ours.recv()
    yield Running(port, path, ours)
    ours.send("stop")
    process.join()


def _serve(pipe: Connection, kind: str, *arguments) -> None:
    port, path, stop = _started(kind, *arguments)
    be_a_service()
    pipe.send((port, path))
    while (asked := pipe.recv()) != "stop":
        pipe.send(time.process_time() if asked == "cpu" else _memory())

    stop()


def _memory() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _started(kind: str, *arguments) -> tuple[int, str, Callable[[], None]]:
    if kind == "bare":
        server = HttpServer(BareApp(*arguments), listen("127.0.0.1", 0), Limits(), lambda *_: None)
        return server.port, "/", server.stop

    if kind == "uvicorn":
        return _uvicorn(BareApp(*arguments))

    engine = DuckDBEngine.open(DEMO / "data")
    key = ApiKey(KEY)
    store = {
        "forgetful": lambda: ForgetfulStore(SqliteState(None)),
        "prepared": lambda: open_store(*arguments)[0],
        "offline": lambda: open_store(*arguments)[0],
    }[kind]()
    analyst = OfflineAnalyst() if kind == "offline" else PreparedAnalyst()
    workspace = Workspace(load_model(DEMO / "model"), engine)
    account = read_account(DEMO / "account.toml").with_key(key)
    account = replace(account, limits=Limits(requests_per_key=2_000))  # all readers share the key
    parts = ServiceComponents(account, store, workspace, analyst, close_engine=engine.close)
    service = RunningService(parts, key)
    address = urlsplit(service.chat_url)
    return address.port, address.path, service.stop


def _uvicorn(app: BareApp) -> tuple[int, str, Callable[[], None]]:
    """The application on a server that has nothing of ours."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    config = uvicorn.Config(
        app, loop="asyncio", http="h11", lifespan="off", log_level="critical", access_log=False
    )
    server = uvicorn.Server(config)
    Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    return listener.getsockname()[1], "/", lambda: setattr(server, "should_exit", True)


def question(service: Running, text: str, user: str = "ada") -> bytes:
    """A question's request."""
    body = json.dumps({"input": text, "sessionSettings": {"externalId": user}}).encode()
    return (
        f"POST {service.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Api-Key {KEY}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode() + body


async def read(service: Running, sent: bytes) -> tuple[float, bytes]:
    """Seconds from the request to its answer's first byte, and the whole answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    began = time.perf_counter()
    writer.write(sent)
    first = await reader.read(65536)
    seconds = time.perf_counter() - began
    rest = await reader.read(-1)
    writer.close()
    return seconds, first + rest


async def together(jobs: list[Callable[[], Awaitable]]) -> list:
    """All at once."""
    return await asyncio.gather(*(job() for job in jobs))
