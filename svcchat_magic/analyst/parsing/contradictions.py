"""Conditions that no row fulfils at once."""

from itertools import combinations

from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Condition,
    Counted,
    Distinct,
    IsIn,
    Measured,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.parsing.draft import BIG, Draft


def mind_contradictions(draft: Draft) -> None:
    """Of one column two values that no row has at once, or one and not another: it is not both of them."""
    for own in ((), *map(_kept_of, draft.quantities)):
        kept = [each for each in (*draft.where, *own) if isinstance(each, IsIn)]
        for left, right in combinations(dict.fromkeys(kept), 2):
            may_be_both = (left.negated and right.negated) or set(left.values) & set(right.values)
            if left.of == right.of and not may_be_both:
                draft.penalty += BIG
                draft.dropped.append(str(right.values[0]))


def _kept_of(quantity: Quantity) -> tuple[Condition, ...]:
    """What only the rows of a number fulfil, of a share those of its part."""
    if isinstance(quantity, Ratio):
        return _kept_of(quantity.above)

    return quantity.where if isinstance(quantity, Measured | Counted | Aggregated | Distinct) else ()
