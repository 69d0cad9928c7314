"""Read an account from its TOML file and report every problem at once, with its table and key."""

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from svcchat_magic.errors import SettingsError
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.service.access.account import (
    ATTRIBUTE_TYPES,
    IDENTIFIER,
    Account,
    AgentProfile,
    InternalUser,
    attributes_used_by,
)
from svcchat_magic.service.access.agent_model import read_agent_model
from svcchat_magic.service.access.key_file import KeyFile, keys_beside, no_account_file
from svcchat_magic.service.access.limits import Limits

_ORIGIN = re.compile(r"self|https?://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?)+(?::\d{1,5})?", re.ASCII)
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?)+|\[[0-9a-f:]+\]", re.ASCII)
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+")
_PREFIX = re.compile(r"[A-Za-z]\w{0,31}", re.ASCII)
_WORD = re.compile(r"\w+")
_TYPES: Mapping[str, type | tuple[type, ...]] = MappingProxyType(
    {"string": str, "number": (int, float), "boolean": bool, "list": list}
)
_OF_ACCOUNT = (  # limits that do not concern one request or connection
    "ephemeral_ttl_seconds",
    "max_persisted_users",
    "max_query_rows",
    "max_session_users",
    "reattach_seconds",
)


def read_account(file: Path) -> Account:
    """Read the account, and the keys from the file beside it.

    Raises SettingsError with one line for each problem.
    """
    problems: list[str] = []
    given = _account(_Table(_content(file), "", problems))
    _raise(file.name, problems)
    return Account(**given, key_file=KeyFile(keys_beside(file)))


def check_against(account: Account, model: Model, file: str) -> None:
    """Raise SettingsError if the account names unknown views or lacks attributes that the model uses."""
    tables = [table.name for table in model.tables()]
    problems = [
        f"agents.{agent}.views: the data model has no public view or cube {name!r}{_meant(name, tables)}."
        for agent, profile in account.agents.items()
        for name in sorted((profile.views or frozenset()) - set(tables))
    ]
    problems += [
        f"attributes: the data model's access rules read {name!r}; name it here with its type."
        for name in sorted(attributes_used_by(model) - account.attributes.keys())
    ]
    _raise(file, problems)


class _Table:
    """One table of the file. Keys are read by name, and `done` reports the ones never read."""

    def __init__(self, content: Mapping[str, Any], place: str, problems: list[str]) -> None:
        self.content = content
        self.problems = problems
        self._place = place
        self._asked: list[str] = []

    def take(self, key: str, default: object, fits: Callable[[Any], bool], sentence: str) -> Any:
        """The key's value, or the default if it is missing or invalid."""
        self._asked.append(key)
        value = self.content.get(key, default)
        if key not in self.content or fits(value):
            return value

        self.problem(key, sentence)
        return default

    def texts(self, key: str, what: str, fits: Callable[[str], object] = bool) -> tuple[str, ...] | None:
        """A list of strings; None if it is missing."""
        found = self.take(
            key,
            None,
            lambda value: isinstance(value, list) and all(_is_text(each, fits) for each in value),
            what,
        )
        return None if found is None else tuple(found)

    def text(self, key: str, what: str, *, required: bool = False) -> str:
        """A non-empty string."""
        if required and key not in self.content:
            self._asked.append(key)
            self.problem(key, f"is missing; {what}")

        return str(self.take(key, "", lambda value: _is_text(value, bool), what))

    def number(self, key: str, default: float, *, from_zero: bool = False) -> Any:
        """A number above 0, or from 0 on; an integer if the default is one."""
        whole = isinstance(default, int)
        kind = f"must be a {'whole ' if whole else ''}number {'from 0 on' if from_zero else 'above 0'}"

        def fits(value: object) -> bool:
            if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
                return False

            return (0 if from_zero else math.ulp(0.0)) <= value < math.inf

        return self.take(key, default, fits, kind)

    def tables(self, key: str, what: str, fits: Callable[[str], object]) -> dict[str, "_Table"]:
        """The tables under a key, by name."""
        found = self.table(key)
        made: dict[str, _Table] = {}
        for name, content in found.content.items():
            if not fits(name) or not isinstance(content, dict):
                found.problem(name, what)
                continue

            made[name] = _Table(content, f"{found.place(name)}", self.problems)

        return made

    def table(self, key: str) -> "_Table":
        """The table under a key; an empty one if it is missing."""
        content = self.take(
            key, {}, lambda value: isinstance(value, dict), f"must be a table: [{self.place(key)}]"
        )
        return _Table(content, self.place(key), self.problems)

    def done(self) -> None:
        """Report every key that was not read."""
        for key in self.content.keys() - set(self._asked):
            known = "" if _meant(key, self._asked) else f"; there are: {', '.join(sorted(self._asked))}"
            self.problem(key, f"is not known here{_meant(key, self._asked)}{known}")

    def problem(self, key: str, sentence: str) -> None:
        """Record what is wrong with one key."""
        self.problems.append(f"{self.place(key)}: {sentence}.")

    def place(self, key: str) -> str:
        """Table and key, as they are written."""
        name = key if re.fullmatch(r"[\w-]+", key, re.ASCII) else f'"{key[:64]}"'
        return f"{self._place}.{name}" if self._place else name


