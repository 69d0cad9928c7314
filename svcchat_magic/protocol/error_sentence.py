"""What an error body says, whatever its shape: the contract shows none (7)."""

from collections.abc import Mapping
from typing import Any

_NAMES = ("message", "error", "detail", "title")


def error_sentence(value: Any) -> str:
    """The words of an error that came as JSON, in one printable line of any length; empty without any.

    Reads `{"error": {"message": ...}}`, `{"error": ...}`, `{"message": ...}` and their like.
    """
    if isinstance(value, str):
        line = " ".join(value.split())
        return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in line)

    if not isinstance(value, Mapping):
        return ""

    return next((said for name in _NAMES if (said := error_sentence(value.get(name)))), "")


def is_rpc_error(value: Any) -> bool:
    """Whether this is a JSON-RPC error object: so a wrong key can be answered, with status 200."""
    return isinstance(value, Mapping) and isinstance(value.get("error"), Mapping) and "role" not in value
