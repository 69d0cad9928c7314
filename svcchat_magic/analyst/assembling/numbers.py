"""Rows by how many of something belong to each: `customers by number of orders`."""

from svcchat_magic.analyst.assembling.records import rows_of_count
from svcchat_magic.analyst.constructions.numbered import OF_NUMBERS
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import ByEntity, OverGroups
from svcchat_magic.analyst.placing.draft import BIG, Draft


def distribute(draft: Draft) -> None:
    """One row for each number, with how many of what is named have it."""
    if not draft.numbered:
        return

    rows = [rows_of_count(each) for each in draft.quantities]
    heads = [each[0] for each in rows if each is not None] + draft.entities
    more = (draft.groups, draft.asked, draft.rank, draft.having, draft.derived, draft.listed, draft.shown)
    is_plain = not any(more) and draft.values_of is None and "list" not in draft.marks
    is_one = len(draft.numbered) == 1 and len(set(heads)) == 1 and None not in rows
    if not (is_plain and is_one) or heads[0].cube in set(cubes_of(draft.numbered[0])):
        draft.penalty += 2 * BIG
        draft.dropped.append("by number of")
        return

    draft.where += [one for each in rows if each is not None for one in each[1]]
    draft.quantities[:] = [OverGroups(OF_NUMBERS, draft.numbered[0], ByEntity(heads[0]))]
    draft.entities.clear()
    draft.marks -= {"distribution", "implied", "counts"}
