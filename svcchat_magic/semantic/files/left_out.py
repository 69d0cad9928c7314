"""What a model loads without: members of bases that only their extensions can join, and views' loose ends."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from svcchat_magic.semantic.files.model_checks import members_of, problems_of
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.yaml_blocks import Problems
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.model.model import Cube, View


def usable_bases(
    cubes: dict[str, Cube], bases: Collection[str], places: Places, problems: Problems
) -> dict[str, Cube]:
    """The cubes, those that others extend without the members that refer to joins they do not have.

    Their extensions have these members, and joins of their own.
    """
    while lacking := _lacking(cubes, bases, places):
        for (cube, name), (place, sentence) in lacking.items():
            problems.leave_out(place, sentence)
            cubes = {**cubes, cube: _without(cubes[cube], name)}

    return cubes


def joined_members(view: View, graph: JoinGraph, places: Places, problems: Problems) -> View:
    """The view without the members that no join leads to from its root."""
    kept = {}
    for name, member in view.members.items():
        loose = next((step for step in pairwise(member.path) if graph.edge(*step) is None), None)
        if member.path[0] != view.root:
            sentence = (
                f"join_path must start at {view.root}, as the view's first one does, "
                f"or at a cube that one way of joins leads to from there"
            )
            problems.leave_out(places.of(view.name, name), sentence)
        elif loose is not None and {*loose} <= graph.cubes.keys():
            sentence = f"join_path {'.'.join(member.path)}: {loose[0]} has no join to {loose[1]}"
            problems.leave_out(places.of(view.name, name), sentence)
        else:
            kept[name] = member

    folders = tuple(
        replace(each, members=tuple(filter(kept.__contains__, each.members))) for each in view.folders
    )
    return replace(view, members=MappingProxyType(kept), folders=folders)


def _lacking(
    cubes: dict[str, Cube], bases: Collection[str], places: Places
) -> dict[tuple[str, str], tuple[str, str]]:
    """The members of bases that have a problem, with the first one."""
    graph = JoinGraph(cubes)
    return {
        (name, member.name): problem
        for name in bases
        if name in cubes
        for member in members_of(cubes[name])
        for problem in list(problems_of(graph, cubes[name], member, places))[:1]
    }


def _without(cube: Cube, name: str) -> Cube:
    measures = {
        key: replace(each, drill_members=tuple(shown for shown in each.drill_members if shown != name))
        for key, each in cube.measures.items()
        if key != name
    }
    return replace(
        cube,
        dimensions=MappingProxyType({key: each for key, each in cube.dimensions.items() if key != name}),
        measures=MappingProxyType(measures),
        segments=MappingProxyType({key: each for key, each in cube.segments.items() if key != name}),
    )
