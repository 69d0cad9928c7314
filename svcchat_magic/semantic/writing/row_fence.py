"""No expression of the caller is computed on a row that the rules hide, and none can fail where rules bind.

A database may evaluate the parts of a WHERE in any order. What can fail on a value (arithmetic, a cast that
a comparison needs) would then tell by its failure about rows that are hidden. So such an expression is
computed only where the rules hold, and a value out of range is NULL. `docs/decisions/row-fence.md` says
what this rests on for each engine.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.model.join_graph import JoinTree
from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.query.operations import Bindings, render, type_of_value
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation
from svcchat_magic.semantic.writing.scope import Scope

ColumnKinds = Callable[[Cube], Mapping[str, str]]  # text, integer, double, time or boolean by column

_COMPARISONS = frozenset({"=", "<>", "<", "<=", ">", ">=", "in"})
_CONNECTIVES = frozenset({"and", "or", "not"})
_TEXT_FUNCTIONS = frozenset({"lower", "upper"})
_KINDS_OF_TYPES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"string": ("text",), "number": ("integer", "double"), "time": ("time",), "boolean": ("boolean",)}
)


class FencedRows:
    """The rows of one FROM clause that the rules let through, and the caller's expressions over them."""

    def __init__(
        self,
        scope: Scope,
        rules: Sequence[Expression],
        cannot_fail: Callable[[Expression], bool],
        bindings: Bindings,
        dialect: str,
        *,
        is_ruled: bool,
    ) -> None:
        self.scope = scope
        self._bindings = bindings
        self._cannot_fail = cannot_fail
        self._dialect = dialect
        self._is_ruled = is_ruled
        self._rules = [self._rule(rule) for rule in rules]

    def value(self, expression: Expression) -> exp.Expr:
        """An expression of the caller, computed for each row that the rules let through."""
        value = self._rendered(expression)
        if not self._is_ruled or self._cannot_fail(expression):
            return value

        return fenced(value, self._rules, self._dialect)

    def filtered(self, select: exp.Select, conditions: Sequence[Expression]) -> exp.Select:
        """The SELECT with the rules and the caller's conditions, all of which must hold."""
        for rule in self._rules:
            select = select.where(rule.copy(), copy=False)

        for condition in (part for each in conditions for part in _parts(each)):
            select = select.where(self.value(condition), copy=False)

        return select

    def _rule(self, rule: Expression) -> exp.Expr:
        """The rule, which hides a row that it fails on: the failure would tell that the row is there.

        As a whole, for NULL in place of an operation in it could let the row through (`x IS NULL OR ...`).
        """
        value = self._rendered(rule)
        return value if self._cannot_fail(rule) else _null_if_failing(self._dialect)(value)

    def _rendered(self, expression: Expression) -> exp.Expr:
        return render(expression, self._read, self._bindings)

    def _read(self, expression: Expression) -> exp.Expr:
        if not isinstance(expression, Member):
            raise TypeError("a row is read by members alone")

        return self.scope.dimension(expression.path, expression.name)


def fenced(value: exp.Expr, rules: Sequence[exp.Expr], dialect: str) -> exp.Expr:
    """The value where every rule holds and it can be computed, else NULL; raises EngineError as below."""
    total = never_failing(value, dialect)
    if not rules:
        return total

    held = exp.and_(*(rule.copy() for rule in rules))
    return exp.paren(exp.Case().when(held, total, copy=False), copy=False)


def never_failing(value: exp.Expr, dialect: str) -> exp.Expr:
    """The value with every operation in it that can fail replaced by one that gives NULL.

    Around the whole it would not do: whether `big > 500 AND <failing>` fails depends on whether the engine
    computes the second part, which it decides by statistics of the column, hidden rows included.
    Raises EngineError for an engine of which this is not proven.
    """
    instead = _null_if_failing(dialect)
    root = exp.Paren(this=value)
    for node in reversed(list(value.walk(bfs=False))):
        is_whole = not isinstance(node.parent, exp.Escape)  # LIKE and its ESCAPE are one operation
        if is_whole and isinstance(node, _MAY_FAIL) and not isinstance(node, _CHOOSES):
            hole = exp.Paren()
            node.replace(hole)
            hole.replace(instead(node))

    return root


