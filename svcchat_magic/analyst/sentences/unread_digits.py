"""Digits that no reading of a sentence took: they may say a number that was not checked."""

import re
import unicodedata
from collections.abc import Callable

_TOKEN = re.compile(r"\S+")


def unread_digits(text: str, is_known: Callable[[str], bool]) -> str:
    """A word with a digit, of any script, that is no word of the question or the model; or nothing."""
    for match in _TOKEN.finditer(text):
        word = match[0].strip(".,;:!?()'’\"+-–—/%$€£")
        if any(unicodedata.category(each).startswith("N") for each in word) and not is_known(word):
            return word

    return ""
