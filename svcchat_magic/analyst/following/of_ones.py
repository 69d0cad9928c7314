"""`top 10 shops`, then `only the German ones`: the country of the shops, and not of those who buy there."""

from dataclasses import replace

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    Condition,
    Counted,
    Entity,
    Group,
    IsIn,
    Measured,
    Quantity,
)


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


def ranking_groups(said: Analysis, before: Analysis) -> Analysis:
    """`most orders?` behind those of each channel: of each order there is one, so a channel is sought."""
    rows = said.groups[0] if len(said.groups) == 1 else None
    counted = before.quantities[0] if len(before.quantities) == 1 else None
    if said.rank is None or said.rank.by or said.quantities or said.where or not isinstance(rows, ByEntity):
        return said

    is_same = counted is not None and rows not in before.groups and _counts(counted, rows.entity)
    return replace(said, groups=()) if is_same and before.groups else said


def _counts(quantity: Quantity, entity: Entity) -> bool:
    """Whether a number is how many of such rows there are, by its name."""
    if isinstance(quantity, Counted):
        return quantity.entity.cube == entity.cube

    is_number = isinstance(quantity, Measured) and quantity.measure.agg_type.startswith("count")
    return is_number and phrase_of(quantity_title(quantity)) == phrase_of(entity.noun)
