"""Where numbers of rows that are told beside them go in the draft of an analysis."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from svcchat_magic.analyst.linking.natural_amounts import Sized
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.functions import FIRSTS
from svcchat_magic.analyst.meaning.tree import (
    ByEntity,
    Counted,
    DatedLast,
    Entity,
    Measured,
    OverGroups,
    Quantity,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft
from svcchat_magic.analyst.placing.same_counts import is_same_count


def place_told_count(draft: Draft, _value: str) -> None:
    """`with how many they placed`: the number that each of them is kept by."""
    draft.marks |= {"told count", "must tell count"}


def place_number_and_sum(draft: Draft, value: Sized) -> None:
    """`- number and total value`: of the rows that are named before."""
    number = Counted(value.entity)
    others = [each for each in draft.quantities if not is_same_count(each, number)]
    is_other = bool(draft.marks & {"list", "listing"}) or draft.listed is not None
    is_other |= draft.values_of is not None  # of records they are fields
    if others or is_other or any(each != value.entity for each in draft.entities) or value.total is None:
        draft.penalty += BIG
        draft.dropped.append("number and amount")
        return

    draft.entities.clear()
    draft.quantities[:] = [number, Measured(value.total)]


def place_numbered(draft: Draft, value: Quantity) -> None:
    """`by number of orders`: of the rows that are counted."""
    draft.numbered.append(value)


def place_new_ones(draft: Draft, value: Quantity) -> None:
    """`new customers`: those that came to be in the time that is asked about."""
    draft.quantities.append(value)
    draft.marks.add("new")


def place_tally(draft: Draft, _value: str) -> None:
    """`..., how many?`: the number of what was named."""
    draft.marks.add("tally")


def place_by_first(draft: Draft, value: tuple[Entity, Entity]) -> None:
    """`count someone in the month of their first order`: said of persons who are new at some time."""
    who, made = value
    firsts = OverGroups(FIRSTS, DatedLast("minimum", made), ByEntity(who))
    first = draft.quantities[0] if len(draft.quantities) == 1 else None
    is_new = "new" in draft.marks and first is not None and set(cubes_of(first)) == {who.cube}
    if is_new or first == firsts:
        draft.quantities[:] = [firsts]
        draft.marks.discard("new")
        return

    draft.penalty += BIG
    draft.dropped.append("first")


NUMBERS_PLACED: Mapping[str, Callable[[Draft, Any], None]] = MappingProxyType(
    {
        "TALLY": place_tally,
        "TOLDCOUNT": place_told_count,
        "NUMBERANDSUM": place_number_and_sum,
        "NUMBERED": place_numbered,
        "NEWONES": place_new_ones,
        "BYFIRST": place_by_first,
    }
)
