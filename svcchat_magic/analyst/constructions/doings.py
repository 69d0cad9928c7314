"""Who did something at one time and again at another, or not, or never, or for the first time."""

from decimal import Decimal

from svcchat_magic.analyst.language.periods import Period, add
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.functions import FIRSTS, SECONDS
from svcchat_magic.analyst.meaning.tree import (
    Bound,
    ByEntity,
    Condition,
    Counted,
    DatedLast,
    Entity,
    Exists,
    OverGroups,
    Quantity,
    Ratio,
    Within,
)

Did = tuple[Entity, Entity]  # who, and the rows of what was done
Such = tuple[Entity, tuple[Condition, ...]]
_UNITS = ("month", "quarter", "year")
_MOST_UNITS = 6  # in each of which something was done
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


@rule("ENTITY ~DID ~PERIOD ,? but|and|AND NEVER|NOT ~DID? since|again|afterwards|thereafter", "SUBJECT",
      "donors who gave in 2023 and never again", bonus=3.0)  # fmt: skip
def then_never_again(who: Entity, did: Did, span: TimeSpan, *behind: Did | str | None) -> Such | None:
    again = next((each for each in behind if isinstance(each, tuple)), did)
    if did[0] != who or again != did or span.period.end is None:
        return None

    return who, (_had(did, span), _after(did, span.period))


@rule("ENTITY ~last|LATEST DID ~PERIOD", "SUBJECT", "members who last borrowed before 2024", bonus=2.2)
def did_last_then(who: Entity, last: str, did: Did, span: TimeSpan) -> Such | None:
    """A row in the period and none after it."""
    if did[0] != who or span.period.end is None or last not in ("last", "desc"):
        return None

    return who, (_had(did, span), _after(did, span.period))


@rule("ENTITY ~DID every|each ~GRAIN ~from|between|in? ~PERIOD", "SUBJECT",
      "donors who gave every year from 2022 to 2024", bonus=3.0)  # fmt: skip
def did_in_each(
    who: Entity, did: Did, _every: str, unit: str, _from: str | None, span: TimeSpan
) -> Such | None:
    """Rows in each of a few units of a period."""
    start, end = span.period.start, span.period.end
    if did[0] != who or start is None or end is None or unit not in _UNITS:
        return None

    days = [start]
    while len(days) <= _MOST_UNITS and (behind := add(days[-1], unit, 1)) < end:
        days.append(behind)

    if len(days) > _MOST_UNITS or add(days[-1], unit, 1) != end:
        return None

    spans = (Period(each, add(each, unit, 1), (unit, 1)) for each in days)
    return who, tuple(Exists(did[1], (Within(each),), entity=who) for each in spans)


@rule("ENTITY ~only|just ~DID once", "SUCH", "customers who only ordered once", bonus=2.0)
def did_once(who: Entity, _only: str, did: Did, _once: str) -> tuple[Entity, Bound] | None:
    return (who, Bound("=", Decimal(1), Counted(did[1]))) if did[0] == who else None


@rule("SHARE ~ENTITY ~ever? ~DID", "QUANTITY", "what share of members have ever borrowed", bonus=2.0)
def share_that_ever_did(_share: str, who: Entity, _ever: str | None, did: Did) -> Quantity | None:
    return Ratio(Counted(who, (_had(did, None),)), Counted(who), is_share=True) if did[0] == who else None


@rule("SHARE ~ENTITY ~DID ~PERIOD", "QUANTITY", "what share of members borrowed in 2024", bonus=3.4)
def share_that_did(_share: str, who: Entity, did: Did, span: TimeSpan) -> Quantity | None:
    """Of all of them, whenever they came."""
    if did[0] != who or span.grain or span.ends:
        return None

    return Ratio(Counted(who, (_had(did, span),)), Counted(who), is_share=True)


@rule("PERIOD ,? ~SHARE ~ENTITY ~DID", "QUANTITY", "in 2024, what share of members borrowed", bonus=3.4)
def then_share_that_did(
    span: TimeSpan, _mark: str | None, share: str, who: Entity, did: Did
) -> Quantity | None:
    found: Quantity | None = share_that_did(share, who, did, span)
    return found


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
def number_of_firsts(many: str | None, who: Entity, did: Did, _first: str) -> Quantity | None:
    return _firsts(did) if did[0] == who and many in (None, "count") else None


@rule("HOWMANY? ~FIRSTONES", "QUANTITY", "first-time buyers", "how many new customers", bonus=0.4)
def first_ones(many: str | None, did: Did) -> Quantity | None:
    """Their number; how much they gave is another question."""
    return _firsts(did) if many in (None, "count") else None


@rule("AGG? ~ELAPSED ~ONAVERAGE? ~ITTAKES|pass|passed|lie|be? ~there? "
      "~BETWEEN ~ENTITY? ~FIRSTSECOND ~ONAVERAGE?", "QUANTITY",
      "average days between a customer's first and second order", bonus=2.4)  # fmt: skip
def days_until_second(function: str | None, unit: str, *behind: str | Entity | Did | None) -> Quantity | None:
    """Of those who have two of them; longer times than days are not told."""
    did = next((each for each in behind if isinstance(each, tuple)), None)
    who = next((each for each in behind if isinstance(each, Entity)), None)
    if did is None or unit != "day" or function not in (None, "average") or who not in (None, did[0]):
        return None

    return OverGroups(SECONDS, DatedLast("minimum", did[1]), ByEntity(did[0]))


def _firsts(did: Did) -> Quantity:
    """How many there are, each at the time of the first of these rows."""
    return OverGroups(FIRSTS, DatedLast("minimum", did[1]), ByEntity(did[0]))


def _had(did: Did, span: TimeSpan | None, *, negated: bool = False) -> Exists:
    within = (Within(span.period),) if span is not None else ()
    return Exists(did[1], within, negated=negated, entity=did[0])


def _after(did: Did, period: Period) -> Exists:
    """That nothing of the kind came after a period."""
    return Exists(did[1], (Within(Period(period.end, None)),), negated=True, entity=did[0])


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
