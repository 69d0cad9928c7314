"""The request bodies of chats and sessions (2.2, 4.1 to 4.3), with the contract's rules."""

import math
import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.messages import MAX_DEPTH
from svcchat_magic.protocol.request_words import is_too_deep, misfit

MAX_ID_LENGTH = 256
_MESSAGE_ID = re.compile(r"\d{13,}-message", re.ASCII)
_UNFIT_IN_ID = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")


class RequestBody(msgspec.Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=True):
    """camelCase on the wire. UNSET means that a field was not sent, unlike null."""


class UserAttribute(RequestBody, frozen=True):
    """One attribute for row-level security (2.2)."""

    name: str
    value: str


class NestedSettings(RequestBody, frozen=True):
    """The nested `settings` that some deployments accept; only the time zone is read."""

    timezone: str | UnsetType = UNSET


class SessionSettings(RequestBody, frozen=True):
    """Whose session this is (2.2). External users are created on demand, internal ones must exist."""

    external_id: str | UnsetType = UNSET
    internal_id: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    user_attributes: tuple[UserAttribute, ...] | UnsetType = UNSET
    groups: tuple[str, ...] | UnsetType = UNSET
    roles: tuple[str, ...] | UnsetType = UNSET
    security_context: dict[str, Any] | UnsetType = UNSET
    is_ephemeral: bool | UnsetType = UNSET
    ephemeral_ttl_seconds: float | UnsetType = UNSET
    timezone: str | UnsetType = UNSET
    settings: NestedSettings | UnsetType = UNSET
    allow_chat_workspace_authoring: bool | UnsetType = UNSET  # accepted: there is no workspace here

    def check(self, where: str = "sessionSettings.") -> None:
        """Raise RequestRefused, naming the field with the path `where`, if a rule of 2.2 is violated."""
        if (self.external_id is UNSET) == (self.internal_id is UNSET):
            raise RequestRefused(f"Give exactly one of {where}externalId and {where}internalId.")

        if self.external_id is not UNSET:
            _check_external_id(self.external_id, where)
        else:
            self._check_internal(where)

        if self.ephemeral_ttl_seconds is not UNSET and not 0 < self.ephemeral_ttl_seconds < math.inf:
            raise RequestRefused(f"{where}ephemeralTtlSeconds must be a positive number of seconds.")

        if self.security_context is not UNSET and is_too_deep(self.security_context):
            raise RequestRefused(f"{where}securityContext is nested deeper than {MAX_DEPTH}.")

        if self.user_attributes is not UNSET:
            _check_names_differ([each.name for each in self.user_attributes], where)

    def _check_internal(self, where: str) -> None:
        if not isinstance(self.internal_id, str) or not _is_email(self.internal_id):
            raise RequestRefused(f"{where}internalId must be the e-mail address of an existing user.")

        granted = {  # 2.2 rule 1: an internal user keeps their own permissions
            "roles": self.roles,
            "groups": self.groups,
            "userAttributes": self.user_attributes,
            "securityContext": self.security_context,
        }
        for name, value in granted.items():
            if value is not UNSET:
                raise RequestRefused(f"{where}{name} is not allowed together with internalId.")


class ChatRequest(RequestBody, frozen=True):
    """Body of the chat endpoint (4.1). Without `input` it reads the thread given by `chat_id`."""

    session_settings: SessionSettings
    input: str | UnsetType = UNSET
    chat_id: str | UnsetType = UNSET
    active_branch_name: str | UnsetType = UNSET
    is_default_branch: bool | UnsetType = UNSET
    message_id: str | UnsetType = UNSET
    explain: bool | UnsetType = UNSET  # an addition: thoughts then name every stage of the reading

    def check(self) -> None:
        """Raise RequestRefused if a rule of 4.1 or 2.2 is violated."""
        self.session_settings.check()
        if self.input is UNSET and self.chat_id is UNSET:
            raise RequestRefused("Give input to ask a question, or chatId to read a chat.")

        if isinstance(self.input, str) and not self.input.strip():
            raise RequestRefused("The question is empty; write what you want to know.")

        if isinstance(self.message_id, str):
            _check_message_id(self.message_id)

    @property
    def branch(self) -> str | None:
        """The development branch to query, or None for the main one (4.1)."""
        return chosen_branch(self.active_branch_name, self.is_default_branch)

    @property
    def wants_additions(self) -> bool:
        """Whether the request opts in to the additions, by a `messageId`."""
        return isinstance(self.message_id, str)

    @property
    def wants_explanation(self) -> bool:
        """Whether thoughts should explain how the question is read; an addition."""
        return self.wants_additions and self.explain is True

    def explained(self) -> "ChatRequest":
        """The same question, with an explanation of how it is read."""
        return msgspec.structs.replace(self, explain=True)

    def as_read(self, chat_id: str, message_id: str) -> "ChatRequest":
        """A copy without `input`, which reads the chat's current state (4.1)."""
        return msgspec.structs.replace(
            self, input=UNSET, explain=UNSET, chat_id=chat_id, message_id=message_id
        )

    def as_resend(self, chat_id: str | None, message_id: str = "") -> "ChatRequest":
        """The same request to send again, with the chat's id once it is known.

        `message_id` replaces its own if it is valid.
        """
        known = self.chat_id if chat_id is None else chat_id
        own = message_id if _MESSAGE_ID.fullmatch(message_id) else self.message_id
        return msgspec.structs.replace(self, chat_id=known, message_id=own)

    def in_chat(self, chat_id: str | None) -> "ChatRequest":
        """The same question in another chat; None is a new one."""
        return msgspec.structs.replace(self, chat_id=UNSET if chat_id is None else chat_id)


