"""`how many different artists have at least one album`: rows that are counted are different ones anyway."""

from collections.abc import Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Entity

_DIFFERENT = frozenset({"different", "distinct", "unique", "separate"})
_HAVING = frozenset({"have", "has", "had", "with", "without", "having"})
_BOUNDING = frozenset({"least", "more", "fewer", "over", "exactly"})
_GROUPING = frozenset({"by", "per", "each", "every", "month", "year", "quarter", "week", "day"})
_LONGEST = 2  # words of what rows are called
_NAMED = 0.9


def without_different(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words without that, where it is said of rows of their own which have so many others."""
    forms = [each.form for each in tokens]
    if not _BOUNDING & set(forms) or _GROUPING & set(forms):
        return tuple(tokens)

    counted = {
        at + 2 for at, pair in enumerate(pairwise(forms)) if pair in (("how", "many"), ("number", "of"))
    }
    said = {
        at
        for at in counted
        if forms[at : at + 1] and forms[at] in _DIFFERENT and _have(forms, at + 1, catalog)
    }
    return tuple(each for at, each in enumerate(tokens) if at not in said)


def _have(forms: Sequence[str], at: int, catalog: Catalog) -> bool:
    for size in range(1, _LONGEST + 1):
        named = catalog.phrases.get(tuple(forms[at : at + size]), ())
        is_rows = any(isinstance(each.of, Entity) and each.weight >= _NAMED for each in named)
        if is_rows and forms[at + size : at + size + 1] and forms[at + size] in _HAVING:
            return True

    return False
