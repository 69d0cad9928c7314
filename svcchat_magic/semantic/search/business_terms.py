"""The words of business data that the package brings, read at first use from `business_terms.toml`.

Everyday words for the columns that tables of the world have come from `everyday_terms.toml`.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class BusinessTerms:
    """Words as they are written in the file; phrases have spaces."""

    same: tuple[tuple[str, ...], ...]  # each a group of words for one thing
    everyday: Mapping[str, tuple[str, ...]]  # words that say just one thing, and others for it
    wider: Mapping[str, tuple[str, ...]]  # and words that may say more than that
    asks: Mapping[str, tuple[str, ...]]  # question words, and what they ask for
    aggregates: Mapping[str, tuple[str, ...]]  # kinds of aggregation, and the words for each
    short: Mapping[str, str]  # short forms in full
    clipped: Mapping[str, str]  # words that people clip, in full
    function: frozenset[str]  # words with no meaning of their own
    irregular: Mapping[str, str]  # forms, and their words
    spelling: Mapping[str, str]  # British, and American


@cache
def business_terms() -> BusinessTerms:
    """The terms that ship with the package."""
    data = _read("business_terms.toml")
    words = data["words"]
    fields = _read("everyday_terms.toml")["field"].values()
    lines = [line for field in fields for line in field.splitlines() if line]
    return BusinessTerms(
        same=tuple(tuple(group) for group in data["same"]),
        everyday=_everyday(lines, wider=False),
        wider=_everyday(lines, wider=True),
        asks={asked: tuple(meant) for asked, meant in data["asks"].items()},
        aggregates={kind: tuple(said) for kind, said in data["aggregates"].items()},
        short=data["short"],
        clipped=data["clipped"],
        function=frozenset(words["function"].split()),
        irregular=_pairs(words["irregular"]),
        spelling=_pairs(words["spelling"]),
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("svcchat_magic.semantic.search").joinpath(name).read_text("utf-8"))


def _everyday(lines: Iterable[str], *, wider: bool) -> Mapping[str, tuple[str, ...]]:
    """Each term with the others of its line, or with those behind >, which are meant by it alone."""
    found: dict[str, dict[str, None]] = {}
    for line in lines:
        alike, _, behind = line.partition(" > ")
        terms = alike.split(", ")
        others = behind.split(", ") if wider and behind else [] if wider else terms
        for term in terms if others else ():
            found.setdefault(term, {}).update(dict.fromkeys(each for each in others if each != term))

    return {term: tuple(others) for term, others in found.items() if others}


def _pairs(text: str) -> Mapping[str, str]:
    return dict(pair.split(":") for pair in text.split())
