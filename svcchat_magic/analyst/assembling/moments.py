"""Days that are counted or found by their figures, once all of a question is placed."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.assembling.last_figures import settle_last
from svcchat_magic.analyst.constructions.last_figures import is_level
from svcchat_magic.analyst.meaning.functions import FIRST, UNITS
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Bound,
    ByTime,
    Counted,
    Entity,
    Group,
    Measured,
    OverGroups,
    Quantity,
    Rank,
)
from svcchat_magic.analyst.placing.days import OF_UNITS
from svcchat_magic.analyst.placing.draft import BIG, Draft

_ENDS = {"max": True, "min": False, "maximum": True, "minimum": False}


def settle_days(draft: Draft) -> None:
    """What days are counted, and which are found."""
    count_units(draft)
    find_reached(draft)
    if OF_UNITS in draft.marks and len(draft.quantities) > 1:
        draft.penalty += BIG
        draft.dropped.append("how many")


def settle_ends(draft: Draft) -> None:
    """Which figures are the last ones, and when they were the highest."""
    settle_last(draft)
    tell_when(draft)


def count_units(draft: Draft) -> None:
    """`on how many days were more than 50 units sold`: the days whose own number is such."""
    grain = draft.counted_unit
    if not grain:
        return

    bounds, quantities = draft.having, draft.quantities
    bounded = [each.quantity for each in bounds if each.quantity is not None]
    asked = [*dict.fromkeys([*bounded, *quantities])] or [Counted(Entity(""))]
    is_known = len(asked) == 1 and len(bounds) <= 1
    is_known = is_known and (_is_sampled(asked[0]) or asked[0] == Counted(Entity("")))
    if not is_known or draft.derived or draft.rank or any(isinstance(each, ByTime) for each in draft.groups):
        draft.penalty += BIG
        draft.dropped.append("how many")
        return

    draft.quantities = [OverGroups(UNITS, asked[0], ByTime(grain))]
    draft.having = [replace(each, quantity=asked[0]) for each in bounds]
    if not bounds and quantities:
        draft.having = [Bound(">", Decimal(0), asked[0])]

    draft.marks.discard("bounded")


def find_reached(draft: Draft) -> None:
    """`when did each country pass one million cases`: its first day with so many."""
    days = [each for each in draft.asked if isinstance(each, ByTime)]
    is_asked = "when asked" in draft.marks or bool(days)
    if draft.reached is None:
        if "when asked" in draft.marks:
            draft.penalty += BIG
            draft.dropped.append("when")

        return

    operator, number, quantity = draft.reached
    if not is_asked or draft.quantities or draft.having or draft.rank or not _is_sampled(quantity):
        draft.penalty += BIG
        draft.dropped.append("reach")
        return

    draft.asked = [each for each in draft.asked if each not in days]
    draft.groups = [each for each in draft.groups if each not in days]
    draft.quantities = [OverGroups(FIRST, quantity, ByTime("day"))]
    draft.having = [Bound(operator, number, quantity)]


def tell_when(draft: Draft) -> None:
    """`the highest close of each ticker and the day it happened`: its first place among the days."""
    if "happened on" not in draft.marks:
        return

    asked = draft.quantities[0] if len(draft.quantities) == 1 else None
    first, day, is_high = _ended(asked)
    if first is None or is_high is None or draft.rank or draft.derived or draft.having:
        draft.penalty += BIG
        draft.dropped.append("happened")
        return

    within = tuple(each for each in draft.groups if each != day)
    draft.groups = [*within, day]
    draft.quantities = [first]
    draft.rank = Rank(is_high, 1, first, within)
    draft.ranked = [day]


def _ended(quantity: Quantity | None) -> tuple[Quantity | None, Group, bool | None]:
    """What has its highest or lowest place on a day, that day, and which of both it is."""
    if isinstance(quantity, OverGroups) and isinstance(quantity.group, ByTime):
        return quantity.quantity, quantity.group, _ENDS.get(quantity.function)

    return quantity, ByTime("day"), _end_of(quantity)


def _end_of(quantity: Quantity | None) -> bool | None:
    match quantity:
        case Measured(measure=measure):
            return _ENDS.get(measure.agg_type)
        case Aggregated(function=function):
            return _ENDS.get(function)
        case _:
            return None


def _is_sampled(quantity: Quantity) -> bool:
    is_sampled = isinstance(quantity, Measured) and quantity.measure.is_sampled
    return is_sampled or is_level(quantity)
