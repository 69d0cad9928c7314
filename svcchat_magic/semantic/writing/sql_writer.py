"""Semantic queries written as SQL for an engine, without counting any row twice.

The measures of each cube are computed in a sub-query of their own. Where the joins repeat that cube's rows,
the sub-query aggregates over the distinct pairs of group keys and primary key. All sub-queries have the same
groups, because each starts at the same root with the same filters, and are joined null-safely on them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from svcchat_magic.semantic.access.access import has_policies, row_rules, visible_model
from svcchat_magic.semantic.model.join_graph import JoinGraph, JoinTree, Path
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Model
from svcchat_magic.semantic.query.operations import Bindings, render_outside
from svcchat_magic.semantic.query.query import (
    Constant,
    Expression,
    Member,
    Operation,
    Ordering,
    SemanticQuery,
    Viewer,
    members_of,
)
from svcchat_magic.semantic.writing.atoms import Atom, atoms_of, place_of
from svcchat_magic.semantic.writing.row_fence import ColumnKinds, Failing, FencedRows, never_failing
from svcchat_magic.semantic.writing.scope import Row, Scope, aggregate


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL for an engine with its named parameters; a page's last column counts all rows before the limit."""

    sql: str
    parameters: Mapping[str, object]


def write_sql(
    model: Model,
    query: SemanticQuery,
    viewer: Viewer,
    *,
    dialect: str,
    kinds: ColumnKinds,
    page: int | None,
) -> Statement:
    """The statement for at most `page` rows of a query, cut to the rows this viewer may see.

    With `None` it gives all rows, and no count: counting would hold them all before the first.
    Raises QueryRefused where the model names two ways to a cube.
    """
    tree = join_tree(model, query, viewer)
    bindings = Bindings()
    rules = _rules(model, query, viewer, tree)
    cannot_fail = Failing(model.cubes, tree, kinds).cannot

    is_ruled = has_policies(model)  # rows may be out of reach where no rule binds: those that no join finds

    def open_rows() -> FencedRows:
        scope = Scope(model.cubes, tree)
        return FencedRows(scope, rules, cannot_fail, bindings, dialect, is_ruled=is_ruled)

    def over_groups(value: exp.Expr) -> exp.Expr:
        return never_failing(value, dialect) if is_ruled else value

    writer = _Writer(model.cubes, tree, query, open_rows, over_groups, bindings)
    select = writer.aggregated() if query.aggregated else writer.raw()
    if page is not None:
        total = exp.Window(this=exp.Count(this=exp.Star()))
        select = select.select(exp.alias_(total, "total_rows"), copy=False)

    limits = [limit for limit in (page, query.limit) if limit is not None]
    if limits:
        select = select.limit(min(limits), copy=False)

    if query.offset:
        select = select.offset(query.offset, copy=False)

    return Statement(select.sql(dialect=dialect), bindings.values)


def join_tree(model: Model, query: SemanticQuery, viewer: Viewer) -> JoinTree:
    """Where the references of a query lead; its refusals name no cube that the viewer does not see."""
    view = model.views.get(query.table)
    hints = [member.path for member in view.members.values()] if view is not None else []
    seen = visible_model(model, viewer).cubes
    unnamed = {name for name in model.cubes if name not in seen or not seen[name].public}
    return JoinTree(JoinGraph(model.cubes), query.root, hints, unnamed)


def _rules(model: Model, query: SemanticQuery, viewer: Viewer, tree: JoinTree) -> tuple[Expression, ...]:
    """The rules of every meeting that the query reads, and of those that the rules themselves read."""
    if not has_policies(model):
        return ()

    rules: tuple[Expression, ...] = ()
    paths: tuple[Path, ...] = ()
    while set(met := _met(model.cubes, tree, (*query.expressions(), *rules))) != set(paths):
        paths = met
        rules = row_rules(model, viewer, query.table, paths, tree.declared)

    return rules


