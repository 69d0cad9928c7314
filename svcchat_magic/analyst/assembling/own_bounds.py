"""Numbers that rows are kept by: one of the row itself, or one of each group of rows."""

from dataclasses import replace

from svcchat_magic.analyst.language.amounts import PERCENT, is_money
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Aggregated, Bound, ByEntity, Counted, Measured
from svcchat_magic.analyst.placing.draft import BIG, Draft


def mind_own_numbers(draft: Draft) -> None:
    """`tickets with a reply over 8 hours`: a number of the row itself is no bound on groups of rows."""
    if "own bound" in draft.marks:
        if (draft.groups or draft.dimensions or draft.asked) and not _count_each(draft):
            draft.dropped.append(str(draft.having[0].value))  # it would be one of the groups

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


def _count_each(draft: Draft) -> bool:
    """`orders over 2000 by country`: those that are so by themselves are counted in each group."""
    counted = draft.quantities[0] if len(draft.quantities) == 1 else None
    named = counted.entity if isinstance(counted, Counted) else None
    entity = named or (draft.entities[0] if len(draft.entities) == 1 and not draft.quantities else None)
    is_plain = not (draft.dimensions or draft.asked or draft.rank or draft.derived) and len(draft.having) == 1
    if entity is None or not is_plain or any(isinstance(each, ByEntity) for each in draft.groups):
        return False

    draft.having = [replace(draft.having[0], each=entity)]
    draft.quantities, draft.entities = [Counted(entity)], []
    draft.marks.discard("such")
    return True


def _is_of_money(bound: Bound) -> bool:
    """Whether a number of dollars is held against a sum of money."""
    is_sum = isinstance(bound.quantity, Measured) and is_of_money(bound.quantity.measure)
    return is_sum and is_money(getattr(bound.value, "unit", ""))
