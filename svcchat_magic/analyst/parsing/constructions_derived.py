"""Bounds on quantities, what is computed from them, and lists: the constructions that see all others."""

from decimal import Decimal

from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.meaning.tree import (
    ByTime,
    Concept,
    Condition,
    Counted,
    Derived,
    Entity,
    Group,
    IsIn,
    Quantity,
)
from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions import (
    Compares,
    all_conditions,
    change,
    sides_of,
)

DERIVED = Grammar()
rule = DERIVED.rule


DERIVED.level()


@rule("DIM AND ~DIM", "FIELDS", "name and city", bonus=0.1)
def two_fields(first: Concept, _and: str, second: Concept) -> tuple[Concept, ...] | None:
    return (first, second) if first != second else None


@rule("FIELDS AND ~DIM", "FIELDS", "name, city and country", bonus=0.1)
def more_fields(known: tuple[Concept, ...], _and: str, field: Concept) -> tuple[Concept, ...] | None:
    return None if field in known else (*known, field)


@rule("SHARE ~QUANTITY ~OFTOTAL?", "SHARED", "share of revenue", bonus=0.4)
def share_of(_share: str, quantity: Quantity, _total: str | None) -> Quantity:
    return quantity


@rule("SHARE ~ENTITY", "SHARED", "share of orders", bonus=0.3)
def share_of_entity(_share: str, entity: Entity) -> Quantity:
    return Counted(entity)


@rule("QUANTITY SHARE ~OFTOTAL?", "SHARED", "revenue share", bonus=0.4)
def quantity_share(quantity: Quantity, _share: str, _total: str | None) -> Quantity:
    return quantity


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


@rule(
    "COMPARE? ~CONDITION COMPARE|and|to|with ~CONDITION",
    "COMPARED",
    "compare web and store",
    "web vs store",
    bonus=0.3,
)
def compared(word: str | None, left: Condition, joint: str, right: Condition) -> Compares | None:
    is_said = word is not None or joint == "compare"
    same = isinstance(left, IsIn) and isinstance(right, IsIn) and left.of == right.of
    return Compares((left, right)) if is_said and same else None


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


DERIVED.level()


@rule("LIST|WHICH ~ENTITY", "LISTED", "list the customers", bonus=0.2)
def list_entity(_list: str, entity: Entity) -> Entity:
    return entity


@rule("LIST|WHICH ~SUBJECT", "LISTEDSUCH", "list the customers from Spain", bonus=0.3)
def list_such(_list: str, of: tuple[Entity, Condition]) -> tuple[Entity, Condition]:
    return of


@rule("LIST? ~FIELDS of|for|from ~ENTITY|SUBJECT", "LISTEDFIELDS", "name and city of the hotels", bonus=0.7)
def fields_of(
    _list: str | None, fields: tuple[Concept, ...], _of: str, of: Entity | tuple[Entity, Condition]
) -> tuple[Entity, tuple[Condition, ...], tuple[Concept, ...]] | None:
    entity, conditions = (of, ()) if isinstance(of, Entity) else (of[0], all_conditions(of[1]))
    return (entity, conditions, fields) if all(each.cube == entity.cube for each in fields) else None


@rule("LIST|WHICH ~ENTITY|SUBJECT with|and|AND their|its ~FIELDS|DIM", "LISTEDFIELDS",
      "list the products with their price and category", bonus=0.9)  # fmt: skip
def with_fields(
    _list: str, of: Entity | tuple[Entity, Condition], _with: str, _their: str, fields: object
) -> tuple[Entity, tuple[Condition, ...], tuple[Concept, ...]]:
    entity, conditions = (of, ()) if isinstance(of, Entity) else (of[0], all_conditions(of[1]))
    chosen = (fields,) if isinstance(fields, Concept) else fields
    return entity, conditions, chosen  # type: ignore[return-value]


@rule("who ~CONDITION", "LISTEDSUCH", "who works in sales", bonus=0.3)
def who_is_such(_who: str, condition: Condition) -> tuple[Entity, Condition] | None:
    return (Entity(condition.of.cube), condition) if isinstance(condition, IsIn) else None


@rule(
    "LIST|WHICH DISTINCT? ~SDIM EXIST?",
    "VALUESOF",
    "list all statuses",
    "which countries are there",
    bonus=0.3,
)
def list_values(_list: str, _distinct: str | None, dimension: Concept, _exist: str | None) -> Concept:
    return dimension