class Failing:
    """Which expressions may fail on some value of the columns they read."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree, kinds: ColumnKinds) -> None:
        self._cubes = cubes
        self._tree = tree
        self._kinds = kinds

    def cannot(self, expression: Expression) -> bool:
        """Whether it is certain that no value makes it fail."""
        if isinstance(expression, Constant):
            return True

        if isinstance(expression, Member):
            return bool(self._kind(expression))

        if not isinstance(expression, Operation):
            return False

        operands = expression.operands
        if not all(map(self.cannot, operands)):
            return False

        if expression.operator in _CONNECTIVES or expression.operator == "is_null":
            return True

        if expression.operator in _COMPARISONS:
            return _comparable({self._kind(operand) for operand in operands})

        of_texts = expression.operator in _TEXT_FUNCTIONS or expression.operator in {"like", "ilike"}
        return of_texts and {self._kind(operand) for operand in operands} == {"text"}

    def _kind(self, expression: Expression) -> str:
        """What the engine compares: a column's own kind, or a constant's; "" when it is not certain."""
        if isinstance(expression, Constant):
            return _kind_of_constant(expression)

        if isinstance(expression, Operation):
            return "text" if expression.operator in _TEXT_FUNCTIONS else ""

        if not isinstance(expression, Member):
            return ""

        kind = self._kind_of_member(expression)
        return kind if kind in _KINDS_OF_TYPES[expression.type] else ""

    def _kind_of_member(self, member: Member) -> str:
        cube = self._cubes[member.path[-1]]
        dimension = cube.dimensions.get(member.name)
        if dimension is None or not dimension.sql:
            return ""

        sql = read_member_sql(dimension.sql)
        uses = sql.uses()
        if not isinstance(sql.tree, exp.Column) or len(uses) != 1:
            return ""

        (use,) = uses
        target = self._tree.row(member.path, use.cube or cube.name)
        if use.member:
            return self._kind_of_member(Member(target, use.member, "dimension", member.type))

        return self._kinds(self._cubes[target[-1]]).get(use.column.lower(), "")


def _null_if_failing(dialect: str) -> Callable[[exp.Expr], exp.Expr]:
    """What gives NULL where its argument fails; raises EngineError where there is no such form."""
    instead = _NEVER_FAILING.get(dialect)
    if instead is None:
        raise EngineError("Row rules are not supported on this database yet.")

    return instead


def _parts(condition: Expression) -> tuple[Expression, ...]:
    """The conditions that an AND is made of."""
    if isinstance(condition, Operation) and condition.operator == "and":
        return tuple(part for operand in condition.operands for part in _parts(operand))

    return (condition,)


def _comparable(kinds: set[str]) -> bool:
    """Whether values of these kinds are compared without a cast that can fail."""
    given = kinds - {"null"}
    numbers = given <= {"integer", "double", "decimal"} and ("decimal" not in given or "double" in given)
    return "" not in given and (len(given) <= 1 or numbers)


def _kind_of_constant(constant: Constant) -> str:
    if isinstance(constant.value, (Decimal, float)):
        return "decimal"  # an integer column compared with it is cast, and may not fit

    kind = type_of_value(constant.value)
    return {"string": "text", "number": "integer"}.get(kind, kind)


_MAY_FAIL = (exp.Binary, exp.Func, exp.In, exp.Between, exp.Neg, exp.Escape, exp.Bracket)
_CHOOSES = (exp.Connector, exp.Case, exp.If, exp.Coalesce, exp.Is)  # they compute nothing themselves
_NEVER_FAILING: Mapping[str, Callable[[exp.Expr], exp.Expr]] = MappingProxyType(
    {"duckdb": lambda value: exp.Anonymous(this="TRY", expressions=[value])}
)
