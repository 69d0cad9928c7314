"""`who said they would recommend us`: what somebody said of a yes or no is that, where rows have it."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_SAYING = frozenset({"said", "say", "says", "saying", "stated", "answered", "indicated", "told", "reported"})
_THAT = frozenset({"that", "us", "me"})
_THEY = frozenset({"they", "he", "she", "it", "i"})
_MOST_BETWEEN, _LONGEST = 4, 4


def without_saying(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words without `said they` before the name of a flag."""
    found = list(tokens)
    for at in range(len(found) - 1, -1, -1):
        if found[at].text.lower() not in _SAYING or found[at].is_quoted or found[at].form in catalog.words:
            continue

        stop = at + 1
        while stop < min(at + _MOST_BETWEEN, len(found)) and found[stop].form in _THAT:
            stop += 1

        if stop < len(found) and found[stop].form in _THEY and _is_flag(found, stop + 1, catalog):
            del found[at : stop + 1]

    return tuple(found)


def with_denial_first(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """`would not return` of the flag `would return` as that flag, denied."""
    found = list(tokens)
    for at in range(1, len(found) - 1):
        is_denied = found[at].form == "not" and not found[at - 1].is_mark
        if is_denied and _is_flag([*found[at - 1 : at], *found[at + 1 :]], 0, catalog):
            found[at - 1], found[at] = found[at], found[at - 1]

    return tuple(found)


def _is_flag(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """Whether the name of a yes or no begins here, be it denied within."""
    for stop in range(at + 1, min(at + _LONGEST, len(tokens)) + 1):
        phrase = tuple(each.form for each in tokens[at:stop] if each.form != "not")
        named = (each.of for each in catalog.phrases.get(phrase, ()))
        if any(isinstance(each, Concept) and each.type == "boolean" for each in named):
            return True

    return False
