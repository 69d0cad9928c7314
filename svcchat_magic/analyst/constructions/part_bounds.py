"""Bounds on parts whose whole is left unsaid, and on groups that are named once more."""

from decimal import Decimal

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Bound, Concept, Condition, Counted, Entity, IsIn, Ratio

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


PART_BOUNDS.level()


@rule("only|just ~SDIM|DIM with|having|that|where ~HAVE? ~BOUND", "BOUND",
      "top 3 towns by price, only towns with 20 or more shops", bonus=1.4)  # fmt: skip
def only_such_values(
    _only: str, of: Concept, _with: str, _have: str | None, bound: Bound | tuple[Bound, ...]
) -> Bound | tuple[Bound, ...] | None:
    """Values of a column that are groups already; what has a bound of its own is named no second time."""
    return None if of.primary_key or of.type != "string" else bound
