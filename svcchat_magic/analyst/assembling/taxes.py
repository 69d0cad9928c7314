"""Amounts asked for with or without tax: `what do they owe, VAT included`, `invoiced in 2024, ex VAT`."""

from dataclasses import replace

from svcchat_magic.analyst.linking.taxes import Taxed
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Compared,
    Concept,
    Condition,
    Measured,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft


def mind_taxes(draft: Draft) -> None:
    """The column that is meant, or the sum of two; what is said of no amount is not understood."""
    for taxed in draft.taxed:
        turned = [_turned(each, taxed) for each in draft.quantities]
        kept = [_kept(each, taxed) for each in draft.where]
        by = _turned(draft.rank.by, taxed) if draft.rank and draft.rank.by else None
        if not any(turned) and not any(kept):
            draft.penalty += BIG
            draft.dropped.append(taxed.text)
            continue

        if draft.rank and by:
            draft.rank = replace(draft.rank, by=by)

        draft.quantities[:] = [new or old for new, old in zip(turned, draft.quantities, strict=True)]
        draft.where[:] = [new or old for new, old in zip(kept, draft.where, strict=True)]


def _turned(quantity: Quantity, taxed: Taxed) -> Quantity | None:
    match quantity:
        case Measured() if meant := taxed.of(quantity.measure):
            amount, tax, way = meant
            first = replace(quantity, measure=amount)
            return Ratio(first, replace(quantity, measure=tax), way=way) if tax else first
        case Aggregated() if meant := taxed.of(quantity.of):
            return _aggregated(quantity, taxed, *meant)
        case Ratio():
            above, below = _turned(quantity.above, taxed), _turned(quantity.below, taxed)
            is_turned = above is not None or below is not None
            turned = replace(quantity, above=above or quantity.above, below=below or quantity.below)
            return turned if is_turned else None
        case _:
            return None


def _aggregated(
    quantity: Aggregated, taxed: Taxed, amount: Concept, tax: Concept | None, way: str
) -> Quantity | None:
    """The average of a sum is the sum of both averages; of a median or a maximum that does not hold."""
    column, taxes = taxed.column_of(amount), tax and taxed.column_of(tax)
    if column is None or (tax is not None and (taxes is None or quantity.function != "average")):
        return None

    first = replace(quantity, of=column)
    return Ratio(first, replace(quantity, of=taxes), way=way) if taxes else first


def _kept(condition: Condition, taxed: Taxed) -> Condition | None:
    """`invoices over 700 with VAT`: a bound on another column, where there is one."""
    if not isinstance(condition, Compared):
        return None

    meant = taxed.of(condition.of)
    column = taxed.column_of(meant[0]) if meant and meant[1] is None else None
    return replace(condition, of=column) if column else None
