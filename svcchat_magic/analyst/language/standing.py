"""How one says that something is still there: on the menu, still sold, no longer with us."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import tokens_of


@dataclass(frozen=True)
class Standing:
    """What `standing.toml` says, in compared forms."""

    places: frozenset[Phrase]
    stores: frozenset[Phrase]
    records: frozenset[Phrase]
    verbs: frozenset[Phrase]
    inactive: frozenset[Phrase]
    states: frozenset[str]


@cache
def standing() -> Standing:
    """The words, read once."""
    data = tomllib.loads(files(__package__).joinpath("standing.toml").read_text("utf-8"))
    phrases = {
        each: frozenset(map(_phrase, data[each]))
        for each in ("places", "stores", "records", "verbs", "inactive")
    }
    return Standing(states=frozenset(data["states"]), **phrases)


def _phrase(text: str) -> Phrase:
    return tuple(each.form for each in tokens_of(text))
