"""Window functions as SQL."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.query.query import Bound, Window
from svcchat_magic.semantic.writing import sql_nodes


def window_call(
    window: Window, operands: Sequence[exp.Expr], partition: list[exp.Expr], order: list[exp.Ordered]
) -> exp.Window:
    """A window function of operands, within equal values of a partition, in an order."""
    frame = window.frame
    spec = (
        None
        if frame is None
        else exp.WindowSpec(kind=frame.kind, **_bound("start", frame.start), **_bound("end", frame.end))
    )
    return exp.Window(
        this=_WINDOWS[window.function](*operands),
        partition_by=partition,
        order=exp.Order(expressions=order) if order else None,
        spec=spec,
    )


def _bound(which: str, bound: Bound) -> dict[str, object]:
    if bound.amount is None:
        is_current = bound.side == "CURRENT ROW"
        return {which: bound.side} if is_current else {which: "UNBOUNDED", f"{which}_side": bound.side}

    amount: exp.Expr = sql_nodes.whole(bound.amount)
    if bound.unit:
        text = exp.Literal.string(str(bound.amount))
        amount = exp.Interval(this=text, unit=exp.Var(this=bound.unit.upper()))

    return {which: amount, f"{which}_side": bound.side}


def _of_row(node: type[exp.Expr]) -> Callable[..., exp.Expr]:
    return lambda: node()


def _of_value(node: type[exp.Expr]) -> Callable[..., exp.Expr]:
    return lambda value: node(this=value)


def _of_offset(node: type[exp.Expr]) -> Callable[..., exp.Expr]:
    return lambda value, offset=None, default=None: node(this=value, offset=offset, default=default)


_WINDOWS: Mapping[str, Callable[..., exp.Expr]] = MappingProxyType({
    "row_number": _of_row(exp.RowNumber),
    "rank": _of_row(exp.Rank),
    "dense_rank": _of_row(exp.DenseRank),
    "percent_rank": _of_row(exp.PercentRank),
    "cume_dist": _of_row(exp.CumeDist),
    "ntile": _of_value(exp.Ntile),
    "sum": _of_value(exp.Sum),
    "avg": _of_value(exp.Avg),
    "min": _of_value(exp.Min),
    "max": _of_value(exp.Max),
    "count": lambda value=None: exp.Count(this=exp.Star() if value is None else value),
    "first_value": _of_value(exp.FirstValue),
    "last_value": _of_value(exp.LastValue),
    "lag": _of_offset(exp.Lag),
    "lead": _of_offset(exp.Lead),
    "nth_value": lambda value, offset: exp.NthValue(this=value, offset=offset),
})  # fmt: skip
