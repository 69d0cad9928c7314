"""How one says that people agree to get something: opted in to e-mails, on the mailing list."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import tokens_of


@dataclass(frozen=True)
class Consents:
    """What `consents.toml` says; phrases in compared forms."""

    media: tuple[frozenset[str], ...]
    tails: frozenset[str]
    flags: frozenset[str]
    denied: frozenset[str]
    getting: frozenset[Phrase]
    leaving: frozenset[Phrase]
    getters: frozenset[Phrase]

    @property
    def longest(self) -> int:
        """The number of words of the longest turn."""
        return max(map(len, self.getting | self.leaving))

    def medium(self, word: str) -> frozenset[str]:
        """All words for the medium that one names."""
        return next((each for each in self.media if word in each), frozenset())


@cache
def consents() -> Consents:
    """The words, read once."""
    data = tomllib.loads(files(__package__).joinpath("consents.toml").read_text("utf-8"))
    return Consents(
        tuple(map(_words, data["media"])),
        _words(data["tails"]),
        frozenset(data["flags"]),
        frozenset(data["denied"]),
        *(frozenset(map(_phrase, data[each])) for each in ("getting", "leaving", "getters")),
    )


def _words(texts: list[str]) -> frozenset[str]:
    return frozenset(each.form for text in texts for each in tokens_of(text))


def _phrase(text: str) -> Phrase:
    return tuple(each.form for each in tokens_of(text))
