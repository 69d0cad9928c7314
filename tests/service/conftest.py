"""A service around an analyst that the test itself writes: a real one, over real HTTP."""

import asyncio
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pytest

from svcchat_magic.analyst.events import AnswerText, Thought
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.service.access.account import Account
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.access.identity import Identity
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.process.service_options import ListenAddress
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.database import Mode
from svcchat_magic.service.state.state_file import IN_MEMORY, database_of, open_store
from svcchat_magic.service.state.threads import make_thread
from svcchat_magic.service.state.users import Claim, find_or_make_user
from svcchat_magic.settings import ApiKey
from tests.waiting import threads_of_ours, until


@dataclass
class ScriptedAnalyst:
    """Yields the given events, then, when `waits`, stands still until it is cancelled."""

    events: tuple = (Thought("Thinking"), AnswerText("Half of "))
    waits: bool = True
    waiting: threading.Event = field(default_factory=threading.Event)
    cancelled: threading.Event = field(default_factory=threading.Event)
    tasks: list = field(default_factory=list)

    async def answer(self, task, tools):
        self.tasks.append(task)
        for event in self.events:
            if isinstance(event, Exception):
                raise event

            yield event

        if not self.waits:
            return

        self.loop, self.released = asyncio.get_running_loop(), asyncio.Event()
        self.waiting.set()
        try:
            await self.released.wait()
            yield AnswerText("it")
            if self.waits_again:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise

    def release(self, *, then_waits=False):
        """Let a waiting answer go on: to its end, or by one more piece."""
        self.waits_again = then_waits
        self.loop.call_soon_threadsafe(self.released.set)


class Clock:
    """Time that the test moves."""

    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="session")
def workspace():
    engine = DuckDBEngine.open(DEMO / "data")
    yield Workspace(load_model(DEMO / "model"), engine)
    engine.close()


@contextmanager
def workspace_of(folder, model):
    """A workspace whose model needs no data."""
    for name, text in (("data/unused.csv", "a\n1\n"), ("model/big.yml", model)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text)

    engine = DuckDBEngine.open(folder / "data")
    yield Workspace(load_model(folder / "model"), engine)
    engine.close()


@pytest.fixture
def endless_workspace(tmp_path):
    """A model whose one measure takes hours to compute."""
    model = """
cubes:
  - name: big
    sql: SELECT a.range * b.range % 7 AS n FROM range(10000000) a CROSS JOIN range(10000000) b
    dimensions:
      - {name: n, sql: n, type: number, primary_key: true}
    measures:
      - {name: total, sql: n, type: sum}
"""
    with workspace_of(tmp_path, model) as opened:
        yield opened


def running_service(workspace, clock, analyst, state=None, listener=None, host="127.0.0.1", **account):
    """A service around an analyst; `account` replaces fields of the demo's account."""
    key = ApiKey("test-key-0123456789")
    store, _ = open_store(state or IN_MEMORY)
    chosen = replace(read_account(DEMO / "account.toml").with_key(key), **account)
    parts = ServiceComponents(chosen, store, workspace, analyst, clock)
    return RunningService(parts, key, ListenAddress(host=host, listener=listener))


@pytest.fixture(scope="session")
def quick(workspace):
    """One service for all tests that need no more than an answer at once."""
    service = running_service(workspace, Clock(), ScriptedAnalyst(waits=False))
    yield service
    service.stop()


def _queries_since(before):
    return [each for each in threads_of_ours() - before if each.name == "svcchat-query"]


@pytest.fixture
def running():
    """The threads of the queries that began in this test and have not ended."""
    before = threads_of_ours()
    return lambda: _queries_since(before)


@pytest.fixture
def queries():
    """The threads of the queries that began in this test, once there is one."""
    before = threads_of_ours()
    return lambda: until(lambda: _queries_since(before))


@pytest.fixture
def start(workspace, clock):
    """Start a service around an analyst; all of them end with the test."""
    running = []

    def started(analyst, state=None, workspace=workspace, **more):
        running.append(running_service(workspace, clock, analyst, state, **more))
        return running[-1]

    yield started
    for service in running:
        service.stop()


@pytest.fixture
def last_bytes_soon(monkeypatch):
    """A server that stops gives readers who take nothing a moment, not two seconds."""
    monkeypatch.setattr("svcchat_magic.service.process.http_server.LAST_BYTES_SECONDS", 0.05)


@pytest.fixture(params=["sqlite", "postgres"])
def connection(request):
    """An open transaction on a new state of either kind."""
    state = IN_MEMORY if request.param == "sqlite" else request.getfixturevalue("postgres_database")
    database = database_of(state)
    database.open()
    yield database.begin(Mode.WRITE)
    database.roll_back()
    database.close()


@pytest.fixture
def chat_id(connection):
    """A chat without any turn."""
    user_id = find_or_make_user(connection, Claim("demo", "external", "ada"), 0.0, 10)
    return make_thread(connection, "demo", "analyst", user_id, 0.0)


@pytest.fixture
def chat(clock):
    """A chat in a state of its own that can be read; it has no turn yet."""
    store, _ = open_store(IN_MEMORY)

    def make(connection):
        user_id = find_or_make_user(connection, Claim("demo", "external", "ada"), clock(), 10)
        return user_id, make_thread(connection, "demo", "analyst", user_id, 0.0)

    user_id, chat_id = store.write_now(make)
    yield ReadableChat(
        store, clock, Account("demo", {}), "analyst", chat_id, Identity(user_id, Viewer(user_id))
    )
    store.close()
