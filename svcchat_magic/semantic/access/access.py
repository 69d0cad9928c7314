"""Who may see what: tables that are hidden from a viewer, and row-level rules as conditions.

A viewer's attributes become constants of the condition, which are bound as parameters. An attribute that is
missing, empty or of the wrong type makes its rule match nothing.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from svcchat_magic.semantic.access.masks import unmasked
from svcchat_magic.semantic.access.member_rights import (
    Right,
    cube_rights,
    limits_members,
    rules_for,
    view_rights,
)
from svcchat_magic.semantic.access.rights_key import rights_of
from svcchat_magic.semantic.access.row_filters import NOTHING, FindMember, all_filters
from svcchat_magic.semantic.model.join_graph import Path
from svcchat_magic.semantic.model.model import AccessRule, Cube, Dimension, Measure, Model, Segment, View
from svcchat_magic.semantic.query.operations import any_of
from svcchat_magic.semantic.query.query import Expression, Member, Viewer

Table = TypeVar("Table", Cube, View)
Named = TypeVar("Named", Dimension, Measure, Segment)


def visible_model(model: Model, viewer: Viewer) -> Model:
    """The model without the names that this viewer is denied.

    Members are denied by the rules for one's groups. Once any table has a policy, an external user sees a
    cube only where it, or the view it is reached through, has one, and no table that a policy denies them:
    one without a rule for their groups.
    """
    if not has_policies(model):
        return model

    rights = rights_of(viewer)
    if rights is None:
        return _visible(model, viewer)

    return model.derived.get(("visible", rights), lambda: _visible(model, viewer))


def _visible(model: Model, viewer: Viewer) -> Model:
    model = _without_denied(model, viewer)
    if viewer.is_internal:
        return model

    admitted = {name for name, cube in model.cubes.items() if _admits(cube, viewer)}
    open_in_views = {name for name, cube in model.cubes.items() if cube.access_policy is None} | admitted
    cubes = {name: _open_if(name in admitted, cube) for name, cube in model.cubes.items()}
    views = {
        name: _reaching(view, admitted if view.access_policy is None else open_in_views)
        for name, view in model.views.items()
        if view.access_policy is None or _admits(view, viewer)
    }
    return replace(
        model,
        cubes=MappingProxyType(cubes),
        views=MappingProxyType({name: view for name, view in views.items() if view.members}),
    )


def narrowed(model: Model, tables: Collection[str] | None) -> Model:
    """The model with only these views and cubes open to questions; None is all that are.

    The others stay in it, closed: joins and access rules still need them.
    """
    if tables is None:
        return model

    return model.derived.get(("narrowed", frozenset(tables)), lambda: _narrowed(model, tables))


def _narrowed(model: Model, tables: Collection[str]) -> Model:
    return replace(
        model,
        cubes=MappingProxyType({name: _open_if(name in tables, each) for name, each in model.cubes.items()}),
        views=MappingProxyType({name: _open_if(name in tables, each) for name, each in model.views.items()}),
    )


def row_rules(
    model: Model, viewer: Viewer, table: str, paths: Sequence[Path], declared: Collection[Path]
) -> tuple[Expression, ...]:
    """The conditions that every row must fulfil when a query of `table` joins the cubes at `paths`.

    A cube's rules bind wherever it is met. A view's rules bind to the members that it declares, and as well
    to each meeting of their cubes that the view does not declare (`declared` are those that it does).
    """
    rules: list[Expression] = []
    view = model.views.get(table)
    if view is not None and view.access_policy is not None:
        rules += _admission(view.access_policy, viewer, _view_finder(model, view))
        for path in paths:
            if path not in declared and path[-1] in _ruled_cubes(view):
                rules += _admission(view.access_policy, viewer, _moved(model, view, path))

    denies_open_cubes = has_policies(model) and not viewer.is_internal and not rules_view(view)
    for path in paths:
        cube = model.cubes[path[-1]]
        if cube.access_policy is not None:
            rules += _admission(cube.access_policy, viewer, _finder(cube, path))
        elif denies_open_cubes:
            rules.append(NOTHING)

    return tuple(rules)


def is_limited(cube: Cube, viewer: Viewer) -> bool:
    """Whether a cube's own rules limit the rows of it that a viewer sees."""
    policy = cube.access_policy
    return policy is not None and bool(_admission(policy, viewer, _finder(cube, (cube.name,))))


def has_policies(model: Model) -> bool:
    """Whether any table has an access policy."""
    policies = [cube.access_policy for cube in model.cubes.values()]
    policies += [view.access_policy for view in model.views.values()]
    return any(policy is not None for policy in policies)


def rules_view(view: View | None) -> bool:
    """Whether what is queried is a view with a policy of its own."""
    return view is not None and view.access_policy is not None