class AbortRequest(RequestBody, frozen=True):
    """Body of the abort endpoint (4.2)."""

    chat_id: str
    session_settings: SessionSettings | UnsetType = UNSET

    def check(self) -> None:
        """Raise RequestRefused when the settings break a rule of 2.2."""
        if isinstance(self.session_settings, SessionSettings):
            self.session_settings.check()


class SessionRequest(RequestBody, frozen=True):
    """Body of generate-session (4.3): the user's part of the session settings, at the top level.

    The fields from `agent_id` on are additions that determine what the session's page may access.
    """

    external_id: str | UnsetType = UNSET
    internal_id: str | UnsetType = UNSET
    user_attributes: tuple[UserAttribute, ...] | UnsetType = UNSET
    groups: tuple[str, ...] | UnsetType = UNSET
    roles: tuple[str, ...] | UnsetType = UNSET
    security_context: dict[str, Any] | UnsetType = UNSET
    agent_id: str | UnsetType = UNSET
    query_api: bool | UnsetType = UNSET
    branch_name: str | UnsetType = UNSET
    settings: NestedSettings | UnsetType = UNSET

    def check(self) -> None:
        """Raise RequestRefused if a rule of 4.3 is violated."""
        self.as_settings().check(where="")

    def for_agent(self, agent_id: str) -> "SessionRequest":
        """A copy for an agent; without an id, for the account's first agent."""
        return msgspec.structs.replace(self, agent_id=agent_id) if agent_id else self

    def as_settings(self) -> SessionSettings:
        """The same user as session settings, in the time zone of the session's own settings."""
        return SessionSettings(
            external_id=self.external_id,
            internal_id=self.internal_id,
            user_attributes=self.user_attributes,
            groups=self.groups,
            roles=self.roles,
            security_context=self.security_context,
            timezone=self.settings.timezone if isinstance(self.settings, NestedSettings) else UNSET,
        )


class Session(RequestBody, frozen=True):
    """Response of generate-session (2.7)."""

    session_id: str


class SessionReference(RequestBody, frozen=True):
    """Body of the exchange of a session for a page token, and of its revocation.

    `agent_id` is the one in the page's address, if it names any.
    """

    session_id: str
    agent_id: str | UnsetType = UNSET

    def check(self) -> None:
        """Accept any text: the service handles invalid, guessed and used ids alike."""


AnyWithSession = TypeVar("AnyWithSession", bound=RequestBody)


def without_session(request: AnyWithSession) -> AnyWithSession:
    """A copy without `sessionSettings`, if the request has that field."""
    has_session = "session_settings" in request.__struct_fields__
    return msgspec.structs.replace(request, session_settings=UNSET) if has_session else request


def chosen_branch(name: str | UnsetType, is_default: bool | UnsetType) -> str | None:
    """The selected development branch, or None for the main one.

    `isDefaultBranch` defaults to true without activeBranchName and to false with it (4.1). False without a
    name selects a branch with an empty name, which no model has.
    """
    on_default = name is UNSET if is_default is UNSET else is_default
    if on_default:
        return None

    return name if isinstance(name, str) else ""


def session_settings(values: Mapping[str, Any]) -> SessionSettings:
    """Read session settings with wire names. Raises RequestRefused, naming the setting that does not fit.

    An unknown name is refused too: silently ignored, it could be the setting that restricts the rows.
    """
    known = set(SessionSettings.__struct_encode_fields__)
    if unknown := sorted(set(values) - known):
        raise RequestRefused(
            f"sessionSettings has no field {unknown[0]!r}; it has {', '.join(sorted(known))}."
        )

    try:
        settings = msgspec.convert(dict(values), SessionSettings)
    except msgspec.ValidationError as cause:
        refusal = misfit(values, SessionSettings, "sessionSettings.")
        raise RequestRefused(refusal or "sessionSettings is not valid.") from cause

    settings.check()
    return settings


def _check_external_id(value: str | UnsetType, where: str) -> None:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_ID_LENGTH:
        raise RequestRefused(f"{where}externalId must have 1 to {MAX_ID_LENGTH} characters.")

    if value != value.lower() or _UNFIT_IN_ID.search(value):
        raise RequestRefused(f"{where}externalId must be lower case and without spaces.")


def _check_message_id(value: str) -> None:
    if not _MESSAGE_ID.fullmatch(value):
        raise RequestRefused("messageId must be milliseconds since the epoch followed by -message.")

    if len(value) > MAX_ID_LENGTH:  # turns are looked up by it, and database indexes have a limit
        raise RequestRefused(f"messageId must have at most {MAX_ID_LENGTH} characters.")


def _is_email(value: str) -> bool:
    return len(value) <= MAX_ID_LENGTH and value.count("@") == 1 and not _UNFIT_IN_ID.search(value)


def _check_names_differ(names: list[str], where: str) -> None:
    if len(set(names)) < len(names):
        raise RequestRefused(f"{where}userAttributes names the same attribute twice.")
