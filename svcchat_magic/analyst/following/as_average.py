"""`the median`, behind a column, or behind a number of each group."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import Aggregated, Analysis, Counted, Measured, OverGroups, Quantity

FUNCTIONS = frozenset({"average", "median", "sum", "maximum", "minimum"})
_OF_GROUPS = frozenset({"average", "median"})


def with_function(before: Analysis, marks: frozenset[str]) -> tuple[Quantity, ...]:
    """The one column by another function, or that of the groups; nothing where there is neither."""
    functions = marks & FUNCTIONS
    if len(before.quantities) != 1 or len(functions) != 1:
        return ()

    (of,), function = before.quantities, next(iter(functions))
    if isinstance(of, Aggregated):
        return (replace(of, function=function),)

    adds_up = isinstance(of, Counted) or (
        isinstance(of, Measured) and of.measure.agg_type in ("sum", "count")
    )
    is_whole = not (before.having or before.derived or (before.rank and before.rank.limit))
    if adds_up and is_whole and function in _OF_GROUPS and len(before.groups) == 1:
        return (OverGroups(function, of, before.groups[0]),)

    return ()


def is_average_of_groups(before: Analysis, quantities: Sequence[Quantity], marks: frozenset[str]) -> bool:
    """Whether that is one number of all groups, which the function has made."""
    is_one = len(quantities) == 1 and isinstance(quantities[0], OverGroups)
    return is_one and "function" in marks and tuple(quantities) != before.quantities
