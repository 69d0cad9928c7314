"""The best of several readings, unless its number leaves out all that is asked for."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, Counted, Measured, Quantity, Within
from svcchat_magic.analyst.planning.against import left_out
from svcchat_magic.analyst.planning.planned import Planned

_LIKE = 0.5  # how much worse the same number of another table may fit
_AGAINST = 0.6  # how much worse another reading may fit than a number that leaves out what is asked


def fitting(done: Sequence[tuple[Assembled, Planned]], catalog: Catalog) -> tuple[Assembled, Planned]:
    """The best reading; where its number leaves out all that is asked, the rows themselves are counted."""
    best, planned = _nearest(max(done, key=lambda pair: pair[0].score), done)
    included = tuple(each.value for each in best.cover.items if each.category == "INCLUDED")
    against = left_out(replace(planned.analysis, where=(*planned.analysis.where, *included)), catalog)
    if not against:
        return best, planned

    others = [
        pair for pair in done
        if pair[1].source.root == planned.source.root and _counts_rows(pair[1].analysis)
    ]  # fmt: skip
    counted = max(others, key=lambda pair: pair[0].score, default=None)
    if counted is not None and counted[0].score > best.score - _AGAINST:
        return counted

    return replace(best, dropped=(*best.dropped, against)), planned


def _nearest(
    best: tuple[Assembled, Planned], done: Sequence[tuple[Assembled, Planned]]
) -> tuple[Assembled, Planned]:
    """The best, or its like in the table that is spoken of: who booked stands in bookings, not in reviews."""

    def is_like(other: tuple[Assembled, Planned]) -> bool:
        mine, its = best[0].analysis, other[0].analysis
        is_called_so = list(map(_title, mine.quantities)) == list(map(_title, its.quantities))
        is_of_same = (mine.groups, mine.where) == (its.groups, its.where)
        return is_called_so and is_of_same and other[0].score > best[0].score - _LIKE

    like = [each for each in done if is_like(each)]
    return min(like, key=lambda pair: (_spread(pair[0].analysis), -pair[0].score))


def _title(quantity: Quantity) -> object:
    return quantity.measure.title if isinstance(quantity, Measured) else quantity


def _spread(analysis: Analysis) -> int:
    """How many tables date what is asked, or are spoken of, besides those that it is a number of."""
    homes = {cube for quantity in analysis.quantities for cube in cubes_of(quantity)}
    dated = {each.time.cube for each in analysis.where if isinstance(each, Within) and each.time}
    return len((dated | {each.cube for each in analysis.about}) - homes)


def _counts_rows(analysis: Analysis) -> bool:
    return all(isinstance(each, Counted) for each in analysis.quantities)


def ranked(readings: Sequence[Assembled]) -> list[Assembled]:
    """The best first, each analysis once."""
    found: dict[tuple[object, ...], Assembled] = {}
    for each in sorted(readings, key=lambda each: -each.score):
        found.setdefault((each.analysis, each.refers, each.taken_out, each.stops), each)

    return list(found.values())
