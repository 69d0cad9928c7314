"""What conditions are where a join finds no row: never true where a missing value makes them NULL."""

from collections.abc import Collection, Mapping

from sqlglot import exp

from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.meetings import Meetings
from svcchat_magic.semantic.query.operations import all_of
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation
from svcchat_magic.semantic.query.stages import RowFound

_OF_MISSING_NULL = frozenset({
    "=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "/", "negative", "abs", "lower", "upper", "like", "ilike",
    "in", "not", "date_trunc", "extract",
})  # fmt: skip
_SQL_OF_MISSING_NULL = (exp.Column, exp.Identifier, exp.Paren, exp.Cast, exp.DataType)


class MissingRows:
    """What conditions are on rows for which joins found nothing."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree, meetings: Meetings) -> None:
        self._cubes = cubes
        self._tree = tree
        self._meetings = meetings

    def only_where_found(self, rule: Expression, certain: Collection[Path]) -> Expression:
        """A row rule whose every comparison is true only where joins find the rows that it reads.

        Else "not X" would be true where there is no row: keys that lead nowhere would tell rows that the
        rule hides from rows that are not there. At the `certain` meetings there is a row anyway.
        """
        if isinstance(rule, Operation) and rule.operator in {"and", "or"}:
            return Operation(
                rule.operator, tuple(self.only_where_found(each, certain) for each in rule.operands)
            )

        joined = (path for path in self._meetings.of(rule) if len(path) > 1 and path not in certain)
        unsure = [RowFound(path) for path in joined if not self.rejected_by(rule, (path,))]
        return all_of((*unsure, rule))

    def rejected_by(self, condition: Expression, paths: Collection[Path]) -> bool:
        """Whether a condition is never true where no row was found at any of these meetings."""
        if isinstance(condition, Constant):
            return condition.value is not True

        if isinstance(condition, RowFound):
            return any(condition.path[: len(path)] == path for path in paths)

        if not isinstance(condition, Operation):
            return self._is_null(condition, paths)

        if condition.operator in {"and", "or"}:
            rejects = any if condition.operator == "and" else all
            return rejects(self.rejected_by(operand, paths) for operand in condition.operands)

        if condition.operator == "not":
            (inner,) = condition.operands
            if isinstance(inner, Operation) and inner.operator == "is_null":
                return self._is_null(inner.operands[0], paths)

        return self._is_null(condition, paths)

    def _is_null(self, expression: Expression, paths: Collection[Path]) -> bool:
        """Whether an expression is certainly NULL there."""
        if isinstance(expression, Member):
            return self._is_null_member(expression.path, expression.name, paths)

        if not isinstance(expression, Operation) or expression.operator not in _OF_MISSING_NULL:
            return False

        operands = expression.operands[:1] if expression.operator == "in" else expression.operands
        return any(self._is_null(operand, paths) for operand in operands)

    def _is_null_member(self, path: Path, name: str, paths: Collection[Path]) -> bool:
        dimension = self._cubes[path[-1]].dimensions.get(name)
        if dimension is None or not dimension.sql:
            return False

        sql = read_member_sql(dimension.sql)
        if not all(isinstance(node, _SQL_OF_MISSING_NULL) for node in sql.tree.walk()):
            return False

        targets = ((self._tree.row(path, use.cube or path[-1]), use.member) for use in sql.uses())
        return any(
            self._is_null_member(target, member, paths) if member else target in paths
            for target, member in targets
        )
