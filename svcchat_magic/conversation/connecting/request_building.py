"""What is sent for a question: who asks, in which chat, on which branch (2.2, 4.1)."""

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.data_requests import MetaRequest
from svcchat_magic.protocol.requests import ChatRequest, SessionSettings, session_settings
from svcchat_magic.settings import Settings


def question_request(
    settings: Settings,
    session: SessionSettings,
    question: str,
    *,
    chat_id: str | None = None,
    branch: str | None = None,
    explain: bool = False,
) -> ChatRequest:
    """The request that asks; without `chat_id` in a new chat, without `branch` on that of the settings.

    Raises RequestRefused, naming the field, when a rule is broken.
    """
    where = _branch(settings, settings.branch if branch is None else branch)
    request = ChatRequest(
        session_settings=session, input=question, message_id=new_message_id(), **where
    ).in_chat(chat_id)
    request = request.explained() if explain else request
    request.check()
    return request


def read_request(settings: Settings, session: SessionSettings, chat_id: str) -> ChatRequest:
    """The request that reads a chat's current state and asks nothing (4.1)."""
    return ChatRequest(
        session_settings=session,
        chat_id=chat_id,
        message_id=new_message_id(),
        **_branch(settings, settings.branch),
    )


def model_request(settings: Settings, session: SessionSettings, *, branch: str | None = None) -> MetaRequest:
    """The request that asks what the model holds for this user, on a branch or on that of the settings."""
    where = _branch(settings, settings.branch if branch is None else branch)
    return MetaRequest(session_settings=session, **where)


def session_for(
    settings: Settings,
    *,
    external_id: str | None = None,
    attributes: Mapping[str, str] | None = None,
    groups: Sequence[str] | None = None,
    session: Mapping[str, Any] | None = None,
) -> SessionSettings:
    """Who asks: as these options say, else as the settings do; `session` has fields in the wire's names.

    Raises RequestRefused, naming the field, when a rule of 2.2 is broken.
    """
    if settings.is_by_token and any(each is not None for each in (external_id, attributes, groups, session)):
        raise RequestRefused(
            "A user's token is set, so the service answers as its user; "
            "leave other users, attributes and groups out, or unset SVCCHAT_TOKEN."
        )

    who = dict(session or {})
    if external_id is not None:
        who["externalId"] = external_id
    elif not {"externalId", "internalId"} & who.keys():
        who |= (
            {"internalId": settings.internal_id}
            if settings.internal_id
            else {"externalId": settings.external_id}
        )

    if attributes is not None:
        who["userAttributes"] = [{"name": name, "value": value} for name, value in attributes.items()]

    if groups is not None:
        who["groups"] = list(groups)

    return session_settings(who)


def _branch(settings: Settings, name: str) -> dict[str, Any]:
    """The fields that name a branch; left out, the service takes the main one (4.1)."""
    if not name:
        return {}

    is_main = settings.branch_is_default and name == (settings.branch or "main")
    return {"active_branch_name": name, **({"is_default_branch": True} if is_main else {})}


def new_message_id() -> str:
    """An id for a turn; sending one opts in to every addition to the stream (decisions/additions-on-request).

    Milliseconds since the epoch alone would make two turns of one millisecond the same turn, which a
    service runs once: digits of chance follow.
    """
    return f"{time.time_ns() // 1_000_000}{secrets.randbelow(10**15):015}-message"
