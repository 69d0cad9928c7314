"""`where was the highest temperature measured`: which of the things that have such rows it was."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.measured_things import thing_measured

_WAS = frozenset({"was", "were", "is", "are", "do", "did", "does"})
_ENDS = frozenset({"highest", "lowest"})
_NEAR = 5  # words from the question to what it asks for


def with_places_asked(tokens: Sequence[Token], catalog: Catalog) -> list[Token]:
    """The words with the thing asked for by what it is called."""
    at = next((at for at, each in enumerate(tokens) if each.form == "where"), None)
    noun = thing_measured(catalog) if at is not None else ""
    behind = [each.form for each in tokens[at + 1 : at + _NEAR]] if at is not None else []
    if at is None or not noun or not behind or behind[0] not in _WAS or _ENDS.isdisjoint(behind):
        return list(tokens)

    asked = [replace(tokens[at], form="which")]
    asked += [replace(tokens[at], form=each, before=" ") for each in noun.split()]
    return [*tokens[:at], *asked, replace(tokens[at + 1], form="had"), *tokens[at + 2 :]]
