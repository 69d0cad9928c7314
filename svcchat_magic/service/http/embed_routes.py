"""The routes of embedding (4.3): sessions for servers; the page, its token and chats for browsers."""

import json
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from svcchat_magic.errors import NotFound
from svcchat_magic.protocol.data_requests import MetaRequest, ResultChartRequest, RowsRequest
from svcchat_magic.protocol.request_bodies import read_request, write_request
from svcchat_magic.protocol.requests import ChatRequest, SessionReference, SessionRequest
from svcchat_magic.service.access.identity import authenticate
from svcchat_magic.service.http.chat_list import chats_of
from svcchat_magic.service.http.embed_page import EmbedPage
from svcchat_magic.service.http.http_bodies import json_body
from svcchat_magic.service.http.http_errors import SAFE_HEADERS
from svcchat_magic.service.http.meta import questions_for
from svcchat_magic.service.http.queries import Queries
from svcchat_magic.service.http.request_auth import accepted_in, asked_in, page_only, permit_of
from svcchat_magic.service.http.result_charts import ResultCharts
from svcchat_magic.service.http.sessions import (
    PAGE_TOKEN_SECONDS,
    exchange,
    make_session,
    page_session,
    revoke,
)
from svcchat_magic.service.runs.chat_service import ChatService

SESSION_PATH = "/api/v1/embed/generate-session"
EXCHANGE_PATH = "/api/v1/embed/exchange-session"
REVOKE_PATH = "/api/v1/embed/revoke-session"
REVOKE_AGAIN_PATH = "/api/v1/embed/session/revoke"
CHATS_PATH = "/api/v1/embed/chats"
ROWS_PATH = "/api/v1/embed/result-rows"
CHART_PATH = "/api/v1/embed/result-chart"
PAGE_PATH = "/embed/chat"
ASSET_PATH = "/embed/assets/{version}/{name:path}"


def embed_routes(agent: ChatService, queries: Queries, charts: ResultCharts) -> Sequence[BaseRoute]:
    """The routes of embedding for one account."""
    endpoints = EmbedEndpoints(agent, queries, charts)
    return [
        Route(SESSION_PATH, endpoints.make, methods=["POST"]),
        Route(EXCHANGE_PATH, endpoints.exchange, methods=["POST"]),
        Route(REVOKE_PATH, endpoints.revoke, methods=["POST"]),
        Route(REVOKE_AGAIN_PATH, endpoints.revoke_again, methods=["POST"]),
        Route(CHATS_PATH, endpoints.chats, methods=["GET"]),
        Route(ROWS_PATH, endpoints.rows, methods=["POST"]),
        Route(CHART_PATH, endpoints.chart, methods=["POST"]),
        Route(PAGE_PATH, endpoints.page, methods=["GET"]),
        Route(ASSET_PATH, endpoints.asset, methods=["GET"]),
    ]


class EmbedEndpoints:
    """One method for each route."""

    def __init__(self, agent: ChatService, queries: Queries, charts: ResultCharts) -> None:
        self._agent = agent
        self._queries = queries
        self._charts = charts
        self._page = EmbedPage(agent.parts.account.embed_origins)

    async def make(self, request: Request) -> Response:
        """Create an embed session (4.3)."""
        authenticate(self._agent.parts.account, request.headers.raw)
        asked = read_request(await json_body(request, type_required=True), SessionRequest)
        return _json_reply(write_request(await make_session(self._agent.parts, asked)))

    async def exchange(self, request: Request) -> Response:
        """Exchange an unused session for a page token."""
        asked = read_request(await json_body(request, type_required=True), SessionReference)
        account = self._agent.parts.account
        token, bounds = await exchange(self._agent.parts, asked)
        about, page = account.agents[bounds.agent], await page_session(self._agent.parts, token)
        asked_by = asked_in(b"{}", page, MetaRequest).session_settings
        questions = await questions_for(self._agent, asked_by, bounds)
        reply = {
            "token": token,
            "expiresInSeconds": PAGE_TOKEN_SECONDS,
            "account": account.name,
            "agents": [{"id": bounds.agent, "title": about.title, "questions": questions}],
            "queryApi": bounds.query_api,
        }
        return _json_reply(json.dumps(reply).encode())

    async def revoke(self, request: Request) -> Response:
        """End a session early: 204, or 404 for an unknown one."""
        if not await self._revoke(request):
            raise NotFound("There is no such session.", status=404)

        return Response(status_code=204, headers=dict(SAFE_HEADERS))

    async def revoke_again(self, request: Request) -> Response:
        """End a session early: 204, also for one that has already ended."""
        await self._revoke(request)
        return Response(status_code=204, headers=dict(SAFE_HEADERS))

    async def chats(self, request: Request) -> Response:
        """The chats of a page's user, newest first."""
        page = await page_only(self._agent.parts, request)
        chats = await chats_of(self._agent.parts, page, request.query_params.get("agent"))
        return _json_reply(json.dumps({"chats": chats}).encode())

    async def rows(self, request: Request) -> Response:
        """All rows of a result in one of the page's chats, by the result's uuid."""
        page = await page_only(self._agent.parts, request)
        body = await json_body(request)
        asked, of_chat = asked_in(body, page, RowsRequest), asked_in(body, page, ChatRequest)
        chat = await self._agent.readable(page.bounds.agent, of_chat, permit_of(request, page))
        return await self._queries.open_result(chat, asked.uuid, accepted_in(request), of_chat.branch)

    async def chart(self, request: Request) -> Response:
        """The chart of a result in one of the page's chats, laid out for the page's width."""
        page = await page_only(self._agent.parts, request)
        body = await json_body(request)
        asked, of_chat = asked_in(body, page, ResultChartRequest), asked_in(body, page, ChatRequest)
        chat = await self._agent.readable(page.bounds.agent, of_chat, permit_of(request, page))
        return _json_reply(await self._charts.reply(chat, asked.uuid, asked.width, of_chat.branch))

    async def page(self, _: Request) -> Response:
        """The page; its first script removes the session id from the address."""
        return self._page.response()

    async def _revoke(self, request: Request) -> bool:
        authenticate(self._agent.parts.account, request.headers.raw)
        asked = read_request(await json_body(request, type_required=True), SessionReference)
        return await revoke(self._agent, asked.session_id)

    async def asset(self, request: Request) -> Response:
        """A file of the page, addressed with the version."""
        return await self._page.asset(
            request.path_params["version"],
            request.path_params["name"],
            accepts_gzip="gzip" in request.headers.get("accept-encoding", ""),
        )


def _json_reply(body: bytes) -> Response:
    return Response(body, headers=dict(SAFE_HEADERS), media_type="application/json")
