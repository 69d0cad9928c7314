"""Whose service this is: its name, agents, API keys, configured attributes and internal users."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from svcchat_magic.errors import SettingsError
from svcchat_magic.semantic.model.model import AccessRule, Model
from svcchat_magic.service.access.key_file import KeyFile
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.state.users import DEFAULT_TTL_SECONDS
from svcchat_magic.settings import ApiKey

IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
ATTRIBUTE_TYPES = ("string", "number", "boolean", "list")
_ATTRIBUTE = re.compile(r"\{\s*(?:userAttributes|user_attributes)\.(\w+)")
_IN_CONDITION = re.compile(r"\b(?:userAttributes|user_attributes)\.(\w+)")


@dataclass(frozen=True, slots=True)
class InternalUser:
    """A user who exists before the first request, with their own permissions (5 rule 6)."""

    groups: tuple[str, ...] = ()
    attributes: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AgentModel:
    """The language model of one agent, in place of the one that the settings name."""

    url: str = ""
    name: str = ""
    kind: str = "auto"  # auto, openai, anthropic
    key_variable: str = ""  # the environment variable that holds its key
    key_header: str = ""
    rows: int = 50  # of a result that it is shown
    own_data: bool = False  # shows rows of data without a model folder to a model elsewhere too
    analyst: str = "both"  # who answers: both, model, or offline, for which no model is needed


@dataclass(frozen=True, slots=True)
class AgentProfile:
    """One agent of the account."""

    title: str
    rules: str = ""  # instructions for its analyst
    views: frozenset[str] | None = None  # the views and cubes it may see; None: all of them
    questions: tuple[str, ...] = ()  # suggested by the chat page at first
    model: AgentModel | None = None  # None: the one of the settings, if they name any


@dataclass(frozen=True, slots=True)
class Account:
    """An account; API keys are kept as SHA-256 hashes only."""

    name: str
    agents: Mapping[str, AgentProfile]  # by id
    key_hashes: tuple[bytes, ...] = field(default=(), repr=False)
    key_file: KeyFile | None = None  # more keys, which may change while the service runs
    prefix: str = "svc"  # of tool and agent names on the wire
    today: date | None = None  # the date that relative time refers to; None: the real date
    attributes: Mapping[str, str] = field(
        default_factory=dict
    )  # user attributes that sessions may set (2.2), with their types
    groups: frozenset[str] | None = None  # groups that sessions may name; None: any
    internal_users: Mapping[str, InternalUser] = field(default_factory=dict)
    max_persisted_users: int = 10_000  # non-ephemeral external users of the chat API (8)
    max_session_users: int = 10_000  # external users of generate-session (8)
    ephemeral_ttl_seconds: float = DEFAULT_TTL_SECONDS
    reattach_seconds: float = 10.0  # a run lives on without a reader (decisions/readers-and-runs)
    max_query_rows: int = 1_000_000  # rows in one reply of the query API
    limits: Limits = field(default_factory=Limits)
    policies: str = ""  # hash of the model's access policies, set when the service starts
    embed_origins: tuple[str, ...] = ()  # sites that may embed the page
    hosts: tuple[str, ...] = ()  # Host names to accept besides the address listened on

    def __post_init__(self) -> None:
        for what, value in (("account name", self.name), *(("agent id", agent) for agent in self.agents)):
            if not IDENTIFIER.fullmatch(value):
                raise SettingsError(f"The {what} may hold letters, digits, '.', '_' and '-' only.")

    def accepts(self, key: bytes) -> bool:
        """Whether a key is valid now; takes the same time for every wrong key."""
        return self.knows(hashlib.sha256(key).digest())

    def knows(self, key_hash: bytes) -> bool:
        """Whether the key with this hash is valid; false as soon as it is revoked."""
        known = (*self.key_hashes, *(self.key_file.hashes() if self.key_file else ()))
        matches = [hmac.compare_digest(key_hash, each) for each in known]  # always compare all
        return any(matches)

    def with_key(self, key: ApiKey) -> "Account":
        """The account with one more API key."""
        added = hashlib.sha256(key.reveal().encode("ascii")).digest()
        return replace(self, key_hashes=(*self.key_hashes, added))

    def tables_of(self, agent: str | None = None) -> frozenset[str] | None:
        """The views and cubes that an agent may see, or without one any agent; None means all."""
        profiles: Iterable[AgentProfile] = self.agents.values() if agent is None else (self.agents[agent],)
        named = [profile.views for profile in profiles]
        shown = [views for views in named if views is not None]
        return frozenset().union(*shown) if len(shown) == len(named) else None


def attributes_used_by(model: Model) -> frozenset[str]:
    """The user attributes that a model's access policies use; sessions may set them (2.2)."""
    rules = [rule for policy in _policies(model).values() for rule in policy]
    in_filters = _ATTRIBUTE.findall(repr([rule.filters for rule in rules]))
    in_conditions = _IN_CONDITION.findall(repr([rule.conditions for rule in rules]))
    return frozenset((*in_filters, *in_conditions))


def policies_of(model: Model) -> str:
    """A hash of all access policies and masks of a model, the same in every process; empty if it has none."""
    policies = sorted(_policies(model).items())
    masks = [
        (cube.name, member.name, member.mask)
        for cube in model.cubes.values()
        for members in (cube.dimensions, cube.measures)
        for member in members.values()
        if member.mask is not None
    ]
    return hashlib.sha256(repr((policies, masks)).encode()).hexdigest() if policies else ""


def _policies(model: Model) -> Mapping[tuple[str, str], tuple[AccessRule, ...]]:
    """By kind and name of the table."""
    tables = [("cube", name, cube.access_policy) for name, cube in model.cubes.items()]
    tables += [("view", name, view.access_policy) for name, view in model.views.items()]
    return {(kind, name): rules for kind, name, rules in tables if rules is not None}
