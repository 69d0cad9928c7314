"""Who did something at one time and again at another, or not, or never, or for the first time."""

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.functions import FIRSTS
from svcchat_magic.analyst.meaning.tree import (
    ByEntity,
    Condition,
    DatedLast,
    Entity,
    Exists,
    OverGroups,
    Quantity,
    Within,
)

Did = tuple[Entity, Entity]  # who, and the rows of what was done
Such = tuple[Entity, tuple[Condition, ...]]
DOINGS = Grammar()
rule = DOINGS.rule

DOINGS.level()


@rule("NEVER|NOT ~DID", "CONDITION", "who have never given us anything", bonus=0.6)
def never_did(_never: str, did: Did) -> Condition:
    return _had(did, None, negated=True)


@rule("DIDNOTHING", "CONDITION", "who bought nothing at all", bonus=0.6)
def did_nothing(did: Did) -> Condition:
    return _had(did, None, negated=True)


@rule("NEVER|NOT ~DID ~PERIOD", "CONDITION", "who have not given us anything in 2024", bonus=1.0)
def never_did_then(_never: str, did: Did, span: TimeSpan) -> Condition:
    return _had(did, span, negated=True)


@rule("DIDNOTHING ~PERIOD", "CONDITION", "who bought nothing at all in 2024", bonus=1.0)
def did_nothing_then(did: Did, span: TimeSpan) -> Condition:
    return _had(did, span, negated=True)


@rule("ENTITY ~DID ~both ~PERIOD AND|and ~DID? again? ~PERIOD", "SUBJECT",
      "donors who gave in both 2023 and 2024", bonus=3.0)  # fmt: skip
def in_both(
    who: Entity, did: Did, _both: str, first: TimeSpan, *behind: Did | str | TimeSpan | None
) -> Such | None:
    return _twice(who, did, first, behind, negated=False)


@rule("ENTITY ~DID ~PERIOD AND|and ~also|again ~DID? ~PERIOD", "SUBJECT",
      "donors who gave in 2023 and again in 2024", bonus=3.0)  # fmt: skip
def and_again(who: Entity, did: Did, first: TimeSpan, *behind: Did | str | TimeSpan | None) -> Such | None:
    return _twice(who, did, first, behind, negated=False)


@rule("ENTITY ~DID ~PERIOD ,? but|and|AND|,? NOT|NEVER|NAUGHT ~DID? again? ~PERIOD", "SUBJECT",
      "donors who gave in 2023 but nothing at all in 2024", bonus=3.0)  # fmt: skip
def then_and_not(who: Entity, did: Did, first: TimeSpan, *behind: Did | str | TimeSpan | None) -> Such | None:
    return _twice(who, did, first, behind, negated=True)


@rule("ENTITY ~DID ~PERIOD ,? but|and|AND ~DIDNOTHING ~PERIOD", "SUBJECT",
      "donors who gave in 2023 and gave nothing in 2024", bonus=3.0)  # fmt: skip
def then_and_nothing(
    who: Entity, did: Did, first: TimeSpan, *behind: Did | str | TimeSpan | None
) -> Such | None:
    return _twice(who, did, first, behind, negated=True)


@rule("ENTITY ~DID ~PERIOD ,? but|and|AND NEVER|NOT ~DID", "SUBJECT",
      "members who paid in 2024 but never visited", bonus=2.6)  # fmt: skip
def did_and_never_did(
    who: Entity, did: Did, span: TimeSpan, _mark: str | None, _but: str, _never: str, other: Did
) -> Such | None:
    """What was done then, and another thing that was never done at all."""
    is_theirs = did[0] == who == other[0] and did[1] != other[1]
    return (who, (_had(did, span), _had(other, None, negated=True))) if is_theirs else None


@rule(
    "ENTITY ~DID FIRSTTIME ~PERIOD", "SUBJECT", "members who borrowed for the first time in 2024", bonus=1.2
)
def did_first_then(who: Entity, did: Did, _first: str, span: TimeSpan) -> Such | None:
    """A row in the period and none before it."""
    start = span.period.start
    if did[0] != who or start is None:
        return None

    before = Exists(did[1], (Within(Period(None, start)),), negated=True, entity=who)
    return who, (_had(did, span), before)


@rule(
    "HOWMANY? ~ENTITY ~DID FIRSTTIME", "QUANTITY", "how many members borrowed for the first time", bonus=1.6
)
def number_of_firsts(_many: str | None, who: Entity, did: Did, _first: str) -> Quantity | None:
    return _firsts(did) if did[0] == who else None


@rule("HOWMANY? ~FIRSTONES", "QUANTITY", "first-time buyers", "how many new customers", bonus=0.4)
def first_ones(_many: str | None, did: Did) -> Quantity:
    return _firsts(did)


def _firsts(did: Did) -> Quantity:
    """How many there are, each at the time of the first of these rows."""
    return OverGroups(FIRSTS, DatedLast("minimum", did[1]), ByEntity(did[0]))


def _had(did: Did, span: TimeSpan | None, *, negated: bool = False) -> Exists:
    within = (Within(span.period),) if span is not None else ()
    return Exists(did[1], within, negated=negated, entity=did[0])


def _twice(
    who: Entity,
    did: Did,
    first: TimeSpan,
    behind: tuple[Did | str | TimeSpan | None, ...],
    *,
    negated: bool,
) -> Such | None:
    """Rows in the first period, and some or none of the same or of others in the second."""
    second = behind[-1]
    again = next((each for each in behind if isinstance(each, tuple)), did)
    if did[0] != who or again[0] != who or not isinstance(second, TimeSpan) or first.grain or second.grain:
        return None

    return who, (_had(did, first), _had(again, second, negated=negated))
