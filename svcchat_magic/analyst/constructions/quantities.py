"""What is counted, summed, averaged: the constructions of quantities."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import OVER_GROUPS, as_quantity, sums_rows
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.additive import adds_up
from svcchat_magic.analyst.linking.date_names import is_place_in_time
from svcchat_magic.analyst.linking.discounts import is_percentage
from svcchat_magic.analyst.meaning.numbers_of_things import counts_nothing
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    ByMember,
    ByTime,
    Concept,
    Condition,
    Counted,
    Distinct,
    Entity,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)

_MOST_PER = 1_000_000
QUANTITIES = Grammar()
rule = QUANTITIES.rule

QUANTITIES.level()


@rule("MEASURE", "QUANTITY", "revenue", bonus=0.2)
def a_measure(measure: Concept) -> Quantity:
    return Measured(measure)


@rule("still|already MEASURE", "QUANTITY", "premiums still outstanding", bonus=0.3)
def still_a_measure(_still: str, measure: Concept) -> Quantity:
    return Measured(measure)


@rule("HOWMANY ~ENTITY", "QUANTITY", "how many customers", bonus=0.5)
def how_many(_word: str, entity: Entity) -> Quantity:
    return Counted(entity)


@rule("HOWMANY ~MEASURE", "QUANTITY", "how many refunds", "how much revenue", bonus=0.4)
def how_much(word: str, measure: Concept) -> Quantity | None:
    """How many fines are no amount of money: a sum that is called like its rows does not count them."""
    return None if word != "much" and (counts_nothing(measure) or sums_rows(measure)) else Measured(measure)


@rule("HOWMANY ~BDIM", "COUNTED", "number of first visits", bonus=0.5)
def how_many_true(_word: str, dimension: Concept) -> tuple[Quantity, Condition]:
    return Counted(Entity(dimension.cube)), IsIn(dimension, (True,))


@rule("HOWMANY DISTINCT ENTITY", "QUANTITY", "how many different customers", bonus=0.6)
def how_many_different_entities(_word: str, _distinct: str, entity: Entity) -> Quantity:
    return Counted(entity, is_active=True)


@rule("HOWMANY? COUNTED_ROWS", "QUANTITY", "count", "number of records", bonus=0.1)
def count_rows(_word: str | None, _rows: str) -> Quantity:
    return Counted(Entity(""))


@rule("HOWMANY", "TALLY", "classes that were cancelled, how many?", bonus=-1.0)
def tally(word: str) -> str | None:
    """At the end it asks for the number of what was named before."""
    return word if word == "count" else None


@rule("HOWMANY? ~new ~ENTITY|MEASURE", "NEWONES", "new customers", "number of new orders", bonus=0.3)
def new_ones(_word: str | None, _new: str, of: Entity | Concept) -> Quantity | None:
    """Those that came to be in the time that is asked about."""
    if isinstance(of, Entity):
        return Counted(of)

    return Measured(of) if of.agg_type == "count" else None


@rule("ENTITY COUNTWORD", "QUANTITY", "order count", bonus=0.3)
def entity_count(entity: Entity, _word: str) -> Quantity:
    return Counted(entity)


@rule("DISTINCT ENTITY COUNTWORD?", "QUANTITY", "distinct customers", bonus=0.2)
def distinct_entities(_distinct: str, entity: Entity, _count: str | None) -> Quantity:
    return Counted(entity, is_active=True)


@rule("HOWMANY DISTINCT SDIM|TDIM|NDIM", "QUANTITY", "number of different countries", bonus=0.4)
def how_many_different(_word: str, _distinct: str, dimension: Concept) -> Quantity:
    return Distinct(dimension)


@rule("HOWMANY DISTINCT SDIM|TDIM|NDIM ~among|of|in|across ~ENTITY", "QUANTITY",
      "how many different countries are there among the customers", bonus=1.0)  # fmt: skip
def how_many_different_of(
    _word: str, _distinct: str, dimension: Concept, _among: str, entity: Entity
) -> Quantity | None:
    """Whose they are is no group: each of these has one."""
    return Distinct(dimension) if dimension.cube == entity.cube else None


@rule("HOWMANY SDIM", "QUANTITY", "how many countries", bonus=0.3)
def how_many_values(word: str, dimension: Concept) -> Quantity | None:
    """How much gas is no number of fuels, and how many units none of different units of measure."""
    return None if word == "much" or "of" in phrase_of(dimension.title) else Distinct(dimension)


@rule("HOWMANY? DISTINCT MEASURE", "QUANTITY", "number of distinct policyholders", bonus=0.5)
def how_many_counted_once(_word: str | None, _distinct: str, measure: Concept) -> Quantity | None:
    """A measure that counts different ones anyway."""
    return Measured(measure) if measure.agg_type == "count_distinct" else None


@rule("DISTINCT SDIM COUNTWORD?", "QUANTITY", "distinct countries", bonus=0.1)
def distinct_values(_distinct: str, dimension: Concept, _count: str | None) -> Quantity:
    return Distinct(dimension)


@rule("AGG ~NDIM", "QUANTITY", "average age", "median of the price", bonus=0.38)
def aggregate_of(function: str, dimension: Concept) -> Quantity | None:
    adds_to_nothing = is_percentage(dimension) or is_place_in_time(dimension)
    is_senseless = dimension.primary_key or (function == "sum" and adds_to_nothing)
    return None if is_senseless else Aggregated(function, dimension)


@rule("NDIM ONAVERAGE", "QUANTITY", "price on average", bonus=0.1)
def average_behind(dimension: Concept, _word: str) -> Quantity | None:
    return None if dimension.primary_key else Aggregated("average", dimension)


@rule("HOWMANY NDIM ~ENTITY? ~ONAVERAGE", "QUANTITY", "how many seats do planes have on average", bonus=0.8)
def how_many_on_average(_word: str, dimension: Concept, _entity: Entity | None, _average: str) -> Quantity:
    return Aggregated("average", dimension)


@rule("AGG ~NDIM of ~ENTITY", "QUANTITY", "average price of the products", bonus=0.5)
def aggregate_of_own(function: str, dimension: Concept, _of: str, entity: Entity) -> Quantity | None:
    """The rows that have the number are named beside it: they are not counted."""
    return aggregate_of(function, dimension) if dimension.cube == entity.cube else None


@rule("LATEST ~TDIM", "QUANTITY", "latest order date", bonus=0.3)
def latest(end: str, dimension: Concept) -> Quantity:
    return Aggregated("maximum" if end == "desc" else "minimum", dimension)


@rule("AGG QUANTITY", "AGGREGATED", "average revenue", bonus=0.1)
def aggregate_of_quantity(function: str, quantity: Quantity) -> tuple[str, Quantity] | None:
    is_product = isinstance(quantity, Aggregated) and quantity.times is not None
    is_one = (isinstance(quantity, Measured | Counted) or is_product) and function in OVER_GROUPS
    return (function, quantity) if is_one else None


QUANTITIES.level()


@rule("AGG QUANTITY", "QUANTITY", "total revenue", bonus=0.1)
def total_of(function: str, quantity: Quantity) -> Quantity | None:
    """The word only says again what the measure does."""
    does = {
        "sum": ("sum", "count", "number"),
        "average": ("avg", "number"),
        "maximum": ("max",),
        "minimum": ("min",),
    }
    fits = isinstance(quantity, Measured) and quantity.measure.agg_type in does.get(function, ())
    return quantity if fits or (function == "sum" and isinstance(quantity, Counted)) else None


@rule("AGG QUANTITY", "QUANTITY", "average revenue per paying customer", bonus=-0.9)
def average_per_one(function: str, quantity: Quantity) -> Quantity | None:
    """A ratio is an average already; an average of a number by a group goes before it."""
    return (
        quantity if isinstance(quantity, Ratio) and not quantity.is_share and function == "average" else None
    )


@rule("AGGREGATED PER ~ENTITY", "QUANTITY", "average revenue per customer", bonus=0.6)
def average_per_entity(of: tuple[str, Quantity], _per: str, entity: Entity) -> Quantity | None:
    function, quantity = of
    if function == "sum":
        return None  # the total of each one

    if function == "average":
        adds_up = not isinstance(quantity, Measured) or quantity.measure.agg_type not in ("avg", "max", "min")
        return Ratio(quantity, Counted(entity)) if adds_up else None  # of an average each has its own

    return OverGroups(function, quantity, ByEntity(entity))


@rule("AGGREGATED PER ~GRAIN", "QUANTITY", "average revenue per month", bonus=0.6)
def average_per_unit(of: tuple[str, Quantity], _per: str, grain: str) -> Quantity | None:
    return None if grain == "auto" or of[0] == "sum" else OverGroups(of[0], of[1], ByTime(grain))


@rule("AGGREGATED PER SDIM", "QUANTITY", "average revenue per city", bonus=0.3)
def average_per_value(of: tuple[str, Quantity], _per: str, dimension: Concept) -> Quantity | None:
    return None if of[0] == "sum" else OverGroups(of[0], of[1], ByMember(dimension))


@rule("AGG GRAIN QUANTITY", "QUANTITY", "average monthly revenue", bonus=0.6)
def average_of_units(function: str, grain: str, quantity: Quantity) -> Quantity | None:
    return None if grain == "auto" or function == "sum" else OverGroups(function, quantity, ByTime(grain))


@rule("QUANTITY PER ENTITY ONAVERAGE", "QUANTITY", "orders per customer on average", bonus=0.6)
def per_entity_on_average(quantity: Quantity, _per: str, entity: Entity, _word: str) -> Quantity:
    """An average over the rows of a table is one per row anyway."""
    is_own = isinstance(quantity, Aggregated) and quantity.of.cube == entity.cube
    return quantity if is_own else Ratio(quantity, Counted(entity))


@rule("MEASURE PER ENTITY", "OWNRATIO", "fees per visit", bonus=1.2)
def amount_per_own_row(measure: Concept, _per: str, entity: Entity) -> Quantity | None:
    """An amount per row of its own table is an average, never a group for each row."""
    own = measure.cube == entity.cube and measure.agg_type == "sum"
    return Ratio(Measured(measure), Counted(entity)) if own else None


@rule("OWNRATIO", "QUANTITY", bonus=0.0)
def own_ratio(quantity: Quantity) -> Quantity:
    return quantity


@rule("MEASURE PER ENTITY", "QUANTITY", "revenue per customer by segment", bonus=0.4)
def amount_per_entity(measure: Concept, per: str, entity: Entity) -> Quantity | None:
    """An amount per entity is a group as a rule, and a ratio beside another group; `for each` only groups."""
    is_amount = per == "per" and measure.agg_type in ("sum", "number") and measure.cube != entity.cube
    return Ratio(Measured(measure), Counted(entity, is_active=True)) if is_amount else None


@rule("MEASURE PER ENTITY", "QUANTITY", "orders per customer", bonus=0.85)
def count_per_entity(measure: Concept, per: str, entity: Entity) -> Quantity | None:
    """A bare count per entity is a ratio; `number of orders per customer` and amounts are groups."""
    is_count = per == "per" and measure.agg_type == "count" and measure.cube != entity.cube
    return Ratio(Measured(measure), Counted(entity)) if is_count else None


@rule("QUANTITY PER ~MEASURE", "QUANTITY", "loans per active member", bonus=0.1)
def per_counted(above: Quantity, _per: str, below: Concept) -> Quantity | None:
    """What adds up is no group: it divides. An average of its own rows is one per row already."""
    if isinstance(above, Aggregated) and above.function in ("average", "median"):
        return above if below.cube == above.of.cube and below.name == "count" else None

    if isinstance(above, Measured) and above.measure.agg_type in ("avg", "min", "max"):
        return None  # by how many there are no average is divided: each of them has its own

    return Ratio(above, Measured(below)) if adds_up(below) and above != Measured(below) else None


@rule("NDIM PER ~MEASURE", "QUANTITY", "price per carat", bonus=0.6)
def column_per_counted(above: Concept, _per: str, below: Concept) -> Quantity | None:
    """Of two numbers of the same rows both are added up, also where the first is averaged as a rule.

    What is only counted is no number of these rows: a score per agent is that of each of them.
    """
    is_level = not above.primary_key and not above.is_amount and above.cube == below.cube
    return Ratio(Aggregated("sum", above), Measured(below)) if is_level and below.agg_type == "sum" else None


@rule("QUANTITY ~PER ~NUM ~MEASURE|ENTITY", "QUANTITY", "litres per 100 km", bonus=0.9)
def per_so_many(above: Quantity, _per: str, number: Decimal, below: Concept | Entity) -> Quantity | None:
    """A number for so many of something: a power of ten as a rule, and no period."""
    if isinstance(below, Concept) and not adds_up(below):
        return None

    of = as_quantity(Measured(below) if isinstance(below, Concept) else below)
    whole = number == int(number) and 1 < number <= _MOST_PER and not getattr(number, "unit", "")
    return Ratio(above, of, per=int(number)) if whole and of != above else None


@rule("ENTITY PER ~MEASURE", "QUANTITY", "orders per active customer", bonus=0.1)
def entities_per_counted(above: Entity, _per: str, below: Concept) -> Quantity | None:
    return Ratio(Counted(above), Measured(below)) if adds_up(below) and below.cube != above.cube else None


@rule("ENTITY PER ENTITY", "QUANTITY", "orders per customer", bonus=0.4)
def entities_per_entity(above: Entity, _per: str, below: Entity) -> Quantity | None:
    return None if above == below else Ratio(Counted(above), Counted(below))


@rule("QUANTITY RATIO ~QUANTITY", "QUANTITY", "refunds as % of revenue", bonus=0.9)
def as_share_of(above: Quantity, how: str, below: Quantity) -> Quantity | None:
    return Ratio(above, below, is_share=how == "ratio") if above != below else None


@rule("RATIOOF ~QUANTITY to|and|AND ~QUANTITY", "QUANTITY", "ratio of refunds to orders", bonus=0.8)
def ratio_of(_word: str, above: Quantity, _to: str, below: Quantity) -> Quantity:
    return Ratio(above, below)
