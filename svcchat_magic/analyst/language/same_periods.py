"""`January to August 2025 vs the same months of 2024`: the months said once more, with the other year."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token

_ALONG = frozenset(
    {"month", "monthly", "week", "weekly", "quarter", "quarterly", "daily", "trend", "develop", "development"}
)
_UNITS = frozenset({"day", "week", "month", "quarter", "half", "period", "time", "season", "one"})
_PARTS = frozenset({"day", "week", "period", "time"})
_JOINTS = frozenset({"of", "in", "from", "for"})
_AGAINST = frozenset({"vs", "versus", "v", "against"})
_AGAINST_TWO = (["compared", "with"], ["compared", "to"], ["compare", "with"], ["compare", "to"])
_WITHIN = frozenset(
    (
        "to", "-", "–", "and", "through", "until", "till", "q1", "q2", "q3", "q4", "h1", "h2", "half",
        "quarter", "first", "second", "third", "fourth", "last", "of", "month", "week", "spring", "summer",
        "autumn", "fall", "winter", "1st", "2nd", "3rd", "4th", "three", "four", "six", "nine", "two",
    )
)  # fmt: skip
_OUTSIDE = frozenset({"of", "to", "and", "-", "–", "until", "till", "through"})  # where they come first


def with_same_periods(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens, with the period itself where only `the same months` of another year are said."""
    tokens = _open_days(_through_years(tokens))
    at = next((at for at in range(len(tokens) - 2) if _is_said(tokens, at)), None)
    if at is None:
        return _with_both_years(tokens)

    ends = next((back for back in range(at - 1, -1, -1) if _is_year(tokens[back])), None)
    start = _start(tokens, ends) if ends is not None else None
    if ends is None or start is None or start == ends:
        return tuple(tokens)

    year = tokens[at + 3]
    said = [replace(each, place=year.place) for each in (*tokens[start:ends], year)]
    before = at - (at > 0 and tokens[at - 1].form == "the")
    return (*tokens[:before], *said, *tokens[at + 4 :])


def _open_days(tokens: Sequence[Token]) -> Sequence[Token]:
    """`in the same days of December last year`: which ones is open, and all of them are not meant."""
    months = calendar_words().months
    found = list(tokens)
    for at in range(len(found) - 3):
        forms = [each.form for each in found[at : at + 4]]
        if forms[0] == "same" and forms[1] in _PARTS and forms[2] in _JOINTS and forms[3] in months:
            found[at] = replace(found[at], form=" ".join(forms[:2]))

    return found


def _through_years(tokens: Sequence[Token]) -> Sequence[Token]:
    """`monthly sales over 2025`: where units of time are told apart, that year is no amount."""
    if _ALONG.isdisjoint(each.form for each in tokens):
        return tokens

    places = [at for at in range(len(tokens) - 1) if tokens[at].form == "over" and _is_year(tokens[at + 1])]
    return [replace(each, text="in", form="in") if at in places else each for at, each in enumerate(tokens)]


def _with_both_years(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`June to August, 2024 vs 2025`: the months are those of both years."""
    for at in range(1, len(tokens)):
        behind = at + 2 if [each.form for each in tokens[at + 1 : at + 3]] in _AGAINST_TWO else at + 1
        joint = tokens[at + 1].form if at + 1 < len(tokens) else ""
        is_pair = _is_year(tokens[at]) and (joint in _AGAINST or behind > at + 1)
        if not is_pair or behind + 1 >= len(tokens) or not _is_year(tokens[behind + 1]):
            continue

        ends = at - (tokens[at - 1].form == ",")
        start = _start(tokens, ends)
        if start is not None and start < ends:
            year = tokens[behind + 1]
            said = [replace(each, place=year.place) for each in tokens[start:ends]]
            return (*tokens[:ends], *tokens[at : behind + 1], *said, *tokens[behind + 1 :])

    return tuple(tokens)


def _is_said(tokens: Sequence[Token], at: int) -> bool:
    forms = [each.form for each in tokens[at : at + 3]]
    is_same = forms[0] == "same" and forms[1] in _UNITS and forms[2:3] != [] and forms[2] in _JOINTS
    return is_same and at + 3 < len(tokens) and _is_year(tokens[at + 3])


def _start(tokens: Sequence[Token], ends: int) -> int | None:
    """Where the period that ends with a year begins."""
    months = calendar_words().months
    start = ends
    while start > 0 and (tokens[start - 1].form in _WITHIN or tokens[start - 1].text.lower() in months):
        start -= 1

    while start < ends and tokens[start].form in _OUTSIDE:
        start += 1

    return start


def _is_year(token: Token) -> bool:
    return len(token.text) == len("2024") and token.text.isdigit() and token.text[:2] in ("19", "20")
