"""Words that say which way a figure went, or that it is the highest: what they claim can be computed."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from svcchat_magic.analyst.language.adjectives import Phrase, Scale, adjectives

UP, DOWN, HIGHEST, LOWEST, STEADY = "up", "down", "highest", "lowest", "steady"
OVER, UNDER = "over", "under"
UNFINISHED, NEXT = "unfinished", "next"
FLAT, UNCHANGED, FASTEST, SLOWEST, EVER, PER = "flat", "unchanged", "fastest", "slowest", "ever", "per"
# `without a rise` denies one, `without Web revenue rose` does not.
NOT = re.compile(
    r"\b(?:not|never|no|none|neither|nor|hardly|nicht|kein\w*|nie)\b(?!-)[^,;.]{0,30}$|n['’]t\b[^,;.]{0,30}$"
    r"|\b(?:without|ohne)(?:\s(?!(?:in|of|for|at|on|im|am|bei)\b)(?-i:[a-zäöü]+)){0,2}\s$",
    re.IGNORECASE,
)


_NEXT = re.compile(r"\s+([a-zäöü-]+)", re.IGNORECASE)
_MUCH = frozenset({"more", "most", "less", "least", "cost", "costing"})
# `more visits than`
_COMPARED = {
    OVER: (
        r"out-?(?:sold|sells?|perform\w*|pac\w*|number\w*|earn\w*|rank\w*|scor\w*|strip\w*|weigh\w*|did|does?)",
        r"edge[sd]? out",
        r"(?:more|higher|larger|greater|bigger)\s+(?:[\w-]+\s+){1,6}?than",
    ),
    UNDER: (r"(?:fewer|less|lower|smaller)\s+(?:[\w-]+\s+){1,6}?than",),
}


@dataclass(frozen=True, slots=True)
class Claim:
    """A word that claims something, and whether the words before it deny that."""

    kind: str
    start: int
    end: int
    is_denied: bool


def is_praised(text: str, claim: Claim) -> bool:
    """Whether `most` is said of a good quality, such as `reliable`: of delays it has the fewest."""
    found = _NEXT.match(text, claim.end)
    return found is not None and found[1].casefold() in qualities()["praised"]


@cache
def qualities() -> Mapping[str, Sequence[str]]:
    """Adjectives that no figure measures, and which end of what is unwanted they mean."""
    return tomllib.loads((Path(__file__).parent / "qualities.toml").read_text("utf-8"))


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

            denied = NOT.search(text[: match.start()]) is not None
            yield Claim(kind, match.start(), match.end(), denied)


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    words = sorted(word_lists()[kind], key=len, reverse=True)
    either = "|".join([*map(re.escape, words), *_COMPARED.get(kind, ()), *_graded(kind)])
    return re.compile(rf"(?<!\w)(?:(?<!\w-)|(?<=est-))(?:{either})(?!\w)", re.IGNORECASE)


def _graded(kind: str) -> Iterator[str]:
    """`longest`, `shorter on Monday than`: of what a scale has much or little of, whatever it measures."""
    found = adjectives()
    if kind in (HIGHEST, LOWEST):
        yield from (r"\s+".join(each) for each in _of_scales(found.superlatives, is_high=kind == HIGHEST))

    if kind in (OVER, UNDER):
        for *words, than in _of_scales(found.comparatives, is_high=kind == OVER):
            yield r"\s+".join(words) + rf"(?:\s+[\w-]+){{0,3}}\s+{than}"


def _of_scales(forms: Mapping[Phrase, Sequence[Scale]], *, is_high: bool) -> Iterator[Phrase]:
    """Words that mean the same of all that they measure: the fastest has least time, or most speed."""
    for words, scales in forms.items():
        is_one_word = words[0] not in _MUCH  # `most punctual` has the least delay, and the highest rate
        if is_one_word and all(each.is_high == is_high and not each.inverse for each in scales):
            yield words


@cache
def word_lists() -> dict[str, tuple[str, ...]]:
    """The words by which a text claims what can be computed."""
    found = tomllib.loads((Path(__file__).parent / "claims.toml").read_text("utf-8"))
    return {name: tuple(words) for name, words in found.items()}
