"""`withdrawals last month, in pounds`: what they come to, and not how many they are."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.sold import all_of
from svcchat_magic.analyst.language.amounts import is_money
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.meaning.tree import Counted, Measured, Quantity


def with_currency(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the sum of the amounts of what it counts; not read where they have none."""
    said = next((two.text for one, two in pairwise(tokens) if one.form == "in" and is_money(two.form)), "")
    counted = [each for each in read.analysis.quantities if all_of(_plain(each), catalog) is not None]
    if not said or not counted or read.analysis.rows_of is not None:
        return read

    money: dict[Quantity, Quantity | None] = {each: _in_money(each, catalog) for each in counted}
    if None in money.values():
        return replace(read, dropped=(*read.dropped, said))

    rank = read.analysis.rank
    if rank is not None and rank.by is not None:
        rank = replace(rank, by=money.get(rank.by) or rank.by)

    quantities = tuple(money.get(each) or each for each in read.analysis.quantities)
    return replace(read, analysis=replace(read.analysis, quantities=quantities, rank=rank))


def _plain(quantity: Quantity) -> Quantity:
    return replace(quantity, where=()) if isinstance(quantity, Counted | Measured) else quantity


def _in_money(quantity: Quantity, catalog: Catalog) -> Measured | None:
    """What the rows that are counted come to."""
    rows = all_of(_plain(quantity), catalog)
    known = sized(catalog.entities[rows.cube], catalog) if rows and rows.cube in catalog.entities else None
    total = known.total or known.of_each if known is not None and (known.is_money or known.of_each) else None
    where = quantity.where if isinstance(quantity, Counted | Measured) else ()
    return Measured(total, where) if total is not None else None
