"""Shares of a flag, as inferred models have a measure of them."""

from collections.abc import Sequence
from typing import TypeGuard

from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Condition, IsIn, Measured, Quantity

SHARE = "share_"  # before the name of a flag: the measure that is inferred for it


def is_all_or_none(quantity: Quantity, where: Sequence[Condition]) -> bool:
    """Whether a share of what has a flag is asked of rows that all have it: attrition of those who left."""
    kept = (*where, *quantity.where) if isinstance(quantity, Measured) else ()
    return any(is_of_share(each, [quantity]) for each in kept)


def is_of_share(condition: Condition, quantities: Sequence[Quantity]) -> TypeGuard[IsIn]:
    """Whether a condition is on the flag that one of the numbers is the share of."""
    if not isinstance(condition, IsIn):
        return False

    shares = ((each.measure.cube, each.measure.name) for each in quantities if isinstance(each, Measured))
    return (condition.of.cube, f"{SHARE}{condition.of.name}") in shares


def are_told_again(kept: Sequence[Condition], told: Analysis) -> bool:
    """`do people who work overtime leave more often? show the attrition rate with and without overtime`."""
    grouped = {each.of for each in told.groups if isinstance(each, ByMember)}
    rates = {each.measure.name for each in told.quantities if isinstance(each, Measured)}
    flags = [each.of for each in kept if isinstance(each, IsIn)]
    are_all = len(flags) == len(kept)
    return are_all and all(each in grouped or f"{SHARE}{each.name}" in rates for each in flags)
