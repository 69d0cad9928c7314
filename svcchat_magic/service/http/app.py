"""The routes of the API: chat and abort (4.1, 4.2), embedding (4.3), data, health and metrics."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from svcchat_magic.errors import NotFound
from svcchat_magic.protocol.requests import (
    AbortRequest,
    ChatRequest,
)
from svcchat_magic.service.access.identity import authenticate
from svcchat_magic.service.http.data_routes import data_routes
from svcchat_magic.service.http.embed_routes import embed_routes
from svcchat_magic.service.http.guard import Guard
from svcchat_magic.service.http.http_bodies import RunStream, StoredReply, check_question
from svcchat_magic.service.http.http_errors import HANDLERS, SAFE_HEADERS
from svcchat_magic.service.http.mcp_routes import mcp_routes
from svcchat_magic.service.http.openapi import OPENAPI_PATH, openapi_document
from svcchat_magic.service.http.queries import Queries
from svcchat_magic.service.http.readiness import Readiness
from svcchat_magic.service.http.request_auth import admitted, permit_of, request_of
from svcchat_magic.service.http.result_charts import ResultCharts
from svcchat_magic.service.http.sessions import PageSession
from svcchat_magic.service.runs.chat_service import ChatService
from svcchat_magic.service.runs.reattachment import ReattachedRun
from svcchat_magic.service.runs.runs import Run
from svcchat_magic.service.telemetry.monitoring import METRICS_PATH

CHAT_PATH = "/api/v1/public/{account}/agents/{agent}/chat/stream-chat-state"
ABORT_PATH = "/api/v1/public/{account}/agents/{agent}/chat/abort"
LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})

Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(
    agent: ChatService,
    queries: Queries,
    charts: ResultCharts,
    allowed_hosts: frozenset[str] = LOOPBACK_HOSTS,
) -> Guard:
    """Create the application; `allowed_hosts` are Host names without port, "*" for any."""
    endpoints = Endpoints(agent)
    routes = [
        Route(CHAT_PATH, endpoints.chat, methods=["POST"]),
        Route(ABORT_PATH, endpoints.abort, methods=["POST"]),
        Route("/health", endpoints.live, methods=["GET"]),
        Route("/health/live", endpoints.live, methods=["GET"]),
        Route("/health/ready", endpoints.ready, methods=["GET"]),
        Route(METRICS_PATH, endpoints.metrics, methods=["GET"]),
        Route(OPENAPI_PATH, endpoints.openapi, methods=["GET"]),
        *data_routes(agent, queries),
        *embed_routes(agent, queries, charts),
        *mcp_routes(agent),
    ]
    app = Starlette(routes=routes, exception_handlers=dict(HANDLERS))
    app.router.redirect_slashes = False  # a wrong trailing slash is a wrong address
    parts = agent.parts
    return Guard(app, allowed_hosts, parts.account.limits, parts.monitor.answered)


class Endpoints:
    """One method for each route."""

    def __init__(self, agent: ChatService) -> None:
        self._agent = agent
        self._readiness = Readiness(agent.parts.store.prove)
        self._document: dict[str, Any] | None = None

    async def chat(self, request: Request) -> Response:
        """Answer a question as a stream, or return a chat's current state (4.1)."""
        page, agent_id = await self._admitted(request)
        asked = await request_of(request, page, ChatRequest)
        permit = permit_of(request, page)
        if not isinstance(asked.input, str):
            return StoredReply(await self._agent.read(agent_id, asked, permit))

        check_question(asked.input, request.state.limits)
        run = await self._agent.ask(agent_id, asked, request.state.request_id, permit)
        if isinstance(run, Run | ReattachedRun):
            return RunStream(run, request.state.send)

        return StoredReply(run)

    async def abort(self, request: Request) -> Response:
        """Stop a chat's run (4.2)."""
        page, agent_id = await self._admitted(request)
        asked = await request_of(request, page, AbortRequest)
        await self._agent.abort(agent_id, asked)
        return Response(status_code=204, headers=dict(SAFE_HEADERS))

    async def live(self, _: Request) -> Response:
        """Return 200 if the process responds."""
        return _is_ok()

    async def ready(self, _: Request) -> Response:
        """Return 200 if the service can answer questions and store its writes, else 503."""
        await self._readiness.check()
        live = (await self._agent.parts.workspace.up_to_date()).live
        return _json({"status": "ok", "modelProblems": live.problems}) if live and live.problems else _is_ok()

    async def openapi(self, request: Request) -> Response:
        """The OpenAPI description of these routes."""
        if self._document is None:  # cached, because creating it takes longer than a stream should wait
            self._document = openapi_document(request.app.routes)

        return _json(self._document)

    async def metrics(self, request: Request) -> Response:
        """Return the metrics of this process, for callers with a key."""
        authenticate(self._agent.parts.account, request.headers.raw)
        return self._agent.parts.monitor.page()

    async def _admitted(self, request: Request) -> tuple[PageSession | None, str]:
        """The caller's session, if it is a page, and the agent of the path.

        An unknown account, an unknown agent and an agent that the page may not use get the same error.
        """
        page = await admitted(self._agent.parts, request)
        account = self._agent.parts.account
        agent = str(request.path_params["agent"])
        reached = account.agents.keys() if page is None else {page.bounds.agent}
        if request.path_params["account"] != account.name or agent not in reached:
            raise NotFound("There is no such agent.", status=404)

        return page, agent


def _is_ok() -> Response:
    return _json({"status": "ok"})


def _json(value: object) -> Response:
    return Response(json.dumps(value), headers=dict(SAFE_HEADERS), media_type="application/json")
