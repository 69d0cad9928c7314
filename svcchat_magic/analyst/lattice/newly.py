"""The word that says that something is new, apart from the name that it stands in."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog

_NEW, _RUNNING = "newly", "cumulative"


def with_newly_apart(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """`newly` behind all else: people newly vaccinated are called people vaccinated."""
    places = [at for at, each in enumerate(tokens) if each.form == _NEW]
    if len(places) != 1 or not any(each.over_time == _RUNNING for each in catalog.concepts):
        return tuple(tokens)

    found = list(tokens)
    word = found.pop(places[0])
    at = len(found) - (found[-1].is_mark if found else 0)
    found.insert(at, word)
    return tuple(found)
