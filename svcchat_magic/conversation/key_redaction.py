"""Blots the API key out of raw lines before they are kept, also where JSON has escaped its characters."""

import re
from collections.abc import Callable

from svcchat_magic.settings import ApiKey

BLOT = b"***"
_MAY_BE_ESCAPED = '"/'


def key_redaction(key: ApiKey | None) -> Callable[[bytes], bytes]:
    """A function that blots `key` out of a line; without a key lines stay as they are.

    A line is JSON that may hold JSON as text, so that one character of a key can stand in it with
    any number of backslashes before it, and as a \\u escape.
    """
    if key is None:
        return bytes

    spelling = _spelling(key.reveal())
    return lambda line: spelling.sub(BLOT, line)


def _spelling(key: str) -> re.Pattern[bytes]:
    """Possessive runs of backslashes, tried at their start alone, keep this linear on hostile lines."""
    pattern = _at_start(key[0]) + "".join(_within(character) for character in key[1:])
    return re.compile(pattern.encode("ascii"))


def _at_start(character: str) -> str:
    code = f"u00(?i:{ord(character):02x})"
    if character == "\\":
        return rf"(?<!\\)\\++(?:{code})?"

    plain = re.escape(character)
    escaped = f"{plain}|{code}" if character in _MAY_BE_ESCAPED else code
    return rf"(?:{plain}|(?<!\\)\\++(?:{escaped}))"


def _within(character: str) -> str:
    code = f"u00(?i:{ord(character):02x})"
    if character == "\\":
        return rf"\\*(?:{code})?"

    return rf"\\*+(?:{re.escape(character)}|{code})"
