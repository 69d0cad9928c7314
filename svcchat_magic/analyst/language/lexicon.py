"""The words of questions that hold for every data model, read once from `lexicon.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.words import Word, phrase_of, words_of

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Every phrase is in compared forms; each mapping leads from a phrase to what it means."""

    fillers: frozenset[str]
    same: tuple[tuple[Phrase, ...], ...]
    grains: Mapping[Phrase, str]
    growth: Mapping[Phrase, str]
    direction: Mapping[Phrase, str]
    context: Mapping[Phrase, str]
    asking: frozenset[Phrase]
    short: Mapping[str, str]
    follow_up: Mapping[Phrase, str]
    about_model: Mapping[Phrase, str]
    impossible: Mapping[Phrase, str]
    comparing: frozenset[Phrase]
    defining: frozenset[Phrase]

    def spelt_out(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        """The words with short forms such as avg and qty in full; `other than` becomes one word."""
        found: list[Word] = []
        for word in words:
            pair = f"{found[-1].form} {word.form}" if found else ""
            if pair in self.short:
                found[-1] = Word(f"{found[-1].text} {word.text}", self.short[pair])
            else:
                found.append(replace(word, form=self.short.get(word.form, word.form)))

        return tuple(found)

    def asks(self, form: str) -> bool:
        """Whether the word opens a question of its own: which, what, how..."""
        return (form,) in self.asking

    def is_by(self, form: str) -> bool:
        """Whether the word announces a breakdown: by, per, each..."""
        return self.context.get((form,)) == "by"

    def is_not(self, form: str) -> bool:
        """Whether the word excludes what follows."""
        return self.context.get((form,)) == "not"

    def words(self) -> frozenset[str]:
        """Every single word that means something here: the targets of typo repair."""
        meanings = (self.grains, self.growth, self.direction, self.follow_up)
        return frozenset(word for meaning in meanings for phrase in meaning for word in phrase)

    def others(self, phrase: Phrase) -> tuple[Phrase, ...]:
        """Words for the same thing as this phrase."""
        return tuple(other for group in self.same if phrase in group for other in group if other != phrase)


@cache
def lexicon() -> Lexicon:
    """The lexicon that ships with the package."""
    text = files("svcchat_magic.analyst.language").joinpath("lexicon.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return Lexicon(
        fillers=frozenset(phrase_of(data["fillers"])),
        same=tuple(tuple(phrase_of(word) for word in group) for group in data["same"]),
        grains=_meanings(data["grains"]),
        growth=_meanings(data["growth"]),
        direction=_meanings(data["direction"]),
        context=_meanings(data["context"]),
        short=data["short"],
        asking=frozenset(map(phrase_of, data["asking"])),
        follow_up=_meanings(data["follow_up"]),
        about_model=_meanings(data["about_model"]),
        impossible=_meanings(data["impossible"]),
        comparing=frozenset(_meanings(data["comparing"])),
        defining=frozenset(_meanings(data["defining"])),
    )


def _meanings(section: Mapping[str, list[str]]) -> Mapping[Phrase, str]:
    """Signs such as `<` count as words here."""
    return {
        tuple(part.form for part in words_of(word)): meaning
        for meaning, words in section.items()
        for word in words
    }
