"""Numbers by other words than their names: by their unit, or `episode length` of an episode's duration."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.earnings import earning_items
from svcchat_magic.analyst.lattice.products import margin_items, product_items
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.lattice.units import measured_items, weighed_items
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import Link, meanings

_LINKS = frozenset({Link.BUSINESS, Link.SHORT})
_SURE = 0.9
_POSSESSIVE = ("'", "’")


def unnamed_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Those of units, those of the rows that are named right before them, and those that columns make."""
    yield from measured_items(tokens, catalog)
    yield from weighed_items(tokens, catalog)
    yield from _owned_items(tokens, catalog)
    yield from product_items(tokens, catalog)
    yield from margin_items(tokens, catalog)
    yield from earning_items(tokens, catalog)


def is_owner(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`the patients' tests`: whose they are, and no patients that are counted themselves."""
    owned = tokens[at] if at < len(tokens) else None
    if owned is None or owned.is_mark or owned.before[:1] not in _POSSESSIVE:
        return False

    return any(isinstance(each.of, Entity) for each in catalog.phrases.get((owned.form,), ()))


def _owned_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Only where a column of other rows is called so: the rows named are meant before those."""
    for at in range(1, len(tokens)):
        named = catalog.phrases.get((tokens[at].form,), ())
        owner = _owner(tokens[at - 1], catalog)
        if owner is None or not named or any(each.of.cube == owner.cube for each in named):
            continue

        own = {each for each in _others(tokens[at], catalog) if each.cube == owner.cube}
        if len(own) == 1:
            for category in ("DIM", "NDIM"):
                yield Item(category, at - 1, at + 1, next(iter(own)), score_of(2, _SURE))


def _owner(token: Token, catalog: Catalog) -> Entity | None:
    named = [each.of for each in catalog.phrases.get((token.form,), ()) if each.weight >= OWN]
    found = [each for each in named if isinstance(each, Entity)]
    return found[0] if len(found) == 1 else None


def _others(token: Token, catalog: Catalog) -> Iterator[Concept]:
    for meaning in meanings((token.text.lower(),)):
        for of in catalog.by_stems.get(meaning.stems, {}) if meaning.link in _LINKS else ():
            if (
                isinstance(of, Concept)
                and of.kind == "dimension"
                and of.type == "number"
                and not of.primary_key
            ):
                yield of
