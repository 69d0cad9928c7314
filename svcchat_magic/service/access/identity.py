"""The API key of a request, and the user that its session settings name (2.2, 5)."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from svcchat_magic.errors import BadRequest, NotAuthenticated, NotFound
from svcchat_magic.protocol.requests import NestedSettings, SessionSettings
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.service.access.account import Account
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.users import Claim, find_or_make_user

MAX_KEY_BYTES = 1024
MAX_TTL_SECONDS = 10 * 365 * 24 * 3600.0
_SCHEME = b"Api-Key "
_OF_THE_MACHINE = re.compile("localtime|posixrules|(posix|right)/.*")  # files that are not IANA zones


def authenticate(account: Account, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Check the API key and return its hash.

    Raises NotAuthenticated unless exactly one Authorization header holds a key of the account (5).
    """
    given = [value for name, value in headers if name.lower() == b"authorization"]
    value = given[0] if len(given) == 1 else b""
    key = value.removeprefix(_SCHEME) if value.startswith(_SCHEME) and len(value) <= MAX_KEY_BYTES else b""
    if not account.accepts(key):
        raise NotAuthenticated("The API key is missing or not valid.", status=401)

    return hashlib.sha256(key).digest()


@dataclass(frozen=True, slots=True)
class Identity:
    """A user, with the permissions of one request."""

    user_id: str
    viewer: Viewer
    policies: str = ""  # hash of the access policies of the queried model
    tables: frozenset[str] | None = None  # the tables that the agent may see; None: all

    @property
    def fingerprint(self) -> str:
        """A hash shared by requests with the same permissions, policies and tables (decisions/old-rights)."""
        viewer = self.viewer
        rights = [
            viewer.is_internal,
            sorted(viewer.groups),
            sorted(viewer.attributes.items()),
            dict(viewer.security_context),
            *filter(None, [self.policies]),
            *([] if self.tables is None else [{"tables": sorted(self.tables)}]),
        ]
        return hashlib.sha256(json.dumps(rights, sort_keys=True, default=str).encode()).hexdigest()


def identification(
    account: Account,
    settings: SessionSettings,
    now: float,
    *,
    policies: str = "",
    tables: frozenset[str] | None = None,
) -> Callable[[Connection], Identity]:
    """A function that finds or creates the user in a transaction; invalid settings are refused at once.

    `policies` and `tables` are those of the queried model. Raises as `claim_of` and `viewer_of`; the function
    raises as `find_or_make_user`.
    """
    claim, viewer = claim_of(account, settings), viewer_of(account, settings, "")

    def identify(connection: Connection) -> Identity:
        user_id = find_or_make_user(connection, claim, now, account.max_persisted_users)
        return Identity(user_id, replace(viewer, user_id=user_id), policies, tables)

    return identify


def claim_of(account: Account, settings: SessionSettings, *, persist: bool = False) -> Claim:
    """The user that the settings name; `persist` is for users who are not ephemeral by default.

    Raises NotFound for an internal user who does not exist (5 rule 6).
    """
    email = settings.email if isinstance(settings.email, str) else None
    if isinstance(settings.internal_id, str):
        if settings.internal_id not in account.internal_users:
            raise NotFound("There is no such internal user.", status=404)

        return Claim(account.name, "internal", settings.internal_id, email)

    ttl = settings.ephemeral_ttl_seconds
    if isinstance(ttl, float) and ttl > MAX_TTL_SECONDS:
        raise BadRequest("sessionSettings.ephemeralTtlSeconds is longer than ten years.", status=400)

    return Claim(
        account=account.name,
        kind="external",
        name=str(settings.external_id),
        email=email,
        persist=persist or settings.is_ephemeral is False,
        ttl_seconds=ttl if isinstance(ttl, float) else None,
        default_ttl_seconds=account.ephemeral_ttl_seconds,
    )


def viewer_of(account: Account, settings: SessionSettings, user_id: str) -> Viewer:
    """The permissions that the settings grant; raises BadRequest for an unknown attribute or group (2.2)."""
    if isinstance(settings.internal_id, str):
        known = account.internal_users[settings.internal_id]
        return Viewer(user_id, is_internal=True, groups=known.groups, attributes=known.attributes)

    given = settings.user_attributes if isinstance(settings.user_attributes, tuple) else ()
    attributes = {each.name: each.value for each in given}
    if unknown := [name for name in attributes if name not in account.attributes]:
        raise BadRequest(f"User attributes not found: {_listed(unknown)}", status=400)

    groups = settings.groups if isinstance(settings.groups, tuple) else ()
    if account.groups is not None and (unknown := [name for name in groups if name not in account.groups]):
        raise BadRequest(f"Groups not found: {_listed(unknown)}", status=400)

    return Viewer(
        user_id,
        groups=groups,
        attributes=MappingProxyType(attributes),
        security_context=MappingProxyType(
            settings.security_context if isinstance(settings.security_context, dict) else {}
        ),
    )


def zone_of(settings: SessionSettings) -> ZoneInfo | None:
    """The time zone of the settings, from the first of two places; raises BadRequest for an unknown zone."""
    if isinstance(settings.timezone, str) or not isinstance(settings.settings, NestedSettings):
        return zone_named(settings.timezone, "sessionSettings.timezone")

    return zone_named(settings.settings.timezone, "sessionSettings.settings.timezone")


def zone_named(name: object, field: str) -> ZoneInfo | None:
    """The time zone with that name, or None without a name; raises BadRequest for an unknown zone."""
    if not isinstance(name, str):
        return None

    try:
        zone = None if _OF_THE_MACHINE.fullmatch(name) else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = None

    if zone is None:
        raise BadRequest(f"{field} is not an IANA time zone.", status=400)

    return zone


def _listed(names: Sequence[str]) -> str:
    return ", ".join(name[:64] for name in names[:10])
