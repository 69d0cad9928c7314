"""Members and joins of a cube, read from their YAML blocks."""

from collections.abc import Mapping
from types import MappingProxyType

from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.model import CaseBranch, Dimension, Join, Measure, Segment

DIMENSION_TYPES = ("string", "number", "time", "boolean")
MEASURE_TYPES = (
    "count",
    "count_distinct",
    "count_distinct_approx",
    "sum",
    "avg",
    "min",
    "max",
    "number",
    "string",
    "time",
    "boolean",
)
RELATIONSHIPS = MappingProxyType({
    "one_to_one": "one_to_one",
    "one_to_many": "one_to_many",
    "many_to_one": "many_to_one",
    "has_one": "one_to_one",
    "has_many": "one_to_many",
    "belongs_to": "many_to_one",
})  # fmt: skip


def read_dimension(block: Block) -> Dimension:
    """A dimension."""
    branches, otherwise = _case(block)
    dimension = Dimension(
        name=block.name(),
        type=block.choice("type", DIMENSION_TYPES),
        sql=block.text("sql"),
        case=branches,
        case_else=otherwise,
        title=block.text("title"),
        description=block.text("description"),
        format=_format(block),
        primary_key=block.flag("primary_key", default=False),
        public=read_public(block),
        meta=read_meta(block),
    )
    if bool(dimension.sql) == bool(dimension.case):
        block.problem("name", "needs either sql or case")

    block.refuse("sub_query", "sub_query is not supported yet; write a measure")
    block.refuse("granularities", "granularities of one's own are not supported yet")
    block.refuse("latitude", "geo dimensions are not supported")
    block.refuse("longitude", "geo dimensions are not supported")
    block.ignore("suggest_filter_values", "order")
    block.done()
    return dimension


def _case(block: Block) -> tuple[tuple[CaseBranch, ...], str | None]:
    case = block.block("case")
    if case is None:
        return (), None

    branches = tuple(_branch(when) for when in case.blocks("when"))
    if not branches:
        case.problem("when", "a case needs at least one when")

    otherwise = case.block("else")
    label = otherwise.text("label") if otherwise is not None else None
    if otherwise is not None:
        otherwise.done()

    case.done()
    return branches, label


def _branch(block: Block) -> CaseBranch:
    branch = CaseBranch(block.text("sql"), block.text("label"))
    if not branch.when_sql:
        block.problem("sql", "a when needs its condition as sql")

    block.done()
    return branch


def read_measure(block: Block) -> Measure:
    """A measure."""
    measure = Measure(
        name=block.name(),
        type=block.choice("type", MEASURE_TYPES),
        sql=block.text("sql"),
        filters=tuple(_condition(condition) for condition in block.blocks("filters")),
        title=block.text("title"),
        description=block.text("description"),
        format=_format(block),
        public=read_public(block),
        meta=read_meta(block),
    )
    if not measure.sql and measure.type != "count":
        block.problem("name", f"a measure of type {measure.type} needs sql")

    block.refuse("rolling_window", "rolling_window is not supported yet; ask for the periods and sum them")
    block.refuse("time_shift", "time_shift is not supported yet; ask for both periods")
    block.refuse("multi_stage", "multi_stage measures are not supported yet")
    block.refuse("case", "case in a measure is not supported yet; write it in sql")
    block.ignore("drill_members", "drill_member_references")
    block.done()
    return measure


def _condition(block: Block) -> str:
    sql = block.text("sql")
    if not sql:
        block.problem("sql", "a filter needs its condition as sql")

    block.done()
    return sql


def read_segment(block: Block) -> Segment:
    """A segment."""
    segment = Segment(
        name=block.name(),
        sql=block.text("sql"),
        title=block.text("title"),
        description=block.text("description"),
        public=read_public(block),
    )
    if not segment.sql:
        block.problem("name", "a segment needs its condition as sql")

    block.ignore("meta")
    block.done()
    return segment


def read_join(block: Block, cube: str, places: Places) -> Join:
    """A join of the named cube."""
    written = block.choice("relationship", tuple(RELATIONSHIPS))
    join = Join(block.name(), RELATIONSHIPS[written], block.text("sql"))
    if not join.sql:
        block.problem("sql", "a join needs its condition as sql")

    places.note((cube, "join", join.target), block)
    block.done()
    return join


def read_public(block: Block) -> bool:
    """Whether a member or table is shown; `shown` is its older name."""
    shown = block.flag("shown", default=True)
    return block.flag("public", default=shown)


def _format(block: Block) -> str:
    found = block.plain("format")
    if found is None or isinstance(found, str):
        return found or ""

    block.problem("format", "must be a text such as currency, percent or number")
    return ""


def read_meta(block: Block) -> Mapping[str, object]:
    """The free `meta` mapping."""
    found = block.plain("meta")
    if isinstance(found, dict):
        return MappingProxyType(found)

    if found is not None:
        block.problem("meta", "must be a mapping")

    return MappingProxyType({})
