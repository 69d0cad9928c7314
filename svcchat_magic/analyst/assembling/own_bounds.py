"""Numbers that rows are kept by: one of the row itself, or one of each group of rows."""

from svcchat_magic.analyst.language.amounts import PERCENT, is_money
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Aggregated, Bound, Counted, Measured
from svcchat_magic.analyst.placing.draft import BIG, Draft


def mind_own_numbers(draft: Draft) -> None:
    """`tickets with a reply over 8 hours`: a number of the row itself is no bound on groups of rows."""
    if "own bound" in draft.marks:
        if draft.groups or draft.dimensions or draft.asked:  # then it would be one of the groups
            draft.dropped.append(str(draft.having[0].value))

        return

    for bound in draft.having:
        unit = getattr(bound.value, "unit", "")
        if unit and unit != PERCENT and not _is_of_money(bound):  # what is counted has no unit
            draft.penalty += BIG
            draft.dropped.append(f"{bound.value} {unit}")

        if bound.quantity is None or not isinstance(bound.quantity, Measured | Aggregated | Counted):
            continue

        home = set(cubes_of(bound.quantity))
        groups = draft.groups or draft.dimensions or draft.asked
        if any(each.cube in home for each in draft.entities) and not groups:
            draft.penalty += 1.0

        if draft.listed is not None and draft.listed.cube in home:
            draft.penalty += BIG
            draft.dropped.append(
                f"over {bound.value}" if bound.operator.startswith(">") else str(bound.value)
            )


def _is_of_money(bound: Bound) -> bool:
    """Whether a number of dollars is held against a sum of money."""
    is_sum = isinstance(bound.quantity, Measured) and is_of_money(bound.quantity.measure)
    return is_sum and is_money(getattr(bound.value, "unit", ""))
