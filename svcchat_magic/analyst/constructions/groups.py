"""What stands in a row of the result: the constructions of groups."""

from decimal import Decimal

from svcchat_magic.analyst.language.periods import UNITS
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.day_types import DAYS_OF
from svcchat_magic.analyst.meaning.tree import (
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Concept,
    Condition,
    Entity,
    Group,
    IsIn,
)

GROUPS = Grammar()
rule = GROUPS.rule


GROUPS.level()


@rule("DIM", "GROUPABLE", bonus=0.0)
def groupable_member(dimension: Concept) -> Group | None:
    if _is_measured(dimension):
        return None

    return ByMember(dimension) if dimension.type != "time" else ByTime("auto", dimension)


@rule("DIM", "GROUPABLE", bonus=-0.8)
def groupable_amount(dimension: Concept) -> Group | None:
    """What is added up tells no groups apart; the answer says so where nothing else is meant."""
    return ByMember(dimension) if _is_measured(dimension) else None


def _is_measured(dimension: Concept) -> bool:
    """Whether its values are amounts, or what was measured again and again: a temperature, a GDP."""
    return dimension.is_amount or (dimension.is_sampled and dimension.type == "number")


@rule("SDIM|BDIM of ~ENTITY", "GROUPABLE", "region of the shop", bonus=0.9)
def groupable_of_entity(dimension: Concept, _of: str, entity: Entity) -> Group | None:
    return ByMember(dimension) if dimension.cube == entity.cube else None


@rule("SDIM|BDIM of ~SDIM", "GROUPABLE", "country of the buyer, in the rows of sales", bonus=0.85)
def groupable_of_named(dimension: Concept, _of: str, whose: Concept) -> Group | None:
    """What those are like whom the same rows name."""
    is_same = dimension.cube == whose.cube and dimension != whose
    return ByMember(dimension) if is_same and is_person(ByMember(whose)) else None


@rule("ENTITY", "GROUPABLE", bonus=0.0)
def groupable_entity(entity: Entity) -> Group | None:
    return None if entity.noun in UNITS else ByEntity(entity)


@rule("ENTITY", "GROUPABLE", bonus=-0.8)
def groupable_calendar(entity: Entity) -> Group | None:
    """A table of months: `by month` means the time first, and its rows where nothing has a date."""
    return ByEntity(entity) if entity.noun in UNITS else None


@rule("GRAIN", "GROUPABLE", bonus=0.05)
def groupable_unit(grain: str) -> Group | None:
    return ByTime(grain) if grain != "auto" else None


@rule("PART", "GROUPABLE", bonus=0.1)
def groupable_part(part: str) -> Group:
    return ByPart(part)


@rule("TDIM GRAIN", "GROUPABLE", "order month", bonus=0.3)
def groupable_time_unit(time: Concept, grain: str) -> Group | None:
    return ByTime(grain, time) if grain != "auto" else None


@rule("MOMENT GRAIN", "GROUPABLE", "invoice year", bonus=0.9)
def groupable_unit_of_event(time: Concept, grain: str) -> Group | None:
    """The year of what rows are called, where they have a date of it: no rows of each invoice."""
    return ByTime(grain, time) if grain not in ("auto", "day") else None


@rule("GRAIN of TDIM", "GROUPABLE", "month of order date", bonus=0.9)
def groupable_unit_of_time(grain: str, _of: str, time: Concept) -> Group | None:
    return ByTime(grain, time) if grain != "auto" else None


@rule("PART of TDIM", "GROUPABLE", "weekday of order date", bonus=0.4)
def groupable_part_of_time(part: str, _of: str, time: Concept) -> Group:
    return ByPart(part, time)


@rule("SDIM level", "GROUPABLE", "seniority level", bonus=0.1)
def groupable_level(dimension: Concept, _level: str) -> Group:
    return ByMember(dimension)


@rule("NDIM ~BUCKET of? NUM?", "GROUPABLE", "age buckets of 10", bonus=0.4)
def groupable_bucket(dimension: Concept, _word: str, _of: str | None, width: Decimal | None) -> Group | None:
    return ByBucket(dimension, width or Decimal(10)) if not width or width > 0 else None


