"""Words that are a whole value, before those that a longer value only has among its words."""

from collections.abc import Iterable, Sequence

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.demonyms import places_of, size_of
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import is_english

_SHORTEST_NAME = 4
_MOST_TO_A_WORD = 3
_DENYING = frozenset({"never", "not", "non", "no", "without"})


def whole_ones(
    phrase: Phrase, meanings: Iterable[tuple[Concept, object]]
) -> tuple[tuple[Concept, object], ...]:
    """Barcelona is a city; where a city is called so it is not also the one flat whose title mentions it.

    Nor is Germany, where a country is called so, the language German.
    """
    known = tuple(pair for pair in meanings if _may_be_size(phrase, *pair))
    whole = {of for of, value in known if phrase_of(str(value)) == phrase}
    if not whole:  # African is of Africa, before it is a word of the Central African Republic
        whole = {of for of, value in known if not _is_longer(phrase, value) and _is_of_place(phrase, value)}
        others = {value for _, value in known if _is_longer(phrase, value)}
        return tuple(pair for pair in known if not whole or pair[0] in whole or pair[1] not in others)

    cubes = {of.cube for of in whole}
    others = {value for _, value in known if _is_longer(phrase, value) or _is_of_place(phrase, value)}
    codes = {(of, value) for of, value in known if of.cube in cubes and _is_code_of(phrase, value)}
    return tuple(pair for pair in known if pair[0] in whole or (pair[1] not in others and pair not in codes))


def _may_be_size(phrase: Phrase, of: Concept, value: object) -> bool:
    """`Medium` is the M of a column of sizes, and `men` are the M of any other one."""
    size = phrase_of(size_of(str(value)))
    is_size = "size" in phrase_of(of.name.replace("_", " "))
    return not size or phrase == phrase_of(str(value)) or (phrase == size) is is_size


def _is_code_of(phrase: Phrase, value: object) -> bool:
    """Whether a value is the code of a place: beside the place's name in the same table it says no more."""
    text = str(value)
    return text.isupper() and phrase in map(phrase_of, places_of(text))


def _is_of_place(phrase: Phrase, value: object) -> bool:
    """Whether a value is what people and things of a place are called, and no code of the place."""
    text = str(value)
    is_word = len(phrase) == 1 and min(len(phrase[0]), len(text)) >= _SHORTEST_NAME and text.isalpha()
    others = {each.lower() for each in places_of(text)} if is_word else set()
    return is_word and phrase[0] != text.lower() and phrase[0] in others


def _is_longer(phrase: Phrase, value: object) -> bool:
    words = phrase_of(str(value))
    return len(words) > len(phrase) and is_within(phrase, words)


def may_tell(part: Phrase, words: Phrase, tokens: Sequence[Token]) -> bool:
    """Whether some words of a value may stand for it.

    An everyday word may not that is one of many: `paid by card` is no Vintage Heads and Tails Card Game.
    """
    if not is_within(part, words) or _is_denied(words, tokens):
        return False

    is_little = len(words) > _MOST_TO_A_WORD * len(part)
    is_name = any(each.is_name or each.is_quoted for each in tokens if each.form in part)
    return not is_little or is_name or not all(map(is_english, part))


def _is_denied(words: Phrase, tokens: Sequence[Token]) -> bool:
    """Whether a value says that it is not: `Never-married` is none of the married."""
    return words[0] in _DENYING and all(each.form != words[0] for each in tokens)


def is_within(part: Phrase, words: Phrase) -> bool:
    """Whether words stand in a row among others."""
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))
