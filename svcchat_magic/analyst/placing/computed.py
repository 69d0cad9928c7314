"""Where periods, comparisons and what is computed go in the draft of an analysis."""

from dataclasses import replace
from typing import Any

from svcchat_magic.analyst.constructions.constructions import Compares
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.meaning.tree import (
    ByMember,
    ByTime,
    Derived,
    Group,
    IsIn,
    Missing,
    Quantity,
    Rank,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft


def place_when(draft: Draft, span: TimeSpan) -> None:
    """`in 2024`: a period, in its units where these were named."""
    period, grain = span.period, span.grain
    draft.where.append(Within(period))
    if grain and not ("follows" in draft.marks and draft.edits & {"starts"}):  # `only 2023 and 2024`
        draft.marks.add("periods")
        draft.beside = ByTime(grain)
        draft.groups.append(draft.beside)

    draft.ends = span.ends


def place_compared_to(draft: Draft, span: TimeSpan) -> None:
    """`compared to 2023`, behind the number of another year."""
    draft.where.append(Within(span.period))
    draft.edits.add("against")


def place_percent_of(draft: Draft, value: Quantity) -> None:
    """`as a percentage of all trains`, behind a number of some of them."""
    draft.quantities.append(value)
    draft.edits.add("parts")


def place_percent_of_each(draft: Draft, value: tuple[Quantity, Group]) -> None:
    """`as a share of each team's tickets`, behind a number of some of them by team."""
    place_percent_of(draft, value[0])
    draft.groups.append(value[1])


def place_share_of_each(draft: Draft, value: tuple[Quantity, Group]) -> None:
    """`share of coffee in each shop's revenue`."""
    draft.quantities.append(value[0])
    draft.groups.append(value[1])


def place_shared(draft: Draft, value: Quantity) -> None:
    """`share of revenue`: of what is said before it too."""
    draft.of_whole.extend(draft.where)
    draft.of_whole += [Missing(draft.time, negated=True)] if draft.time is not None else []
    draft.quantities.append(value)
    _derive(draft, Derived("share"))


def place_mix(draft: Draft, value: Group) -> None:
    """`channel mix`: the share of each channel, within what else it is asked by."""
    draft.groups.append(value)
    draft.mixed.append(value)
    _derive(draft, Derived("share"))


def place_changed(draft: Draft, value: tuple[Any, ...]) -> None:
    """`revenue growth`: a number with its change."""
    draft.quantities.append(value[0])
    _derive(draft, value[1])
    for span in value[2:]:
        place_when(draft, span)


def place_growing(draft: Draft, value: tuple[Group, Derived]) -> None:
    """`which category grew the most`."""
    draft.groups.insert(0, value[0])
    draft.marks.add("grew")
    _derive(draft, value[1])
    draft.rank = draft.rank or Rank(value[1].descending is not False)  # the others beside the first


def place_running(draft: Draft, value: tuple[Any, ...]) -> None:
    """`cumulative revenue`."""
    draft.quantities.append(value[0])
    _derive(draft, value[1])
    draft.groups.extend(value[2:])


def _derive(draft: Draft, value: Derived) -> None:
    if draft.derived is not None and draft.derived.kind != value.kind:
        draft.penalty += BIG
        draft.dropped.append(value.kind)  # `share of lost books` is no change of them

    known = draft.derived
    draft.derived = replace(value, against=value.against or (known.against if known else ""))


def place_compared(draft: Draft, value: Compares) -> None:
    """`web vs store`: one row for each of them."""
    conditions = [_affirmed(each) for each in value.conditions if isinstance(each, IsIn)]
    of = conditions[0].of
    draft.where.append(IsIn(of, tuple(each for one in conditions for each in one.values)))
    draft.groups.append(ByMember(of))
    draft.entities.extend([value.entity] if value.entity else [])
    draft.quantities.extend([value.quantity] if value.quantity else [])


def _affirmed(condition: IsIn) -> IsIn:
    """`prepaid and not prepaid`: the other value of a flag."""
    flags = [each for each in condition.values if isinstance(each, bool)]
    return IsIn(condition.of, tuple(not each for each in flags)) if condition.negated and flags else condition


def place_difference(draft: Draft, value: tuple[Quantity, ...]) -> None:
    """`difference between web and store`."""
    draft.quantities.extend(value)
    _derive(draft, Derived("difference"))


def place_against(draft: Draft, value: str) -> None:
    """`year over year`."""
    _derive(draft, Derived("change", against=value))


def place_growth(draft: Draft, value: str) -> None:
    """`growth` of what is named elsewhere."""
    _derive(draft, Derived("change", descending={"up": True, "down": False}.get(value)))


def place_share(draft: Draft, _value: str) -> None:
    """`share` of what is named elsewhere."""
    _derive(draft, Derived("share"))


def place_running_total(draft: Draft, _value: str) -> None:
    """`running total` of what is named elsewhere."""
    _derive(draft, Derived("running"))


def place_moving(draft: Draft, value: tuple[Derived, Group]) -> None:
    """`with a 3 month moving average`, of what is told by month."""
    _derive(draft, value[0])
    draft.groups.append(value[1])


def place_unit(draft: Draft, unit: str) -> None:
    """`in minutes`, apart from the length of time that is told so."""
    draft.told_in = unit


def place_new_function(draft: Draft, value: str) -> None:
    """`median instead`: of the same column."""
    draft.edits |= {"function", value}
