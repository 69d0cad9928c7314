"""The constructions of English questions over data; each with examples, which are its tests."""

from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.language.amounts import in_unit_of
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    AnyOf,
    Bound,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    Derived,
    Distinct,
    Entity,
    Exists,
    Group,
    IsIn,
    Measured,
    Missing,
    OnPart,
    OverGroups,
    Quantity,
    Rank,
    Ratio,
    Within,
    cubes_of,
)
from svcchat_magic.analyst.parsing.chart import Grammar

GRAMMAR = Grammar()
rule = GRAMMAR.rule

ROWS_OF_FACT = "record"  # the noun of what is counted where only how often is asked
AS_THE_NOUN = -1  # a limit: one row for `the best product`, several for `the best products`
_FUNCTIONS = ("average", "median", "sum", "maximum", "minimum")
_FLIPPED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "<>", "<>": "="}


@dataclass(frozen=True, slots=True)
class Ranked:
    """Groups in an order: `top 5 products by revenue`."""

    groups: tuple[Group, ...]
    rank: Rank
    is_judged: bool = False  # `best` and `worst`: which end that is depends on what is measured


@dataclass(frozen=True, slots=True)
class Compares:
    """Two or more values, or two periods, side by side."""

    conditions: tuple[Condition, ...]
    is_difference: bool = False


# ---------------------------------------------------------------- quantities

GRAMMAR.level()


@rule("MEASURE", "QUANTITY", "revenue", bonus=0.2)
def a_measure(measure: Concept) -> Quantity:
    return Measured(measure)


@rule("HOWMANY ~ENTITY", "QUANTITY", "how many customers", bonus=0.5)
def how_many(_word: str, entity: Entity) -> Quantity:
    return Counted(entity)


@rule("HOWMANY ~MEASURE", "QUANTITY", "how many refunds", "how much revenue", bonus=0.4)
def how_much(_word: str, measure: Concept) -> Quantity:
    return Measured(measure)


@rule("HOWMANY ~BDIM", "COUNTED", "number of first visits", bonus=0.5)
def how_many_true(_word: str, dimension: Concept) -> tuple[Quantity, Condition]:
    return Counted(Entity(dimension.cube)), IsIn(dimension, (True,))


@rule("HOWMANY DISTINCT ENTITY", "QUANTITY", "how many different customers", bonus=0.6)
def how_many_different_entities(_word: str, _distinct: str, entity: Entity) -> Quantity:
    return Counted(entity, is_active=True)


@rule("HOWMANY? COUNTED_ROWS", "QUANTITY", "count", "number of records", bonus=0.1)
def count_rows(_word: str | None, _rows: str) -> Quantity:
    return Counted(Entity(""))


@rule("ENTITY COUNTWORD", "QUANTITY", "order count", bonus=0.3)
def entity_count(entity: Entity, _word: str) -> Quantity:
    return Counted(entity)


@rule("DISTINCT ENTITY COUNTWORD?", "QUANTITY", "distinct customers", bonus=0.2)
def distinct_entities(_distinct: str, entity: Entity, _count: str | None) -> Quantity:
    return Counted(entity, is_active=True)


@rule("HOWMANY DISTINCT SDIM|TDIM|NDIM", "QUANTITY", "number of different countries", bonus=0.4)
def how_many_different(_word: str, _distinct: str, dimension: Concept) -> Quantity:
    return Distinct(dimension)


@rule("HOWMANY SDIM", "QUANTITY", "how many countries", bonus=0.3)
def how_many_values(_word: str, dimension: Concept) -> Quantity:
    return Distinct(dimension)


@rule("DISTINCT SDIM COUNTWORD?", "QUANTITY", "distinct countries", bonus=0.1)
def distinct_values(_distinct: str, dimension: Concept, _count: str | None) -> Quantity:
    return Distinct(dimension)


@rule("AGG ~NDIM", "QUANTITY", "average age", "median of the price", bonus=0.3)
def aggregate_of(function: str, dimension: Concept) -> Quantity | None:
    return None if dimension.primary_key else Aggregated(function, dimension)


@rule("NDIM ONAVERAGE", "QUANTITY", "price on average", bonus=0.1)
def average_behind(dimension: Concept, _word: str) -> Quantity | None:
    return None if dimension.primary_key else Aggregated("average", dimension)


