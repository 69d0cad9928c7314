"""Which measure a call of a query means: MEASURE(name), or an aggregate that is the measure's own."""

from collections.abc import Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.query import Member
from svcchat_magic.semantic.query.refusals import only, refusal
from svcchat_magic.semantic.reading.table_members import TableMembers

AGGREGATES: Mapping[type[exp.Expr], frozenset[str]] = MappingProxyType({
    exp.Sum: frozenset({"sum"}),
    exp.Avg: frozenset({"avg"}),
    exp.Min: frozenset({"min"}),
    exp.Max: frozenset({"max"}),
    exp.Count: frozenset({"count"}),
    exp.ApproxDistinct: frozenset({"count_distinct_approx"}),
})  # fmt: skip
_CALCULATED = frozenset({"number", "string", "time", "boolean"})  # types that any aggregate may ask for


def named_measure(node: exp.Expr, members: TableMembers) -> Member:
    """The measure of `MEASURE(name)`; raises QueryRefused."""
    if not isinstance(node, exp.Anonymous) or str(node.this).upper() != "MEASURE":
        raise QueryRefused(refusal(node))

    if len(node.expressions) != 1 or not isinstance(node.expressions[0], exp.Column):
        raise QueryRefused("MEASURE takes one measure by its name; write MEASURE(table.measure).")

    return _measure_of(node.expressions[0], members)


def aggregated_measure(node: exp.Expr, members: TableMembers) -> Member:
    """The measure of a call such as `SUM(name)`; raises QueryRefused where it is aggregated otherwise."""
    only(node, "this")
    argument = node.this
    distinct = isinstance(argument, exp.Distinct)
    if isinstance(argument, exp.Distinct) and len(argument.expressions) == 1:
        only(argument, "expressions")
        argument = argument.expressions[0]

    if not isinstance(argument, exp.Column) or not isinstance(argument.this, exp.Identifier):
        raise QueryRefused("An aggregate takes one measure by its name; write MEASURE(table.measure).")

    member = _measure_of(argument, members)
    wanted = {"count_distinct"} if distinct and isinstance(node, exp.Count) else AGGREGATES[type(node)]
    agg_type = members.agg_type(member)
    if agg_type not in _CALCULATED and (
        agg_type not in wanted or (distinct and agg_type != "count_distinct")
    ):
        name = members.qualified(member)
        raise QueryRefused(f"Measure aggregation type doesn't match; write MEASURE({name}).")

    return member


def _measure_of(column: exp.Column, members: TableMembers) -> Member:
    only(column, "this", "table")
    member = members.find(column)
    if member.kind != "measure":
        name = members.qualified(member)
        raise QueryRefused(
            f"{name} is a dimension and cannot be aggregated; aggregate a measure with MEASURE()."
        )

    return member
