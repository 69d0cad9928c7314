"""`all countries but France`: what is left out, and no second part of the question."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token

_ALL = frozenset({"all", "every", "any"})
_ARTICLES = frozenset({"the", "our", "this", "those", "these"})
_GOING_ON = frozenset({"just", "only", "also", "then", "now", "show", "group", "sort", "list"})
_NEAR = 3  # words between `all` and `but`


def with_all_but(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with `except` for a `but` that says which of all are left out."""
    return tuple(
        replace(each, text="except", form="except") if _leaves_out(tokens, at) else each
        for at, each in enumerate(tokens)
    )


def _leaves_out(tokens: Sequence[Token], at: int) -> bool:
    before = tokens[max(at - _NEAR - 1, 0) : at]
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if tokens[at].form != "but" or tokens[at].is_quoted or behind is None:
        return False

    goes_on = behind.form in (keywords().function | _GOING_ON) - _ARTICLES
    is_whole = not _ALL.isdisjoint(each.form for each in before[:-1])
    return is_whole and not goes_on and not any(each.is_mark for each in (*before, behind))
