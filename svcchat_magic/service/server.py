"""Starts the service: inside this process for a notebook, or in the foreground for a terminal."""

import atexit
import json
import logging
import secrets
import signal
import threading
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import FrameType, MappingProxyType
from urllib.parse import quote

from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.errors import SettingsError
from svcchat_magic.semantic.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.model import Model
from svcchat_magic.semantic.model_files import load_model
from svcchat_magic.service.account import Account, attributes_used_by, read_account
from svcchat_magic.service.agent import Agent, Parts
from svcchat_magic.service.app import LOOPBACK_HOSTS, make_app
from svcchat_magic.service.blocking import in_thread
from svcchat_magic.service.http_server import HttpServer
from svcchat_magic.service.queries import Queries
from svcchat_magic.service.state_file import IN_MEMORY, open_store
from svcchat_magic.service.tools import Workspace
from svcchat_magic.settings import ApiKey

DEMO = Path(__file__).parent.parent / "demo"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
EVERY_ADDRESS = frozenset({"0.0.0.0", "::", ""})
DEFAULT_ACCOUNT = "local"
DEFAULT_AGENT = "analyst"


class RunningService:
    """A service that answers at `chat_url` until `stop()`; it also ends with the interpreter."""

    def __init__(self, parts: Parts, api_key: ApiKey, *, host: str, port: int, notice: str = "") -> None:
        self.api_key = api_key
        self.notice = notice  # one sentence for the user, or empty
        self._parts = parts
        self._agent = Agent(parts)
        self._agent.interrupt_dead_runs()
        self._queries = Queries(self._agent)
        self._server = HttpServer(make_app(self._agent, self._queries, _allowed_hosts(host)), host, port)
        self.base_url = f"http://{_host_in_address(host)}:{self._server.port}"
        self._stopped = threading.Lock()
        atexit.register(self.stop)

    @property
    def chat_url(self) -> str:
        """Address of the agent's chat endpoint (4.1)."""
        account, agent = self._parts.account.name, next(iter(self._parts.account.agents))
        return f"{self.base_url}/api/v1/public/{quote(account)}/agents/{quote(agent)}/chat/stream-chat-state"

    @property
    def query_url(self) -> str:
        """Address of the query API, which gives all rows of a result."""
        return f"{self.base_url}/api/v1/public/{quote(self._parts.account.name)}/sql"

    @property
    def today(self) -> date | None:
        """The date that relative time is read against; None is the real one."""
        return self._parts.account.today

    def stop(self) -> None:
        """End every run, the server's thread, the state and the engine; calling it again does nothing."""
        if not self._stopped.acquire(blocking=False):
            return

        atexit.unregister(self.stop)
        self._server.call(self._queries.stop_all())
        self._server.call(self._agent.stop_all())
        self._server.stop()
        self._parts.store.close()
        self._parts.close_engine()


def start_service(
    *,
    model: Path | None = None,
    data: Path | None = None,
    account: str | None = None,
    agent: str | None = None,
    api_key: ApiKey | None = None,
    state: Path | None = None,
    today: date | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
) -> RunningService:
    """Start the service in a thread of this process; without model and data it serves the packaged demo.

    Without `state` chats are kept in the user's data folder, without `api_key` a random key is made.
    Raises SettingsError, ModelError or EngineError for what it cannot be started with.
    """
    if host not in LOOPBACK and api_key is None:
        raise SettingsError("An address that others can reach needs an API key of your own: --api-key-file.")

    logging.getLogger("svcchat_magic").addHandler(logging.NullHandler())  # quiet unless the user listens
    key = api_key or ApiKey(secrets.token_urlsafe(32))
    loading = in_thread(lambda: load_model(model or DEMO / "model"), "svcchat-load")
    with ExitStack() as undo:  # what was opened is closed again when a later part cannot start
        engine = DuckDBEngine.open(data or DEMO / "data")
        undo.callback(engine.close)
        loaded = loading.result()
        chosen = _account(loaded, is_demo=model is None and data is None, name=account, agent=agent)
        chosen = replace(chosen.with_key(key), today=today or chosen.today)
        store, notice = open_store(state)
        undo.callback(store.close)
        parts = Parts(chosen, store, Workspace(loaded, engine), OfflineAnalyst(), close_engine=engine.close)
        service = RunningService(parts, key, host=host, port=port, notice=notice)
        undo.pop_all()
        return service


def serve(
    *,
    model: Path | None = None,
    data: Path | None = None,
    account: str | None = None,
    agent: str | None = None,
    api_key: ApiKey | None = None,
    state: Path | None = None,
    today: date | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
) -> None:
    """Serve in the foreground until SIGINT or SIGTERM; prints one line of JSON with the addresses when ready.

    Without `state` chats are kept in memory. Call it from the main thread. Raises as `start_service` does.
    """
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    ended = threading.Event()

    def end(_signal: int, _frame: FrameType | None) -> None:
        ended.set()

    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        service = start_service(
            model=model,
            data=data,
            account=account,
            agent=agent,
            api_key=api_key,
            state=state or IN_MEMORY,
            today=today,
            host=host,
            port=port,
        )
        addresses = {
            "chat_url": service.chat_url,
            "base_url": service.base_url,
            "query_url": service.query_url,
        }
        print(json.dumps(addresses), flush=True)
        while not ended.wait(1.0):  # a wait without end would not see signals on Windows
            continue

        service.stop()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _account(model: Model, *, is_demo: bool, name: str | None, agent: str | None) -> Account:
    """The demo's account, or one for a model of the user's own whose policies name its attributes."""
    if is_demo:
        base = read_account(DEMO / "account.toml")
    else:
        base = Account(DEFAULT_ACCOUNT, MappingProxyType({DEFAULT_AGENT: "Analyst"}))

    title = next(iter(base.agents.values()))
    return replace(
        base,
        name=name or base.name,
        agents=MappingProxyType({agent: title}) if agent else base.agents,
        attributes=base.attributes | attributes_used_by(model),
    )


def _allowed_hosts(host: str) -> frozenset[str]:
    if host in LOOPBACK:
        return LOOPBACK_HOSTS

    return frozenset({"*"}) if host in EVERY_ADDRESS else LOOPBACK_HOSTS | {_host_in_address(host).lower()}


def _host_in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
