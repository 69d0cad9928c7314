"""One number by another: per unit of a second one, on average for each of something, a part by its whole."""

from svcchat_magic.analyst.constructions.constructions import OVER_GROUPS, is_counted
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByTime,
    Concept,
    Counted,
    Entity,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)

RATIOS = Grammar()
rule = RATIOS.rule

RATIOS.level()


@rule("QUANTITY in|from ~MEASURE", "QUANTITY", "what did we earn in fees", bonus=0.9)
def money_of_a_sort(earned: Quantity, _in: str, of: Concept) -> Quantity | None:
    """What came in as fees are the fees."""
    whole = earned.measure if isinstance(earned, Measured) else None
    is_money = whole is not None and all(each.agg_type == "sum" and is_of_money(each) for each in (whole, of))
    return Measured(of) if is_money else None


@rule("MONEY QUANTITY", "QUANTITY", "euros raised", bonus=0.1)
def money_of(_money: str, quantity: Quantity) -> Quantity | None:
    return quantity if isinstance(quantity, Measured) and quantity.measure.agg_type == "sum" else None


@rule("QUANTITY ~in MONEY", "QUANTITY", "ticket sales in euros", bonus=0.3)
def told_in_money(quantity: Quantity, _in: str, money: str) -> Quantity | None:
    found: Quantity | None = money_of(money, quantity)
    return found


@rule("QUANTITY PER UNITWORD|MONEY of|in? ~QUANTITY", "QUANTITY", "cost per hour of downtime", bonus=1.2)
def per_unit_of(above: Quantity, _per: str, _unit: str, _of: str | None, below: Quantity) -> Quantity | None:
    """The unit only says in what the second number is told."""
    adds = isinstance(below, Measured) and below.measure.agg_type == "sum"
    return Ratio(above, below) if adds and above != below else None


@rule("MEASURE PER ~ENTITY", "QUANTITY", "average fee per visit", bonus=1.2)
def average_of_own_rows(measure: Concept, _per: str, entity: Entity) -> Quantity | None:
    """An average over the rows of a table is one per row anyway."""
    return Measured(measure) if measure.agg_type == "avg" and measure.cube == entity.cube else None


@rule("QUANTITY RATIO ~ENTITY", "QUANTITY", "revenue divided by orders", bonus=0.8)
def by_rows(above: Quantity, how: str, below: Entity) -> Quantity | None:
    """Of rows only rows are a percentage."""
    if how == "ratio" and not is_counted(above):
        return None

    return Ratio(above, Counted(below), is_share=how == "ratio") if above != Counted(below) else None


@rule("QUANTITY RATIO ~NDIM", "QUANTITY", "average attendance as a share of capacity", bonus=0.9)
def by_column(above: Quantity, how: str, below: Concept) -> Quantity | None:
    """The column is put together as the number above is: averages by averages, sums by sums."""
    kinds = {"avg": "average", "sum": "sum"}
    measure = above.measure.agg_type if isinstance(above, Measured) else ""
    function = above.function if isinstance(above, Aggregated) else kinds.get(measure, "")
    is_own = isinstance(above, Aggregated) and above.of == below
    if function not in ("average", "sum") or below.primary_key or is_own:
        return None

    return Ratio(above, Aggregated(function, below), is_share=how == "ratio")


@rule("QUANTITY COMPARE ~QUANTITY ,? ~ASPERCENT|SHARE", "QUANTITY", "delivered vs booked hours as a %",
      bonus=1.0)  # fmt: skip
def one_against_another(
    above: Quantity, _vs: str, below: Quantity, _comma: str | None, _percent: str
) -> Quantity | None:
    pair = isinstance(above, Measured) and isinstance(below, Measured) and above != below
    return Ratio(above, below, is_share=True) if pair else None


@rule("NDIM bill", "QUANTITY", "wage bill", bonus=0.5)
def bill_of(of: Concept, _bill: str) -> Quantity | None:
    """All of it together."""
    return None if of.primary_key else Aggregated("sum", of)


@rule("SHARE ~MEASURE in|of|among ~MEASURE", "QUANTITY", "share of agency hours in all hours", bonus=1.3)
def share_in_another(_share: str, part: Concept, _in: str, whole: Concept) -> Quantity | None:
    """Two numbers of the same rows that add up: one is told as a part of the other."""
    adds = part.agg_type == whole.agg_type and part.agg_type in ("sum", "count")
    is_pair = adds and part.cube == whole.cube and part != whole
    return Ratio(Measured(part), Measured(whole), is_share=True) if is_pair else None


@rule("RATED", "QUANTITY", "failure rate", bonus=0.0)
def a_rate(rate: Ratio) -> Quantity:
    return rate


@rule("RATED ~ENTITY", "QUANTITY", "failure rate of payments", bonus=0.5)
def rate_of_entity(rate: Ratio, entity: Entity) -> Quantity | None:
    return rate if rate.below == Counted(entity) else None


@rule("ENTITY RATED", "QUANTITY", "payment failure rate", bonus=0.5)
def entity_rate(entity: Entity, rate: Ratio) -> Quantity | None:
    return rate if rate.below == Counted(entity) else None


