"""`what share of our income do we spend on rent`: what is spent on it, of all that came in."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.flows import flows
from svcchat_magic.analyst.meaning.tree import Measured, Quantity, Ratio

_SPENDING = frozenset({"spend", "spent", "pay", "paid"})
_GOING = frozenset({"go", "goes", "went", "gone"})
_TOWARDS = frozenset({"on", "to", "for", "towards", "into"})


def with_shares_of_income(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with what was spent above, where a verb says that a part of the income was."""
    if not read.analysis.quantities or not _is_spent(tokens):
        return read

    for out, into in flows(catalog):
        found = _share(read.analysis.quantities, Measured(out), Measured(into))
        if found is not None:
            return replace(read, analysis=replace(read.analysis, quantities=(found,)))

    return read


def _is_spent(tokens: Sequence[Token]) -> bool:
    forms = [each.text.lower() for each in tokens]
    goes = any(one in _GOING and other in _TOWARDS for one, other in pairwise(forms))
    return goes or not _SPENDING.isdisjoint(forms)


def _share(quantities: tuple[Quantity, ...], out: Measured, into: Measured) -> Ratio | None:
    shares = [each for each in quantities if isinstance(each, Ratio) and each.is_share and each.below == into]
    others = [each for each in quantities if isinstance(each, Measured) and each.measure == out.measure]
    above = shares[0].above if len(shares) == 1 else None
    if len(shares) + len(others) != len(quantities) or not isinstance(above, Measured):
        return None

    return (
        replace(shares[0], above=replace(out, where=above.where)) if above.measure == into.measure else None
    )
