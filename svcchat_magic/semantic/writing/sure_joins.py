"""Which conditions of a join on columns cannot fail as they stand.

An engine joins by a plain comparison of two columns; by any other form, such as one in a TRY, it compares
every pair of rows.
"""

from collections.abc import Callable, Sequence

from svcchat_magic.semantic.planning.snippet_kinds import comparable
from svcchat_magic.semantic.query.query import (
    Expression,
    Operation,
    OuterQuery,
    OutputColumn,
    SemanticQuery,
    Source,
)

KindOf = Callable[[SemanticQuery, Expression], str]  # of what a query gives; "" where it is not certain

_COMPARISONS = frozenset({"=", "<>", "<", "<=", ">", ">="})


def compares_surely(condition: Expression, sources: Sequence[Source], kind_of: KindOf) -> bool:
    """Whether it compares two columns that hold the database's own columns, of kinds that need no cast."""
    if not isinstance(condition, Operation) or condition.operator not in _COMPARISONS:
        return False

    return comparable({_kind(each, sources, kind_of) for each in condition.operands})


def pairs_columns(expression: Expression) -> bool:
    """Whether it only asks which columns are the same, so that engines join by them."""
    if not isinstance(expression, Operation):
        return False

    of_columns = all(isinstance(operand, OutputColumn) for operand in expression.operands)
    return (expression.operator == "same" and of_columns) or (
        expression.operator == "and" and all(map(pairs_columns, expression.operands))
    )


def _kind(expression: Expression, sources: Sequence[Source], kind_of: KindOf) -> str:
    """What the engine compares; "" where it is not certain."""
    if not isinstance(expression, OutputColumn):
        return ""

    source = next(each for each in sources if each.name == expression.relation)
    statement = source.statement
    if not isinstance(statement, (SemanticQuery, OuterQuery)):
        return ""

    given = statement.outputs[int(expression.name.removeprefix("c"))].expression
    if isinstance(statement, SemanticQuery):
        return kind_of(statement, given)

    return _kind(given, statement.sources, kind_of)
