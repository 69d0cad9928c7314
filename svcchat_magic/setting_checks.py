"""Which values a setting may have."""

import re
import sys
from datetime import date
from typing import Any

from svcchat_magic.errors import SettingsError

_MAY_BE_ZERO = frozenset({"retries", "max_retry_after_seconds", "llm_rows"})
_MOST_DIGITS = 12
_HEADER_NAME = r"[A-Za-z][A-Za-z0-9-]{0,63}"  # compiled when it is first used, and not by `%load_ext`
# A request has these for itself, and one that carried a token in their place would not arrive.
_TAKEN_HEADERS = frozenset({
    "accept", "accept-encoding", "connection", "expect", "host", "te", "trailer", "transfer-encoding",
    "upgrade", "user-agent",
})  # fmt: skip
_TAKEN_FAMILY = "content-"


def check_kind(name: str, value: Any, default: Any) -> None:
    """Raise SettingsError when a value is not of its default's kind; limits and waits are above zero."""
    if isinstance(default, float | int) and not isinstance(default, bool):
        wanted = float | int if isinstance(default, float) else int
        is_number = isinstance(value, wanted) and not isinstance(value, bool)
        if not is_number or not (value > 0 or (value == 0 and name in _MAY_BE_ZERO)):
            least = "of zero or more" if name in _MAY_BE_ZERO else "above zero"
            raise SettingsError(f"The setting {name} must be a number {least}.")

        if isinstance(value, int) and value > sys.maxsize:  # in TOML one may have thousands of digits
            raise SettingsError(f"The setting {name} must be a number of at most {sys.maxsize:,}.")

        return

    if not isinstance(value, type(default)):
        kind = "true or false" if isinstance(default, bool) else "text"
        raise SettingsError(f"The setting {name} must be {kind}.")


def check_choice(name: str, value: Any, choices: tuple[str, ...]) -> None:
    """Raise SettingsError if a value is not one of the choices, if there are any."""
    if choices and value not in choices:
        raise SettingsError(f"The setting {name} must be one of: {', '.join(choices)}.")


def check_row_limit(name: str, text: str) -> None:
    """Raise SettingsError unless the text is `auto`'s alternative: a whole number of rows."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise SettingsError(f"The setting {name} must be auto or a whole number of rows.")


def check_header(name: str, setting: str = "token_header") -> None:
    """Raise SettingsError when no header of that name can carry a token or a key."""
    lower = name.lower()
    is_taken = lower in _TAKEN_HEADERS or lower.startswith(_TAKEN_FAMILY)
    if is_taken or not re.fullmatch(_HEADER_NAME, name):
        what = "token" if setting == "token_header" else "key"
        raise SettingsError(f"The setting {setting} must be a header that can carry a {what}.")


def read_date(text: str) -> date:
    """The setting `now` as a date; raises SettingsError."""
    try:
        return date.fromisoformat(text)
    except ValueError as cause:
        raise SettingsError(f"The setting now must be a date such as 2025-01-10, not {text!r}.") from cause


def read_text(name: str, text: str, default: Any) -> Any:
    """A variable's text as a value of the default's kind; raises SettingsError."""
    if isinstance(default, bool):
        return _read_switch(name, text)

    try:
        return type(default)(text)
    except ValueError as cause:
        raise SettingsError(f"The setting {name} must be a number.") from cause


def _read_switch(name: str, text: str) -> bool:
    if text.lower() in {"1", "true", "yes", "on"}:
        return True

    if text.lower() in {"0", "false", "no", "off"}:
        return False

    raise SettingsError(f"The setting {name} must be true or false.")
