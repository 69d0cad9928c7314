"""Views, read from their YAML blocks: which members of which join paths they include, under which names."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from svcchat_magic.semantic.files.member_files import read_meta, read_public
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.policy_files import read_access_policy
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.model import Cube, View, ViewMember


def read_view(block: Block, cubes: Mapping[str, Cube], places: Places) -> View:
    """A view over these cubes."""
    name = block.name()
    places.note((name,), block)
    members: dict[str, ViewMember] = {}
    for entry in block.blocks("cubes"):
        for member in _included(entry, cubes):
            if member.name in members:
                entry.problem(
                    "includes", f"two members of {name} are named {member.name!r}; give one an alias"
                )

            places.note((name, member.name), entry)
            members[member.name] = member

    if not members:
        block.problem("cubes", "a view includes at least one member")

    view = View(
        name=name,
        members=MappingProxyType(members),
        title=block.text("title"),
        description=block.text("description"),
        public=read_public(block),
        access_policy=read_access_policy(block, places),
        meta=read_meta(block),
    )
    block.ignore("folders")
    block.refuse("extends", "extends is not supported yet; write the members out")
    block.refuse("includes", "write includes under cubes, beside a join_path")
    block.done()
    return view


def _included(block: Block, cubes: Mapping[str, Cube]) -> Iterator[ViewMember]:
    path = tuple(block.text("join_path").split("."))
    prefix = f"{block.text('alias') or path[-1]}_" if block.flag("prefix", default=False) else ""
    excludes = frozenset(block.texts("excludes"))
    wanted = tuple(block.texts_or_blocks("includes"))
    block.refuse("split", "split is not supported; a view is one table")
    block.done()
    cube = cubes.get(path[-1])
    if cube is None:
        block.problem("join_path", f"there is no cube named {path[-1]!r}")
        return

    for name in sorted(excludes):
        if not _has(cube, name):
            block.problem("excludes", f"{cube.name} has no member {name!r}")

    for item in wanted:
        for member in _chosen(item, cube, path):
            if not _has(cube, member.member):
                block.problem("includes", f"{cube.name} has no member {member.member!r}")
            elif member.member not in excludes:
                yield ViewMember(prefix + member.name, path, member.member, member.title, member.description)


def _chosen(item: str | Block, cube: Cube, path: tuple[str, ...]) -> Iterator[ViewMember]:
    if isinstance(item, Block):
        name = item.name()
        yield ViewMember(item.text("alias") or name, path, name, item.text("title"), item.text("description"))
        item.refuse("format", "format is set where the member is defined")
        item.refuse("meta", "meta is set where the member is defined")
        item.done()
    elif item == "*":
        for name in (*cube.measures, *cube.dimensions, *cube.segments):
            yield ViewMember(name, path, name)
    else:
        yield ViewMember(item, path, item)


def _has(cube: Cube, name: str) -> bool:
    return name in cube.dimensions or name in cube.measures or name in cube.segments
