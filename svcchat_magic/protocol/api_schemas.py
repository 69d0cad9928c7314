"""The JSON schemas of all bodies, generated from the types that read and write them.

Rules that `check()` enforces beyond the types are added here.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from svcchat_magic.protocol.data_requests import (
    LEAST_WIDTH,
    MOST_WIDTH,
    MetaRequest,
    QueryRequest,
    ResultChartRequest,
    RowsRequest,
)
from svcchat_magic.protocol.messages import Message
from svcchat_magic.protocol.model_description import ModelDescription
from svcchat_magic.protocol.requests import (
    MAX_ID_LENGTH,
    AbortRequest,
    ChatRequest,
    Session,
    SessionReference,
    SessionRequest,
)


class _ReplyFields(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """camelCase on the wire; a field left at its default is not sent."""


class Refusal(_ReplyFields, frozen=True):
    """Why a request was refused; `request_id` is also in the service's log."""

    code: str
    message: str
    request_id: str


class ErrorReply(_ReplyFields, frozen=True):
    """The body of every response with a status of 400 or above (7)."""

    error: Refusal


class Health(_ReplyFields, frozen=True):
    """The response of the health addresses; `modelProblems` counts errors of changed model files."""

    status: str
    model_problems: int = 0


class AgentTitle(_ReplyFields, frozen=True):
    """The agent that a page may ask."""

    id: str
    title: str
    questions: tuple[str, ...]


class PageToken(_ReplyFields, frozen=True):
    """A page's token, returned once for its session."""

    token: str
    expires_in_seconds: float
    account: str
    agents: tuple[AgentTitle, ...]  # the session's agent
    query_api: bool


class ListedChat(_ReplyFields, frozen=True):
    """A chat of a page's user; `started_at` is in seconds since the epoch."""

    chat_id: str
    agent_id: str
    title: str
    started_at: float


class ChatList(_ReplyFields, frozen=True):
    """The newest chats of a page's user."""

    chats: tuple[ListedChat, ...]


class ResultChart(_ReplyFields, frozen=True):
    """A complete Vega-Lite v5 specification with its rows, or the reason why there is no chart."""

    chart: dict[str, Any] | None = None
    refused: str | None = None


class RowColumn(msgspec.Struct, frozen=True):
    """A column of the query API's reply (2.6)."""

    name: str
    column_type: str


class RowsLine(_ReplyFields, frozen=True):
    """A line of the query API's reply: the schema first, then rows, then the ending."""

    schema: tuple[RowColumn, ...] | None = None
    data: tuple[tuple[Any, ...], ...] | None = None
    total_rows: int | None = None
    truncated: bool | None = None
    error: str | None = None


_TYPES = (
    ChatRequest, AbortRequest, SessionRequest, SessionReference, QueryRequest, RowsRequest, MetaRequest,
    ResultChartRequest, Session, Message, ModelDescription, ErrorReply, Health, PageToken, ChatList, RowsLine,
    ResultChart,
)  # fmt: skip
_EXTERNAL_ID = {"minLength": 1, "maxLength": MAX_ID_LENGTH, "pattern": r"^[^A-Z\s\x00-\x1f\x7f-\x9f]+$"}
_INTERNAL_ID = {
    "maxLength": MAX_ID_LENGTH,
    "pattern": r"^[^@\s\x00-\x1f\x7f-\x9f]*@[^@\s\x00-\x1f\x7f-\x9f]*$",
}
_TTL = {"exclusiveMinimum": 0, "maximum": 315_360_000}
_QUESTION = {"pattern": r"\S"}
_RULES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "ChatRequest": {"input": _QUESTION, "messageId": {"pattern": "^[0-9]{13,}-message$", "maxLength": 256}},
    "QueryRequest": {"query": _QUESTION},
    "RowsRequest": {"uuid": {"minLength": 1}},
    "ResultChartRequest": {
        "uuid": {"minLength": 1},
        "width": {"minimum": LEAST_WIDTH, "maximum": MOST_WIDTH},
    },
    "SessionSettings": {
        "externalId": _EXTERNAL_ID,
        "internalId": _INTERNAL_ID,
        "ephemeralTtlSeconds": _TTL,
        "timezone": {"description": "An IANA name, such as Europe/Berlin."},
    },
    "SessionRequest": {"externalId": _EXTERNAL_ID, "internalId": _INTERNAL_ID},
}
_OF_EXTERNAL_USERS = ("roles", "groups", "userAttributes", "securityContext")  # 2.2 rule 1


def api_schemas(ref: str = "#/components/schemas/{name}") -> dict[str, Any]:
    """Every schema by its name; `ref` formats a reference to another schema."""
    _, schemas = msgspec.json.schema_components(_TYPES, ref_template=ref)
    for name, rules in _RULES.items():
        for field, rule in rules.items():
            schemas[name]["properties"][field] |= rule

    for name in ("SessionSettings", "SessionRequest"):
        schemas[name] = _one_user(schemas[name])

    schemas["ChatRequest"]["anyOf"] = [{"required": ["input"]}, {"required": ["chatId"]}]
    return {name: _as_sent(schema) for name, schema in schemas.items()}


def _one_user(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Exactly one of externalId and internalId, the latter without permissions in the request (2.2)."""
    refused = {"externalId": {"internalId"}, "internalId": {"externalId", *_OF_EXTERNAL_USERS}}
    kinds = {
        user: {name: name not in others and each for name, each in schema["properties"].items()}
        for user, others in refused.items()
    }
    return {
        "title": schema["title"],
        "description": schema["description"],
        "oneOf": [{"type": "object", "properties": each, "required": [name]} for name, each in kinds.items()],
    }


def _as_sent(schema: Any) -> Any:
    """The same schema without null for fields that are omitted when they have no value."""
    if isinstance(schema, list):
        return [_as_sent(each) for each in schema]

    if not isinstance(schema, dict):
        return schema

    if schema.get("default", 0) is None and "anyOf" in schema:
        kinds = [each for each in schema["anyOf"] if each != {"type": "null"}]
        return _as_sent(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})

    return {name: _as_sent(each) for name, each in schema.items() if name != "default" or each is not None}
