"""Words that say which way a figure went, or that it is the highest: what they claim can be computed."""

import re
from functools import cache

from svcchat_magic.analyst.language_model.instructions import word_lists

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
