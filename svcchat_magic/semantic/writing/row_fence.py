"""No expression of the caller is computed on a row that the rules hide, and none can fail where rules bind.

A database may evaluate the parts of a WHERE in any order. What can fail on a value (arithmetic, a cast that
a comparison needs) would then tell by its failure about rows that are hidden. So such an expression is
computed only where the rules hold, and a value out of range is NULL. `docs/decisions/row-fence.md` says
what this rests on for each engine.
"""

from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.query.operations import Bindings, render
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation, SubqueryTest
from svcchat_magic.semantic.query.stages import Period, RowFound
from svcchat_magic.semantic.query.total_rendering import render_total
from svcchat_magic.semantic.writing.period_series import period_column
from svcchat_magic.semantic.writing.scope import Scope
from svcchat_magic.semantic.writing.sql_nodes import all_hold, only_where

_COMPUTED = (
    "On this database, row rules do not go with a member that the model computes in this way yet; leave "
    "it out."
)
RULE_NOT_FENCED = (
    "A row rule compares a computed member, which is not supported on this database yet; let it compare "
    "plain columns."
)
WriteTest = Callable[[SubqueryTest, exp.Expr | None, Bindings], exp.Expr]


class FencedRows:
    """The rows of one FROM clause that the rules let through, and the caller's expressions over them."""

    def __init__(
        self,
        scope: Scope,
        rules: Sequence[Expression],
        cannot_fail: Callable[[Expression], bool],
        bindings: Bindings,
        write_test: WriteTest,
        *,
        is_ruled: bool,
    ) -> None:
        self.scope = scope
        self._write_test = write_test
        self._bindings = bindings
        self._cannot_fail_on_duckdb = cannot_fail
        self._is_ruled = is_ruled
        self._rules = [self._rule(rule) for rule in rules]

    def value(self, expression: Expression) -> exp.Expr:
        """An expression of the caller, computed for each row that the rules let through."""
        if not self._is_ruled or self._cannot_fail(expression):
            return self._rendered(expression)

        return fenced(
            lambda: self._rendered(expression), self._rules, lambda: self._never_failing(expression)
        )

    def conditions(self, conditions: Sequence[Expression]) -> list[exp.Expr]:
        """The rules and the caller's conditions, all of which must hold."""
        return [*(rule.copy() for rule in self._rules), *map(self.value, conditions)]

    def _rule(self, rule: Expression) -> exp.Expr:
        """The rule, which hides a row that it fails on: the failure would tell that the row is there.

        As a whole, for NULL in place of an operation in it could let the row through (`x IS NULL OR ...`).
        """
        value = self._rendered(rule)
        if self._cannot_fail(rule):
            return value

        if self._bindings.dialect.total is not None:
            raise EngineError(RULE_NOT_FENCED)

        return _try(value)

    def _never_failing(self, expression: Expression) -> exp.Expr:
        total = self._bindings.dialect.total
        if total is None:
            return tried(self._rendered(expression))

        def leaf(part: Expression) -> exp.Expr | None:
            if isinstance(part, SubqueryTest) and part.operand is not None:
                operand = render_total(part.operand, leaf, self._bindings, total)
                return self._write_test(part, operand, self._bindings)

            if isinstance(part, Member) and not self._cannot_fail(part):
                raise QueryRefused(_COMPUTED)

            return None if isinstance(part, (Constant, Operation)) else self._read(part)

        return render_total(expression, leaf, self._bindings, total)

    def _cannot_fail(self, expression: Expression) -> bool:
        total = self._bindings.dialect.total
        takes = total is None or all(map(total.takes_pattern, _patterns(expression)))
        return takes and self._cannot_fail_on_duckdb(expression)

    def _rendered(self, expression: Expression) -> exp.Expr:
        return render(expression, self._read, self._bindings)

    def _read(self, expression: Expression) -> exp.Expr:
        if isinstance(expression, SubqueryTest):
            operand = None if expression.operand is None else self._rendered(expression.operand)
            return self._write_test(expression, operand, self._bindings)

        if isinstance(expression, Period):
            return period_column()

        if isinstance(expression, RowFound):
            return self.scope.found(expression.path)

        if not isinstance(expression, Member):
            raise TypeError("a row is read by members and sub-queries alone")

        return self.scope.dimension(expression.path, expression.name)


def _patterns(expression: Expression) -> Iterator[Expression]:
    """What texts in an expression are compared with by LIKE."""
    if isinstance(expression, Operation):
        if expression.operator in {"like", "ilike"}:
            yield expression.operands[1]

        for operand in expression.operands:
            yield from _patterns(operand)


def fenced(
    _as_it_stands: Callable[[], exp.Expr], rules: Sequence[exp.Expr], never_failing: Callable[[], exp.Expr]
) -> exp.Expr:
    """A value where every rule holds, in the form that cannot fail, else NULL; never as it stands."""
    total = never_failing()
    if not rules:
        return total

    held = all_hold([rule.copy() for rule in rules])
    return exp.Paren(this=only_where(held, total))


def tried(value: exp.Expr) -> exp.Expr:
    """The value with every operation in it that can fail in a TRY, which gives NULL.

    Around the whole it would not do: whether `big > 500 AND <failing>` fails depends on whether the engine
    computes the second part, which it decides by statistics of the column, hidden rows included.
    What holds a sub-query stays as it is: the reader lets only connectives hold one, and `write_test` writes
    it so that it cannot fail.
    """
    root = exp.Paren(this=value)
    for node in reversed(list(value.walk(bfs=False, prune=_is_query))):
        is_whole = not isinstance(node.parent, exp.Escape)  # LIKE and its ESCAPE are one operation
        is_whole = is_whole and node.find(exp.Query) is None
        if is_whole and isinstance(node, _MAY_FAIL) and not isinstance(node, _CHOOSES):
            hole = exp.Paren()
            node.replace(hole)
            hole.replace(_try(node))

    return root


def _try(value: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this="TRY", expressions=[value])


def _is_query(node: exp.Expr) -> bool:
    return isinstance(node, exp.Query)


_MAY_FAIL = (exp.Binary, exp.Func, exp.In, exp.Between, exp.Neg, exp.Escape, exp.Bracket)
_CHOOSES = (exp.Connector, exp.Case, exp.If, exp.Coalesce, exp.Is)  # they compute nothing themselves
