"""`tracks per invoice`: the pieces of its lines, and not all tracks; and the different ones that each has."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.sold import all_of, is_of_sales
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import belongs
from svcchat_magic.analyst.linking.goods import adds_goods
from svcchat_magic.analyst.meaning.tree import ByEntity, Measured, OverGroups, Ratio
from svcchat_magic.analyst.planning.sources import Sources

_PIECES = frozenset({"item", "piece", "unit", "article"})


def with_pieces(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """`items per order`: the pieces of its lines, and not how many products there are."""
    catalog = sources.catalog
    first = read.analysis.quantities[0] if len(read.analysis.quantities) == 1 else None
    if not isinstance(first, Ratio):
        return read

    if (each := _of_each(first, catalog)) is not None:
        rank = read.analysis.rank and replace(read.analysis.rank, by=each if read.analysis.rank.by else None)
        return replace(read, analysis=replace(read.analysis, quantities=(each,), rank=rank))

    above, below = all_of(first.above, catalog), all_of(first.below, catalog)
    if above is None or below is None or first.is_share or _PIECES.isdisjoint(each.form for each in tokens):
        return read

    if sources.graph.reaches(above.cube, below.cube, to_one=True):
        return read  # the tracks of an album are its own, sold or not

    meant = [
        each
        for each in catalog.concepts
        if each.kind == "measure" and adds_goods(each) and each.cube not in (above.cube, below.cube)
        if is_of_sales(catalog.entities[each.cube])
        if belongs(each, above, catalog) and belongs(each, below, catalog)
    ]
    if len(meant) != 1:
        return read

    pieces = replace(first, above=Measured(meant[0]))
    rank = read.analysis.rank and replace(read.analysis.rank, by=pieces if read.analysis.rank.by else None)
    return replace(read, analysis=replace(read.analysis, quantities=(pieces,), rank=rank))


def _of_each(ratio: Ratio, catalog: Catalog) -> OverGroups | None:
    """`different tracks per invoice`: a track that is on two invoices is one of the tracks of both."""
    above, below = ratio.above, all_of(ratio.below, catalog)
    is_distinct = isinstance(above, Measured) and above.measure.agg_type == "count_distinct"
    if not is_distinct or below is None or ratio.is_share or ratio.per != 1 or ratio.way != "/":
        return None

    entity = catalog.entities.get(below.cube)
    is_met = isinstance(above, Measured) and entity is not None and belongs(above.measure, entity, catalog)
    return OverGroups("average", above, ByEntity(entity)) if is_met and entity is not None else None
