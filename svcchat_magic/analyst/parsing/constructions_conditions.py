"""What is kept and left out, and what is counted of it: the constructions of conditions."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    Compared,
    Concept,
    Condition,
    Contains,
    Distinct,
    Entity,
    IsIn,
    Missing,
    OnPart,
    Quantity,
    Within,
)
from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions import (
    negation_of,
    number_condition,
)

CONDITIONS = Grammar()
rule = CONDITIONS.rule

CONDITIONS.level()


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


CONDITIONS.level()


@rule("VALUE", "CONDITION", "Germany", bonus=0.1)
def a_value(value: IsIn) -> Condition:
    return value


@rule("DIM =|is|of|CMP? ~VALUE|MARKED", "CONDITION", "country is Germany", "billing is monthly", bonus=0.6)
def dimension_is_value(dimension: Concept, sign: str | None, value: IsIn) -> Condition | None:
    if dimension != value.of or sign not in ("=", "is", "of", None, "<>"):
        return None

    return replace(value, negated=sign == "<>")


@rule("VALUE|MARKED DIM", "CONDITION", "web channel", bonus=0.3)
def value_dimension(value: IsIn, dimension: Concept) -> Condition | None:
    return value if dimension == value.of else None


@rule("VALUE CLASSIFIER", "CONDITION", "gold status", bonus=0.25)
def value_of_sort(value: IsIn, _sort: str) -> Condition:
    return value


@rule("BDIM", "CONDITION", "active", bonus=0.05)
def is_true(dimension: Concept) -> Condition:
    return IsIn(dimension, (True,))


@rule("NDIM ~CMP ~NUM", "CONDITION", "age over 30", "price >= 10", bonus=0.6)
def number_compared(dimension: Concept, operator: str, number: Decimal) -> Condition | None:
    return number_condition(dimension, operator, number)


@rule("CMP ~NUM NDIM", "CONDITION", "more than 30 nights", bonus=0.5)
def compared_number(operator: str, number: Decimal, dimension: Concept) -> Condition | None:
    return number_condition(dimension, operator, number)


@rule("NDIM ~of|is|=|exactly? NUM", "CONDITION", "rating of 5", "rating 5", bonus=0.3)
def number_is(dimension: Concept, _word: str | None, number: Decimal) -> Condition | None:
    return number_condition(dimension, "=", number)


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
    return number_condition(dimension, operator, number)


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


@rule("EACH ~PERIOD", "EACHOF", "in each of the last three months", bonus=0.5)
def each_of_period(_each: str, span: TimeSpan) -> TimeSpan | None:
    step = span.period.step
    return replace(span, grain=step[0]) if step and step[1] > 1 and not span.ends else None


@rule("PERIOD COMPARE|and|with|over|AND ~PERIOD", "BESIDE", "first half of 2024 and second half", bonus=0.5)
def periods_beside(first: TimeSpan, _and: str, second: TimeSpan) -> tuple[TimeSpan, TimeSpan] | None:
    known = first.ends or second.ends or first.period == second.period
    return None if known else (first, second)


@rule("TDIM ~PERIOD", "CONDITION", "order date in 2024", "signed up in May 2023", bonus=0.5)
def dated(time: Concept, span: TimeSpan) -> Condition:
    return Within(span.period, time)


@rule("PERIOD ~TDIM", "CONDITION", "2024 check-ins", bonus=0.3)
def dated_by(span: TimeSpan, time: Concept) -> Condition | None:
    return None if span.ends else Within(span.period, time)


@rule("WEEKDAYS", "CONDITION", "on weekends", bonus=0.2)
def on_weekdays(days: str) -> Condition:
    return OnPart("weekday", tuple(map(int, days)))


CONDITIONS.level()


@rule("CONDITION OR|AND MARKED", "CONDITION", "billing is weekly or monthly", bonus=0.35)
def one_of_marked(left: Condition, joint: str, right: IsIn) -> Condition | None:
    """A value that is also a word of structure, beside one of the same dimension."""
    found: Condition | None = one_of(left, joint, right)
    return found


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


@rule("only|just|for ~CONDITION", "CONDITION", "only web", "for web", bonus=0.2)
def only_such(_only: str, condition: Condition) -> Condition:
    return condition


@rule("CONDITION only", "CONDITION", "web orders only", bonus=0.2)
def such_only(condition: Condition, _only: str) -> Condition:
    return condition


@rule("still|yet|already|currently ~CONDITION", "CONDITION", "still open", bonus=0.3)
def still_such(_still: str, condition: Condition) -> Condition:
    return condition


@rule("CONDITION yet", "CONDITION", "no adjuster yet", bonus=0.3)
def such_yet(condition: Condition, _yet: str) -> Condition:
    return condition


@rule("WHEN only", "WHEN", "2024 only", bonus=0.2)
def then_only(span: TimeSpan, _only: str) -> TimeSpan:
    return span


@rule("NOT ~CONDITION", "CONDITION", "not Germany", "except cancelled", bonus=0.5)
def negated(_not: str, condition: Condition) -> Condition | None:
    """Of two negations one is said of something else: `no thank-you, excluding anonymous ones`."""
    is_false = isinstance(condition, IsIn) and condition.values == (False,)
    return None if is_false or getattr(condition, "negated", False) else negation_of(condition)


@rule("NEITHER ~CONDITION ~NEITHER ~CONDITION", "CONDITION", "neither web nor phone", bonus=1.0)
def neither(_neither: str, left: Condition, _nor: str, right: Condition) -> tuple[Condition, ...] | None:
    both = negation_of(left), negation_of(right)
    return None if None in both else tuple(each for each in both if each is not None)


@rule(
    "DIM ~NEITHER ~CONDITION ~NEITHER ~CONDITION",
    "CONDITION",
    "channel is neither web nor phone",
    bonus=1.2,
)
def dimension_is_neither(
    dimension: Concept, first: str, left: Condition, nor: str, right: Condition
) -> tuple[Condition, ...] | None:
    both = (left, right)
    fits = all(isinstance(each, IsIn) and each.of == dimension for each in both)
    found: tuple[Condition, ...] | None = neither(first, left, nor, right)
    return found if fits else None


@rule("NOT ~WHEN", "CONDITION", "not in 2023", bonus=0.3)
def not_within(_not: str, span: TimeSpan) -> Condition:
    return Within(span.period, negated=True)
