"""Dimensions of a cube, read from their YAML blocks."""

from collections.abc import Mapping
from types import MappingProxyType

from svcchat_magic.semantic.files.granularity_sql import granularity_problem
from svcchat_magic.semantic.files.member_keys import (
    read_format,
    read_mask,
    read_member_name,
    read_meta,
    read_public,
    read_sql,
)
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.intervals import INTERVAL, is_interval
from svcchat_magic.semantic.model.member_parts import Granularity
from svcchat_magic.semantic.model.model import Dimension

DIMENSION_TYPES = ("string", "number", "time", "boolean", "geo", "switch")


def read_dimension(block: Block) -> Dimension:
    """A dimension."""
    kind = block.choice("type", DIMENSION_TYPES)
    sources = [sql for sql in (read_sql(block), _case(block, kind), _place(block)) if sql]
    dimension = Dimension(
        name=read_member_name(block),
        type="string" if kind in {"geo", "switch"} else kind,
        sql=sources[0] if sources else "",
        title=block.text("title"),
        description=block.text("description"),
        primary_key=block.flag("primary_key", default=False),
        public=read_public(block),
        meta=read_meta(block),
        granularities=_granularities(block),
        sub_query=block.flag("sub_query", default=False),
        propagate_filters=block.flag("propagate_filters_to_sub_query", default=False),
        switch_values=block.texts("values"),
        mask=read_mask(block),
        **read_format(block),
    )
    _check_source(block, kind, dimension, sources)
    block.ignore("suggest_filter_values", "order", "sql_alias", "alias", "ai_context")
    block.refuse("time_shift", "calendar cubes are not supported; shift the time in a measure's time_shift")
    block.refuse("add_group_by", "multi-stage dimensions are not supported; write a multi_stage measure")
    block.refuse("multi_stage", "multi-stage dimensions are not supported; write a multi_stage measure")
    block.done()
    return dimension


def _check_source(block: Block, kind: str, dimension: Dimension, sources: list[str]) -> None:
    if kind == "switch":
        if sources or not dimension.switch_values:
            block.problem("values", "a switch has values, and no sql")
    elif dimension.switch_values:
        block.problem("values", "only a dimension of type switch lists its values")
    elif kind == "geo" and "latitude" not in block:
        block.problem("name", "a geo dimension needs latitude and longitude")
    elif len(sources) != 1:
        block.problem("name", "needs either sql or case")

    if dimension.granularities and dimension.type != "time":
        block.problem("granularities", "only time dimensions have granularities")


def _case(block: Block, kind: str) -> str:
    """The CASE that `case` describes."""
    case = block.block("case")
    if case is None:
        return ""

    switch = read_sql(case, "switch")
    branches = "".join(_branch(when, kind, is_switch=bool(switch)) for when in case.blocks("when"))
    if not branches:
        case.problem("when", "a case needs at least one when")

    otherwise = case.block("else")
    rest = ""
    if otherwise is not None:
        rest = f" ELSE {_result(otherwise, kind)}"
        otherwise.done()

    case.done()
    return f"CASE{f' ({switch})' if switch else ''}{branches}{rest} END"


def _branch(block: Block, kind: str, *, is_switch: bool) -> str:
    if is_switch:
        condition = _quoted(block.text("value")) if "value" in block else ""
    else:
        condition = f"({read_sql(block)})" if "sql" in block else ""

    if not condition:
        key = "value" if is_switch else "sql"
        block.problem(key, f"a when needs its {key}")

    found = f" WHEN {condition} THEN {_result(block, kind)}"
    block.done()
    return found


def _result(block: Block, kind: str) -> str:
    """What a branch gives: `label`, a text or `{sql: ...}`, or the `sql` of a switch's branch."""
    if "label" not in block:
        sql = read_sql(block)
        if not sql:
            block.problem("label", "needs a label")

        return f"({sql})"

    label = block.text_or_block("label")
    if isinstance(label, Block):
        sql = read_sql(label)
        label.done()
        return f"({sql})"

    return _constant(block, label, kind)


def _constant(block: Block, label: str, kind: str) -> str:
    if kind != "number":
        return _quoted(label)

    try:
        return repr(float(label)) if "." in label or "e" in label.lower() else str(int(label))
    except ValueError:
        block.problem("label", "must be a number, as the dimension is")
        return "NULL"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _place(block: Block) -> str:
    """`latitude,longitude` as one text, NULL where either is missing."""
    parts = []
    for key in ("latitude", "longitude"):
        part = block.block(key)
        if part is not None:
            parts.append(f"CAST(({read_sql(part)}) AS VARCHAR)")
            part.done()

    if len(parts) == 1:
        block.problem("latitude", "latitude and longitude belong together")

    return " || ',' || ".join(parts)


def _granularities(block: Block) -> Mapping[str, Granularity]:
    found: dict[str, Granularity] = {}
    for entry in block.blocks("granularities"):
        granularity = read_granularity(entry)
        if granularity.name in found:
            entry.problem("name", f"{granularity.name!r} is defined twice")

        found[granularity.name] = granularity

    return MappingProxyType(found)


def read_granularity(block: Block) -> Granularity:
    """A granularity of a time dimension."""
    found = Granularity(
        name=block.name(),
        interval=block.text("interval"),
        origin=block.text("origin"),
        offset=block.text("offset"),
        sql=read_sql(block),
        title=block.text("title"),
    )
    if bool(found.interval) == bool(found.sql):
        block.problem("name", "a granularity needs either interval or sql")

    for key in ("interval", "offset"):
        if getattr(found, key) and not is_interval(getattr(found, key)):
            block.problem(key, INTERVAL)

    problem = granularity_problem(found)
    if problem:
        block.problem("interval", problem)

    block.ignore("format")
    block.done()
    return found
