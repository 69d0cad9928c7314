"""Window functions: which there are, and the rows that each reads."""

from collections.abc import Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import contains
from svcchat_magic.semantic.query.query import (
    Bound,
    Constant,
    Expression,
    Frame,
    Ordering,
    SubqueryTest,
    Window,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.reader import Reader, Reading, whole_number
from svcchat_magic.semantic.reading.time_functions import interval

_PLAIN: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.RowNumber: "row_number", exp.Rank: "rank", exp.DenseRank: "dense_rank",
    exp.PercentRank: "percent_rank", exp.CumeDist: "cume_dist",
})  # fmt: skip
_OF_VALUE: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.Sum: "sum", exp.Avg: "avg", exp.Min: "min", exp.Max: "max", exp.Count: "count",
    exp.FirstValue: "first_value", exp.LastValue: "last_value",
})  # fmt: skip
_OFFSET: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.Lag: "lag", exp.Lead: "lead", exp.NthValue: "nth_value",
})  # fmt: skip
_OF_NUMBERS = frozenset({"sum", "avg"})
_MAX_OFFSET = 100_000
_NO_FUNCTION = (
    "This window function is not accepted; use ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE, "
    "LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE, SUM, AVG, MIN, MAX or COUNT."
)


def _window(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "partition_by", "order", "spec", "over", "alias")
    definition = _definition(reader, node)
    function, operands = _call(reader, node.this)
    order = definition.args.get("order")
    found = Window(
        function,
        operands,
        tuple(reader.read(part) for part in definition.args.get("partition_by") or ()),
        () if order is None else tuple(_ordering(reader, term) for term in order.expressions),
        _frame(definition.args.get("spec")),
    )
    parts = (*found.operands, *found.partition_by, *(term.expression for term in found.order_by))
    if any(contains(part, (Window, SubqueryTest)) for part in parts):
        raise QueryRefused(
            "A window function in another is not accepted; compute the inner one in a sub-query."
        )

    return found


def _definition(reader: Reader, node: exp.Expr) -> exp.Expr:
    """What OVER says, or the named window that it means."""
    alias = node.args.get("alias")
    if alias is None:
        return node

    named = reader.context.windows.get(alias.name)
    if named is None or any(node.args.get(part) for part in ("partition_by", "order", "spec")):
        raise QueryRefused("OVER takes a window that WINDOW names, or its definition in brackets.")

    only(named, "this", "partition_by", "order", "spec")
    return named


def _call(reader: Reader, node: exp.Expr) -> tuple[str, tuple[Expression, ...]]:
    kind = type(node)
    if kind in _PLAIN:
        only(node)
        return _PLAIN[kind], ()

    if kind is exp.Ntile:
        only(node, "this")
        return "ntile", (Constant(whole_number(node.this, 1, _MAX_OFFSET, "NTILE")),)

    if kind in _OF_VALUE:
        only(node, "this")
        return _of_value(reader, _OF_VALUE[kind], node.this)

    if kind in _OFFSET:
        return _with_offset(reader, _OFFSET[kind], node)

    raise QueryRefused(_NO_FUNCTION)


def _of_value(reader: Reader, function: str, node: exp.Expr) -> tuple[str, tuple[Expression, ...]]:
    if isinstance(node, exp.Star) and function == "count":
        only(node)
        return function, ()

    if isinstance(node, exp.Distinct):
        raise QueryRefused(
            "DISTINCT in a window function is not accepted; count distinct values in a sub-query."
        )

    return function, (reader.number(node) if function in _OF_NUMBERS else reader.read(node),)


def _with_offset(reader: Reader, function: str, node: exp.Expr) -> tuple[str, tuple[Expression, ...]]:
    only(node, "this", "offset", "default")
    value = reader.read(node.this)
    offset, default = node.args.get("offset"), node.args.get("default")
    operands = [value]
    if offset is not None:
        operands.append(
            Constant(whole_number(offset, 0 if function != "nth_value" else 1, _MAX_OFFSET, "The offset"))
        )

    if default is not None:
        operands.append(reader.fitted(value, reader.read(default))[1])

    return function, tuple(operands)


def _ordering(reader: Reader, node: exp.Expr) -> Ordering:
    only(node, "this", "desc", "nulls_first")
    return Ordering(reader.read(node.this), bool(node.args.get("desc")), bool(node.args.get("nulls_first")))


def _frame(spec: exp.Expr | None) -> Frame | None:
    if spec is None:
        return None

    only(spec, "kind", "start", "start_side", "end", "end_side")
    kind = str(spec.args.get("kind"))
    if kind not in {"ROWS", "RANGE"}:
        raise QueryRefused("A window's frame is written with ROWS or RANGE.")

    end = _bound(spec, "end", kind) if spec.args.get("end") else Bound("CURRENT ROW")
    return Frame(kind, _bound(spec, "start", kind), end)


def _bound(spec: exp.Expr, which: str, kind: str) -> Bound:
    value, side = spec.args[which], str(spec.args.get(f"{which}_side") or "")
    if value == "CURRENT ROW":
        return Bound("CURRENT ROW")

    if value == "UNBOUNDED":
        return Bound(side)

    if isinstance(value, exp.Interval) and kind == "RANGE":
        parts = interval(value)
        if len(parts) == 1 and parts[0][0] >= 0:
            return Bound(side, *parts[0])

    if isinstance(value, exp.Literal) and kind == "ROWS":
        return Bound(side, whole_number(value, 0, _MAX_OFFSET, "A window's frame"))

    raise QueryRefused(
        "A window's frame takes a number of ROWS, or RANGE with an interval such as INTERVAL '7 days'."
    )


WINDOW_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType({exp.Window: _window})
