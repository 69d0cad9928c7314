"""`Who` at the beginning of a question: each sort of people that the model tells of."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import people_of

_BEFORE = frozenset({"and", "so", "now", "then", ",", "please"})
_BEING = frozenset({"is", "are", "was", "were"})
_SCORE = 0.5


def who_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """All of them: which are meant, what they did tells."""
    at = asks_who(tokens)
    if at is not None:
        yield from (Item("WHOM", at, at + 1, each, _SCORE) for each in people_of(catalog))


def asks_who(tokens: Sequence[Token]) -> int | None:
    """The place of `who` where a question begins with it and does not go on to name the people."""
    at = next((at for at, each in enumerate(tokens) if each.form not in _BEFORE), None)
    if at is None or tokens[at].form != "who" or tokens[at + 1 : at + 2] == ():
        return None

    return None if tokens[at + 1].form in _BEING else at
