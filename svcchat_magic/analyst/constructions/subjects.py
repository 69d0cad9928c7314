"""Entities with what is said of them: customers from Spain, orders without refunds, who never ordered."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import (
    RankedRows,
    all_conditions,
    latest_rows,
    number_condition,
    ranked_rows,
)
from svcchat_magic.analyst.constructions.records import more_than
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.adjectives import Measures
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.natural_amounts import Sized
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Compared,
    Concept,
    Condition,
    Counted,
    Entity,
    Exists,
    Holds,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Ratio,
    Within,
)

_Such = tuple[Entity, Condition]
_Several = tuple[Entity, tuple[Condition, ...]]
SUBJECTS = Grammar()
rule = SUBJECTS.rule

SUBJECTS.level()


@rule(
    "ENTITY NEVER|WITHOUT ~ENTITY|VERBED",
    "SUBJECT",
    "customers who never ordered",
    "products without orders",
    bonus=0.9,
)
def never(entity: Entity, _never: str, of: Entity) -> _Such | None:
    return None if entity == of else (entity, Exists(of, negated=True, entity=entity))


@rule("ENTITY HAVE? ~ENTITY|VERBED", "SUBJECT", "customers who ordered", bonus=0.0)
def has(entity: Entity, word: str | None, of: Entity) -> _Such | None:
    return None if word is None or entity == of else (entity, Exists(of, entity=entity))


@rule(
    "ENTITY NEVER|WITHOUT ~ENTITY|VERBED ~PERIOD", "SUBJECT", "customers who did not order in 2024", bonus=1.3
)
def never_within(entity: Entity, _never: str, of: Entity, span: TimeSpan) -> _Such | None:
    return None if entity == of else (entity, Exists(of, (Within(span.period),), negated=True, entity=entity))


@rule(
    "ENTITY ~HAVE? ~ENTITY|VERBED ~both? ~PERIOD AND again? ~PERIOD",
    "SUBJECT",
    "customers who ordered in 2023 and 2024",
    bonus=1.4,
)
def in_both(
    entity: Entity, _have: str | None, of: Entity, _both: str | None, *spans: str | TimeSpan
) -> _Several | None:
    if entity == of:
        return None

    periods = [each.period for each in spans if isinstance(each, TimeSpan)]
    return entity, tuple(Exists(of, (Within(each),), entity=entity) for each in periods)


@rule("ENTITY ~HAVE? ~ENTITY|VERBED ~PERIOD", "SUBJECT", "customers who ordered in 2024", bonus=0.5)
def has_within(entity: Entity, word: str | None, of: Entity, span: TimeSpan) -> _Such | None:
    if entity == of or word is None:
        return None

    return entity, Exists(of, (Within(span.period),), entity=entity)


@rule(
    "ENTITY ~HAVE? ~ENTITY|VERBED ~PERIOD but|and|AND NOT|NEVER ~ENTITY|VERBED? ~PERIOD",
    "SUBJECT",
    "customers who ordered in 2023 but not in 2024",
    bonus=1.4,
)
def in_one_only(
    entity: Entity, _have: str | None, of: Entity, first: TimeSpan, *behind: str | Entity | TimeSpan | None
) -> _Several | None:
    _but, _not, again, second = behind
    if entity == of or again not in (of, None) or not isinstance(second, TimeSpan):
        return None

    inside = Exists(of, (Within(first.period),), entity=entity)
    return entity, (inside, Exists(of, (Within(second.period),), negated=True, entity=entity))


@rule(
    "ENTITY NOT|NEVER|WITHOUT ~CONDITION ENTITY ~PERIOD?",
    "SUBJECT",
    "customers who haven't had a refunded order since May",
    bonus=2.6,
)
def never_such(
    entity: Entity, _never: str, condition: Condition, of: Entity, span: TimeSpan | None
) -> _Such | None:
    """What is denied is such a row, and not that a row is such."""
    if entity == of or not isinstance(condition, IsIn | Holds | Compared):
        return None

    within = (Within(span.period),) if span is not None else ()
    return entity, Exists(of, (condition, *within), negated=True, entity=entity)


@rule("CONDITION ENTITY", "SUBJECT", "cancelled orders", bonus=0.25)
def kind_of_entity(condition: Condition, entity: Entity) -> _Such | None:
    """`never booked a room` is said of somebody, and the rooms have no date of a booking."""
    of = condition.of if isinstance(condition, Missing) and not condition.negated else None
    return None if of is not None and of.cube != entity.cube else (entity, condition)


@rule("ENTITY ~CONDITION", "SUBJECT", "customers from Germany", bonus=0.2)
def entity_with(entity: Entity, condition: Condition) -> tuple[Entity, Condition]:
    return entity, condition


@rule("ENTITY ~HAVE? ~CMP ~NUM NDIM", "SUBJECT", "classes with more than 15 places", bonus=1.6)
def with_more_of_own(
    entity: Entity, _have: str | None, operator: str, number: Decimal, of: Concept
) -> _Such | None:
    """A number of the rows themselves is no sum over several of them."""
    condition = number_condition(of, operator, number) if of.cube == entity.cube else None
    return None if condition is None else (entity, condition)


@rule("ENTITY ~HAVE? ~NUM ORMORE NDIM", "SUBJECT", "loans with 2 or more renewals", bonus=1.6)
def with_or_more_of_own(
    entity: Entity, have: str | None, number: Decimal, operator: str, of: Concept
) -> _Such | None:
    found: tuple[Entity, Condition] | None = with_more_of_own(entity, have, operator, number, of)
    return found


@rule("ENTITY ~HAVE? ~MOREADJ ~NUM", "SUBJECT", "plans cheaper than 20", bonus=1.5)
def more_of_own(entity: Entity, _have: str | None, more: Measures, number: Decimal) -> _Such | None:
    """Of several that an adjective may measure, the one of these rows."""
    condition = more_than(more, number) if more.of.cube == entity.cube else None
    return None if condition is None else (entity, condition)


@rule("SIZEDSUCH", "SUBJECT", "claims over 5,000", bonus=0.1)
def of_that_size(of: tuple[Sized, tuple[Condition, ...]]) -> _Several | None:
    return (of[0].entity, of[1]) if of[0].counted_by is None else None


@rule("SIZEDSUCH", "COUNTED", "open claims over 5,000", bonus=0.1)
def counted_of_that_size(
    of: tuple[Sized, tuple[Condition, ...]],
) -> tuple[Quantity, tuple[Condition, ...]] | None:
    return (Measured(of[0].counted_by), of[1]) if of[0].counted_by is not None else None


@rule("ENTITY is|are|was|were MARKED", "SUBJECT", "readings that are ok", bonus=0.4)
def entity_is_marked(entity: Entity, _is: str, value: IsIn) -> _Such | None:
    """A value that is also a small word is meant where it is said of rows that can have it."""
    return (entity, value) if value.of.cube == entity.cube else None


@rule("SUBJECT yet|already|still", "SUBJECT", "customers who have not ordered yet", bonus=0.2)
def subject_yet(of: tuple[Entity, Condition], _yet: str) -> tuple[Entity, Condition]:
    return of


@rule("CONDITION SUBJECT", "SUBJECT", "active customers who never had a refunded order", bonus=0.3)
def such_that_never(condition: Condition, of: tuple[Entity, Condition]) -> _Several | None:
    entity, said = of
    is_denied = isinstance(said, Exists) and said.negated and isinstance(condition, IsIn)
    return (entity, (condition, said)) if is_denied else None


@rule("SUBJECT ~NEVER|WITHOUT ~CONDITION ENTITY ~PERIOD?", "SUBJECT",
      "customers from Spain who never had a refunded order", bonus=2.6)  # fmt: skip
def such_and_never(
    known: tuple[Entity, Condition],
    never_word: str,
    condition: Condition,
    of: Entity,
    span: TimeSpan | None,
) -> _Several | None:
    denied: tuple[Entity, Condition] | None = never_such(known[0], never_word, condition, of, span)
    return (known[0], (*all_conditions(known[1]), denied[1])) if denied else None


@rule("SUBJECT but|and|AND? who|that|which? still? ~with|have|has|had|having ~SUBJECT", "SUBJECT",
      "expired members who still have open loans", bonus=1.4)  # fmt: skip
def such_with_such(
    of: tuple[Entity, Condition],
    _but: str | None,
    _who: str | None,
    _still: str | None,
    _have: str,
    had: tuple[Entity, Condition],
) -> _Several | None:
    """What they have are rows of their own, of which none is asked for."""
    if of[0] == had[0]:
        return None

    return of[0], (*all_conditions(of[1]), Exists(had[0], all_conditions(had[1]), entity=of[0]))


@rule("CONDITION ENTITY only", "SUBJECT", "diesel vehicles only", bonus=0.3)
def kind_of_entity_only(condition: Condition, entity: Entity, _only: str) -> tuple[Entity, Condition]:
    return entity, condition


SUBJECTS.level()


@rule("HOWMANY ~SUBJECT", "COUNTED", "how many cancelled orders", bonus=0.05)
def how_many_such(_word: str, of: tuple[Entity, Condition]) -> tuple[Quantity, Condition]:
    return Counted(of[0]), of[1]


@rule("AGG ~NDIM of ~SUBJECT", "QUANTITY", "average price of red products", bonus=0.5)
def aggregate_of_such(
    function: str, dimension: Concept, _of: str, of: tuple[Entity, Condition]
) -> Quantity | None:
    is_own = dimension.cube == of[0].cube and not dimension.primary_key
    return Aggregated(function, dimension, all_conditions(of[1])) if is_own else None


@rule("SHARE ~SUBJECT", "QUANTITY", "what share of orders were cancelled", bonus=0.8)
def share_of_such(_share: str, of: tuple[Entity, Condition]) -> Quantity:
    entity, condition = of
    return Ratio(Counted(entity, all_conditions(condition)), Counted(entity), is_share=True)


@rule("SHARE ~ENTITY ~MEASURE", "QUANTITY", "what percentage of absences is unexcused", bonus=0.9)
def share_that_is(_share: str, entity: Entity, measure: Concept) -> Quantity | None:
    """What a measure counts, of all rows of its own table."""
    is_all = set(phrase_of(measure.title)) <= {*entity.noun.split(), "number", "of", "count"}
    is_part = measure.cube == entity.cube and measure.agg_type == "count" and not is_all
    return Ratio(Measured(measure), Counted(entity), is_share=True) if is_part else None


@rule("SHARE ~CONDITION ~MEASURE", "COUNTED", "percentage of exams passed", bonus=0.9)
def share_of_such_that_is(
    share: str, condition: Condition, measure: Concept
) -> tuple[Quantity, Condition] | None:
    if isinstance(condition, IsIn) and phrase_of(condition.of.title) == phrase_of(measure.title):
        return None  # gold medals are some of the medals, and no rows all of which have one

    of = Entity(measure.cube, phrase_of(measure.cube)[-1])
    ratio: Quantity | None = share_that_is(share, of, measure)
    return (ratio, condition) if ratio is not None else None


@rule("SHARE ~QUANTITY ~CONDITION", "QUANTITY", "what share of revenue comes from Germany", bonus=0.7)
def share_from(_share: str, quantity: Quantity, condition: Condition) -> Quantity | None:
    is_dated = any(isinstance(each, Within) for each in all_conditions(condition))
    if is_dated or not isinstance(quantity, Measured | Counted):
        return None  # a period that only the part has would make the whole that of all time

    return Ratio(replace(quantity, where=all_conditions(condition)), quantity, is_share=True)


@rule("CONDITION ENTITY RATIO? ~SHARE", "QUANTITY", "cancelled orders share", bonus=0.2)
def such_share(condition: Condition, entity: Entity, _ratio: str | None, _share: str) -> Quantity:
    return Ratio(Counted(entity, all_conditions(condition)), Counted(entity), is_share=True)


@rule("NUM? LATEST NUM? ~SUBJECT", "RANKEDROWS", "the 5 most recent cancelled orders", bonus=0.6)
def latest_of_such(
    number: Decimal | None, end: str, count: Decimal | None, of: tuple[Entity, Condition]
) -> RankedRows | None:
    return _of_such(latest_rows(of[0], number or count, end), of[1])


@rule("NUM? MOSTADJ NUM? ~SUBJECT", "RANKEDROWS", "the 3 cheapest red products", bonus=0.9)
def most_of_such(
    number: Decimal | None, most: Measures, count: Decimal | None, of: tuple[Entity, Condition]
) -> RankedRows | None:
    return _of_such(ranked_rows(of[0], most.of, number or count, descending=most.descending), of[1])


def _of_such(rows: RankedRows | None, condition: Condition | tuple[Condition, ...]) -> RankedRows | None:
    return rows and replace(rows, where=all_conditions(condition))
