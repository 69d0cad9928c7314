"""Views, read from their YAML blocks: which members of which join paths they include, under which names."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from svcchat_magic.semantic.files.member_keys import read_meta, read_public
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.policy_files import read_access_policy, read_filter
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.member_parts import Folder
from svcchat_magic.semantic.model.model import Cube, View, ViewFilter, ViewMember

VIEW_LISTS = frozenset({"cubes", "dimensions", "measures", "segments", "folders"})  # that `extends` adds to


def read_view(block: Block, cubes: Mapping[str, Cube], places: Places) -> View:
    """A view over these cubes; its own members are read into them by `own_members`."""
    name = block.name()
    places.note((name,), block)
    members = _members(block, name, cubes, places)
    for key in ("dimensions", "measures", "segments"):
        block.ignore(key)

    view = View(
        name=name,
        members=MappingProxyType(members),
        title=block.text("title"),
        description=block.text("description"),
        public=read_public(block),
        access_policy=read_access_policy(block, places),
        filters=tuple(_default_filter(entry) for entry in block.blocks("filters")),
        meta=read_meta(block),
        folders=tuple(_folder(folder, members) for folder in block.blocks("folders")),
    )
    block.ignore("extends", "ai_context")
    block.refuse("includes", "write includes under cubes, beside a join_path")
    block.refuse("pre_aggregations", "pre_aggregations belong to a cube")
    block.done()
    return view


def _members(block: Block, view: str, cubes: Mapping[str, Cube], places: Places) -> dict[str, ViewMember]:
    members: dict[str, ViewMember] = {}
    for entry in block.blocks("cubes"):
        for member in _included(entry, cubes):
            known = members.get(member.name)
            if known is not None and (known.path, known.member) != (member.path, member.member):
                entry.problem(
                    "includes", f"two members of {view} are named {member.name!r}; give one an alias"
                )

            places.note((view, member.name), entry)
            members[member.name] = member

    if not members:
        block.problem("cubes", "a view includes at least one member")

    return members


def _included(block: Block, cubes: Mapping[str, Cube]) -> Iterator[ViewMember]:
    path = tuple(block.text("join_path").split("."))
    prefix = f"{block.text('alias') or path[-1]}_" if block.flag("prefix", default=False) else ""
    excludes = frozenset(block.texts("excludes"))
    wanted = tuple(block.texts_or_blocks("includes"))
    if block.flag("split", default=False):
        block.problem("split", "split is not supported; a view is one table")

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
                yield _prefixed(prefix, member)


def _prefixed(prefix: str, member: ViewMember) -> ViewMember:
    return ViewMember(
        prefix + member.name,
        member.path,
        member.member,
        member.title,
        member.description,
        member.format,
        member.meta,
    )


def _chosen(item: str | Block, cube: Cube, path: tuple[str, ...]) -> Iterator[ViewMember]:
    if isinstance(item, Block):
        yield _renamed(item, path)
    elif item == "*":
        for name in (*cube.measures, *cube.dimensions, *cube.segments):
            yield ViewMember(name, path, name)
    else:
        name = item.removeprefix(f"{cube.name}.")
        yield ViewMember(name, path, name)


def _renamed(item: Block, path: tuple[str, ...]) -> ViewMember:
    name = item.name()
    found = ViewMember(
        name=item.text("alias") or name,
        path=path,
        member=name,
        title=item.text("title"),
        description=item.text("description"),
        format=item.text("format"),
        meta=read_meta(item),
    )
    item.done()
    return found


def _has(cube: Cube, name: str) -> bool:
    return name in cube.dimensions or name in cube.measures or name in cube.segments


def _folder(block: Block, members: Mapping[str, ViewMember]) -> Folder:
    """A folder; those inside it give it their members."""
    name = block.text("name")
    if not name:
        block.problem("name", "a folder needs its name")

    found: list[str] = []
    for item in block.texts_or_blocks("includes"):
        if isinstance(item, Block):
            found += _of_inner(item, members)
        elif item == "*":
            found += members
        elif item in members:
            found.append(item)
        else:
            block.problem("includes", f"the view has no member {item!r}")

    block.done()
    return Folder(name, tuple(dict.fromkeys(found)))


def _of_inner(item: Block, members: Mapping[str, ViewMember]) -> tuple[str, ...]:
    """The members of a folder inside a folder, or of all that a join path gave."""
    if "join_path" in item:
        path = tuple(item.text("join_path").split("."))
        item.done()
        return tuple(name for name, member in members.items() if member.path == path)

    return _folder(item, members).members


def _default_filter(block: Block) -> ViewFilter:
    unless = tuple(name.rpartition(".")[2] for name in block.texts("unless"))
    return ViewFilter(read_filter(block.without("unless")), unless)
