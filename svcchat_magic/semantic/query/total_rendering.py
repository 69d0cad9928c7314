"""Expressions in a form that no value makes fail, on an engine that has no TRY."""

from collections.abc import Callable

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.operations import Bindings, build_operation, type_of, usual_builder
from svcchat_magic.semantic.query.query import Constant, Expression, Operation, SubqueryTest
from svcchat_magic.semantic.query.total_sql import NOT_FENCED, Sql, TotalOperations

# What computes nothing but comparisons, choices and texts: of the plain types it fails on no value.
_FAILING_ON_NOTHING = frozenset({
    "=", "<>", "<", "<=", ">", ">=", "and", "or", "not", "in", "is_null", "negative", "abs", "lower", "upper",
    "coalesce", "nullif", "case", "same", "join", "concat", "trim", "trim_left", "trim_right", "replace",
    "starts_with", "floor", "ceil", "trunc", "sign", "greatest", "least", "to_char",
})  # fmt: skip
Leaf = Callable[[Expression], Sql | None]  # what stands for a part that is computed elsewhere, else None


def render_total(expression: Expression, leaf: Leaf, bindings: Bindings, total: TotalOperations) -> Sql:
    """The expression, NULL where it cannot be computed; raises QueryRefused."""
    found = leaf(expression)
    if found is None and isinstance(expression, Constant):
        found = bindings.bind(expression.value)

    if found is not None:
        return found if isinstance(expression, SubqueryTest) else total.plain(found, type_of(expression))

    if not isinstance(expression, Operation):
        raise TypeError(f"a {type(expression).__name__} is computed elsewhere")

    def inner(part: Expression) -> Sql:
        return total.operand(render_total(part, leaf, bindings, total), type_of(part))

    match expression:
        case Operation("cast", (Constant(str(kind)), value)):
            return total.cast(kind, type_of(value), render_total(value, leaf, bindings, total))
        case Operation("like" | "ilike", (_, pattern, *_)) if not total.takes_pattern(pattern):
            raise QueryRefused(NOT_FENCED)
        case _:
            return build_operation(expression, inner, bindings, lambda name: _builder(name, bindings, total))


def _builder(name: str, bindings: Bindings, total: TotalOperations) -> Callable[..., Sql]:
    found = total.operators.get(name)
    if found is None and name not in _FAILING_ON_NOTHING:
        raise QueryRefused(NOT_FENCED)

    return found or usual_builder(bindings, name)
