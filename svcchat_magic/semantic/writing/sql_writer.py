"""Semantic queries as SQL of an engine: planned for a viewer, then written."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.access.default_filters import with_default_filters
from svcchat_magic.semantic.access.masks import masked_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.planning.explain import explain_plan
from svcchat_magic.semantic.planning.failing import ColumnKinds
from svcchat_magic.semantic.planning.plan import Plan
from svcchat_magic.semantic.planning.planner import QueryPlanner
from svcchat_magic.semantic.query.dialects import dialect_of
from svcchat_magic.semantic.query.operations import Bindings
from svcchat_magic.semantic.query.query import SemanticQuery, Viewer
from svcchat_magic.semantic.writing.plan_writer import PlanWriter
from svcchat_magic.semantic.writing.row_fence import WriteTest
from svcchat_magic.semantic.writing.sub_queries import SubQueries, with_sub_query_columns


@dataclass(frozen=True, slots=True)
class EngineStatement:
    """SQL for an engine with its named parameters.

    `count` is the statement that tells how many rows there are before LIMIT and OFFSET, where the last
    column of this one does not.
    """

    sql: str
    parameters: Mapping[str, object]
    count: "EngineStatement | None" = None

    def with_texts(self, texts: Mapping[str, str]) -> "EngineStatement":
        """The same statement with other texts for these of its parameters."""
        given = {
            name: texts.get(value, value) if isinstance(value, str) else value
            for name, value in self.parameters.items()
        }
        return EngineStatement(self.sql, given, self.count and self.count.with_texts(texts))


class QueryWriter:
    """Writes the statements of one query, cut to the rows that its viewer may see.

    Raises QueryRefused where the model names two ways to a cube.
    """

    def __init__(
        self,
        model: Model,
        query: SemanticQuery,
        viewer: Viewer,
        *,
        dialect: str,
        kinds: ColumnKinds,
        write_test: WriteTest,
    ) -> None:
        self._given = model
        self._write_test = write_test
        self._kinds = kinds
        self._computed = masked_model(model, viewer, query.table)
        self._model = model = with_sub_query_columns(self._computed)
        self._query = query = with_default_filters(model, query, viewer)
        self._viewer = viewer
        self._dialect = dialect
        self.planner = QueryPlanner(model, query, viewer, kinds)

    def all_rows(self) -> EngineStatement:
        """The statement for every row, which counts none: counting would hold them all before the first."""
        return self._statement(self.planner.page())

    def page(self, size: int) -> EngineStatement:
        """The statement for at most `size` rows; it counts the groups of an aggregated query itself."""
        if self._query.aggregated:
            return self._statement(self.planner.page(size, counts_all=True))

        return self._statement(self.planner.page(size), self._statement(self.planner.row_count()))

    def explained(self, size: int | None) -> tuple[str, str]:
        """The plan of a page or of all rows as text, with what the viewer sees, and its SQL in lines."""
        plan = self.planner.page(size)
        select = self.select(plan, Bindings(dialect_of(self._dialect), self._model.settings.calendar))
        text = explain_plan(plan, visible_model(self._model, self._viewer), self._query.table)
        return text, select.sql(dialect=self._dialect, pretty=True, copy=False)

    def select(self, plan: Plan, bindings: Bindings) -> exp.Select:
        """A plan of the query as a SELECT of the columns c0, c1 and so on, its values bound among others."""
        planner = self.planner
        writer = PlanWriter(
            self._model.cubes,
            planner.tree,
            planner.atoms,
            planner.failing.cannot,
            bindings,
            self._write_test,
            partial(self._leaf, bindings),
        )
        leaf = partial(self._leaf, bindings)
        return SubQueries(self._computed, self._query.table, planner.tree.unnamed, leaf).joined(
            writer.select(plan)
        )

    def _leaf(self, bindings: Bindings, query: SemanticQuery) -> exp.Select:
        """A query that this one reads, for the same viewer."""
        writer = QueryWriter(
            self._given,
            query,
            self._viewer,
            dialect=self._dialect,
            kinds=self._kinds,
            write_test=self._write_test,
        )
        return writer.select(writer.planner.page(), bindings)

    def _statement(self, plan: Plan, count: EngineStatement | None = None) -> EngineStatement:
        dialect = dialect_of(self._dialect)
        bindings = Bindings(dialect, self._model.settings.calendar)
        return EngineStatement(
            dialect.sql(self.select(plan, bindings)), MappingProxyType(bindings.values), count
        )
