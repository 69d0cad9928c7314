"""The plan of a query for one viewer: their row rules bound, and a strategy for each of its numbers."""

from functools import cached_property

from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.model.join_graph import JoinGraph, JoinTree, Path
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.planning.aggregations import Aggregations
from svcchat_magic.semantic.planning.atoms import Atom, Atoms
from svcchat_magic.semantic.planning.beside import Beside
from svcchat_magic.semantic.planning.failing import ColumnKinds, Failing
from svcchat_magic.semantic.planning.joined_rows import JoinedRows
from svcchat_magic.semantic.planning.meetings import Meetings, closed
from svcchat_magic.semantic.planning.missing_rows import MissingRows
from svcchat_magic.semantic.planning.plan import Compose, Page, Project, RowCount
from svcchat_magic.semantic.planning.row_rules import RowRules
from svcchat_magic.semantic.query.query import Expression, SemanticQuery, Viewer


class QueryPlanner:
    """Plans one query.

    Raises QueryRefused where the model names two ways to a cube.
    """

    def __init__(self, model: Model, query: SemanticQuery, viewer: Viewer, kinds: ColumnKinds) -> None:
        self._query = query
        self._cubes = model.cubes
        self.tree = join_tree(model, query, viewer)
        self.failing = Failing(model.cubes, self.tree, kinds)
        self.atoms = Atoms(model.cubes, self.tree)
        self._meetings = Meetings(model.cubes, self.tree)
        self._rules = RowRules(model, viewer, query.table, self.tree, self._met())
        self._rows = JoinedRows(
            self.tree,
            self._meetings,
            self._rules,
            query.where,
            MissingRows(model.cubes, self.tree, self._meetings).rejected_by,
            query.periods,
        )

    def page(self, size: int | None = None, *, counts_all: bool = False) -> Page:
        """At most `size` rows of the answer, or all of them."""
        query = self._query
        limits = [limit for limit in (size, query.limit) if limit is not None]
        source = self._composed() if query.aggregated else self._projected()
        return Page(source, query.order_by, min(limits, default=None), query.offset, counts_all)

    def row_count(self) -> RowCount:
        """How many rows a query that is not aggregated has, before its LIMIT and OFFSET.

        Cubes with one row for each row of the root are left out: they change nothing.
        """
        root = (self.tree.root,)
        read = self._meetings.of(*self._given())
        return RowCount(self._rows.from_root(path for path in read if not self.tree.is_one(root, path)))

    def _composed(self) -> Compose:
        query = self._query
        aggregations = Aggregations(
            self._cubes,
            self.tree,
            self._meetings,
            self._rows,
            query.keys,
            may_start_elsewhere=self._may_start_elsewhere,
        )
        return Compose(aggregations.merged(self._query_atoms), query.outputs, query.having)

    def _projected(self) -> Project:
        return Project(self._rows.from_root(self._meetings.of(*self._given())), self._query.outputs)

    @cached_property
    def _query_atoms(self) -> tuple[Atom, ...]:
        return tuple(dict.fromkeys(
            atom for expression in self._query.expressions() for atom in self.atoms.of(expression)
        ))  # fmt: skip

    @property
    def _may_start_elsewhere(self) -> bool:
        """Whether rules may be tested apart: the caller then has nothing computed that can fail."""
        return not self._rules.conditions or all(map(self.failing.cannot, self._over_rows()))

    def _given(self) -> tuple[Expression, ...]:
        """What is given for each row, and what the rows are sorted by."""
        query = self._query
        return (
            *(output.expression for output in query.outputs),
            *(term.expression for term in query.order_by),
        )

    def _over_rows(self) -> tuple[Expression, ...]:
        """What the caller has computed for each row of an aggregated query."""
        return (
            *self._query.keys,
            *self._query.where,
            *(part for atom in self._query_atoms for part in atom.computed),
        )

    def _met(self) -> tuple[Path, ...]:
        """The meetings that the query reads or names a measure of, with all on the way to them."""
        query = self._query
        named = (path for expression in query.expressions() for path in self.atoms.defined_at(expression))
        rows = (*query.keys, *query.where) if query.aggregated else (*self._given(), *query.where)
        of_atoms = (path for atom in self._query_atoms for path in self._meetings.of_atom(atom))
        beside = Beside(self._cubes, self.tree, self.atoms, self._meetings).met(query.beside)
        return closed(((self.tree.root,), *self._meetings.of(*rows), *of_atoms, *named, *beside))


def join_tree(model: Model, query: SemanticQuery, viewer: Viewer) -> JoinTree:
    """Where the references of a query lead; its refusals name no cube that the viewer does not see."""
    graph = model.derived.get("joins", lambda: JoinGraph(model.cubes))
    view = model.views.get(query.table)
    hints = [member.path for member in view.members.values()] if view is not None else []
    seen = visible_model(model, viewer).cubes
    unnamed = {name for name in model.cubes if name not in seen or not seen[name].public}
    return JoinTree(graph, query.root, hints, unnamed)
