"""Shares of a flag, as inferred models have a measure of them."""

from collections.abc import Sequence

from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Condition, IsIn, Measured, Quantity

SHARE = "share_"  # before the name of a flag: the measure that is inferred for it


def is_all_or_none(quantity: Quantity, where: Sequence[Condition]) -> bool:
    """Whether a share of what has a flag is asked of rows that all have it: attrition of those who left."""
    if not isinstance(quantity, Measured) or not quantity.measure.name.startswith(SHARE):
        return False

    flag = quantity.measure.cube, quantity.measure.name.removeprefix(SHARE)
    kept = (each.of for each in (*where, *quantity.where) if isinstance(each, IsIn))
    return any((of.cube, of.name) == flag for of in kept)


def are_told_again(kept: Sequence[Condition], told: Analysis) -> bool:
    """`do people who work overtime leave more often? show the attrition rate with and without overtime`."""
    grouped = {each.of for each in told.groups if isinstance(each, ByMember)}
    rates = {each.measure.name for each in told.quantities if isinstance(each, Measured)}
    flags = [each.of for each in kept if isinstance(each, IsIn)]
    are_all = len(flags) == len(kept)
    return are_all and all(each in grouped or f"{SHARE}{each.name}" in rates for each in flags)
