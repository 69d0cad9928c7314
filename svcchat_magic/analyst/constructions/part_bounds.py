"""Bounds on parts in words whose whole is left unsaid: `more than a quarter cancelled`."""

from decimal import Decimal

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Bound, Condition, Counted, Entity, IsIn, Ratio

PART_BOUNDS = Grammar()
rule = PART_BOUNDS.rule

PART_BOUNDS.level()


@rule("CMP ~PCT ~CONDITION", "BOUND", "more than a quarter cancelled", bonus=0.9)
def bound_share_of_all(operator: str, number: Decimal, condition: Condition) -> Bound | None:
    """Of the rows that the condition is about."""
    if not isinstance(condition, IsIn) or condition.negated:
        return None

    entity = Entity(condition.of.cube)
    share = Ratio(Counted(entity, (condition,)), Counted(entity), is_share=True)
    return Bound(operator, number / 100, share)
