"""Superlatives said in other places: the `most expensive film to make`, the `top 5 oldest cars`."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.adjectives import adjectives
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.numbers import number_of

_TO_DO = frozenset({"make", "produce", "run", "maintain"})
_FARTHEST = 4  # words between an adjective and what it is said of doing


def with_most_together(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with a superlative as one phrase, behind the number of rows."""
    return tuple(_without_top(_with_doing_beside(list(tokens))))


def _with_doing_beside(tokens: list[Token]) -> list[Token]:
    """`most expensive to make film` for the `most expensive film to make`."""
    known = adjectives().superlatives
    for at in range(1, len(tokens) - 1):
        if tokens[at].form != "to" or tokens[at + 1].form not in _TO_DO:
            continue

        doing = (tokens[at].form, tokens[at + 1].form)
        for stop in range(at - 1, max(at - 1 - _FARTHEST, 0), -1):
            for start in (stop - 2, stop - 1):
                said = tuple(each.form for each in tokens[max(start, 0) : stop])
                if (*said, *doing) in known and said in known:
                    return [*tokens[:stop], *tokens[at : at + 2], *tokens[stop:at], *tokens[at + 2 :]]

    return tokens


def _without_top(tokens: list[Token]) -> list[Token]:
    """`5 oldest cars` for the `top 5 oldest cars`."""
    known = adjectives()
    for at in range(len(tokens) - 2):
        if tokens[at].form != "top" or number_of(tokens[at + 1]) is None:
            continue

        ends = range(at + 3, min(at + 2 + known.longest, len(tokens)) + 1)
        if any(tuple(each.form for each in tokens[at + 2 : end]) in known.superlatives for end in ends):
            return [*tokens[:at], *tokens[at + 1 :]]

    return tokens
