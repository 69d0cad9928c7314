"""Parts of a whole, where what is a part is said with a condition."""

from svcchat_magic.analyst.constructions.constructions import all_conditions, as_quantity, is_counted
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    Compared,
    Concept,
    Condition,
    Counted,
    Entity,
    Exists,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Ratio,
    Within,
)

Such = tuple[Entity, Condition]

BECOMES = (  # what stands between a thing and what it is or becomes
    "is|are|was|were|has|have|had|came|come|get|gets|got|go|goes|went|become|becomes|became"
    "|stay|stayed|remain|remained|end|ended"
)
_OF_STATES = frozenset({"status", "state", "outcome", "result", "verdict", "decision"})
SHARES = Grammar()
rule = SHARES.rule

SHARES.level()


@rule("SHARE ~SUBJECT in|of|among|within ~QUANTITY|ENTITY", "QUANTITY",
      "share of recurring gifts in the number of gifts", bonus=1.2)  # fmt: skip
def share_among(_share: str, of: Such, _in: str, whole: Quantity | Entity) -> Quantity | None:
    """The whole is named too: all rows of the same kind."""
    below = as_quantity(whole)
    return _part(of) if _counts(below, of[0]) else None


@rule("SHARE ~ENTITY is|are|was|were MARKED", "QUANTITY", "what share of readings is ok", bonus=0.7)
def share_with_marked(_share: str, entity: Entity, _is: str, value: IsIn) -> Quantity | None:
    """A value that is also a small word, said of rows that can have it."""
    return _part((entity, value)) if value.of.cube == entity.cube else None


@rule(f"SHARE ~SUBJECT ~{BECOMES} ~MEASURE", "COUNTED",
      "what share of video visits were no-shows", bonus=1.5)  # fmt: skip
def share_of_such_that_count(
    _share: str, of: Such, _are: str, part: Concept
) -> tuple[Quantity, Condition] | None:
    counts = part.agg_type == "count" and part.cube == of[0].cube and part.name != "count"
    return (Ratio(Measured(part), Counted(of[0]), is_share=True), of[1]) if counts else None


@rule("SHARE ~MEASURE ~is|are|was|were PARTOF", "QUANTITY",
      "what share of home deliveries was late", bonus=1.6)  # fmt: skip
def share_of_counted(_share: str, whole: Concept, _is: str, part: Concept) -> Quantity | None:
    """Of what one measure counts those that another one counts, which is called so."""
    counts = whole.agg_type == "count" and whole.cube == part.cube and whole != part
    return Ratio(Measured(part), Measured(whole), is_share=True) if counts else None


@rule("SHARE ~SUBJECT BDIM", "COUNTED", "share of wagons in the fleet that is leased", bonus=1.5)
def share_of_such_flagged(_share: str, of: Such, flag: Concept) -> tuple[Quantity, Condition] | None:
    return share_of_such_that_are(_share, of, "is", IsIn(flag, (True,)))  # type: ignore[no-any-return]


@rule(f"SHARE ~SUBJECT ~that|which|who|{BECOMES} ~CONDITION", "COUNTED",
      "what share of Premium members are active", bonus=1.5)  # fmt: skip
def share_of_such_that_are(
    _share: str, of: Such, _are: str, part: Condition
) -> tuple[Quantity, Condition] | None:
    """What is said of them behind the verb is the part; what they are called by is the whole."""
    return None if part == of[1] else (_part((of[0], part)), of[1])


@rule("SHARE ~SUBJECT ~have|has|had|get|gets|got|receive|received a|an|any|some? ~ENTITY", "COUNTED",
      "what share of Premium members have a locker", bonus=2.0)  # fmt: skip
def share_of_such_that_have(
    _share: str, of: Such, _have: str, _a: str | None, part: Entity
) -> tuple[Quantity, Condition] | None:
    """What they have is the part, also where it stands in rows of its own."""
    return None if part == of[0] else (_part((of[0], Exists(part, entity=of[0]))), of[1])


@rule("SHARE ~BDIM", "COUNTED", "percentage of first visits", bonus=-0.2)
def share_of_flag(_share: str, flag: Concept) -> tuple[Quantity, tuple[Condition, ...]]:
    entity = Entity(flag.cube)
    return Ratio(Counted(entity, (IsIn(flag, (True,)),)), Counted(entity), is_share=True), ()


@rule("NOT? BDIM %|percent|pct|percentage", "COUNTED", "would recommend % by age group", bonus=2.3)
def flag_in_percent(
    denied: str | None, flag: Concept, _share: str
) -> tuple[Quantity, tuple[Condition, ...]] | None:
    """A flag and a sign behind it: its share, of each group where there are some."""
    entity = Entity(flag.cube)
    part = Counted(entity, (IsIn(flag, (denied is None,)),))
    return Ratio(part, Counted(entity), is_share=True), ()