@rule("HOWMANY NDIM ~ENTITY? ~ONAVERAGE", "QUANTITY", "how many seats do planes have on average", bonus=0.8)
def how_many_on_average(_word: str, dimension: Concept, _entity: Entity | None, _average: str) -> Quantity:
    return Aggregated("average", dimension)


@rule("LATEST ~TDIM", "QUANTITY", "latest order date", bonus=0.3)
def latest(end: str, dimension: Concept) -> Quantity:
    return Aggregated("maximum" if end == "desc" else "minimum", dimension)


@rule("AGG QUANTITY", "AGGREGATED", "average revenue", bonus=0.1)
def aggregate_of_quantity(function: str, quantity: Quantity) -> tuple[str, Quantity] | None:
    return (function, quantity) if isinstance(quantity, Measured | Counted) else None


GRAMMAR.level()


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


@rule("AGGREGATED PER ~ENTITY", "QUANTITY", "average revenue per customer", bonus=0.6)
def average_per_entity(of: tuple[str, Quantity], _per: str, entity: Entity) -> Quantity:
    function, quantity = of
    if function == "average":
        return Ratio(quantity, Counted(entity))

    return OverGroups(function, quantity, ByEntity(entity))


@rule("AGGREGATED PER ~GRAIN", "QUANTITY", "average revenue per month", bonus=0.6)
def average_per_unit(of: tuple[str, Quantity], _per: str, grain: str) -> Quantity | None:
    return None if grain == "auto" else OverGroups(of[0], of[1], ByTime(grain))


@rule("AGGREGATED PER SDIM", "QUANTITY", "average revenue per city", bonus=0.3)
def average_per_value(of: tuple[str, Quantity], _per: str, dimension: Concept) -> Quantity:
    return OverGroups(of[0], of[1], ByMember(dimension))


@rule("AGG GRAIN QUANTITY", "QUANTITY", "average monthly revenue", bonus=0.6)
def average_of_units(function: str, grain: str, quantity: Quantity) -> Quantity | None:
    return None if grain == "auto" or function == "sum" else OverGroups(function, quantity, ByTime(grain))


@rule("QUANTITY PER ENTITY ONAVERAGE", "QUANTITY", "orders per customer on average", bonus=0.6)
def per_entity_on_average(quantity: Quantity, _per: str, entity: Entity, _word: str) -> Quantity:
    return Ratio(quantity, Counted(entity))


@rule("MEASURE PER ENTITY", "OWNRATIO", "fees per visit", bonus=1.2)
def amount_per_own_row(measure: Concept, _per: str, entity: Entity) -> Quantity | None:
    """An amount per row of its own table is an average, never a group for each row."""
    own = measure.cube == entity.cube and measure.agg_type == "sum"
    return Ratio(Measured(measure), Counted(entity)) if own else None


@rule("OWNRATIO", "QUANTITY", bonus=0.0)
def own_ratio(quantity: Quantity) -> Quantity:
    return quantity


@rule("MEASURE PER ENTITY", "QUANTITY", "revenue per customer by segment", bonus=0.0)
def amount_per_entity(measure: Concept, _per: str, entity: Entity) -> Quantity | None:
    """An amount per entity is a group as a rule, and a ratio beside another group."""
    is_amount = measure.agg_type in ("sum", "number") and measure.cube != entity.cube
    return Ratio(Measured(measure), Counted(entity, is_active=True)) if is_amount else None


@rule("MEASURE PER ENTITY", "QUANTITY", "orders per customer", bonus=0.85)
def count_per_entity(measure: Concept, _per: str, entity: Entity) -> Quantity | None:
    """A bare count per entity is a ratio; `number of orders per customer` and amounts are groups."""
    is_count = measure.agg_type == "count" and measure.cube != entity.cube
    return Ratio(Measured(measure), Counted(entity)) if is_count else None


@rule("ENTITY PER ENTITY", "QUANTITY", "orders per customer", bonus=0.4)
def entities_per_entity(above: Entity, _per: str, below: Entity) -> Quantity | None:
    return None if above == below else Ratio(Counted(above), Counted(below))


@rule("QUANTITY RATIO ~QUANTITY", "QUANTITY", "refunds as % of revenue", bonus=0.6)
def as_share_of(above: Quantity, how: str, below: Quantity) -> Quantity | None:
    return Ratio(above, below, is_share=how == "ratio") if above != below else None


