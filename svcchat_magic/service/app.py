"""The routes of the API: chat, abort, generate-session (4.1 to 4.3), the query API and a health check."""

import json
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from svcchat_magic.errors import NotFound
from svcchat_magic.protocol.query_reply import NDJSON_TYPE
from svcchat_magic.protocol.requests import (
    AbortRequest,
    ChatRequest,
    QueryRequest,
    SessionRequest,
    read_request,
    write_request,
)
from svcchat_magic.service.agent import Agent
from svcchat_magic.service.bodies import RunStream, json_body
from svcchat_magic.service.http_errors import HANDLERS, SAFE_HEADERS, Guard
from svcchat_magic.service.identity import authenticate
from svcchat_magic.service.queries import Queries
from svcchat_magic.service.sessions import make_session

CHAT_PATH = "/api/v1/public/{account}/agents/{agent}/chat/stream-chat-state"
ABORT_PATH = "/api/v1/public/{account}/agents/{agent}/chat/abort"
QUERY_PATH = "/api/v1/public/{account}/sql"
SESSION_PATH = "/api/v1/embed/generate-session"
LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})

Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(agent: Agent, queries: Queries, allowed_hosts: frozenset[str] = LOOPBACK_HOSTS) -> ASGIApp:
    """The application; `allowed_hosts` are Host names without port, "*" for any."""
    endpoints = Endpoints(agent, queries)
    app = Starlette(
        routes=[
            Route(CHAT_PATH, endpoints.chat, methods=["POST"]),
            Route(ABORT_PATH, endpoints.abort, methods=["POST"]),
            Route(QUERY_PATH, endpoints.query, methods=["POST"]),
            Route(SESSION_PATH, endpoints.session, methods=["POST"]),
            Route("/health", endpoints.health, methods=["GET"]),
        ],
        exception_handlers=dict(HANDLERS),
    )
    app.router.redirect_slashes = False  # an address that is not quite right is not this address
    return Guard(app, allowed_hosts)


class Endpoints:
    """One method for each route."""

    def __init__(self, agent: Agent, queries: Queries) -> None:
        self._agent = agent
        self._queries = queries

    async def chat(self, request: Request) -> Response:
        """Answer a question as a stream, or give a chat's present state (4.1)."""
        agent_id = self._admitted_agent(request)
        asked = read_request(await json_body(request), ChatRequest)
        if not isinstance(asked.input, str):
            stream = await self._agent.read(agent_id, asked)
            return Response(stream, headers=dict(SAFE_HEADERS), media_type=NDJSON_TYPE)

        run = await self._agent.ask(agent_id, asked, request.state.request_id)
        if isinstance(run, bytes):
            return Response(run, headers=dict(SAFE_HEADERS), media_type=NDJSON_TYPE)

        return RunStream(run)

    async def abort(self, request: Request) -> Response:
        """Stop a chat's run (4.2)."""
        agent_id = self._admitted_agent(request)
        asked = read_request(await json_body(request), AbortRequest)
        await self._agent.abort(agent_id, asked)
        return Response(status_code=204, headers=dict(SAFE_HEADERS))

    async def query(self, request: Request) -> Response:
        """All rows of a result's SQL: the separate query API that 4.1 names."""
        account = self._agent.parts.account
        authenticate(account, request.headers.raw)
        if request.path_params["account"] != account.name:
            raise NotFound("There is no such account.", status=404)

        asked = read_request(await json_body(request), QueryRequest)
        return await self._queries.open(asked, ",".join(request.headers.getlist("accept")))

    async def session(self, request: Request) -> Response:
        """Make an embed session (4.3)."""
        authenticate(self._agent.parts.account, request.headers.raw)
        asked = read_request(await json_body(request, type_required=True), SessionRequest)
        session = await make_session(self._agent.parts, asked)
        return Response(write_request(session), headers=dict(SAFE_HEADERS), media_type="application/json")

    async def health(self, _: Request) -> Response:
        """Whether the service is up."""
        return Response(
            json.dumps({"status": "ok"}), headers=dict(SAFE_HEADERS), media_type="application/json"
        )

    def _admitted_agent(self, request: Request) -> str:
        """The agent of the path, for a caller with a key; an unknown account and agent answer alike."""
        account = self._agent.parts.account
        authenticate(account, request.headers.raw)
        agent = str(request.path_params["agent"])
        if request.path_params["account"] != account.name or agent not in account.agents:
            raise NotFound("There is no such agent.", status=404)

        return agent
