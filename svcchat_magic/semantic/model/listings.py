"""How a table lists its members: folders of views, and hierarchies to drill down along."""

from dataclasses import replace

from svcchat_magic.semantic.model.member_parts import Folder, Hierarchy
from svcchat_magic.semantic.model.model import Cube, Model, View

_LEAST_LEVELS = 2


def folders_of(model: Model, table: Cube | View) -> tuple[Folder, ...]:
    """The folders of a view with the members that this model shows; none for a cube."""
    if isinstance(table, Cube):
        return ()

    shown = {field.name for field in model.fields(table.name)}
    folders = (
        replace(each, members=tuple(filter(shown.__contains__, each.members))) for each in table.folders
    )
    return tuple(folder for folder in folders if folder.members)


def hierarchies_of(model: Model, table: Cube | View) -> tuple[Hierarchy, ...]:
    """The hierarchies of which a table shows two levels or more, their levels by its own names for them.

    A view has those of the cubes that it includes members of.
    """
    names = {(field.cube, field.member): field.name for field in model.fields(table.name)}
    found: dict[str, Hierarchy] = {}
    for cube in dict.fromkeys(cube for cube, _ in names):
        for hierarchy in model.cubes[cube].hierarchies:
            levels = (
                [names.get(_dimension(level, cube)) for level in hierarchy.levels] if hierarchy.public else []
            )
            shown = tuple(level for level in levels if level)
            if len(shown) >= _LEAST_LEVELS:
                found.setdefault(hierarchy.name, replace(hierarchy, levels=shown))

    return tuple(found.values())


def _dimension(level: str, cube: str) -> tuple[str, str]:
    """The cube and the dimension that a level names."""
    *path, name = level.split(".")
    return (path[-1] if path and path[-1] != "CUBE" else cube), name
