"""By whom an amount is divided: those who paid have rows that count, and no failed payment alone."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.active import active_items
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.filtered import filtered_by
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Counted, Exists, Measured, Ratio
from svcchat_magic.analyst.planning.needs import needs_time


def with_payers(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with what the amount keeps of its rows said of those that it is divided by too."""
    first = read.analysis.quantities[0] if len(read.analysis.quantities) == 1 else None
    if not isinstance(first, Ratio) or not isinstance(first.below, Counted) or not first.below.is_active:
        return read

    active = list(active_items(tokens, catalog))
    facts = list(dict.fromkeys(cubes_of(first.above)))
    if not active or len(facts) != 1:
        return read

    pays = any(each.category == "ACTIVE" and each.value[1] for each in active)
    own = filtered_by(first.above.measure, catalog) if pays and isinstance(first.above, Measured) else ()
    if own is None:
        return replace(read, dropped=(*read.dropped, *(tokens[each.start].text for each in active)))

    where = (*read.analysis.where, *own)
    if not needs_time(read.analysis):  # within a period only those are counted that have rows then
        where = (*where, Exists(catalog.entities[facts[0]], own, entity=first.below.entity))

    return replace(read, analysis=replace(read.analysis, where=where))
