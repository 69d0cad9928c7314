"""What is kept and left out, and what is counted of it: the constructions of conditions."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import all_compared, number_condition
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.date_names import is_year
from svcchat_magic.analyst.linking.directed import is_directed
from svcchat_magic.analyst.meaning.numbers_of_things import none_of, some_of
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    Concept,
    Condition,
    Contains,
    Distinct,
    Entity,
    Exists,
    IsIn,
    Missing,
    OnPart,
    Quantity,
    Within,
)

_YEARS = range(1900, 2100)
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


@rule("from|to VALUE to|from VALUE", "CONDITION", "from Spain to Italy", bonus=0.6)
def from_to(first: str, left: IsIn, second: str, right: IsIn) -> tuple[Condition, ...] | None:
    """Two ends of a way: each place is that of the column which is called as its direction says."""
    fits = is_directed(left.of, first) and is_directed(right.of, second)
    return (left, right) if fits and left.of != right.of and first != second else None


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
def number_is(dimension: Concept, word: str | None, number: Decimal) -> Condition | None:
    """`orders of 2024` are those of that year, and none of so many pieces."""
    may_be_year = word in ("of", None) and number in _YEARS and not getattr(number, "unit", "")
    return None if may_be_year and not is_year(dimension) else number_condition(dimension, "=", number)


@rule("NDIM ~BETWEEN NUM and|to|-|AND NUM", "CONDITION", "age between 20 and 30", bonus=0.8)
def number_between(
    dimension: Concept, _word: str, low: Decimal, _and: str, high: Decimal
) -> tuple[Condition, ...] | None:
    return all_compared(dimension, low, high)


@rule("NDIM ~NUM to|- NUM", "CONDITION", "age 25 to 34", bonus=0.6)
def number_from_to(dimension: Concept, low: Decimal, _to: str, high: Decimal) -> tuple[Condition, ...] | None:
    return all_compared(dimension, low, high)


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
def is_missing(dimension: Concept, how: str) -> Condition | None:
    """A yes or no that is there is yes: parking available; a discount that is given is an amount."""
    if dimension.type == "boolean" and how != "missing":
        return IsIn(dimension, (True,)) if how == "present" else None

    return Missing(dimension, negated=how != "missing")


@rule("MISSING DIM", "CONDITION", "missing city", bonus=0.3)
def missing(how: str, dimension: Concept) -> Condition:
    return Missing(dimension, negated=how != "missing")


@rule("WITHOUT SDIM|TDIM|NDIM|KDIM", "CONDITION", "without a city", "without customer ID", bonus=0.5)
def without_a(_without: str, dimension: Concept) -> Condition | None:
    return none_of(dimension)


@rule("WITHOUT|no PSDIM", "CONDITION", "without a voucher", bonus=1.0)
def without_thing(_without: str, of: Concept) -> Condition:
    return none_of(of)


@rule("with|have|has|had|having|use|used|using a|an|any|some PSDIM", "CONDITION", "with a voucher", bonus=1.0)
def with_thing(_with: str, _a: str, of: Concept) -> Condition:
    return some_of(of)


@rule(
    "with|have|has|had|having|show|shows|showed|present|presented|give|gave|use|used|using|carry|carried"
    "|contain|contained|include|included|apply|applied|enter|entered a|an|any|some SDIM|TDIM",
    "CONDITION",
    "with a phone number",
    bonus=0.9,
)
def with_a(_with: str, _a: str, dimension: Concept) -> Condition:
    return some_of(dimension) if dimension.type == "string" else Missing(dimension, negated=True)


@rule("no any? SDIM|TDIM|NDIM|KDIM", "CONDITION", "no vehicle", "have no closing date", bonus=0.9)
def no_such(_no: str, _any: str | None, dimension: Concept) -> Condition | None:
    return None if dimension.primary_key else none_of(dimension)


@rule("NOT|NEVER ~yet? ~DATED yet?", "CONDITION", "not removed yet", "never returned", bonus=0.25)
def never_done(_not: str, _yet: str | None, time: Concept, _still: str | None) -> Condition:
    return Missing(time)


@rule("NOT yet ~DATED", "CONDITION", "not yet received", bonus=1.4)
def not_yet_done(_not: str, _yet: str, time: Concept) -> Condition:
    """What has not happened yet has no date of it, whatever its status says now."""
    return Missing(time)


@rule("still ~NOT ~DATED", "CONDITION", "still not received", bonus=1.4)
def still_not_done(_still: str, _not: str, time: Concept) -> Condition:
    return Missing(time)


@rule("NOT ~DATED yet", "CONDITION", "not received yet", bonus=1.4)
def not_done_yet(_not: str, time: Concept, _yet: str) -> Condition:
    return Missing(time)


@rule("NOT|NEVER ~DATED ~PERIOD", "CONDITION", "did not churn in 2024", bonus=0.4)
def not_done_within(_not: str, time: Concept, span: TimeSpan) -> Condition:
    """Those who did at another time, or not at all."""
    return AnyOf((Missing(time), Within(span.period, time, negated=True)))


@rule("still|yet no|without TDIM|DATED", "CONDITION", "still no closing date", bonus=1.0)
def still_without(_still: str, _no: str, time: Concept) -> Condition:
    return Missing(time)


@rule("no|without TDIM|DATED yet", "CONDITION", "no closing date yet", bonus=1.0)
def without_yet(_no: str, time: Concept, _yet: str) -> Condition:
    return Missing(time)


@rule(
    "NOT|WITHOUT for|in|at|of|to|on|by|from|with? any ~ENTITY", "CONDITION", "not for any campaign", bonus=1.0
)
def without_any(_not: str, _for: str | None, _any: str, of: Entity) -> Condition:
    return Exists(of, negated=True)


@rule("WITHOUT|no ENTITY", "CONDITION", "amount given without a campaign", bonus=0.1)
def without_one(_without: str, of: Entity) -> Condition:
    return Exists(of, negated=True)


@rule(
    "WITHOUT|no|NEVER ~ENTITY|VERBED ~PERIOD",
    "CONDITION",
    "active members with no order since May",
    bonus=0.4,
)
def without_one_within(_without: str, of: Entity, span: TimeSpan) -> Condition | None:
    """The period is that of the rows which are not there."""
    return None if span.ends else Exists(of, (Within(span.period),), negated=True)


@rule("NEVER ~VERBED", "CONDITION", "riders who joined in May and have never taken a trip", bonus=0.1)
def never_did(_never: str, of: Entity) -> Condition:
    """Such rows of whatever is asked for."""
    return Exists(of, negated=True)


@rule("already ~DATED|DATEDLIKE", "DATED", "change orders already decided", bonus=0.5)
def already_done(_already: str, time: Concept) -> Concept:
    """It has happened, by whichever word."""
    return time


@rule("SDIM ~CONTAINS TEXT", "CONDITION", "name contains 'pro'", bonus=0.8)
def contains(dimension: Concept, where: str, text: str) -> Condition:
    return Contains(dimension, text, where)


@rule("PERIOD", "WHEN", "in 2024", bonus=0.2)
def a_period(span: TimeSpan) -> TimeSpan:
    return span


@rule("EACH ~PERIOD", "EACHOF", "in each of the last three months", bonus=0.5)
def each_of_period(each: str, span: TimeSpan) -> TimeSpan | None:
    """What was within the last 30 days was so on any of them."""
    step = span.period.step
    is_each = each == "each" and not span.ends
    return replace(span, grain=step[0]) if step and step[1] > 1 and is_each else None


@rule("PERIOD COMPARE|and|with|over|AND ~PERIOD", "BESIDE", "first half of 2024 and second half", bonus=0.5)
def periods_beside(first: TimeSpan, joint: str, second: TimeSpan) -> tuple[TimeSpan, TimeSpan] | None:
    """Stretches such as January to June stand beside each other where these are said to be compared."""
    is_compared = joint in ("compare", "sides", "with", "than")
    known = first.grain or second.grain or first.period == second.period
    return None if known or ((first.ends or second.ends) and not is_compared) else (first, second)


@rule("TDIM ~PERIOD", "CONDITION", "order date in 2024", "signed up in May 2023", bonus=0.5)
def dated(time: Concept, span: TimeSpan) -> Condition | None:
    """Several periods side by side are rows too, and so no mere condition."""
    return None if span.grain and span.ends else Within(span.period, time)


@rule("with|have|has|had a|an TDIM ~PERIOD", "CONDITION", "with a due date in September", bonus=1.5)
def with_date(_with: str, _a: str, time: Concept, span: TimeSpan) -> Condition | None:
    """That there is one and when it is are not two conditions."""
    return dated(time, span)  # type: ignore[no-any-return]


@rule("PERIOD ~TDIM", "CONDITION", "2024 check-ins", bonus=0.3)
def dated_by(span: TimeSpan, time: Concept) -> Condition | None:
    return None if span.ends else Within(span.period, time)


@rule("WEEKDAYS", "CONDITION", "on weekends", bonus=0.2)
def on_weekdays(days: str) -> Condition:
    return OnPart("weekday", tuple(map(int, days)))
