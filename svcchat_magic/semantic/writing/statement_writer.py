"""Statements as SQL of an engine: semantic SELECTs as sub-queries, and the layers around them.

A layer computes over rows that the rules let through. But an engine may move what it computes down to the
rows that are hidden, so where there are rules no operation of a layer can fail either.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.access.access import has_policies
from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.planning.explain_layers import explain_layers
from svcchat_magic.semantic.planning.failing import ColumnKinds
from svcchat_magic.semantic.planning.joined_rows import conjuncts
from svcchat_magic.semantic.query.dialects import dialect_of
from svcchat_magic.semantic.query.operations import Bindings, render_outside, type_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    ModelSql,
    Operation,
    Ordering,
    OuterQuery,
    OutputColumn,
    SemanticQuery,
    SetOperation,
    Source,
    Statement,
    SubqueryTest,
    Viewer,
    Window,
)
from svcchat_magic.semantic.query.stages import NamedStatement
from svcchat_magic.semantic.query.total_rendering import render_total
from svcchat_magic.semantic.writing import sql_nodes
from svcchat_magic.semantic.writing.aggregates import caller_aggregate
from svcchat_magic.semantic.writing.row_fence import tried
from svcchat_magic.semantic.writing.sql_writer import EngineStatement, QueryWriter
from svcchat_magic.semantic.writing.sure_joins import (
    compares_surely,
    kind_of_output,
    pairs_columns,
    sides_paired,
)
from svcchat_magic.semantic.writing.windows import window_call


class StatementWriter:
    """Writes statements for one viewer."""

    def __init__(self, model: Model, viewer: Viewer, *, dialect: str, kinds: ColumnKinds) -> None:
        self._model = model
        self._viewer = viewer
        self._dialect = dialect
        self._kinds = kinds
        self._is_ruled = has_policies(model)

    def all_rows(self, statement: Statement) -> EngineStatement:
        """The SQL for every row. Raises QueryRefused as `QueryWriter` does."""
        if isinstance(statement, SemanticQuery):
            return self._leaf(statement).all_rows()

        return self._written(lambda bindings: self._select(statement, bindings))

    def page(self, statement: Statement, size: int) -> EngineStatement:
        """The SQL for at most `size` rows, with what counts all of them."""
        if isinstance(statement, SemanticQuery):
            return self._leaf(statement).page(size)

        counting = self._written(lambda bindings: sql_nodes.counted(self._select(statement, bindings)))
        found = self._written(lambda bindings: sql_nodes.first_rows(self._select(statement, bindings), size))
        return EngineStatement(found.sql, found.parameters, counting)

    def _written(self, build: Callable[[Bindings], exp.Select]) -> EngineStatement:
        dialect = dialect_of(self._dialect)
        bindings = Bindings(dialect, self._model.settings.calendar)
        return EngineStatement(dialect.sql(build(bindings)), bindings.values)

    def explained(self, statement: Statement, size: int) -> tuple[str, str]:
        """The plans of a page's semantic SELECTs as text, with what the viewer sees, and its SQL in lines."""
        if isinstance(statement, SemanticQuery):
            return self._leaf(statement).explained(size)

        lines = explain_layers(statement, lambda leaf: self._leaf(leaf).explained(None)[0].splitlines())
        select = sql_nodes.first_rows(
            self._select(statement, Bindings(dialect_of(self._dialect), self._model.settings.calendar)), size
        )
        return "\n".join(lines), select.sql(dialect=self._dialect, pretty=True, copy=False)

    def _leaf(self, query: SemanticQuery) -> QueryWriter:
        return QueryWriter(
            self._model,
            query,
            self._viewer,
            dialect=self._dialect,
            kinds=self._kinds,
            write_test=self._test,
        )

    def _select(self, statement: Statement, bindings: Bindings) -> exp.Select:
        """A statement as a SELECT with the columns c0, c1 and so on."""
        if isinstance(statement, SemanticQuery):
            writer = self._leaf(statement)
            return writer.select(writer.planner.page(), bindings)

        if isinstance(statement, SetOperation):
            return self._set_operation(statement, bindings)

        return self._layer(statement, bindings)

    def _layer(self, query: OuterQuery, bindings: Bindings) -> exp.Select:
        columns = [self._value(output.expression, bindings) for output in query.outputs]
        first, *others = query.sources
        found = sql_nodes.select(
            sql_nodes.numbered(columns, "c"),
            self._from(first, bindings),
            [self._join(source, query.sources, bindings) for source in others],
            [self._value(condition, bindings) for condition in query.where],
            groups=len(query.keys),
            distinct=query.distinct,
        )
        if query.named:
            found.set("with_", self._with(query.named, bindings))

        return self._cut(found, query, bindings)

    def _with(self, named: Sequence[tuple[str, Statement]], bindings: Bindings) -> exp.With:
        return exp.With(
            expressions=[
                exp.CTE(
                    this=self._select(statement, bindings), alias=sql_nodes.table_alias(name, quoted=True)
                )
                for name, statement in named
            ]
        )

    def _from(self, source: Source, bindings: Bindings) -> exp.Expr:
        """A statement as a table in FROM."""
        if isinstance(source.statement, NamedStatement):
            table = exp.Table(this=exp.Identifier(this=source.statement.name, quoted=True))
            return sql_nodes.table(table, source.name)

        return sql_nodes.subquery(self._select(source.statement, bindings), source.name)

    def _join(self, source: Source, sources: Sequence[Source], bindings: Bindings) -> exp.Join:
        on = None if source.on is None else self._on(source.on, sources, bindings)
        if on is not None and source.join == "full" and bindings.dialect.pairs_full_joins:
            on = sql_nodes.all_hold([on, sides_paired(sources[0].name, source.name)])

        return sql_nodes.join(
            self._from(source, bindings), on, "" if source.join in {"inner", "cross"} else source.join.upper()
        )

    def _on(self, condition: Expression, sources: Sequence[Source], bindings: Bindings) -> exp.Expr:
        """The condition of a join, its comparisons of columns as they stand where none can fail."""
        parts = (
            self._rendered(each, bindings)
            if compares_surely(each, sources, self._kind)
            else self._value(each, bindings)
            for each in conjuncts(condition)
        )
        return sql_nodes.all_hold(list(parts))

    def _kind(self, query: SemanticQuery, given: Expression) -> str:
        return self._leaf(query).planner.failing.kind(given)

    def _set_operation(self, statement: SetOperation, bindings: Bindings) -> exp.Select:
        sides = [self._select(side, bindings) for side in (statement.left, statement.right)]
        left, right = (exp.Subquery(this=side) for side in sides)
        united = _SET_OPERATIONS[statement.operator](
            this=left, expression=right, distinct=not statement.keeps_repeated
        )
        columns = [self._value(output.expression, bindings) for output in statement.outputs]
        found = sql_nodes.select(sql_nodes.numbered(columns, "c"), sql_nodes.subquery(united, "u"))
        return self._cut(found, statement, bindings)

    def _cut(
        self, select: exp.Select, statement: OuterQuery | SetOperation, bindings: Bindings
    ) -> exp.Select:
        """The SELECT with ORDER BY, LIMIT and OFFSET."""
        places = {output.expression: number for number, output in enumerate(statement.outputs, 1)}
        terms = [self._ordered(term, places, bindings) for term in statement.order_by]
        if terms:
            select.set("order", exp.Order(expressions=terms))

        if statement.limit is not None:
            select.set("limit", exp.Limit(expression=sql_nodes.whole(statement.limit)))

        if statement.offset:
            select.set("offset", exp.Offset(expression=sql_nodes.whole(statement.offset)))

        return select

    def _ordered(self, term: Ordering, places: Mapping[Expression, int], bindings: Bindings) -> exp.Ordered:
        place = places.get(term.expression)
        value = self._value(term.expression, bindings) if place is None else sql_nodes.whole(place)
        return exp.Ordered(this=value, desc=term.descending, nulls_first=term.nulls_first)

    def _value(self, expression: Expression, bindings: Bindings) -> exp.Expr:
        """An expression of the caller, which cannot fail where there are rules."""
        is_computed = isinstance(expression, (Operation, SubqueryTest)) and not pairs_columns(expression)
        if self._is_ruled and is_computed:
            return self._never_failing(expression, bindings)

        return self._rendered(expression, bindings)

    def _never_failing(self, expression: Expression, bindings: Bindings) -> exp.Expr:
        total = bindings.dialect.total
        if total is None:
            return tried(self._rendered(expression, bindings))

        def leaf(part: Expression) -> exp.Expr | None:
            if isinstance(part, SubqueryTest) and part.operand is not None:
                return self._test(part, render_total(part.operand, leaf, bindings, total), bindings)

            return None if isinstance(part, (Constant, Operation)) else self._rendered(part, bindings)

        return render_total(expression, leaf, bindings, total)

    def _rendered(self, expression: Expression, bindings: Bindings) -> exp.Expr:
        match expression:
            case Constant() | Operation():
                return render_outside(expression, lambda part: self._rendered(part, bindings), bindings)
            case OutputColumn(relation, name):
                return sql_nodes.column(name, relation)
            case Aggregate(operand=operand, where=where):
                value = None if operand is None else self._value(operand, bindings)
                return caller_aggregate(
                    expression, value, [] if where is None else [self._value(where, bindings)]
                )
            case Window():
                return self._window(expression, bindings)
            case ModelSql():
                return self._filled(expression, bindings)
            case SubqueryTest(operand=operand):
                tested = None if operand is None else self._rendered(operand, bindings)
                return self._test(expression, tested, bindings)
            case _:
                raise TypeError(
                    f"a {type(expression).__name__} is no expression over the columns of statements"
                )

    def _filled(self, snippet: ModelSql, bindings: Bindings) -> exp.Expr:
        sql = read_member_sql(snippet.sql)
        values = dict(zip(sql.uses(), snippet.values, strict=True))
        return exp.Paren(this=sql.build(lambda use: exp.Paren(this=self._rendered(values[use], bindings))))

    def _window(self, window: Window, bindings: Bindings) -> exp.Expr:
        operands = [self._rendered(operand, bindings) for operand in window.operands]
        terms = [self._ordered(term, {}, bindings) for term in window.order_by]
        partition = [self._rendered(part, bindings) for part in window.partition_by]
        return window_call(window, operands, partition, terms)

    def _test(self, test: SubqueryTest, operand: exp.Expr | None, bindings: Bindings) -> exp.Expr:
        """A sub-query as a value: its comparison cannot fail where there are rules."""
        select = self._select(test.statement, bindings)
        if test.kind == "exists":
            return exp.Exists(this=select)

        is_scalar = test.kind == "scalar"
        kind = type_of(test.statement.outputs[0].expression)
        if self._is_ruled and not is_scalar and kind_of_output(test.statement, 0, self._kind) == "integer":
            kind = "integer"

        compared = self._alike(select, kind, bindings)
        if is_scalar or operand is None:
            return exp.Subquery(this=compared)

        if self._is_ruled and bindings.dialect.total is None:
            operand = sql_nodes.as_one_type(tried(operand), kind)

        return exp.Paren(this=exp.In(this=operand, query=exp.Subquery(this=compared)))

    def _alike(self, select: exp.Select, kind: str, bindings: Bindings) -> exp.Select:
        """The SELECT with its one column of a type that is compared without a cast that can fail."""
        if not self._is_ruled:
            return select

        total, column = bindings.dialect.total, sql_nodes.column("c0", "r0")
        kind = "number" if total is not None and kind == "integer" else kind
        value = sql_nodes.as_one_type(column, kind) if total is None else total.plain(column, kind)
        return sql_nodes.select(sql_nodes.numbered([value], "c"), sql_nodes.subquery(select, "r0"))


_SET_OPERATIONS: Mapping[str, type[exp.SetOperation]] = MappingProxyType(
    {"union": exp.Union, "intersect": exp.Intersect, "except": exp.Except}
)
