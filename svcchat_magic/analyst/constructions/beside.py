"""Several numbers of the same rows, of which only some are kept: orders, and cancelled orders."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import all_conditions, as_quantity, is_counted
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    Compared,
    Concept,
    Condition,
    Counted,
    Entity,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Ratio,
    Within,
)

Such = tuple[Entity, Condition]

BESIDE = Grammar()
rule = BESIDE.rule

BESIDE.level()


@rule("QUANTITY|ENTITY OFTOTAL? AND AND? HOWMANY? ~SUBJECT", "SEVERAL",
      "sessions and crashed sessions", bonus=1.1)  # fmt: skip
def some_beside(
    whole: Quantity | Entity, _total: str | None, _and: str, _too: str | None, _many: str | None, of: Such
) -> tuple[Quantity, ...] | None:
    """What is said of those behind `and` is not said of the others."""
    return _beside(as_quantity(whole), of[0], of[1])


@rule("QUANTITY|ENTITY AND AND? ~QUANTITY|ENTITY at|for|from|in|of|on|through|via CONDITION", "SEVERAL",
      "revenue and orders in Germany", bonus=1.6)  # fmt: skip
def both_there(
    first: Quantity | Entity, _and: str, _too: str | None, last: Quantity | Entity, _at: str, there: Condition
) -> tuple[Quantity, ...] | None:
    """Where it is said behind the last of them, all of them are from there."""
    where, both = all_conditions(there), (as_quantity(first), as_quantity(last))
    found = tuple(
        replace(each, where=where) for each in both if isinstance(each, Measured | Counted) and not each.where
    )
    is_same = both[0] == both[1] or (_counted(both[0]) or 0) == _counted(both[1])
    is_place = all(isinstance(each, IsIn) for each in where)
    return found if is_place and len(found) == 2 and not is_same else None


@rule("number|count AND ~QUANTITY of ~ENTITY|SUBJECT", "SEVERAL", "number and cost of repairs", bonus=1.2)
def number_beside(
    _number: str, _and: str, amount: Quantity, _of: str, rows: Entity | Such
) -> tuple[Quantity, ...] | None:
    """Both of the same rows, which have such an amount of their own."""
    entity, said = rows if isinstance(rows, tuple) else (rows, ())
    is_own = isinstance(amount, Measured) and amount.measure.cube == entity.cube
    return _number_and_amount(amount, all_conditions(said)) if is_own else None


@rule("number|count AND ~COUNTED", "SEVERAL", "number and value of blocked invoices", bonus=1.2)
def number_of_such_beside(
    _number: str, _and: str, of: tuple[Quantity, Condition | tuple[Condition, ...]]
) -> tuple[Quantity, ...] | None:
    """Both of the rows that have this themselves."""
    amount, where = of[0], all_conditions(of[1])
    homes = {each.of.cube for each in where if isinstance(each, IsIn | Compared)}
    is_own = isinstance(amount, Measured) and homes == {amount.measure.cube}
    return _number_and_amount(amount, where) if is_own else None


def _number_and_amount(amount: Quantity, where: tuple[Condition, ...]) -> tuple[Quantity, ...] | None:
    is_count = not isinstance(amount, Measured) or is_counted(amount)
    if not isinstance(amount, Measured) or is_count or any(isinstance(each, Within) for each in where):
        return None

    return Counted(Entity(amount.measure.cube), where), replace(amount, where=(*amount.where, *where))


@rule("SUBJECT AND AND? ~QUANTITY|ENTITY", "SEVERAL", "cancelled orders and all orders", bonus=0.9)
def all_beside(
    of: Such, _and: str, _too: str | None, whole: Quantity | Entity
) -> tuple[Quantity, ...] | None:
    found = _beside(as_quantity(whole), of[0], of[1])
    return (found[1], found[0]) if found and _counted(found[0]) else None


@rule("SUBJECT AND AND? ~SUBJECT", "SEVERAL", "open tickets and closed tickets", bonus=0.6)
def two_beside(first: Such, _and: str, _too: str | None, second: Such) -> tuple[Quantity, ...] | None:
    left, right = _kept(*first), _kept(*second)
    same = first[0] == second[0] and left != right
    return (left, right) if same and left is not None and right is not None else None


@rule("QUANTITY|ENTITY OFTOTAL? AND AND? ~CONDITION one", "SEVERAL",
      "orders in total and cancelled ones", bonus=1.1)  # fmt: skip
def ones_beside(
    whole: Quantity | Entity,
    _total: str | None,
    _and: str,
    _too: str | None,
    condition: Condition,
    _one: str,
) -> tuple[Quantity, ...] | None:
    quantity = as_quantity(whole)
    entity = _counted(quantity)
    return _beside(quantity, entity, condition) if entity is not None else None


@rule("QUANTITY AND? HOWMANY of them|those|these|which ~CONDITION", "SEVERAL",
      "number of orders and how many of them were cancelled", bonus=1.1)  # fmt: skip
def of_them_beside(
    whole: Quantity, _and: str | None, _many: str, _of: str, _them: str, condition: Condition
) -> tuple[Quantity, ...] | None:
    entity = _counted(whole)
    return _beside(whole, entity, condition) if entity is not None else None


@rule("DATED RATIO ~DATED", "QUANTITY", "hired / applied", bonus=0.9)
def done_by_done(above: Concept, _by: str, below: Concept) -> Quantity | None:
    """How many of those to whom the second happened the first happened to."""
    if above == below or above.cube != below.cube:
        return None

    entity = Entity(above.cube)
    first, second = (Missing(each, negated=True) for each in (above, below))
    return Ratio(Counted(entity, (second, first)), Counted(entity, (second,)), is_share=True)


def _beside(whole: Quantity, entity: Entity, condition: Condition) -> tuple[Quantity, ...] | None:
    kept = _kept(entity, condition)
    of_kind = isinstance(whole, Measured) and is_counted(whole) and whole.measure.cube == entity.cube
    return (whole, kept) if kept is not None and (of_kind or _counted(whole) == entity) else None


def _kept(entity: Entity, condition: Condition | tuple[Condition, ...]) -> Quantity | None:
    """Those that conditions keep; a period is said of all that is asked."""
    conditions = all_conditions(condition)
    return None if any(isinstance(each, Within) for each in conditions) else Counted(entity, conditions)


def _counted(quantity: Quantity) -> Entity | None:
    """The entity whose rows are all counted."""
    match quantity:
        case Counted(where=(), is_active=False):
            return quantity.entity
        case Measured(where=()) if quantity.measure.name == "count":
            return Entity(quantity.measure.cube)
        case _:
            return None
