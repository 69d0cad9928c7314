"""Find an API key in received bytes, plain or in any JSON spelling, at any depth."""

import json
import re
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from svcchat_magic.credentials import Credential

REDACTED = "***"
_MAY_BE_ESCAPED = '"/'
_ONLY_BACKSLASHES = r"\\{8,}"
_WRITES_ESCAPES = "\\u0123456789abcdefABCDEF"
_MAX_DEPTH = 64  # nothing here reads deeper nesting
_JSON_BEGINS = ("{", "[", '"')


class KeySpellings:
    r"""Finds and redacts one key in text, JSON, or JSON within JSON such as tool results (2.4).

    A character of it may have any number of backslashes before it, and be a ``\u`` escape, whose own
    characters may be escaped again one level further out.
    """

    def __init__(self, key: Credential) -> None:
        self._key = key
        longest = max(re.split(r'["/\\]', key.reveal()), key=len)
        encoded = longest.encode()
        # A function, so that neither `vars` nor a traceback's locals show the key.
        self._part: Callable[[], bytes] = lambda: encoded
        self._part_of_text: Callable[[], str] = lambda: longest

    def may_stand_in(self, data: bytes) -> bool:
        """A cheap check whether the key can be in these bytes; almost always False."""
        if self._part() in data:
            return True

        return b"\\" in data and b"\\u00" in data and self._patterns().escape.search(data) is not None

    def redacted(self, data: bytes) -> bytes:
        """The bytes without the key."""
        if not self.may_stand_in(data):
            return data

        data = self._patterns().spelling.sub(REDACTED.encode(), data)
        return self._redacted_json(data) if b"\\u00" in data else data

    def redacted_value(self, value: Any, depth: int = _MAX_DEPTH) -> Any:
        """The same for a JSON value; a value without the key is returned as the same object."""
        if isinstance(value, str):
            return self._redacted_text(value, depth)

        if isinstance(value, list | tuple):
            found = [self.redacted_value(each, depth - 1) for each in value] if depth else []
            return value if _are_same(found, value) else type(value)(found)

        if isinstance(value, dict):
            names = [self.redacted_value(name, 0) for name in value]
            values = [self.redacted_value(each, depth - 1) for each in value.values()] if depth else []
            is_clean = _are_same(names, value) and _are_same(values, value.values())
            return value if is_clean else dict(zip(names, values or value.values(), strict=True))

        return value

    def _redacted_text(self, text: str, depth: int) -> str:
        if "\\" not in text and self._part_of_text() not in text:
            return text

        data = text.encode("utf-8", "surrogatepass")
        if not self.may_stand_in(data):
            return text

        data = self._patterns().spelling.sub(REDACTED.encode(), data)
        if depth and text.lstrip().startswith(_JSON_BEGINS):
            data = self._redacted_json(data, depth - 1)

        found = data.decode("utf-8", "surrogatepass")
        return text if found == text else found

    def _redacted_json(self, data: bytes, depth: int = _MAX_DEPTH) -> bytes:
        """Decode nested escapes as a reader of the JSON would; anything but JSON is not decoded."""
        try:
            value = json.loads(data.decode())
            found = self.redacted_value(value, depth)
        except (ValueError, RecursionError):
            return data

        return data if found is value else json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")

    @cached_property
    def _patterns(self) -> "Callable[[], _Patterns]":
        """The patterns, created on first use, which is rare; a function because their repr shows the key."""
        key = self._key.reveal()
        patterns = _Patterns(_spelling(key), _escape(key))
        return lambda: patterns


class _Patterns(NamedTuple):
    spelling: re.Pattern[bytes]
    escape: re.Pattern[bytes]


def _are_same(found: Any, given: Any) -> bool:
    return all(one is other for one, other in zip(found, given, strict=False))


def _escape(key: str) -> re.Pattern[bytes]:
    """A pattern for escapes that a spelling of the key may contain."""
    codes = {f"{ord(each):02x}" for each in key + _WRITES_ESCAPES}
    return re.compile(rf"\\u00(?i:{'|'.join(sorted(codes))})".encode())


def _spelling(key: str) -> re.Pattern[bytes]:
    """A pattern for the key; possessive runs of backslashes keep it linear on hostile lines.

    The key's own backslashes look like escapes, so those around it stay and the JSON remains valid.
    """
    characters = [character for character in key if character != "\\"]
    pattern = _at_start(characters[0]) if characters else _ONLY_BACKSLASHES
    pattern += "".join(map(_within, characters[1:]))
    return re.compile(pattern.encode("ascii"))


def _at_start(character: str) -> str:
    plain = re.escape(character)
    escaped = f"{plain}|{_code(character)}" if character in _MAY_BE_ESCAPED else _code(character)
    return rf"(?:{plain}|(?<!\\)\\++(?:{escaped}))"


def _within(character: str) -> str:
    return rf"\\*+(?:{re.escape(character)}|{_code(character)})"


def _code(character: str) -> str:
    return f"u00(?i:{ord(character):02x})"
