"""What came in of something: `rent collected` is what was paid of the rent payments, and no rent asked."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import stems_of

_CAME_IN = frozenset({"collected", "received", "paid"})
_PAID = frozenset({stem for word in ("paid", "received", "collected") for stem in stems_of(word)})
_WHO = frozenset({"we", "was", "were", "has", "been"})
_SURE = 0.97


def collected_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`: the one sum of what was paid in rows that are called after what is said to have come in."""
    for at, token in enumerate(tokens):
        if token.text.lower() not in _CAME_IN:
            continue

        start = at - 1
        while start > 0 and tokens[start].form in _WHO:
            start -= 1

        found = _paid_of(tokens[start].form, catalog) if start >= 0 else []
        if len(found) == 1:
            yield Item("MEASURE", start, at + 1, found[0], score_of(at + 1 - start, _SURE))


def _paid_of(noun: str, catalog: Catalog) -> list[Concept]:
    return [
        each
        for each in catalog.concepts
        if each.agg_type == "sum" and is_of_money(each) and _PAID & set(stems_of(each.title))
        if noun in phrase_of(catalog.entities[each.cube].noun)[:-1]
    ]
