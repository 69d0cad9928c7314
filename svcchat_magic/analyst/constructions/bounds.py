"""Bounds on quantities: more than 5 orders, a refund rate over 5 %, over 20 % of them cancelled."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import (
    all_conditions,
    as_quantity,
    bound_on,
    is_counted,
    sums_rows,
)
from svcchat_magic.analyst.constructions.records import more_than
from svcchat_magic.analyst.language.amounts import is_money
from svcchat_magic.analyst.lattice.adjectives import Measures
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.natural_amounts import Sized
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Bound,
    Compared,
    Concept,
    Condition,
    Counted,
    Entity,
    IsIn,
    Measured,
    Quantity,
    Ratio,
)

_LEVELS = ("avg", "min", "max")
_AMOUNT = 1000  # so many come first nowhere

BOUNDS = Grammar()
rule = BOUNDS.rule

BOUNDS.level()


@rule("QUANTITY ~CMP ~NUM", "BOUND", "revenue over 10k", bonus=0.7)
def quantity_bound(quantity: Quantity, operator: str, number: Decimal) -> Bound | None:
    return bound_on(quantity, operator, number)


@rule("QUANTITY top NUM", "BOUND", "months when revenue topped $5,000", bonus=1.3)
def quantity_tops(quantity: Quantity, _top: str, number: Decimal) -> Bound | None:
    """An amount is topped; the top five are counted."""
    is_amount = number >= _AMOUNT or is_money(getattr(number, "unit", ""))
    return bound_on(quantity, ">", number) if is_amount else None


@rule("QUANTITY ~CMP ~PCT", "BOUND", "refund rate over 5%", bonus=0.8)
def quantity_bound_percent(quantity: Quantity, operator: str, number: Decimal) -> Bound | None:
    """No number of rows is one in percent, and no sum."""
    is_sum = isinstance(quantity, Measured) and quantity.measure.agg_type == "sum"
    return None if is_counted(quantity) or is_sum else Bound(operator, number, quantity)


@rule("QUANTITY ~CMP ~PCT of ~QUANTITY", "BOUND", "picked less than 90 % of the units requested", bonus=1.6)
def bound_against(
    quantity: Quantity, operator: str, number: Decimal, _of: str, whole: Quantity
) -> Bound | None:
    """One number as a part of another, where both are added up of the same rows."""
    if not isinstance(quantity, Measured) or not isinstance(whole, Measured) or quantity == whole:
        return None

    part, all_ = quantity.measure, whole.measure
    adds = part.agg_type == all_.agg_type and part.agg_type in ("sum", "count") and part.cube == all_.cube
    return Bound(operator, number / 100, Ratio(quantity, whole, is_share=True)) if adds else None


@rule("QUANTITY ~BEYOND ~QUANTITY", "BOUND", "shops where refunds exceed sales", bonus=1.4)
def number_beyond(left: Quantity, operator: str, right: Quantity) -> Bound | None:
    """Money is no more than a percentage (spend `under contract`), nor a number of rows than an average."""
    pair = isinstance(left, Measured | Counted) and isinstance(right, Measured | Counted) and left != right
    told = {getattr(getattr(each, "measure", None), "format", "") == "percent" for each in (left, right)}
    is_alike = _is_level(left) == _is_level(right)
    return Bound(operator, right, left) if pair and len(told) == 1 and is_alike else None


def _is_level(quantity: Quantity) -> bool:
    return isinstance(quantity, Measured) and quantity.measure.agg_type in _LEVELS


@rule(
    "more|fewer|less ~QUANTITY|ENTITY than ~QUANTITY|ENTITY", "BOUND", "more refunds than orders", bonus=1.4
)
def more_of_one(word: str, left: Quantity | Entity, _than: str, right: Quantity | Entity) -> Bound | None:
    found: Bound | None = number_beyond(as_quantity(left), ">" if word == "more" else "<", as_quantity(right))
    return found


@rule("worth BOUND", "BOUND", "courses worth more than 15 credits", bonus=0.1)
def bound_worth(_worth: str, bound: Bound) -> Bound:
    """The word says no more than that they have so many."""
    return bound


@rule("CMP ~NUM QUANTITY|ENTITY", "BOUND", "more than 10 orders", bonus=0.95)
def bound_quantity(operator: str, number: Decimal, quantity: Quantity | Entity) -> Bound | None:
    """A share is bounded in percent alone: over 20 % of them is not over 20 of them.

    Nor are more than 3 unpaid fines an amount of them above 3.
    """
    if isinstance(quantity, Measured) and sums_rows(quantity.measure):
        return None

    is_share = isinstance(quantity, Ratio) and quantity.is_share
    return None if is_share else bound_on(as_quantity(quantity), operator, number)


@rule("MOVED ~CMP ~AMOUNTOF", "BOUND", "hauled over 30 tonnes", bonus=1.0)
def bound_moved(_moved: str, operator: str, weighed: tuple[Decimal, Concept]) -> Bound | None:
    """A number with a unit is one of what is added up in such units."""
    number, measure = weighed
    return bound_on(Measured(measure), operator, number)


@rule("ENTITY ~with|had|have|has|having ~CMP ~AMOUNTOF", "SUCH", "customers with over 2 tonnes", bonus=1.0)
def entity_with_amount(
    entity: Entity, _with: str, operator: str, weighed: tuple[Decimal, Concept]
) -> tuple[Entity, Bound] | None:
    """Those that have so much; `vehicles over 20 tonnes` weigh so much themselves."""
    found: Bound | None = bound_moved("", operator, weighed)
    return None if found is None or weighed[1].cube == entity.cube else (entity, found)


@rule("CMP one QUANTITY|ENTITY", "BOUND", "more than one order", bonus=1.2)
def bound_one(operator: str, _one: str, quantity: Quantity | Entity) -> Bound | None:
    found: Bound | None = bound_quantity(operator, Decimal(1), quantity)
    return found


@rule("lead|led|result|resulted to|in a|an|any ~ENTITY", "BOUND", "visits that led to an order", bonus=2.2)
def led_to_one(_led: str, _to: str, _one: str, entity: Entity) -> Bound | None:
    return bound_on(Counted(entity), ">=", Decimal(1))


@rule("AGG ~CMP ~NUM ~QUANTITY", "BOUND", "averaging more than 100 downloads per episode", bonus=1.3)
def average_bound(function: str, operator: str, number: Decimal, quantity: Quantity) -> Bound | None:
    """A number per one of something is an average already."""
    is_average = isinstance(quantity, Ratio) and not quantity.is_share and function == "average"
    return bound_on(quantity, operator, number) if is_average else None


@rule("AGG ~CMP ~NUM|PCT ~NDIM", "BOUND", "averaging more than 20 minutes", bonus=1.1)
def average_column_bound(function: str, operator: str, number: Decimal, of: Concept) -> Bound | None:
    return None if of.primary_key else Bound(operator, number, Aggregated(function, of))


@rule("CMP ~NUM in|of|worth ~QUANTITY", "BOUND", "over 10k in revenue", bonus=0.8)
def bound_in_quantity(operator: str, number: Decimal, _in: str, quantity: Quantity) -> Bound | None:
    is_share = isinstance(quantity, Ratio) and quantity.is_share
    return None if is_share else bound_on(quantity, operator, number)


@rule("CMP ~PCT ~QUANTITY", "BOUND", "more than 5% refund rate", bonus=0.9)
def bound_percent(operator: str, number: Decimal, quantity: Quantity) -> Bound | None:
    if not isinstance(quantity, Measured):
        return None

    if quantity.measure.format == "percent":
        return Bound(operator, number / 100, quantity)

    return Bound(operator, number, quantity) if quantity.measure.agg_type in _LEVELS else None


@rule("CMP ~PCT of ~SUBJECT", "BOUND", "over 20% of orders are cancelled", bonus=1.2)
def bound_share(operator: str, number: Decimal, _of: str, of: tuple[Entity, Condition]) -> Bound:
    entity, condition = of
    kept = Counted(entity, all_conditions(condition))
    return Bound(operator, number / 100, Ratio(kept, Counted(entity), is_share=True))


@rule("CONDITION ~CMP ~PCT of ~ENTITY", "BOUND", "cancelled more than 10% of their orders", bonus=1.3)
def bound_share_of_own(
    condition: Condition, operator: str, number: Decimal, _of: str, entity: Entity
) -> Bound | None:
    """What is said before is said of so many of theirs."""
    is_value = isinstance(condition, IsIn) and not condition.negated
    return bound_share(operator, number, "of", (entity, condition)) if is_value else None


@rule("CMP ~PCT of ~ENTITY ~MEASURE", "BOUND", "more than a quarter of the deliveries late", bonus=1.3)
def bound_share_counted(
    operator: str, number: Decimal, _of: str, entity: Entity, part: Concept
) -> Bound | None:
    counts = part.agg_type == "count" and part.cube == entity.cube and part.name != "count"
    share = Ratio(Measured(part), Counted(entity), is_share=True)
    return Bound(operator, number / 100, share) if counts else None


@rule("MOREADJ ~NUM ~ONAVERAGE", "BOUND", "older than 40 on average", bonus=1.2)
def bound_on_average(more: Measures, number: Decimal, average: str) -> Bound | None:
    """The average of the rows of each group against a number, in the unit of what is measured."""
    condition = more_than(more, number) if more.of.kind == "dimension" else None
    if not isinstance(condition, Compared) or not isinstance(condition.value, Decimal):
        return None

    return Bound(condition.operator, condition.value, Aggregated(average, more.of))


@rule("CMP ~NUM ~DONESUM", "BOUND", "over 50,000 donated", bonus=1.3)
def bound_done(operator: str, number: Decimal, measure: Concept) -> Bound | None:
    """A number of what was done is one of money, where that adds up."""
    return bound_on(Measured(measure), operator, number)


@rule("DONESUM ~CMP ~NUM", "BOUND", "who donated more than 1,000", bonus=1.0)
def done_bound(measure: Concept, operator: str, number: Decimal) -> Bound | None:
    return bound_on(Measured(measure), operator, number)


@rule("NUM ORMORE QUANTITY|ENTITY", "BOUND", "10 or more orders", bonus=0.7)
def bound_or_more(number: Decimal, operator: str, quantity: Quantity | Entity) -> Bound:
    return Bound(operator, number, as_quantity(quantity))


@rule("QUANTITY ~BETWEEN NUM and|to|-|AND NUM", "BOUND", "revenue between 10 and 20", bonus=0.9)
def quantity_between(
    quantity: Quantity, _word: str, low: Decimal, _and: str, high: Decimal
) -> tuple[Bound, ...]:
    return Bound(">=", min(low, high), quantity), Bound("<=", max(low, high), quantity)


@rule("ENTITY ~with|had|have|has|got ~MEASURE", "SUCH", "campaigns that had clicks", bonus=0.3)
def entity_with_some(entity: Entity, _had: str, measure: Concept) -> tuple[Entity, Bound] | None:
    """Any at all of what is summed or counted elsewhere."""
    adds = measure.agg_type in ("sum", "count") and measure.cube != entity.cube
    return (entity, Bound(">", Decimal(0), Measured(measure))) if adds else None


@rule("ENTITY ~HAVE? ~ROWSUM ~CMP ~NUM", "OWNSUCH", "events that cost more than 5,000", bonus=1.6)
def own_sum(
    entity: Entity, _have: str | None, measure: Concept, operator: str, number: Decimal
) -> tuple[Entity, Bound] | None:
    """What is added up over rows is an amount of each where one row at a time is looked at."""
    bound = bound_on(Measured(measure), operator, number) if measure.cube == entity.cube else None
    return None if bound is None else (entity, bound)


@rule("ENTITY ~HAVE? ~CMP ~NUM ROWSUM", "OWNSUCH", "wards with more than 30 beds", bonus=2.4)
def more_of_own_sum(
    entity: Entity, have: str | None, operator: str, number: Decimal, measure: Concept
) -> tuple[Entity, Bound] | None:
    return own_sum(entity, have, measure, operator, number)  # type: ignore[no-any-return]


@rule("SIZED ~CMP ~NUM", "OWNSUCH", "fines over 10", bonus=1.1)
def own_sum_of_size(sized: Sized, operator: str, number: Decimal) -> tuple[Entity, Bound] | None:
    letter: str = getattr(number, "letter", "")
    unit: str = getattr(number, "unit", "")
    if sized.of_each is None or letter or (unit and not is_money(unit)):
        return None

    return sized.entity, Bound(operator, number, Measured(sized.of_each))


@rule("SIZED ~worth|costing|cost|priced|valued|totalling|totaling ~CMP ~NUM", "OWNSUCH",
      "orders worth more than 500", bonus=1.3)  # fmt: skip
def own_sum_worth(sized: Sized, _worth: str, operator: str, number: Decimal) -> tuple[Entity, Bound] | None:
    return own_sum_of_size(sized, operator, number)  # type: ignore[no-any-return]


@rule("HOWMANY ~OWNSUCH", "OWNCOUNTED", "how many events cost more than 5,000", bonus=0.6)
def own_sums_counted(_word: str, such: tuple[Entity, Bound]) -> tuple[Entity, Bound]:
    return such


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


BOUNDS.level()


@rule("only|just ~those|one ~with|who|that|where ~HAVE? ~BOUND", "BOUND",
      "only those with at least 20 ratings", bonus=1.0)  # fmt: skip
def only_such_groups(
    _only: str, _those: str, _with: str, _have: str | None, bound: Bound | tuple[Bound, ...]
) -> Bound | tuple[Bound, ...]:
    return bound


@rule("only|just ~SUCH", "SUCH", "only lanes with at least 10 delays", bonus=0.4)
def only_such_rows(_only: str, such: tuple[Entity, Bound]) -> tuple[Entity, Bound]:
    return such
