"""Where what is said of days goes: how many there are, when something was reached, the last of them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from svcchat_magic.analyst.constructions.moments import Reached
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.meaning.at_end import AtEnd
from svcchat_magic.analyst.meaning.tree import Bound, ByTime, Entity, Group, Quantity, Within
from svcchat_magic.analyst.placing.bounds import place_such
from svcchat_magic.analyst.placing.draft import Draft

OF_UNITS = "units of each"  # that are asked for, and no other number beside them
OF_PARTS = "average of parts"  # said of what is counted: it is none of what is averaged as it is


def place_at_last(draft: Draft, value: AtEnd) -> None:
    """`at the end of May`, `as of 1 March`, `month-end`."""
    draft.at_last = value
    if value.period is not None:
        draft.where.append(Within(value.period))

    if value.grain and not any(isinstance(each, ByTime) for each in draft.groups):
        draft.groups.append(ByTime(value.grain))


def place_unit_count(draft: Draft, grain: str) -> None:
    """`on how many days`."""
    draft.counted_unit = grain


def place_units_of_each(draft: Draft, value: tuple[Quantity, Group | None]) -> None:
    """`in how many months did each customer order`."""
    draft.quantities.append(value[0])
    draft.groups += [value[1]] if value[1] is not None else []
    draft.marks.add(OF_UNITS)


def place_such_in_each(draft: Draft, value: tuple[Entity, Bound, TimeSpan]) -> None:
    """`customers who ordered in each of the last 3 months`."""
    place_such(draft, value[:2])
    draft.where.append(Within(value[2].period))


def place_reached(draft: Draft, value: Reached) -> None:
    """`pass one million cases`."""
    draft.reached = value


def place_when_asked(draft: Draft, _value: str) -> None:
    """`when did ...`, of what is reached."""
    draft.marks.add("when asked")


def place_happened(draft: Draft, _value: str) -> None:
    """`..., and the day it happened`."""
    draft.marks.add("happened on")


def place_newly(_draft: Draft, _value: str) -> None:
    """What is new of a running total is seen where its time is known."""


def place_averaged(draft: Draft, value: Quantity) -> None:
    """`average number of orders`: of which units it is, a part of the calendar says."""
    draft.quantities.append(value)
    draft.marks |= {"average", OF_PARTS}


DAYS_PLACED: Mapping[str, Callable[[Draft, Any], None]] = MappingProxyType(
    {
        "ATLAST": place_at_last,
        "UNITCOUNT": place_unit_count,
        "UNITSOFEACH": place_units_of_each,
        "SUCHINEACH": place_such_in_each,
        "REACHED": place_reached,
        "WHENASKED": place_when_asked,
        "AVERAGED": place_averaged,
        "HAPPENEDON": place_happened,
        "NEWLY": place_newly,
    }
)
