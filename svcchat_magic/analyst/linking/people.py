"""Whom `who` asks for: the people that a model tells of."""

from collections.abc import Iterator

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, Group

_OF_NAMES = frozenset({"name", "full"})
_WAY = ["contact"]  # by telephone, unless more is said: a contact person


def people_of(catalog: Catalog) -> tuple[Group, ...]:
    """The entities that are people, and the names of people in the rows of other tables."""
    return catalog.model.derived.get("people", lambda: tuple(_people(catalog)))


def is_person(group: Group) -> bool:
    """Whether a group is of people, by what it is called."""
    match group:
        case ByEntity():
            return _is_noun(group.entity.noun) or _is_noun(group.entity.cube)
        case ByMember():
            names = (group.of.title, group.of.name) if _words(group.of.title) else (group.of.cube,)
            return group.of.type == "string" and any(
                _is_noun(each) and _words(each) != _WAY for each in names
            )
        case _:
            return False


def _people(catalog: Catalog) -> Iterator[Group]:
    entities = [ByEntity(each) for each in catalog.entities.values()]
    yield from (each for each in entities if is_person(each))
    cubes = {each.entity.cube for each in entities if is_person(each)}
    for each in catalog.concepts:
        if each.kind == "dimension" and each.cube not in cubes and is_person(ByMember(each)):
            yield ByMember(each)


def _is_noun(name: str) -> bool:
    words = _words(name)
    return bool(words) and words[-1] in keywords().persons | keywords().staff | {"people"}


def _words(name: str) -> list[str]:
    return [each for each in phrase_of(name) if each not in _OF_NAMES]
