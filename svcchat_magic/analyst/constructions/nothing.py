"""Who did nothing: customers who bought nothing in 2024 have no orders of then."""

from svcchat_magic.analyst.constructions.conditions import not_done_within
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Concept, Condition, Entity, Exists, Missing, Within

NOTHING = Grammar()
rule = NOTHING.rule

NOTHING.level()


@rule("~DATED nothing ~PERIOD?", "CONDITION", "customers who bought nothing in 2024", bonus=0.4)
def done_nothing(time: Concept, nothing: str, span: TimeSpan | None) -> Condition:
    return Missing(time) if span is None else not_done_within(nothing, time, span)


@rule("ENTITY ~HAVE? ~VERBED nothing ~PERIOD?", "SUBJECT", "customers who ordered nothing in 2024", bonus=1.3)
def did_nothing(
    entity: Entity, _have: str | None, of: Entity, _nothing: str, span: TimeSpan | None
) -> tuple[Entity, Condition] | None:
    within = (Within(span.period),) if span is not None else ()
    return None if entity == of else (entity, Exists(of, within, negated=True, entity=entity))
