"""The period of what persons did, where a follow-up names another one: `and in 2023?`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, Condition, Counted, Exists, Ratio, Within


def with_deed_period(read: Assembled) -> Assembled:
    """The reading by that period; of two deeds nobody knows which one is moved."""
    analysis = read.analysis
    said = [each for each in analysis.where if isinstance(each, Within) and each.time is None]
    if not read.follows or len(said) != 1 or said[0].negated:
        return read

    homes = {home for each in analysis.quantities for home in cubes_of(each)}
    dated = [each for each in analysis.where if isinstance(each, Exists) and _is_dated(each)]
    if any(each.entity is not None and homes <= {each.entity.cube} for each in dated):
        return replace(read, dropped=(*read.dropped, said[0].period.label))

    moved = _moved(analysis, said[0])
    return read if moved is None else replace(read, analysis=moved)


def _moved(analysis: Analysis, said: Within) -> Analysis | None:
    """The share of those who did so in the other period; None where it is no such share."""
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    above = first.above if isinstance(first, Ratio) and first.is_share else None
    if not isinstance(first, Ratio) or not isinstance(above, Counted) or not any(map(_is_dated, above.where)):
        return None

    changed = replace(above, where=tuple(_at(each, said) for each in above.where))
    rest = tuple(each for each in analysis.where if each != said)
    return replace(analysis, quantities=(replace(first, above=changed),), where=rest)


def _at(condition: Condition, said: Within) -> Condition:
    if not isinstance(condition, Exists):
        return condition

    where: Sequence[Condition] = condition.where
    return replace(condition, where=tuple(said if isinstance(each, Within) else each for each in where))


def _is_dated(condition: Condition) -> bool:
    """Whether rows of a period are had, or not."""
    return isinstance(condition, Exists) and any(isinstance(each, Within) for each in condition.where)
