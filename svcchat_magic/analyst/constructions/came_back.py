"""Those of one time who came again at another: of the guests of 2023 those that came back in 2024."""

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
Again = tuple[Concept | Entity | None, object]  # what was done again, where it is said, and when
Came = tuple[Condition, tuple[Condition, ...]]
Found = tuple[Quantity, tuple[Condition, ...]]
CAME_BACK = Grammar()
rule = CAME_BACK.rule

CAME_BACK.level()


@rule("~also|then? came|come back|again? again? ~PERIOD", "AGAIN", "came back in 2024", bonus=0.6)
def came_back(_also: str | None, _came: str, *behind: str | TimeSpan | None) -> Again:
    return None, behind[-1]


@rule("~also|then? DATED|VERBED also|again? again? ~PERIOD", "AGAIN", "booked again in 2024", bonus=0.6)
def did_again(_also: str | None, verb: Concept | Entity, *behind: str | TimeSpan | None) -> Again:
    return verb, behind[-1]


@rule("~also|then? DID also|again? again? ~PERIOD", "AGAIN", "gave us something again in 2024", bonus=0.7)
def did_so_again(_also: str | None, did: tuple[Entity, Entity], *behind: str | TimeSpan | None) -> Again:
    return did[1], behind[-1]


@rule("~came|come back and|AND ~DID again? ~PERIOD", "AGAIN", "came back and bought again in 2024", bonus=1.0)
def came_back_and_did(
    _came: str, _back: str, _and: str, did: tuple[Entity, Entity], *behind: str | TimeSpan | None
) -> Again:
    return did[1], behind[-1]


@rule("~also|then? returned|return in ~PERIOD", "AGAIN", "returned in 2024", bonus=0.6)
def returned(_also: str | None, _returned: str, _in: str, span: TimeSpan) -> Again:
    """Right before the period: what returned something did another thing."""
    return None, span


@rule("ENTITY ~DID ~PERIOD", "DIDTHEN", "donors who gave in 2023", bonus=0.5)
def did_then(who: Entity, did: tuple[Entity, Entity], span: TimeSpan) -> Such | None:
    return (who, Exists(did[1], (Within(span.period),), entity=who)) if did[0] == who else None


CAME_BACK.level()


@rule("SUBJECT|DIDTHEN ,? ~SHARE ~AGAIN", "COUNTED",
      "of the guests who booked in 2023, what share came back in 2024", bonus=1.9)  # fmt: skip
def share_that_came_back(of: Such, _mark: str | None, _share: str, again: Again) -> Found | None:
    found: Came | None = _again(of, again)
    return found and (Ratio(Counted(of[0], (found[0],)), Counted(of[0]), is_share=True), found[1])


@rule("SHARE ~SUBJECT|DIDTHEN ~AGAIN", "COUNTED",
      "what share of the guests who booked in 2023 booked again in 2024", bonus=1.9)  # fmt: skip
def share_of_those_that_came_back(share: str, of: Such, again: Again) -> Found | None:
    found: Found | None = share_that_came_back(of, None, share, again)
    return found


@rule("SUBJECT|DIDTHEN ,? ~HOWMANY ~AGAIN", "COUNTED",
      "of the guests who booked in 2023, how many came back in 2024", bonus=1.9)  # fmt: skip
def number_that_came_back(of: Such, _mark: str | None, _many: str, again: Again) -> Found | None:
    found: Came | None = _again(of, again)
    return found and (Counted(of[0]), (*found[1], found[0]))


@rule("HOWMANY ~SUBJECT|DIDTHEN ~AGAIN", "COUNTED",
      "how many of the guests who booked in 2023 booked again in 2024", bonus=1.9)  # fmt: skip
def number_of_those_that_came_back(many: str, of: Such, again: Again) -> Found | None:
    found: Found | None = number_that_came_back(of, None, many, again)
    return found


def _again(of: Such, again: Again) -> Came | None:
    """That those who had rows in a first period have such rows in the second as well, and who they are."""
    entity, (verb, span) = of[0], again
    whole = tuple(_as_rows(each, entity) for each in all_conditions(of[1]))
    had = [each for each in whole if isinstance(each, Exists) and not each.negated]
    if len(had) != 1 or not isinstance(span, TimeSpan) or span.ends or not _is_again(verb, had[0]):
        return None

    spans = [each for each in had[0].where if isinstance(each, Within)]
    if len(spans) != 1 or spans[0].period == span.period:
        return None

    time = verb if isinstance(verb, Concept) else spans[0].time
    then = Within(span.period, time)
    return replace(had[0], where=tuple(then if each == spans[0] else each for each in had[0].where)), whole


def _as_rows(condition: Condition, entity: Entity) -> Condition:
    """`who booked in 2023`: with rows that have this date, where it is of another table."""
    time = condition.time if isinstance(condition, Within) and not condition.negated else None
    is_theirs = time is not None and time.cube != entity.cube
    return Exists(Entity(time.cube), (condition,), entity=entity) if time and is_theirs else condition


def _is_again(verb: Concept | Entity | None, had: Exists) -> bool:
    """Whether it is the same that was done: the date of its rows, or the rows."""
    times = [each.time for each in had.where if isinstance(each, Within)]
    is_theirs = isinstance(verb, Concept) and verb.cube == had.of.cube and times == [None]
    return is_theirs or verb in (None, had.of, *times)
