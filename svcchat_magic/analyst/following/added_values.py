"""`also the Mobile Library`, `cancelled ones too`: more of the values that were kept."""

from collections.abc import Set
from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import Condition, IsIn

Conditions = tuple[Condition, ...]


def with_added(before: Conditions, said: Conditions, marks: Set[str]) -> tuple[Conditions, Conditions]:
    """The conditions before, and those that are said, where these come beside what was kept.

    What is only not left out keeps nothing where nothing of its column was left out.
    """
    if "add" not in marks:
        return before, said

    if "include" not in marks:
        return before, tuple(_beside(each, before) for each in said)

    included = [each for each in said if isinstance(each, IsIn)]
    others = tuple(each for each in said if not isinstance(each, IsIn))
    beside = (_beside(each, before) for each in included if _kept(each, before))
    left = (_without(each, included) for each in before)
    return tuple(each for each in left if each is not None), (*others, *beside)


def _beside(condition: Condition, before: Conditions) -> Condition:
    """One more of the values that were kept."""
    if not isinstance(condition, IsIn) or condition.negated:
        return condition

    values = [value for each in _kept(condition, before) for value in each.values]
    return replace(condition, values=tuple(dict.fromkeys((*values, *condition.values))))


def _kept(condition: IsIn, before: Conditions) -> list[IsIn]:
    own = (each for each in before if isinstance(each, IsIn) and each.of == condition.of)
    return [each for each in own if not each.negated]


def _without(condition: Condition, included: list[IsIn]) -> Condition | None:
    """What was left out, but for the values that are to be in; None where nothing is left out any more."""
    if not isinstance(condition, IsIn) or not condition.negated:
        return condition

    named = {value for each in included if each.of == condition.of for value in each.values}
    values = tuple(each for each in condition.values if each not in named)
    return replace(condition, values=values) if values else None
