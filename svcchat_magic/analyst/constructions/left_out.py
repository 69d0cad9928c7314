"""What is left out by a word for all of it: everything from Oban, those without an age, ones not counted."""

from svcchat_magic.analyst.constructions.constructions import negation_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Condition, Entity, IsIn, Missing

LEFT_OUT = Grammar()
rule = LEFT_OUT.rule

LEFT_OUT.level()


@rule("NOT everything|anything|whatever|those|ones|all|what ~CONDITION", "CONDITION",
      "excluding everything from Oban", bonus=0.7)  # fmt: skip
def none_of(_not: str, _all: str, condition: Condition) -> Condition | None:
    return None if getattr(condition, "negated", False) else negation_of(condition)


@rule("NOT|LEAVEOUT everyone|everybody|anyone|anybody|ENTITY ~CONDITION", "CONDITION",
      "leave out passengers without an age", bonus=0.7)  # fmt: skip
def none_of_such(_not: str, _rows: object, condition: Condition) -> Condition | None:
    """Those of whom nothing is known are left out, so that only the others are asked for."""
    return negation_of(condition) if isinstance(condition, Missing) and not condition.negated else None


@rule("NOT|LEAVEOUT|WITHOUT ~ENTITY who|that|which ~still? ~CONDITION", "CONDITION",
      "without the customers who have churned", bonus=1.5)  # fmt: skip
def none_who_are(
    _not: str, entity: Entity, _who: str, _still: str | None, condition: Condition
) -> Condition | None:
    """What is said of them is a state of their own: the others are asked for."""
    is_own = isinstance(condition, IsIn) and condition.of.cube == entity.cube and not condition.negated
    return negation_of(condition) if is_own else None


@rule("CONDITION one|ENTITY|WORTHY? LEFTOUT", "CONDITION", "cancelled ones not counted", bonus=0.9)
def left_out(condition: Condition, _one: object, _out: str) -> Condition | None:
    return None if getattr(condition, "negated", False) else negation_of(condition)


@rule("CONDITION ENTITY LEFTOUT", "CONDITION", "cancelled orders left out", bonus=1.3)
def own_left_out(condition: Condition, entity: Entity, _out: str) -> Condition | None:
    """What rows are said to be is said of themselves, where they can be so."""
    is_own = isinstance(condition, IsIn) and condition.of.cube == entity.cube
    found: Condition | None = left_out(condition, entity, "") if is_own else None
    return found


@rule("LEAVEOUT ~CONDITION one|ENTITY|WORTHY?", "CONDITION", "leave out cancelled ones", bonus=0.3)
def leaving_out(_out: str, condition: Condition, _one: object) -> Condition | None:
    return left_out(condition, None, "")  # type: ignore[no-any-return]


@rule("NOT ~CONDITION WORTHY", "CONDITION", "without cancelled orders, which have lines only", bonus=1.3)
def without_such(_not: str, condition: Condition, _of: object) -> Condition | None:
    """Documents whose lines are summed or counted are no second number."""
    return left_out(condition, None, "")  # type: ignore[no-any-return]
