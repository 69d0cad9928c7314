"""The stems of words, by which `hiring` is kin to `hired`."""

import re

from svcchat_magic.analyst.language.words import singular

_NOUN = re.compile(r"(?<=\w{4})(?:ations?|itions?|ions?|ments?|ances?|ences?|als?)$")
_ENDING = re.compile(r"(?<=\w{3})(?:ings?|ed|es|s|ers?|e|ly)$")


def singulars(word: str) -> tuple[str, ...]:
    """The forms that a word may have in the singular: of `statuses` also `status`."""
    return (
        word,
        singular(word),
        *((f"{word[:-3]}y",) if word.endswith("ies") else ()),
        *((word[:-2], singular(word[:-2])) if word.endswith("es") else ()),
    )


def stem(word: str) -> str:
    """A word without the ending that tells its form: `hir` of `hiring` and `hired`."""
    return _ENDING.sub("", word)


def root(word: str) -> str:
    """A noun without the ending that makes it one of a verb: `cancell` of `cancellations`."""
    return _NOUN.sub("", word)
