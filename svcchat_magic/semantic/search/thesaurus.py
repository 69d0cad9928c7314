"""What else a word or a phrase can mean: other forms, short forms, business terms, and words near it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.wordnet import wordnet
from svcchat_magic.semantic.search.words import american, form, lemmas, stem, tokens, written_form

LONGEST_PHRASE = 4
AGGREGATE = "aggregate:"  # before a kind of aggregation: what "how many" means


class Link(StrEnum):
    """How a word that was asked leads to a word of the model."""

    SAME = "the same word"
    SPELLING = "British or American spelling"
    STEM = "another form of the word"
    BEGINNING = "the beginning of the word"
    TYPO = "a typing slip"
    SHORT = "a short form"
    BUSINESS = "a business term"
    WORDNET = "a synonym or a broader word"


class Meaning(NamedTuple):
    """Words that a phrase can mean, as stems; `likeness` is 1 for the phrase itself."""

    stems: tuple[str, ...]
    likeness: float
    link: Link
    said: str = ""  # a business term in its own form: ratings are no rates


_SHORT, _BUSINESS, _ASKED, _NEAR = 0.95, 0.8, 0.6, 0.85
_CACHED = 10_000
_LEAST_PART, _LEAST_PLAIN = 3, 4
_JOINTS = ("of", "per")  # within one name: number of reviews
_SHORT_PARTS = frozenset({"id", "on", "at", "no", "by"})  # created_on as createdon
_Phrases = Mapping[tuple[str, ...], tuple[Meaning, ...]]


def stems_of(text: str) -> tuple[str, ...]:
    """The stems of a name or a phrase in order."""
    return tuple(stem(form(token)) for token in tokens(text))


def meanings(phrase: Sequence[str]) -> Iterator[Meaning]:
    """What else a phrase of tokens can mean, each of up to four words; the same may come twice."""
    stems = tuple(stem(form(token)) for token in phrase)
    yield from _terms().get(stems, ())
    yield from _asked().get(tuple(phrase), ())
    for key in _keys(phrase):
        for near in wordnet().near(key):
            yield Meaning(tuple(map(_stem, near.words)), _NEAR * near.likeness, Link.WORDNET)


@lru_cache(maxsize=_CACHED)
def others_for(phrase: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The forms of everyday words for just the same column as a phrase of forms has."""
    others = business_terms().everyday.get(" ".join(phrase), ())
    return tuple(tuple(each.split()) for each in others)


