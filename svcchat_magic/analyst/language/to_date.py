"""A year against the same period of the last one: of a year that is not over, what there is so far."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token

_UNITS = frozenset({"year", "quarter", "month", "week"})
_SPANS = frozenset(
    {"period", "time", "date", "day", "span", "stretch", "part", "timeframe", "point", "window"}
)
_BEFORE = frozenset({"last", "previous", "prior", "a", "one", "the"})
_SAID = (("so", "far"), ("to", "date"), ("until", "now"), ("up", "to"))
_LEAST_RANGE = 4  # words of a range of days


def with_to_date(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with `so far`, or with the range itself where it is said behind both, in brackets."""
    forms = tuple(each.form for each in tokens)
    this = next((at for at in range(len(forms) - 1) if forms[at] == "this" and forms[at + 1] in _UNITS), None)
    same = _end_of_same(forms)
    if this is None or not this + 2 < same:
        return tuple(tokens)

    stop = _end_of_range(tokens, same)
    if stop and forms[this + 1] == "year":
        return (*tokens[:this], *tokens[same:stop], *tokens[this + 2 : same], *tokens[stop:])

    is_said = forms[this + 2 : this + 4] in _SAID or (this > 1 and forms[this - 2 : this] in _SAID)
    is_day = tokens[this + 2].text.lower() in calendar_words().months or "(" in tokens[this + 2].before
    if is_said or is_day:
        return tuple(tokens)

    so, far = (replace(tokens[this + 1], text=each, form=each, before=" ") for each in _SAID[0])
    return (*tokens[: this + 2], so, far, *tokens[this + 2 :])


def _end_of_same(forms: tuple[str, ...]) -> int:
    """Behind `the same period last year`; 0 where nothing of the kind is said."""
    for at in range(len(forms) - 3):
        is_same = forms[at] == "same" and forms[at + 1] in _SPANS
        behind = at + 2 + (forms[at + 2] in ("of", "in"))
        if is_same and forms[behind] in _BEFORE and forms[behind + 1 : behind + 2] != ():
            is_unit = forms[behind + 1] in _UNITS
            return (
                behind + 2 + (forms[behind + 2 : behind + 3] in (("before",), ("earlier",))) if is_unit else 0
            )

    return 0


def _end_of_range(tokens: Sequence[Token], start: int) -> int:
    """Where the days in a bracket end that begins here; 0 where there are none."""
    if start >= len(tokens) or "(" not in tokens[start].before:
        return 0

    stop = next((at for at in range(start + 1, len(tokens)) if ")" in tokens[at].before), len(tokens))
    months = [each for each in tokens[start:stop] if each.text.lower() in calendar_words().months]
    return stop if len(months) > 1 and stop - start >= _LEAST_RANGE else 0
