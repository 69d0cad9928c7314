"""What a reading means beyond its words: which amount, whose rows, in which unit, as they stand now."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.amounts_meant import with_amount
from svcchat_magic.analyst.bands_told import with_own_labels
from svcchat_magic.analyst.both_meant import with_both
from svcchat_magic.analyst.current_meant import with_current
from svcchat_magic.analyst.goods_meant import in_pieces, with_goods
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lists_meant import with_list
from svcchat_magic.analyst.own_groups import with_own_groups
from svcchat_magic.analyst.parsing.assembly import Assembled
from svcchat_magic.analyst.percents_meant import with_percents
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.sales_meant import with_sales
from svcchat_magic.analyst.sums_meant import with_sums
from svcchat_magic.analyst.undated import with_said_dates
from svcchat_magic.analyst.units_meant import with_units


def as_meant(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with what its question as a whole says of its parts; each step leaves the others' alone."""
    catalog = sources.catalog
    read = replace(read, analysis=with_said_dates(tokens, read, catalog))
    read = with_percents(tokens, read, catalog)
    read = with_sales(tokens, with_amount(tokens, read, catalog), catalog)
    read = with_sums(tokens, in_pieces(tokens, read, catalog))
    read = with_goods(tokens, with_units(tokens, read, catalog), catalog)
    read = with_own_groups(tokens, with_both(tokens, read, sources), sources)
    read = with_own_labels(tokens, with_list(tokens, read, sources))
    return with_current(tokens, read, catalog)
