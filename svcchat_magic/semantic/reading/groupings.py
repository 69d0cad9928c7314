"""ROLLUP, CUBE and GROUPING SETS: one statement for each grouping, put together with UNION ALL.

A measure need not add up, so the total of a group is asked for like every other number.
"""

from dataclasses import replace

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import contains, rebuilt
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    FilteredMeasure,
    Member,
    Operation,
    Ordering,
    OuterQuery,
    Output,
    OutputColumn,
    SetOperation,
    Source,
    Statement,
    SubqueryTest,
    Window,
)
from svcchat_magic.semantic.reading.layers import Parts, has_aggregates, statement_from
from svcchat_magic.semantic.reading.relation import From
from svcchat_magic.semantic.reading.text_functions import growth

_PLAIN_ONLY = (
    "Beside ROLLUP, CUBE and GROUPING SETS write window functions and DISTINCT in a SELECT around this one."
)


def united(source: From, parts: Parts, groupings: tuple[tuple[Expression, ...], ...]) -> Statement:
    """The statement of a SELECT with several groupings; raises QueryRefused."""
    if (
        parts.distinct
        or parts.qualify
        or any(contains(each, (Window, SubqueryTest)) for each in parts.after_grouping())
    ):
        raise QueryRefused(_PLAIN_ONLY)

    sides = [_side(source, _grouped_by(parts, keys, parts.keys)) for keys in groupings]
    found = _union_all(sides[0], sides[1])
    for side in sides[2:]:
        found = _union_all(found, side)

    order = tuple(_by_output(term, parts.outputs, found.outputs) for term in parts.order_by)
    return replace(
        found, outputs=_named(found.outputs, parts), order_by=order, limit=parts.limit, offset=parts.offset
    )


def _side(source: From, parts: Parts) -> Statement:
    """The statement of one grouping; one group of all rows where nothing is grouped or aggregated."""
    if parts.keys or any(map(has_aggregates, parts.after_grouping())):
        return statement_from(source, parts)

    counted = statement_from(source, replace(parts, outputs=(Output("c0", Aggregate("count")),)))
    return OuterQuery((Source("r0", counted),), parts.outputs)


def _union_all(left: Statement, right: Statement) -> SetOperation:
    return SetOperation("union", True, left, right, outputs_of(left, right))


def outputs_of(left: Statement, right: Statement) -> tuple[Output, ...]:
    """The columns of a set operation; raises QueryRefused where the sides do not match."""
    if len(left.outputs) != len(right.outputs):
        raise QueryRefused("UNION, INTERSECT and EXCEPT need as many columns on each side.")

    found = []
    for number, (one, other) in enumerate(zip(left.outputs, right.outputs, strict=True)):
        types = [type_of(one.expression), type_of(other.expression)]
        known = [each for each in types if each != "null"] or ["null"]
        if len(set(known)) > 1:
            raise QueryRefused(
                "UNION, INTERSECT and EXCEPT need columns of the same types on each side, in the same order."
            )

        found.append(Output(one.name, OutputColumn("u", f"c{number}", known[0], _growth(one, other))))

    return tuple(found)


def _growth(one: Output, other: Output) -> int:
    return max(growth(one.expression), growth(other.expression))


def _named(outputs: tuple[Output, ...], parts: Parts) -> tuple[Output, ...]:
    return tuple(
        replace(output, name=asked.name) for output, asked in zip(outputs, parts.outputs, strict=True)
    )


def _grouped_by(parts: Parts, keys: tuple[Expression, ...], all_keys: tuple[Expression, ...]) -> Parts:
    """The SELECT grouped by some of the keys; the others are NULL in it."""

    def change(expression: Expression) -> Expression:
        if isinstance(expression, Operation) and expression.operator == "grouping":
            return Constant(0 if expression.operands[0] in keys else 1)

        if expression in all_keys:
            return expression if expression in keys else Constant(None)

        is_whole = isinstance(expression, (Aggregate, FilteredMeasure, Member))
        return expression if is_whole else rebuilt(expression, change)

    return replace(
        parts,
        outputs=tuple(Output(each.name, change(each.expression)) for each in parts.outputs),
        having=None if parts.having is None else change(parts.having),
        keys=keys,
        order_by=(),
        limit=None,
        offset=0,
        beside=all_keys,
    )


def _by_output(term: Ordering, asked: tuple[Output, ...], outputs: tuple[Output, ...]) -> Ordering:
    place = next((number for number, each in enumerate(asked) if each.expression == term.expression), None)
    if place is None:
        raise QueryRefused("With ROLLUP, CUBE and GROUPING SETS, ORDER BY takes columns of the SELECT.")

    return replace(term, expression=outputs[place].expression)
