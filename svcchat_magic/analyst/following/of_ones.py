"""`top 10 shops`, then `only the German ones`: the country of the shops, and not of those who buy there."""

from dataclasses import replace

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Analysis, ByEntity, ByMember, Condition, Group, IsIn


def of_ones(said: Analysis, before: Analysis, catalog: Catalog) -> Analysis:
    """What is kept, with the column of the ranked things where these have one of the same name."""
    ranked = before.groups if before.rank is not None and before.rank.limit else ()
    cubes = {cube for each in ranked if (cube := _cube(each))}
    if len(cubes) != 1 or said.groups or said.quantities:
        return said

    (cube,) = cubes
    return replace(said, where=tuple(_theirs(each, cube, catalog) for each in said.where))


def _cube(group: Group) -> str:
    match group:
        case ByEntity():
            return group.entity.cube
        case ByMember():
            return group.of.cube
        case _:
            return ""


def _theirs(condition: Condition, cube: str, catalog: Catalog) -> Condition:
    if not isinstance(condition, IsIn) or condition.of.cube == cube or condition.of.type != "string":
        return condition

    named = [each for each in catalog.of_cube(cube, "dimension") if each.name == condition.of.name]
    return replace(condition, of=named[0]) if named else condition
