"""How one says that persons came, are there, and left: current staff, leavers, new joiners, tenure."""

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import tokens_of


@dataclass(frozen=True)
class LifeWords:
    """What `lives.toml` says, in compared forms."""

    current: frozenset[Phrase]
    staying: frozenset[Phrase]
    left: frozenset[Phrase]
    leave: frozenset[Phrase]
    leavers: frozenset[Phrase]
    joined: frozenset[Phrase]
    join: frozenset[Phrase]
    joiners: frozenset[Phrase]
    tenure: frozenset[Phrase]


@cache
def life_words() -> LifeWords:
    """The words, read once."""
    data = tomllib.loads(files(__package__).joinpath("lives.toml").read_text("utf-8"))
    return LifeWords(**{each.name: frozenset(map(_phrase, data[each.name])) for each in fields(LifeWords)})


def _phrase(text: str) -> Phrase:
    return tuple(each.form for each in tokens_of(text))
