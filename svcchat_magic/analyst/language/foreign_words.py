"""The words of another language than English, read once from its file, and how their endings are found."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_FOLDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "à": "a"})
_SHORTEST = 3  # letters of a word without its ending
_SHORTEST_PART = 3  # letters of a part of a compound


@dataclass(frozen=True)
class ForeignWords:
    """A language's words in plain spelling, each with its English."""

    phrases: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]  # by their first word, the longest first
    alone: frozenset[str]  # phrases of one word
    nouns: Mapping[str, str]
    words: Mapping[str, str]  # the nouns too
    heads: Mapping[str, str]
    tails: Mapping[str, str]
    ranks: Mapping[str, str]
    endings: tuple[str, ...]
    joints: tuple[str, ...]
    times: frozenset[str]
    within_times: frozenset[str]
    units: frozenset[str]
    ordered: frozenset[str]
    auxiliaries: frozenset[str]
    before_times: frozenset[str]
    which: frozenset[str]
    at_time: str  # the word before a year
    degree: str  # the word before a superlative
    pronouns: frozenset[str]
    participles: frozenset[str]
    by_english: Mapping[str, tuple[str, ...]]

    def knows(self, word: str) -> bool:
        """Whether the word, in any of its forms, is one of the language."""
        return folded(word) in self.alone or self.english(word) is not None

    def english(self, word: str) -> str | None:
        """The English of a word or a compound; None where it is not known."""
        return _english(self, folded(word))

    def named(self, english: str) -> tuple[str, ...]:
        """The words that an English one can be the translation of: `storniert` for `cancelled`."""
        return self.by_english.get(english, ())

    def is_plural(self, word: str) -> bool:
        """Whether a noun has an ending: `Kunden`, `Aufträge`."""
        plain = folded(word)
        if plain in self.nouns:
            return False

        forms = self.forms(plain)
        return any(
            form in self.nouns or any(form.endswith(each) for each in self.nouns) for form in forms[1:]
        )

    def rank(self, word: str) -> tuple[str, str] | None:
        """(`top`, `revenue`) of `umsatzstärkste`."""
        for form in self.forms(folded(word)):
            for tail, end in self.ranks.items():
                head = _head(self, form.removesuffix(tail)) if form.endswith(tail) else None
                if head:
                    return end, head

        return None

    def forms(self, word: str) -> tuple[str, ...]:
        """A word in plain spelling without its endings and umlauts, the longest first."""
        found = dict.fromkeys([word])
        for ending in self.endings:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
                found[word.removesuffix(ending)] = None

        for each in tuple(found):
            found[_without_umlauts(each)] = None

        return tuple(sorted(found, key=lambda each: -len(each)))


@cache
def foreign_languages() -> Mapping[str, ForeignWords]:
    """The languages that questions may be in besides English, by their codes."""
    listed = _read("languages.toml")
    return {code: _words_of(_read(each["words"])) for code, each in listed.items() if "words" in each}


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("svcchat_magic.analyst.language").joinpath(name).read_text("utf-8"))


def _words_of(data: Mapping[str, Any]) -> ForeignWords:
    return ForeignWords(
        phrases=_by_first(data["phrases"]),
        alone=_single(data["phrases"]),
        nouns={**data["nouns"], **data["tails"]},
        words={**data["words"], **data["nouns"]},
        heads=data["heads"],
        tails=data["tails"],
        ranks=data["ranks"],
        endings=tuple(data["endings"]),
        joints=tuple(data["joints"]),
        times=frozenset(data["times"]),
        within_times=frozenset(data["within_times"]),
        units=frozenset(data["units"]),
        ordered=frozenset(data["ordered"]),
        auxiliaries=frozenset(data["auxiliaries"]),
        before_times=frozenset(data["before_times"]),
        which=frozenset(data["which"]),
        at_time=data["at_time"],
        degree=data["degree"],
        pronouns=frozenset(data["pronouns"]),
        participles=frozenset(data["participles"]),
        by_english=_turned({**data["words"], **data["nouns"]}),
    )


def folded(word: str) -> str:
    """Lower case, with ae for ä and ss for ß."""
    return word.lower().translate(_FOLDED)


def _without_umlauts(word: str) -> str:
    return word.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def _by_first(phrases: Mapping[str, str]) -> Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]:
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for phrase, english in phrases.items():
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append((words, english))

    return {first: tuple(sorted(each, key=lambda pair: -len(pair[0]))) for first, each in found.items()}


def _turned(words: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word, english in words.items():
        found[english] = (*found.get(english, ()), word)

    return found


def _single(phrases: Mapping[str, str]) -> frozenset[str]:
    return frozenset(phrase for phrase in phrases if " " not in phrase)


def _english(words: ForeignWords, word: str) -> str | None:
    for form in words.forms(word):
        if form in words.words:
            return words.words[form]

    return _compound(words, word)


def _compound(words: ForeignWords, word: str) -> str | None:
    """The English of two or more words in one, the longest last word first."""
    for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        tail = _tail(words, word[at:])
        head = _head(words, word[:at]) if tail else None
        if head and tail:
            return f"{head} {tail}"

    return None


def _tail(words: ForeignWords, word: str) -> str | None:
    forms = words.forms(word)
    return next(
        (found[form] for found in (words.tails, words.words) for form in forms if form in found), None
    )


def _head(words: ForeignWords, word: str) -> str | None:
    """The first part of a compound, with or without the letter that joins it."""
    if word in words.heads:
        return words.heads[word]

    for joint in words.joints:
        bare = word.removesuffix(joint) if joint and word.endswith(joint) else word if not joint else ""
        if len(bare) >= _SHORTEST_PART and bare in words.words:
            return words.words[bare]

    return _english(words, word) if len(word) > 2 * _SHORTEST_PART else None
