"""Lengths of time between two moments: days after enrolling, paid more than 60 days after it was sent."""

from decimal import Decimal

from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition, Entity, Quantity
from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions import number_condition
from svcchat_magic.analyst.parsing.constructions_aggregates import Stretch, time_between

_UNITS = ("day", "hour", "minute")
_WAYS = {"after": ">", "past": ">", "before": "<", "in": "=", "by": "<=", "until": "<=", "from": ">=",
         "since": ">="}  # fmt: skip

LENGTHS = Grammar()
rule = LENGTHS.rule

LENGTHS.level()


@rule("ELAPSED|DURATION after ~ENTITY? ~MOMENT ~ENTITY? ~MOMENT|DATED", "QUANTITY",
      "how many days after enrolling do students drop", bonus=1.0)  # fmt: skip
def time_after(
    unit: str | Said, _after: str, _whose: Entity | None, start: Concept, _of: Entity | None, end: Concept
) -> Quantity | None:
    return _between(unit, start, end)


@rule("ELAPSED|DURATION before ~ENTITY? ~MOMENT ~ENTITY? ~MOMENT|DATED", "QUANTITY",
      "how many days before departure are tickets booked", bonus=1.0)  # fmt: skip
def time_before(
    unit: str | Said, _before: str, _whose: Entity | None, end: Concept, _of: Entity | None, start: Concept
) -> Quantity | None:
    return _between(unit, start, end)


@rule("ELAPSED|DURATION ~ITTAKES ~ONAVERAGE? ~for? ~ENTITY? ~ENTITY? ~STRETCH ~ONAVERAGE?", "QUANTITY",
      "how many days does it take us from order to delivery", bonus=1.3)  # fmt: skip
def time_it_takes(
    unit: str | Said,
    _takes: str,
    average: str | None,
    _for: str | None,
    _whose: Entity | None,
    _of: Entity | None,
    stretch: Stretch,
    also: str | None,
) -> Quantity | None:
    told = unit if isinstance(unit, str) else "time"
    return time_between(None, told, None, None, stretch, average or also)  # type: ignore[no-any-return]


@rule("ELAPSED|DURATION ~ITTAKES ~ONAVERAGE? ~for? ~ENTITY? ~MOMENT ~STRETCH ~ONAVERAGE?", "QUANTITY",
      "how many days does it take for an invoice to get paid", bonus=1.8)  # fmt: skip
def time_it_takes_from(
    unit: str | Said,
    _takes: str,
    _average: str | None,
    _for: str | None,
    _whose: Entity | None,
    start: Concept,
    stretch: Stretch,
    _also: str | None,
) -> Quantity | None:
    """From the event that what it is said of is called after: an invoice was invoiced."""
    return _between(unit, start, stretch[1])


@rule("LASTED? ~CMP ~NUM ~STRETCH", "CONDITION", "more than 5 days between shipping and delivery", bonus=2.2)
def lasted_so_long(_lasted: str | None, operator: str, number: Decimal, stretch: Stretch) -> Condition | None:
    return _compared(stretch[0], stretch[1], operator, number)


@rule("DATED|DATEDLIKE ~CMP ~NUM after|before|of ~ENTITY? ~MOMENT", "CONDITION",
      "delivered more than 5 days after shipping", bonus=1.6)  # fmt: skip
def done_so_long_after(
    end: Concept, operator: str, number: Decimal, way: str, _of: Entity | None, start: Concept
) -> Condition | None:
    """Of each row, how long after one moment another one came."""
    if way == "of" and operator != "<=":
        return None

    first, last = (end, start) if way == "before" else (start, end)
    return _compared(first, last, operator, number)


@rule(
    "after|past|before|in|by|until|from|since ~ORDNUM ~NDIM", "CONDITION", "after the 85th minute", bonus=0.9
)
def at_the_nth(way: str, number: Decimal, dimension: Concept) -> Condition | None:
    """A place that is numbered in a column: minute 85."""
    found = number_condition(dimension, _WAYS[way], number)
    return None if dimension.primary_key or not isinstance(found, Compared) else found


def _compared(start: Concept, end: Concept, operator: str, number: Decimal) -> Condition | None:
    """The rows that took so long; weeks are told in days."""
    said = getattr(number, "unit", "")
    unit, each = ("day", 7) if said == "week" else (said, 1)
    fits = start.cube == end.cube and start != end and unit in _UNITS
    return Compared(end, operator, Decimal(number) * each, since=(start, unit)) if fits else None


def _between(unit: str | Said, start: Concept, end: Concept) -> Quantity | None:
    """The time from one moment of the rows to another, on average."""
    if start.cube != end.cube or start == end:
        return None

    told = unit if isinstance(unit, str) else "time"
    return time_between(None, told, None, None, (start, end), None)  # type: ignore[no-any-return]