@rule("SHARE ~VALUE", "QUANTITY", "percentage of women", bonus=-0.2)
def share_of_value(_share: str, value: IsIn) -> Quantity:
    """Of the rows that have some value there."""
    return _part((Entity(value.of.cube), value))


@rule("BDIM|VALUE as SHARE ~MEASURE", "QUANTITY", "own brand as a percentage of sales", bonus=1.2)
def such_as_share(part: Concept | IsIn, _as: str, _share: str, whole: Concept) -> Quantity | None:
    """A part of a sum or a number of rows, told by a flag or a value: the rows that have it, of all."""
    kept = part if isinstance(part, IsIn) else IsIn(part, (True,))
    adds = whole.agg_type in ("sum", "count")
    return Ratio(Measured(whole, (kept,)), Measured(whole), is_share=True) if adds else None


@rule("RATED ~of|for|among|on|in|with ~SUBJECT", "COUNTED", "failure rate of card payments", bonus=1.5)
def rate_among_such(rate: Ratio, _of: str, of: Such) -> tuple[Quantity, Condition] | None:
    """What the rate is of is the whole."""
    is_theirs = rate.below == Counted(of[0])
    return (rate, of[1]) if is_theirs and of[1] not in getattr(rate.above, "where", ()) else None


@rule("RATED ~of|for|among|on ~DATED|DATEDLIKE ENTITY|one", "COUNTED",
      "approval rate of decided applications", bonus=1.5)  # fmt: skip
def rate_of_those_done(
    rate: Ratio, _of: str, time: Concept, of: Entity | str
) -> tuple[Quantity, Condition] | None:
    """Those of which something has happened are the whole, whenever that was."""
    entity = of if isinstance(of, Entity) else Entity(time.cube)
    is_theirs = entity.cube == time.cube and rate.below == Counted(entity)
    return (rate, Missing(time, negated=True)) if is_theirs else None


@rule("MEASURE ~of|for|among|on ~DATED ENTITY", "COUNTED", "approval rate of decided applications", bonus=0.9)
def measured_rate_of_those_done(
    rate: Concept, _of: str, time: Concept, entity: Entity
) -> tuple[Quantity, Condition] | None:
    is_rate = rate.agg_type == "number" and rate.format == "percent"
    is_theirs = rate.cube == entity.cube == time.cube
    return (Measured(rate), Missing(time, negated=True)) if is_rate and is_theirs else None


@rule("SHARE ~ENTITY ~came|come|comes|led|lead|leads|ended|end|ends|resulted|turned back|up|out? "
      "as|in|to|into|with ~a|an|any|some ENTITY", "QUANTITY",
      "what percentage of order lines came back as a return", bonus=1.8)  # fmt: skip
def share_that_led_to(
    _share: str, entity: Entity, _led: str, _back: str | None, _to: str, _a: str, part: Entity
) -> Quantity | None:
    """What they led to stands in rows of its own."""
    return None if part == entity else _part((entity, Exists(part, entity=entity)))


@rule("SUBJECT RATED", "COUNTED", "card payment failure rate", bonus=1.0)
def rate_of_such_rows(of: Such, rate: Ratio) -> tuple[Quantity, Condition] | None:
    found: tuple[Quantity, Condition] | None = rate_among_such(rate, "of", of)
    return found


@rule("VALUE rate|ratio|quota ~of|for|among|on|in|with ~SUBJECT", "COUNTED",
      "no-show rate of online bookings", bonus=1.5)  # fmt: skip
def rate_of_value_among(value: IsIn, _rate: str, _of: str, of: Such) -> tuple[Quantity, Condition] | None:
    is_other = value.of.cube == of[0].cube and value != of[1]
    return (_part((of[0], value)), of[1]) if is_other else None


@rule("SHARE ~SDIM ~VALUE|MARKED", "QUANTITY", "percent of grades that are an A", bonus=0.9)
def share_of_own_values(_share: str, of: Concept, value: IsIn) -> Quantity | None:
    """Of the rows that have a value in that column."""
    entity = Entity(of.cube)
    given = Counted(entity, (Missing(of, negated=True),))
    is_own = value.of == of and not value.negated
    return Ratio(Counted(entity, (value,)), given, is_share=True) if is_own else None


@rule("SUBJECT rate|ratio|quota", "QUANTITY", "failed inspection rate", bonus=1.0)
def rate_of_state(of: Such, _rate: str) -> Quantity | None:
    """A state before what has it; a double room rate is the price of such rooms."""
    conditions = all_conditions(of[1])
    return _part(of) if all(_is_state(each, of[0]) for each in conditions) else None


@rule("rate|ratio|quota of ~SUBJECT", "QUANTITY", "rate of cancelled orders", bonus=1.0)
def rate_of_such(_rate: str, _of: str, of: Such) -> Quantity | None:
    """What was created in a month is no state of it: then something before the word is the part."""
    return None if any(isinstance(each, Within) for each in all_conditions(of[1])) else _part(of)


