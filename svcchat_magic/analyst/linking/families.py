"""Words that are made of each other: fail, failed, failure; register, registration; diagnose, diagnosis."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import takewhile

from svcchat_magic.analyst.language.words import phrase_of, singular
from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.thesaurus import is_word
from svcchat_magic.semantic.search.words import american

_CACHED = 20_000  # words
_SHORTEST_BEGINNING = 4  # letters
_SHORTEST = 3  # letters of a word that others are made of
_MOST_STEPS = 3  # registrations, registration, register
_VOWELS = frozenset("aeiou")
_NEVER_DOUBLED = frozenset("aeiouwxy")


@dataclass(frozen=True)
class Families:
    """What `families.toml` says, in lower case."""

    endings: Mapping[str, tuple[str, ...]]  # the longest first
    irregular: Mapping[str, frozenset[int]]  # the families of a word, by their number
    apart: Mapping[str, frozenset[int]]


def akin(one: str, other: str) -> bool:
    """Whether two words of English are of one family, in whatever form."""
    first, last = singular(one), singular(other)
    if first == last:
        return True

    if not (first.isalpha() and last.isalpha()) or _share(families().apart, first, last):
        return False

    return not roots_of(first).isdisjoint(roots_of(last)) or _share(families().irregular, first, last)


def beginning_of(word: str) -> str:
    """The letters that the words of its family begin with: `succe` of successful, succeeded and success."""
    roots = roots_of(word)
    numbers = {number for each in roots for number in families().irregular.get(each, ())}
    others = [each for each, own in families().irregular.items() if not numbers.isdisjoint(own)]
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(word, *others, strict=False))
    shared = len(list(alike))
    regular = min(map(len, roots)) - 1
    return word[: max(_SHORTEST_BEGINNING, min(regular, shared))]


def beginnings_of(word: str) -> Iterator[str]:
    """Those letters, and the words of its family that begin with others: `lose` and `loss` of lost."""
    first = beginning_of(word)
    yield first
    numbers = {number for each in roots_of(word) for number in families().irregular.get(each, ())}
    for each, own in families().irregular.items():
        if not numbers.isdisjoint(own) and not each.startswith(first):
            yield each


def akin_words(value: str, words: Iterable[str]) -> Iterator[str]:
    """The words that are of the family of a value that is one word, in another form."""
    named = phrase_of(value)
    if len(named) == 1:
        yield from (each for each in words if each != named[0] and akin(each, named[0]))


@lru_cache(maxsize=_CACHED)
def roots_of(word: str) -> frozenset[str]:
    """The word, and every word of English that it may be made of."""
    found, newest = {american(word)}, {american(word)}
    for _ in range(_MOST_STEPS):
        newest = {root for each in newest for root in _made_of(each)} - found
        found |= newest

    return frozenset(found)


@cache
def families() -> Families:
    """The families that ship with the package."""
    text = files("svcchat_magic.analyst.language").joinpath("families.toml").read_text("utf-8")
    data = tomllib.loads(text)
    endings = sorted(data["endings"].items(), key=lambda each: -len(each[0]))
    return Families(
        {ending: tuple(each) for ending, each in endings},
        _numbered(data["irregular"]["families"]),
        _numbered(data["apart"]["words"]),
    )


def _numbered(text: str) -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, family in enumerate(text.split(";")):
        for word in family.split():
            found.setdefault(word, set()).add(number)

    return {word: frozenset(each) for word, each in found.items()}


def _share(known: Mapping[str, frozenset[int]], one: str, other: str) -> bool:
    return any(
        not known.get(first, frozenset()).isdisjoint(known.get(last, frozenset()))
        for first in roots_of(one)
        for last in roots_of(other)
        if first != last
    )


def _made_of(word: str) -> Iterator[str]:
    """The words that one more ending makes it of, as a dictionary has them."""
    if base := business_terms().irregular.get(word):
        yield base

    for ending, instead in families().endings.items():
        cut = word.removesuffix(ending)
        if len(cut) < len(word) and len(cut) + len(max(instead, key=len)) >= _SHORTEST:
            found = (f"{cut}{each}" for each in instead)
            yield from (
                each for each in (*found, _undoubled(cut)) if len(each) >= _SHORTEST and is_word(each)
            )
            return


def _undoubled(cut: str) -> str:
    """`cancell` of cancellation is cancel."""
    is_doubled = len(cut) > _SHORTEST and cut[-1] == cut[-2] and cut[-1] not in _NEVER_DOUBLED
    return cut[:-1] if is_doubled else ""