@lru_cache(maxsize=_CACHED)
def wider_for(phrase: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The forms of words that may be all of a name for it, and say other things too."""
    others = business_terms().wider.get(" ".join(phrase), ())
    return tuple(tuple(each.split()) for each in others)


def everyday(phrase: Sequence[str]) -> Iterator[Meaning]:
    """What a phrase of tokens means by everyday words, for a search that compares stems."""
    forms = tuple(map(written_form, phrase))
    for other in (*others_for(forms), *wider_for(forms)):
        yield Meaning(tuple(map(_stem, other)), _BUSINESS, Link.BUSINESS)


def is_english(token: str) -> bool:
    """Whether a token is a real word, which is not taken for a slip."""
    known = token in business_terms().function or token in business_terms().short
    return known or any(each in wordnet() for each in lemmas(token)) or (stem(form(token)),) in _terms()


@lru_cache(maxsize=_CACHED)
def is_word(token: str) -> bool:
    """Whether a dictionary has a token, in some form."""
    return token in business_terms().function or any(each in wordnet() for each in lemmas(token))


@lru_cache(maxsize=_CACHED)
def compound_parts(word: str) -> tuple[str, ...]:
    """The two words of English that a name is written of without a gap; none if it is a word itself.

    Words as a dictionary has them come first: a superstore is a super store.
    """
    if len(word) < 2 * _LEAST_PART or not word.isascii() or is_english(word):
        return ()

    found = [parts for parts in _splits(word) if all(map(_is_part, parts))]
    return next(_plain(found), next(iter(found), ()))


@lru_cache(maxsize=_CACHED)
def plain_parts(word: str) -> tuple[str, ...]:
    """The same where a dictionary has all as they are, and there is one such way to part it: wind speed.

    Of three words it is one before or behind two: contact last name, date of birth.
    """
    if len(word) < 2 * _LEAST_PLAIN or not word.isascii() or not word.isalpha() or is_english(word):
        return ()

    plain: list[tuple[str, ...]] = [*_plain_pairs(word)]
    found = plain or [each for each in _plain_threes(word) if all(map(_is_usual, each))]
    return found[0] if len(found) == 1 else ()


def _is_usual(word: str) -> bool:
    """Whether business data have such a word: an order line number, and no linen umber."""
    return not _business_words().isdisjoint({word, word.removesuffix("s")})


@cache
def _business_words() -> frozenset[str]:
    return frozenset(word for group in business_terms().same for term in group for word in term.split())


def _plain_pairs(word: str) -> Iterator[tuple[str, str]]:
    return _plain(pair for pair in _splits(word) if _is_long(*pair))


def _plain_threes(word: str) -> Iterator[tuple[str, ...]]:
    for one, rest in _splits(word):
        if len(one) < _LEAST_PLAIN or not _is_plain(one):
            continue

        yield from ((one, *pair) for pair in _plain_pairs(rest))
        joint = next((each for each in _JOINTS if rest.startswith(each)), "")
        last = rest.removeprefix(joint)
        if joint and len(last) >= _LEAST_PLAIN and _is_plain(last):
            yield (one, joint, last)


def _is_long(one: str, other: str) -> bool:
    """Letters enough that two words are no accident: a working day, and no credit of an `s`."""
    return len(one) >= _LEAST_PLAIN and len(other) >= (
        _LEAST_PART if len(one) > _LEAST_PLAIN else _LEAST_PLAIN
    )


def _splits(word: str) -> Iterator[tuple[str, str]]:
    return ((word[:at], word[at:]) for at in range(len(word) - 2, _LEAST_PART - 1, -1))


def _plain(splits: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    return (each for each in splits if each[0] in wordnet() and _is_plain(each[1]))


def _is_part(word: str) -> bool:
    return word in _SHORT_PARTS or (len(word) >= _LEAST_PART and is_english(word))


def _is_plain(word: str) -> bool:
    """Whether a dictionary has the word as it is, or its plural is written so."""
    return word in _SHORT_PARTS or word in wordnet() or word.removesuffix("s") in wordnet()


@cache
def _stem(word: str) -> str:
    return stem(american(word))


def _keys(phrase: Sequence[str]) -> Iterator[str]:
    """The entries of the dictionary that a phrase may be: its last word may be in another form."""
    *before, last = phrase
    for lemma in dict.fromkeys(lemmas(last)):
        yield "_".join((*before, lemma))


@cache
def _terms() -> _Phrases:
    """Business terms and short forms by their stems."""
    found: dict[tuple[str, ...], list[Meaning]] = defaultdict(list)
    for group in business_terms().same:
        stemmed = [(stems_of(term), term) for term in group]
        for one, _ in stemmed:
            others = (each for each in stemmed if each[0] != one)
            found[one] += (Meaning(stems, _BUSINESS, Link.BUSINESS, term) for stems, term in others)

    for short, full in business_terms().short.items():
        found[stems_of(short)].append(Meaning(stems_of(full), _SHORT, Link.SHORT))
        found[stems_of(full)].append(Meaning(stems_of(short), _SHORT, Link.SHORT))

    return {phrase: tuple(each) for phrase, each in found.items()}


@cache
def _asked() -> _Phrases:
    """What question words ask for, and how people say what a measure does; by their tokens."""
    found: dict[tuple[str, ...], list[Meaning]] = defaultdict(list)
    for asked, meant in business_terms().asks.items():
        found[tokens(asked)] += (Meaning(stems_of(term), _ASKED, Link.BUSINESS) for term in meant)

    for kind, said in business_terms().aggregates.items():
        for words in said:
            found[tokens(words)].append(Meaning((f"{AGGREGATE}{kind}",), _ASKED, Link.BUSINESS))

    return {phrase: tuple(each) for phrase, each in found.items()}
