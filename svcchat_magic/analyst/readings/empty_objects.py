"""Objects that say no more: `bought something`, and `in the game` where the whole model is about the game."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token, tokens_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.verbs import is_participle

_SOMETHING = frozenset({"something", "anything"})
_WHICH = frozenset({"the", "this", "our"})
_MORE = frozenset({"of", "that", "which", "who", "with", "without", "else", "other"})
_INSIDE = frozenset({"in", "on", "of", "across", "within", "at", "for"})


def empty_object(tokens: Sequence[Token], at: int, catalog: Catalog) -> frozenset[int]:
    """The places of such an object, with what leads to it, where a word that nothing knows is one."""
    token = tokens[at]
    if token.is_quoted or token.is_name or not _ends(tokens, at + 1):
        return frozenset()

    if token.form in _SOMETHING:
        before = at - 1
        while before > 0 and tokens[before].form in keywords().function:
            before -= 1

        is_done = before >= 0 and is_participle(tokens[before].text.lower())
        return frozenset(range(before + 1, at + 1)) if is_done else frozenset()

    is_one = at > 1 and tokens[at - 1].form in _WHICH and token.text.lower() == token.form
    if not is_one or token.form not in set(_wholes(catalog)):
        return frozenset()

    return frozenset(range(at - 1 - (tokens[at - 2].form in _INSIDE), at + 1))


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Whether nothing follows that says of which one: something else, the game of the year."""
    if at >= len(tokens) or tokens[at].is_mark:
        return True

    return tokens[at].form in keywords().structural | keywords().function and tokens[at].form not in _MORE


def _wholes(catalog: Catalog) -> Iterator[str]:
    """The nouns that descriptions of tables have with an article, and no column's has: there is but one."""
    texts = [each for each in catalog.concepts if each.type in ("string", "boolean")]
    told = (place.description for each in texts for place in each.places)
    of_columns = {noun for text in told for noun in _nouns(text)}
    for cube in catalog.entities:
        yield from (each for each in _nouns(catalog.model.cubes[cube].description) if each not in of_columns)


def _nouns(text: str) -> Iterator[str]:
    words = tokens_of(text)
    for one, other in pairwise(words):
        if one.text.lower() == "the" and other.form.isalpha() and other.text == other.form:
            yield other.form
