"""The request and responses of each address, by method and path, as far as types do not show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from svcchat_magic.protocol.query_reply import ARROW_TYPE, NDJSON_TYPE

_JSON = "application/json"
_AGENT = "/api/v1/public/{account}/agents/{agent}/chat"
_EITHER = ("ApiKey", "PageToken")


@dataclass(frozen=True, slots=True)
class Body:
    """A reply's content: empty without a media type, and anything of that type without a schema."""

    schema: str = ""
    media_type: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address; errors are the same everywhere and not listed."""

    name: str
    summary: str = ""
    request: str = ""  # schema of the request body
    replies: Mapping[int, Body] = field(default_factory=dict)
    security: Sequence[str] = ()
    parameters: Sequence[Mapping[str, Any]] = ()


_DESCRIPTION = {200: Body("ModelDescription", _JSON, "The tables and members that the user may query.")}
_HEALTH = {200: Body("Health", _JSON, "It is.")}
_STREAM = Body("Message", NDJSON_TYPE, "Messages, one JSON object per line (2.3), each of this schema.")
_ROWS = Body(
    "RowsLine",
    f"{NDJSON_TYPE}, {ARROW_TYPE}",
    "Lines of this schema, or an Arrow IPC stream where that is accepted and pyarrow is installed.",
)

OPERATIONS: Mapping[tuple[str, str], Operation] = MappingProxyType({
    ("POST", f"{_AGENT}/stream-chat-state"): Operation(
        "streamChat", "Ask a question, or without input read a chat's present state (4.1).",
        "ChatRequest", {200: _STREAM}, _EITHER,
    ),
    ("POST", f"{_AGENT}/abort"): Operation(
        "abortChat", "Stop a chat's answer (4.2).", "AbortRequest", {204: Body()}, _EITHER
    ),
    ("POST", "/api/v1/public/{account}/sql"): Operation(
        "queryRows", "All rows of a result's SQL (4.1, loading all rows).", "QueryRequest", {200: _ROWS},
        _EITHER,
    ),
    ("GET", "/api/v1/public/{account}/meta"): Operation(
        "describeModel", "The data model as a user may see it.", "", _DESCRIPTION, _EITHER,
        (
            {
                "in": "query", "name": "sessionSettings", "description": "As JSON text.",
                "content": {_JSON: {"schema": {"$ref": "#/components/schemas/SessionSettings"}}},
            },
            {"in": "query", "name": "activeBranchName", "schema": {"type": "string"}},
            {"in": "query", "name": "isDefaultBranch", "schema": {"type": "boolean"}},
        ),
    ),
    ("POST", "/api/v1/public/{account}/meta"): Operation(
        "describeModelTo", "The same, without user details in the address.", "MetaRequest", _DESCRIPTION,
        _EITHER,
    ),
    ("POST", "/api/v1/embed/generate-session"): Operation(
        "generateSession", "Make an embed session (4.3).", "SessionRequest",
        {200: Body("Session", _JSON, "Used once, within five minutes.")}, ("ApiKey",),
    ),
    ("POST", "/api/v1/embed/exchange-session"): Operation(
        "exchangeSession", "Give a page its token for a session that was not used before.",
        "SessionReference", {200: Body("PageToken", _JSON, "The token and what it gives access to.")},
    ),
    ("POST", "/api/v1/embed/revoke-session"): Operation(
        "revokeSession", "End a session before its time.", "SessionReference", {204: Body()}, ("ApiKey",)
    ),
    ("POST", "/api/v1/embed/session/revoke"): Operation(
        "revokeSessionAgain", "The same, with 204 also for a session that has already ended.",
        "SessionReference", {204: Body()}, ("ApiKey",)
    ),
    ("POST", "/api/v1/embed/result-rows"): Operation(
        "resultRows", "All rows of a result in one of a page's chats, with the rights of now.",
        "RowsRequest", {200: _ROWS}, ("PageToken",),
    ),
    ("POST", "/api/v1/embed/result-chart"): Operation(
        "resultChart", "The chart of a result in one of a page's chats, rebuilt and laid out for its width.",
        "ResultChartRequest", {200: Body("ResultChart", _JSON, "The chart, or why there is none.")},
        ("PageToken",),
    ),
    ("GET", "/api/v1/embed/chats"): Operation(
        "listChats", "The chats of a page's user with its agent, newest first.", "",
        {200: Body("ChatList", _JSON, "At most 100.")}, ("PageToken",),
        ({"in": "query", "name": "agent", "schema": {"type": "string"}},),
    ),
    ("GET", "/embed/chat"): Operation(
        "chatPage", "The chat page, for a frame in another site (5 rule 7).", "",
        {200: Body("", "text/html", "A page that exchanges its session by itself.")}, (),
        tuple(
            {"in": "query", "name": name, "description": meaning, "schema": {"type": "string"}}
            for name, meaning in (
                ("sessionId", "A session that has not been used."),
                ("agentId", "The agent of the session; any other is refused."),
                ("theme", "`light` or `dark`; the reader's own without."),
            )
        ),
    ),
    ("GET", "/embed/assets/{version}/{name:path}"): Operation(
        "chatPageFile", "A file of the chat page.", "",
        {200: Body("", "text/javascript, text/css, text/plain", "It never changes under its address.")},
    ),
    ("POST", "/mcp"): Operation(
        "mcp", "One message of the Model Context Protocol, for other agents.", "",
        {
            200: Body("", _JSON, "The reply to a request."),
            202: Body("", "", "For a notification."),
            400: Body("", _JSON, "An error of JSON-RPC, for what is no message of it."),
        },
        ("ApiKey",),
        tuple(
            {"in": "header", "name": name, "description": meaning, "schema": {"type": "string"}}
            for name, meaning in (
                ("X-Svcchat-User", "External id of the user that calls act as."),
                ("X-Svcchat-Internal-User", "E-mail of an internal user, instead."),
                ("X-Svcchat-Agent", "The agent; the first one without."),
            )
        ),
    ),
    ("GET", "/health"): Operation("health", "Whether the process answers.", "", _HEALTH),
    ("GET", "/health/live"): Operation("live", "The same.", "", _HEALTH),
    ("GET", "/health/ready"): Operation(
        "ready", "Whether its state keeps what is written; 503 where not.", "", _HEALTH
    ),
    ("GET", "/metrics"): Operation(
        "metrics", "Counts and times of the process that answers.", "",
        {200: Body("", "text/plain", "The text format of Prometheus; needs the extra `metrics`.")},
        ("ApiKey",),
    ),
    ("GET", "/openapi.json"): Operation(
        "describeApi", "This document.", "", {200: Body("", _JSON, "OpenAPI 3.1.")}
    ),
})  # fmt: skip
