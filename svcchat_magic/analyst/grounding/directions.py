"""Words that say which way a figure went, or that it is the highest: what they claim can be computed."""

import re
import tomllib
from functools import cache
from pathlib import Path

UP, DOWN, HIGHEST, LOWEST = "up", "down", "highest", "lowest"


def claimed(text: str, *kinds: str) -> tuple[str, ...]:
    """Which of these claims a text makes, in the order of its words."""
    found = [(match.start(), kind) for kind in kinds for match in _pattern(kind).finditer(text)]
    return tuple(kind for _, kind in sorted(found))


def first_claim(text: str, *kinds: str) -> int:
    """Where the first of these claims stands in a text that makes one."""
    return min(match.start() for kind in kinds for match in _pattern(kind).finditer(text))


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    words = sorted(word_lists()[kind], key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


@cache
def word_lists() -> dict[str, tuple[str, ...]]:
    """The words by which a text claims what can be computed."""
    found = tomllib.loads((Path(__file__).parent / "claims.toml").read_text("utf-8"))
    return {name: tuple(words) for name, words in found.items()}
