"""Bounds on quantities, what is computed from them, and lists: the constructions that see all others."""

from decimal import Decimal

from svcchat_magic.analyst.meaning.tree import (
    Bound,
    ByTime,
    Concept,
    Condition,
    Counted,
    Derived,
    Entity,
    Group,
    IsIn,
    Quantity,
    cubes_of,
)
from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions import (
    Compares,
    as_quantity,
    change,
)

DERIVED = Grammar()
rule = DERIVED.rule


DERIVED.level()


@rule("QUANTITY ~CMP ~NUM", "BOUND", "revenue over 10k", bonus=0.7)
def quantity_bound(quantity: Quantity, operator: str, number: Decimal) -> Bound:
    return Bound(operator, number, quantity)


@rule("QUANTITY ~CMP ~PCT", "BOUND", "refund rate over 5%", bonus=0.8)
def quantity_bound_percent(quantity: Quantity, operator: str, number: Decimal) -> Bound:
    return Bound(operator, number / 100, quantity)


@rule("CMP ~NUM QUANTITY|ENTITY", "BOUND", "more than 10 orders", "over 10k in revenue", bonus=0.7)
def bound_quantity(operator: str, number: Decimal, quantity: Quantity | Entity) -> Bound:
    return Bound(operator, number, as_quantity(quantity))


@rule("NUM ORMORE QUANTITY|ENTITY", "BOUND", "10 or more orders", bonus=0.7)
def bound_or_more(number: Decimal, operator: str, quantity: Quantity | Entity) -> Bound:
    return Bound(operator, number, as_quantity(quantity))


@rule("QUANTITY ~BETWEEN NUM and|to|-|AND NUM", "BOUND", "revenue between 10 and 20", bonus=0.9)
def quantity_between(
    quantity: Quantity, _word: str, low: Decimal, _and: str, high: Decimal
) -> tuple[Bound, ...]:
    return Bound(">=", min(low, high), quantity), Bound("<=", max(low, high), quantity)


@rule(
    "ENTITY ~HAVE? ~BOUND",
    "SUCH",
    "customers with more than 5 orders",
    "customers who placed over 5 orders",
    bonus=0.6,
)
def entity_bound(
    entity: Entity, _have: str | None, bound: Bound | tuple[Bound, ...]
) -> tuple[Entity, Bound | tuple[Bound, ...]] | None:
    """A number of the entity itself is a condition on its rows, not on groups of them."""
    first = bound[0] if isinstance(bound, tuple) else bound
    own = first.quantity is not None and set(cubes_of(first.quantity)) == {entity.cube}
    return None if own else (entity, bound)


DERIVED.level()


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


@rule(
    "DIFFERENCE ~QUANTITY? ~CONDITION and|AND ~CONDITION",
    "COMPARED",
    "difference between web and store",
    bonus=0.6,
)
def difference(
    _word: str, _quantity: Quantity | None, left: Condition, _and: str, right: Condition
) -> Compares | None:
    same = isinstance(left, IsIn) and isinstance(right, IsIn) and left.of == right.of
    return Compares((left, right), is_difference=True) if same and _quantity is None else None


DERIVED.level()


@rule("LIST|WHICH ~ENTITY", "LISTED", "list the customers", bonus=0.2)
def list_entity(_list: str, entity: Entity) -> Entity:
    return entity


@rule("LIST|WHICH ~SUBJECT", "LISTEDSUCH", "list the customers from Spain", bonus=0.3)
def list_such(_list: str, of: tuple[Entity, Condition]) -> tuple[Entity, Condition]:
    return of


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
