"""People whose table has their name in two columns are told by both: two of one first name are two."""

from collections.abc import Iterable, Iterator

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, Concept, Group

_FIRST = frozenset({("first",), ("given",), ("fore",), ("forename",), ("firstname",), ("fname",)})
_LAST = frozenset({("last",), ("family",), ("sur",), ("surname",), ("lastname",), ("lname",)})


def last_name_of(name: Concept | None, catalog: Catalog) -> Concept | None:
    """The last name that belongs to a first name, where the name of the rows is one."""
    if name is None or _part(name) not in _FIRST or name != catalog.name_of(catalog.entities[name.cube]):
        return None

    found = [each for each in catalog.of_cube(name.cube, "dimension") if _part(each) in _LAST]
    return found[0] if len(found) == 1 else None


def with_last_names(groups: Iterable[Group], catalog: Catalog) -> tuple[Group, ...]:
    """The groups, with the last name beside each that is told by its first one."""

    def told() -> Iterator[Group]:
        for each in groups:
            yield each
            name = catalog.name_of(each.entity) if isinstance(each, ByEntity) else None
            last = last_name_of(name, catalog)
            yield from (ByMember(last),) if last else ()

    return tuple(dict.fromkeys(told()))


def whole_names(fields: Iterable[Concept], catalog: Catalog) -> tuple[Concept, ...]:
    """The fields of a record, with the last name behind each first one."""

    def told() -> Iterator[Concept]:
        for each in fields:
            last = last_name_of(each, catalog)
            yield each
            yield from (last,) if last else ()

    return tuple(dict.fromkeys(told()))


def are_one_name(first: str, last: str) -> bool:
    """Whether two columns, by their names, are the first and the last name of somebody."""
    return _said(first) in _FIRST and _said(last) in _LAST


def _part(name: Concept) -> tuple[str, ...]:
    """Which of somebody's names it is: first, last."""
    return _said(name.name) if name.kind == "dimension" and name.type == "string" else ()


def _said(name: str) -> tuple[str, ...]:
    words = phrase_of(name.replace("_", " "))
    return words[:-1] if words[-1:] == ("name",) else words
