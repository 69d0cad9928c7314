"""Those of one time who came again at another: of the guests of 2023 the share that came back in 2024."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import all_conditions
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    Concept,
    Condition,
    Counted,
    Entity,
    Exists,
    Quantity,
    Ratio,
    Within,
)

Such = tuple[Entity, Condition | tuple[Condition, ...]]
Found = tuple[Quantity, tuple[Condition, ...]]
CAME_BACK = Grammar()
rule = CAME_BACK.rule

CAME_BACK.level()


@rule("SUBJECT ,? ~SHARE ~also|then? ~came|come back|again? again? ~PERIOD", "COUNTED",
      "of the guests who booked in 2023, what share came back in 2024", bonus=2.5)  # fmt: skip
def share_that_came_back(
    of: Such, _mark: str | None, _share: str, *behind: str | TimeSpan | None
) -> Found | None:
    return _again(of, behind[-1], None)


@rule("SUBJECT ,? ~SHARE ~also|then? ~DATED|VERBED also|again? again? ~PERIOD", "COUNTED",
      "of the guests who booked in 2023, what share booked again in 2024", bonus=2.5)  # fmt: skip
def share_that_did_again(
    of: Such, _mark: str | None, _share: str, _also: str | None, verb: Concept | Entity,
    *behind: str | TimeSpan | None,
) -> Found | None:  # fmt: skip
    return _again(of, behind[-1], verb)


@rule("SHARE ~SUBJECT ~also|then? ~came|come back|again? again? ~PERIOD", "COUNTED",
      "what share of the guests who booked in 2023 came back in 2024", bonus=2.5)  # fmt: skip
def share_of_those_that_came_back(_share: str, of: Such, *behind: str | TimeSpan | None) -> Found | None:
    return _again(of, behind[-1], None)


@rule("SUBJECT ,? ~SHARE ~also|then? ~returned|return in ~PERIOD", "COUNTED",
      "of the guests who booked in 2023, what share returned in 2024", bonus=2.5)  # fmt: skip
def share_that_returned(
    of: Such, _mark: str | None, _share: str, *behind: str | TimeSpan | None
) -> Found | None:
    """Right before the period: what returned something did another thing."""
    return _again(of, behind[-1], None)


@rule("SHARE ~SUBJECT ~also|then? ~DATED|VERBED also|again? again? ~PERIOD", "COUNTED",
      "what share of guests who booked in 2023 booked again in 2024", bonus=2.5)  # fmt: skip
def share_of_those_that_did_again(
    _share: str, of: Such, _also: str | None, verb: Concept | Entity, *behind: str | TimeSpan | None
) -> Found | None:
    return _again(of, behind[-1], verb)


def _again(of: Such, span: object, verb: Concept | Entity | None) -> Found | None:
    """Of those who had rows in a first period the ones that have such rows in the second as well."""
    entity = of[0]
    whole = tuple(_as_rows(each, entity) for each in all_conditions(of[1]))
    had = [each for each in whole if isinstance(each, Exists) and not each.negated]
    if len(had) != 1 or not isinstance(span, TimeSpan) or span.ends or verb not in (None, *_verbs(had[0])):
        return None

    spans = [each for each in had[0].where if isinstance(each, Within)]
    if len(spans) != 1 or spans[0].period == span.period:
        return None

    then = replace(spans[0], period=span.period)
    again = replace(had[0], where=tuple(then if each == spans[0] else each for each in had[0].where))
    return Ratio(Counted(entity, (again,)), Counted(entity), is_share=True), whole


def _as_rows(condition: Condition, entity: Entity) -> Condition:
    """`who booked in 2023`: with rows that have this date, where it is of another table."""
    time = condition.time if isinstance(condition, Within) and not condition.negated else None
    is_theirs = time is not None and time.cube != entity.cube
    return Exists(Entity(time.cube), (condition,), entity=entity) if time and is_theirs else condition


def _verbs(had: Exists) -> tuple[Concept | Entity, ...]:
    """What may be said again of it: the date of its rows, or the rows."""
    times = (each.time for each in had.where if isinstance(each, Within) and each.time is not None)
    return had.of, *times
