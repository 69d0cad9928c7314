"""`Oct 6 to 12`: days of one month, the month said once; and what rose or fell, which changed."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token

_TO = frozenset({"to", "-", "–", "through", "until", "till", "and"})
_LAST_DAY = 31
_AUXILIARIES = frozenset({"has", "have", "did", "do", "does", "had"})
_EITHER_WAY = (
    (("go", "gone", "went", "move", "moved"), ("up", "or", "down")),
    (("rise", "rose", "risen"), ("or", "fall"), ("or", "fell"), ("or", "fallen")),
    (("increase", "increased"), ("or", "decrease"), ("or", "decreased")),
    (("grow", "grew", "grown"), ("or", "shrink"), ("or", "shrank"), ("or", "shrunk"), ("or", "fall")),
)


def with_day_ranges(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`Oct 6 to Oct 12`, where no other word says of what the second number is."""
    found, at = list(tokens), 0
    while at + 3 < len(found):
        month, first, joint, last = found[at : at + 4]
        is_range = month.text.lower() in calendar_words().months and joint.form in _TO
        is_range &= joint.form != "and" or (at > 0 and found[at - 1].form == "between")
        if is_range and 0 < _day(first) < _day(last) and _may_end(found, at + 4):
            found.insert(at + 3, replace(month, before=" "))
            at += 3

        at += 1

    return _as_changed(found)


def _day(token: Token) -> int:
    bare = token.text.lower().removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
    is_day = bare.isdecimal() and bare.isascii() and len(bare) < len("100") and int(bare) <= _LAST_DAY
    return int(bare) if is_day else 0


def _may_end(tokens: Sequence[Token], at: int) -> bool:
    """Whether the second number is a day: a mark, a bracket or a year follows, or a small word."""
    if at >= len(tokens):
        return True

    behind = tokens[at]
    is_year = behind.text.isdecimal() and len(behind.text) == len("2024")
    is_month = behind.text.lower() in calendar_words().months
    is_small = behind.form in ("in", "by", "per", "for", "vs", "compared", "of", "with", "and", "at", "on")
    return behind.is_mark or is_year or (")" in behind.before and not is_month) or is_small


def _as_changed(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`has it changed` for `has it gone up or down`."""
    forms = tuple(each.form for each in tokens)
    if _AUXILIARIES.isdisjoint(forms):
        return tuple(tokens)

    for verbs, *others in _EITHER_WAY:
        for at, form in enumerate(forms):
            for other in others if form in verbs else ():
                if forms[at + 1 : at + 1 + len(other)] == other:
                    changed = replace(tokens[at], text="changed", form="changed")
                    return (*tokens[:at], changed, *tokens[at + 1 + len(other) :])

    return tuple(tokens)
