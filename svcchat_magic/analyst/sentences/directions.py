"""Words that say which way a figure went, or that it is the highest: what they claim can be computed."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

UP, DOWN, HIGHEST, LOWEST, STEADY = "up", "down", "highest", "lowest", "steady"
OVER, UNDER = "over", "under"
UNFINISHED, NEXT = "unfinished", "next"
FLAT, UNCHANGED, FASTEST, SLOWEST, EVER, PER = "flat", "unchanged", "fastest", "slowest", "ever", "per"
# `without a rise` denies one, `without Web revenue rose` does not.
_NOT = re.compile(
    r"\b(?:not|never|no|none|neither|nor|hardly|nicht|kein\w*|nie)\b(?!-)[^,;.]{0,30}$|n['’]t\b[^,;.]{0,30}$"
    r"|\b(?:without|ohne)(?:\s(?!(?:in|of|for|at|on|im|am|bei)\b)(?-i:[a-zäöü]+)){0,2}\s$",
    re.IGNORECASE,
)


# `more visits than`
_COMPARED = {
    OVER: (r"(?:more|higher|larger|greater|bigger)\s+(?:[\w-]+\s+){1,3}than",),
    UNDER: (r"(?:fewer|less|lower|smaller)\s+(?:[\w-]+\s+){1,3}than",),
}


@dataclass(frozen=True, slots=True)
class Claim:
    """A word that claims something, and whether the words before it deny that."""

    kind: str
    start: int
    end: int
    is_denied: bool


def claims_in(text: str, *kinds: str) -> list[Claim]:
    """Which of these claims a text makes, in the order of its words."""
    return sorted(_claims(text, kinds), key=lambda each: each.start)


def claimed(text: str, *kinds: str) -> tuple[str, ...]:
    """The kinds of the claims that a text makes."""
    return tuple(each.kind for each in claims_in(text, *kinds))


def _claims(text: str, kinds: tuple[str, ...]) -> Iterator[Claim]:
    idioms = [match.span() for match in _pattern("idioms").finditer(text)]
    for kind in kinds:
        for match in _pattern(kind).finditer(text):
            if any(start <= match.start() < end for start, end in idioms):
                continue

            denied = _NOT.search(text[: match.start()]) is not None
            yield Claim(kind, match.start(), match.end(), denied)


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    words = sorted(word_lists()[kind], key=len, reverse=True)
    either = "|".join([*map(re.escape, words), *_COMPARED.get(kind, ())])
    return re.compile(rf"(?<!\w)(?:(?<!\w-)|(?<=est-))(?:{either})(?!\w)", re.IGNORECASE)


@cache
def word_lists() -> dict[str, tuple[str, ...]]:
    """The words by which a text claims what can be computed."""
    found = tomllib.loads((Path(__file__).parent / "claims.toml").read_text("utf-8"))
    return {name: tuple(words) for name, words in found.items()}
