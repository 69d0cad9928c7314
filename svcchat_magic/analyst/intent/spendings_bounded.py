"""`how many purchases over 500`: each of them is, and not how many there are."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.spendings import COMPARING, SPENT
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.flows import own_amount
from svcchat_magic.analyst.meaning.tree import Bound, Compared, Measured

_CURRENCIES = frozenset("$€£")  # of which no number of rows is one
_NEAR = 4  # words from the noun to the one that compares: purchases that were more than


def with_spendings_bounded(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with a bound on such a number, behind its noun, as one on what each comes to."""
    analysis = read.analysis
    if not analysis.having or not _is_behind(tokens):
        return read

    kept = {each: found for each in analysis.having if (found := _of_each(each, catalog))}
    if not kept:
        return read

    having = tuple(each for each in analysis.having if each not in kept)
    meant = replace(analysis, having=having, where=(*analysis.where, *kept.values()))
    dropped = tuple(each for each in read.dropped if each[:1] not in _CURRENCIES)
    return replace(read, analysis=meant, dropped=dropped)


def _is_behind(tokens: Sequence[Token]) -> bool:
    """Whether the noun stands before the bound; `more than 100 purchases` are so many."""
    nouns = (at for at, each in enumerate(tokens) if each.form in SPENT)
    return any(
        not COMPARING.isdisjoint(each.form for each in tokens[at + 1 : at + 1 + _NEAR]) for at in nouns
    )


def _of_each(bound: Bound, catalog: Catalog) -> Compared | None:
    of = bound.quantity
    if not isinstance(of, Measured) or of.where or not isinstance(bound.value, Decimal):
        return None

    amount = own_amount(of.measure, catalog)
    return Compared(amount, bound.operator, bound.value) if amount is not None else None
