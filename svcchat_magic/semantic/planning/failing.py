"""Which expressions of a caller can fail on some value: by the types of the columns that they read."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from types import MappingProxyType

from svcchat_magic.semantic.model.join_graph import JoinTree
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.snippet_kinds import comparable, kind_of_snippet
from svcchat_magic.semantic.query.expressions import contains
from svcchat_magic.semantic.query.operations import type_of, type_of_value
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation, SubqueryTest
from svcchat_magic.semantic.query.stages import Period, RowFound

ColumnKinds = Callable[[Cube], Mapping[str, str]]  # what `Engine.column_kinds` says

_COMPARISONS = frozenset({"=", "<>", "<", "<=", ">", ">=", "in"})
_CONNECTIVES = frozenset({"and", "or", "not"})
_TEXT_FUNCTIONS = frozenset({"lower", "upper"})
_KINDS_OF_TYPES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "string": ("text",),
        "number": ("integer", "double", "decimal"),
        "time": ("time", "date"),
        "boolean": ("boolean",),
    }
)


class Failing:
    """Which expressions may fail on some value of the columns they read."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree, kinds: ColumnKinds) -> None:
        self._cubes = cubes
        self._tree = tree
        self._kinds = kinds

    def cannot(self, expression: Expression) -> bool:
        """Whether it is certain that no value makes it fail."""
        if isinstance(expression, (Constant, RowFound)) or is_of_period(expression):
            return True

        if isinstance(expression, Member):
            return bool(self.kind(expression))

        if not isinstance(expression, Operation):
            return False

        operands = expression.operands
        if not all(map(self.cannot, operands)):
            return False

        if expression.operator in _CONNECTIVES or expression.operator == "is_null":
            return True

        if expression.operator in _COMPARISONS:
            return comparable({self.kind(operand) for operand in operands})

        of_texts = expression.operator in _TEXT_FUNCTIONS or expression.operator in {"like", "ilike"}
        return of_texts and {self.kind(operand) for operand in operands} == {"text"}

    def kind(self, expression: Expression) -> str:
        """What the engine compares: a column's own kind, or a constant's; "" when it is not certain."""
        if isinstance(expression, Constant):
            return _kind_of_constant(expression)

        if is_of_period(expression):
            return "time" if type_of(expression) == "time" else ""

        if isinstance(expression, Operation):
            return "text" if expression.operator in _TEXT_FUNCTIONS else ""

        if not isinstance(expression, Member):
            return ""

        kind = self._kind_of_member(expression)
        return kind if kind in _KINDS_OF_TYPES[expression.type] else ""

    def _kind_of_member(self, member: Member) -> str:
        cube = self._cubes[member.path[-1]]
        found = cube.dimensions.get(member.name) or cube.segments.get(member.name)
        if found is None or not found.sql:
            return ""

        return kind_of_snippet(read_member_sql(found.sql), lambda use: self._kind_of_use(member, use))

    def _kind_of_use(self, member: Member, use: Use) -> str:
        target = self._tree.row(member.path, use.cube or member.path[-1])
        if use.member:
            return self._kind_of_member(Member(target, use.member, "dimension", member.type))

        return self._kinds(self._cubes[target[-1]]).get(use.column.lower(), "")


def is_of_period(expression: Expression) -> bool:
    """Whether an expression is computed from a period alone, whatever the rows hold."""
    return contains(expression, Period) and not contains(expression, (Member, SubqueryTest))


def _kind_of_constant(constant: Constant) -> str:
    if isinstance(constant.value, (Decimal, float)):
        return "decimal"  # an integer column compared with it is cast, and may not fit

    kind = type_of_value(constant.value)
    return {"string": "text", "number": "integer"}.get(kind, kind)
