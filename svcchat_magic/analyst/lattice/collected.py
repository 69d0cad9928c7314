"""What came in of something: `rent collected` is what was paid of the rent payments, and no rent asked."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import Done, is_of_money
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import stems_of

_CAME_IN = frozenset({"collected", "received", "paid"})
_PAID = frozenset({stem for word in ("paid", "received", "collected") for stem in stems_of(word)})
_PAYMENTS = frozenset({"payment", "receipt", "collection", "transaction"})  # rows that are what came in
_COMING = frozenset({"collect", "receive"})  # behind `did`; what somebody pays may be what we do
_ASKING = frozenset({"did", "do", "does"})
_WHO = frozenset({"we", "was", "were", "has", "have", "been", *_ASKING})
_SURE = 0.97


def collected_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`, `DONE`: the one sum of what was paid in rows called after what is said to have come in."""
    for at, token in enumerate(tokens):
        start = at - 1
        while start > 0 and tokens[start].form in _WHO:
            start -= 1

        is_asked = not _ASKING.isdisjoint(each.form for each in tokens[start + 1 : at])
        if token.text.lower() not in (_COMING if is_asked else _CAME_IN):
            continue

        found = _paid_of(tokens[start].form, catalog) if start >= 0 else []
        if len(found) == 1:
            yield Item("MEASURE", start, at + 1, found[0], score_of(at + 1 - start, _SURE))

        came = _payments_of(tokens[start].form, catalog) if start >= 0 and not found else None
        if came is not None:
            how_much = [each.form for each in tokens[max(start - 2, 0) : start]] == ["how", "much"]
            begins = start - 2 if how_much else start
            yield Item("DONE", begins, at + 1, came, score_of(at + 1 - begins, _SURE))


def _payments_of(noun: str, catalog: Catalog) -> Done | None:
    """The one sum of money of rent payments, by the day on which they were paid."""
    rows = [
        each.cube
        for each in catalog.entities.values()
        if (words := phrase_of(each.noun))[-1:] and words[-1] in _PAYMENTS and noun in words[:-1]
    ]
    if len(rows) != 1:
        return None

    sums = [
        each for each in catalog.of_cube(rows[0], "measure") if each.agg_type == "sum" and is_of_money(each)
    ]
    days = [each for each in catalog.times if each.cube == rows[0] and _PAID & set(stems_of(each.title))]
    return Done(sums[0], days[0]) if len(sums) == len(days) == 1 else None


def _paid_of(noun: str, catalog: Catalog) -> list[Concept]:
    return [
        each
        for each in catalog.concepts
        if each.agg_type == "sum" and is_of_money(each) and _PAID & set(stems_of(each.title))
        if noun in phrase_of(catalog.entities[each.cube].noun)[:-1]
    ]