@rule("VALUE rate|ratio|quota", "QUANTITY", "no-show rate", bonus=0.4)
def rate_of_value(value: IsIn, _rate: str) -> Quantity:
    entity = Entity(value.of.cube)
    return Ratio(Counted(entity, (value,)), Counted(entity), is_share=True)


@rule("QUANTITY QUANTITY", "QUANTITY", "drop rate (dropped calls / all calls)", bonus=0.1)
def told_again(one: Quantity, again: Quantity) -> Quantity | None:
    """In brackets, how it is computed, or what it is divided by: it must be the same."""
    return one if again in (one, one.below if isinstance(one, Ratio) else one) else None


@rule("HOWMANY ~ENTITY|MEASURE ~ENTITY|MEASURE ~ONAVERAGE", "QUANTITY",
      "how many bookings does a guest make on average", bonus=1.6)  # fmt: skip
def each_makes_on_average(
    _many: str, above: Entity | Concept, below: Entity | Concept, _average: str
) -> Quantity | None:
    return _by_each(above, below)


@rule("ONAVERAGE ~HOWMANY ~ENTITY|MEASURE ~ENTITY|MEASURE", "QUANTITY",
      "on average, how many bookings does a guest make", bonus=1.6)  # fmt: skip
def on_average_each_makes(
    _average: str, _many: str, above: Entity | Concept, below: Entity | Concept
) -> Quantity | None:
    return _by_each(above, below)


@rule("HOWMANY ~ENTITY|MEASURE ~AGG ~ENTITY|MEASURE", "QUANTITY",
      "how many books does the average member borrow", bonus=1.6)  # fmt: skip
def average_one_makes(
    _many: str, above: Entity | Concept, function: str, below: Entity | Concept
) -> Quantity | None:
    return _by_each(above, below) if function == "average" else None


@rule("HOWMANY ~a|an|one ENTITY ~MEASURE ~ONAVERAGE", "QUANTITY",
      "how much does a customer spend on average", bonus=1.6)  # fmt: skip
def each_amounts_to_on_average(
    how: str, _one: str, below: Entity, above: Concept, _average: str
) -> Quantity | None:
    return _by_each(above, below) if how == "much" and above.agg_type == "sum" else None


@rule("HOWMANY ~AGG ENTITY ~MEASURE", "QUANTITY", "how much does the average customer spend",
      bonus=1.6)  # fmt: skip
def average_one_amounts_to(how: str, function: str, below: Entity, above: Concept) -> Quantity | None:
    is_average = how == "much" and function == "average"
    return _by_each(above, below) if is_average and above.agg_type == "sum" else None


@rule("AGGREGATED", "AVERAGED", "average number of orders by weekday", bonus=0.1)
def averaged(of: tuple[str, Quantity]) -> Quantity | None:
    """Of what is added up: which units it is the average of, a part of the calendar says."""
    adds = is_counted(of[1]) or (isinstance(of[1], Measured) and of[1].measure.agg_type == "sum")
    return of[1] if of[0] == "average" and adds else None


@rule("QUANTITY PER ~GRAIN ~ONAVERAGE", "QUANTITY", "visits per day on average", bonus=1.0)
def per_unit_on_average(quantity: Quantity, _per: str, grain: str, _average: str) -> Quantity | None:
    return _over(quantity, grain)


@rule("ONAVERAGE ~QUANTITY PER ~GRAIN", "QUANTITY", "on average, how many visits per day", bonus=1.0)
def on_average_per_unit(_average: str, quantity: Quantity, _per: str, grain: str) -> Quantity | None:
    return _over(quantity, grain)


@rule("AGG ~ENTITY PER ~GRAIN", "QUANTITY", "average tickets per day", bonus=0.9)
def rows_per_unit(function: str, entity: Entity, _per: str, grain: str) -> Quantity | None:
    fits = function in OVER_GROUPS and function != "sum" and grain != "auto"
    return OverGroups(function, Counted(entity), ByTime(grain)) if fits else None


@rule("ENTITY PER ~GRAIN ~ONAVERAGE", "QUANTITY", "tickets per day on average", bonus=0.9)
def rows_per_unit_on_average(entity: Entity, _per: str, grain: str, _average: str) -> Quantity | None:
    return _over(Counted(entity), grain)


def _over(quantity: Quantity, grain: str) -> Quantity | None:
    adds = is_counted(quantity) or (isinstance(quantity, Measured) and quantity.measure.agg_type == "sum")
    return OverGroups("average", quantity, ByTime(grain)) if adds and grain != "auto" else None


def _by_each(above: Entity | Concept, below: Entity | Concept) -> Quantity | None:
    """What is counted by how many have it, and what adds up by one of those that it is of.

    An amount by what only a measure counts would be by each of these, not for each question.
    """
    pair = [Counted(each) if isinstance(each, Entity) else Measured(each) for each in (above, below)]
    cubes = {each.entity.cube if isinstance(each, Counted) else each.measure.cube for each in pair}
    is_other = len(cubes) == 2 or (isinstance(below, Concept) and below.agg_type != "count")
    is_sum = isinstance(above, Concept) and above.agg_type == "sum" and isinstance(below, Entity)
    adds = is_sum or all(map(is_counted, pair))
    fits = adds and is_other  # parcels handed out are no parcels by each of them
    return Ratio(pair[0], pair[1]) if fits and pair[0] != pair[1] else None
