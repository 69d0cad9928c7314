"""`what did we spend`: never what customers paid us, whatever a sum of money is called beside that."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import belongs
from svcchat_magic.analyst.meaning.tree import Concept, Measured

_SPENDING = frozenset({"spend", "spent", "spending"})
_OURS = frozenset({"we", "our"})
_SOLD = frozenset(
    {"order", "sale", "booking", "ticket", "receipt", "rental", "reservation", "subscription", "bill"}
)
_BOUGHT = frozenset({"purchase", "supplier", "vendor", "procurement", "buying", "supply"})
_NEAR = 3


def with_spending(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading, which is refused where the money is that of sales and no supplier is known."""
    places = [at for at, each in enumerate(tokens) if each.text.lower() in _SPENDING]
    ours = [
        at for at in places if not _OURS.isdisjoint(each.form for each in tokens[max(at - _NEAR, 0) : at])
    ]
    sums = [each.measure for each in read.analysis.quantities if isinstance(each, Measured)]
    if not ours or not any(_is_of_sales(each, catalog) for each in sums):
        return read

    return replace(read, dropped=(*read.dropped, tokens[ours[0]].text))


def _is_of_sales(measure: Concept, catalog: Catalog) -> bool:
    """Whether a sum called revenue is of rows that are sold, and of nobody that sells to us."""
    named = (each.of for each in catalog.phrases.get(("revenue",), ()))
    noun = set(phrase_of(catalog.entities[measure.cube].noun))
    if measure not in named or noun.isdisjoint(_SOLD) or not noun.isdisjoint(_BOUGHT):
        return False

    sellers = (each for each in catalog.entities.values() if not _BOUGHT.isdisjoint(phrase_of(each.noun)))
    return not any(belongs(measure, each, catalog) for each in sellers)
