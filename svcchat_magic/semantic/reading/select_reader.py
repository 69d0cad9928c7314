"""One SELECT, read: a leaf over members of the model, or a layer around other statements."""

from collections.abc import Iterator
from dataclasses import replace

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import contains, members_of, parts_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Expression,
    FilteredMeasure,
    Member,
    Operation,
    Output,
    OutputColumn,
    Statement,
    SubqueryTest,
    Window,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.clauses import (
    read_groupings,
    read_limit,
    read_offset,
    read_order,
    windows_named,
)
from svcchat_magic.semantic.reading.column_names import free_name, name_of
from svcchat_magic.semantic.reading.expression_reader import ExpressionReader
from svcchat_magic.semantic.reading.groupings import united
from svcchat_magic.semantic.reading.layers import Parts, has_aggregates, statement_from
from svcchat_magic.semantic.reading.reader import Context
from svcchat_magic.semantic.reading.relation import Environment, From, Relation
from svcchat_magic.semantic.reading.relations import read_from
from svcchat_magic.semantic.reading.select_clauses import MAX_OUTPUTS, check_clauses
from svcchat_magic.semantic.reading.subqueries import check_tests

_IN_WHERE = "{name} is a measure; filter it with HAVING MEASURE({name}), not with WHERE."
_IN_ROWS = "{name} is a measure; write MEASURE({name})."


def read_select(select: exp.Select, environment: Environment, *, is_inner: bool) -> Relation:
    """What a SELECT asks; an inner one may name measures bare, for the SELECT around it to ask for.

    Raises QueryRefused with a sentence that says what to write instead.
    """
    check_clauses(select)
    source = read_from(select, environment)
    return _SelectReader(
        select, source, environment.context(windows_named(select)), is_inner=is_inner
    ).relation()


