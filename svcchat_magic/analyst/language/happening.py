"""Verbs that say that something was done, and the states that tell it from what was only planned."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token, tokens_of


@dataclass(frozen=True)
class Happening:
    """What `happening.toml` says."""

    verbs: frozenset[Phrase]
    done: frozenset[str]
    undone: frozenset[str]

    @property
    def longest(self) -> int:
        """The number of words of the longest verb."""
        return max(map(len, self.verbs))


@cache
def happening() -> Happening:
    """The words, read once."""
    text = files(__package__).joinpath("happening.toml").read_text("utf-8")
    data = tomllib.loads(text)
    verbs = frozenset(tuple(each.form for each in tokens_of(verb)) for verb in data["verbs"])
    return Happening(verbs, frozenset(data["done"]), frozenset(data["undone"]))


def done_verbs_in(tokens: Sequence[Token]) -> Iterator[Phrase]:
    """The phrases of a question that say that something was done."""
    forms, words = tuple(each.form for each in tokens), happening()
    for size in range(1, words.longest + 1):
        yield from {forms[at : at + size] for at in range(len(forms) - size + 1)} & words.verbs
