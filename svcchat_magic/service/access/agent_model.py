"""Reads the language model of an agent from its table in the account file."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from svcchat_magic.service.access.account import AgentModel

_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_KINDS, _ANALYSTS = ("auto", "openai", "anthropic"), ("both", "model", "offline")


class Table(Protocol):
    """What is read of a table of the account file."""

    content: Mapping[str, Any]

    def take(self, key: str, default: object, fits: Callable[[Any], bool], sentence: str) -> Any:
        """The key's value, or the default if it is missing or invalid."""

    def text(self, key: str, what: str, *, required: bool = False) -> str:
        """A non-empty string."""

    def number(self, key: str, default: float, *, from_zero: bool = False) -> Any:
        """A number."""

    def done(self) -> None:
        """Report every key that was not read."""


def read_agent_model(table: Table) -> AgentModel:
    """The language model; what is wrong with it becomes problems of the file."""
    analyst = _one_of(table, "analyst", _ANALYSTS)
    is_used = analyst != "offline"
    found = AgentModel(
        url=table.text("url", "must be the base address of a language model", required=is_used),
        name=table.text("name", "must be the name of the model", required=is_used),
        kind=_one_of(table, "kind", _KINDS),
        key_variable=table.take(
            "key_variable", "", _is_variable, "must be the name of an environment variable, never the key"
        ),
        key_header=table.text("key_header", "must be the name of a header"),
        rows=table.number("rows", 50, from_zero=True),
        own_data=table.take(
            "own_data", False, lambda value: isinstance(value, bool), "must be true or false"
        ),
        analyst=analyst,
    )
    table.done()
    return found


def _one_of(table: Table, key: str, known: tuple[str, ...]) -> str:
    found = table.take(key, known[0], lambda value: value in known, f"must be one of {', '.join(known)}")
    return str(found)


def _is_variable(value: object) -> bool:
    return isinstance(value, str) and _VARIABLE.fullmatch(value) is not None
