"""Views whose join paths start at several cubes, laid out from one root."""

from dataclasses import replace
from types import MappingProxyType

from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.model.model import View, ViewMember


def rooted(view: View, graph: JoinGraph) -> View:
    """The view with every path from its first cube on, where exactly one shortest walk leads to the others.

    Paths that no walk or more than one leads to stay as they are, and are refused when the model is checked.
    """
    if not view.members:
        return view

    members = {name: _from_root(member, view.root, graph) for name, member in view.members.items()}
    return replace(view, members=MappingProxyType(members))


def _from_root(member: ViewMember, root: str, graph: JoinGraph) -> ViewMember:
    if member.path[0] == root or {root, member.path[0]} - graph.cubes.keys():
        return member

    walks = graph.walks(root, member.path[0], to_one=False)
    return replace(member, path=(*walks[0], *member.path[1:])) if len(walks) == 1 else member
