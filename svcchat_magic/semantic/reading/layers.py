"""A SELECT taken apart into layers, each of which computes one kind of thing.

SQL computes a SELECT in steps: rows, groups, window functions, and what is made of them. Each step is a
statement of its own here, so that every operation is one over plain columns: it can be guarded against
failing, which an engine allows around neither aggregates nor window functions.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import contains, members_of, rebuilt
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    FilteredMeasure,
    Ordering,
    OuterQuery,
    Output,
    OutputColumn,
    SemanticQuery,
    Source,
    Statement,
    SubqueryTest,
    Window,
)
from svcchat_magic.semantic.reading.relation import From, Leaf
from svcchat_magic.semantic.reading.text_functions import growth

_COMPUTED_LATER = (Window, SubqueryTest)


@dataclass(frozen=True, slots=True)
class Parts:
    """What one SELECT asks, read."""

    outputs: tuple[Output, ...]
    where: tuple[Expression, ...]
    keys: tuple[Expression, ...]
    aggregated: bool
    having: Expression | None
    qualify: Expression | None
    distinct: bool
    order_by: tuple[Ordering, ...]
    limit: int | None
    offset: int
    beside: tuple[Expression, ...] = ()  # what other statements of the same SELECT compute

    def after_grouping(self) -> tuple[Expression, ...]:
        """What is computed from groups."""
        found = [output.expression for output in self.outputs]
        found += [term.expression for term in self.order_by]
        return (*found, *(condition for condition in (self.having, self.qualify) if condition is not None))

    def changed(self, change: Callable[[Expression], Expression]) -> "Parts":
        """The same over other columns, after WHERE and grouping: HAVING is the next WHERE."""
        return replace(
            self,
            outputs=tuple(Output(each.name, change(each.expression)) for each in self.outputs),
            order_by=tuple(replace(term, expression=change(term.expression)) for term in self.order_by),
            where=() if self.having is None else (change(self.having),),
            having=None,
            qualify=None if self.qualify is None else change(self.qualify),
            keys=(),
            aggregated=False,
        )


class Layer:
    """A statement under another one: what is asked of it becomes its columns."""

    def __init__(self, belongs: Callable[[Expression], bool]) -> None:
        self._belongs = belongs
        self._columns: dict[Expression, OutputColumn] = {}

    def column(self, expression: Expression) -> OutputColumn:
        """The column that computes an expression."""
        found = self._columns.get(expression)
        if found is None:
            name = f"c{len(self._columns)}"
            found = OutputColumn("r0", name, type_of(expression), growth(expression))
            self._columns[expression] = found

        return found

    def above(self, expression: Expression) -> Expression:
        """The expression over this layer's columns."""
        if isinstance(expression, Constant):
            return expression

        return self.column(expression) if self._belongs(expression) else rebuilt(expression, self.above)

    def outputs(self) -> tuple[Output, ...]:
        """Its columns; one at least."""
        computed = list(self._columns) or [Constant(1)]
        return tuple(Output(f"c{number}", each) for number, each in enumerate(computed))


def statement_from(source: From, parts: Parts) -> Statement:
    """The statement of one SELECT."""
    if source.leaf is None:
        return _over_statements(source.sources, parts)

    where = (*source.leaf.where, *parts.where)
    is_grouped_again = parts.distinct and (parts.keys or _has_aggregates(parts))
    if not (is_grouped_again or _is_layered(parts)):
        return _leaf(source.leaf, _distinct_by_keys(parts), where)

    layer = Layer(lambda expression: not contains(expression, _COMPUTED_LATER))
    is_later = parts.having is not None and contains(parts.having, _COMPUTED_LATER)
    above = (parts if is_later else replace(parts, having=None)).changed(layer.above)
    inner = replace(
        parts,
        outputs=layer.outputs(),
        having=None if is_later else parts.having,
        distinct=False,
        order_by=(),
        limit=None,
        offset=0,
    )
    return _windows_over((Source("r0", _leaf(source.leaf, inner, where)),), above)


def has_aggregates(expression: Expression) -> bool:
    """Whether an expression is computed from groups of rows."""
    return contains(expression, (Aggregate, FilteredMeasure)) or _has_measure(expression)