@rule("RATIOOF ~QUANTITY to|and|AND ~QUANTITY", "QUANTITY", "ratio of refunds to orders", bonus=0.8)
def ratio_of(_word: str, above: Quantity, _to: str, below: Quantity) -> Quantity:
    return Ratio(above, below)


# ---------------------------------------------------------------- conditions


@rule("ASKSWHEN ~LATEST? ~ENTITY", "LASTOF", "when was the last order", bonus=0.6)
def when_was(_when: str, end: str | None, entity: Entity) -> tuple[str, Entity]:
    return ("minimum" if end == "asc" else "maximum"), entity


@rule("EXTENT ~COVERED", "EXTENTOF", "what period does the data cover", bonus=1.0)
def extent_of(_period: str, _covered: str) -> tuple[str, Entity]:
    return "both", Entity("")


@rule("EXTENT ~ENTITY ~COVERED?", "EXTENTOF", "date range of the orders", bonus=0.8)
def extent_of_entity(_period: str, entity: Entity, _covered: str | None) -> tuple[str, Entity]:
    return "both", entity


@rule("LATEST ENTITY date|day", "LASTOF", "last order date", bonus=0.3)
def last_date_of(end: str, entity: Entity, _date: str) -> tuple[str, Entity]:
    return ("minimum" if end == "asc" else "maximum"), entity


GRAMMAR.level()


@rule("VALUE", "CONDITION", "Germany", bonus=0.1)
def a_value(value: IsIn) -> Condition:
    return value


@rule("DIM =|is|of|CMP? ~VALUE", "CONDITION", "country is Germany", bonus=0.4)
def dimension_is_value(dimension: Concept, sign: str | None, value: IsIn) -> Condition | None:
    if dimension != value.of or sign not in ("=", "is", "of", None, "<>"):
        return None

    return replace(value, negated=sign == "<>")


@rule("VALUE DIM", "CONDITION", "web channel", bonus=0.3)
def value_dimension(value: IsIn, dimension: Concept) -> Condition | None:
    return value if dimension == value.of else None


@rule("BDIM", "CONDITION", "active", bonus=0.05)
def is_true(dimension: Concept) -> Condition:
    return IsIn(dimension, (True,))


@rule("NDIM ~CMP ~NUM", "CONDITION", "age over 30", "price >= 10", bonus=0.6)
def number_compared(dimension: Concept, operator: str, number: Decimal) -> Condition | None:
    return _compared(dimension, operator, number)


@rule("CMP ~NUM NDIM", "CONDITION", "more than 30 nights", bonus=0.5)
def compared_number(operator: str, number: Decimal, dimension: Concept) -> Condition:
    return _compared(dimension, operator, number)


@rule("NDIM ~of|is|=|exactly? NUM", "CONDITION", "rating of 5", "rating 5", bonus=0.3)
def number_is(dimension: Concept, _word: str | None, number: Decimal) -> Condition | None:
    return _compared(dimension, "=", number)


@rule("NDIM ~BETWEEN NUM and|to|-|AND NUM", "CONDITION", "age between 20 and 30", bonus=0.8)
def number_between(
    dimension: Concept, _word: str, low: Decimal, _and: str, high: Decimal
) -> tuple[Condition, ...]:
    return Compared(dimension, ">=", min(low, high)), Compared(dimension, "<=", max(low, high))


@rule("NDIM ~NUM to|- NUM", "CONDITION", "age 25 to 34", bonus=0.6)
def number_from_to(dimension: Concept, low: Decimal, _to: str, high: Decimal) -> tuple[Condition, ...]:
    return Compared(dimension, ">=", min(low, high)), Compared(dimension, "<=", max(low, high))


@rule("NDIM ~NUM ORMORE", "CONDITION", "age 65 or older", bonus=0.6)
def number_or_more(dimension: Concept, number: Decimal, operator: str) -> Condition | None:
    return _compared(dimension, operator, number)


@rule("KDIM|ENTITY NUM", "CONDITION", "order number 1234", bonus=0.2)
def key_is(of: Concept | Entity, number: Decimal) -> Condition | None:
    return IsIn(of, (int(number),)) if isinstance(of, Concept) and number == int(number) else None


@rule("HOWMANY KDIM", "QUANTITY", "number of order ids", bonus=0.2)
def how_many_keys(_word: str, key: Concept) -> Quantity:
    return Distinct(key)


