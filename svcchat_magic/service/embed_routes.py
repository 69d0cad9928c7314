"""The addresses of embedding (4.3): sessions for servers; the page, its token and its chats for browsers."""

import json
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from svcchat_magic.protocol.request_bodies import read_request, write_request
from svcchat_magic.protocol.requests import SessionReference, SessionRequest
from svcchat_magic.service.agent import Agent
from svcchat_magic.service.bodies import json_body
from svcchat_magic.service.callers import page_only
from svcchat_magic.service.chat_list import chats_of
from svcchat_magic.service.embed_page import EmbedPage
from svcchat_magic.service.http_errors import SAFE_HEADERS
from svcchat_magic.service.identity import authenticate
from svcchat_magic.service.sessions import PAGE_TOKEN_SECONDS, exchange, make_session, revoke

SESSION_PATH = "/api/v1/embed/generate-session"
EXCHANGE_PATH = "/api/v1/embed/exchange-session"
REVOKE_PATH = "/api/v1/embed/revoke-session"
CHATS_PATH = "/api/v1/embed/chats"
PAGE_PATH = "/embed/chat"
ASSET_PATH = "/embed/assets/{version}/{name:path}"


def embed_routes(agent: Agent) -> Sequence[BaseRoute]:
    """The routes of embedding over one account."""
    endpoints = EmbedEndpoints(agent)
    return [
        Route(SESSION_PATH, endpoints.make, methods=["POST"]),
        Route(EXCHANGE_PATH, endpoints.exchange, methods=["POST"]),
        Route(REVOKE_PATH, endpoints.revoke, methods=["POST"]),
        Route(CHATS_PATH, endpoints.chats, methods=["GET"]),
        Route(PAGE_PATH, endpoints.page, methods=["GET"]),
        Route(ASSET_PATH, endpoints.asset, methods=["GET"]),
    ]


class EmbedEndpoints:
    """One method for each route."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._page = EmbedPage(agent.parts.account.embed_origins)

    async def make(self, request: Request) -> Response:
        """Make an embed session (4.3)."""
        authenticate(self._agent.parts.account, request.headers.raw)
        asked = read_request(await json_body(request, type_required=True), SessionRequest)
        return _json_reply(write_request(await make_session(self._agent.parts, asked)))

    async def exchange(self, request: Request) -> Response:
        """Give a page its token for a session that was not used before."""
        asked = read_request(await json_body(request, type_required=True), SessionReference)
        account = self._agent.parts.account
        reply = {
            "token": await exchange(self._agent.parts, asked.session_id),
            "expiresInSeconds": PAGE_TOKEN_SECONDS,
            "account": account.name,
            "agents": [
                {"id": agent, "title": about.title, "questions": about.questions}
                for agent, about in account.agents.items()
            ],
        }
        return _json_reply(json.dumps(reply).encode())

    async def revoke(self, request: Request) -> Response:
        """End a session before its time: 204, or 404 for one that is not known."""
        authenticate(self._agent.parts.account, request.headers.raw)
        asked = read_request(await json_body(request, type_required=True), SessionReference)
        await revoke(self._agent, asked.session_id)
        return Response(status_code=204, headers=dict(SAFE_HEADERS))

    async def chats(self, request: Request) -> Response:
        """The chats of a page's user, newest first."""
        page = await page_only(self._agent.parts, request)
        chats = await chats_of(self._agent.parts, page, request.query_params.get("agent"))
        return _json_reply(json.dumps({"chats": chats}).encode())

    async def page(self, _: Request) -> Response:
        """The page; the session stays in its address until its first script takes it out."""
        return self._page.response()

    async def asset(self, request: Request) -> Response:
        """A file of the page, named with the version of them all."""
        return await self._page.asset(
            request.path_params["version"],
            request.path_params["name"],
            accepts_gzip="gzip" in request.headers.get("accept-encoding", ""),
        )


def _json_reply(body: bytes) -> Response:
    return Response(body, headers=dict(SAFE_HEADERS), media_type="application/json")
