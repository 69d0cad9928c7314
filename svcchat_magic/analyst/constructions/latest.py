"""When something happened last, and whose last one is how old: `whose last order was before 2024`."""

from svcchat_magic.analyst.constructions.constructions import all_conditions
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.date_names import is_year
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Concept,
    Condition,
    Counted,
    DatedLast,
    Entity,
    Exists,
    Quantity,
    Within,
)

Such = tuple[Entity, Condition | tuple[Condition, ...]]
ENDS = {"desc": "maximum", "asc": "minimum"}

LATEST_ONES = Grammar()
rule = LATEST_ONES.rule

LATEST_ONES.level()


@rule("LATEST ~NDIM", "QUANTITY", "the earliest release year", bonus=1.2)
def ending_year(end: str, of: Concept) -> Quantity | None:
    """Of a year, which is kept as a number."""
    return Aggregated(ENDS[end], of) if is_year(of) else None


@rule("ASKSWHEN ~LATEST ~DATED", "QUANTITY", "when did we last sell a lamp", bonus=1.0)
def when_last_done(_when: str, end: str, time: Concept) -> Quantity:
    """One date: that of the last time."""
    return Aggregated(ENDS[end], time)


@rule("ASKSWHEN ~LATEST ~ENTITY ~DATED|TDIM", "QUANTITY", "when was the last refund paid", bonus=1.4)
def when_last_of_entity(_when: str, end: str, entity: Entity, time: Concept) -> Quantity | None:
    """By the date of what happened to it, and not by the one that such rows are dated by."""
    return Aggregated(ENDS[end], time) if time.cube == entity.cube else None


@rule("ASKSWHEN ~LATEST ~DATED ~ENTITY", "QUANTITY", "when did we last pay a refund", bonus=1.4)
def when_last_done_to(_when: str, end: str, time: Concept, entity: Entity) -> Quantity | None:
    return when_last_of_entity("when", end, entity, time)  # type: ignore[no-any-return]


@rule("ASKSWHEN ~LATEST ~SUBJECT", "COUNTED", "when was the last order from Spain", bonus=1.2)
def when_last_of_such(_when: str, end: str, of: Such) -> tuple[Quantity, Condition | tuple[Condition, ...]]:
    return DatedLast(ENDS[end], of[0]), of[1]


@rule("ASKSWHEN ~LATEST ~SUBJECT ~DATED|TDIM", "COUNTED", "when did the last customer from Spain join",
      bonus=1.6)  # fmt: skip
def when_last_such_did(
    _when: str, end: str, of: Such, time: Concept
) -> tuple[Quantity, Condition | tuple[Condition, ...]] | None:
    found: Quantity | None = when_last_of_entity("when", end, of[0], time)
    return (found, of[1]) if found is not None else None


@rule("ENTITY ~LATEST ~ENTITY ~PERIOD", "SUBJECT", "customers whose last order was before 2024", bonus=2.4)
def whose_last_was(entity: Entity, end: str, of: Entity, span: TimeSpan) -> Such | None:
    """They have one in that period, or before it, and none that is later."""
    said = None if entity == of or span.grain or span.ends else _ends_within(entity, of, (), end, span.period)
    return (entity, said) if said else None


@rule("ENTITY ~LATEST ~SUBJECT ~PERIOD", "SUBJECT", "customers whose last cancelled order was before 2024",
      bonus=2.4)  # fmt: skip
def whose_last_such_was(entity: Entity, end: str, of: Such, span: TimeSpan) -> Such | None:
    kept = all_conditions(of[1])
    is_other = entity != of[0] and not any(isinstance(each, Exists | Within) for each in kept)
    is_plain = is_other and not span.grain and not span.ends
    said = _ends_within(entity, of[0], kept, end, span.period) if is_plain else None
    return (entity, said) if said else None


@rule("ENTITY ~SUBJECT|ENTITY|VERBED ~HOWMANY ~LATEST one ~PERIOD", "COUNTED",
      "of the customers who ordered, how many had their last one before 2024", bonus=3.0)  # fmt: skip
def how_many_had_last(
    entity: Entity, of: Such | Entity, many: str, end: str, _one: str, span: TimeSpan
) -> tuple[Quantity, tuple[Condition, ...]] | None:
    such = of if isinstance(of, tuple) else (of, ())
    found = whose_last_such_was(entity, end, such, span) if many == "count" else None
    return (Counted(entity), all_conditions(found[1])) if found is not None else None


def _ends_within(
    entity: Entity, of: Entity, kept: tuple[Condition, ...], end: str, period: Period
) -> tuple[Condition, ...] | None:
    """Of the last ones none lies behind the period; of the first ones none before it."""
    edge = period.end if end == "desc" else period.start
    within = Exists(of, (*kept, Within(period)), entity=entity)
    if period.hole is not None or edge is None:
        return None if period.hole is not None else (within,)

    beyond = Period(edge, None) if end == "desc" else Period(None, edge)
    return within, Exists(of, (*kept, Within(beyond)), negated=True, entity=entity)
