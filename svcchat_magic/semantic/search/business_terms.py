"""The words of business data that the package brings, read at first use from `business_terms.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class BusinessTerms:
    """Words as they are written in the file; phrases have spaces."""

    same: tuple[tuple[str, ...], ...]  # each a group of words for one thing
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
    text = files("svcchat_magic.semantic.search").joinpath("business_terms.toml").read_text("utf-8")
    data = tomllib.loads(text)
    words = data["words"]
    return BusinessTerms(
        same=tuple(tuple(group) for group in data["same"]),
        asks={asked: tuple(meant) for asked, meant in data["asks"].items()},
        aggregates={kind: tuple(said) for kind, said in data["aggregates"].items()},
        short=data["short"],
        clipped=data["clipped"],
        function=frozenset(words["function"].split()),
        irregular=_pairs(words["irregular"]),
        spelling=_pairs(words["spelling"]),
    )


def _pairs(text: str) -> Mapping[str, str]:
    return dict(pair.split(":") for pair in text.split())
