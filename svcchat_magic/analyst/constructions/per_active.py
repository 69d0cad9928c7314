"""Numbers per one of those who had something: revenue per paying member, sessions per viewer."""

from svcchat_magic.analyst.constructions.constructions import as_quantity, is_counted
from svcchat_magic.analyst.constructions.quantities import per_counted
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Concept,
    Condition,
    Counted,
    Entity,
    Measured,
    Quantity,
    Ratio,
    Within,
)

PER_ACTIVE = Grammar()
rule = PER_ACTIVE.rule

PER_ACTIVE.level()


@rule("QUANTITY|ENTITY PER ~ACTIVE ENTITY", "QUANTITY", "revenue per paying member", bonus=1.5)
def per_active(
    above: Quantity | Entity, _per: str, active: tuple[frozenset[str], bool], entity: Entity
) -> Quantity | None:
    """Those who pay have an amount; those who do something else have rows of it."""
    facts, pays = active
    of = as_quantity(above)
    fits = set(cubes_of(of)) <= facts and _adds_up(of) and (not pays or _is_money(of))
    return Ratio(of, Counted(entity, is_active=True)) if fits else None


@rule("AGG ~QUANTITY|ENTITY PER ~ACTIVE ENTITY", "QUANTITY", "average spend per paying member", bonus=1.5)
def average_per_active(
    function: str, above: Quantity | Entity, per: str, active: tuple[frozenset[str], bool], entity: Entity
) -> Quantity | None:
    found: Quantity | None = per_active(above, per, active, entity)
    return found if function == "average" else None


@rule("QUANTITY|ENTITY PER ~DOER", "QUANTITY", "sessions per viewer", bonus=1.2)
def per_doer(above: Quantity | Entity, _per: str, doer: tuple[Entity, str]) -> Quantity | None:
    of = as_quantity(above)
    fits = set(cubes_of(of)) == {doer[1]} and _adds_up(of)
    return Ratio(of, Counted(doer[0], is_active=True)) if fits else None


@rule("AGG ~QUANTITY|ENTITY PER ~DOER", "QUANTITY", "average number of sessions per viewer", bonus=1.2)
def average_per_doer(
    function: str, above: Quantity | Entity, per: str, doer: tuple[Entity, str]
) -> Quantity | None:
    found: Quantity | None = per_doer(above, per, doer)
    return found if function == "average" else None


@rule("QUANTITY ~per ~MEASURE", "QUANTITY", "how much revenue do we make per active member", bonus=0.1)
def made_per_counted(above: Quantity, _per: str, below: Concept) -> Quantity | None:
    """Between both stands no more than who makes it."""
    fits = below.agg_type == "count_distinct" and _adds_up(above)
    return per_counted(above, "per", below) if fits else None


@rule("QUANTITY PER ENTITY ~who|that ~DATED ~PERIOD?", "COUNTED",
      "revenue per guest who booked in 2024", bonus=1.0)  # fmt: skip
def per_one_who(
    above: Quantity, _per: str, entity: Entity, _who: str, time: Concept, span: TimeSpan | None
) -> tuple[Quantity, tuple[Condition, ...]] | None:
    """Who did so has rows of the number itself: it is divided, and not told of each."""
    if set(cubes_of(above)) != {time.cube} or time.cube == entity.cube or not _adds_up(above):
        return None

    within = (Within(span.period, time),) if span is not None else ()
    return Ratio(above, Counted(entity, is_active=True)), within


def _adds_up(quantity: Quantity) -> bool:
    return is_counted(quantity) or (isinstance(quantity, Measured) and quantity.measure.agg_type == "sum")


def _is_money(quantity: Quantity) -> bool:
    measure = quantity.measure if isinstance(quantity, Measured) else None
    return measure is not None and measure.agg_type == "sum" and is_of_money(measure)