def _content(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as cause:
        raise no_account_file(file) from cause
    except OSError as cause:
        problem = cause.strerror or str(cause)
        raise SettingsError(f"The account file {file} cannot be read: {problem}.") from cause
    except UnicodeDecodeError as cause:
        raise SettingsError(f"The account file {file} cannot be read: it is not UTF-8 text.") from cause
    except tomllib.TOMLDecodeError as cause:
        raise SettingsError(f"The account file {file} cannot be read: {cause}.") from cause


def _account(table: _Table) -> dict[str, Any]:
    name = table.text("name", "must be letters, digits, '.', '_' and '-'", required=True)
    if name and not IDENTIFIER.fullmatch(name):
        table.problem("name", "must be letters, digits, '.', '_' and '-'")

    attributes = _attributes(table.table("attributes"))
    groups = table.texts("groups", "must be a list of group names")
    given = {
        "name": name,
        "agents": _agents(table),
        "prefix": table.take(
            "prefix", "svc", lambda value: _is_text(value, _PREFIX.fullmatch),
            "must be a letter, then letters, digits and underscores"
        ),
        "today": table.take(
            "now", None, lambda value: type(value) is date, "must be a date like 2025-01-10, without quotes"
        ),
        "attributes": attributes,
        "groups": None if groups is None else frozenset(groups),
        "internal_users": _internal_users(table, attributes, groups),
        "embed_origins": table.texts(
            "embed_origins",
            'must be a list such as ["https://app.example.com"]; "self" is the service\'s own origin',
            _ORIGIN.fullmatch,
        )
        or (),
        "hosts": table.texts(
            "hosts", 'must be a list of lower-case host names without port, such as ["chat.example.com"]',
            _HOST.fullmatch,
        )
        or (),
        **_limits(table.table("limits")),
    }  # fmt: skip
    table.done()
    return given


def _agents(table: _Table) -> Mapping[str, AgentProfile]:
    made = {}
    for agent, about in table.tables(
        "agents", "must be a table whose name holds letters, digits, '.', '_' and '-'", IDENTIFIER.fullmatch
    ).items():
        views = about.texts("views", "must be a list of names of views and cubes")
        made[agent] = AgentProfile(
            title=about.text("title", "must be a text", required=True),
            rules=about.text("rules", "must be a text"),
            views=None if views is None else frozenset(views),
            questions=about.texts("questions", "must be a list of texts", str.strip) or (),
            model=read_agent_model(about.table("model")) if "model" in about.content else None,
        )
        about.done()

    if not table.content.get("agents"):
        table.problem("agents", "one is needed at least: [agents.ID] with a title")

    return MappingProxyType(made)


def _attributes(table: _Table) -> Mapping[str, str]:
    kinds = ", ".join(ATTRIBUTE_TYPES)
    for name, kind in table.content.items():
        if kind not in ATTRIBUTE_TYPES:
            table.problem(name, f"must be one of {kinds}")
        elif not _WORD.fullmatch(name):
            table.problem(name, "an attribute's name holds letters, digits and underscores")

    return MappingProxyType(dict(table.content))


def _internal_users(
    table: _Table, attributes: Mapping[str, str], groups: Iterable[str] | None
) -> Mapping[str, InternalUser]:
    made = {}
    for email, about in table.tables("internal_users", "must be a table named by an e-mail address",
                                     _EMAIL.fullmatch).items():  # fmt: skip
        theirs = about.texts("groups", "must be a list of group names") or ()
        for group in theirs:
            if groups is not None and group not in groups:
                about.problem("groups", f"there is no group {group!r}{_meant(group, groups)}")

        values = about.table("attributes")
        for name, value in values.content.items():
            _check_value(values, name, value, attributes)

        about.done()
        made[email] = InternalUser(theirs, MappingProxyType(dict(values.content)))

    return MappingProxyType(made)


def _check_value(table: _Table, name: str, value: object, attributes: Mapping[str, str]) -> None:
    if name not in attributes:
        table.problem(name, f"is not named in [attributes]{_meant(name, attributes)}")
        return

    kind = attributes[name]
    if kind not in _TYPES:
        return  # reported with the attribute

    if not isinstance(value, _TYPES[kind]) or (kind == "number" and isinstance(value, bool)):
        table.problem(name, f"must be a {kind}, as [attributes] says")


def _limits(table: _Table) -> dict[str, Any]:
    defaults: dict[str, Any] = {each.name: each.default for each in fields(Account)}
    limits: dict[str, Any] = {each.name: each.default for each in fields(Limits)}
    found: dict[str, Any] = {
        name: table.number(name, default, from_zero=name == "reattach_seconds")
        for name, default in defaults.items()
        if name in _OF_ACCOUNT
    }
    found["limits"] = Limits(**{name: table.number(name, default) for name, default in limits.items()})
    table.done()
    return found


def _is_text(value: object, fits: Callable[[str], object]) -> bool:
    return isinstance(value, str) and bool(value) and bool(fits(value))


def _meant(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _raise(file: str, problems: list[str]) -> None:
    if problems:
        raise SettingsError(
            "\n".join((f"The account file {file} has {len(problems)} problem(s):", *problems))
        )