@rule(
    "RATIOOF ~SUBJECT to|and|AND ~QUANTITY|ENTITY",
    "QUANTITY",
    "ratio of late orders to all orders",
    bonus=1.0,
)
def ratio_of_such(_ratio: str, of: Such, _to: str, whole: Quantity | Entity) -> Quantity:
    return _by(of, as_quantity(whole))


@rule("SUBJECT RATIO ~QUANTITY|ENTITY", "QUANTITY", "dropped calls / all calls", bonus=1.0)
def such_by(of: Such, _by_word: str, whole: Quantity | Entity) -> Quantity:
    return _by(of, as_quantity(whole))


@rule("SUBJECT RATIO ~SUBJECT", "COUNTED",
      "rush jobs as a percentage of all jobs received in 2025", bonus=2.0)  # fmt: skip
def such_by_such(of: Such, _by_word: str, whole: Such) -> tuple[Quantity, Condition] | None:
    """What is said of the whole holds for the part of it."""
    is_part = of[0] == whole[0] and set(all_conditions(of[1])).isdisjoint(all_conditions(whole[1]))
    return (_part(of), whole[1]) if is_part else None


@rule("BDIM RATIO ~SUBJECT", "COUNTED", "first visits as a percentage of all visits in 2025", bonus=2.0)
def flagged_by_such(flag: Concept, _by_word: str, whole: Such) -> tuple[Quantity, Condition] | None:
    """A flag that is called as the rows are."""
    of = (whole[0], IsIn(flag, (True,)))
    return such_by_such(of, "", whole) if flag.cube == whole[0].cube else None


@rule("ENTITY RATIO ~ENTITY|QUANTITY", "QUANTITY", "orders divided by customers", bonus=0.2)
def entities_by(entity: Entity, _by_word: str, whole: Quantity | Entity) -> Quantity | None:
    below = as_quantity(whole)
    return None if _counts(below, entity) else Ratio(Counted(entity), below)


@rule("QUANTITY PER ~CONDITION ENTITY", "COUNTED", "goals per played match", bonus=0.7)
def per_such(
    above: Quantity, per: str, condition: Condition, entity: Entity
) -> tuple[Quantity, Condition] | None:
    """What is said of those that it is per is said of what they have too."""
    is_own = isinstance(condition, IsIn) and condition.of.cube == entity.cube and not condition.negated
    adds = isinstance(above, Counted) or (
        isinstance(above, Measured) and above.measure.agg_type in ("sum", "count")
    )
    if per != "per" or not (is_own and adds) or _counts(above, entity):
        return None

    return Ratio(above, Counted(entity, is_active=not is_counted(above))), condition


@rule("AGGREGATED PER ~CONDITION ENTITY", "COUNTED", "average goals per played match", bonus=0.7)
def average_per_such(
    of: tuple[str, Quantity], per: str, condition: Condition, entity: Entity
) -> tuple[Quantity, Condition] | None:
    found: tuple[Quantity, Condition] | None = per_such(of[1], per, condition, entity)
    return found if of[0] == "average" else None


SHARES.level()


@rule("QUANTITY QUANTITY", "QUANTITY", "drop rate (dropped calls / all calls)", bonus=0.1)
def told_again(one: Quantity, again: Quantity) -> Quantity | None:
    return one if isinstance(one, Ratio) and one == again else None


def _by(of: Such, below: Quantity) -> Quantity:
    """A part by all of the same kind is a share; by anything else it is a number."""
    return _part(of) if _counts(below, of[0]) else Ratio(_kept(of), below)


def _part(of: Such) -> Quantity:
    return Ratio(_kept(of), Counted(of[0]), is_share=True)


def _kept(of: Such) -> Quantity:
    return Counted(of[0], all_conditions(of[1]))


def _is_state(condition: Condition, entity: Entity) -> bool:
    """Whether a condition tells what has become of rows: failed, flagged or late ones."""
    if isinstance(condition, IsIn) and condition.of.cube == entity.cube:
        words = [word for each in condition.values for word in phrase_of(str(each))]
        is_told = not _OF_STATES.isdisjoint(phrase_of(condition.of.name.replace("_", " ")))
        return condition.of.type == "boolean" or is_told or any(map(is_participle, words))

    return isinstance(condition, Compared) and isinstance(condition.value, Concept)


def _counts(quantity: Quantity, entity: Entity) -> bool:
    """Whether a quantity counts all rows of an entity."""
    match quantity:
        case Counted(where=(), is_active=False):
            return quantity.entity == entity
        case Measured(where=()):
            return quantity.measure.cube == entity.cube and quantity.measure.name == "count"
        case _:
            return False
