"""`average basket value (per invoice)`: what brackets say once more of an average is no group of its own."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Entity

_AVERAGE = frozenset({"average", "avg", "mean", "typical"})
_EACH = frozenset({"per", "each"})


def without_said_again(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words without such brackets, where the rows that they name are named before as well."""
    found = list(tokens)
    for at in range(len(found) - 2, 0, -1):
        is_closed = at + 2 >= len(found) or ")" in found[at + 2].before
        is_apart = "(" in found[at].before and found[at].form in _EACH and is_closed
        if not is_apart or _AVERAGE.isdisjoint(each.form for each in found[:at]):
            continue

        rows = _rows_of(found[at + 1], catalog)
        if rows and any(rows & _rows_of(each, catalog) for each in found[:at]):
            del found[at : at + 2]

    return tuple(found)


def _rows_of(token: Token, catalog: Catalog) -> frozenset[str]:
    named = (each.of for each in catalog.phrases.get((token.form,), ()))
    return frozenset(each.cube for each in named if isinstance(each, Entity))
