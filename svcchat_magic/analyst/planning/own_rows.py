"""Rows that are also reached by way of others: how many players there are is no count of those who scored."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, Entity
from svcchat_magic.semantic.model.model import Cube

Part = TypeVar("Part")


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
    return _replaced(analysis, lambda each: moved(each) or each) if is_known else analysis


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


def _replaced(value: Part, change: Callable[[Concept | Entity], Any]) -> Part:
    if isinstance(value, Concept | Entity):
        return change(value) if value.cube else value

    if isinstance(value, tuple):
        return tuple(_replaced(each, change) for each in value)  # type: ignore[return-value]

    if is_dataclass(value) and not isinstance(value, type):
        changed = {each.name: _replaced(getattr(value, each.name), change) for each in fields(value)}
        return replace(value, **changed)

    return value
