"""Measures of a cube, read from their YAML blocks."""

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
from svcchat_magic.semantic.model.member_parts import RollingWindow, Stage, SwitchCase, TimeShift
from svcchat_magic.semantic.model.model import Measure

COMPOSITE_TYPES = ("number", "string", "time", "boolean")
MEASURE_TYPES = (
    "count",
    "count_distinct",
    "count_distinct_approx",
    "sum",
    "avg",
    "min",
    "max",
    "rank",
    *COMPOSITE_TYPES,
    "number_agg",
)
_OLDER_TYPES = {"running_total": "sum", "runningTotal": "sum", "countDistinct": "count_distinct"}
_OLDER_TYPES |= {"countDistinctApprox": "count_distinct_approx", "numberAgg": "number_agg"}
_GRANULARITIES = ("day", "week", "month", "quarter", "year", "fiscal_quarter", "fiscal_year")


def read_measure(block: Block) -> Measure:
    """A measure."""
    written = block.text("type")
    kind = _OLDER_TYPES.get(written) or block.choice("type", MEASURE_TYPES)
    window = _rolling_window(block)
    if written in {"running_total", "runningTotal"} and window is None:
        window = RollingWindow(trailing="unbounded")

    measure = Measure(
        name=read_member_name(block),
        type="number" if kind == "number_agg" else kind,
        sql=read_sql(block),
        filters=tuple(_condition(condition) for condition in block.blocks("filters")),
        title=block.text("title"),
        description=block.text("description"),
        public=read_public(block),
        meta=read_meta(block),
        drill_members=tuple(sorted({*block.texts("drill_members"), *block.texts("drill_member_references")})),
        rolling_window=window,
        time_shifts=_time_shifts(block),
        stage=_stage(block, kind),
        switch_case=_switch_case(block),
        mask=read_mask(block),
        **read_format(block),
    )
    _check_source(block, measure, kind)
    block.ignore("order", "sql_alias", "alias", "ai_context")
    block.refuse("key_query", "key_query is not supported")
    block.done()
    return measure


def _check_source(block: Block, measure: Measure, kind: str) -> None:
    if not measure.sql and measure.switch_case is None and kind not in {"count", "rank"}:
        block.problem("name", f"a measure of type {kind} needs sql")

    if measure.sql and measure.switch_case is not None:
        block.problem("case", "needs either sql or case")

    staged = measure.time_shifts or measure.switch_case is not None or kind == "rank"
    if staged and measure.stage is None:
        block.problem("name", "a measure with time_shift, case or of type rank needs multi_stage: true")


def _condition(block: Block) -> str:
    sql = read_sql(block)
    if not sql:
        block.problem("sql", "a filter needs its condition as sql")

    block.done()
    return sql


def _rolling_window(block: Block) -> RollingWindow | None:
    window = block.block("rolling_window")
    if window is None:
        return None

    kind = window.choice("type", ("fixed", "to_date")) if "type" in window else "fixed"
    found = RollingWindow(
        type=kind,
        trailing=_bound(window, "trailing"),
        leading=_bound(window, "leading"),
        offset=window.choice("offset", ("start", "end")) if "offset" in window else "end",
        granularity=window.choice("granularity", _GRANULARITIES) if kind == "to_date" else "",
    )
    if kind == "fixed" and not (found.trailing or found.leading):
        window.problem("trailing", "a rolling window needs trailing or leading")

    if kind == "to_date" and (found.trailing or found.leading):
        window.problem("trailing", "a window of type to_date takes no trailing or leading")

    window.done()
    return found


def _bound(window: Block, key: str) -> str:
    written = window.text(key)
    if written and written != "unbounded" and not is_interval(written):
        window.problem(key, f"{INTERVAL}, or unbounded")

    return written


def _time_shifts(block: Block) -> tuple[TimeShift, ...]:
    return tuple(_time_shift(entry) for entry in block.blocks("time_shift"))


def _time_shift(block: Block) -> TimeShift:
    found = TimeShift(
        interval=block.text("interval"),
        type=block.choice("type", ("prior", "next")) if "type" in block else "prior",
        name=block.text("name"),
        time_dimension=block.text("time_dimension"),
    )
    if bool(found.interval) == bool(found.name):
        block.problem("interval", "a time_shift needs either interval or name")
    elif found.interval and not is_interval(found.interval):
        block.problem("interval", INTERVAL)

    block.done()
    return found


def _stage(block: Block, kind: str) -> Stage | None:
    is_staged = block.flag("multi_stage", default=False)
    found = Stage(
        group_by=block.texts("group_by") if "group_by" in block else None,
        reduce_by=block.texts("reduce_by"),
        add_group_by=block.texts("add_group_by"),
        order_by=tuple(_ordering(entry) for entry in block.blocks("order_by")),
    )
    if found != Stage() and not is_staged:
        block.problem("name", "group_by, reduce_by, add_group_by and order_by need multi_stage: true")

    if kind == "rank" and not found.order_by:
        block.problem("order_by", "a rank needs order_by")

    is_plain = found == Stage() and kind in COMPOSITE_TYPES and not {"time_shift", "case"} & block.keys
    return found if is_staged and not is_plain else None


def _ordering(block: Block) -> tuple[str, bool]:
    found = (read_sql(block), "dir" in block and block.choice("dir", ("asc", "desc")) == "desc")
    block.done()
    return found


def _switch_case(block: Block) -> SwitchCase | None:
    case = block.block("case")
    if case is None:
        return None

    branches = []
    for when in case.blocks("when"):
        branches.append((when.text("value"), read_sql(when)))
        when.done()

    otherwise = case.block("else")
    found = SwitchCase(read_sql(case, "switch"), tuple(branches), read_sql(otherwise) if otherwise else "")
    if otherwise is not None:
        otherwise.done()

    if not found.switch or not found.branches:
        case.problem("switch", "a case in a measure needs switch and at least one when")

    case.done()
    return found
