"""The year of a later part of it: `in the first half of 2023, and again in the second half`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token

_UNITS = frozenset({"half", "quarter"})
_LETTERS = re.compile(r"([hq])([1-4])")
_PARTS = {"h": "half", "q": "quarter"}
_BEFORE = frozenset({"in", "during", "the", "not", "nothing", "again", "by", "for", "vs", "versus", "and"})
_OTHER_YEARS = frozenset({"of", "this", "last", "next", "previous", "prior", "following"})
_LEADING = frozenset({"in", "during"})
_OF = frozenset({"of", "in", ","})


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a year that is named by its number: from where to where, which one of which unit."""

    start: int
    stop: int
    unit: str
    number: int
    year: Token | None


def with_carried_years(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with the year behind each later part that has none; only where one year is said at all."""
    parts = list(_parts(tokens))
    years = {each.text for each in tokens if _is_year(each)}
    first = next((each for each in parts if each.year is not None), None)
    if first is None or first.year is None or len(years) != 1:
        return tuple(tokens)

    found = list(tokens)
    for each in reversed(parts):
        is_later = each.start > first.stop and each.unit == first.unit and each.number > first.number
        before = tokens[each.start - 1].form if each.start else ""
        is_told = any(one.form in _OTHER_YEARS for one in tokens[each.stop : each.stop + 2])
        if is_later and each.year is None and before in _BEFORE and not is_told:
            found.insert(each.stop, replace(first.year, place=tokens[each.stop - 1].place, before=" "))

    return tuple(found)


def _parts(tokens: Sequence[Token]) -> Iterator[_Part]:
    words = calendar_words()
    at = 0
    while at < len(tokens):
        form, stop = tokens[at].text.lower(), at + 1
        letters = _LETTERS.fullmatch(form)
        unit, number = "", 0
        if letters:
            unit, number = _PARTS[letters[1]], int(letters[2])
        elif form in words.full_months and (form not in words.doubtful_months or _is_led(tokens, at)):
            unit, number = "month", words.months[form]
        elif tokens[at].form in words.ordinals and at + 1 < len(tokens) and tokens[at + 1].form in _UNITS:
            unit, number, stop = tokens[at + 1].form, words.ordinals[tokens[at].form], at + 2

        if unit:
            behind = stop + (stop < len(tokens) and tokens[stop].form in _OF)
            year = tokens[behind] if behind < len(tokens) and _is_year(tokens[behind]) else None
            yield _Part(at, stop, unit, number, year)

        at = stop


def _is_led(tokens: Sequence[Token], at: int) -> bool:
    """`in March`: after such a word it is no march."""
    return at > 0 and tokens[at - 1].form in _LEADING


def _is_year(token: Token) -> bool:
    return len(token.text) == len("2024") and token.text.isdigit() and token.text[:2] in ("19", "20")
