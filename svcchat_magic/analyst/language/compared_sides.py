"""`how does the price in Brooklyn compare with Manhattan`: the two sides of a comparison as `vs` has them."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token

_COMPARE = "compare"
_WITH = frozenset({"with", "to", "against"})
_THAT = frozenset({"that", "those", "this", "one", "ones", "the"})
_PLACED = frozenset({"in", "of", "for", "from", "at", "on", "by"})
_TIMES = frozenset(
    ("last", "previous", "prior", "same", "year", "month", "week", "day", "quarter", "yesterday", "today",
     "now", "before", "earlier", "ago", "past", "first", "second", "average", "mean", "overall", "all",
     "other", "others", "rest", "target", "budget", "plan", "each", "every", "next", "half", "h1", "h2", "q1",
     "q2", "q3", "q4")
)  # fmt: skip
_UNITS = frozenset({"year", "month", "week", "quarter"})
_LONGEST = 4  # words of the second side


def with_compared_sides(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with `vs` between the sides; periods and averages are compared in ways of their own."""
    forms = [each.form for each in tokens]
    if _COMPARE not in forms or tokens[forms.index(_COMPARE)].is_quoted:
        return tuple(tokens)

    at = forms.index(_COMPARE)
    if (to := _between_periods(forms, at)) is not None:
        return (*tokens[:to], replace(tokens[to], text="with", form="with"), *tokens[to + 1 :])

    is_asked = at > 0 and "how" in forms[:at] and forms[at + 1 : at + 2] != [] and forms[at + 1] in _WITH
    joint = at + 1 if is_asked else _joint(forms, at) if at == 0 else 0
    start = joint + 1
    while start < len(forms) and forms[start] in _THAT:
        start += 1

    is_again = (
        forms[start + 1 : start + 2] != [] and forms[start] in forms[:joint] and forms[start + 1] in _PLACED
    )
    start += is_again  # sales in France compare with sales in Germany
    start += start < len(forms) and start > joint + 1 and forms[start] in _PLACED
    if joint and _is_last_alone(forms, start):
        this = (replace(tokens[joint], text=each, form=each) for each in ("this", forms[start + 1]))
        place = at if is_asked else joint
        return (*tokens[:place], *this, *tokens[place:])

    if not joint or not _is_side(tokens, start):
        return tuple(tokens)

    begins = at if is_asked else joint
    versus = replace(tokens[joint], text="vs", form="versus")
    before = tokens[:begins] if is_asked else tokens[1:begins]
    return (*_without_how(before), versus, *tokens[start:])


def _between_periods(forms: Sequence[str], at: int) -> int | None:
    """Where `to` stands between two periods: `compare this year to last year` is no stretch of two years."""
    for to in range(at + 3, len(forms) - 2):
        is_pair = {forms[to - 2], forms[to + 1]} in ({"this", "last"}, {"this", "previous"})
        if forms[to] == "to" and is_pair and forms[to - 1] == forms[to + 2]:
            return to

    return None


def _is_last_alone(forms: Sequence[str], start: int) -> bool:
    """Whether the other side is the period before, and no other one is named: then it is against this one."""
    is_last = forms[start : start + 1] in (["last"], ["previous"]) and forms[start + 1 : start + 2] != []
    others = {*forms[:start]} & ({"this", "in", "since"} | {*calendar_words().months})
    return is_last and forms[start + 1] in _UNITS and not others and not any(map(str.isdigit, forms))


def _joint(forms: Sequence[str], at: int) -> int:
    """The `with` between both sides of `compare the price in Brooklyn with Manhattan`."""
    places = [one for one in range(at + 2, len(forms)) if forms[one] in ("with", "to", "against")]
    if len(places) != 1 or {"and", "between"} & set(forms[: places[0]]):
        return 0

    is_way = forms[places[0]] == "to" and _PLACED.isdisjoint(forms[: places[0]])  # the minutes to fill
    return 0 if is_way else places[0]


def _is_side(tokens: Sequence[Token], start: int) -> bool:
    """Whether what begins there is neither a period nor an average; a period may follow it."""
    forms = [each.form for each in tokens[start : start + _LONGEST] if not each.is_mark]
    times = _TIMES | {*calendar_words().months}
    return bool(forms) and forms[0] not in times and not forms[0].isdigit()


def _without_how(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words without `how does`, which asks for nothing beside two sides."""
    forms = [each.form for each in tokens]
    at = forms.index("how") if "how" in forms else -1
    asks = at >= 0 and forms[at + 1 : at + 2] != [] and forms[at + 1] in ("do", "does", "doe", "did")
    return (*tokens[:at], *tokens[at + 2 :]) if asks else tuple(tokens)
