"""Which conditions of a join on columns cannot fail as they stand.

An engine joins by a plain comparison of two columns; by any other form, such as one in a TRY, it compares
every pair of rows.
"""

from collections.abc import Callable, Sequence

from sqlglot import exp

from svcchat_magic.semantic.planning.snippet_kinds import comparable
from svcchat_magic.semantic.query.query import (
    Expression,
    Operation,
    OuterQuery,
    OutputColumn,
    SemanticQuery,
    Source,
    Statement,
)
from svcchat_magic.semantic.query.stages import NamedStatement
from svcchat_magic.semantic.writing import sql_nodes

KindOf = Callable[[SemanticQuery, Expression], str]  # of what a query gives; "" where it is not certain

_COMPARISONS = frozenset({"=", "<>", "<", "<=", ">", ">="})


def compares_surely(condition: Expression, sources: Sequence[Source], kind_of: KindOf) -> bool:
    """Whether it compares two columns that hold the database's own columns, of kinds that need no cast."""
    if not isinstance(condition, Operation) or condition.operator not in _COMPARISONS:
        return False

    return comparable({_kind(each, sources, kind_of) for each in condition.operands})


def kind_of_output(statement: Statement | NamedStatement, number: int, kind_of: KindOf) -> str:
    """What a column of a statement certainly holds, such as integer; "" for what it computes."""
    if not isinstance(statement, (SemanticQuery, OuterQuery)):
        return ""

    given = statement.outputs[number].expression
    if isinstance(statement, SemanticQuery):
        return kind_of(statement, given)

    return _kind(given, statement.sources, kind_of)


def sides_paired(left: str, right: str) -> exp.Expr:
    """An equality of two sides of a join that always holds, in a form that no optimizer takes for one."""
    return exp.EQ(this=_one(left), expression=_one(right))


def pairs_columns(expression: Expression) -> bool:
    """Whether it only asks which columns are the same, so that engines join by them."""
    if not isinstance(expression, Operation):
        return False

    of_columns = all(isinstance(operand, OutputColumn) for operand in expression.operands)
    return (expression.operator == "same" and of_columns) or (
        expression.operator == "and" and all(map(pairs_columns, expression.operands))
    )


def _one(relation: str) -> exp.Expr:
    is_null = exp.Is(this=sql_nodes.column("c0", relation), expression=exp.Null())
    return exp.Case(ifs=[exp.If(this=is_null, true=sql_nodes.whole(1))], default=sql_nodes.whole(1))


def _kind(expression: Expression, sources: Sequence[Source], kind_of: KindOf) -> str:
    """What the engine compares; "" where it is not certain."""
    if not isinstance(expression, OutputColumn):
        return ""

    source = next(each for each in sources if each.name == expression.relation)
    return kind_of_output(source.statement, int(expression.name.removeprefix("c")), kind_of)
