"""`how many campaigns have more than 3,000 clicks`: each one's in all, and not those of one row of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Bound, Compared, Concept, Distinct, Measured

_HAVING = frozenset({"have", "has", "had", "with", "having", "got", "get"})


def with_group_bounds(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with what counted values have as a bound on the sum of their rows."""
    analysis = read.analysis
    counted = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    if not isinstance(counted, Distinct) or counted.where or counted.of.primary_key or analysis.groups:
        return read

    kept = {each: bound for each in _had(tokens, read) if (bound := _bound_of(each, counted.of, catalog))}
    if not set(kept) <= set(analysis.where):
        return read

    where = tuple(each for each in analysis.where if each not in kept)
    having = (*analysis.having, *kept.values())
    return replace(read, analysis=replace(analysis, where=where, having=having))


def _had(tokens: Sequence[Token], read: Assembled) -> Iterator[Compared]:
    """The comparisons right behind what is counted, with nothing but `have` between."""
    for one, other in pairwise(read.cover.items):
        between = {each.form for each in tokens[one.stop : other.start]}
        is_had = one.category == "QUANTITY" and bool(between) and between <= _HAVING
        if is_had and other.category == "CONDITION" and isinstance(other.value, Compared):
            yield other.value


def _bound_of(kept: Compared, counted: Concept, catalog: Catalog) -> Bound | None:
    """The same of what a column adds up to; none of levels and of what is never added up."""
    total = catalog.sums.get(kept.of)
    if total is None or total.over_time or kept.since is not None or kept.of.cube != counted.cube:
        return None

    return Bound(kept.operator, kept.value, Measured(total)) if isinstance(kept.value, Decimal) else None
