"""What is not left out: `cancelled ones too` keeps no rows, and is no number of its own."""

from dataclasses import replace

from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Condition, IsIn
from svcchat_magic.analyst.placing.draft import BIG, Draft


def place_included(draft: Draft, value: IsIn) -> None:
    """`(cancelled ones too)`; behind another question those are added to what it kept."""
    if "follows" in draft.marks:
        draft.where.append(value)
        draft.edits |= {"add", "include"}
    else:
        draft.included.append(value)


def keep_included(draft: Draft) -> None:
    """Beside values of the same column these are kept as well; of other rows it says something else."""
    homes = {cube for each in draft.quantities for cube in cubes_of(each)}
    homes |= {draft.listed.cube} if draft.listed else set()
    for each in draft.included:
        draft.where = [_with(one, each) for one in draft.where if not _only_denies(one, each)]
        if each.of.cube not in homes:
            draft.penalty += BIG
            draft.dropped += map(str, each.values)


def _with(condition: Condition, added: IsIn) -> Condition:
    if not isinstance(condition, IsIn) or condition.of != added.of:
        return condition

    if condition.negated:
        return replace(condition, values=tuple(each for each in condition.values if each not in added.values))

    return replace(condition, values=tuple(dict.fromkeys((*condition.values, *added.values))))


def _only_denies(condition: Condition, added: IsIn) -> bool:
    is_denied = isinstance(condition, IsIn) and condition.negated and condition.of == added.of
    return is_denied and isinstance(condition, IsIn) and set(condition.values) <= set(added.values)
