"""Segments, joins and hierarchies of a cube, read from their YAML blocks."""

from types import MappingProxyType

from svcchat_magic.semantic.files.member_keys import read_member_name, read_public, read_sql
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.member_parts import Hierarchy
from svcchat_magic.semantic.model.model import Join, Segment

RELATIONSHIPS = MappingProxyType({
    "one_to_one": "one_to_one",
    "one_to_many": "one_to_many",
    "many_to_one": "many_to_one",
    "has_one": "one_to_one",
    "has_many": "one_to_many",
    "belongs_to": "many_to_one",
    "oneToOne": "one_to_one",
    "oneToMany": "one_to_many",
    "manyToOne": "many_to_one",
    "hasOne": "one_to_one",
    "hasMany": "one_to_many",
    "belongsTo": "many_to_one",
})  # fmt: skip


def read_segment(block: Block) -> Segment:
    """A segment."""
    segment = Segment(
        name=read_member_name(block),
        sql=read_sql(block),
        title=block.text("title"),
        description=block.text("description"),
        public=read_public(block),
    )
    if not segment.sql:
        block.problem("name", "a segment needs its condition as sql")

    block.ignore("meta", "sql_alias", "ai_context")
    block.done()
    return segment


def read_join(block: Block, cube: str, places: Places) -> Join:
    """A join of the named cube."""
    written = block.choice("relationship", tuple(RELATIONSHIPS))
    join = Join(block.name(), RELATIONSHIPS[written], read_sql(block))
    if not join.sql:
        block.problem("sql", "a join needs its condition as sql")

    places.note((cube, "join", join.target), block)
    block.refuse("alias", "joins with an alias are not supported; define the cube again with extends")
    block.done()
    return join


def read_hierarchy(block: Block) -> Hierarchy:
    """A hierarchy of dimensions."""
    found = Hierarchy(
        name=read_member_name(block),
        levels=block.texts("levels"),
        title=block.text("title"),
        public=read_public(block),
    )
    if not found.levels:
        block.problem("levels", "a hierarchy needs its levels")

    block.ignore("meta")
    block.done()
    return found
