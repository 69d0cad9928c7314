"""Extract the message of an error body of any shape; the contract defines none (7)."""

from collections.abc import Mapping
from typing import Any

_NAMES = ("message", "error", "detail", "title")


def error_sentence(value: Any) -> str:
    """The message of a JSON error in one printable line of any length; empty without a message.

    Reads `{"error": {"message": ...}}`, `{"error": ...}`, `{"message": ...}` and similar forms.
    """
    if isinstance(value, str):
        line = " ".join(value.split())
        return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in line)

    if not isinstance(value, Mapping):
        return ""

    return next((said for name in _NAMES if (said := error_sentence(value.get(name)))), "")


def is_rpc_error(value: Any) -> bool:
    """Whether this is a JSON-RPC error object, which some services send with status 200 for a wrong key."""
    return isinstance(value, Mapping) and isinstance(value.get("error"), Mapping) and "role" not in value
