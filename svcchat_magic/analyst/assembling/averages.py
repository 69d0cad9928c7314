"""`which weekday is the busiest on average`: of what is added up, the average of the days it falls on."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.linking.numbered_units import is_unit
from svcchat_magic.analyst.meaning.tree import ByMember, ByPart, ByTime, Group, Measured, OverGroups, Quantity
from svcchat_magic.analyst.placing.days import OF_PARTS
from svcchat_magic.analyst.placing.draft import BIG, Draft

_UNITS = {"weekday": "day", "weekend": "day", "month": "month", "quarter": "quarter"}
_REPEATED = ("month", "quarter")  # that there is one of in each year


def average_of_parts(draft: Draft) -> None:
    """One number for each part of the calendar, of the single days, months or quarters that are of it."""
    if "average" in draft.marks and len(draft.quantities) == 1 and _adds_up(draft.quantities[0]):
        _average(draft, draft.quantities[0])

    if OF_PARTS in draft.marks and "average" in draft.marks:
        draft.penalty += BIG
        draft.dropped.append("average")


def _average(draft: Draft, quantity: Quantity) -> None:
    for groups in (draft.groups, draft.asked, draft.ranked):
        groups[:] = [_of_year(each, draft) for each in groups]

    parts = [each for each in (*draft.groups, *draft.asked) if isinstance(each, ByPart)]
    timed = [each for each in (*draft.groups, *draft.asked) if isinstance(each, ByTime) or _is_unit(each)]
    unit = _UNITS.get(parts[0].part) if len(parts) == 1 and not timed else None
    rank = draft.rank
    if unit is None or draft.derived or (rank is not None and rank.by not in (None, quantity)):
        return

    each_one = OverGroups("average", quantity, ByTime(unit, parts[0].time))
    draft.quantities = [each_one]
    draft.rank = rank and replace(rank, by=each_one if rank.by == quantity else rank.by)
    draft.marks.discard("average")


def _of_year(group: Group, draft: Draft) -> Group:
    """`which month is the busiest on average`: which of the twelve, where one of them is asked for."""
    is_asked = group in draft.asked or group in draft.ranked
    if isinstance(group, ByTime) and group.grain in _REPEATED and is_asked:
        return ByPart(group.grain, group.time)

    return group


def _is_unit(group: Group) -> bool:
    return isinstance(group, ByMember) and is_unit(group.of)


def _adds_up(quantity: Quantity) -> bool:
    return is_counted(quantity) or (isinstance(quantity, Measured) and quantity.measure.agg_type == "sum")
