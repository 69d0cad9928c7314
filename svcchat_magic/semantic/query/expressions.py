"""Walking through expressions: what they contain, and the same with parts changed."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from svcchat_magic.semantic.query.query import (
    Aggregate,
    Expression,
    FilteredMeasure,
    Member,
    ModelSql,
    Operation,
    OuterQuery,
    SemanticQuery,
    SubqueryTest,
    Window,
)


def rebuilt(expression: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The expression with each of its parts changed."""
    match expression:
        case Operation(operator, operands):
            return Operation(operator, tuple(map(change, operands)))
        case Aggregate(operand=operand, where=where):
            return replace(
                expression,
                operand=None if operand is None else change(operand),
                where=None if where is None else change(where),
            )
        case Window():
            ordered = (replace(term, expression=change(term.expression)) for term in expression.order_by)
            return replace(
                expression,
                operands=tuple(map(change, expression.operands)),
                partition_by=tuple(map(change, expression.partition_by)),
                order_by=tuple(ordered),
            )
        case SubqueryTest(operand=operand) if operand is not None:
            return replace(expression, operand=change(operand))
        case ModelSql(values=values):
            return replace(expression, values=tuple(map(change, values)))
        case _:
            return expression


def tests_of(query: SemanticQuery | OuterQuery) -> Iterator[SubqueryTest]:
    """The sub-queries in the expressions of a statement."""
    for expression in query.expressions():
        yield from _tests_in(expression)


def _tests_in(expression: Expression) -> Iterator[SubqueryTest]:
    if isinstance(expression, SubqueryTest):
        yield expression

    for part in parts_of(expression):
        yield from _tests_in(part)


def contains(expression: Expression, kind: type[object] | tuple[type[object], ...]) -> bool:
    """Whether an expression or a part of it is of a kind."""
    return isinstance(expression, kind) or any(contains(part, kind) for part in parts_of(expression))


def members_of(expression: Expression) -> Iterator[Member]:
    """Every member in an expression; those of a sub-query in it are the sub-query's own."""
    if isinstance(expression, Member):
        yield expression

    for part in parts_of(expression):
        yield from members_of(part)


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    """The expressions that an expression is computed from."""
    match expression:
        case Operation(operands=operands):
            return operands
        case Aggregate():
            return tuple(part for part in (expression.operand, expression.where) if part is not None)
        case FilteredMeasure():
            return (expression.measure, expression.where)
        case ModelSql(values=values):
            return values
        case Window():
            ordered = (term.expression for term in expression.order_by)
            return (*expression.operands, *expression.partition_by, *ordered)
        case SubqueryTest(operand=operand) if operand is not None:
            return (operand,)
        case _:
            return ()
