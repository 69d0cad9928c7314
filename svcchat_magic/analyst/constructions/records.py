"""Lists of records: the first few of them by a field, the latest ones, those of some size."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import (
    RankedRows,
    all_compared,
    is_high,
    largest_rows,
    latest_rows,
    number_condition,
    ranked_rows,
)
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.adjectives import Measures
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.natural_amounts import Sized
from svcchat_magic.analyst.meaning.tree import (
    Compared,
    Concept,
    Condition,
    CountedBy,
    Entity,
    IsIn,
    Measured,
    Quantity,
    Ratio,
)

_OF_AGE = ("", "year", "year old")
_OF_DAYS = ("day", "week", "month")  # of what is that old: older tickets were opened before
SizedSuch = tuple[Sized, tuple[Condition, ...]]
RECORDS = Grammar()
rule = RECORDS.rule

RECORDS.level()


@rule("NUM? MOSTADJ NUM? ~ENTITY", "RANKEDROWS", "the cheapest product", "5 oldest customers", bonus=0.9)
def most_of_entity(
    number: Decimal | None, most: Measures, count: Decimal | None, entity: Entity
) -> RankedRows | None:
    return ranked_rows(entity, most.of, number or count, descending=most.descending)


@rule("WHICH|WHATIS NUM? ~ENTITY ~MOSTADJ", "RANKEDROWS", "which product is the cheapest", bonus=1.0)
def which_is_most(_which: str, count: Decimal | None, entity: Entity, most: Measures) -> RankedRows | None:
    return ranked_rows(entity, most.of, count, descending=most.descending)


@rule(
    "NUM? ENTITY ~HAVE ~SUPER|LONGEST ~NDIM|TDIM", "RANKEDROWS", "product with the highest price", bonus=0.9
)
def with_highest(
    count: Decimal | None, entity: Entity, _with: str, way: str, of: Concept
) -> RankedRows | None:
    return ranked_rows(entity, of, count, descending=is_high(way))


@rule("WHICH|WHATIS NUM? ~ENTITY ~HAVE? ~SUPER|LONGEST ~NDIM|TDIM", "RANKEDROWS",
      "which flight had the longest trip", bonus=1.0)  # fmt: skip
def which_has_highest(
    _which: str, count: Decimal | None, entity: Entity, _have: str | None, way: str, of: Concept
) -> RankedRows | None:
    return ranked_rows(entity, of, count, descending=is_high(way))


@rule("SUPER NUM? ~ENTITY by|BY|SORT ~NDIM|TDIM", "RANKEDROWS", "top 5 products by list price", bonus=0.9)
def top_by_field(way: str, count: Decimal | None, entity: Entity, _by: str, of: Concept) -> RankedRows | None:
    return ranked_rows(entity, of, count, descending=is_high(way))


@rule("NUM? LATEST NUM? ~ENTITY", "RANKEDROWS", "the latest 5 orders", "last order", bonus=0.55)
def latest_of_entity(
    number: Decimal | None, end: str, count: Decimal | None, entity: Entity
) -> RankedRows | None:
    return latest_rows(entity, number or count, end)


@rule("NUM? ENTITY ~DATED|DATEDLIKE LATEST", "RANKEDROWS", "8 members that joined most recently", bonus=0.9)
def done_latest(count: Decimal | None, entity: Entity, time: Concept, end: str) -> RankedRows | None:
    """The rows to which it happened last, by the date of that."""
    return ranked_rows(entity, time, count, descending=end == "desc") if time.cube == entity.cube else None


@rule("NUM? LATEST NUM? ~MEASURE", "RANKEDROWS", "the latest 5 open complaints", bonus=0.5)
def latest_counted(
    number: Decimal | None, end: str, count: Decimal | None, measure: Concept
) -> RankedRows | None:
    """Rows that a measure counts; what adds up has no latest ones."""
    rows = latest_rows(Entity(measure.cube), number or count, end) if measure.agg_type == "count" else None
    return rows and replace(rows, where=(CountedBy(measure),))


@rule("NUM? SIZE NUM? SIZED", "RANKEDROWS", "the 5 largest invoices", "highest fines", bonus=0.5)
def largest_of(number: Decimal | None, way: str, count: Decimal | None, sized: Sized) -> RankedRows | None:
    return largest_rows(sized, number or count, descending=way == "desc")


@rule("NUM? SUPER|LONGEST NUM? NDIM", "RANKEDROWS", "the 5 lowest scores", "ten longest delays", bonus=0.4)
def most_of_number(number: Decimal | None, way: str, count: Decimal | None, of: Concept) -> RankedRows | None:
    """Several highest numbers are those of so many rows."""
    several = number or count
    if several is None or several == 1 or of.primary_key:
        return None

    is_bad = way in ("best", "worst") and keywords().is_unwanted(phrase_of(of.title))
    return ranked_rows(Entity(of.cube), of, several, descending=is_high(way) is not is_bad)


@rule(
    "total|combined|summed amount|value|sum of SIZED", "QUANTITY", "total amount of all purchases", bonus=1.6
)
def total_amount_of(_total: str, _amount: str, _of: str, sized: Sized) -> Quantity | None:
    return Measured(sized.total) if sized.is_money and sized.total and not sized.counted_by else None


@rule("value|worth of ~SIZED", "QUANTITY", "value of the orders", bonus=1.4)
def worth_of_rows(_value: str, _of: str, sized: Sized) -> Quantity | None:
    return amount_of_rows(sized, "value")  # type: ignore[no-any-return]


@rule(
    "total|combined|summed? value|worth of ~VALUE SIZED",
    "COUNTED",
    "value of cancelled orders",
    bonus=1.6,
)
def worth_of_such(
    _total: str | None, _value: str, _of: str, condition: Condition, sized: Sized
) -> tuple[Quantity, Condition] | None:
    total = amount_of_rows(sized, "value")
    return None if total is None else (total, condition)


@rule("value|worth of ~VALUE SIZED", "QUANTITY", "by value of cancelled orders", bonus=1.2)
def worth_of_such_alone(_value: str, _of: str, condition: Condition, sized: Sized) -> Quantity | None:
    """Where a rank is by it, it is a number like any other."""
    total = amount_of_rows(sized, "value")
    return replace(total, where=(condition,)) if isinstance(total, Measured) else None


@rule("VALUE SIZED value|worth", "COUNTED", "cancelled order value", bonus=1.2)
def such_worth(condition: Condition, sized: Sized, _value: str) -> tuple[Quantity, Condition] | None:
    return worth_of_such(None, "value", "of", condition, sized)  # type: ignore[no-any-return]


@rule("SIZED amount|value", "QUANTITY", "purchase amount by platform", bonus=1.0)
def amount_of_rows(sized: Sized, _amount: str) -> Quantity | None:
    return Measured(sized.total) if sized.is_money and sized.total and not sized.counted_by else None


@rule("QUANTITY PER ~MEASURE", "QUANTITY", "order value per unit", bonus=1.1)
def per_unit_summed(quantity: Quantity, _per: str, below: Concept) -> Quantity | None:
    """By what is added up nothing is told apart."""
    is_sum = isinstance(quantity, Measured) and quantity.measure.agg_type == "sum"
    adds_up = below.agg_type == "sum" and below.format != "currency"
    return Ratio(quantity, Measured(below)) if is_sum and adds_up and quantity != Measured(below) else None


@rule("SIZED ~CMP ~NUM", "SIZEDSUCH", "claims over 5,000", "calls over 10 min", bonus=0.8)
def sized_compared(sized: Sized, operator: str, number: Decimal) -> SizedSuch | None:
    return _sized_such(sized, operator, number)


@rule("SIZED ~worth|costing|cost|priced|valued|totalling|totaling ~CMP ~NUM", "SIZEDSUCH",
      "invoices worth more than 500", bonus=1.0)  # fmt: skip
def sized_worth(sized: Sized, _worth: str, operator: str, number: Decimal) -> SizedSuch | None:
    if not sized.is_money:
        return None

    return _sized_such(sized, operator, number)


@rule("SIZED ~NUM ORMORE", "SIZEDSUCH", "gifts of 1,000 or more", bonus=0.9)
def sized_or_more(sized: Sized, number: Decimal, operator: str) -> SizedSuch | None:
    return _sized_such(sized, operator, number)


@rule("SIZED ~BETWEEN NUM and|to|-|AND ~NUM", "SIZEDSUCH", "invoices between 100 and 200", bonus=0.9)
def sized_between(sized: Sized, _between: str, low: Decimal, _and: str, high: Decimal) -> SizedSuch | None:
    of = sized.number_in(high)
    ends = all_compared(of, low, high) if of is not None else None
    return None if ends is None else (sized, ends)


def _sized_such(sized: Sized, operator: str, number: Decimal) -> SizedSuch | None:
    of = sized.number_in(number, operator)
    condition = number_condition(of, operator, number) if of is not None else None
    return None if condition is None else (sized, (condition,))


@rule("YEARED ~PERIOD", "CONDITION", "published before 1990", "born in the 1980s", bonus=0.9)
def in_years(year: Concept, span: TimeSpan) -> tuple[Condition, ...] | None:
    """A year that is kept as a number against whole years."""
    period = span.period
    ends = [each for each in (period.start, period.end) if each is not None]
    if period.hole or not ends or any((each.month, each.day) != (1, 1) for each in ends):
        return None

    low = [Compared(year, ">=", Decimal(period.start.year))] if period.start else []
    high = [Compared(year, "<", Decimal(period.end.year))] if period.end else []
    return (*low, *high)


@rule("PNDIM ~CMP ~NUM", "CONDITION", "waves above 2.5 m", bonus=0.5)
def part_compared(of: Concept, operator: str, number: Decimal) -> Condition | None:
    """A word that one number alone has in its name, where it is compared."""
    return number_condition(of, operator, number)


@rule("CMP ~NUM PNDIM", "CONDITION", "more than 2 waves", bonus=0.4)
def compared_part(operator: str, number: Decimal, of: Concept) -> Condition | None:
    return number_condition(of, operator, number)


@rule("NDIM|PNDIM ~of|is? NUM OR|AND NUM", "CONDITION", "severity 4 or 5", bonus=0.9)
def one_of_numbers(
    of: Concept, _word: str | None, one: Decimal, _or: str, other: Decimal
) -> Condition | None:
    return IsIn(of, (one, other)) if not of.is_amount else None


@rule("NUM ORMORE NDIM", "CONDITION", "2 or more renewals", bonus=0.5)
def or_more_of_number(number: Decimal, operator: str, of: Concept) -> Condition | None:
    return number_condition(of, operator, number)


@rule("MOREADJ ~NUM", "CONDITION", "cheaper than 20", "longer than 3 hours", bonus=1.0)
def more_than(more: Measures, number: Decimal) -> Condition | None:
    of = more.of
    if more.is_year and of.type == "number" and more.this_year and getattr(number, "unit", "year") in _OF_AGE:
        return Compared(of, ">" if more.descending else "<", Decimal(more.this_year) - number)

    is_age = getattr(number, "unit", "year") in _OF_AGE and not getattr(number, "by_data", False)
    if more.is_year and of.type == "time" and more.today and is_age:
        born = _years_before(more.today, int(number))
        return Compared(of, ">" if more.descending else "<", born.isoformat())

    unit = getattr(number, "unit", "")
    if more.is_year and of.type == "time" and more.today and unit in _OF_DAYS and number % 1 == 0:
        return Compared(of, ">" if more.descending else "<", add(more.today, unit, -int(number)).isoformat())

    is_size = of.kind == "dimension" and of.type == "number" and not more.is_year
    return number_condition(of, ">" if more.descending else "<", number) if is_size else None


def _years_before(day: date, years: int) -> date:
    """The same day so many years ago; of a leap day the last of its month."""
    return day.replace(year=day.year - years, day=min(day.day, 28) if day.month == 2 else day.day)


@rule("LASTED ~CMP ~NUM", "CONDITION", "lasted more than 2 hours", bonus=1.0)
def lasted(lasted: Measures, operator: str, number: Decimal) -> Condition | None:
    """So long, in a unit: who took at least one trip did not take one minute."""
    of = lasted.of
    if not getattr(number, "unit", ""):
        return None

    return number_condition(of, operator, number) if of.kind == "dimension" and of.type == "number" else None


@rule("LASTED ~NUM ORMORE", "CONDITION", "weighing 500 kg or more", bonus=1.1)
def lasted_or_more(lasted_: Measures, number: Decimal, operator: str) -> Condition | None:
    return lasted(lasted_, operator, number)  # type: ignore[no-any-return]


@rule("LASTED ~BETWEEN NUM and|to|-|AND ~NUM", "CONDITION", "weighed between 1 and 2 tonnes", bonus=1.1)
def lasted_between(
    lasted_: Measures, _between: str, low: Decimal, _and: str, high: Decimal
) -> tuple[Condition, ...] | None:
    of = lasted_.of
    is_size = of.kind == "dimension" and of.type == "number"
    return all_compared(of, low, high) if is_size else None


@rule("NUM NDIM ORMORE", "CONDITION", "7 nights or longer", "4 stars or more", bonus=0.8)
def number_of_or_more(number: Decimal, dimension: Concept, operator: str) -> Condition | None:
    return number_condition(dimension, operator, number)


@rule("NUM NDIM", "CONDITION", "4 stars", "3 bedrooms", bonus=-0.2)
def number_of(number: Decimal, dimension: Concept) -> Condition | None:
    return None if dimension.primary_key else Compared(dimension, "=", number)
