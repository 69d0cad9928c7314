"""Blots the API key out of raw lines before they are kept, also where JSON has escaped its characters."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable

from svcchat_magic.protocol.messages import decode_messages
from svcchat_magic.settings import ApiKey

BLOT = b"***"
_MAY_BE_ESCAPED = '"/'
_ONLY_BACKSLASHES = r"\\{8,}"


def key_redaction(key: ApiKey | None) -> Callable[[bytes], bytes]:
    """A function that blots `key` out of a line; without a key lines stay as they are.

    A line is JSON that may hold JSON as text, so that one character of a key can stand in it with
    any number of backslashes before it, and as a \\u escape.
    """
    if key is None:
        return bytes

    spelling = _spelling(key.reveal())
    return lambda line: spelling.sub(BLOT, line)


def is_spelled_out(key: ApiKey | None, lines: Iterable[bytes]) -> bool:
    """Whether `key` comes in pieces, one message after the other, so that no line shows it whole."""
    if key is None:
        return False

    texts: dict[tuple[str | None, str], list[str]] = defaultdict(list)
    for message in decode_messages(lines):
        texts[message.id, "content"].append(message.content or "")
        texts[message.id, "thinking"].append(message.thinking or "")

    return any(key.reveal() in "".join(pieces) for pieces in texts.values())


def _spelling(key: str) -> re.Pattern[bytes]:
    """Possessive runs of backslashes, tried at their start alone, keep this linear on hostile lines.

    The key's own backslashes cannot be told from escapes: around it they stay, so that JSON stays JSON.
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
