"""Conditions joined, turned round and left out: the constructions over conditions."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import negation_of
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    Concept,
    Condition,
    Entity,
    Exists,
    IsIn,
    Measured,
    Missing,
    OnPart,
    Quantity,
    Ratio,
    Within,
)

COMBINED = Grammar()
rule = COMBINED.rule

COMBINED.level()


@rule("under BDIM", "CONDITION", "spend under contract", bonus=0.8)
def under_such(_under: str, dimension: Concept) -> Condition:
    """What stands under a flag is such."""
    return IsIn(dimension, (True,))


@rule("of|in|for|from|among CONDITION SDIM", "CONDITION", "population of European countries", bonus=0.2)
def of_such(_of: str, condition: Condition, dimension: Concept) -> Condition | None:
    """What the values of another column of the same rows are like keeps these rows."""
    if not isinstance(condition, IsIn) or condition.of == dimension or condition.negated:
        return None

    return condition if condition.of.cube == dimension.cube else None


@rule("CONDITION OR|AND MARKED", "CONDITION", "billing is weekly or monthly", bonus=0.35)
def one_of_marked(left: Condition, joint: str, right: IsIn) -> Condition | None:
    """A value that is also a word of structure, beside one of the same dimension."""
    found: Condition | None = one_of(left, joint, right)
    return found


@rule("CONDITION , or|and CONDITION", "CONDITION", "Germany, France, or Spain", bonus=0.35)
def last_of_list(left: Condition, _comma: str, joint: str, right: Condition) -> Condition | None:
    found: Condition | None = one_of(left, joint, right)
    return found


@rule("CONDITION|SLASHED / CONDITION", "SLASHED", "web / store", bonus=0.5)
def one_of_several(left: Condition, slash: str, right: Condition) -> Condition | None:
    """Values of one dimension with slashes between them."""
    found: Condition | None = one_of(left, slash, right)
    return found


@rule("SLASHED", "CONDITION", "web / store", bonus=0.0)
def slashed(values: IsIn) -> Condition:
    return values


@rule("CONDITION OR|AND CONDITION", "CONDITION", "Germany or France", bonus=0.35)
def one_of(left: Condition, _or: str, right: Condition) -> Condition | None:
    """Values of one dimension: `and` between them means either, and behind `not` none of them."""
    if isinstance(left, OnPart) and isinstance(right, OnPart):
        return _on_parts(left, right)

    if not (isinstance(left, IsIn) and isinstance(right, IsIn)):
        return None

    if _are_both_of_flag(left, right):
        return IsIn(left.of, (True, False))

    if right.negated and not left.negated:
        return None

    values = tuple(dict.fromkeys((*left.values, *right.values)))
    return IsIn(left.of, values, left.negated) if left.of == right.of else None


def _on_parts(left: OnPart, right: OnPart) -> Condition | None:
    """Saturdays and Sundays: no row is of both."""
    fits = left.part == right.part and left.time == right.time and not (left.negated or right.negated)
    return replace(left, values=tuple(dict.fromkeys((*left.values, *right.values)))) if fits else None


@rule("NOT ~DATED or|nor CONDITION", "CONDITION", "not closed or cancelled", bonus=2.2)
def neither_done(_not: str, time: Concept, _or: str, other: Condition) -> tuple[Condition, ...] | None:
    """What is denied of both: without the date of the one and not of the other's value."""
    denied = negation_of(other) if isinstance(other, IsIn) and not other.negated else None
    return None if denied is None else (Missing(time), denied)


def _are_both_of_flag(left: IsIn, right: IsIn) -> bool:
    """`express and not express`: all rows, of which there are two sorts."""
    if left.of != right.of:
        return False

    said = {(each.values, each.negated) for each in (left, right)}
    return left.of.type == "boolean" and said in (
        {((True,), False), ((True,), True)},
        {((True,), False), ((False,), False)},
    )


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


@rule("still|yet|already|currently CONDITION", "CONDITION", "still open", bonus=0.3)
def still_such(_still: str, condition: Condition) -> Condition:
    return condition


@rule("still|yet|already|currently ~CONDITION", "CONDITION", "still open, so not hired", bonus=0.3)
def still_not_such(_still: str, condition: Condition) -> Condition | None:
    return condition if isinstance(condition, IsIn) and condition.negated else None  # nothing else is lost


@rule("CONDITION yet", "CONDITION", "no adjuster yet", bonus=0.3)
def such_yet(condition: Condition, _yet: str) -> Condition:
    return condition


@rule("WHEN only", "WHEN", "2024 only", bonus=0.2)
def then_only(span: TimeSpan, _only: str) -> TimeSpan:
    return span


@rule("NOT ~CONDITION", "CONDITION", "not Germany", "except cancelled", bonus=0.5)
def negated(_not: str, condition: Condition) -> Condition | None:
    """Of two negations one is said of something else: `no thank-you, excluding anonymous ones`."""
    is_false = isinstance(condition, IsIn) and any(each is False for each in condition.values)
    is_dated = isinstance(condition, Within) and condition.time is not None  # a rule of its own
    return None if is_false or is_dated or getattr(condition, "negated", False) else negation_of(condition)