class _SelectReader:
    """Reads the clauses of one SELECT."""

    def __init__(self, select: exp.Select, source: From, context: Context, *, is_inner: bool) -> None:
        self._select = select
        self._source = source
        self._columns = source.columns
        self._context = context
        self._is_inner = is_inner
        self._bare: Member | None = None  # a measure that is named without MEASURE
        self._outputs = self._read_outputs()
        by_name = {output.name: output.expression for output in self._outputs}
        self._named = ExpressionReader(self._columns, context, by_name)

    def relation(self) -> Relation:
        """The SELECT as a relation."""
        parts, groupings = self._parts()
        is_open = self._source.leaf is not None and _keeps_rows(parts)
        if self._bare is not None and not is_open:
            raise QueryRefused(_IN_ROWS.format(name=self._columns.label(self._bare)))

        columns = {output.name: output.expression for output in self._outputs}
        if self._bare is not None:
            parts = replace(
                parts, outputs=tuple(each for each in parts.outputs if not _is_bare(each.expression))
            )

        statement = self._statement(parts, groupings) if parts.outputs else None
        if not is_open or self._source.leaf is None:
            return Relation(columns, statement)

        leaf = replace(self._source.leaf, where=(*self._source.leaf.where, *parts.where))
        bare = "" if self._bare is None else _IN_ROWS.format(name=self._columns.label(self._bare))
        return Relation(columns, statement, leaf, self._columns, bare)

    def _parts(self) -> tuple[Parts, tuple[tuple[Expression, ...], ...]]:
        select = self._select
        groupings = read_groupings(select.args.get("group"), self._outputs, self._named)
        having, qualify = self._condition("having"), self._condition("qualify")
        order_by = read_order(select.args.get("order"), self._outputs, self._named)
        parts = Parts(
            outputs=self._outputs,
            where=self._where(),
            keys=tuple(dict.fromkeys(key for keys in groupings for key in keys)),
            aggregated=False,
            having=having,
            qualify=qualify,
            distinct=bool(select.args.get("distinct")),
            order_by=order_by,
            limit=read_limit(select.args.get("limit")),
            offset=read_offset(select.args.get("offset")),
        )
        asked = [each for each in parts.after_grouping() if self._bare is None or not _is_bare(each)]
        aggregated = select.args.get("group") is not None or any(map(has_aggregates, asked))
        if having is not None and not aggregated:
            raise QueryRefused("HAVING needs a measure or GROUP BY; write other conditions into WHERE.")

        for expression in parts.after_grouping():
            check_tests(expression, are_values_joined=True)

        parts = replace(parts, aggregated=aggregated)
        self._check_grouping(parts)
        return parts, groupings

    def _statement(self, parts: Parts, groupings: tuple[tuple[Expression, ...], ...]) -> Statement:
        if len(groupings) > 1:
            return united(self._source, parts, groupings)

        if any(contains(each, Operation) and _has_grouping(each) for each in parts.after_grouping()):
            raise QueryRefused("GROUPING stands beside GROUP BY ROLLUP, CUBE or GROUPING SETS.")

        return statement_from(self._source, parts)

    def _read_outputs(self) -> tuple[Output, ...]:
        outputs: dict[str, Output] = {}
        for name, expression in self._columns_asked():
            free = free_name(name, outputs)
            outputs[free] = Output(free, expression)
            if len(outputs) > MAX_OUTPUTS:
                raise QueryRefused(f"A query has at least one column and at most {MAX_OUTPUTS}.")

        return tuple(outputs.values())

    def _columns_asked(self) -> Iterator[tuple[str, Expression]]:
        reader = ExpressionReader(self._columns, self._context)
        for node in self._select.expressions:
            inner = node.this if isinstance(node, exp.Alias) else node
            star = _star_of(inner)
            if star is not None:
                yield from self._starred(*star)
                continue

            expression = self._bare_measure(inner) or reader.read(inner)
            yield (
                node.alias if isinstance(node, exp.Alias) else name_of(expression, self._columns),
                expression,
            )

    def _starred(self, star: exp.Expr, table: exp.Expr | None) -> Iterator[tuple[str, Expression]]:
        """`*`: the dimensions of a table, and in an inner SELECT its measures."""
        only(star)
        for name, expression in self._columns.starred(table):
            if not _is_bare(expression):
                yield name, expression
            elif self._is_inner:
                self._bare = self._bare or _member(expression)
                yield name, expression

    def _bare_measure(self, node: exp.Expr) -> Expression | None:
        if (
            not self._is_inner
            or not isinstance(node, exp.Column)
            or not isinstance(node.this, exp.Identifier)
        ):
            return None

        found = self._columns.find(node)
        if not _is_bare(found):
            return None

        self._bare = self._bare or _member(found)
        return found

    def _where(self) -> tuple[Expression, ...]:
        where = self._select.args.get("where")
        if where is None:
            return ()

        condition = ExpressionReader(self._columns, self._context, bare_measure=_IN_WHERE).condition(
            where.this
        )
        measure = next((member for member in members_of(condition) if member.kind == "measure"), None)
        if measure is not None:
            raise QueryRefused(_IN_WHERE.format(name=self._columns.label(measure)))

        if contains(condition, (Aggregate, FilteredMeasure)):
            raise QueryRefused("An aggregate is filtered with HAVING, not with WHERE.")

        if contains(condition, Window):
            raise QueryRefused("A window function is filtered with QUALIFY, not with WHERE.")

        check_tests(condition, are_values_joined=self._source.leaf is None)
        return (condition,)

    def _condition(self, clause: str) -> Expression | None:
        node = self._select.args.get(clause)
        if node is None:
            return None

        found = self._named.condition(node.this)
        if clause == "having" and contains(found, Window):
            raise QueryRefused("A window function is filtered with QUALIFY, not with HAVING.")

        return found

    def _check_grouping(self, parts: Parts) -> None:
        if not parts.aggregated:
            return

        for expression in parts.after_grouping():
            free = _ungrouped(expression, parts.keys)
            if isinstance(free, Member) and parts.distinct and not parts.keys and expression == free:
                continue  # DISTINCT groups by what it selects

            if free is not None:
                name = self._columns.label(free) if isinstance(free, Member) else self._columns.name(free)
                raise QueryRefused(f"Projection references non-aggregate values; add {name} to GROUP BY.")


def _keeps_rows(parts: Parts) -> bool:
    """Whether a SELECT only chooses and computes columns, so that its rows can still be grouped."""
    is_cut = parts.limit is not None or parts.offset or parts.distinct or parts.qualify is not None
    computed = (output.expression for output in parts.outputs)
    return not (parts.aggregated or is_cut) and not any(
        contains(each, (Window, SubqueryTest)) for each in computed
    )


def _is_bare(expression: Expression) -> bool:
    return isinstance(expression, Member) and expression.kind == "measure"


def _member(expression: Expression) -> Member | None:
    return expression if isinstance(expression, Member) else None


def _star_of(node: exp.Expr) -> tuple[exp.Expr, exp.Expr | None] | None:
    if isinstance(node, exp.Star):
        return node, None

    if isinstance(node, exp.Column) and isinstance(node.this, exp.Star):
        only(node, "this", "table")
        return node.this, node.args.get("table")

    return None


def _has_grouping(expression: Expression) -> bool:
    is_call = isinstance(expression, Operation) and expression.operator == "grouping"
    return is_call or any(map(_has_grouping, parts_of(expression)))


def _ungrouped(expression: Expression, keys: tuple[Expression, ...]) -> Expression | None:
    """A dimension or column that stands outside the keys and outside aggregates."""
    if expression in keys:
        return None

    if isinstance(expression, Member):
        return None if expression.kind == "measure" else expression

    if isinstance(expression, OutputColumn):
        return expression

    if isinstance(expression, (Aggregate, FilteredMeasure)):
        return None

    return next((free for part in parts_of(expression) if (free := _ungrouped(part, keys)) is not None), None)
