"""Aggregates of a query: measures by MEASURE or by their own aggregate, and others."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import contains, members_of
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    FilteredMeasure,
    Member,
    Operation,
    SubqueryTest,
    Window,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.reader import NamedReading, Reader, Reading, takes

_OWN_TYPES: Mapping[type[exp.Expr], frozenset[str]] = MappingProxyType({
    exp.Sum: frozenset({"sum"}),
    exp.Avg: frozenset({"avg"}),
    exp.Min: frozenset({"min"}),
    exp.Max: frozenset({"max"}),
    exp.Count: frozenset({"count"}),
    exp.ApproxDistinct: frozenset({"count_distinct_approx"}),
})  # fmt: skip
_FUNCTIONS: Mapping[type[exp.Expr], str] = MappingProxyType({
    exp.Sum: "sum", exp.Avg: "avg", exp.Min: "min", exp.Max: "max", exp.Count: "count",
    exp.ApproxDistinct: "approximate_count", exp.Median: "median", exp.LogicalAnd: "all",
    exp.LogicalOr: "any", exp.Stddev: "standard_deviation", exp.StddevSamp: "standard_deviation",
    exp.Variance: "variance",
})  # fmt: skip
_NEEDED: Mapping[str, tuple[str, ...]] = MappingProxyType({  # types of operand; any where it is not named
    **dict.fromkeys(("sum", "avg", "median", "quantile", "standard_deviation", "variance"), ("number",)),
    **dict.fromkeys(("min", "max"), ("number", "string", "time")),
    **dict.fromkeys(("any", "all"), ("boolean",)),
})  # fmt: skip
_CALCULATED = frozenset({"number", "string", "time", "boolean"})  # types that any aggregate may ask for
_ONE_NAME = "MEASURE takes one measure by its name; write MEASURE(table.measure)."
_AGGREGATE_OF_AGGREGATE = (
    "An aggregate of an aggregate is not accepted; "
    "compute the inner one in a sub-query with GROUP BY and aggregate its column."
)


def aggregate_of(function: str, operand: Expression, *, distinct: bool = False) -> Aggregate:
    """An aggregate over dimensions or columns; raises QueryRefused for one that makes no sense."""
    if contains(operand, (Aggregate, FilteredMeasure)) or any(
        m.kind == "measure" for m in members_of(operand)
    ):
        raise QueryRefused(_AGGREGATE_OF_AGGREGATE)

    if contains(operand, (Window, SubqueryTest)):
        raise QueryRefused(
            "Compute window functions and sub-queries in an inner SELECT before aggregating them."
        )

    allowed = _NEEDED.get(function)
    if allowed and type_of(operand) not in {*allowed, "null"}:
        raise QueryRefused(f"{function.upper()} takes a {' or '.join(allowed)}.")

    return Aggregate(function, operand, distinct)


def _measure_call(reader: Reader, arguments: list[exp.Expr]) -> Member:
    if len(arguments) == 1 and isinstance(arguments[0], (exp.AggFunc, exp.Anonymous)):
        raise QueryRefused(
            "MEASURE takes a measure's name and aggregates it; write MEASURE(name), or the aggregate alone."
        )

    if len(arguments) != 1 or not isinstance(arguments[0], exp.Column):
        raise QueryRefused(_ONE_NAME)

    column = arguments[0]
    only(column, "this", "table")
    found = reader.columns.find(column)
    if isinstance(found, Member) and found.kind == "measure":
        return found

    if isinstance(found, Member):
        raise QueryRefused(
            f"{reader.columns.label(found)} is a dimension; MEASURE takes a measure, "
            "and SUM, AVG, MIN, MAX or COUNT a dimension."
        )

    raise QueryRefused(
        f"{column.name} is a column of a sub-query that is grouped already; "
        "aggregate it with SUM, AVG, MIN, MAX or COUNT, or leave GROUP BY out of the sub-query."
    )


def _aggregate(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    argument = node.this
    if isinstance(argument, exp.Star):
        only(argument)
        return _count_of_rows(node)

    is_distinct = isinstance(argument, exp.Distinct)
    if isinstance(argument, exp.Distinct):
        only(argument, "expressions")
        if len(argument.expressions) != 1:
            raise QueryRefused("DISTINCT in an aggregate takes one expression.")

        argument = argument.expressions[0]

    measure = _measure_named(reader, argument)
    if measure is not None:
        return _own(reader, measure, node, is_distinct=is_distinct)

    operand = reader.read(argument)
    if isinstance(operand, Constant) and isinstance(node, exp.Count) and operand.value is not None:
        return _count_of_rows(node)

    return aggregate_of(_FUNCTIONS[type(node)], operand, distinct=is_distinct)


def _count_of_rows(node: exp.Expr) -> Aggregate:
    if not isinstance(node, exp.Count):
        raise QueryRefused("Only COUNT takes *.")

    return Aggregate("count")


def _measure_named(reader: Reader, argument: exp.Expr) -> Member | None:
    if not isinstance(argument, exp.Column) or not isinstance(argument.this, exp.Identifier):
        return None

    only(argument, "this", "table")
    found = reader.columns.find(argument)
    return found if isinstance(found, Member) and found.kind == "measure" else None


def _own(reader: Reader, member: Member, node: exp.Expr, *, is_distinct: bool) -> Member:
    """The measure where the aggregate is its own; raises QueryRefused for another."""
    is_count = is_distinct and isinstance(node, exp.Count)
    wanted = {"count_distinct"} if is_count else _OWN_TYPES.get(type(node), frozenset())
    agg_type = reader.columns.agg_type(member)
    fits = agg_type in wanted and (not is_distinct or agg_type == "count_distinct")
    if agg_type not in _CALCULATED and not fits:
        name = reader.columns.label(member)
        raise QueryRefused(f"Measure aggregation type doesn't match; write MEASURE({name}).")

    return member


def _quantile_within(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression")
    function, order = node.this, node.expression
    if not isinstance(function, exp.PercentileCont) or len(order.expressions) != 1:
        raise QueryRefused("WITHIN GROUP is accepted as PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY number).")

    only(function, "this")
    only(order, "expressions")
    (term,) = order.expressions
    only(term, "this")
    return _quantile(reader, term.this, function.this)


def _quantile_called(reader: Reader, arguments: list[exp.Expr]) -> Expression:
    takes(arguments, (2,), "QUANTILE_CONT(number, 0.9)")
    return _quantile(reader, arguments[0], arguments[1])


def _quantile(reader: Reader, value: exp.Expr, fraction: exp.Expr) -> Expression:
    found = reader.read(fraction)
    share = found.value if isinstance(found, Constant) else None
    if isinstance(share, (str, bool)) or share is None or not 0 <= float(str(share)) <= 1:
        raise QueryRefused("A quantile takes a fraction from 0 to 1, such as 0.9.")

    operand = value if _measure_named(reader, value) is None else None
    if operand is None:
        raise QueryRefused("A quantile of a measure is not accepted; take it of a dimension.")

    return replace(aggregate_of("quantile", reader.read(operand)), arguments=(Constant(share),))


def _count_if(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    return Aggregate("count", where=_plain_condition(reader, node.this))


def _filtered(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expression")
    found, where = reader.read(node.this), _plain_condition(reader, node.expression.this)
    if isinstance(found, Member):
        return FilteredMeasure(found, where)

    if isinstance(found, Aggregate) and found.where is None:
        return replace(found, where=where)

    raise QueryRefused("FILTER stands after one aggregate; write MEASURE(name) FILTER (WHERE ...).")


def _plain_condition(reader: Reader, node: exp.Expr) -> Expression:
    found = reader.condition(node)
    has_measure = any(member.kind == "measure" for member in members_of(found))
    if has_measure or contains(found, (Aggregate, FilteredMeasure, Window, SubqueryTest)):
        raise QueryRefused("FILTER takes a condition on dimensions; put others into WHERE or HAVING.")

    return found


def _grouping(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "expressions")
    takes(node.expressions, (1,), "GROUPING(dimension)")
    return Operation("grouping", (reader.read(node.expressions[0]),))


AGGREGATE_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType({
    **dict.fromkeys(_FUNCTIONS, _aggregate),
    exp.WithinGroup: _quantile_within,
    exp.CountIf: _count_if,
    exp.Filter: _filtered,
    exp.Grouping: _grouping,
})  # fmt: skip
NAMED_AGGREGATE_READERS: Mapping[str, NamedReading] = MappingProxyType({
    "MEASURE": _measure_call,
    "QUANTILE_CONT": _quantile_called,
})  # fmt: skip
