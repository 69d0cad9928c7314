"""Rows that are also reached by way of others: how many players there are is no count of those who scored."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.replacing import with_changed
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, Entity
from svcchat_magic.semantic.model.model import Cube


def of_own_rows(analysis: Analysis, catalog: Catalog) -> Analysis:
    """The analysis over the table itself, where all of it is about one role of that table.

    A role is a cube that rows of others lead to, such as the players of match events. It shows the rows that
    these lead to alone, so they must be named too.
    """
    cubes = {each.cube for each in _named(analysis)}
    if len(cubes) != 1:
        return analysis

    (role,) = cubes
    own = _own_cube(role, catalog)
    if own is None:
        return analysis

    def moved(each: Concept | Entity) -> Concept | Entity | None:
        return catalog.entities[own] if isinstance(each, Entity) else catalog.by_key.get((own, each.name))

    is_known = all(moved(each) is not None for each in _named(analysis))
    if not is_known:
        return analysis

    return with_changed(analysis, (Concept, Entity), lambda each: moved(each) or each if each.cube else each)


def _own_cube(role: str, catalog: Catalog) -> str | None:
    """The only cube of the same rows and the same name that a view starts at."""
    roots = {each.root for each in catalog.model.views.values()}
    if role in roots or role not in catalog.entities:
        return None

    found = [each for each in roots if each != role and _is_same(role, each, catalog)]
    return found[0] if len(found) == 1 else None


def _is_same(role: str, other: str, catalog: Catalog) -> bool:
    cubes = catalog.model.cubes
    if role not in cubes or other not in cubes or other not in catalog.entities:
        return False

    is_named_so = catalog.entities[role].noun == catalog.entities[other].noun
    return is_named_so and _table(cubes[role]) == _table(cubes[other])


def _table(cube: Cube) -> tuple[str, str]:
    return cube.sql_table, cube.sql


def _named(value: object) -> Iterator[Concept | Entity]:
    """Every member and entity of an analysis that has a cube."""
    if isinstance(value, Concept | Entity):
        yield from (value,) if value.cube else ()
    elif isinstance(value, tuple):
        for each in value:
            yield from _named(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _named(getattr(value, each.name))
