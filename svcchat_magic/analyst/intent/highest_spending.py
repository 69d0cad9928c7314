"""`which fund has the highest expenditure`: all that it spent, and no single expense of it."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.flows import own_amount, spendings
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Measured, Quantity, Rank

_ASKING = frozenset({"which", "what"})
_HAVING = frozenset({"has", "had", "have"})
_SUMMED = frozenset({"expense", "expenditure", "outgoing"})  # a bill or a purchase is one
_ENDS = {"max": True, "maximum": True, "min": False, "minimum": False}


def with_highest_spending(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the sum, where it is asked which of the groups has the highest."""
    analysis, said = read.analysis, {each.form for each in tokens} | {each.text.lower() for each in tokens}
    is_asked = not _ASKING.isdisjoint(said) and not _HAVING.isdisjoint(said) and not _SUMMED.isdisjoint(said)
    if not is_asked or not analysis.groups or len(analysis.quantities) != 1:
        return read

    for total, counted in spendings(catalog):
        end = _end_of(analysis.quantities[0], own_amount(counted, catalog), catalog)
        if end is not None:
            meant = Measured(total)
            rank = Rank(descending=end, limit=1, by=meant)
            return replace(read, analysis=replace(analysis, quantities=(meant,), rank=rank))

    return read


def _end_of(quantity: Quantity, amount: Concept | None, catalog: Catalog) -> bool | None:
    """Whether the number is the highest of the amounts, or the lowest; None where it is neither."""
    match quantity:
        case Aggregated(function=function, of=of, where=()) if of == amount:
            return _ENDS.get(function)
        case Measured(measure=measure, where=()) if amount and catalog.columns.get(measure) == amount:
            return _ENDS.get(measure.agg_type)
        case _:
            return None
