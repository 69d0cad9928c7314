"""`how many pizzas are in each order`: the pieces that its lines say, and not how many sorts there are."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.sold import all_of, lines_of, sells_or_buys
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.goods import adds_goods
from svcchat_magic.analyst.meaning.tree import ByEntity, Counted, Measured, Quantity, Ratio

_SORTS = frozenset(
    {"different", "distinct", "unique", "various", "kind", "type", "sort", "line", "separate", "which"}
)
_SORTED = frozenset({"product", "article", "sku"})  # of which an order has several, each many times


def with_pieces_of_documents(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the sum of the pieces, where goods are counted for each order or invoice."""
    analysis = read.analysis
    if any(each.form in _SORTS for each in tokens):
        return read

    of_documents = any(isinstance(each, ByEntity) and _is_document(each, catalog) for each in analysis.groups)
    counted = [all_of(each, catalog) for each in analysis.quantities]
    counts_documents = any(each is not None and _is_document(ByEntity(each), catalog) for each in counted)
    told = {each: _pieces(each, catalog) for each in analysis.quantities} if of_documents else {}
    told |= {each: _per_document(each, catalog) for each in analysis.quantities if isinstance(each, Ratio)}
    if not (told or counts_documents):
        return read

    having = tuple(
        replace(each, quantity=_pieces(each.quantity, catalog)) if each.quantity is not None else each
        for each in analysis.having
    )
    rank = analysis.rank and replace(
        analysis.rank, by=analysis.rank.by and told.get(analysis.rank.by, analysis.rank.by)
    )
    quantities = tuple(told.get(each, each) for each in analysis.quantities)
    return replace(read, analysis=replace(analysis, quantities=quantities, rank=rank, having=having))


def _per_document(ratio: Ratio, catalog: Catalog) -> Ratio:
    """The average number of pizzas in an order."""
    below = all_of(ratio.below, catalog)
    is_plain = below is not None and _is_document(ByEntity(below), catalog) and ratio.way == "/"
    return replace(ratio, above=_pieces(ratio.above, catalog)) if is_plain and not ratio.is_share else ratio


def _pieces(quantity: Quantity, catalog: Catalog) -> Quantity:
    """The sum of the pieces for a number of goods; any other number as it is."""
    goods = all_of(quantity, catalog)
    if goods is None or sells_or_buys(goods, catalog) or _is_document(ByEntity(goods), catalog):
        return quantity

    if not _SORTED.isdisjoint(phrase_of(catalog.entities.get(goods.cube, goods).noun)):
        return quantity

    lines = lines_of(goods, catalog)
    sums = [each for each in catalog.of_cube(lines[0].cube, "measure") if adds_goods(each)] if lines else []
    where = quantity.where if isinstance(quantity, Counted) else ()
    return Measured(sums[0], where) if len(lines) == len(sums) == 1 else quantity


def _is_document(group: ByEntity, catalog: Catalog) -> bool:
    known = catalog.entities.get(group.entity.cube, group.entity)
    return not keywords().deals.isdisjoint(phrase_of(known.noun)[-1:])