def cube_member(cube: Cube, path: Path, name: str) -> Member:
    """A member of the cube at a path. Raises KeyError when there is none of that name."""
    if name in cube.dimensions:
        return Member(path, name, "dimension", cube.dimensions[name].type)

    if name in cube.segments:
        return Member(path, name, "segment", "boolean")

    return Member(path, name, "measure", cube.value_type(cube.measures[name]))


def view_member(model: Model, view: View, name: str) -> Member:
    """What stands behind a view's member. Raises KeyError when there is none of that name."""
    member = view.members[name]
    return cube_member(model.cubes[member.path[-1]], member.path, member.member)


def _open_if(is_named: bool, table: Table) -> Table:
    return table if is_named else replace(table, public=False)


def _admits(table: Table, viewer: Viewer) -> bool:
    """Whether a table's policy has a rule for one of an external user's groups."""
    return bool(rules_for(table.access_policy or (), viewer))


def _without_denied(model: Model, viewer: Viewer) -> Model:
    """The model with the members closed that policies deny this viewer, and the cubes that have no other."""
    if not limits_members(model):
        return model

    denied = {
        name: {member for member, right in cube_rights(cube, viewer).items() if right is Right.NONE}
        for name, cube in model.cubes.items()
    }
    return replace(
        model,
        cubes=MappingProxyType({name: _closed(cube, denied[name]) for name, cube in model.cubes.items()}),
        views=MappingProxyType({name: _cut(view, denied, viewer) for name, view in model.views.items()}),
    )


def _closed(cube: Cube, denied: Collection[str]) -> Cube:
    """The cube with some members closed; segments of hidden names are conditions that nobody may name."""
    if not denied:
        return cube

    return replace(
        cube,
        public=cube.public and len(denied) < len((*cube.dimensions, *cube.measures, *cube.segments)),
        dimensions=_closed_members(cube.dimensions, denied),
        measures=_closed_members(cube.measures, denied),
        segments=_closed_members(cube.segments, denied),
    )


def _closed_members(members: Mapping[str, Named], denied: Collection[str]) -> Mapping[str, Named]:
    return MappingProxyType(
        {name: replace(each, public=False) if name in denied else each for name, each in members.items()}
    )


def _cut(view: View, denied: Mapping[str, Collection[str]], viewer: Viewer) -> View:
    """The view without the members that its own policy or that of their cube denies."""
    rights = view_rights(view, viewer)
    kept = {
        name: member
        for name, member in view.members.items()
        if rights[name] is not Right.NONE and member.member not in denied[member.path[-1]]
    }
    folders = (replace(each, members=tuple(filter(kept.__contains__, each.members))) for each in view.folders)
    return replace(
        view,
        members=MappingProxyType(kept),
        public=view.public and bool(kept),
        folders=tuple(folder for folder in folders if folder.members),
    )


def _reaching(view: View, cubes: set[str]) -> View:
    """The view with the members whose whole path is over these cubes."""
    kept = {name: member for name, member in view.members.items() if cubes.issuperset(member.path)}
    return replace(view, members=MappingProxyType(kept))


def _admission(policy: Sequence[AccessRule], viewer: Viewer, find: FindMember) -> tuple[Expression, ...]:
    """No condition for someone who sees every row; else that at least one rule of their groups holds."""
    rules = rules_for(policy, viewer)
    if not rules:
        return () if viewer.is_internal else (NOTHING,)

    if any(rule.allow_all for rule in rules):
        return ()

    return (any_of(tuple(all_filters(rule.filters, viewer, find) for rule in rules)),)


def _ruled_cubes(view: View) -> frozenset[str]:
    """The cubes whose members a view's rules read."""
    names = (name for rule in view.access_policy or () for entry in rule.filters for name in _named(entry))
    return frozenset(view.members[name.rpartition(".")[2]].path[-1] for name in names)


def _named(entry: object) -> Iterator[str]:
    if not isinstance(entry, Mapping):
        return

    for key in ("and", "or"):
        for part in entry.get(key) or ():
            yield from _named(part)

    if "member" in entry:
        yield str(entry["member"])


def _moved(model: Model, view: View, path: Path) -> FindMember:
    """The view's members, with those of one cube read at another meeting of it."""
    find_declared = _view_finder(model, view)

    def find(name: str) -> Member:
        member = find_declared(name)
        return replace(member, path=path) if member.path[-1] == path[-1] else member

    return find


def _view_finder(model: Model, view: View) -> FindMember:
    """What stands behind a view's members, with the values that masks hide: rules decide by them."""

    def find(name: str) -> Member:
        member = view_member(model, view, name)
        return replace(member, name=unmasked(model.cubes[member.path[-1]], member.name))

    return find


def _finder(cube: Cube, path: Path) -> FindMember:
    return lambda name: cube_member(cube, path, unmasked(cube, name))
