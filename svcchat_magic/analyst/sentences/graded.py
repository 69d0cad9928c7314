"""Adjectives whose end depends on what is measured: the fastest has the least time, or the highest speed."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from svcchat_magic.analyst.language.adjectives import Phrase, Scale, adjectives
from svcchat_magic.analyst.sentences.directions import HIGHEST, LOWEST, NOT, OVER, UNDER, Claim

_AS_FAST = {"soonest": "fastest", "sooner": "faster"}


def graded_by(text: str, measured: Collection[str], *kinds: str) -> Iterator[Claim]:
    """The claims of such adjectives about columns that have these words, in lower case and singular."""
    for high, low, forms in (
        (HIGHEST, LOWEST, adjectives().superlatives),
        (OVER, UNDER, adjectives().comparatives),
    ):
        if not {high, low} & {*kinds}:
            continue

        for words, scales in _mixed(tuple(forms.items())):
            ends = {each.is_high != _is_inverse(each, measured) for each in scales if _is_of(each, measured)}
            kind = high if ends == {True} else low
            if len(ends) == 1 and kind in kinds:
                for match in _pattern(words).finditer(text):
                    denied = NOT.search(text[: match.start()]) is not None
                    yield Claim(kind, match.start(), match.end(), denied)


@cache
def _mixed(forms: tuple[tuple[Phrase, Sequence[Scale]], ...]) -> tuple[tuple[Phrase, tuple[Scale, ...]], ...]:
    """Those that say nothing before it is known what is measured."""
    found: Mapping[Phrase, tuple[Scale, ...]] = {
        words: tuple(scales) for words, scales in forms if any(each.inverse for each in scales)
    }
    again = {tuple(_soon(each) for each in words): scales for words, scales in found.items()}
    return tuple({**found, **again}.items())


def _soon(word: str) -> str:
    return next((soon for soon, fast in _AS_FAST.items() if fast == word), word)


def _is_inverse(scale: Scale, measured: Collection[str]) -> bool:
    return _has(scale.inverse, measured)


def _is_of(scale: Scale, measured: Collection[str]) -> bool:
    return _has(scale.nouns, measured) != _has(scale.inverse, measured)


def _has(nouns: Sequence[Phrase], measured: Collection[str]) -> bool:
    return any(all(word in measured for word in noun) for noun in nouns)


@cache
def _pattern(words: Phrase) -> re.Pattern[str]:
    *before, last = words
    than = rf"(?:\s+[\w-]+){{0,3}}\s+{last}" if last == "than" and before else ""
    said = r"\s+".join(before if than else words)
    return re.compile(rf"(?<![\w-]){said}{than}(?!\w)", re.IGNORECASE)
