"""Adjectives and what they measure: the cheapest has the lowest price; read once from `adjectives.toml`."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import product

from svcchat_magic.analyst.language.tokens import tokens_of

Phrase = tuple[str, ...]
_VOWELS = "aeiou"
_IRREGULAR: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "pricey": {"est": ("priciest",), "er": ("pricier",)},
    "far": {"est": ("farthest", "furthest"), "er": ("farther", "further")},
    "old": {"est": ("oldest", "eldest"), "er": ("older", "elder")},
}
_OF_PARTICIPLES = {
    "est": (("best", "highest", "top"), ("worst", "lowest", "poorest")),
    "er": (("better", "higher"), ("worse", "lower")),
}


@dataclass(frozen=True, slots=True)
class Scale:
    """What an adjective measures, and at which end; of the inverse nouns it is the other one."""

    nouns: tuple[Phrase, ...]
    inverse: tuple[Phrase, ...]
    is_high: bool
    adds: bool = False  # what groups have of it is added up: the wettest month has the most rain


@dataclass(frozen=True, slots=True)
class Adjectives:
    """The forms of adjectives: `cheapest` is a superlative, `cheaper than` a comparative."""

    superlatives: Mapping[Phrase, tuple[Scale, ...]]
    comparatives: Mapping[Phrase, tuple[Scale, ...]]
    longest: int
    verbs: Mapping[Phrase, Scale]  # what weighs so much, where no noun is meant: `weighed over 5 kg`


@cache
def adjectives() -> Adjectives:
    """The adjectives that ship with the package."""
    text = files("svcchat_magic.analyst.language").joinpath("adjectives.toml").read_text("utf-8")
    superlatives: dict[Phrase, list[Scale]] = {}
    comparatives: dict[Phrase, list[Scale]] = {}
    scales = tomllib.loads(text)["scale"]
    for scale, phrase in _verbs(scales):
        comparatives.setdefault(phrase, []).append(scale)

    for scale, word in _words(scales):
        opposite = replace(scale, is_high=not scale.is_high)
        for one, much, little in ((scale, "most", "more"), (opposite, "least", "less")):
            for form in _graded(word, "est", much, is_much=one is scale):
                superlatives.setdefault(form, []).append(one)

            for form in _graded(word, "er", little, is_much=one is scale):
                comparatives.setdefault((*form, "than"), []).append(one)

    return Adjectives(
        {form: tuple(scales) for form, scales in superlatives.items()},
        {form: tuple(scales) for form, scales in comparatives.items()},
        max(map(len, (*superlatives, *comparatives))),
        dict(_bare_verbs(scales)),
    )


def _words(scales: list[dict[str, list[str]]]) -> Iterator[tuple[Scale, str]]:
    for each in scales:
        nouns, inverse = (tuple(map(_forms, each.get(key, ()))) for key in ("nouns", "inverse"))
        for key in ("high", "low"):
            for word in each[key]:
                yield Scale(nouns, inverse, key == "high", bool(each.get("adds"))), word


def _bare_verbs(scales: list[dict[str, list[str]]]) -> Iterator[tuple[Phrase, Scale]]:
    """The forms of verbs that are no nouns of what they measure: a `cost` is one, and `weighed` is none."""
    for each in scales:
        nouns, inverse = (tuple(map(_forms, each.get(key, ()))) for key in ("nouns", "inverse"))
        for verb in each.get("verbs", ()):
            if verb not in each["nouns"]:
                scale = Scale(nouns, inverse, is_high=True)
                yield from ((_forms(form), scale) for form in (verb, f"{verb}ed", f"{verb}ing"))


def _verbs(scales: list[dict[str, list[str]]]) -> Iterator[tuple[Scale, Phrase]]:
    """`cost more than`, `weighing less than`."""
    for each in scales:
        nouns, inverse = (tuple(map(_forms, each.get(key, ()))) for key in ("nouns", "inverse"))
        for verb in each.get("verbs", ()):
            for form, is_high in product((verb, f"{verb}ing", *_past(verb, each["nouns"])), (True, False)):
                yield Scale(nouns, inverse, is_high), _forms(f"{form} {'more' if is_high else 'less'} than")


def _past(verb: str, nouns: list[str]) -> tuple[str, ...]:
    return () if verb in nouns else (f"{verb}ed",)


def _graded(word: str, ending: str, more: str, *, is_much: bool) -> Iterator[Phrase]:
    """`cheapest` and `most cheap`; of a participle `best rated` and `worst paid`."""
    yield _forms(f"{more} {word}")
    if (word.endswith(("ed", "ing")) and " " not in word) or word == "paid":
        yield from (_forms(f"{each} {word}") for each in _OF_PARTICIPLES[ending][0 if is_much else 1])
    elif is_much:
        yield from map(_forms, _IRREGULAR.get(word, {}).get(ending, (_with_ending(word, ending),)))


def _with_ending(word: str, ending: str) -> str:
    """`cheaper`; of several words the first one has it: `longest serving`."""
    if " " in word:
        first, _, rest = word.partition(" ")
        return f"{_with_ending(first, ending)} {rest}"

    if word.endswith("e"):
        return word + ending[1:]

    if word.endswith("y") and word[-2] not in _VOWELS:
        return f"{word[:-1]}i{ending}"

    doubled = (
        len(word) <= 5 and word[-1] not in f"{_VOWELS}wxy" and word[-2] in _VOWELS and word[-3] not in _VOWELS
    )
    return f"{word}{word[-1] if doubled else ''}{ending}"


def _forms(text: str) -> Phrase:
    return tuple(form for word in text.split() for form in _word_forms(word))


@cache
def _word_forms(word: str) -> Phrase:
    return tuple(each.form for each in tokens_of(word))
