"""Lengths of time between two moments: days after enrolling, paid more than 60 days after it was sent."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.aggregates import Stretch, time_between
from svcchat_magic.analyst.constructions.constructions import number_condition
from svcchat_magic.analyst.language.amounts import Amount
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.planned_dates import Plan
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition, Entity, Quantity

_UNITS = ("day", "hour", "minute")
_WAYS = {"after": ">", "past": ">", "before": "<", "in": "=", "by": "<=", "until": "<=", "from": ">=",
         "since": ">="}  # fmt: skip

_ORDERS = ("<", "<=", ">", ">=")
_LENGTHS = {"over": ">", "more": ">", "longer": ">", "under": "<", "less": "<", "shorter": "<", "least": ">=",
            "most": "<="}  # fmt: skip

Such = tuple[Entity, Condition]
SoLate = tuple[Compared, bool]  # how late, and whether no verb has to say what was late

LENGTHS = Grammar()
rule = LENGTHS.rule

LENGTHS.level()


@rule("ELAPSED|DURATION after ~ENTITY? ~MOMENT ~ENTITY|people|somebody? ~MOMENT|DATED|DATEDLIKE",
      "QUANTITY", "how many days after enrolling do students drop", bonus=1.0)  # fmt: skip
def time_after(
    unit: str | Said, _after: str, _whose: Entity | None, start: Concept, _of: Entity | None, end: Concept
) -> Quantity | None:
    return _between(unit, start, end)


@rule("ELAPSED|DURATION before ~ENTITY? ~MOMENT ~ENTITY|people|somebody? ~MOMENT|DATED|DATEDLIKE",
      "QUANTITY", "how many days before departure are tickets booked", bonus=1.0)  # fmt: skip
def time_before(
    unit: str | Said, _before: str, _whose: Entity | None, end: Concept, _of: Entity | None, start: Concept
) -> Quantity | None:
    return _between(unit, start, end)


@rule("ELAPSED|DURATION after|before ~ENTITY? ~MOMENT ~ENTITY|people|somebody? ~MOMENT|DATED|DATEDLIKE",
      "QUANTITY", "how many days after delivery is it tested, of tests of deliveries", bonus=0.4)  # fmt: skip
def time_after_another(
    unit: str | Said, way: str, _whose: Entity | None, first: Concept, _of: Entity | None, other: Concept
) -> Quantity | None:
    """Of rows that belong to others which have the other date."""
    if first.cube == other.cube:
        return None

    start, end = (first, other) if way == "after" else (other, first)
    return time_between(None, unit if isinstance(unit, str) else "time", None, None, (start, end), None)  # type: ignore[no-any-return]


@rule("AGG? ELAPSED|DURATION ~ITTAKES ~ONAVERAGE? ,? INUNIT? ,? ~for? ~ENTITY? ~ENTITY? ~STRETCH ~ONAVERAGE?",
      "QUANTITY", "how many days does it take us from order to delivery", bonus=1.3)  # fmt: skip
def time_it_takes(
    function: str | None,
    unit: str | Said,
    _takes: str,
    average: str | None,
    _mark: str | None,
    told_in: str | None,
    _comma: str | None,
    _for: str | None,
    _whose: Entity | None,
    _of: Entity | None,
    stretch: Stretch,
    also: str | None,
) -> Quantity | None:
    told = unit if isinstance(unit, str) else "time"
    return time_between(function, told, told_in, None, stretch, average or also)  # type: ignore[no-any-return]


@rule("ELAPSED|DURATION do|doe|did ~ENTITY|DIM ~take|need|last? ~ONAVERAGE ~STRETCH", "QUANTITY",
      "how many days does production take on average from start to finish", bonus=1.6)  # fmt: skip
def time_they_take(
    unit: str | Said,
    _do: str,
    _whose: Entity | Concept,
    _take: str | None,
    average: str,
    stretch: Stretch,
) -> Quantity | None:
    told = unit if isinstance(unit, str) else "time"
    return time_between(None, told, None, None, stretch, average)  # type: ignore[no-any-return]


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


@rule("STRETCHED ~CMP ~NUM", "CONDITION", "rentals that lasted more than 5 days", bonus=1.6)
def stretched_so_long(stretch: Stretch, operator: str, number: Decimal) -> Condition | None:
    return _compared(stretch[0], stretch[1], operator, number)


@rule("LASTING ~LASTED|took ~CMP ~NUM", "SUBJECT", "trips that lasted at most 3 hours", bonus=1.8)
def lasting_so_long(stretch: Stretch, _lasted: str | None, operator: str, number: Decimal) -> Such | None:
    found: Condition | None = _compared(stretch[0], stretch[1], operator, number)
    return (Entity(stretch[0].cube), found) if found is not None else None


@rule("LASTING ~over|under ~NUM", "SUBJECT", "trips over 3 hours", bonus=2.2)
def lasting_over(stretch: Stretch, way: str, number: Decimal) -> Such | None:
    """Older ones began longer ago, and may have taken no time."""
    found: Such | None = lasting_so_long(stretch, None, _LENGTHS[way], number)
    return found


@rule("LASTING ~more|less|longer|shorter than ~NUM", "SUBJECT", "trips longer than 10 minutes", bonus=2.0)
def longer_than(stretch: Stretch, way: str, _than: str, number: Decimal) -> Such | None:
    found: Such | None = lasting_so_long(stretch, None, _LENGTHS[way], number)
    return found


@rule("LASTING ~at least|most ~NUM", "SUBJECT", "trips of at least 30 minutes", bonus=2.0)
def at_least_so_long(stretch: Stretch, _at: str, way: str, number: Decimal) -> Such | None:
    found: Such | None = lasting_so_long(stretch, None, _LENGTHS[way], number)
    return found


@rule("LASTING ~LASTED|took? over|under a|an|one GRAIN|PART", "SUBJECT", "trips under an hour", bonus=2.6)
def lasting_one_unit(stretch: Stretch, lasted: str | None, way: str, _one: str, unit: str) -> Such | None:
    number = Amount(1)
    number.unit = unit
    found: Such | None = lasting_so_long(stretch, lasted, _LENGTHS[way], number)
    return found


@rule("LASTING ~LASTED|took? more|less|longer|shorter than a|an|one GRAIN|PART", "SUBJECT",
      "trips longer than an hour", bonus=2.6)  # fmt: skip
def longer_than_one(
    stretch: Stretch, lasted: str | None, way: str, _than: str, one: str, unit: str
) -> Such | None:
    found: Such | None = lasting_one_unit(stretch, lasted, way, one, unit)
    return found


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


@rule("DATED|DATEDLIKE ~CMP GRAIN after|before ~ENTITY? ~MOMENT", "CONDITION",
      "paid more than a week after invoicing", bonus=2.6)  # fmt: skip
def done_one_unit_after(
    end: Concept, operator: str, unit: str, way: str, whose: Entity | None, start: Concept
) -> Condition | None:
    number = Amount(1)
    number.unit = unit
    return done_so_long_after(end, operator, number, way, whose, start)  # type: ignore[no-any-return]


@rule("DATED|DATEDLIKE ~within GRAIN of|after ~ENTITY? ~MOMENT", "CONDITION",
      "paid within a week of invoicing", bonus=3.2)  # fmt: skip
def done_within_one(
    end: Concept, _within: str, unit: str, _of: str, _whose: Entity | None, start: Concept
) -> Condition | None:
    number = Amount(1)
    number.unit = unit
    return _compared(start, end, "<=", number)


@rule("DATED|DATEDLIKE|TDIM on? or after|before ~TDIM|DATED", "DONELATE",
      "paid on or before the due date", bonus=2.0)  # fmt: skip
def done_not_after(time: Concept, _on: str | None, _or: str, way: str, other: Concept) -> Condition | None:
    return done_after(time, {"after": ">=", "before": "<="}[way], other)  # type: ignore[no-any-return]


@rule("DATED by the TDIM", "DONELATE", "paid by the due date", bonus=1.6)
def done_by(time: Concept, _by: str, _the: str, other: Concept) -> Condition | None:
    """Without the article it is grouped by that date."""
    return done_after(time, "<=", other)  # type: ignore[no-any-return]


@rule("DATED|DATEDLIKE|TDIM ~after|past|before|until|CMP ~TDIM|DATED", "DONELATE",
      "paid after the due date", bonus=1.5)  # fmt: skip
def done_after(time: Concept, way: str, other: Concept) -> Condition | None:
    """Two dates of one row, of which one came first."""
    fits = time.cube == other.cube and time != other and _WAYS.get(way, way) in _ORDERS
    return Compared(time, _WAYS.get(way, way), other) if fits else None


@rule("NDIM ~is|was|are|were? ~CMP ~NDIM", "CONDITION", "an amount over the agreed amount", bonus=1.4)
def more_than_another(dimension: Concept, _is: str | None, operator: str, other: Concept) -> Condition | None:
    """Two numbers of one row."""
    are_keys = dimension.primary_key or other.primary_key
    fits = dimension.cube == other.cube and dimension != other and not are_keys
    return Compared(dimension, operator, other) if fits else None


@rule("DATED|DATEDLIKE ~LATE", "DONELATE", "delivered late", bonus=0.3)
def done_late(end: Concept, plan: Plan) -> Compared | None:
    return Compared(plan.done, ">", plan.due) if end == plan.done else None


@rule("DATED|DATEDLIKE ~INTIME", "DONELATE", "delivered on time", bonus=0.3)
def done_in_time(end: Concept, plan: Plan) -> Compared | None:
    return Compared(plan.done, "<=", plan.due) if end == plan.done else None


@rule("LATE", "CONDITION", "late", bonus=0.1)
def late(plan: Plan) -> Condition | None:
    return Compared(plan.done, ">", plan.due) if plan.is_sure else None


@rule("INTIME", "CONDITION", "on time", bonus=0.1)
def in_time(plan: Plan) -> Condition | None:
    return Compared(plan.done, "<=", plan.due) if plan.is_sure else None


@rule("CMP ~NUM LATE", "SOLATE", "more than 3 hours late", bonus=0.2)
def so_late(operator: str, number: Decimal, plan: Plan) -> SoLate | None:
    found = _compared(plan.due, plan.done, operator, number)
    return (found, plan.is_sure) if found is not None else None


@rule("NUM ORMORE LATE", "SOLATE", "30 days or more late", bonus=0.2)
def so_late_or_more(number: Decimal, operator: str, plan: Plan) -> SoLate | None:
    return so_late(operator, number, plan)  # type: ignore[no-any-return]


@rule("LATE by ~CMP ~NUM", "SOLATE", "late by more than 45 days", bonus=0.2)
def late_by(plan: Plan, _by: str, operator: str, number: Decimal) -> SoLate | None:
    return so_late(operator, number, plan)  # type: ignore[no-any-return]


@rule("SOLATE", "CONDITION", "more than 3 hours late", bonus=0.1)
def is_so_late(such: SoLate) -> Condition | None:
    return such[0] if such[1] else None


@rule("DATED|DATEDLIKE ~SOLATE", "DONELATE", "returned more than 3 hours late", bonus=1.4)
def done_so_late(end: Concept, such: SoLate) -> Compared | None:
    """The verb says which of two dates told that it came to pass."""
    return such[0] if end == such[0].of else None


def _compared(start: Concept, end: Concept, operator: str, number: Decimal) -> Compared | None:
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
