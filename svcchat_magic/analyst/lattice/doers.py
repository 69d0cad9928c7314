"""Whose date a verb names: `agents who started` did so themselves, and not the calls that they took."""

from collections.abc import Iterable, Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.deeds import deed_of
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity

_NOT = frozenset({"not", "never", "also", "first", "only", "ever"})
_RELATIVE = frozenset({"who", "that", "which", "we", "they", "have", "has", "had", "were", "was", "are"})


def of_doers(items: Iterable[Item], tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """The items, without the dates of other rows where those that do it have a date of that name."""
    found = list(_of_deeds(list(items), tokens, catalog))
    named: dict[tuple[int, int], set[str]] = {}
    for each in found:
        if _is_time(each):
            named.setdefault((each.start, each.stop), set()).add(each.value.cube)

    doers = {place: cubes & _doers(place[0], tokens, catalog) for place, cubes in named.items()}
    for each in found:
        own = doers.get((each.start, each.stop), set())
        if not (_is_time(each) and own) or each.value.cube in own:
            yield each


def _of_deeds(items: Sequence[Item], tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """The items, without dates of about that name where rows of those who did so have the very one.

    Students who enrolled did so when they were enrolled in a course, and not when they signed up.
    """
    exact = {(each.start, each.stop, each.value.cube) for each in items if each.category == "DATED"}
    made: dict[int, str] = {}
    for start, stop, cube in exact:
        who = _before(start, tokens, catalog)
        deed = deed_of(tokens[start].form, who, catalog) if who and stop == start + 1 else None
        if deed is not None and deed.cube == cube:
            made[start] = cube

    for each in items:
        cube = made.get(each.start, "") if _is_time(each) else ""
        if not cube or each.value.cube == cube:
            yield each


def _before(at: int, tokens: Sequence[Token], catalog: Catalog) -> str:
    """The table of the persons that stand right before a verb."""
    at -= 1
    while at > 0 and tokens[at].form in _RELATIVE | _NOT:
        at -= 1

    named = catalog.phrases.get((tokens[at].form,), ()) if at >= 0 else ()
    found = {each.of.cube for each in named if isinstance(each.of, Entity) and is_person(ByEntity(each.of))}
    return found.pop() if len(found) == 1 else ""


def _is_time(item: Item) -> bool:
    return isinstance(item.value, Concept) and item.value.type == "time"


def _doers(start: int, tokens: Sequence[Token], catalog: Catalog) -> set[str]:
    """The tables of what stands right before a verb, as `agents who` does."""
    at = start - 1
    while at > 0 and tokens[at].form in _RELATIVE:
        at -= 1

    named = catalog.phrases.get((tokens[at].form,), ()) if 0 <= at < start - 1 else ()
    return {each.of.cube for each in named if isinstance(each.of, Entity)}