@rule("NOT MARKED", "CONDITION", "isn't ok", bonus=0.5)
def negated_marked(_not: str, value: IsIn) -> Condition | None:
    return negation_of(value)


@rule("ENTITY ~DATED ~PERIOD", "DATEDROWS", "units on cases received in 2024", bonus=-0.3)
def rows_of_then(entity: Entity, time: Concept, span: TimeSpan) -> tuple[Entity, Condition] | None:
    """Rows of which a verb says when, beside a number of others that belong to them."""
    return None if span.grain or time.cube != entity.cube else (entity, Within(span.period, time))


@rule(
    "that|who|which need|have|has|require a|an|any ~SDIM",
    "CONDITION",
    "pets that need a special diet",
    bonus=1.2,
)
def has_some(_that: str, _need: str, _a: str, of: Concept) -> Condition | None:
    """Any value of a column at all."""
    return None if of.primary_key else Missing(of, negated=True)


@rule("VERBED a|an|any ~ENTITY", "VERBED", "booked a stay", bonus=0.4)
def made_one(made: Entity, _one: str, entity: Entity) -> Entity | None:
    """The noun of what the verb says already."""
    return made if made.cube == entity.cube else None


@rule("QUANTITY of|from|for|on|in ~CONDITION WORTHY", "COUNTED", "revenue from cancelled orders", bonus=0.6)
def number_of_such(
    quantity: Quantity, _of: str, condition: Condition, _worth: object
) -> tuple[Quantity, Condition] | None:
    """A sum or an average of the lines of such documents."""
    is_sum = isinstance(quantity, Measured) and quantity.measure.agg_type in ("sum", "avg", "number")
    return (quantity, condition) if is_sum or isinstance(quantity, Ratio) else None


@rule("LEAVEOUT ~DATED", "CONDITION", "net of refunds, which have a date", bonus=0.3)
def leaving_out_done(_out: str, time: Concept) -> Condition:
    return Missing(time)


@rule("DATED one|ENTITY? LEFTOUT", "CONDITION", "drops left out", bonus=0.5)
def done_left_out(time: Concept, _one: str | Entity | None, _out: str) -> Condition:
    return Missing(time)


@rule("only|just count|include|consider|use|take? ~ENTITY ~CONDITION", "CONDITION",
      "only performances that were played", bonus=1.2)  # fmt: skip
def only_those(_only: str, _count: str | None, entity: Entity, condition: Condition) -> Condition | None:
    """What is said of the rows themselves."""
    return condition if isinstance(condition, IsIn) and condition.of.cube == entity.cube else None


@rule("CONDITION one|ENTITY? LEFTIN", "INCLUDED", "cancelled ones too", bonus=0.8)
def left_in(condition: Condition, _one: str | Entity | None, _in: str) -> IsIn | None:
    """What stays although it could have been left out keeps no rows and is no number of its own."""
    return condition if isinstance(condition, IsIn) and not condition.negated else None


@rule("including|even|counting ~CONDITION one|ENTITY", "INCLUDED", "including cancelled ones", bonus=0.6)
def including(_in: str, condition: Condition, _one: str | Entity) -> IsIn | None:
    """With a noun; a visit including a vaccination is one of a kind."""
    return left_in(condition, None, "")  # type: ignore[no-any-return]


@rule("incl|inc .? ~CONDITION one|ENTITY?", "INCLUDED", "incl. cancelled", bonus=0.6)
def included(_in: str, _dot: str | None, condition: Condition, _one: str | Entity | None) -> IsIn | None:
    return left_in(condition, None, "")  # type: ignore[no-any-return]


@rule("CONDITION or not", "INCLUDED", "cancelled or not", bonus=0.8)
def such_or_not(condition: Condition, _or: str, _not: str) -> IsIn | None:
    return left_in(condition, None, "")  # type: ignore[no-any-return]


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


@rule(",|and|but not ~QUANTITY", "CHATTER", "count loans, not titles", bonus=0.3)
def in_contrast(_joint: str, _not: str, quantity: Quantity) -> Quantity:
    """What is not meant by what stands before it."""
    return quantity


@rule("NOT ~WHEN", "CONDITION", "not in 2023", bonus=0.3)
def not_within(_not: str, span: TimeSpan) -> Condition:
    return Within(span.period, negated=True)


@rule("ENTITY AKIN ~PERIOD?", "SUBJECT", "customers complained in 2024", bonus=0.4)
def did_so(entity: Entity, of: Entity, span: TimeSpan | None) -> tuple[Entity, Condition] | None:
    """What somebody did are rows of theirs."""
    within = (Within(span.period),) if span is not None else ()
    return None if entity == of else (entity, Exists(of, within, entity=entity))
