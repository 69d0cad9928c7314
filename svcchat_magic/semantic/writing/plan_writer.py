"""A logical plan written as one SELECT: each node of the plan becomes its clause or sub-query."""

from collections.abc import Callable, Mapping

from sqlglot import exp

from svcchat_magic.semantic.model.join_graph import JoinTree
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.atoms import Atoms
from svcchat_magic.semantic.planning.plan import (
    Aggregation,
    Compose,
    Filter,
    Page,
    Plan,
    Project,
    RowCount,
    SemiJoin,
    Strategy,
)
from svcchat_magic.semantic.query.operations import Bindings
from svcchat_magic.semantic.query.query import Expression, Ordering, Periods, SemanticQuery
from svcchat_magic.semantic.writing import sql_nodes
from svcchat_magic.semantic.writing.group_values import GroupValues
from svcchat_magic.semantic.writing.period_series import period_table
from svcchat_magic.semantic.writing.row_fence import FencedRows, WriteTest
from svcchat_magic.semantic.writing.row_values import DistinctRows, JoinedRowValues
from svcchat_magic.semantic.writing.scope import Scope

CannotFail = Callable[[Expression], bool]
WriteBounds = Callable[[SemanticQuery], exp.Select]


class PlanWriter:
    """Writes plans of one query."""

    def __init__(
        self,
        cubes: Mapping[str, Cube],
        tree: JoinTree,
        atoms: Atoms,
        cannot_fail: CannotFail,
        bindings: Bindings,
        write_test: WriteTest,
        write_bounds: WriteBounds,
    ) -> None:
        self._write_test = write_test
        self._write_bounds = write_bounds
        self._cubes = cubes
        self._tree = tree
        self._atoms = atoms
        self._cannot_fail = cannot_fail
        self._bindings = bindings

    def select(self, plan: Plan) -> exp.Select:
        """The SELECT for a plan; its columns are named c0, c1 and so on."""
        if isinstance(plan, RowCount):
            return self._over(plan.rows, [exp.Count(this=exp.Star())])

        found = (
            self._composed(plan.source, plan.order_by)
            if isinstance(plan.source, Compose)
            else self._projected(plan.source, plan.order_by)
        )
        return _cut(found, plan)

    def _projected(self, project: Project, order_by: tuple[Ordering, ...]) -> exp.Select:
        rows = self._fenced(project.rows)
        outputs = [rows.value(output.expression) for output in project.outputs]
        order = [_ordered(term, rows.value(term.expression)) for term in order_by]
        return _sorted(self._over(project.rows, sql_nodes.numbered(outputs, "c"), rows), order)

    def _composed(self, compose: Compose, order_by: tuple[Ordering, ...]) -> exp.Select:
        merged = compose.merged
        groups = GroupValues(self._cubes, self._atoms, merged, self._bindings)
        first, *others = (
            sql_nodes.subquery(self._aggregated(part), f"q{number}")
            for number, part in enumerate(merged.parts)
        )
        joins = [
            sql_nodes.join(part, groups.same_keys(number), "LEFT")
            for number, part in enumerate(others, start=1)
        ]
        outputs = [groups.value(output.expression) for output in compose.outputs]
        having = [] if compose.having is None else [groups.value(compose.having)]
        order = [_ordered(term, groups.value(term.expression)) for term in order_by]
        return _sorted(sql_nodes.select(sql_nodes.numbered(outputs, "c"), first, joins, having), order)

    def _aggregated(self, part: Aggregation) -> exp.Select:
        rows = self._fenced(part.rows)
        keys = sql_nodes.numbered((rows.value(key) for key in part.keys), "k")
        if part.strategy is Strategy.DISTINCT_KEYS:
            return self._over_distinct(part, rows, keys)

        values = JoinedRowValues(self._cubes, rows, part)
        numbers = sql_nodes.numbered(map(values.aggregate, part.values), "a")
        if not numbers:
            return self._over(part.rows, keys, rows, distinct=True)

        return self._over(part.rows, [*keys, *numbers], rows, groups=len(keys))

    def _over_distinct(self, part: Aggregation, rows: FencedRows, keys: list[exp.Expr]) -> exp.Select:
        """The measures of a cube over distinct pairs of keys and primary key.

        What a measure reads of its row comes with the pair: the same row gives the same values.
        """
        values = DistinctRows(self._cubes, rows, part)
        numbers = sql_nodes.numbered(map(values.aggregate, part.values), "a")
        pairs = self._over(part.rows, [*keys, *values.columns()], rows, distinct=True)
        outer = sql_nodes.numbered((sql_nodes.column(f"k{at}", "d") for at in range(len(keys))), "k")
        return sql_nodes.select([*outer, *numbers], sql_nodes.subquery(pairs, "d"), groups=len(keys))

    def _over(
        self,
        filtered: Filter,
        columns: list[exp.Expr],
        rows: FencedRows | None = None,
        *,
        groups: int = 0,
        distinct: bool = False,
    ) -> exp.Select:
        """A SELECT over the rows that a filter lets through."""
        rows = rows or self._fenced(filtered)
        where = rows.conditions(filtered.conditions)
        is_ruled = filtered.row_rules.is_ruled
        where += [
            self._exists(each, rows.scope, f"s{at}t", is_ruled=is_ruled)
            for at, each in enumerate(filtered.semi_joins)
        ]
        first, joins = rows.scope.tables()
        if filtered.periods is not None:
            joins.append(sql_nodes.join(self._periods(filtered.periods), None))

        return sql_nodes.select(columns, first, joins, where, groups=groups, distinct=distinct)

    def _periods(self, periods: Periods) -> exp.Subquery:
        return period_table(periods, self._write_bounds(periods.bounds), self._bindings)

    def _exists(self, semi_join: SemiJoin, outside: Scope, prefix: str, *, is_ruled: bool) -> exp.Exists:
        scope = outside.inside(semi_join.source, prefix)
        rows = self._fence(scope, semi_join.rules, is_ruled=is_ruled)
        where = [scope.condition(semi_join.step), *rows.conditions(semi_join.conditions)]
        return exp.Exists(this=sql_nodes.select([sql_nodes.whole(1)], *scope.tables(), where))

    def _fenced(self, filtered: Filter) -> FencedRows:
        scope = Scope(self._cubes, self._tree, filtered.source)
        return self._fence(scope, filtered.rules, is_ruled=filtered.row_rules.is_ruled)

    def _fence(self, scope: Scope, rules: tuple[Expression, ...], *, is_ruled: bool) -> FencedRows:
        return FencedRows(
            scope,
            rules,
            self._cannot_fail,
            self._bindings,
            self._write_test,
            is_ruled=is_ruled,
        )


def _cut(select: exp.Select, page: Page) -> exp.Select:
    if page.counts_all:
        total = exp.Window(this=exp.Count(this=exp.Star()))
        select.append("expressions", sql_nodes.named(total, "total_rows"))

    if page.limit is not None:
        select.set("limit", exp.Limit(expression=sql_nodes.whole(page.limit)))

    if page.offset:
        select.set("offset", exp.Offset(expression=sql_nodes.whole(page.offset)))

    return select


def _sorted(select: exp.Select, order: list[exp.Ordered]) -> exp.Select:
    if order:
        select.set("order", exp.Order(expressions=order))

    return select


def _ordered(term: Ordering, expression: exp.Expr) -> exp.Ordered:
    return exp.Ordered(this=expression, desc=term.descending, nulls_first=term.nulls_first)
