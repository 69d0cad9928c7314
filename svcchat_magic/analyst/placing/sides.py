"""Where several numbers, and periods beside each other, go in the draft of an analysis."""

from dataclasses import replace

from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    ByMember,
    ByPeriods,
    Counted,
    Derived,
    IsIn,
    Measured,
    Quantity,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft


def place_several(draft: Draft, value: tuple[Quantity, ...]) -> None:
    """`min and max price`; beside another number `girls and boys` are whose it is, and not counted."""
    if draft.quantities and all(isinstance(each, Counted) and each.where for each in value):
        draft.penalty += BIG
        draft.dropped.append(" / ".join(each.entity.noun for each in value if isinstance(each, Counted)))

    said = {each.where for each in value if isinstance(each, Counted | Measured)}
    if len(said) == 1 and len(value) > 1 and all(isinstance(each, Counted | Measured) for each in value):
        draft.where.extend(*said)  # `number and value of blocked invoices`: all that is asked is of these
        value = tuple(replace(each, where=()) for each in value if isinstance(each, Counted | Measured))

    draft.quantities.extend(value)


def place_more(draft: Draft, way: str) -> None:
    """`more` or `fewer`, of two things that stand elsewhere."""
    draft.marks |= {"more", way}


def place_distribution(draft: Draft, _value: str) -> None:
    """`distribution`, over groups that are named elsewhere."""
    draft.marks.add("distribution")


def place_beside(draft: Draft, value: tuple[TimeSpan, TimeSpan]) -> None:
    """`first half and second half`: one row for each of the periods."""
    periods = tuple(each.period for each in value)
    draft.groups.append(ByPeriods(periods))
    draft.where.append(AnyOf(tuple(Within(each) for each in periods)))


def place_more_beside(draft: Draft, value: tuple[TimeSpan, TimeSpan]) -> None:
    """`was 2024 better than 2023`."""
    place_beside(draft, value)
    draft.marks.add("more")


def place_scaled_beside(draft: Draft, value: tuple[tuple[TimeSpan, TimeSpan], Quantity]) -> None:
    """`was 2024 warmer than 2023`."""
    place_more_beside(draft, value[0])
    draft.quantities.append(value[1])


def place_grew_beside(draft: Draft, value: tuple[tuple[TimeSpan, TimeSpan], Derived]) -> None:
    """`in Q3 2025 grow against Q3 2024`."""
    place_beside(draft, value[0])
    draft.derived = value[1]


def place_split(draft: Draft, value: IsIn) -> None:
    """`split by web / store`: those values, one row for each."""
    draft.groups.append(ByMember(value.of))
    draft.where.append(value)


PERIODS_BESIDE = {
    "BESIDE": place_beside,
    "MOREBESIDE": place_more_beside,
    "SCALEDBESIDE": place_scaled_beside,
    "GREWBESIDE": place_grew_beside,
}
