"""Cubes, read from their YAML blocks, with what they take over from the cubes that they extend."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from svcchat_magic.semantic.files.dimension_files import read_dimension
from svcchat_magic.semantic.files.measure_files import read_measure
from svcchat_magic.semantic.files.member_files import read_hierarchy, read_join, read_segment
from svcchat_magic.semantic.files.member_keys import read_meta, read_public, read_sql
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.policy_files import read_access_policy
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Segment

_Member = TypeVar("_Member", Dimension, Measure, Segment)

CUBE_LISTS = frozenset({"joins", "dimensions", "measures", "segments", "hierarchies", "pre_aggregations"})
_SOURCES = ("sql", "sql_table")
_NO_EFFECT = "has no effect here: every question is computed from the data"


def read_cube(block: Block, places: Places) -> Cube:
    """A cube."""
    name = block.name()
    places.note((name,), block)
    members = _MemberReader(block, name, places)
    cube = Cube(
        name=name,
        sql_table=block.text("sql_table"),
        sql=read_sql(block),
        title=block.text("title"),
        description=block.text("description"),
        public=read_public(block),
        joins=tuple(read_join(join, name, places) for join in block.blocks("joins")),
        dimensions=members.read("dimensions", read_dimension),
        measures=members.read("measures", read_measure),
        segments=members.read("segments", read_segment),
        hierarchies=tuple(read_hierarchy(entry) for entry in block.blocks("hierarchies")),
        data_source=block.text("data_source"),
        access_policy=read_access_policy(block, places),
        meta=read_meta(block),
    )
    if bool(cube.sql_table) == bool(cube.sql):
        block.problem("name", "needs either sql_table or sql")

    block.note("pre_aggregations", _NO_EFFECT)
    block.note("refresh_key", _NO_EFFECT)
    if block.flag("calendar", default=False):
        block.note("calendar", "has no effect here: the calendar is read as a table like any other")

    block.ignore("sql_alias", "ai_context", "rewrite_queries", "extends")
    block.refuse("context_members", "context_members is not supported; name the members in a view")
    block.done()
    return cube


def extended(blocks: Sequence[Block], lists: frozenset[str]) -> Iterator[Block]:
    """The same mappings, each laid over the one that it extends; the entries of `lists` are added to.

    A member that is defined again replaces the whole earlier one, and either of `sql` and `sql_table` both.
    """
    by_name = {block.text("name"): block for block in blocks}
    for block in blocks:
        yield _over_base(block, by_name, (), lists)


def _over_base(
    block: Block, by_name: Mapping[str, Block], seen: tuple[str, ...], lists: frozenset[str]
) -> Block:
    base_name, name = block.text("extends"), block.text("name")
    if not base_name:
        return block

    base = by_name.get(base_name)
    if base is None or base_name in (*seen, name):
        problem = "extends itself" if base is not None else f"there is nothing named {base_name!r} to extend"
        block.problem("extends", problem)
        return block

    whole = _over_base(base, by_name, (*seen, name), lists)
    if any(key in block for key in _SOURCES):
        whole = whole.without(*_SOURCES)

    return block.over(whole, lists)


class _MemberReader:
    """Reads the members of one cube, whose names must differ across all kinds."""

    def __init__(self, block: Block, cube: str, places: Places) -> None:
        self._block = block
        self._cube = cube
        self._places = places
        self._seen: set[str] = set()

    def read(self, key: str, reader: Callable[[Block], _Member]) -> Mapping[str, _Member]:
        """The members under one key, by name."""
        found: dict[str, _Member] = {}
        for entry in self._block.blocks(key):
            member = reader(entry)
            if found.get(member.name) == member:
                entry.note("name", f"{member.name!r} is defined twice, in the same words")
            elif member.name in self._seen:
                entry.problem("name", f"{member.name!r} is defined twice in {self._cube}")

            self._seen.add(member.name)
            self._places.note((self._cube, member.name), entry)
            found[member.name] = member

        return MappingProxyType(found)