@rule("DIM ~MISSING", "CONDITION", "city is missing", bonus=0.5)
def is_missing(dimension: Concept, how: str) -> Condition:
    return Missing(dimension, negated=how == "present")


@rule("MISSING DIM", "CONDITION", "missing city", bonus=0.3)
def missing(how: str, dimension: Concept) -> Condition:
    return Missing(dimension, negated=how == "present")


@rule("WITHOUT SDIM|TDIM|NDIM", "CONDITION", "without a city", bonus=0.5)
def without_a(_without: str, dimension: Concept) -> Condition:
    return Missing(dimension)


@rule("SDIM ~CONTAINS TEXT", "CONDITION", "name contains 'pro'", bonus=0.8)
def contains(dimension: Concept, where: str, text: str) -> Condition:
    return Contains(dimension, text, where)


@rule("PERIOD", "WHEN", "in 2024", bonus=0.2)
def a_period(span: TimeSpan) -> TimeSpan:
    return span


@rule("TDIM ~PERIOD", "CONDITION", "order date in 2024", "signed up in May 2023", bonus=0.5)
def dated(time: Concept, span: TimeSpan) -> Condition:
    return Within(span.period, time)


@rule("WEEKDAYS", "CONDITION", "on weekends", bonus=0.2)
def on_weekdays(days: str) -> Condition:
    return OnPart("weekday", tuple(map(int, days)))


GRAMMAR.level()


@rule("CONDITION OR|AND CONDITION", "CONDITION", "Germany or France", bonus=0.35)
def one_of(left: Condition, _or: str, right: Condition) -> Condition | None:
    """Values of one dimension: `and` between them means either."""
    if not (isinstance(left, IsIn) and isinstance(right, IsIn)) or left.negated != right.negated:
        return None

    return IsIn(left.of, (*left.values, *right.values), left.negated) if left.of == right.of else None


@rule("CONDITION OR CONDITION", "CONDITION", "in Germany or over 65", bonus=0.2)
def any_of(left: Condition, _or: str, right: Condition) -> Condition | None:
    if isinstance(left, tuple) or isinstance(right, tuple) or one_of(left, "or", right):
        return None

    return AnyOf((left, right))


@rule("only|just ~CONDITION", "CONDITION", "only web", bonus=0.2)
def only_such(_only: str, condition: Condition) -> Condition:
    return condition


@rule("NOT ~CONDITION", "CONDITION", "not Germany", "except cancelled", bonus=0.5)
def negated(_not: str, condition: Condition) -> Condition | None:
    return _negated(condition)


@rule("NEITHER ~CONDITION ~NEITHER ~CONDITION", "CONDITION", "neither web nor phone", bonus=1.0)
def neither(_neither: str, left: Condition, _nor: str, right: Condition) -> tuple[Condition, ...] | None:
    both = _negated(left), _negated(right)
    return None if None in both else tuple(each for each in both if each is not None)


@rule("NOT ~WHEN", "CONDITION", "not in 2023", bonus=0.3)
def not_within(_not: str, span: TimeSpan) -> Condition:
    return Within(span.period, negated=True)


@rule(
    "ENTITY NEVER|WITHOUT ~ENTITY",
    "SUBJECT",
    "customers who never ordered",
    "products without orders",
    bonus=0.9,
)
def never(entity: Entity, _never: str, of: Entity) -> tuple[Entity, Condition] | None:
    return None if entity == of else (entity, Exists(of, negated=True, entity=entity))


@rule("ENTITY HAVE? ~ENTITY", "SUBJECT", "customers who ordered", bonus=0.0)
def has(entity: Entity, word: str | None, of: Entity) -> tuple[Entity, Condition] | None:
    return None if word is None or entity == of else (entity, Exists(of, entity=entity))


@rule("ENTITY NEVER|WITHOUT ~ENTITY ~PERIOD", "SUBJECT", "customers who did not order in 2024", bonus=1.3)
def never_within(entity: Entity, _never: str, of: Entity, span: TimeSpan) -> tuple[Entity, Condition] | None:
    return None if entity == of else (entity, Exists(of, (Within(span.period),), negated=True, entity=entity))


@rule(
    "ENTITY ~HAVE? ~ENTITY ~both? ~PERIOD AND PERIOD",
    "SUBJECT",
    "customers who ordered in 2023 and 2024",
    bonus=1.4,
)
def in_both(
    entity: Entity,
    _have: str | None,
    of: Entity,
    _both: str | None,
    first: TimeSpan,
    _and: str,
    second: TimeSpan,
) -> tuple[Entity, tuple[Condition, ...]] | None:
    if entity == of:
        return None

    return entity, tuple(Exists(of, (Within(each.period),), entity=entity) for each in (first, second))


