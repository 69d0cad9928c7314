"""Members that a view defines itself: members of its root cube that this view alone shows."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from svcchat_magic.semantic.files.dimension_files import read_dimension
from svcchat_magic.semantic.files.measure_files import read_measure
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, View, ViewMember

_REFERENCE = re.compile(r"\{\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}")
_OWN = frozenset({"CUBE", "TABLE"})
_Member = TypeVar("_Member", Dimension, Measure)


def with_own_members(
    block: Block, view: View, cubes: Mapping[str, Cube], places: Places
) -> tuple[View, Cube | None]:
    """The view with its own members, and its root cube with what computes them; None where it has none.

    Their SQL names members of the view, and of cubes by their path.
    """
    if not view.members or view.root not in cubes:
        return view, None

    dimensions = [_own(read_dimension(entry), view, entry, places) for entry in block.blocks("dimensions")]
    measures = [_own(read_measure(entry), view, entry, places) for entry in block.blocks("measures")]
    block.refuse("segments", "write the segment in its cube, and include it")
    own: list[Dimension | Measure] = [*dimensions, *measures]
    if not own:
        return view, None

    root = cubes[view.root]
    root = replace(
        root,
        dimensions=MappingProxyType({**root.dimensions, **{each.name: each for each in dimensions}}),
        measures=MappingProxyType({**root.measures, **{each.name: each for each in measures}}),
    )
    shown = {_shown_name(each.name, view): each.name for each in own}
    members = {name: ViewMember(name, (view.root,), member) for name, member in shown.items()}
    return replace(view, members=MappingProxyType({**view.members, **members})), root


def _own(member: _Member, view: View, block: Block, places: Places) -> _Member:
    if member.name in view.members:
        block.problem("name", f"{view.name} includes a member of the same name")

    places.note((view.root, _inner_name(member.name, view)), block)
    places.note((view.name, member.name), block)
    rename = _renaming(view)
    inner = replace(
        member,
        name=_inner_name(member.name, view),
        title=member.title or member.name.replace("_", " ").capitalize(),
        sql=rename(member.sql),
        owner_view=view.name,
    )
    return replace(inner, filters=tuple(map(rename, inner.filters))) if isinstance(inner, Measure) else inner


def _renaming(view: View) -> Callable[[str], str]:
    """References to the view's members as references to what stands behind them."""

    def renamed(match: re.Match[str]) -> str:
        *path, name = match[1].split(".")
        if path in ([], [view.name]) or path[:1] in ([each] for each in _OWN):
            if name in view.members:
                return f"{{{view.members[name].path[-1]}.{view.members[name].member}}}"

            return f"{{CUBE.{_inner_name(name, view)}}}"

        return f"{{{path[-1]}.{name}}}"

    return lambda sql: _REFERENCE.sub(renamed, sql)


def _inner_name(name: str, view: View) -> str:
    return f"{view.name}__{name}"


def _shown_name(name: str, view: View) -> str:
    return name.removeprefix(f"{view.name}__")
