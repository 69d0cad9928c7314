"""Whose service this is: its name, agents, API keys, configured attributes and internal users."""

import hashlib
import hmac
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

from svcchat_magic.errors import SettingsError
from svcchat_magic.semantic.model import Model
from svcchat_magic.settings import ApiKey

_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
_ATTRIBUTE = re.compile(r"\{\s*(?:userAttributes|user_attributes)\.(\w+)")
MAX_PERSISTED_USERS = 10_000
REATTACH_SECONDS = 10.0
MAX_QUERY_ROWS = 1_000_000


@dataclass(frozen=True, slots=True)
class InternalUser:
    """A user who exists before the first request, with permissions of their own (5 rule 6)."""

    groups: tuple[str, ...] = ()
    attributes: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Account:
    """An account; API keys are kept as SHA-256 hashes alone."""

    name: str
    agents: Mapping[str, str]  # id to title
    key_hashes: tuple[bytes, ...] = field(default=(), repr=False)
    today: date | None = None  # what relative time is read against; None is the real date
    attributes: frozenset[str] = frozenset()  # names that sessions may set (2.2)
    internal_users: Mapping[str, InternalUser] = field(default_factory=dict)
    max_persisted_users: int = MAX_PERSISTED_USERS
    reattach_seconds: float = REATTACH_SECONDS  # a run with messageId lives on without a reader (ruling 2)
    max_query_rows: int = MAX_QUERY_ROWS  # that the query API gives at once

    def __post_init__(self) -> None:
        for what, value in (("account name", self.name), *(("agent id", agent) for agent in self.agents)):
            if not _IDENTIFIER.fullmatch(value):
                raise SettingsError(f"The {what} may hold letters, digits, '.', '_' and '-' only.")

    def accepts(self, key: bytes) -> bool:
        """Whether a key is one of this account's; takes the same time for every wrong one."""
        given = hashlib.sha256(key).digest()
        matches = [hmac.compare_digest(given, known) for known in self.key_hashes]
        return any(matches)

    def with_key(self, key: ApiKey) -> "Account":
        """The account with one more API key."""
        added = hashlib.sha256(key.reveal().encode("ascii")).digest()
        return replace(self, key_hashes=(*self.key_hashes, added))


def attributes_used_by(model: Model) -> frozenset[str]:
    """The user attributes that a model's access policies read; sessions may set them (2.2)."""
    policies = [cube.access_policy for cube in model.cubes.values()]
    policies += [view.access_policy for view in model.views.values()]
    filters = [rule.filters for policy in policies for rule in policy or ()]
    return frozenset(_ATTRIBUTE.findall(repr(filters)))


def read_account(file: Path) -> Account:
    """An account from its TOML file; raises SettingsError naming what is wrong in it."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as cause:
        raise SettingsError(f"The account file {file.name} cannot be read: {cause}") from cause

    try:
        return _account(table)
    except (KeyError, TypeError, AttributeError) as cause:
        raise SettingsError(
            f"The account file {file.name} needs name and [agents.ID] with a title."
        ) from cause


def _account(table: Mapping[str, Any]) -> Account:
    now = table.get("now")
    if now is not None and type(now) is not date:
        raise SettingsError("In the account file, now must be a date such as 2025-01-10, without quotes.")

    return Account(
        name=table["name"],
        agents=MappingProxyType({agent: about["title"] for agent, about in table["agents"].items()}),
        today=now,
        attributes=frozenset(table.get("attributes", ())),
        internal_users=MappingProxyType(
            {email: _internal_user(about) for email, about in table.get("internal_users", {}).items()}
        ),
        reattach_seconds=_number(table, "reattach_seconds", REATTACH_SECONDS),
        max_query_rows=int(_number(table, "max_query_rows", MAX_QUERY_ROWS)),
    )


def _number(table: Mapping[str, Any], name: str, default: float) -> float:
    value = table.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < math.inf:
        raise SettingsError(f"In the account file, {name} must be a number that is not negative.")

    return value


def _internal_user(about: Mapping[str, Any]) -> InternalUser:
    attributes = MappingProxyType(dict(about.get("attributes", {})))
    return InternalUser(groups=tuple(about.get("groups", ())), attributes=attributes)