def _met(cubes: Mapping[str, Cube], tree: JoinTree, expressions: tuple[Expression, ...]) -> tuple[Path, ...]:
    """The join path of every cube that the expressions read."""
    scope = Scope(cubes, tree)
    for member in (member for expression in expressions for member in members_of(expression)):
        if member.kind != "measure":
            scope.dimension(member.path, member.name)
            continue

        for atom in atoms_of(cubes, tree, member.path, member.name):
            scope.alias(atom.path)
            scope.primary_key(atom.path)
            aggregate(cubes[atom.path[-1]].measures[atom.measure], _rows_at(scope, atom.path), [])

    return scope.paths


class _Writer:
    """Writes one query."""

    def __init__(
        self,
        cubes: Mapping[str, Cube],
        tree: JoinTree,
        query: SemanticQuery,
        open_rows: Callable[[], FencedRows],
        over_groups: Callable[[exp.Expr], exp.Expr],
        bindings: Bindings,
    ) -> None:
        self._cubes = cubes
        self._tree = tree
        self._query = query
        self._open_rows = open_rows
        self._over_groups = over_groups
        self._bindings = bindings
        self._atoms: dict[Atom, exp.Column] = {}

    def raw(self) -> exp.Select:
        """One row for each row of the root."""
        rows = self._open_rows()
        outputs = [rows.value(output.expression) for output in self._query.outputs]
        order = [_ordered(term, rows.value(term.expression)) for term in self._query.order_by]
        select = rows.filtered(exp.Select(), self._query.where)
        return _sorted(rows.scope.joined(select.select(*_named(outputs, "c"), copy=False)), order)

    def aggregated(self) -> exp.Select:
        """One row for each combination of the keys."""
        by_path = self._atoms_by_path()
        outputs = [self._of_groups(output.expression) for output in self._query.outputs]
        order = [_ordered(term, self._of_groups(term.expression)) for term in self._query.order_by]
        select = exp.Select().select(*_named(outputs, "c"), copy=False)
        for number, path in enumerate(by_path or {(self._query.root,): []}):
            part = self._part(path, by_path.get(path, [])).subquery(f"q{number}", copy=False)
            select = self._join_part(select, part, number) if number else select.from_(part, copy=False)

        if self._query.having is not None:
            select = select.where(self._of_groups(self._query.having), copy=False)

        return _sorted(select, order)

    def _atoms_by_path(self) -> dict[Path, list[tuple[str, Atom]]]:
        """The atoms by the cube that computes them, each with its column's name; fills `_atoms` too."""
        by_path: dict[Path, list[tuple[str, Atom]]] = {}
        for member in (
            member for expression in self._query.expressions() for member in members_of(expression)
        ):
            if member.kind != "measure":
                continue

            for atom in atoms_of(self._cubes, self._tree, member.path, member.name):
                if atom not in self._atoms:
                    mine = by_path.setdefault(atom.path, [])
                    name = f"a{len(self._atoms)}"
                    mine.append((name, atom))
                    self._atoms[atom] = exp.column(name, table=f"q{list(by_path).index(atom.path)}")

        return by_path

    def _part(self, path: Path, atoms: list[tuple[str, Atom]]) -> exp.Select:
        """The sub-query with the keys and one cube's measures."""
        rows = self._open_rows()
        scope = rows.scope
        scope.alias(path)
        keys = _named([rows.value(key) for key in self._query.keys], "k")
        select = rows.filtered(exp.Select().select(*keys, copy=False), self._query.where)
        if not atoms:
            return scope.joined(select.distinct(copy=False))

        if self._tree.repeats(scope.paths, path):
            return self._over_distinct(select, scope, path, atoms)

        present = [] if len(path) == 1 else [_is_there(scope.identity(path)[0])]
        select = self._measured(select, atoms, _rows_at(scope, path), present)
        return scope.joined(_grouped(select, len(keys)))

    def _over_distinct(
        self, select: exp.Select, scope: Scope, path: Path, atoms: list[tuple[str, Atom]]
    ) -> exp.Select:
        """The measures of a cube over distinct pairs of keys and primary key.

        What a measure reads of its row comes with the pair: the same row gives the same values.
        """
        read: dict[Use, exp.Expr] = {}

        def row(sql: str) -> exp.Expr:
            def resolve(use: Use) -> exp.Expr:
                return read.setdefault(use, exp.column(f"v{len(read)}", table="d")).copy()

            return read_member_sql(sql).build(resolve)

        keys = [exp.column(f"k{number}", table="d") for number in range(len(self._query.keys))]
        outer = exp.Select().select(*_named(keys, "k"), copy=False)
        outer = self._measured(outer, atoms, row, [_is_there(exp.column("id0", table="d"))])
        inner = select.select(*_named(scope.identity(path), "id"), copy=False)
        inner = inner.select(*_named([scope.use(path, use) for use in read], "v"), copy=False)
        inner = scope.joined(inner.distinct(copy=False))
        return _grouped(outer.from_(inner.subquery("d", copy=False), copy=False), len(keys))

    def _measured(
        self, select: exp.Select, atoms: list[tuple[str, Atom]], row: Row, present: list[exp.Expr]
    ) -> exp.Select:
        for name, atom in atoms:
            measure = self._cubes[atom.path[-1]].measures[atom.measure]
            select = select.select(exp.alias_(aggregate(measure, row, present), name), copy=False)

        return select

    def _join_part(self, select: exp.Select, part: exp.Subquery, number: int) -> exp.Select:
        if not self._query.keys:
            return select.join(part, join_type="cross", copy=False)

        same = [
            exp.NullSafeEQ(
                this=exp.column(f"k{key}", table="q0"), expression=exp.column(f"k{key}", table=f"q{number}")
            )
            for key in range(len(self._query.keys))
        ]
        return select.join(part, on=exp.and_(*same), join_type="left", copy=False)

    def _of_groups(self, expression: Expression) -> exp.Expr:
        """An expression of the caller over the sub-queries."""
        value = self._in_groups(expression)
        return self._over_groups(value) if isinstance(expression, Operation) else value

    def _in_groups(self, expression: Expression) -> exp.Expr:
        """An expression over the sub-queries: keys and measures are their columns."""
        if expression in self._query.keys:
            return exp.column(f"k{self._query.keys.index(expression)}", table="q0")

        if isinstance(expression, Member):
            return self._measure(expression.path, expression.name)

        if not isinstance(expression, (Constant, Operation)):
            raise TypeError("the reader gives measures and operations alone")

        return render_outside(expression, self._in_groups, self._bindings)

    def _measure(self, path: Path, name: str) -> exp.Expr:
        """A measure from its atoms, as the model composes them."""
        atom = self._atoms.get(Atom(path, name))
        if atom is not None:
            return atom.copy()

        def resolve(use: Use) -> exp.Expr:
            return exp.paren(self._measure(place_of(self._tree, path, use), use.member), copy=False)

        sql = self._cubes[path[-1]].measures[name].sql
        return exp.paren(read_member_sql(sql).build(resolve), copy=False)


def _rows_at(scope: Scope, path: Path) -> Row:
    """The snippets of the cube at a path, computed for each of its rows."""
    return lambda sql: scope.row(path, sql)


def _is_there(primary_key: exp.Expr) -> exp.Expr:
    """That a row of the cube was found by the LEFT JOINs."""
    return exp.Not(this=exp.Is(this=primary_key, expression=exp.Null()))


def _grouped(select: exp.Select, keys: int) -> exp.Select:
    return (
        select.group_by(*(exp.Literal.number(number + 1) for number in range(keys)), copy=False)
        if keys
        else select
    )


def _named(expressions: Sequence[exp.Expr], prefix: str) -> list[exp.Expr]:
    return [
        exp.alias_(expression, f"{prefix}{number}", copy=False)
        for number, expression in enumerate(expressions)
    ]


def _sorted(select: exp.Select, order: list[exp.Ordered]) -> exp.Select:
    return select.order_by(*order, copy=False) if order else select


def _ordered(term: Ordering, expression: exp.Expr) -> exp.Ordered:
    return exp.Ordered(this=expression, desc=term.descending, nulls_first=term.nulls_first)
