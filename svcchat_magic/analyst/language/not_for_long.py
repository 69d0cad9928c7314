"""`who have not ordered for 90 days`: in the last 90 days there is nothing of them."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token

_DENYING = frozenset({"haven't", "hasn't", "without"})
_BEHIND = frozenset({"by", "per"})
_UNITS = frozenset({"day", "week", "month", "year"})
_MORE = (("more", "than"), ("at", "least"), ("over",), ("about",), ("the", "past"))
_ONE = frozenset({"a", "an", "one"})
_FARTHEST = 4  # words from the denial to the time
_MONTHS = 12


def with_not_for_long(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with `in the last 90 days`, where persons have done nothing for so long.

    What is done with things may have been done before: `invoices not paid for 60 days` are still open.
    """
    forms = [each.form for each in tokens]
    stop = len(forms) - bool(tokens and tokens[-1].is_mark)
    for at in range(2, stop - 1):
        if forms[at] not in ("for", "in") or not _denies(forms, at):
            continue

        number = at + 1
        number += next((len(each) for each in _MORE if tuple(forms[number : number + len(each)]) == each), 0)
        behind = number + 2
        is_last = behind == stop or (behind < stop and forms[behind] in _BEHIND)
        if is_last and forms[number + 1] in _UNITS and (said := _span(tokens, number)):
            words = [replace(tokens[at], text=each, form=each) for each in ("in", "the", "last")]
            return (*tokens[:at], *words, *said, *tokens[behind:])

    return tuple(tokens)


def _denies(forms: Sequence[str], at: int) -> bool:
    """Whether it is said of persons right before that they have not done something."""
    persons = keywords().persons | keywords().staff
    places = range(at - 1, max(at - 1 - _FARTHEST, 0), -1)
    denial = next((place for place in places if _is_denial(forms, place)), 0)
    return denial > 0 and any(each in persons for each in forms[max(denial - _FARTHEST, 0) : denial])


def _is_denial(forms: Sequence[str], at: int) -> bool:
    return forms[at] in _DENYING or (forms[at] == "not" and forms[at - 1] in ("have", "has"))


def _span(tokens: Sequence[Token], at: int) -> tuple[Token, ...]:
    """The number and its unit; of years their months, which need not be whole years of the calendar."""
    number = 1 if tokens[at].form in _ONE else int(tokens[at].form) if tokens[at].form.isdecimal() else 0
    unit = tokens[at + 1]
    if not number:
        return ()

    if unit.form == "year":
        number, unit = number * _MONTHS, replace(unit, text="months", form="month")

    return replace(tokens[at], text=str(number), form=str(number)), unit
