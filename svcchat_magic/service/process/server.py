"""Starts the service inside this process."""

import asyncio
import atexit
import logging
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import wait
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from svcchat_magic.errors import SettingsError
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.branches import Branches
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.service.access.account import Account, AgentProfile, attributes_used_by, policies_of
from svcchat_magic.service.access.account_file import check_against, read_account
from svcchat_magic.service.http.app import LOOPBACK_HOSTS, make_app
from svcchat_magic.service.http.queries import Queries
from svcchat_magic.service.http.result_charts import ResultCharts
from svcchat_magic.service.process.http_server import HttpServer, listen
from svcchat_magic.service.process.service_options import ListenAddress, ServiceOptions
from svcchat_magic.service.runs.chat_service import ChatService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.offloaded_analyst import OffloadedAnalyst
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.blocking import in_thread
from svcchat_magic.service.state.retention import Retention
from svcchat_magic.service.state.state_file import open_store
from svcchat_magic.settings import ApiKey

DEMO = Path(__file__).parents[2] / "demo"
log = logging.getLogger("svcchat_magic.service")

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
EVERY_ADDRESS = frozenset({"0.0.0.0", "::", ""})
DEFAULT_ACCOUNT = "local"
DEFAULT_AGENT = "analyst"
FINISH_SECONDS = 5.0  # more than the grace, for the event loop to come to it


