"""`earn more than average`: the average of the column, or of the numbers of the groups, that is compared."""

from dataclasses import fields, is_dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.meaning.averages import Mean, is_lost_mean
from svcchat_magic.analyst.meaning.replacing import with_changed
from svcchat_magic.analyst.meaning.tree import AverageOf, Bound, Compared, Concept, Entity
from svcchat_magic.analyst.planning.sources import Sources

_LOST = "average"


def with_averages(read: Assembled, sources: Sources) -> Assembled:
    """The reading with what each average is of; one that has found no place is not read."""
    asked = [item for item in read.cover.items if _numbers(item.value, Mean) or _numbers(item.value, Decimal)]
    if not asked:
        return read

    placed: list[Mean] = []

    def against(part: Compared | Bound) -> Compared | Bound:
        mean = part.value
        if not isinstance(mean, Mean) or not _fits(part, mean, sources):
            return part

        placed.append(mean)
        of = part.of if isinstance(part, Compared) else None
        return replace(part, value=AverageOf(of, mean.within))

    analysis = with_changed(read.analysis, (Compared, Bound), against)
    if not placed or _numbers(analysis, Mean) or _numbers(analysis, Decimal):
        return replace(read, dropped=(*read.dropped, _LOST))

    return replace(read, analysis=analysis)


def _numbers(value: object, kind: type) -> list[object]:
    """The averages in a part of a tree; as `Decimal` those that are taken for numbers."""
    if isinstance(value, Decimal):
        return [value] if (isinstance(value, Mean) if kind is Mean else is_lost_mean(value)) else []

    if isinstance(value, tuple):
        return [found for each in value for found in _numbers(each, kind)]

    is_part = is_dataclass(value) and not isinstance(value, Concept | Entity | type)
    parts = [getattr(value, each.name) for each in fields(value)] if is_part else []  # type: ignore[arg-type]
    return [found for each in parts for found in _numbers(each, kind)]


def _fits(part: Compared | Bound, mean: Mean, sources: Sources) -> bool:
    """Whether what was named is what is compared, and every row has one group and can be told from others."""
    if isinstance(part, Bound):
        return mean.column is None and mean.within is None

    if part.of.type != "number":
        return False

    cube = part.of.cube
    is_own = mean.column in (None, part.of) and (mean.rows is None or mean.rows.cube == cube)
    has_one = mean.within is None or sources.graph.reaches(cube, mean.within.cube, to_one=True)
    is_told = mean.within is None or sources.identity(Entity(cube)) is not None
    return is_own and has_one and is_told and part.since is None
