"""Start the service inside this process."""

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
from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.branches import Branches
from svcchat_magic.semantic.files.live_model import LiveModel
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.service.access.account import Account, AgentProfile, attributes_used_by, policies_of
from svcchat_magic.service.access.account_file import check_against, read_account
from svcchat_magic.service.http.app import LOOPBACK_HOSTS, make_app
from svcchat_magic.service.http.queries import Queries
from svcchat_magic.service.http.result_charts import ResultCharts
from svcchat_magic.service.process.answering import (
    analyst_of,
    analysts_of,
    uses_models,
    with_time_for_models,
)
from svcchat_magic.service.process.early_workspace import early_demo
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
FINISH_SECONDS = 5.0  # in addition to the grace period, for a busy event loop


class RunningService:
    """A service that answers at `chat_url` until `stop()` is called or the interpreter exits."""

    def __init__(
        self,
        parts: ServiceComponents,
        api_key: ApiKey,
        address: ListenAddress = ListenAddress(),
        notice: str = "",
        understood: tuple[str, ...] = (),
    ) -> None:
        self.api_key = api_key
        self.understood = understood  # what was inferred from data without a model, as sentences
        self.notice = notice  # a message for the user, or empty
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
        self._retention = Retention(parts.store, parts.clock, self._agent.tidy, parts.purge_seconds)
        self._server = HttpServer(app, listener, limits, monitor.refused)
        with ExitStack() as undo:  # or an interrupt would leave the server running on a closed store
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
        """Address of the query API, which returns all rows of a result."""
        return f"{self.base_url}/api/v1/public/{quote(self._parts.account.name)}/sql"

    @property
    def addresses(self) -> dict[str, str]:
        """The addresses that a client needs."""
        return {"chat_url": self.chat_url, "base_url": self.base_url, "query_url": self.query_url}

    @property
    def today(self) -> date | None:
        """The date that relative time refers to; None is the real one."""
        return self._parts.account.today

    def stop(self, grace_seconds: float = 0.0) -> None:
        """Stop every run, the server's thread, the state and the engine. Calling it again does nothing.

        New connections and requests are refused at once. Answers and query results may finish within the
        grace period.
        """
        if not self._stopped.acquire(blocking=False):
            return

        atexit.unregister(self.stop)
        self._guard.close()
        with ExitStack() as ending:  # close everything, even if the user interrupts the wait
            ending.callback(self._parts.close_engine)
            ending.callback(self._parts.store.close)
            ending.callback(self._server.stop)
            ending.callback(self._charts.close)
            try:
                self._end_work(grace_seconds)
            except TimeoutError:  # close everything all the same: a run must not outlive its store
                log.warning(
                    "the service was too busy to end its runs; the next start marks them as interrupted"
                )

    def _end_work(self, grace_seconds: float) -> None:
        self._server.refuse_connections()
        self._server.call(self._finish(grace_seconds), grace_seconds + FINISH_SECONDS)
        self._server.call(self._queries.stop_all())
        self._server.call(self._agent.runs.stop_all())

    async def _finish(self, seconds: float) -> None:
        with suppress(TimeoutError):  # the caller stops what is left
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
        account = _at(address, _account_for(options, workspace.model).with_key(key))
        store, notice = open_store(options.state)
        undo.callback(store.close)
        offline = OffloadedAnalyst(account.limits)
        undo.callback(offline.close)

        def close_work() -> None:
            offline.close()
            close_engine()

        parts = ServiceComponents(
            with_time_for_models(account, options),
            store,
            workspace,
            analyst_of(options, offline),
            close_engine=close_work,
            tells_earlier=uses_models(account, options),
            analysts=analysts_of(account, options, offline),
        )
        service = RunningService(parts, key, address, notice, understood)
        undo.pop_all()
        return service


def _opened(options: ServiceOptions) -> tuple[Workspace, Callable[[], None], tuple[str, ...]]:
    """Open what is served; also returns what closes it and what was understood of the user's own data."""
    is_demo = options.model is None and options.data is None and not options.joined
    early = early_demo().take(options.data_limits if is_demo else None)
    if early is not None:
        return *early, ()

    if options.joined:
        from svcchat_magic.service.process.joined_workspace import open_joined_workspace  # most have none

        data = options.data if options.model else DEMO / "data"
        return open_joined_workspace(
            options.model or DEMO / "model",
            data if isinstance(data, list) else [data] if data else [],
            options.joined,
            options.data_limits,
        )

    if options.data is None or options.model is not None:
        data = DEMO / "data" if options.data is None else options.data
        return *open_workspace(options.model or DEMO / "model", data, options.data_limits), ()

    from svcchat_magic.semantic.inference.inferred_model import infer_model  # most services have a model

    with ExitStack() as undo:
        engine = open_engine(options.data, limits=options.data_limits)
        undo.callback(engine.close)
        inferred = infer_model(engine)
        undo.pop_all()
        return Workspace(inferred.model, engine), engine.close, inferred.understood


def open_workspace(
    model: Path, data: object, limits: EngineLimits = EngineLimits()
) -> tuple[Workspace, Callable[[], None]]:
    """Load a model and its data in parallel; the second value closes the data.

    Raises ModelError or EngineError.
    """
    loading = in_thread(lambda: load_model(model), "svcchat-load")
    with ExitStack() as undo:
        # A thread still running at exit would keep DuckDB's objects alive, which are then reported as leaks.
        undo.callback(wait, [loading])
        engine = open_engine(data, limits=limits)
        undo.callback(engine.close)
        found = loading.result()
        workspace = Workspace(found, engine, Branches(model), LiveModel(model, found))
        undo.pop_all()
        return workspace, engine.close


def check_address(host: str, api_key: ApiKey | None) -> None:
    """Raise SettingsError if others can reach the address and the key was not chosen by the user."""
    if host not in LOOPBACK and api_key is None:
        raise SettingsError("An address that others can reach needs your own API key: use --api-key-file.")


def _account_for(options: ServiceOptions, model: Model) -> Account:
    """The account to serve: with the names and the date of the options, and the policies of the model."""
    if options.account_file is not None:
        found = read_account(options.account_file)
        check_against(found, model, options.account_file.name)
    else:
        found = _default_account(model, is_demo=options.model is None and options.data is None)

    named = _renamed(found, options.account, options.agent)
    return replace(named, today=options.today or named.today, policies=policies_of(model))


def _at(address: ListenAddress, account: Account) -> Account:
    """The account with the Host names that its address is asked by."""
    return replace(account, hosts=(*account.hosts, "*")) if address.any_host else account


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
    """The accepted Host names: loopback, the host itself and the account's, or any on every address."""
    if host in LOOPBACK:
        return LOOPBACK_HOSTS.union(named)

    if host in EVERY_ADDRESS:
        return LOOPBACK_HOSTS.union(named) if named else frozenset({"*"})

    return LOOPBACK_HOSTS.union(named, {_host_in_address(host).lower()})


def _host_in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