class RunningService:
    """A service that answers at `chat_url` until `stop()`; it also ends with the interpreter."""

    def __init__(
        self,
        parts: ServiceComponents,
        api_key: ApiKey,
        address: ListenAddress = ListenAddress(),
        notice: str = "",
        understood: tuple[str, ...] = (),
    ) -> None:
        self.api_key = api_key
        self.understood = understood  # of data without a model, in sentences
        self.notice = notice  # one sentence for the user, or empty
        self._parts = parts
        self._agent = ChatService(parts)
        self._agent.runs.interrupt_dead()
        self._queries = Queries(self._agent)
        self._charts = ResultCharts(self._agent)
        hosts = _allowed_hosts(address.host, parts.account.hosts)
        app = make_app(self._agent, self._queries, self._charts, hosts)
        self._guard, monitor = app, parts.monitor
        limits = parts.account.limits
        listener = address.listener or listen(address.host, address.port)
        self._retention = Retention(
            parts.store, parts.clock, self._agent.runs.interrupt_left, parts.purge_seconds
        )
        self._server = HttpServer(app, listener, limits, monitor.refused)
        with ExitStack() as undo:  # an interrupt, above all: it must not go on over a store that is closed
            undo.callback(self._server.stop)
            self._server.call(self._retention.start())
            monitor.metrics.watch("svcchat_streams_running", lambda: self._agent.runs.count)
            monitor.metrics.watch("svcchat_stream_bytes_held", lambda: self._agent.runs.bytes_held)
            monitor.metrics.watch("svcchat_connections_open", lambda: self._server.connections)
            undo.pop_all()

        parts.store.when_written = monitor.written
        self.base_url = f"http://{_host_in_address(address.host)}:{self._server.port}"
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
    def addresses(self) -> dict[str, str]:
        """What a client is configured with."""
        return {"chat_url": self.chat_url, "base_url": self.base_url, "query_url": self.query_url}

    @property
    def today(self) -> date | None:
        """The date that relative time is read against; None is the real one."""
        return self._parts.account.today

    def stop(self, grace_seconds: float = 0.0) -> None:
        """End every run, the server's thread, the state and the engine; calling it again does nothing.

        New connections and requests are refused at once; answers and the rows of queries may go on to their
        end within the grace.
        """
        if not self._stopped.acquire(blocking=False):
            return

        atexit.unregister(self.stop)
        self._guard.close()
        with ExitStack() as ending:  # all of it, also when the user interrupts the wait for the work
            ending.callback(self._parts.close_engine)
            ending.callback(self._parts.store.close)
            ending.callback(self._server.stop)
            ending.callback(self._charts.close)
            try:
                self._end_work(grace_seconds)
            except TimeoutError:  # as above: what is left running would outlive its store
                log.warning(
                    "the service was too busy to end its runs; its next start marks them as interrupted"
                )

    def _end_work(self, grace_seconds: float) -> None:
        self._server.refuse_connections()
        self._server.call(self._finish(grace_seconds), grace_seconds + FINISH_SECONDS)
        self._server.call(self._queries.stop_all())
        self._server.call(self._agent.runs.stop_all())

    async def _finish(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._agent.runs.finish_all()
                await self._server.answered()


def start_service(
    options: ServiceOptions = ServiceOptions(),
    *,
    api_key: ApiKey | None = None,
    address: ListenAddress = ListenAddress(),
) -> RunningService:
    """Start the service in a thread of this process; without an API key it makes a random one.

    Raises SettingsError, ModelError or EngineError when the options do not allow a start.
    """
    check_address(address.host, api_key)
    logging.getLogger("svcchat_magic").addHandler(logging.NullHandler())  # quiet unless the user listens
    key = api_key or ApiKey(secrets.token_urlsafe(32))
    with ExitStack() as undo:  # closes what is open when a later step fails
        workspace, close_engine, understood = _opened(options)
        undo.callback(close_engine)
        account = _account_for(options, workspace.model).with_key(key)
        if address.any_host:
            account = replace(account, hosts=(*account.hosts, "*"))

        store, notice = open_store(options.state)
        undo.callback(store.close)
        analyst = OffloadedAnalyst(account.limits)
        undo.callback(analyst.close)

        def close_work() -> None:
            analyst.close()
            close_engine()

        parts = ServiceComponents(account, store, workspace, analyst, close_engine=close_work)
        service = RunningService(parts, key, address, notice, understood)
        undo.pop_all()
        return service


def _opened(options: ServiceOptions) -> tuple[Workspace, Callable[[], None], tuple[str, ...]]:
    """What is served, what closes it, and what was understood of data without a model, in sentences."""
    if options.data is None or options.model is not None:
        data = DEMO / "data" if options.data is None else options.data
        return *open_workspace(options.model or DEMO / "model", data), ()

    from svcchat_magic.semantic.inference.inferred_model import infer_model  # most services have a model

    with ExitStack() as undo:
        engine = DuckDBEngine.open(options.data)
        undo.callback(engine.close)
        inferred = infer_model(engine)
        undo.pop_all()
        return Workspace(inferred.model, engine), engine.close, inferred.understood


def open_workspace(model: Path, data: object) -> tuple[Workspace, Callable[[], None]]:
    """A model and its data, which are read at the same time; with what closes the data.

    Raises ModelError or EngineError.
    """
    loading = in_thread(lambda: load_model(model), "svcchat-load")
    with ExitStack() as undo:
        # A thread that is at work while the interpreter ends keeps DuckDB's objects, and it names each.
        undo.callback(wait, [loading])
        engine = DuckDBEngine.open(data)
        undo.callback(engine.close)
        workspace = Workspace(loading.result(), engine, Branches(model))
        undo.pop_all()
        return workspace, engine.close


def check_address(host: str, api_key: ApiKey | None) -> None:
    """Raise SettingsError for an address that others can reach and a key that was not chosen."""
    if host not in LOOPBACK and api_key is None:
        raise SettingsError("An address that others can reach needs an API key of your own: --api-key-file.")


def _account_for(options: ServiceOptions, model: Model) -> Account:
    """The account to serve: with the names and the date of the options, and the policies of the model."""
    if options.account_file is not None:
        found = read_account(options.account_file)
        check_against(found, model, options.account_file.name)
    else:
        found = _default_account(model, is_demo=options.model is None and options.data is None)

    named = _renamed(found, options.account, options.agent)
    return replace(named, today=options.today or named.today, policies=policies_of(model))


def _default_account(model: Model, *, is_demo: bool) -> Account:
    """The demo's account, or one for your own model with the attributes that its policies use."""
    if is_demo:
        base = read_account(DEMO / "account.toml")
    else:
        base = Account(DEFAULT_ACCOUNT, MappingProxyType({DEFAULT_AGENT: AgentProfile("Analyst")}))

    used = dict.fromkeys(sorted(attributes_used_by(model)), "string")
    return replace(base, attributes=MappingProxyType({**used, **base.attributes}))


def _renamed(account: Account, name: str | None, agent: str | None) -> Account:
    about = next(iter(account.agents.values()))
    agents = MappingProxyType({agent: about}) if agent else account.agents
    return replace(account, name=name or account.name, agents=agents)


def _allowed_hosts(host: str, named: tuple[str, ...]) -> frozenset[str]:
    """The Host names answered: those that the account names, else any on an address that is every one."""
    if host in LOOPBACK:
        return LOOPBACK_HOSTS.union(named)

    if host in EVERY_ADDRESS:
        return LOOPBACK_HOSTS.union(named) if named else frozenset({"*"})

    return LOOPBACK_HOSTS.union(named, {_host_in_address(host).lower()})


def _host_in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
