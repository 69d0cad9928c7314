"""Finds the known word that a misspelt one was meant to be, by the letter triples they share."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from svcchat_magic.analyst.language.words import Word

_LIKE_ENOUGH = 0.58
_LIKE_A_VALUE = 0.66  # a value taken by mistake filters the rows
_SHORTEST = 4


def repaired(
    words: tuple[Word, ...], unknown: Iterable[str], known: Iterable[str], values: Iterable[str] = ()
) -> tuple[tuple[Word, ...], tuple[tuple[str, str], ...]]:
    """The words with misspelt ones replaced, and the pairs (typed, taken as)."""
    targets = {**dict.fromkeys(sorted(values), _LIKE_A_VALUE), **dict.fromkeys(sorted(known), _LIKE_ENOUGH)}
    by_first: dict[str, dict[str, float]] = {}
    for target, needed in targets.items():
        by_first.setdefault(target[:1], {})[target] = needed

    unknown = set(unknown).difference(targets)
    fixes = {form: fix for form in unknown if (fix := _meant(form, by_first.get(form[:1], {})))}
    pairs = tuple((word.text, fixes[word.form]) for word in words if word.form in fixes)
    return tuple(replace(word, form=fixes.get(word.form, word.form)) for word in words), pairs


def meant(form: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one was meant to be."""
    return _meant(form, {each: _LIKE_ENOUGH for each in known if each[:1] == form[:1]})


def _meant(word: str, targets: Mapping[str, float]) -> str | None:
    if len(word) < _SHORTEST or not word.isalpha():
        return None

    likeness = {
        target: _likeness(word, target)
        for target in targets
        if len(target) >= _SHORTEST and abs(len(target) - len(word)) <= 2
    }
    best = max(likeness, key=likeness.__getitem__, default=None)
    return best if best and likeness[best] >= targets[best] else None


def _likeness(one: str, other: str) -> float:
    """Twice the shared triples over all triples; swapped neighbours count as one slip."""
    if sorted(one) == sorted(other):
        return 0.9

    ours, theirs = _triples(one), _triples(other)
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))


def _triples(word: str) -> set[str]:
    padded = f"  {word} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}
