"""Sub-queries as values: IN, EXISTS and the one value of one row; they read nothing around them."""

from collections.abc import Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import contains, parts_of
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Constant,
    Expression,
    Operation,
    SetOperation,
    Statement,
    SubqueryTest,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.reader import Reader, Reading

_AROUND = frozenset({"and", "or", "not", "case", "coalesce"})
_COMPARISONS = frozenset({"=", "<>", "<", "<=", ">", ">="})
_COMPARE = (
    "A sub-query is compared with a column or a value directly; "
    "to compute with it, write it in the SELECT list of a SELECT around this one."
)
_ONE_COLUMN = "A sub-query that is compared with a value has one column."


def _in(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this", "expressions", "query")
    value = reader.read(node.this)
    if node.args.get("query") is not None:
        return _in_statement(reader, value, node.args["query"])

    options = tuple(reader.fitted(value, reader.read(option))[1] for option in node.expressions)
    if not options or not all(isinstance(option, Constant) for option in options):
        raise QueryRefused("IN takes a list of values or a sub-query; write IN ('a', 'b').")

    return Operation("in", (value, *options))


def _in_statement(reader: Reader, value: Expression, query: exp.Expr) -> Expression:
    statement = _statement(reader, query)
    found = _only_type(statement)
    if found != type_of(value) and "null" not in (found, type_of(value)):
        raise QueryRefused("IN compares with a sub-query whose column is of another type.")

    return SubqueryTest("in", value, statement)


def _exists(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    return SubqueryTest("exists", None, _statement(reader, node.this))


def _scalar(reader: Reader, node: exp.Expr) -> Expression:
    only(node, "this")
    statement = _statement(reader, node)
    kind = _only_type(statement)
    if not has_one_row(statement):
        raise QueryRefused("A sub-query that stands for a value has one row; aggregate it, or write LIMIT 1.")

    return SubqueryTest("scalar", None, statement, kind)


def has_one_row(statement: Statement) -> bool:
    """Whether it is certain that a statement has at most one row."""
    if statement.limit is not None and statement.limit <= 1:
        return True

    if isinstance(statement, SetOperation):
        return False

    if statement.aggregated and not statement.keys:
        return True

    sources = getattr(statement, "sources", ())
    return bool(sources) and not statement.keys and all(has_one_row(source.statement) for source in sources)


def check_tests(expression: Expression, *, are_values_joined: bool) -> None:
    """Refuse a sub-query that another operation is computed from.

    Nothing can keep an operation around a sub-query from failing, so only what cannot fail stands around one:
    connectives and CASE, and a comparison around one that stands for a value. Where such values are joined to
    the rows they are columns, with which everything can be computed.
    """
    is_value = isinstance(expression, SubqueryTest) and expression.kind == "scalar"
    if not contains(expression, SubqueryTest) or isinstance(expression, SubqueryTest):
        if is_value and not are_values_joined:
            raise QueryRefused(_COMPARE)

        return

    if isinstance(expression, Operation) and expression.operator in _AROUND:
        for part in expression.operands:
            check_tests(part, are_values_joined=are_values_joined)

    elif any(_holds_test(part, are_values_joined=are_values_joined) for part in _compared(expression)):
        raise QueryRefused(_COMPARE)


def _compared(expression: Expression) -> tuple[Expression, ...]:
    """The parts of an expression, but for a value of a sub-query that it compares."""
    parts = parts_of(expression)
    is_comparison = isinstance(expression, Operation) and expression.operator in _COMPARISONS
    return tuple(part for part in parts if not (is_comparison and isinstance(part, SubqueryTest)))


def _holds_test(expression: Expression, *, are_values_joined: bool) -> bool:
    if isinstance(expression, SubqueryTest) and are_values_joined and expression.kind == "scalar":
        return False

    return isinstance(expression, SubqueryTest) or any(
        _holds_test(part, are_values_joined=are_values_joined) for part in parts_of(expression)
    )


def _statement(reader: Reader, node: exp.Expr) -> Statement:
    if not isinstance(node, exp.Query):
        raise QueryRefused("A sub-query is written as (SELECT ...).")

    return reader.context.subquery(node)


def _only_type(statement: Statement) -> str:
    if len(statement.outputs) != 1:
        raise QueryRefused(_ONE_COLUMN)

    return type_of(statement.outputs[0].expression)


SUBQUERY_READERS: Mapping[type[exp.Expr], Reading] = MappingProxyType(
    {exp.In: _in, exp.Exists: _exists, exp.Subquery: _scalar}
)
