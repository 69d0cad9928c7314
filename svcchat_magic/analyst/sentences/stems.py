"""The stems of words, by which `hiring` is kin to `hired`."""

import re

_ENDING = re.compile(r"(?<=\w{3})(?:ings?|ed|es|s|ers?|e|ly)$")


def stem(word: str) -> str:
    """A word without the ending that tells its form: `hir` of `hiring` and `hired`."""
    return _ENDING.sub("", word)
