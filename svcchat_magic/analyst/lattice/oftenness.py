"""How often as a number of rows: `how often was a delivery damaged` counts the damaged ones."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Entity

_BEING = frozenset({"was", "were", "has", "have", "had", "is", "are", "did", "doe", "do"})
_BEFALLING = frozenset({"was", "were"})  # what happened to rows is counted, however many are named
_ONE = frozenset({"a", "an", "one", "any"})
_GROUPING = frozenset({"by", "per", "each", "every", ",", "for"})  # behind it may stand what it is told by
_FARTHEST = 4  # words of a period between `how often` and the verb
_SCORE = 1.05


def often_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`HOWMANY` for `how often`, where it is asked of one row that something is said of."""
    forms = tuple(each.form for each in tokens)
    for start, stop in ((at, at + size) for at in range(len(forms)) for size in (2, 3)):
        said = keywords().meanings.get(forms[start:stop], ())
        if stop <= len(forms) and any(category == "HOWOFTEN" for category, _ in said):
            verb = next(
                (at for at in range(stop, min(stop + _FARTHEST, len(forms))) if forms[at] in _BEING), 0
            )
            is_one = forms[verb + 1 : verb + 2] and forms[verb + 1] in _ONE
            befell = forms[verb] in _BEFALLING and verb == stop
            if verb and (is_one or befell) and _is_of_one_table(forms, verb + 1, catalog):
                yield Item("HOWMANY", start, stop, "count", _SCORE)


def _is_of_one_table(forms: tuple[str, ...], at: int, catalog: Catalog) -> bool:
    """Whether no rows of another table are named: a bike can be left outside a station more than once."""
    end = next((place for place in range(at, len(forms)) if forms[place] in _GROUPING), len(forms))
    named = [cubes for place in range(at, end) if (cubes := _cubes_called(forms[place], catalog))]
    return all(not each.isdisjoint(named[0]) for each in named)


def _cubes_called(form: str, catalog: Catalog) -> set[str]:
    return {each.of.cube for each in catalog.phrases.get((form,), ()) if isinstance(each.of, Entity)}
