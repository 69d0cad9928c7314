"""How one says what persons did, whether they came back, and when they did so first."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token, tokens_of

_OWN = frozenset({"the", "their", "his", "her", "its", "very", "date", "day", "time", "of"})
_BY = frozenset({"by", "on"})
_EACH = frozenset({"each", "every", "a"})


@dataclass(frozen=True)
class DoingWords:
    """What `doings.toml` says, in compared forms."""

    won: frozenset[Phrase]
    first: frozenset[Phrase]
    repeated: frozenset[Phrase]
    single: frozenset[Phrase]
    counting: frozenset[Phrase]
    around_first: frozenset[Phrase]
    got: frozenset[Phrase]


@cache
def doing_words() -> DoingWords:
    """The words, read once."""
    data = tomllib.loads(files(__package__).joinpath("doings.toml").read_text("utf-8"))
    return DoingWords(**{each.name: frozenset(map(_phrase, data[each.name])) for each in fields(DoingWords)})


def told_by_first(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """Where it is said that persons are counted by the first of their rows: up to the noun of these."""
    forms = [each.form for each in tokens]
    for at in (at for at, each in enumerate(forms[:-1]) if each == "first"):
        start = at
        while start > 0 and _stands_around(forms, start - 1):
            start -= 1

        while start < at and not _counts(forms, start):
            start += 1

        if start < at:
            return start, at + 2

    return None


def told_by_row(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """`new customers by their first order`: the same of new ones, where no counting is said."""
    forms = [each.form for each in tokens]
    for at in (at for at, each in enumerate(forms[:-1]) if each == "first"):
        start = at - 1
        while start > 0 and forms[start] in _OWN:
            start -= 1

        if start >= 0 and forms[start] in _BY:
            return start, at + 2

    return None


def _counts(forms: Sequence[str], at: int) -> bool:
    """Whether it begins here how persons are counted: counting by, going by."""
    return any(tuple(forms[at : at + len(each)]) == each for each in doing_words().counting)


def _stands_around(forms: Sequence[str], at: int) -> bool:
    """Whether a word stands before the first row, be it a noun behind `each` or `count`."""
    words = doing_words()
    is_led = at > 0 and (forms[at - 1] in _EACH or (forms[at - 1],) in words.counting)
    is_noun = is_led and forms[at].isalpha()
    if forms[at].isalpha() and _counts(forms, at):
        return True

    return (forms[at],) in words.around_first | words.counting or is_noun


def _phrase(text: str) -> Phrase:
    return tuple(each.form for each in tokens_of(text))