@rule("ENTITY ~HAVE? ~ENTITY ~PERIOD", "SUBJECT", "customers who ordered in 2024", bonus=0.5)
def has_within(
    entity: Entity, word: str | None, of: Entity, span: TimeSpan
) -> tuple[Entity, Condition] | None:
    if entity == of or word is None:
        return None

    return entity, Exists(of, (Within(span.period),), entity=entity)


@rule(
    "ENTITY ~HAVE? ~ENTITY ~PERIOD but|and|AND NOT ~PERIOD",
    "SUBJECT",
    "customers who ordered in 2023 but not in 2024",
    bonus=1.4,
)
def in_one_only(
    entity: Entity, _have: str | None, of: Entity, first: TimeSpan, _but: str, _not: str, second: TimeSpan
) -> tuple[Entity, tuple[Condition, ...]] | None:
    if entity == of:
        return None

    inside = Exists(of, (Within(first.period),), entity=entity)
    return entity, (inside, Exists(of, (Within(second.period),), negated=True, entity=entity))


@rule("CONDITION ENTITY", "SUBJECT", "cancelled orders", bonus=0.25)
def kind_of_entity(condition: Condition, entity: Entity) -> tuple[Entity, Condition] | None:
    return entity, condition


@rule("ENTITY ~CONDITION", "SUBJECT", "customers from Germany", bonus=0.2)
def entity_with(entity: Entity, condition: Condition) -> tuple[Entity, Condition]:
    return entity, condition


# ---------------------------------------------------------------- quantities with conditions

GRAMMAR.level()


@rule("HOWMANY ~SUBJECT", "COUNTED", "how many cancelled orders", bonus=0.05)
def how_many_such(_word: str, of: tuple[Entity, Condition]) -> tuple[Quantity, Condition]:
    return Counted(of[0]), of[1]


@rule("SHARE ~SUBJECT", "QUANTITY", "what share of orders were cancelled", bonus=0.8)
def share_of_such(_share: str, of: tuple[Entity, Condition]) -> Quantity:
    entity, condition = of
    return Ratio(Counted(entity, _conditions(condition)), Counted(entity), is_share=True)


@rule("SHARE ~QUANTITY ~CONDITION", "QUANTITY", "what share of revenue comes from Germany", bonus=0.7)
def share_from(_share: str, quantity: Quantity, condition: Condition) -> Quantity | None:
    if not isinstance(quantity, Measured | Counted):
        return None

    return Ratio(replace(quantity, where=_conditions(condition)), quantity, is_share=True)


@rule("CONDITION ENTITY RATIO? ~SHARE", "QUANTITY", "cancelled orders share", bonus=0.2)
def such_share(condition: Condition, entity: Entity, _ratio: str | None, _share: str) -> Quantity:
    return Ratio(Counted(entity, _conditions(condition)), Counted(entity), is_share=True)


# ---------------------------------------------------------------- groups

GRAMMAR.level()


@rule("DIM", "GROUPABLE", bonus=0.0)
def groupable_member(dimension: Concept) -> Group | None:
    return ByMember(dimension) if dimension.type != "time" else ByTime("auto", dimension)


@rule("ENTITY", "GROUPABLE", bonus=0.0)
def groupable_entity(entity: Entity) -> Group:
    return ByEntity(entity)


@rule("GRAIN", "GROUPABLE", bonus=0.05)
def groupable_unit(grain: str) -> Group | None:
    return ByTime(grain) if grain != "auto" else None


@rule("PART", "GROUPABLE", bonus=0.1)
def groupable_part(part: str) -> Group:
    return ByPart(part)


@rule("TDIM GRAIN", "GROUPABLE", "order month", bonus=0.3)
def groupable_time_unit(time: Concept, grain: str) -> Group | None:
    return ByTime(grain, time) if grain != "auto" else None


@rule("GRAIN of TDIM", "GROUPABLE", "month of order date", bonus=0.4)
def groupable_unit_of_time(grain: str, _of: str, time: Concept) -> Group | None:
    return ByTime(grain, time) if grain != "auto" else None


