"""Whether the names that cubes and views list lead anywhere: drill members and hierarchies."""

from collections.abc import Mapping

from svcchat_magic.semantic.files.model_places import Found, Places
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.model.model import Cube, View


def listing_problems(graph: JoinGraph, cube: Cube, places: Places) -> Found:
    """Names under drill_members and hierarchies that lead nowhere."""
    for measure in cube.measures.values():
        for name in measure.drill_members:
            if not _names_member(graph.cubes, cube, name):
                yield places.of(cube.name, measure.name), f"drill_members: there is no member {name!r}"

    for hierarchy in cube.hierarchies:
        for level in hierarchy.levels:
            if not _names_member(graph.cubes, cube, level):
                yield places.of(cube.name), f"hierarchy {hierarchy.name}: there is no dimension {level!r}"


def _names_member(cubes: Mapping[str, Cube], cube: Cube, name: str) -> bool:
    *path, member = name.split(".")
    target = cubes.get(path[-1]) if path and path[-1] not in {"CUBE", cube.name} else cube
    return target is not None and member in {**target.dimensions, **target.measures, **target.segments}


def view_problems(graph: JoinGraph, view: View, places: Places) -> Found:
    """Problems of a view's name."""
    if view.name in graph.cubes:
        yield places.of(view.name), "a cube has the same name"
