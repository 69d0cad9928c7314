"""The things that rows of measurements are of: stations, machines, meters; and what adds up over them."""

from collections.abc import Iterator

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Analysis, ByEntity, ByMember, Concept, Entity, IsIn
from svcchat_magic.semantic.inference.column_words import words_that_are


def adds_over_things(of: Concept) -> bool:
    """Whether the number of several things is the sum of theirs: the energy of meters, and no rain."""
    return of.is_amount and words_that_are("of_places").isdisjoint(phrase_of(f"{of.title} {of.name}"))


def are_told_apart(analysis: Analysis, cube: str, catalog: Catalog) -> bool:
    """Whether a moment has one row: each thing is a group of its own, or a single one is asked for."""
    return all(any(_is_one(each, known) for each in _said(analysis)) for known in _things(cube, catalog))


def names_of_things(cube: str, catalog: Catalog) -> tuple[Concept, ...]:
    """What tells a reader which things they are."""
    return tuple(known[-1] for known in _things(cube, catalog) if known)


def keys_of_things(cube: str, catalog: Catalog) -> tuple[Concept, ...]:
    """What else tells them apart, such as their keys."""
    return tuple(each for known in _things(cube, catalog) for each in known[:-1] if each != known[-1])


def thing_measured(catalog: Catalog) -> str:
    """What the one kind of things is called that the only rows of measurements are of; empty without one."""
    cubes = [
        each for each in catalog.entities if catalog.model.cubes[each].meta.get("rows") == "measurements"
    ]
    joins = catalog.model.cubes[cubes[0]].joins if len(cubes) == 1 else ()
    nouns = [catalog.entities[each.target].noun for each in joins if each.target in catalog.entities]
    return nouns[0] if len(nouns) == 1 else ""


def _things(cube: str, catalog: Catalog) -> Iterator[list[Concept]]:
    """What each of the things may be told by, its name last."""
    found = catalog.model.cubes[cube]
    named = found.meta.get("things", ())
    for thing in named if isinstance(named, (list, tuple)) else ():
        known = [catalog.by_key.get((cube, str(thing)))]
        for join in found.joins:
            if f"{{CUBE}}.{thing} =" in join.sql and join.target in catalog.entities:
                entity = catalog.entities[join.target]
                known += [catalog.key_of(entity), catalog.label_of(entity), catalog.name_of(entity)]

        yield [each for each in known if each is not None]


def _said(analysis: Analysis) -> Iterator[Concept | Entity]:
    for group in analysis.groups:
        if isinstance(group, ByMember | ByEntity):
            yield group.of if isinstance(group, ByMember) else group.entity

    for each in analysis.where:
        if isinstance(each, IsIn) and len(each.values) == 1 and not each.negated:
            yield each.of


def _is_one(said: Concept | Entity, known: list[Concept]) -> bool:
    if isinstance(said, Entity):
        return any(each.cube == said.cube for each in known[1:])

    return said in known
