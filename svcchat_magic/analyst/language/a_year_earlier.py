"""`compared with the same month a year ago`: however it is joined and told, that part of the year before."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token

_UNITS = frozenset({"month", "week", "quarter", "period", "time"})
_WHOLE = frozenset({"day", "date", "half", "season", "stretch", "span", "timeframe", "interval", "timespan"})
_LINKS = frozenset({"of", "in", "from", "for", "the", "one", "a", "last", ","})
_EARLIER = (
    ("last", "year"), ("year", "ago"), ("year", "earlier"), ("year", "before"), ("year", "prior"),
    ("previous", "year"), ("prior", "year"), ("preceding", "year"), ("12", "month", "ago"),
    ("12", "month", "earlier"), ("twelve", "month", "ago"), ("twelve", "month", "earlier"),
)  # fmt: skip
_JOINTS = (
    ("compared", "with"), ("compared", "to"), ("compare", "with"), ("compare", "to"), ("compared", "against"),
    ("in", "comparison", "with"), ("in", "comparison", "to"), ("relative", "to"), ("as", "opposed", "to"),
    ("side", "by", "side", "with"), ("next", "to"), ("set", "against"), ("measured", "against"),
    ("against",), ("versus",), ("vs",), ("v",), ("alongside",), ("beside",), ("besides",),
)  # fmt: skip
_BESIDE = (
    ("side", "by", "side", "with"), ("next", "to"), ("set", "against"), ("measured", "against"),
    ("alongside",), ("beside",), ("side", "by", "side", "to"),
)  # fmt: skip
_BEFORE = frozenset({"in", "for", "during", "over", "at", "to", "the", "from", "on", "with", "that", "of"})
_OWN_TIME = frozenset(
    {"this", "last", "current", "previous", "today", "yesterday", "between", "since", "ytd"}
)
_LONGEST_LINK = 3


def with_same_of_year_before(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens, where the same part of the year before is told in the one way that is read."""
    tokens = _with_years_beside(tokens)
    found = _same_part(tokens, frozenset({"same", "this", "that"}))
    if found is None:
        return tuple(tokens)

    start, stop, unit = found
    joint = _joint_before(tokens, start)
    if joint is None and not (start and tokens[start - 1].form in ("than", "and")):
        return tuple(tokens)

    begin = start if joint is None else joint
    said = ("the", "same", unit, "last", "year")
    words = said if joint is None else ("vs", *said)
    return (*tokens[:begin], *_told(words, tokens[begin]), *tokens[stop:])


def asks_for_year_before(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Behind an answer, `and in the same period last year?`: what was asked, the year before; or nothing."""
    found = _same_part(tokens, frozenset({"same"}))
    if found is None or any(_tells_time(each) for each in tokens[: found[0]]):
        return ()

    start, stop, _ = found
    joint = _joint_before(tokens, start)
    if joint is not None or (start and tokens[start - 1].form == "than"):
        return ()

    while start and tokens[start - 1].form in _BEFORE:
        start -= 1

    return (*tokens[:start], *_told(("the", "year", "before"), tokens[found[0]]), *tokens[stop:])


def _same_part(tokens: Sequence[Token], which: frozenset[str]) -> tuple[int, int, str] | None:
    """Where `the same month a year ago` begins and ends, and of which unit it is."""
    forms = [each.form for each in tokens]
    for at in range(len(forms) - 2):
        unit = forms[at + 1] if forms[at] in which else ""
        if unit not in _UNITS | _WHOLE:
            continue

        for begin in range(at + 2, min(at + 3 + _LONGEST_LINK, len(forms))):
            ends = [begin + len(each) for each in _EARLIER if tuple(forms[begin : begin + len(each)]) == each]
            if ends:
                start = at - (at > 0 and forms[at - 1] == "the")
                return start, max(ends), unit if unit in _UNITS else "period"

            if forms[begin] not in _LINKS:
                break

    return None


def _joint_before(tokens: Sequence[Token], at: int) -> int | None:
    """Where the words begin that compare with what stands here."""
    forms = tuple(each.form for each in tokens[:at])
    for cut in (0, 1) if forms[-1:] in (("in",), ("for",), ("from",), ("of",)) else (0,):
        told = forms[: len(forms) - cut]
        for each in _JOINTS:
            if told[-len(each) :] == each:
                begin = len(told) - len(each)
                return begin - (begin > 0 and forms[begin - 1] == ",")

    return None


def _with_years_beside(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`2024 next to 2025`: what stands so between two stretches of time compares them."""
    forms = [each.form for each in tokens]
    for at in range(1, len(forms)):
        joint = next((each for each in _BESIDE if tuple(forms[at : at + len(each)]) == each), ())
        behind = at + len(joint)
        if (
            joint
            and any(map(_tells_time, tokens[behind : behind + 2]))
            and any(map(_tells_time, tokens[:at]))
        ):
            return (*tokens[:at], *_told(("vs",), tokens[at]), *tokens[behind:])

    return tuple(tokens)


def _tells_time(token: Token) -> bool:
    is_year = len(token.text) == len("2024") and token.text.isdigit() and token.text[:2] in ("19", "20")
    low = token.text.lower()
    is_part = len(low) == len("q1") and low[0] in "qh" and low[1].isdigit()
    return is_year or is_part or token.form in _OWN_TIME or low in calendar_words().months


def _told(words: Sequence[str], at: Token) -> tuple[Token, ...]:
    return tuple(Token(each, each, at.place, before=" ") for each in words)