@rule("PART of TDIM", "GROUPABLE", "weekday of order date", bonus=0.4)
def groupable_part_of_time(part: str, _of: str, time: Concept) -> Group:
    return ByPart(part, time)


@rule("NDIM ~BUCKET of? NUM?", "GROUPABLE", "age buckets of 10", bonus=0.4)
def groupable_bucket(dimension: Concept, _word: str, _of: str | None, width: Decimal | None) -> Group | None:
    return ByBucket(dimension, width or Decimal(10)) if not width or width > 0 else None


GRAMMAR.level()


@rule("REFER GROUPABLE", "REFERRED", "that doctor", bonus=0.6)
def referred(_that: str, group: Group) -> Group | None:
    return group if isinstance(group, ByMember | ByEntity) else None


@rule("BY ~GROUPABLE", "GROUPS", "by country", "per month", bonus=0.4)
def by(_by: str, group: Group) -> tuple[Group, ...]:
    return (group,)


@rule("GROUPS AND ~GROUPABLE", "GROUPS", "by country and category", bonus=0.4)
def by_and(groups: tuple[Group, ...], _and: str, group: Group) -> tuple[Group, ...] | None:
    return (*groups, group) if group not in groups else None


@rule("GROUPS GROUPS", "GROUPS", "by country by month", bonus=0.1)
def by_by(left: tuple[Group, ...], right: tuple[Group, ...]) -> tuple[Group, ...] | None:
    return (*left, *right) if not set(left) & set(right) else None


@rule("WHICH|WHATIS ~GROUPABLE", "ASKED", "which country", bonus=0.2)
def which(_which: str, group: Group) -> Group:
    return group


# ---------------------------------------------------------------- ranks

GRAMMAR.level()


@rule("SUPER NUM? GROUPABLE", "RANKED", "top 5 products", "best month", bonus=0.5)
def top(way: str, count: Decimal | None, group: Group) -> Ranked | None:
    return _ranked(group, way, count, None)


@rule("SUPER? NUM? OFTEN GROUPABLE", "RANKED", "the busiest month", "top 5 most popular products", bonus=0.6)
def most_often(_top: str | None, count: Decimal | None, way: str, group: Group) -> Ranked | None:
    return _ranked(group, way, count, Counted(Entity("", ROWS_OF_FACT)))


@rule("ASKED ~NUM? OFTEN", "RANKED", "which month was the busiest", bonus=0.7)
def which_most_often(group: Group, count: Decimal | None, way: str) -> Ranked | None:
    return _ranked(group, way, count, Counted(Entity("", ROWS_OF_FACT)))


@rule("NUM SUPER GROUPABLE", "RANKED", "5 best products", bonus=0.5)
def number_top(count: Decimal, way: str, group: Group) -> Ranked | None:
    return _ranked(group, way, count, None)


@rule("SUPER NUM? SUPER GROUPABLE", "RANKED", "top 5 best selling products", bonus=0.4)
def top_best(way: str, count: Decimal | None, _best: str, group: Group) -> Ranked | None:
    return _ranked(group, way, count, None)


@rule("ASKED ~SUPER ~QUANTITY|ENTITY", "RANKED", "which category has the highest revenue", bonus=0.8)
def which_has_most(group: Group, way: str, quantity: Quantity | Entity) -> Ranked | None:
    return _ranked(group, way, None, quantity)


@rule(
    "NUM? GROUPABLE ~HAVE ~SUPER ~QUANTITY|ENTITY",
    "RANKED",
    "the category with the highest revenue",
    bonus=0.8,
)
def with_most(
    count: Decimal | None, group: Group, _with: str, way: str, quantity: Quantity | Entity
) -> Ranked | None:
    return _ranked(group, way, count, quantity)


@rule("ASKED ~SUPER", "RANKED", "which customers spent the most", bonus=0.3)
def which_most(group: Group, way: str) -> Ranked | None:
    return _ranked(group, way, None, None)


@rule(
    "WHICH|WHATIS NUM ~GROUPABLE ~SUPER ~QUANTITY|ENTITY?",
    "RANKED",
    "which three countries sell least",
    bonus=0.6,
)
def which_number_most(
    _which: str, count: Decimal, group: Group, way: str, quantity: Quantity | Entity | None
) -> Ranked | None:
    return _ranked(group, way, count, quantity)


