"""Things that rows may have none of: bookings without children have zero, `No` is no internet service."""

import re
from decimal import Decimal

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition, IsIn, Missing
from svcchat_magic.semantic.inference.may_be_nothing import BESIDES
from svcchat_magic.semantic.inference.names import singular

_LISTED = re.compile(r", | or ")
_NONE = frozenset({"no", "none"})
_UNKNOWN = frozenset(  # of what somebody did not say, it is not known that there is none
    (
        "answer", "comment", "data", "entry", "idea", "info", "information", "opinion", "preference",
        "record", "reply", "response", "value",
    )
)  # fmt: skip


def counts_things(of: Concept) -> bool:
    """Whether a number of each row is called after things, or measures some, and rows may have none."""
    if of.kind != "dimension" or not of.from_zero:
        return False

    return of.is_sampled or any(singular(each) != each for each in of.title.lower().split()[-1:])


def may_be_had(of: Concept) -> bool:
    """Whether rows `with` it have it: a number of things, a discount, or a text of what there is."""
    is_beside = of.from_zero and not BESIDES.isdisjoint(map(singular, phrase_of(of.title)))
    return counts_things(of) or is_beside or (of.kind == "dimension" and bool(_value_for_none(of)))


def none_of(of: Concept) -> Condition:
    """The rows without it: with zero of them where each has a number, else those with nothing there."""
    if of.from_zero:
        return Compared(of, "=", Decimal(0))

    value = _value_for_none(of)
    return IsIn(of, (value, *_saying_none_too(of, value))) if value else Missing(of)


def some_of(of: Concept) -> Condition:
    """The rows with any of it."""
    if of.type == "number":
        return Compared(of, ">", Decimal(0))

    value = _value_for_none(of)
    if not value:
        return Missing(of, negated=True)

    none = (value, *_saying_none_too(of, value))
    rest = [each for each in _listed(of) if each not in none]
    return IsIn(of, tuple(rest)) if len(rest) == 1 else IsIn(of, none, negated=True)


def _value_for_none(of: Concept) -> str:
    """The one of the listed values of a text that says that there is none: `No`, `No internet service`."""
    values, title = _listed(of), phrase_of(of.title)
    found = [each for each in values if _says_none(phrase_of(each), title)]
    return found[0] if len(found) == 1 and len(values) > 1 else ""


def is_yes_or_no(condition: IsIn) -> bool:
    """Whether the values say nothing without what they are of: `Yes` of streaming TV."""
    return any(str(each).lower() in ("yes", "no") for each in condition.values)


def are_names(condition: Condition) -> bool:
    """Whether rows are kept by values that say enough without what they are of: `Germany`."""
    if not isinstance(condition, IsIn) or is_yes_or_no(condition):
        return False

    return all(isinstance(value, str) for value in condition.values)


def _saying_none_too(of: Concept, value: str) -> tuple[str, ...]:
    """Who has no internet service streams nothing either; who gave no answer may."""
    others = [(each, phrase_of(each)) for each in _listed(of) if each != value]
    return tuple(each for each, words in others if words[:1] == ("no",) and _UNKNOWN.isdisjoint(words))


def _listed(of: Concept) -> list[str]:
    """The values of a text that its description lists."""
    listed = next((each.description for each in of.places if each.description), "") if of.places else ""
    return _LISTED.split(listed.removesuffix(".")) if of.type == "string" else []


def _says_none(value: tuple[str, ...], title: tuple[str, ...]) -> bool:
    return value[:1] != () and value[0] in _NONE and value[1:] in ((), title)


def counts_nothing(measure: Concept) -> bool:
    """Whether a measure is no number of things: how many sales are no money."""
    last = (phrase_of(measure.title) or ("",))[-1]
    is_money = measure.format == "currency" and last in ("total", "revenue", "turnover", "value")
    return measure.agg_type == "sum" and (last == "amount" or is_money)
