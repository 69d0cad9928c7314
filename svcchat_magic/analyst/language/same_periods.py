"""`January to August 2025 vs the same months of 2024`: the months said once more, with the other year."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token

_UNITS = frozenset({"day", "week", "month", "quarter", "half", "period", "time", "season", "one"})
_JOINTS = frozenset({"of", "in", "from", "for"})
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
    at = next((at for at in range(len(tokens) - 2) if _is_said(tokens, at)), None)
    if at is None:
        return tuple(tokens)

    ends = next((back for back in range(at - 1, -1, -1) if _is_year(tokens[back])), None)
    start = _start(tokens, ends) if ends is not None else None
    if ends is None or start is None or start == ends:
        return tuple(tokens)

    year = tokens[at + 3]
    said = [replace(each, place=year.place) for each in (*tokens[start:ends], year)]
    before = at - (at > 0 and tokens[at - 1].form == "the")
    return (*tokens[:before], *said, *tokens[at + 4 :])


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