@rule("NUM GROUPABLE ~SUPER", "RANKED", "the three countries where we sell least", bonus=0.4)
def number_most(count: Decimal, group: Group, way: str) -> Ranked | None:
    return _ranked(group, way, count, None)


@rule("ASKED ~SUPER? GROWTH SUPER?", "GREW", "which category grew the most", bonus=1.2)
def which_grew(group: Group, way: str | None, growth: str, _most: str | None) -> tuple[Group, Derived]:
    rising = {"up": True, "down": False}.get(growth, way not in ("asc", "worst"))
    return group, Derived("change", descending=rising)


@rule("GROWTH ~GROUPABLE", "GREW", "fastest growing category", bonus=0.3)
def growing_group(growth: str, group: Group) -> tuple[Group, Derived] | None:
    return None if growth == "any" else (group, Derived("change", descending=growth == "up"))


@rule("SUPER QUANTITY", "HIGHEST", "highest revenue", bonus=0.2)
def highest(way: str, quantity: Quantity) -> Rank:
    return Rank(way in ("desc", "best"), None, quantity)


GRAMMAR.level()


@rule("RANKED by|BY|SORT ~QUANTITY|ENTITY", "RANKED", "top 5 products by revenue", bonus=0.6)
def top_by(ranked: Ranked, _by: str, quantity: Quantity | Entity) -> Ranked | None:
    if ranked.rank.by is not None:
        return None

    return replace(ranked, rank=replace(ranked.rank, by=_quantity(quantity)))


@rule("RANKED ~in|for|of|by ~HIGHEST", "RANKED", bonus=0.3)
def top_of_highest(ranked: Ranked, _in: str, highest: Rank) -> Ranked | None:
    return None if ranked.rank.by else replace(ranked, rank=replace(ranked.rank, by=highest.by))


@rule("RANKED ~EACH ~GROUPABLE", "RANKED", "best two products of each category", bonus=0.7)
def top_within(ranked: Ranked, _each: str, group: Group) -> Ranked | None:
    return _within(ranked, group)


GRAMMAR.level()


@rule("RANKED by|BY|SORT ~QUANTITY|ENTITY", "RANKED", "top 2 products per category by revenue", bonus=0.6)
def top_within_by(ranked: Ranked, _by: str, quantity: Quantity | Entity) -> Ranked | None:
    return top_by(ranked, _by, quantity)


@rule("EACH ~GROUPABLE ~RANKED", "RANKED", "for each region the top 3 products", bonus=0.7)
def each_top(_each: str, group: Group, ranked: Ranked) -> Ranked | None:
    return _within(ranked, group)


@rule("SORT ~QUANTITY|ENTITY ORDER?", "SORTED", "sorted by revenue descending", bonus=0.4)
def sorted_by(_sort: str, quantity: Quantity | Entity, way: str | None) -> Rank:
    return Rank(way != "asc", None, _quantity(quantity))


@rule("SUPER NUM?", "BARERANK", "the worst 3", bonus=0.0)
def bare_rank(way: str, count: Decimal | None) -> Rank | None:
    whole = count is None or (0 < count <= 10_000 and count == int(count))
    return Rank(way in ("desc", "best"), int(count) if count is not None else 1) if whole else None


@rule("by|BY ~QUANTITY", "BYQUANTITY", "by units", bonus=0.1)
def by_quantity(_by: str, quantity: Quantity) -> Quantity:
    return quantity


@rule("all SDIM", "RELEASE", "all countries", bonus=0.3)
def all_of(_all: str, dimension: Concept) -> Concept:
    return dimension


@rule("ISSORTED ORDER", "SORTED", "sorted descending", bonus=0.2)
def sorted_in_order(_sorted: str, way: str) -> Rank:
    return Rank(way == "desc")


@rule("ORDER", "SORTED", "descending", bonus=0.2)
def in_order(way: str) -> Rank:
    return Rank(way == "desc")


# ---------------------------------------------------------------- bounds on quantities

GRAMMAR.level()


@rule("QUANTITY ~CMP ~NUM", "BOUND", "revenue over 10k", bonus=0.7)
def quantity_bound(quantity: Quantity, operator: str, number: Decimal) -> Bound:
    return Bound(operator, number, quantity)


@rule("QUANTITY ~CMP ~PCT", "BOUND", "refund rate over 5%", bonus=0.8)
def quantity_bound_percent(quantity: Quantity, operator: str, number: Decimal) -> Bound:
    return Bound(operator, number / 100, quantity)


