"""One aggregate as SQL, over the rows that count."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.model.model import Measure
from svcchat_magic.semantic.query.query import Aggregate, Constant
from svcchat_magic.semantic.writing.sql_nodes import all_hold, only_where, whole

Row = Callable[[str], exp.Expr]  # a snippet of a cube, computed for each of its rows


def measure_aggregate(
    measure: Measure, row: Row, present: Sequence[exp.Expr], key: exp.Expr | None = None
) -> exp.Expr:
    """A measure of the model over the rows that are `present` and that its own filters let through.

    With a primary key each row counts once, however often it is read.
    """
    conditions = [*present, *(row(condition) for condition in measure.filters)]
    value = row(measure.sql) if measure.sql else None
    if measure.type in {"number", "string", "time", "boolean"} and value is not None:
        return _filtered_aggregates(value, conditions)

    if measure.type == "count":
        return _count(value, conditions, key)

    if value is None:
        raise AssertionError("a loaded model has SQL for every measure that aggregates a value")

    return _OF_MEASURES[measure.type](_limited(value, conditions))


def caller_aggregate(
    call: Aggregate, value: exp.Expr | None, present: Sequence[exp.Expr], key: exp.Expr | None = None
) -> exp.Expr:
    """An aggregate of the caller over the rows that are `present`; with a primary key as above."""
    if call.function == "count" and not call.distinct:
        return _count(value, list(present), key)

    if value is None:
        raise AssertionError("the reader gives every aggregate but COUNT(*) something to aggregate")

    limited = _limited(value, list(present))
    if call.distinct:
        limited = exp.Distinct(expressions=[limited])

    return _OF_CALLERS[call.function](limited, call.arguments)


def _count(value: exp.Expr | None, conditions: list[exp.Expr], key: exp.Expr | None) -> exp.Expr:
    if key is not None:
        known = [] if value is None else [_is_known(value)]
        return exp.Count(this=exp.Distinct(expressions=[_limited(key, [*conditions, *known])]))

    if value is not None:
        return exp.Count(this=_limited(value, conditions))

    return exp.Count(this=_limited(whole(1), conditions) if conditions else exp.Star())


def _filtered_aggregates(value: exp.Expr, conditions: list[exp.Expr]) -> exp.Expr:
    """SQL with aggregates of any form, each over the rows that meet the conditions."""
    if not conditions:
        return value

    root = exp.Paren(this=value)
    for aggregate in list(root.find_all(exp.AggFunc)):
        whole_call: exp.Expr = aggregate
        while isinstance(whole_call.parent, _PARTS_OF_CALLS):
            whole_call = whole_call.parent

        met = all_hold([condition.copy() for condition in conditions])
        if isinstance(whole_call.parent, exp.Filter):
            where = whole_call.parent.expression
            where.set("this", exp.And(this=exp.Paren(this=where.this), expression=met))
        else:
            hole = exp.Null()
            whole_call.replace(hole)
            hole.replace(exp.Filter(this=whole_call, expression=exp.Where(this=met)))

    return root


def _limited(value: exp.Expr, conditions: list[exp.Expr]) -> exp.Expr:
    return only_where(all_hold(conditions), value) if conditions else value


def _is_known(value: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Is(this=value, expression=exp.Null()))


def _as_double(value: exp.Expr) -> exp.Expr:
    """Between two decimals a value may have more digits than they have."""
    return exp.Cast(this=value, to=exp.DataType(this=exp.DType.DOUBLE))


def _quantile(value: exp.Expr, arguments: tuple[Constant, ...]) -> exp.Expr:
    (fraction,) = arguments
    ordered = exp.Order(expressions=[exp.Ordered(this=_as_double(value))])
    return exp.WithinGroup(this=exp.PercentileCont(this=exp.convert(fraction.value)), expression=ordered)


_PARTS_OF_CALLS = (exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls)
_OF_MEASURES: Mapping[str, Callable[[exp.Expr], exp.Expr]] = MappingProxyType({
    "count_distinct": lambda value: exp.Count(this=exp.Distinct(expressions=[value])),
    "count_distinct_approx": lambda value: exp.ApproxDistinct(this=value),
    "sum": lambda value: exp.Sum(this=value),
    "avg": lambda value: exp.Avg(this=value),
    "min": lambda value: exp.Min(this=value),
    "max": lambda value: exp.Max(this=value),
})  # fmt: skip
_OF_CALLERS: Mapping[str, Callable[[exp.Expr, tuple[Constant, ...]], exp.Expr]] = MappingProxyType({
    "count": lambda value, _: exp.Count(this=value),
    "sum": lambda value, _: exp.Sum(this=value),
    "avg": lambda value, _: exp.Avg(this=value),
    "min": lambda value, _: exp.Min(this=value),
    "max": lambda value, _: exp.Max(this=value),
    "median": lambda value, _: exp.Median(this=_as_double(value)),
    "quantile": _quantile,
    "approximate_count": lambda value, _: exp.ApproxDistinct(this=value),
    "any": lambda value, _: exp.LogicalOr(this=value),
    "all": lambda value, _: exp.LogicalAnd(this=value),
    "standard_deviation": lambda value, _: exp.StddevSamp(this=value),
    "variance": lambda value, _: exp.Variance(this=value),
})  # fmt: skip
