"""Things that rows may have none of: bookings without children have zero, `No` is no internet service."""

import re
from decimal import Decimal

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition, IsIn, Missing
from svcchat_magic.semantic.inference.names import singular

_LISTED = re.compile(r", | or ")
_NONE = frozenset({"no", "none"})


def counts_things(of: Concept) -> bool:
    """Whether a number of each row is called after things, or measures some, and rows may have none."""
    if of.kind != "dimension" or not of.from_zero:
        return False

    return of.is_sampled or any(singular(each) != each for each in of.title.lower().split()[-1:])


def may_be_had(of: Concept) -> bool:
    """Whether rows `with` it are those that have it: it is a number of things, or a text of what there is."""
    return counts_things(of) or (of.kind == "dimension" and bool(_value_for_none(of)))


def none_of(of: Concept) -> Condition:
    """The rows without it: with zero of them where each has a number, else those with nothing there."""
    if of.from_zero:
        return Compared(of, "=", Decimal(0))

    value = _value_for_none(of)
    return IsIn(of, (value,)) if value else Missing(of)


def some_of(of: Concept) -> Condition:
    """The rows with any of it."""
    if of.type == "number":
        return Compared(of, ">", Decimal(0))

    value = _value_for_none(of)
    return IsIn(of, (value,), negated=True) if value else Missing(of, negated=True)


def _value_for_none(of: Concept) -> str:
    """The one of the listed values of a text that says that there is none: `No`, `No internet service`."""
    listed = next((each.description for each in of.places if each.description), "") if of.places else ""
    values = _LISTED.split(listed.removesuffix(".")) if of.type == "string" else []
    title = phrase_of(of.title)
    found = [each for each in values if _says_none(phrase_of(each), title)]
    return found[0] if len(found) == 1 and len(values) > 1 else ""


def _says_none(value: tuple[str, ...], title: tuple[str, ...]) -> bool:
    return value[:1] != () and value[0] in _NONE and value[1:] in ((), title)


def counts_nothing(measure: Concept) -> bool:
    """Whether a measure is no number of things: how many sales are no money."""
    last = (phrase_of(measure.title) or ("",))[-1]
    is_money = measure.format == "currency" and last in ("total", "revenue", "turnover", "value")
    return measure.agg_type == "sum" and (last == "amount" or is_money)
