"""Places that a text gives to names: `the second highest`, `ranks 3rd`, `number two`, `in last place`."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SpokenRank:
    """A place in an order; 1 is the first."""

    start: int
    end: int
    place: int
    is_from_top: bool


def spoken_ranks(text: str) -> Iterator[SpokenRank]:
    """The places that a text gives."""
    for match in _pattern().finditer(text):
        said = (match["order"] or match["place"] or match["number"] or match["comes"]).casefold()
        digits = re.match(r"\d+", said)
        place = int(digits[0]) if digits else {**_words()["places"], **_words()["numbers"]}[said]
        lowest = match["low"] is not None
        yield SpokenRank(match.start(), match.end(), place, is_from_top=not lowest)


@cache
def _words() -> dict[str, dict[str, int]]:
    return tomllib.loads((Path(__file__).parent / "ranks.toml").read_text("utf-8"))


@cache
def _pattern() -> re.Pattern[str]:
    found = _words()
    order = rf"(?:\d+(?:st|nd|rd|th)|\d+\.(?=\s)|{'|'.join(found['places'])})"
    low, high = ("|".join(found[name]) for name in ("lowest", "highest"))
    return re.compile(
        rf"\b(?P<order>{order})[\s-]+(?:(?P<low>{low})|(?:{high}))\b"
        rf"|\b(?P<place>{order})[\s-]+(?:place|rank|position|platz|stelle)\b"
        rf"|\b(?:number|no\.?|rank|place|platz|nummer)\s+(?P<number>{order}|\d+|{'|'.join(found['numbers'])})\b"
        rf"|\b(?:ranks?|ranked|comes?|came|finish(?:es|ed)|is|are|place[sd]?|kommt|ist)\s+(?:in\s+)?(?P<comes>{order})\b",
        re.IGNORECASE,
    )
