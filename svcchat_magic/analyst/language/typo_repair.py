"""Finds the known word that a misspelt one was meant to be: few letters away, and one word alone."""

from collections.abc import Collection

from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.thesaurus import is_word
from svcchat_magic.semantic.search.typing_slips import distance
from svcchat_magic.semantic.search.words import form as spelt
from svcchat_magic.semantic.search.words import stem

_ENDING = 2  # letters in which spellings do not differ
_SHORTEST, _LONG = 4, 8  # letters; in long words two slips are allowed


def is_doubtful(word: str) -> bool:
    """Whether a word may be misspelt: no dictionary has it, and it is long enough to tell."""
    return len(word) >= _SHORTEST and word.isalpha() and not is_word(word)


def meant(word: str, known: Collection[str]) -> str | None:
    """The known word that a misspelt one was meant to be; none where two are as near.

    A word of English is taken as it is, for `different` is no slip of `difference`, unless it is the same
    word in another spelling: cancelation, enrolment.
    """
    if len(word) < _SHORTEST or not word.isalpha():
        return None

    if is_word(word):
        known = [each for each in known if _is_spelling(word, each)]

    most = 2 if len(word) >= _LONG or is_word(word) else 1
    slips = {each: distance(word, each, most) for each in known if _may_be(word, each, most)}
    nearest = min(slips.values(), default=most + 1)
    found = [each for each, count in slips.items() if count == nearest]
    is_one_word = len({spelt(each) for each in found}) == 1
    return min(found) if nearest <= most and is_one_word else None


def unclipped(word: str, known: Collection[str]) -> str | None:
    """The whole of a clipped word, where it is known: a prescription for a script."""
    whole = spelt(business_terms().clipped.get(word, ""))
    return whole if whole in known else None


def _is_spelling(word: str, other: str) -> bool:
    """Whether two words are one in two spellings: a visitor is nothing visited."""
    ends_alike = other[-_ENDING:] == word[-_ENDING:] or word.startswith(other) or other.startswith(word)
    return ends_alike and stem(spelt(other)) == stem(spelt(word))


def _may_be(word: str, other: str, most: int) -> bool:
    """Whether two words may be near: their lengths, and where they begin; `kindly` is no slip of `kind`."""
    is_longer = len(word) - len(other) > 1 and word.startswith(other)
    if is_longer and spelt(word) != spelt(other):
        return False

    return len(other) >= _SHORTEST and abs(len(word) - len(other)) <= most and other[0] in word[:2]
