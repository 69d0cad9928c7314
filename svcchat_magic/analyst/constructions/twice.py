"""Who did something at one time and again, or not, at another: donors who gave in 2023 but not in 2024."""

from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Concept, Condition, Entity, Exists, Within

TWICE = Grammar()
rule = TWICE.rule

TWICE.level()


@rule("ENTITY ~DATED ~PERIOD but|and|AND NOT|NEVER ~DATED? ~PERIOD", "SUBJECT",
      "donors who gave in 2023 but not in 2024", bonus=1.6)  # fmt: skip
def then_and_not(
    entity: Entity, time: Concept, first: TimeSpan, *behind: str | Concept | TimeSpan | None
) -> tuple[Entity, tuple[Condition, ...]] | None:
    return _twice(entity, time, first, behind, negated=True)


@rule("ENTITY ~DATED ~PERIOD and|AND again ~DATED? ~PERIOD", "SUBJECT",
      "donors who gave in 2023 and again in 2024", bonus=1.8)  # fmt: skip
def then_and_again(
    entity: Entity, time: Concept, first: TimeSpan, *behind: str | Concept | TimeSpan | None
) -> tuple[Entity, tuple[Condition, ...]] | None:
    return _twice(entity, time, first, behind, negated=False)


def _twice(
    entity: Entity,
    time: Concept,
    first: TimeSpan,
    behind: tuple[str | Concept | TimeSpan | None, ...],
    *,
    negated: bool,
) -> tuple[Entity, tuple[Condition, ...]] | None:
    """Rows of the verb's own table in the first period, and some or none in the second."""
    *_, again, second = behind
    is_same = again is None or again == time
    if time.cube == entity.cube or not is_same or not isinstance(second, TimeSpan):
        return None

    of = Entity(time.cube)
    then = Exists(of, (Within(first.period, time),), entity=entity)
    return entity, (then, Exists(of, (Within(second.period, time),), negated, entity))
