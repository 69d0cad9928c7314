"""Who has some of what is counted in each row: `bookings with children`, `customers with a balance`."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import (
    all_compared,
    all_conditions,
    number_condition,
)
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.cubes import cubes_of_condition
from svcchat_magic.analyst.meaning.numbers_of_things import counts_things, may_be_had, none_of, some_of
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    Compared,
    Concept,
    Condition,
    Entity,
    Exists,
    Holds,
    IsIn,
    Within,
)

Conditions = tuple[Condition, ...]
_Such = Condition | Conditions
HAVING_SOME = Grammar()
rule = HAVING_SOME.rule

HAVING_SOME.level()


@rule("with|have|has|had|having a|an|any|some NDIM|SDIM", "CONDITION", "with a balance", bonus=2.5)
def with_some(_with: str, _a: str, of: Concept) -> Condition | None:
    return some_of(of) if of.from_zero or may_be_had(of) else None


@rule("with|have|has|had|having NDIM|SDIM", "CONDITION", "with children", bonus=0.9)
def with_things(_with: str, of: Concept) -> Condition | None:
    return some_of(of) if may_be_had(of) else None


@rule("with|have|has|had|having RNDIM", "CONDITION", "rides with tolls", bonus=1.2)
def with_summed(_with: str, of: Concept) -> Condition | None:
    return some_of(of) if may_be_had(of) else None


@rule("with|have|has|had|having a|an|any|some RNDIM", "CONDITION", "rides with a tip", bonus=2.8)
def with_a_summed(_with: str, _a: str, of: Concept) -> Condition | None:
    return some_of(of) if may_be_had(of) else None


@rule("without|WITHOUT any|a|an? RNDIM", "CONDITION", "rides without tolls", bonus=1.2)
def without_summed(_without: str, _any: str | None, of: Concept) -> Condition | None:
    return none_of(of) if may_be_had(of) else None


@rule("with|have|has|had|having ~CMP ~NUM RNDIM", "CONDITION", "rides with over 2 passengers", bonus=1.2)
def with_more_of(_with: str, operator: str, number: Decimal, of: Concept) -> Condition | None:
    return number_condition(of, operator, number)


@rule("with|have|has|had|having ~RNDIM ~CMP ~NUM", "CONDITION", "rides with a tip over 5", bonus=1.2)
def with_that_over(_with: str, of: Concept, operator: str, number: Decimal) -> Condition | None:
    return number_condition(of, operator, number)


@rule("with|have|has|had|having ~NUM RNDIM", "CONDITION", "rides with 2 passengers", bonus=1.2)
def with_as_many(_with: str, number: Decimal, of: Concept) -> Condition | None:
    return number_condition(of, "=", number)


@rule("BETWEEN NUM and|to|-|AND NUM NDIM", "CONDITION", "between 3 and 5 rooms", bonus=0.9)
def between_so_many(_between: str, low: Decimal, _and: str, high: Decimal, of: Concept) -> Conditions | None:
    return None if of.primary_key else all_compared(of, low, high)


@rule("with|have|has|had|having NUM to|- NUM NDIM", "CONDITION", "with 3 to 5 rooms", bonus=0.9)
def with_so_many(_with: str, low: Decimal, _to: str, high: Decimal, of: Concept) -> Conditions | None:
    return None if of.primary_key else all_compared(of, low, high)


@rule("with|have|has|had|having NDIM and|or|AND NDIM", "CONDITION", "with children or babies", bonus=1.5)
def with_both(
    _with: str, of: Concept, joint: str, other: Concept
) -> Condition | tuple[Condition, ...] | None:
    if of == other or not (counts_things(of) and counts_things(other)):
        return None

    found = some_of(of), some_of(other)
    return AnyOf(found) if joint == "or" else found


@rule("ENTITY ~with|have|has|having|on a|an|any|some|one? ~CONDITION ENTITY", "SUBJECT",
      "tenants with a running lease", bonus=2.0)  # fmt: skip
def with_such_agreement(
    entity: Entity, _with: str, _a: str | None, conditions: Condition | tuple[Condition, ...], of: Entity
) -> tuple[Entity, Condition] | None:
    """What they have are rows of their own, told by the days on which these begin and end."""
    dated = {each.of.cube for each in all_conditions(conditions) if isinstance(each, Compared)}
    is_agreement = isinstance(conditions, tuple) and dated == {of.cube}
    if not is_agreement or entity == of:
        return None

    return entity, Exists(of, all_conditions(conditions), entity=entity)


@rule("ENTITY ~with|have|has|had|having|who|that|which ~CONDITION ENTITY ~PERIOD?", "SUBJECT",
      "customers who bought a jazz track in 2024", bonus=0.7)  # fmt: skip
def with_such_rows(
    entity: Entity, _with: str, such: _Such, of: Entity, span: TimeSpan | None
) -> tuple[Entity, Condition] | None:
    """Those that have such a row: it is listed or counted who they are, and no row of theirs."""
    conditions = all_conditions(such)
    told = {cube for each in conditions for cube in cubes_of_condition(each)}
    is_kind = told == {of.cube} or all(isinstance(each, IsIn | Holds) for each in conditions)
    if of.noun.endswith(entity.noun) or entity.cube in told or not is_kind or not conditions:
        return None  # those above them are told by names of their own

    if any(isinstance(each, Exists | Within) for each in conditions):
        return None

    within = (Within(span.period),) if span is not None else ()
    return entity, Exists(of, (*conditions, *within), entity=entity)


@rule("ENTITY ~with|have|has|had|having|who|that|which ~CONDITION ENTITY ~PERIOD?", "SUBJECT",
      "orders that had a German customer", bonus=0.8)  # fmt: skip
def with_such_own_rows(
    entity: Entity, word: str, such: _Such, of: Entity, span: TimeSpan | None
) -> tuple[Entity, Condition] | None:
    """What is said is a column of these rows, before one of what they belong to."""
    told = {cube for each in all_conditions(such) for cube in cubes_of_condition(each)}
    found: tuple[Entity, Condition] | None = with_such_rows(entity, word, such, of, span)
    return found if told == {of.cube} else None


@rule("ENTITY ~NEVER|WITHOUT ~ENTITY who|that|which ~still? ~CONDITION", "SUBJECT",
      "customers without orders that are late", bonus=3.2)  # fmt: skip
def without_rows_that(
    entity: Entity, _without: str, of: Entity, _that: str, _still: str | None, such: _Such
) -> tuple[Entity, Condition] | None:
    """None of theirs is so: it is not that some row of theirs is not."""
    conditions = all_conditions(such)
    is_own = {cube for each in conditions for cube in cubes_of_condition(each)} == {of.cube}
    return (entity, Exists(of, conditions, negated=True, entity=entity)) if is_own and of != entity else None
