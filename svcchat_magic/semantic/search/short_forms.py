"""Names that are written short: `mkt` for market, `conv` for conversion."""

from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.thesaurus import is_word
from svcchat_magic.semantic.search.words import form

_LEAST, _LEAST_LEFT_OUT = 3, 2  # letters of a short form, and those that it leaves out
_VOWELS = frozenset("aeiou")


def abbreviates(short: str, word: str) -> bool:
    """Whether letters are the beginning of a word, or what is left of it without vowels.

    A word of English is no short form, for a car is no carrier, unless it is a usual one.
    """
    whole = form(word)
    if business_terms().short.get(short) == whole:
        return True

    is_short = _LEAST <= len(short) <= len(word) - _LEAST_LEFT_OUT and word.isalpha()
    if not is_short or is_word(short):
        return False

    return whole.startswith(short) or _is_skeleton(short, word)


def _is_skeleton(short: str, word: str) -> bool:
    """Whether letters are some of a word's in their order: its consonants, and a vowel as its end."""
    rest = iter(word)
    consonants = short[0] == word[0] and _VOWELS.isdisjoint(short[1:-1])
    ends_so = short[-1] not in _VOWELS or short[-1] == word[-1]
    return consonants and ends_so and all(each in rest for each in short)
