"""Whether the dimensions that a measure of several stages groups by are there."""

from collections.abc import Iterator

from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.model.member_parts import Stage
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.model.stages import named_dimension
from svcchat_magic.semantic.query.operations import UNITS


def stage_name_problems(graph: JoinGraph, cube: Cube, stage: Stage) -> Iterator[str]:
    """What is wrong with the names under group_by, reduce_by and add_group_by."""
    named = {
        "group_by": stage.group_by or (),
        "reduce_by": stage.reduce_by,
        "add_group_by": stage.add_group_by,
    }
    for key, names in named.items():
        for name in names:
            if problem := _problem(graph, cube, name):
                yield f"{key} names {name}, and {problem}"


def _problem(graph: JoinGraph, cube: Cube, name: str) -> str:
    owner, dimension, unit = named_dimension(graph.cubes, cube.name, name)
    target = graph.cubes.get(owner)
    if target is None:
        return f"there is no cube {owner}"

    if dimension not in target.dimensions:
        return f"{owner} has no dimension {dimension}"

    if unit and unit not in UNITS:
        return f"{unit} is no unit of time"

    if not graph.reaches(cube.name, owner, to_one=True):
        return f"no joins lead from {cube.name} to one row of {owner}"

    return ""
