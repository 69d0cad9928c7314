"""Words that hold only where something else is said: of descriptions, and `more` than what."""

from collections.abc import Iterator
from dataclasses import replace

from svcchat_magic.analyst.assembling.taxes import mind_taxes
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    ByPart,
    ByPeriods,
    Concept,
    Counted,
    DatedLast,
    Entity,
    Group,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.placing.draft import BIG, SMALL, Draft


def ask_what_is_said(draft: Draft) -> None:
    """`how much gas did they use`: without another quantity the measure that the verb is said of."""
    named = [each.names for each in draft.said if each.names is not None]
    if named and not draft.quantities:
        draft.quantities.append(Measured(named[0]))
        draft.penalty += SMALL


def mind_what_is_said(draft: Draft) -> None:
    """Words that are said of something else are not understood."""
    mind_taxes(draft)
    _turn_sums(draft)
    asked = set(_asked(draft)) if draft.said else set()
    for said in draft.said:
        if said.of.isdisjoint(asked):
            draft.penalty += BIG
            draft.dropped.append(said.text)


def _turn_sums(draft: Draft) -> None:
    """`revenue including VAT`: of two sums of the same rows the one that the turn is said of."""
    for said in draft.said:
        sums = [each for each in said.of if isinstance(each, Concept) and _is_money(each)]
        for at, quantity in enumerate(draft.quantities):
            if len(sums) == 1 == len(draft.quantities) and _may_turn(quantity, sums[0]):
                draft.quantities[at] = Measured(sums[0])
                if draft.rank is not None and draft.rank.by == quantity:
                    draft.rank = replace(draft.rank, by=draft.quantities[at])


def _may_turn(quantity: Quantity, meant: Concept) -> bool:
    of = quantity.measure if isinstance(quantity, Measured) and not quantity.where else None
    return of is not None and of != meant and of.cube == meant.cube and _is_money(of)


def _is_money(measure: Concept) -> bool:
    return measure.agg_type == "sum" and measure.format == "currency"


def _asked(draft: Draft) -> Iterator[Concept | Entity]:
    ranked = [draft.rank.by] if draft.rank and draft.rank.by else []
    bounds = [each.quantity for each in draft.having if each.quantity is not None]
    for quantity in (*draft.quantities, *ranked, *bounds):
        yield from _members_of(quantity)

    yield from draft.entities
    yield from (each.entity for each in draft.groups if isinstance(each, ByEntity))
    yield from (each.of for each in draft.where if isinstance(each, IsIn) and each.of.type == "boolean")
    if draft.listed is not None:
        yield draft.listed


def _members_of(quantity: Quantity) -> Iterator[Concept | Entity]:
    match quantity:
        case Measured():
            yield quantity.measure
        case Aggregated():
            yield quantity.of
        case Counted() | DatedLast():
            yield quantity.entity
        case Ratio():
            yield from _members_of(quantity.above)
            yield from _members_of(quantity.below)
        case OverGroups():
            yield from _members_of(quantity.quantity)


def mind_the_sides(draft: Draft) -> None:
    """`more` needs what it is more than, a distribution what it is over."""
    has_sides = draft.derived is not None or any(map(_is_side, draft.groups))
    has_values = any(isinstance(each, IsIn) and len(each.values) > 1 for each in draft.where)
    if "more" in draft.marks and not (has_sides or has_values):
        draft.penalty += BIG
        draft.dropped.append("more")

    if "distribution" in draft.marks and not draft.groups:
        draft.penalty += BIG
        draft.dropped.append("distribution")


def _is_side(group: Group) -> bool:
    """Whether a group sets a few beside each other: two periods, weekends and other days."""
    return isinstance(group, ByPeriods) or (isinstance(group, ByPart) and group.part == "weekend")
