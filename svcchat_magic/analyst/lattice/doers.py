"""Whose date a verb names: `agents who started` did so themselves, and not the calls that they took."""

from collections.abc import Iterable, Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_RELATIVE = frozenset({"who", "that", "which", "we", "they", "have", "has", "had", "were", "was", "are"})


def of_doers(items: Iterable[Item], tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """The items, without the dates of other rows where those that do it have a date of that name."""
    found = list(items)
    named: dict[tuple[int, int], set[str]] = {}
    for each in found:
        if _is_time(each):
            named.setdefault((each.start, each.stop), set()).add(each.value.cube)

    doers = {place: cubes & _doers(place[0], tokens, catalog) for place, cubes in named.items()}
    for each in found:
        own = doers.get((each.start, each.stop), set())
        if not (_is_time(each) and own) or each.value.cube in own:
            yield each


def _is_time(item: Item) -> bool:
    return isinstance(item.value, Concept) and item.value.type == "time"


def _doers(start: int, tokens: Sequence[Token], catalog: Catalog) -> set[str]:
    """The tables of what stands right before a verb, as `agents who` does."""
    at = start - 1
    while at > 0 and tokens[at].form in _RELATIVE:
        at -= 1

    named = catalog.phrases.get((tokens[at].form,), ()) if 0 <= at < start - 1 else ()
    return {each.of.cube for each in named if isinstance(each.of, Entity)}
