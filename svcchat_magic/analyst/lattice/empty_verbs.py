"""`riders who took a trip`: the verb says nothing that `had a trip` does not say."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Entity

_EMPTY = frozenset({"make", "made", "take", "took", "taken", "do", "did", "give", "gave", "given"})
_ONE = frozenset({"a", "an", "any"})
_DENIED = frozenset({"never", "not", "didn't", "n't"})
_APART = frozenset({"different", "distinct", "unique"})
_HAD = "had"


def with_had(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `had` in place of such a verb, between rows and what they may have."""
    found = list(tokens)
    if not _APART.isdisjoint(each.form for each in tokens):
        return tuple(found)  # different guests of bookings are a number of their own

    for at in range(1, len(found) - 2):
        is_empty = found[at].text.lower() in _EMPTY and found[at + 1].form in _ONE
        if not is_empty or found[at - 1].form in _DENIED:
            continue

        had = _cubes(found[at + 2], catalog)
        if had and any(_cubes(each, catalog) - had for each in found[:at]):
            found[at] = replace(found[at], text=_HAD, form=_HAD)

    return tuple(found)


def _cubes(token: Token, catalog: Catalog) -> frozenset[str]:
    named = (each for each in catalog.phrases.get((token.form,), ()) if each.weight >= OWN)
    return frozenset(each.of.cube for each in named if isinstance(each.of, Entity))
