"""The routes of the data behind the chats: rows of semantic SQL, and the model a user may see."""

import json
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from svcchat_magic.errors import BadLine, BadRequest, NotAllowed, NotFound
from svcchat_magic.protocol.data_requests import MetaRequest, QueryRequest
from svcchat_magic.protocol.messages import read_json
from svcchat_magic.protocol.model_description import write_description
from svcchat_magic.service.http.http_bodies import json_body
from svcchat_magic.service.http.http_errors import SAFE_HEADERS
from svcchat_magic.service.http.meta import description_for
from svcchat_magic.service.http.queries import Queries
from svcchat_magic.service.http.request_auth import accepted_in, admitted, asked_in, permit_of, request_of
from svcchat_magic.service.http.sessions import PageSession
from svcchat_magic.service.runs.chat_service import ChatService

QUERY_PATH = "/api/v1/public/{account}/sql"
META_PATH = "/api/v1/public/{account}/meta"


def data_routes(agent: ChatService, queries: Queries) -> Sequence[BaseRoute]:
    """The routes of the query API and of the model."""
    endpoints = DataEndpoints(agent, queries)
    return [
        Route(QUERY_PATH, endpoints.query, methods=["POST"]),
        Route(META_PATH, endpoints.meta, methods=["GET", "POST"]),
    ]


class DataEndpoints:
    """One method for each route."""

    def __init__(self, agent: ChatService, queries: Queries) -> None:
        self._agent = agent
        self._queries = queries

    async def query(self, request: Request) -> Response:
        """All rows of a result's SQL: the separate query API of 4.1."""
        page = await self._admitted(request)
        if page is not None and not page.bounds.query_api:
            raise NotAllowed(
                "This page may not use the query API. Create its session with queryApi: true.", status=403
            )

        asked = await request_of(request, page, QueryRequest)
        return await self._queries.open(
            asked, accepted_in(request), permit_of(request, page), _agent_of(page)
        )

    async def meta(self, request: Request) -> Response:
        """The model that a user may see; for GET the body's fields are query parameters."""
        page = await self._admitted(request)
        body = await json_body(request) if request.method == "POST" else _body_of(request)
        found = await description_for(self._agent, asked_in(body, page, MetaRequest), _agent_of(page))
        return Response(write_description(found), headers=dict(SAFE_HEADERS), media_type="application/json")

    async def _admitted(self, request: Request) -> PageSession | None:
        page = await admitted(self._agent.parts, request)
        if request.path_params["account"] != self._agent.parts.account.name:
            raise NotFound("There is no such account.", status=404)

        return page


def _agent_of(page: PageSession | None) -> str | None:
    """The agent whose tables a caller may use; None for a key, which may use those of all agents."""
    return None if page is None else page.bounds.agent


def _body_of(request: Request) -> bytes:
    """The query parameters as a JSON body. Raises BadRequest if one occurs twice."""
    given = dict(request.query_params)
    if len(given) < len(request.query_params.multi_items()):
        raise BadRequest("A query parameter occurs twice. Send it once.", status=400)

    body: dict[str, Any] = {name: text for name, text in given.items() if name == "activeBranchName"}
    for name in ("sessionSettings", "isDefaultBranch"):
        if name in given:
            body[name] = _json_in(given[name], name)

    return json.dumps(body).encode()


def _json_in(text: str, name: str) -> Any:
    try:
        return read_json(text)
    except BadLine as cause:
        raise BadRequest(f"The parameter {name} is not JSON.", status=400) from cause
