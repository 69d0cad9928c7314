"""Averages, medians, spreads and percentiles of columns, alone or several of them, and lengths of time."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import OVER_GROUPS, all_conditions, is_high, sums_rows
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.date_names import has_hours
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.natural_amounts import Sized
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.functions import PERCENTILE
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    ByMember,
    Concept,
    Condition,
    Counted,
    Entity,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)

Column = tuple[Concept, Concept]  # a measure with the numeric dimension that it aggregates

_DISTANCES = frozenset(
    {"distance", "km", "kilometer", "mile", "speed", "pace"}
)  # as long as they are, they take no time
Stretch = tuple[Concept, Concept]  # two times of the same rows
ELAPSED = ("minute", "hour", "day", "month", "year")  # in which the time between two moments is told
AGGREGATES = Grammar()
rule = AGGREGATES.rule

AGGREGATES.level()


@rule("NDIM NDIM", "NDIM", "star rating", bonus=0.3)
def one_number(one: Concept, other: Concept) -> Concept | None:
    """Two words beside each other for the same number are one noun."""
    return one if one == other else None


AGGREGATES.level()


@rule("MEASURE count", "QUANTITY", "word count", bonus=0.6)
def amount_count(measure: Concept, _count: str) -> Quantity | None:
    """What is added up and is no money is a count of it."""
    adds = measure.agg_type in ("sum", "count") and measure.format != "currency" and not sums_rows(measure)
    return Measured(measure) if adds else None


@rule("AGG ~MCOL", "QUANTITY", "median gift, beside a measure Average gift", bonus=0.38)
def aggregate_of_column(function: str, column: Column) -> Quantity | None:
    """What a measure averages can have a median too; the highest of a sum is another question."""
    measure, dimension = column
    is_end = measure.agg_type == "avg" and function in ("maximum", "minimum")
    return Aggregated(function, dimension) if is_end or _is_spread(function) else None


@rule("AGG ~MEASURE", "QUANTITY", "median order value, beside a measure Average order value", bonus=0.38)
def ratio_of_each(function: str, measure: Concept) -> Quantity | None:
    """A ratio that is told of the average row has a value of each row."""
    title, rows = phrase_of(measure.title), phrase_of(measure.cube)
    is_of_each = measure.agg_type == "number" and "average" in title and rows[-1] in title
    is_place = function in ("median", "maximum", "minimum") or function.startswith(PERCENTILE)
    fits = is_of_each and is_place
    return OverGroups(function, Measured(measure), ByEntity(Entity(measure.cube))) if fits else None


@rule("SUPER|LONGEST ~MEASURE", "QUANTITY", "highest order value", bonus=0.3)
def end_of_each(way: str, measure: Concept) -> Quantity | None:
    return ratio_of_each("maximum" if is_high(way) else "minimum", measure)  # type: ignore[no-any-return]


@rule("AGG ~ENTITY NDIM", "QUANTITY", "median appointment length", bonus=-0.25)
def aggregate_of_entitys(function: str, entity: Entity, dimension: Concept) -> Quantity | None:
    is_own = dimension.cube == entity.cube and not dimension.primary_key
    return Aggregated(function, dimension) if is_own else None


@rule("AGG ~ENTITY MCOL", "QUANTITY", "median visit length, beside a measure Average length", bonus=0.4)
def aggregate_of_entitys_column(function: str, entity: Entity, column: Column) -> Quantity | None:
    return aggregate_of_column(function, column) if column[1].cube == entity.cube else None


@rule("AGG ~NDIM PER ~ENTITY", "QUANTITY", "average minutes per visit", bonus=1.3)
def aggregate_per_own_row(function: str, dimension: Concept, _per: str, entity: Entity) -> Quantity | None:
    """A number of each row has nothing to be grouped by it."""
    is_own = dimension.cube == entity.cube and not dimension.primary_key
    return Aggregated(function, dimension) if is_own and function != "sum" else None


@rule("AGG ~WORTH", "QUANTITY", "average order value, of the lines of the orders", bonus=0.5)
def worth_of_each(function: str, worth: tuple[Concept, Entity]) -> Quantity | None:
    measure, entity = worth
    is_of_others = measure.cube != entity.cube and function == "average"
    return Ratio(Measured(measure), Counted(entity, is_active=True)) if is_of_others else None


@rule("what|much do|doe|did ~SIZED cost us|we|me|you|ENTITY|DIM? ~ONAVERAGE", "QUANTITY",
      "what does a job cost the client on average", bonus=2.0)  # fmt: skip
def cost_of_one(
    _what: str, _does: str, sized: Sized, _cost: str, _whom: Entity | Concept | None, average: str
) -> Quantity | None:
    """What one comes to, on average."""
    is_money = sized.is_money and sized.amount is not None
    is_money &= sized.counted_by is None or sized.is_told
    return Aggregated(average, sized.amount) if is_money and sized.amount is not None else None


@rule("what|much do|doe|did ~VALUE SIZED cost us|we|me|you|ENTITY|DIM? ~ONAVERAGE", "COUNTED",
      "what does a rush job cost on average", bonus=2.0)  # fmt: skip
def cost_of_such(
    _what: str, _does: str, kept: Condition, sized: Sized, _cost: str, _whom: object, average: str
) -> tuple[Quantity, Condition] | None:
    quantity: Quantity | None = cost_of_one("what", "does", sized, "cost", None, average)
    return None if quantity is None else (quantity, kept)


@rule("AGG ~ONESIZED", "QUANTITY", "average donation", "average rating", bonus=0.5)
def aggregate_of_each(function: str, rows: Sized) -> Quantity | None:
    """Of one record its amount, or its mark; what an average person is nobody knows."""
    is_of_all = rows.counted_by is None and not is_person(ByEntity(rows.entity))
    is_of_rows = is_of_all or rows.is_told
    return Aggregated(function, rows.amount) if rows.amount and is_of_rows and function != "sum" else None


@rule("AGG value|amount|worth of a|an|each|one ~SIZED", "QUANTITY", "average value of a quote", bonus=2.0)
def aggregate_of_one(function: str, _value: str, _of: str, _one: str, rows: Sized) -> Quantity | None:
    found: Quantity | None = aggregate_of_each(function, rows)
    return found


@rule("AGG ~VALUE ONESIZED", "QUANTITY", "average completed payment", bonus=0.7)
def aggregate_of_such(function: str, condition: Condition, rows: Sized) -> Quantity | None:
    """Of the records that are such."""
    found: Quantity | None = aggregate_of_each(function, rows)
    return replace(found, where=all_conditions(condition)) if isinstance(found, Aggregated) else None


@rule(
    "MEASURE size|value|amount", "QUANTITY", "average grant size, beside a measure Average grant", bonus=0.5
)
def average_of_each(measure: Concept, _size: str) -> Quantity | None:
    """What one of them comes to on average is its size, whatever the measure is called."""
    is_average = "average" in phrase_of(measure.title) and measure.format == "currency"
    return Measured(measure) if is_average else None


@rule("AGG AND AGG", "AGGS", "min and max", bonus=0.2)
def two_functions(first: str, _and: str, second: str) -> tuple[str, ...] | None:
    return (first, second) if first != second else None


@rule("AGGS AND AGG", "AGGS", "min, max and average", bonus=0.2)
def more_functions(known: tuple[str, ...], _and: str, function: str) -> tuple[str, ...] | None:
    return None if function in known else (*known, function)


@rule(
    "DURATION ~AGG? ~ENTITY ~last? ~ONAVERAGE?", "QUANTITY", "how long do visits last on average", bonus=0.5
)
def how_long(
    duration: Said, function: str | None, entity: Entity, _last: str | None, _average: str | None
) -> Quantity | None:
    """The one number of its rows that tells a length of time; of two nobody knows which is meant."""
    of = (each for each in duration.of if isinstance(each, Concept) and each.cube == entity.cube)
    own = [each for each in of if _DISTANCES.isdisjoint(phrase_of(f"{each.name} {each.title}"))]
    columns = [each for each in own if each.kind == "dimension" and not each.primary_key]
    means = [each for each in own if each.agg_type == "avg"]
    if len(means) == 1 and len(columns) <= 1 and function in (None, "average"):
        return Measured(means[0])

    return Aggregated(function or "average", columns[0]) if len(columns) == 1 and not means else None


AGGREGATES.level()


@rule("between|from ~ENTITY? ~TDIM|MOMENT to|until|till|and|AND ~ENTITY|somebody|someone|it|they|them? "
      "~getting|being|gets|becoming? ~TDIM|MOMENT",
      "STRETCH", "from order to delivery", "between issuing an invoice and getting paid",
      bonus=0.5)  # fmt: skip
def from_one_to_another(
    _from: str,
    _whose: Entity | None,
    start: Concept,
    _to: str,
    _of: Entity | str | None,
    _getting: str | None,
    end: Concept,
) -> Stretch | None:
    """Two times of the same rows."""
    return (start, end) if start.cube == end.cube and start != end else None


@rule("between|from ~ENTITY? ~TDIM|MOMENT to|until|till|and|AND ~ENTITY? ~TDIM|MOMENT",
      "STRETCH", "from order to delivery, of deliveries of orders", bonus=-0.1)  # fmt: skip
def from_one_to_that_of_others(
    _from: str, _whose: Entity | None, start: Concept, _to: str, _of: Entity | None, end: Concept
) -> Stretch | None:
    """Of rows that belong to others which have the other time."""
    return (start, end) if start.cube != end.cube else None


@rule("to ~MOMENT ~ENTITY? ~after ~ENTITY? ~MOMENT", "STRETCH", "to finish after enrolling", bonus=1.8)
def to_one_after_another(
    _to: str, end: Concept, _what: Entity | None, _after: str, _whose: Entity | None, start: Concept
) -> Stretch | None:
    return (start, end) if start.cube == end.cube and start != end else None


@rule("STRETCH , ~counted|counting|measured|starting|calculated? from|since ~ENTITY? ~TDIM|MOMENT",
      "STRETCH", "to pay, counted from the invoice date", bonus=0.9)  # fmt: skip
def counted_from(
    stretch: Stretch, _mark: str, _counted: str | None, _from: str, _whose: Entity | None, start: Concept
) -> Stretch | None:
    """Where the time that is told begins."""
    end = stretch[1]
    return (start, end) if start.cube == end.cube and start != end else None


@rule("AGGS ~NDIM", "SEVERAL", "min, max and average price", bonus=0.5)
def several_aggregates(functions: tuple[str, ...], dimension: Concept) -> tuple[Quantity, ...] | None:
    return None if dimension.primary_key else tuple(Aggregated(each, dimension) for each in functions)


@rule("AGGS ~MCOL", "SEVERAL", "mean and median gift", bonus=0.5)
def several_of_column(functions: tuple[str, ...], column: Column) -> tuple[Quantity, ...]:
    measure, dimension = column
    told = "average" if measure.agg_type == "avg" else ""
    return tuple(Measured(measure) if each == told else Aggregated(each, dimension) for each in functions)


AGGREGATES.level()


@rule("AGG? ~ELAPSED ~INUNIT? ~ENTITY? ~STRETCH ~ONAVERAGE?", "QUANTITY", "days between order and delivery",
      bonus=0.9)  # fmt: skip
def time_between(
    function: str | None,
    unit: str,
    told_in: str | None,
    _whose: Entity | None,
    stretch: Stretch,
    _average: str | None,
) -> Quantity | None:
    """In days, where these are asked for or one of the times has no hour; else in the unit that is said."""
    start, end = stretch
    if told_in not in (None, *ELAPSED):
        return None

    in_days = unit == "time" and not (has_hours(start) and has_hours(end))
    told = told_in or ("day" if in_days else "" if unit == "time" else unit)
    return None if function == "sum" else Aggregated(function or "average", end, since=start, unit=told)


@rule("ELAPSED|DURATION ~ONAVERAGE? pass|passed|passes|elapse|elapsed|lie|go|goes|went by? "
      "~ONAVERAGE? ~STRETCH ~ONAVERAGE?", "QUANTITY",
      "how many days pass between order and delivery", bonus=1.5)  # fmt: skip
def time_that_passes(
    unit: str | Said,
    _before: str | None,
    _passes: str,
    _by: str | None,
    _then: str | None,
    stretch: Stretch,
    average: str | None,
) -> Quantity | None:
    """Whatever else is called a pass in the data."""
    told = unit if isinstance(unit, str) else "time"
    return time_between(None, told, None, None, stretch, average)  # type: ignore[no-any-return]


@rule("DURATION ~ONAVERAGE? ~ENTITY|DIM? ~STRETCH ~ONAVERAGE?", "QUANTITY", "how long from order to delivery",
      bonus=1.1)  # fmt: skip
def how_long_between(
    _long: Said, average: str | None, whose: Entity | Concept | None, stretch: Stretch, also: str | None
) -> Quantity | None:
    """Who takes so long may be told by a name in the rows: how long do customers take."""
    if isinstance(whose, Concept) and not is_person(ByMember(whose)):
        return None

    return time_between(None, "time", None, None, stretch, average or also)  # type: ignore[no-any-return]


def _is_spread(function: str) -> bool:
    """Whether no measure that adds up or averages can stand for it."""
    return function == "median" or function not in OVER_GROUPS
