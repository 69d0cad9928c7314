"""How many pieces were sold: the one number of a model that counts goods where these have a price."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.meaning.tree import Concept

SELLING = frozenset({"sell", "sold", "buy", "bought", "purchase", "purchased", "order", "ordered"})
_QUANTITIES = frozenset({"qty", "quantity", "unit", "piece", "pcs"})


def adds_goods(measure: Concept) -> bool:
    """Whether a measure adds up how many pieces each row has."""
    words = {*phrase_of(measure.name.replace("_", " ")), *phrase_of(measure.title)}
    return measure.agg_type == "sum" and not _QUANTITIES.isdisjoint(words)


def pieces_sold(catalog: Catalog) -> Concept | None:
    """What `units sold` adds up, whatever its column is called; none where there are several."""
    found = [each for each in catalog.concepts if each.kind == "measure" and adds_goods(each)]
    if len(found) != 1:
        return None

    others = catalog.of_cube(found[0].cube, "measure")
    return found[0] if any(map(is_of_money, others)) else None
