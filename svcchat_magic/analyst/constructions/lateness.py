"""What came to pass against when it was planned: days late on average, arrived after the planned time."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.aggregates import time_between
from svcchat_magic.analyst.constructions.lengths import done_not_after, done_so_long_after
from svcchat_magic.analyst.language.amounts import Amount
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.planned_dates import Delay, Plan
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition, Entity, Quantity, Within

_WAYS = {"after": ">", "past": ">", "before": "<", "by": "<=", "later": ">", "earlier": "<", "sooner": "<"}

LATENESS = Grammar()
rule = LATENESS.rule

LATENESS.level()


@rule("AGG? DELAY ~INUNIT? ~ONAVERAGE?", "QUANTITY", "average days late", bonus=0.6)
def average_delay(
    function: str | None, delay: Delay, told_in: str | None, average: str | None
) -> Quantity | None:
    """From when it should have been to when it was; what was early counts as less than nothing."""
    start, end = delay.plan.due, delay.plan.done
    stretch = (end, start) if delay.is_early else (start, end)
    return time_between(function, delay.unit, told_in, None, stretch, average)  # type: ignore[no-any-return]


@rule("AGG? DELAY ~ENTITY ~INUNIT? ~ONAVERAGE?", "QUANTITY", "how many days late are invoices", bonus=0.7)
def average_delay_of(
    function: str | None, delay: Delay, entity: Entity, told_in: str | None, average: str | None
) -> Quantity | None:
    is_own = delay.plan.due.cube == entity.cube
    return average_delay(function, delay, told_in, average) if is_own else None


@rule("AGG? DELAY ~ENTITY? ~DATED|DATEDLIKE ~INUNIT? ~ONAVERAGE?", "QUANTITY",
      "how many days late are invoices paid on average", bonus=1.0)  # fmt: skip
def average_delay_done(
    function: str | None,
    delay: Delay,
    entity: Entity | None,
    done: Concept,
    told_in: str | None,
    average: str | None,
) -> Quantity | None:
    """The verb says what was late."""
    is_own = entity is None or delay.plan.due.cube == entity.cube
    fits = is_own and done == delay.plan.done
    return average_delay(function, delay, told_in, average) if fits else None


@rule("DATED|DATEDLIKE|TDIM|WENT ~only? ~after|past|before|by|CMP ~PLANNED", "DONELATE",
      "arrived after the planned time", bonus=1.5)  # fmt: skip
def done_against_plan(done: Concept, _only: str | None, way: str, plan: Plan) -> Condition | None:
    operator = _WAYS.get(way, way)
    fits = done == plan.done and operator in ("<", "<=", ">", ">=")
    return Compared(done, operator, plan.due) if fits else None


@rule("DATED|DATEDLIKE|TDIM|WENT ~on? or after|before ~PLANNED", "DONELATE",
      "left on or before the deadline", bonus=2.0)  # fmt: skip
def done_on_or_before_plan(
    done: Concept, _on: str | None, _or: str, way: str, plan: Plan
) -> Condition | None:
    return done_not_after(done, _on, _or, way, plan.due) if done == plan.done else None


@rule("DATED|DATEDLIKE|TDIM|WENT ~later|earlier|sooner than ~PLANNED|TDIM|DATED", "DONELATE",
      "shipped later than promised", bonus=1.7)  # fmt: skip
def done_later_than(done: Concept, way: str, _than: str, other: Plan | Concept) -> Condition | None:
    if isinstance(other, Plan):
        return done_against_plan(done, None, way, other)  # type: ignore[no-any-return]

    fits = done.cube == other.cube and done != other
    return Compared(done, _WAYS[way], other) if fits else None


@rule("DATED|DATEDLIKE|WENT ~CMP ~NUM after|before ~PLANNED", "DONELATE",
      "arrived more than 30 minutes after the planned time", bonus=1.7)  # fmt: skip
def done_so_long_after_plan(
    done: Concept, operator: str, number: Decimal, way: str, plan: Plan
) -> Condition | None:
    fits = done == plan.done
    return done_so_long_after(done, operator, number, way, None, plan.due) if fits else None


@rule("DATED|DATEDLIKE|WENT ~CMP GRAIN after|before ~PLANNED", "DONELATE",
      "paid more than a week after the due date", bonus=2.6)  # fmt: skip
def done_one_unit_after_plan(
    done: Concept, operator: str, unit: str, way: str, plan: Plan
) -> Condition | None:
    number = Amount(1)
    number.unit = unit
    return done_so_long_after_plan(done, operator, number, way, plan)  # type: ignore[no-any-return]


@rule("DONELATE", "CONDITION", "delivered late", bonus=0.1)
def is_done_late(compared: Compared) -> Condition:
    return compared


@rule("DONELATE ~PERIOD", "CONDITION", "delivered late in May", bonus=0.3)
def done_late_within(compared: Compared, span: TimeSpan) -> tuple[Condition, ...] | None:
    """The period behind the verb is that of what it says, whatever dates the rows otherwise."""
    return None if span.ends or span.grain else (compared, Within(span.period, compared.of))