@rule("NDIM in? NUM BUCKET", "GROUPABLE", "age in 10 year groups", bonus=0.7)
def groupable_in_buckets(dimension: Concept, _in: str | None, width: Decimal, _word: str) -> Group | None:
    return ByBucket(dimension, Decimal(width)) if width > 0 else None


@rule("NUM NDIM BUCKET", "GROUPABLE", "10 year age groups", bonus=0.7)
def groupable_stretches(width: Decimal, dimension: Concept, _word: str) -> Group | None:
    return ByBucket(dimension, Decimal(width)) if width > 0 else None


@rule("WEEKDAYS COMPARE|than|and|or|AND|/ ~WEEKDAYS", "GROUPABLE", "weekends vs weekdays", bonus=0.6)
def groupable_day_types(left: str, _joint: str, right: str) -> Group | None:
    """Days of the week that are all of them together: what falls on a day is of either kind."""
    is_whole = {left, right} == {"".join(map(str, days)) for days in DAYS_OF.values()}
    return ByPart("weekend") if is_whole else None


GROUPS.level()


@rule("WEEKDAYS COMPARE|than|and|or|AND|/ ~WEEKDAYS", "GROUPS", "on weekdays or at the weekend", bonus=1.2)
def by_day_types(left: str, joint: str, right: str) -> tuple[Group, ...] | None:
    group = groupable_day_types(left, joint, right)
    return (group,) if group else None


@rule("BY ~GROUPABLE", "GROUPS", "by country", "per month", bonus=0.4)
def by(_by: str, group: Group) -> tuple[Group, ...]:
    return (group,)


@rule("BY ~BDIM or NOT", "GROUPS", "by home delivery or not", bonus=3.0)
def by_whether(_by: str, flag: Concept, _or: str, _not: str) -> tuple[Group, ...]:
    return (ByMember(flag),)


@rule("split|splitting|broken|break|separated|divided|grouped that|it|this|them|those? down|up? "
      "by|between|among|into? ~CONDITION", "SPLIT",
      "split by web, store and phone", "split that by web and store", bonus=2.2)  # fmt: skip
def split_by_values(
    _split: str, _that: str | None, _down: str | None, _by: str | None, condition: Condition
) -> IsIn | None:
    """Several values of one dimension in place of its name."""
    is_several = isinstance(condition, IsIn) and len(condition.values) > 1 and not condition.negated
    return condition if is_several and isinstance(condition, IsIn) else None


@rule("BY ~SLASHED", "SPLIT", "by web / store / phone", bonus=0.6)
def by_slashed(_by: str, values: IsIn) -> IsIn:
    return values


@rule("INSIDEOF ~GROUPABLE", "INSIDE", "within each region", bonus=0.9)
def inside(_within: str, group: Group) -> Group | None:
    """Within a month of the payment is a length of time."""
    return None if isinstance(group, ByTime) and group.time is not None else group


@rule("GROUPS AND ~GROUPABLE", "GROUPS", "by country and category", bonus=0.4)
def by_and(groups: tuple[Group, ...], _and: str, group: Group) -> tuple[Group, ...] | None:
    return (*groups, group) if group not in groups else None


@rule("GROUPS GROUPS", "GROUPS", "by country by month", bonus=0.1)
def by_by(left: tuple[Group, ...], right: tuple[Group, ...]) -> tuple[Group, ...] | None:
    return (*left, *right) if not set(left) & set(right) else None


@rule("GROUPABLE by GROUPABLE", "GROUPS", "ward by ward", bonus=1.2)
def one_by_one(group: Group, _by: str, again: Group) -> tuple[Group, ...] | None:
    return (group,) if group == again else None


@rule("SDIM MIX", "MIXED", "channel mix", bonus=0.5)
def mix_of(dimension: Concept, _mix: str) -> Group:
    return ByMember(dimension)


@rule("WHICH|WHATIS ~GROUPABLE", "ASKED", "which country", bonus=0.2)
def which(_which: str, group: Group) -> Group:
    return group
