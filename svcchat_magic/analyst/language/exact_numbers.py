"""`just one listing`, `only two orders`: exactly so many, where that is said of what somebody has."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import whole_number

_ONLY = frozenset({"just", "only"})
_NUMBERS = frozenset(
    {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "single"}
)
_HAVING = frozenset({"have", "has", "had", "with", "having", "of"})
_NO_NOUNS = frozenset(
    {"of", "in", "from", "or", "and", "to", "more", "less", "on", "at", "per", "that", "who"}
)
_MOST = 100  # a larger number may be a year


def with_exact_numbers(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with `exactly` for `just` and `only` between what somebody has and its number.

    One thing is exactly one, unless it is one or more.
    """
    return tuple(each for at in range(len(tokens)) for each in _said(tokens, at))


def _said(tokens: Sequence[Token], at: int) -> Iterator[Token]:
    token, before = tokens[at], tokens[at - 1] if at else None
    if (
        before is None
        or token.is_quoted
        or not (before.form in _HAVING or is_participle(before.text.lower()))
    ):
        yield token
    elif token.form in _ONLY and _is_number(tokens, at + 1):
        yield replace(token, text="exactly", form="exactly")
    elif token.form == "one" and before.form in _HAVING - {"of"} and _is_number(tokens, at):
        yield replace(token, text="exactly", form="exactly")
        yield replace(token, before=" ")
    else:
        yield token


def _is_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number of something stands there, and no year."""
    if at + 1 >= len(tokens):
        return False

    number, noun = whole_number(tokens[at].form), tokens[at + 1]
    is_number = tokens[at].form in _NUMBERS or (number is not None and number < _MOST)
    return is_number and not noun.is_mark and noun.form not in _NO_NOUNS
