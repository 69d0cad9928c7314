"""Bounds on quantities, what is computed from them, and lists: the constructions that see all others."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import (
    Compares,
    all_conditions,
    as_quantity,
    change,
    sides_of,
)
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    ByEntity,
    ByMember,
    ByTime,
    Condition,
    Counted,
    Derived,
    Entity,
    Group,
    IsIn,
    Measured,
    Quantity,
    Ratio,
    Within,
)

DERIVED = Grammar()
rule = DERIVED.rule


DERIVED.level()


@rule("SHARE ~QUANTITY ~OFTOTAL?", "SHARED", "share of revenue", bonus=0.4)
def share_of(_share: str, quantity: Quantity, _total: str | None) -> Quantity:
    return quantity


@rule("SHARE ~ENTITY", "SHARED", "share of orders", bonus=0.3)
def share_of_entity(_share: str, entity: Entity) -> Quantity:
    return Counted(entity)


@rule("SHARE ~CONDITION ~INSIDE ~QUANTITY|ENTITY", "SHAREOFEACH",
      "share of coffee in each shop's revenue", bonus=1.6)  # fmt: skip
def share_in_each(
    _share: str, part: Condition, group: Group, whole: Quantity | Entity
) -> tuple[Quantity, Group] | None:
    """The whole is that of each group."""
    of, kept = as_quantity(whole), all_conditions(part)
    if not isinstance(of, Measured | Counted) or any(isinstance(each, Within) for each in kept):
        return None

    if isinstance(of, Measured) and of.measure.agg_type == "count_distinct":
        return None  # `in each restaurant city` is a group, and no number of cities there

    return Ratio(replace(of, where=(*of.where, *kept)), of, is_share=True), group


@rule("SHARE ~SUBJECT ~INSIDE ~QUANTITY|ENTITY", "SHAREOFEACH",
      "share of hot drinks in each shop's revenue", bonus=1.6)  # fmt: skip
def share_of_such_in_each(
    share: str, of: tuple[Entity, Condition], group: Group, whole: Quantity | Entity
) -> tuple[Quantity, Group] | None:
    found: tuple[Quantity, Group] | None = share_in_each(share, of[1], group, whole)
    return found


@rule("QUANTITY MIX", "SHARED", "revenue mix", bonus=0.4)
def quantity_mix(quantity: Quantity, _mix: str) -> Quantity:
    return quantity


@rule("ENTITY MIX", "SHARED", "patient mix", bonus=0.4)
def entity_mix(entity: Entity, _mix: str) -> Quantity:
    return Counted(entity)


@rule("QUANTITY SHARE ~OFTOTAL?", "SHARED", "revenue share", bonus=0.4)
def quantity_share(quantity: Quantity, _share: str, _total: str | None) -> Quantity:
    return quantity


@rule("GROWTH OR ~GROWTH", "GROWTH", "grow or shrink", bonus=0.5)
def either_way(one: str, _or: str, other: str) -> str | None:
    """A change is asked for in whichever direction it went."""
    return "any" if "down" in (one, other) and {one, other} & {"any", "up"} else None


@rule("GROWTH ~QUANTITY", "CHANGED", "growth of revenue", bonus=0.4)
def growth_of(way: str, quantity: Quantity) -> tuple[Quantity, Derived]:
    return quantity, change(way)


@rule("GROWTH ~ENTITY", "CHANGED", "growth in tickets", bonus=0.3)
def growth_of_entity(way: str, entity: Entity) -> tuple[Quantity, Derived]:
    return Counted(entity), change(way)


@rule("HOWMANY? ~ENTITY ~GROWTH", "CHANGED", "how did tickets grow", bonus=0.2)
def entity_growth(_word: str | None, entity: Entity, way: str) -> tuple[Quantity, Derived]:
    return Counted(entity), change(way)


@rule("QUANTITY ~GROWTH", "CHANGED", "revenue growth", "did revenue change", bonus=0.4)
def quantity_growth(quantity: Quantity, way: str) -> tuple[Quantity, Derived]:
    return quantity, change(way)


@rule("how much? did|have|has each|every ~GROUPABLE ~GROWTH", "GREW",
      "how much did each category grow", bonus=2.0)  # fmt: skip
def each_grew(
    _how: str, _much: str | None, _did: str, _each: str, group: Group, way: str
) -> tuple[Group, Derived] | None:
    """What of it grew is not said: the money that it brought in, and no number of its values."""
    return (group, change(way)) if isinstance(group, ByMember | ByEntity) else None


@rule("GROWTH by|per ~GROUPABLE", "GREW", "growth by category", bonus=0.6)
def growth_by(way: str, _by: str, group: Group) -> tuple[Group, Derived] | None:
    found: tuple[Group, Derived] | None = each_grew("how", None, "did", "each", group, way)
    return found


@rule("RUNNING ~QUANTITY", "RUN", "cumulative revenue", bonus=0.4)
def running_of(_running: str, quantity: Quantity) -> tuple[Quantity, Derived]:
    return quantity, Derived("running")


@rule("QUANTITY RUNNING", "RUN", "revenue cumulative", bonus=0.2)
def quantity_running(quantity: Quantity, _running: str) -> tuple[Quantity, Derived]:
    return quantity, Derived("running")


@rule("NUM -? GRAIN MOVING ~QUANTITY", "RUN", "3 month moving average of revenue", bonus=1.0)
def moving(
    count: Decimal, _dash: str | None, grain: str, _moving: str, quantity: Quantity
) -> tuple[Quantity, Derived, Group] | None:
    return (quantity, Derived("moving", count=int(count)), ByTime(grain)) if 1 < count <= 400 else None


@rule("with|and|plus|AND ~NUM -? GRAIN MOVING", "MOVINGTOLD", "with a 3 month moving average", bonus=1.0)
def moving_beside(
    _with: str, count: Decimal, _dash: str | None, grain: str, _moving: str
) -> tuple[Derived, Group] | None:
    """Of the number that is told over these units anyway."""
    return (Derived("moving", count=int(count)), ByTime(grain)) if 1 < count <= 400 else None


@rule("with|and|plus|AND ~rolling|moving NUM -? GRAIN average|mean", "MOVINGTOLD",
      "and the rolling 3 month average", bonus=1.0)  # fmt: skip
def rolling_beside(
    with_: str, _rolling: str, count: Decimal, dash: str | None, grain: str, mean: str
) -> tuple[Derived, Group] | None:
    found: tuple[Derived, Group] | None = moving_beside(with_, count, dash, grain, mean)
    return found if grain != "auto" else None


@rule(
    "COMPARE? ~CONDITION COMPARE|and|to|with ~CONDITION",
    "COMPARED",
    "compare web and store",
    "web vs store",
    bonus=0.3,
)
def compared(word: str | None, left: Condition, joint: str, right: Condition) -> Compares | None:
    is_said = word is not None or joint == "sides"
    if not is_said or not (isinstance(left, IsIn) and isinstance(right, IsIn)):
        return None

    is_kept = all(not each.negated or each.of.type == "boolean" for each in (left, right))
    return Compares((left, right)) if left.of == right.of and left != right and is_kept else None


@rule("COMPARE? ~SUBJECT COMPARE|and|to|with ~SUBJECT", "COMPARED", "gold cards vs silver ones", bonus=0.6)
def compared_rows(
    word: str | None, left: tuple[Entity, Condition], joint: str, right: tuple[Entity, Condition]
) -> Compares | None:
    found = compared(word, left[1], joint, right[1]) if left[0] == right[0] else None
    return found and replace(found, entity=left[0])


@rule("COMPARE? ~SUBJECT COMPARE|and|to|with ~CONDITION", "COMPARED", "gold cards vs those that are silver",
      bonus=0.6)  # fmt: skip
def rows_against_value(
    word: str | None, left: tuple[Entity, Condition], joint: str, right: Condition
) -> Compares | None:
    """The noun is said once: the other side has a value of the same column."""
    found: Compares | None = compared(word, left[1], joint, right)
    return found and replace(found, entity=left[0])


@rule("DIFFERENCE ~QUANTITY ~BETWEEN ~CONDITION and|AND|than ~CONDITION", "DIFFERED",
      "difference in revenue between web and store", bonus=1.2)  # fmt: skip
def difference_of(
    _word: str, quantity: Quantity, _between: str, left: Condition, _and: str, right: Condition
) -> tuple[Quantity, ...] | None:
    return sides_of(quantity, left, right)


@rule("DIFFERENCE ~CONDITION and|AND ~CONDITION ~QUANTITY", "DIFFERED",
      "difference between web and store in revenue", bonus=1.2)  # fmt: skip
def difference_in(
    _word: str, left: Condition, _and: str, right: Condition, quantity: Quantity
) -> tuple[Quantity, ...] | None:
    return sides_of(quantity, left, right)


@rule("DIFFERENCE ~QUANTITY ~CONDITION than ~CONDITION", "DIFFERED", "how much more revenue web made than us",
      bonus=1.2)  # fmt: skip
def how_much_more(
    _word: str, quantity: Quantity, left: Condition, _than: str, right: Condition
) -> tuple[Quantity, ...] | None:
    return sides_of(quantity, left, right)


@rule("DIFFERENCE ~QUANTITY and|AND ~QUANTITY", "DIFFERED", "difference between revenue and cost", bonus=0.9)
def difference_of_two(_word: str, left: Quantity, _and: str, right: Quantity) -> tuple[Quantity, ...] | None:
    return (left, right) if left != right else None


@rule("DIFFERENCE ~QUANTITY ~PERIOD", "CHANGED", "difference in revenue between 2023 and 2024", bonus=0.6)
def difference_in_time(
    _word: str, quantity: Quantity, span: TimeSpan
) -> tuple[Quantity, Derived, TimeSpan] | None:
    return (quantity, change("any"), span) if span.ends else None
