"""How often something was done: more than three times, once, most often; and rows that a date tells of."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import (
    ROWS_OF_FACT,
    Ranked,
    all_conditions,
    ranked_by,
)
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Bound,
    ByEntity,
    ByMember,
    ByTime,
    Concept,
    Condition,
    Counted,
    Entity,
    Group,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Within,
)

Often = tuple[str, Decimal]

CHOSEN = (
    "used|chosen|given|named|mentioned|selected|reported|cited|picked|occur|occurs|occurred|occurring|seen"
    "|found"
)
TIMES = Grammar()
rule = TIMES.rule

TIMES.level()


@rule("CMP ~TIMES", "OFTENBOUND", "more than 3 times", "at least twice", bonus=0.3)
def so_often(operator: str, number: Decimal) -> Often:
    return operator, number


@rule("only|just TIMES", "OFTENBOUND", "only once", bonus=0.6)
def so_often_only(_only: str, number: Decimal) -> Often:
    return "=", number


@rule("TIMES ORMORE", "OFTENBOUND", "3 times or more", bonus=0.3)
def so_often_or_more(number: Decimal, operator: str) -> Often:
    return operator, number


@rule("NUM ORMORE time", "OFTENBOUND", "3 or more times", bonus=0.3)
def more_times(number: Decimal, operator: str, _time: str) -> Often:
    return operator, number


@rule("EVENTS", "QUANTITY", "signups, beside a sign-up date", bonus=0.0)
def rows_that_happened(time: Concept) -> Quantity:
    return Counted(Entity(time.cube), (Missing(time, negated=True),))


@rule("HOWMANY ~EVENTS", "QUANTITY", "number of signups", bonus=0.4)
def how_many_happened(_many: str, time: Concept) -> Quantity:
    return Counted(Entity(time.cube), (Missing(time, negated=True),))


@rule("HOWMANY? ~CONDITION EVENTS", "COUNTED", "attended appointments", bonus=0.5)
def such_that_happened(
    _many: str | None, kept: Condition, time: Concept
) -> tuple[Quantity, Condition] | None:
    is_own = isinstance(kept, IsIn) and kept.of.cube == time.cube
    return (rows_that_happened(time), kept) if is_own else None


@rule(
    "for|of|from|on|in EVENTS made? in|of|during? PERIOD",
    "CONDITION",
    "for deliveries since January",
    bonus=0.9,
)
def of_what_happened(
    _for: str, time: Concept, _made: str | None, _in: str | None, span: TimeSpan
) -> Condition:
    return Within(span.period, time)


@rule("QUANTITY of EVENTS", "QUANTITY", "average fee of an appointment", bonus=0.1)
def number_of_what_happened(quantity: Quantity, _of: str, time: Concept) -> Quantity | None:
    """Rows are called by what happened to them."""
    return quantity if set(cubes_of(quantity)) == {time.cube} else None


@rule("HOWOFTEN ~EACH ~PSDIM|SDIM", "RANKED", "how often was each voucher code used", bonus=0.8)
def how_often_each(_often: str, _each: str, of: Concept) -> Ranked | None:
    """The rows that have a value of a column of theirs; how often what it names came is not known."""
    is_name = phrase_of(of.name)[-1:] in (("name",), ("title",), ("label",))
    found = None if is_name else ranked_by(ByMember(of), "desc", None, Counted(Entity("")))
    return found and found.unlimited()


@rule("HOWOFTEN ~EACH GROUPABLE ~VERBED|ENTITY", "RANKED", "how often did each customer order", bonus=1.2)
def how_often_each_did(_often: str, _each: str, group: Group, of: Entity) -> Ranked | None:
    """What was done says which rows are counted."""
    found = ranked_by(group, "desc", None, Counted(of)) if group != ByEntity(of) else None
    return found and found.unlimited()


TIMES.level()


@rule("VERBED ~OFTENBOUND", "BOUND", "booked more than once", bonus=0.9)
def done_so_often(verb: Entity, often: Often) -> Bound:
    return Bound(often[0], often[1], Counted(verb))


@rule("VERBED ~TIMES", "BOUND", "subscribed twice", bonus=0.4)
def done_so_many_times(verb: Entity, number: Decimal) -> Bound:
    return Bound("=", number, Counted(verb))


@rule("DATED|DATEDLIKE ~OFTENBOUND", "BOUND", "borrowed at least twice", bonus=0.7)
def dated_so_often(time: Concept, often: Often) -> Bound:
    return Bound(often[0], often[1], Counted(Entity(time.cube)))


@rule("MEASURE ~OFTENBOUND", "BOUND", "failed inspection at least 3 times", bonus=0.7)
def counted_so_often(measure: Concept, often: Often) -> Bound | None:
    return Bound(often[0], often[1], Measured(measure)) if measure.agg_type == "count" else None


@rule("CONDITION ~OFTENBOUND", "BOUND", "called in sick more than 3 times", bonus=0.6)
def such_so_often(condition: Condition, often: Often) -> Bound | None:
    """So many rows of which it is said."""
    if not isinstance(condition, IsIn) or condition.negated:
        return None

    return Bound(often[0], often[1], Counted(Entity(condition.of.cube), (condition,)))


@rule("with|and|,|AND HOWOFTEN each|every|they|it?", "TOLDCOUNT", "with how often", "and how often each",
      bonus=0.6)  # fmt: skip
def and_how_often(_with: str, _often: str, _each: str | None) -> str:
    """The number that a bound is on, or that they are ranked by, is shown anyway."""
    return "how often"


@rule("ENTITY ~HAVE? ~ENTITY ~OFTENBOUND", "SUCH", "students absent more than 5 times", bonus=1.0)
def entity_so_often(
    entity: Entity, _have: str | None, of: Entity, often: Often
) -> tuple[Entity, Bound] | None:
    return None if entity == of else (entity, Bound(often[0], often[1], Counted(of)))


@rule("CMP ~NUM ~CONDITION ENTITY", "BOUND", "more than 5 dropped calls", bonus=1.15)
def bound_on_such(operator: str, number: Decimal, condition: Condition, entity: Entity) -> Bound | None:
    if getattr(number, "unit", "") or number != int(number):
        return None

    return Bound(operator, number, Counted(entity, all_conditions(condition)))


@rule("NUM ORMORE ~CONDITION ENTITY", "BOUND", "5 or more late trips", bonus=1.15)
def such_or_more(number: Decimal, operator: str, condition: Condition, entity: Entity) -> Bound | None:
    return bound_on_such(operator, number, condition, entity)  # type: ignore[no-any-return]


@rule("NUM? GROUPABLE ~VERBED ~OFTEN", "RANKED", "the club that is visited most often", bonus=0.9)
def verbed_most_often(count: Decimal | None, group: Group, verb: Entity, way: str) -> Ranked | None:
    is_itself = isinstance(group, ByEntity) and group.entity == verb
    return None if is_itself else ranked_by(group, way, count, Counted(verb))


@rule(f"WHICH NUM ~GROUPABLE ~{CHOSEN} ~OFTEN", "RANKED", "which 3 codes were used most often", bonus=0.8)
def so_many_most_often(_which: str, count: Decimal, group: Group, _chosen: str, way: str) -> Ranked | None:
    """Those who came most often did so in rows of others; what was used is told in these."""
    return ranked_by(group, way, count, Counted(Entity("", ROWS_OF_FACT)))


@rule(f"NUM GROUPABLE ~{CHOSEN} ~OFTEN", "RANKED", "the 3 codes used most often", bonus=0.6)
def number_most_often(count: Decimal, group: Group, _chosen: str, way: str) -> Ranked | None:
    return ranked_by(group, way, count, Counted(Entity("", ROWS_OF_FACT)))


@rule(f"NUM? OFTEN NUM? {CHOSEN} GROUPABLE", "RANKED", "the 3 most often used codes", bonus=0.8)
def most_often_chosen(
    first: Decimal | None, way: str, count: Decimal | None, _chosen: str, group: Group
) -> Ranked | None:
    return ranked_by(group, way, count or first, Counted(Entity("", ROWS_OF_FACT)))


@rule("ASKED ~VERBED ~OFTEN|SUPER", "RANKED", "which club is visited most often", bonus=1.1)
def which_verbed_most(group: Group, verb: Entity, way: str) -> Ranked | None:
    return verbed_most_often(None, group, verb, way)  # type: ignore[no-any-return]


@rule("ASKED ~VERBED ~SUPER ~ENTITY", "RANKED", "which member borrowed the most books", bonus=1.3)
def which_verbed_most_of(group: Group, verb: Entity, way: str, of: Entity) -> Ranked | None:
    is_itself = isinstance(group, ByEntity) and group.entity == of
    return None if is_itself else verbed_most_often(None, group, verb, way)


@rule("ASKED ~MEASURE ~SUPER ~ENTITY", "RANKED", "which member borrowed the most books", bonus=1.3)
def which_counted_most_of(group: Group, measure: Concept, way: str, of: Entity) -> Ranked | None:
    """The verb is a number of its own; what was done with is only named beside it."""
    is_itself = isinstance(group, ByEntity) and group.entity == of
    counts = measure.agg_type in ("count", "count_distinct")
    return ranked_by(group, way, None, Measured(measure)) if counts and not is_itself else None


@rule("ASKED ~MEASURE ~OFTEN", "RANKED", "which product was refunded most often", bonus=1.1)
def which_measured_most_often(group: Group, measure: Concept, way: str) -> Ranked | None:
    """How often it was done, where the verb is what all of it comes to."""
    is_count = measure.agg_type in ("count", "count_distinct")
    times = Measured(measure) if is_count else Counted(Entity(measure.cube))
    return ranked_by(group, way, None, times) if is_count or measure.agg_type == "sum" else None


@rule("WHOM ~SUPER|LONGEST ~QUANTITY|ENTITY", "RANKED", "who had the most no-shows", bonus=1.2)
def who_has_most(group: Group, way: str, quantity: Quantity | Entity) -> Ranked | None:
    is_itself = isinstance(group, ByEntity) and group.entity == quantity
    return None if is_itself else ranked_by(group, way, None, quantity)


@rule("WHOM ~VERBED|MEASURE ~SUPER ~ENTITY", "RANKED", "who borrowed the most books", bonus=1.6)
def who_did_most_of(group: Group, did: Entity | Concept, way: str, of: Entity) -> Ranked | None:
    if isinstance(did, Concept):
        return which_counted_most_of(group, did, way, of)  # type: ignore[no-any-return]

    return which_verbed_most_of(group, did, way, of)  # type: ignore[no-any-return]


@rule("WHOM ~VERBED|MEASURE ~OFTEN|SUPER", "RANKED", "who visited most often", bonus=1.0)
def who_did_most(group: Group, did: Entity | Concept, way: str) -> Ranked | None:
    if isinstance(did, Entity):
        return verbed_most_often(None, group, did, way)  # type: ignore[no-any-return]

    return ranked_by(group, way, None, Measured(did)) if did.agg_type == "count" else None


@rule("ASKSWHEN ~HAVE? ~SUPER ~QUANTITY|ENTITY", "RANKED", "when did we have the most orders", bonus=1.2)
def when_most(_when: str, _have: str | None, way: str, quantity: Quantity | Entity) -> Ranked | None:
    """In which month: when nobody says how exactly."""
    return ranked_by(ByTime("month"), way, None, quantity)


@rule("ASKSWHEN ~QUANTITY ~SUPER", "RANKED", "when was revenue the highest", bonus=1.2)
def when_highest(when: str, quantity: Quantity, way: str) -> Ranked | None:
    return when_most(when, None, way, quantity)  # type: ignore[no-any-return]