@rule("CMP ~NUM QUANTITY|ENTITY", "BOUND", "more than 10 orders", "over 10k in revenue", bonus=0.7)
def bound_quantity(operator: str, number: Decimal, quantity: Quantity | Entity) -> Bound:
    return Bound(operator, number, _quantity(quantity))


@rule("NUM ORMORE QUANTITY|ENTITY", "BOUND", "10 or more orders", bonus=0.7)
def bound_or_more(number: Decimal, operator: str, quantity: Quantity | Entity) -> Bound:
    return Bound(operator, number, _quantity(quantity))


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


# ---------------------------------------------------------------- derived

GRAMMAR.level()


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
    return quantity, _change(way)


@rule("GROWTH ~ENTITY", "CHANGED", "growth in tickets", bonus=0.3)
def growth_of_entity(way: str, entity: Entity) -> tuple[Quantity, Derived]:
    return Counted(entity), _change(way)


@rule("HOWMANY? ~ENTITY ~GROWTH", "CHANGED", "how did tickets grow", bonus=0.2)
def entity_growth(_word: str | None, entity: Entity, way: str) -> tuple[Quantity, Derived]:
    return Counted(entity), _change(way)


@rule("QUANTITY ~GROWTH", "CHANGED", "revenue growth", "did revenue change", bonus=0.4)
def quantity_growth(quantity: Quantity, way: str) -> tuple[Quantity, Derived]:
    return quantity, _change(way)


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


# ---------------------------------------------------------------- lists

GRAMMAR.level()


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


def _compared(dimension: Concept, operator: str, number: Decimal) -> Condition | None:
    fitting = in_unit_of(number, (dimension.name, dimension.title))
    return None if fitting is None else Compared(dimension, operator, fitting)


def _conditions(condition: Condition | tuple[Condition, ...]) -> tuple[Condition, ...]:
    return condition if isinstance(condition, tuple) else (condition,)


def _negated(condition: object) -> Condition | None:
    match condition:
        case IsIn() | Contains() | Missing() | Within() | OnPart() | Exists():
            return replace(condition, negated=not condition.negated)
        case Compared():
            return replace(condition, operator=_FLIPPED[condition.operator])
        case _:
            return replace(condition, negated=True) if hasattr(condition, "negated") else None


def _quantity(of: Quantity | Entity) -> Quantity:
    return Counted(of) if isinstance(of, Entity) else of


def _ranked(group: Group, way: str, count: Decimal | None, by: Quantity | Entity | None) -> Ranked | None:
    if count is not None and not (0 < count <= 10_000 and count == int(count)):
        return None

    if isinstance(group, ByMember) and group.of.type == "number" and not group.of.primary_key:
        return None  # the longest distance is a number, not a group

    limit = int(count) if count is not None else AS_THE_NOUN
    rank = Rank(way in ("desc", "best"), limit, None if by is None else _quantity(by))
    return Ranked((group,), rank, is_judged=way in ("best", "worst"))


def _within(ranked: Ranked, group: Group) -> Ranked | None:
    if group in ranked.groups or ranked.rank.within:
        return None

    return replace(ranked, groups=(group, *ranked.groups), rank=replace(ranked.rank, within=(group,)))


def _change(way: str) -> Derived:
    return Derived("change", descending={"up": True, "down": False}.get(way))


TOP = (
    "QUANTITY",
    "COUNTED",
    "GROUPS",
    "ASKED",
    "CONDITION",
    "WHEN",
    "RANKED",
    "HIGHEST",
    "SORTED",
    "BOUND",
    "SUCH",
    "SUBJECT",
    "SHARED",
    "CHANGED",
    "RUN",
    "COMPARED",
    "LISTED",
    "LISTEDSUCH",
    "VALUESOF",
    "ENTITY",
    "DIM",
    "GRAIN",
    "PART",
    "LASTOF",
    "DATED",
    "EXTENTOF",
    "GREW",
    "AGAINST",
    "GROWTH",
    "SHARE",
    "COMPARE",
    "CHART",
    "WHY",
    "ALSO",
    "ASPERCENT",
    "CHATTER",
    "ONAVERAGE",
    "BARERANK",
    "FUTURE",
    "COMMAND",
)
FOLLOWING = (*TOP, "EDIT", "SHIFT", "RELEASE", "BYQUANTITY", "REFERRED", "PRONOUN")  # fmt: skip
