"""Examples in brackets, which say what is meant and ask for nothing: `by type (red, white etc)`."""

from collections.abc import Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token

_SAYING = frozenset({"etc", "eg"})
_PAIRS = frozenset({("for", "example"), ("e", "g")})


def without_examples(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words without brackets that name only some of what there is."""
    found: list[Token] = []
    opened: int | None = None  # where the words in the open bracket begin
    for token in tokens:
        if ")" in token.before:
            _closed(found, opened)
            opened = None

        if "(" in token.before:
            opened = len(found)

        found.append(token)

    _closed(found, opened)
    return tuple(found)


def _closed(found: list[Token], opened: int | None) -> None:
    """Drop the words of a bracket that gives examples."""
    said = [each.text.lower() for each in found[opened:]] if opened is not None else []
    if not _SAYING.isdisjoint(said) or not _PAIRS.isdisjoint(pairwise(said)):
        del found[opened:]
