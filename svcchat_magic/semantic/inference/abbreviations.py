"""What the words of column and table names are short for: the usual ones, and words without their vowels."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import yaml

from svcchat_magic.semantic.inference.column_words import all_words, words_that_are
from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.thesaurus import is_english, plain_parts

_CONFIDENCE = 0.8  # that a word whose consonants alone are written, or that has two full forms, is the one
_LEAST = 3  # letters of a word without vowels
_VOWELS = frozenset("aeiou")
_DATES = frozenset({"dt", "dte", "date", "day", "at", "on"})
_NAMES = frozenset({"name", "nm", "nme"})
_KINDS = {"text": "of_texts"}
_KINDS |= dict.fromkeys(("integer", "number"), "of_numbers") | dict.fromkeys(("date", "time"), "of_times")


def spelled_out(words: Sequence[str], kind: str = "") -> tuple[str, ...]:
    """The words of a name with what is written short in full; `kind` is that of the column's values."""
    return tuple(part for at in range(len(words)) for part in _spelled_out(words, at, kind).split())


def guess(words: Sequence[str], kind: str = "") -> str:
    """Says what words of a name are only read as: they mean it in such a place, or nothing else is known."""
    usual = _usual("always")
    read = ((each, _spelled_out(words, at, kind)) for at, each in enumerate(words) if each not in usual)
    told = [f"{short} is read as {full}" for short, full in read if full != short]
    return f"guessed ({_CONFIDENCE:.0%}): {', '.join(told)}" if told else ""


def _spelled_out(words: Sequence[str], at: int, kind: str) -> str:
    """What one word of a name is short for: `no_show` has no number, and `runtime_min` is no lowest one."""
    word, is_last = words[at], at == len(words) - 1
    if word == "no" and not is_last and words[at + 1] != "of":
        return word

    if told := _usual("before").get(" ".join(words[at : at + 2])):
        return told

    if at and (told := _usual("behind").get(" ".join(words[at - 1 : at + 1]))):
        return told

    if word == "n" and at == 0 and not is_last:
        return "number"

    if word == "min" and at and is_last and is_lasting(words[at - 1]):
        return "minutes"

    full = next(filter(None, (each.get(word) for each in _lists(words, at, kind))), "") or _decoded(word)
    return " ".join(plain_parts(word)) or full if full == word else full


def is_lasting(word: str) -> bool:
    """Whether a word says that something lasts, so that min behind it is short for minutes."""
    return _usual("always").get(word, word) in words_that_are("lasting")


def _lists(words: Sequence[str], at: int, kind: str) -> Iterator[Mapping[str, str]]:
    is_last = at == len(words) - 1
    if is_last and kind in _KINDS:
        yield _usual(_KINDS[kind])

    if not is_last and words[at + 1] in _NAMES:
        yield _usual("before_name")

    if not is_last and words[at + 1] in _DATES:
        yield _usual("before_date")

    yield _usual("last" if is_last else "before_others")
    yield _usual("always")


def _decoded(word: str) -> str:
    """The one word of the package's own whose consonants these are; the word itself where there is none."""
    is_bare = len(word) >= _LEAST and word.isalpha() and word.isascii() and _VOWELS.isdisjoint(word[1:])
    return word if not is_bare or is_english(word) else _by_consonants().get(word, word)


@cache
def _by_consonants() -> Mapping[str, str]:
    """The words of business data by their consonants, where only one word has them."""
    terms = (word for group in business_terms().same for term in group for word in term.split())
    found: dict[str, set[str]] = defaultdict(set)
    for word in {*terms, *all_words()}:
        if word.isalpha() and word.isascii() and len(word) > _LEAST:
            for bare in _without_vowels(word):
                found[bare].add(word)

    return {bare: next(iter(words)) for bare, words in found.items() if len(words) == 1 and bare not in words}


def _without_vowels(word: str) -> set[str]:
    bare = word[0] + "".join(each for each in word[1:] if each not in _VOWELS)
    once = bare[0] + "".join(each for before, each in pairwise(bare) if each != before)
    return {bare, once}


@cache
def _usual(place: str) -> Mapping[str, str]:
    return _read()[place]


@cache
def _read() -> Mapping[str, Mapping[str, str]]:
    text = Path(__file__).with_suffix(".yml").read_text(encoding="utf-8")
    return {
        place: {str(short): str(full) for short, full in found.items()}
        for place, found in yaml.safe_load(text).items()
    }