def _has_measure(expression: Expression) -> bool:
    return any(member.kind == "measure" for member in members_of(expression))


def _leaf(leaf: Leaf, parts: Parts, where: tuple[Expression, ...]) -> SemanticQuery:
    return SemanticQuery(
        table=leaf.table,
        root=leaf.root,
        outputs=parts.outputs,
        aggregated=parts.aggregated,
        keys=parts.keys,
        where=where,
        having=parts.having,
        order_by=parts.order_by,
        limit=parts.limit,
        offset=parts.offset,
        beside=parts.beside,
    )


def _distinct_by_keys(parts: Parts) -> Parts:
    """DISTINCT of dimensions is a grouping by them."""
    if not parts.distinct:
        return parts

    keys = dict.fromkeys(each.expression for each in parts.outputs)
    return replace(parts, keys=tuple(keys), aggregated=True)


def _has_aggregates(parts: Parts) -> bool:
    return any(map(has_aggregates, parts.after_grouping()))


def _is_layered(parts: Parts) -> bool:
    return parts.qualify is not None or any(
        contains(each, _COMPUTED_LATER) for each in parts.after_grouping()
    )


def _over_statements(sources: tuple[Source, ...], parts: Parts) -> Statement:
    if not parts.aggregated:
        return _windows_over(sources, parts)

    sources, where = _with_values(sources, parts.where)
    layer = Layer(lambda expression: expression in parts.keys or isinstance(expression, Aggregate))
    for key in parts.keys:
        layer.column(key)

    above = parts.changed(layer.above)
    groups = OuterQuery(sources, layer.outputs(), aggregated=True, keys=parts.keys, where=where)
    return _windows_over((Source("r0", groups),), above)


def _windows_over(sources: tuple[Source, ...], parts: Parts) -> Statement:
    """What is asked of rows that are grouped already, window functions in a layer between."""
    if any(contains(each, Window) for each in parts.after_grouping()):
        sources, where = _with_values(sources, parts.where)
        rows = Layer(lambda expression: not contains(expression, _COMPUTED_LATER))
        windows = Layer(lambda expression: isinstance(expression, (Window, OutputColumn)))
        parts = parts.changed(rows.above).changed(windows.above)
        below = Source("r0", OuterQuery(sources, rows.outputs(), where=where))
        sources = (Source("r0", OuterQuery((below,), windows.outputs())),)

    return _computed(sources, parts)


def _computed(sources: tuple[Source, ...], parts: Parts) -> OuterQuery:
    expressions = [output.expression for output in parts.outputs]
    order = [term.expression for term in parts.order_by]
    conditions = parts.where if parts.qualify is None else (*parts.where, parts.qualify)
    if parts.distinct and any(term not in expressions for term in order):
        raise QueryRefused("With SELECT DISTINCT, ORDER BY takes columns of the SELECT.")

    sources, found = _with_values(sources, (*expressions, *order, *conditions))
    ordered, where = found[len(expressions) :][: len(order)], found[len(expressions) + len(order) :]
    return OuterQuery(
        sources,
        tuple(Output(each.name, value) for each, value in zip(parts.outputs, found, strict=False)),
        where=where,
        distinct=parts.distinct,
        order_by=tuple(
            replace(term, expression=value) for term, value in zip(parts.order_by, ordered, strict=True)
        ),
        limit=parts.limit,
        offset=parts.offset,
    )


def _with_values(
    sources: tuple[Source, ...], expressions: tuple[Expression, ...]
) -> tuple[tuple[Source, ...], tuple[Expression, ...]]:
    """The sources with the sub-queries that stand for values joined, and the expressions over them."""
    joined: dict[SubqueryTest, OutputColumn] = {}

    def change(expression: Expression) -> Expression:
        if isinstance(expression, SubqueryTest) and expression.kind == "scalar":
            column = OutputColumn(f"s{len(joined)}", "c0", expression.type)
            return joined.setdefault(expression, column)

        return rebuilt(expression, change)

    changed = tuple(map(change, expressions))
    added = (
        Source(column.relation, test.statement, "left", Constant(True)) for test, column in joined.items()
    )
    return (*sources, *added), changed
