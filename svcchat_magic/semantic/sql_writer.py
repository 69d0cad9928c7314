"""Semantic queries written as SQL for an engine, without counting any row twice.

The measures of each cube are computed in a sub-query of their own. Where the joins repeat that cube's rows,
the sub-query aggregates over the distinct pairs of group keys and primary key. All sub-queries have the same
groups, because each starts at the same root with the same filters, and are joined null-safely on them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from svcchat_magic.semantic.access import has_policies, row_rules
from svcchat_magic.semantic.joins import Path, is_multiplied, measure_path
from svcchat_magic.semantic.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model import Cube, Measure, Model
from svcchat_magic.semantic.operations import Bindings, render, render_outside
from svcchat_magic.semantic.query import Expression, Member, Ordering, SemanticQuery, Viewer, members_of
from svcchat_magic.semantic.scope import Scope

COMPOSITE_TYPES = frozenset({"number", "string", "time", "boolean"})


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL for an engine with its named parameters; a page's last column counts all rows before the limit."""

    sql: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Atom:
    """A measure that one aggregate over the rows of one cube computes."""

    path: Path
    measure: str


def write_sql(
    model: Model, query: SemanticQuery, viewer: Viewer, *, dialect: str, page: int | None
) -> Statement:
    """The statement for at most `page` rows of a query, cut to the rows this viewer may see.

    With `None` it gives all rows, and no count: counting would hold them all before the first.
    """
    query = _with_row_rules(model, query, viewer)
    bindings = Bindings()
    writer = _Writer(model.cubes, query, bindings)
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


def atoms_of(cubes: Mapping[str, Cube], path: Path, name: str) -> tuple[Atom, ...]:
    """The atomic measures that a measure is made of."""
    measure = cubes[path[-1]].measures[name]
    if not is_composite(cubes, path[-1], measure):
        return (Atom(path, name),)

    uses = read_member_sql(measure.sql).uses()
    return tuple(atom for use in uses for atom in atoms_of(cubes, _target(cubes, path, use), use.member))


def is_composite(cubes: Mapping[str, Cube], cube: str, measure: Measure) -> bool:
    """Whether a measure of a cube is computed from other measures."""
    if measure.type not in COMPOSITE_TYPES:
        return False

    uses = read_member_sql(measure.sql).uses()
    return any(use.member in cubes[use.cube or cube].measures for use in uses if use.member)


def _with_row_rules(model: Model, query: SemanticQuery, viewer: Viewer) -> SemanticQuery:
    """The query with the rules of every cube it touches, and of the cubes that those rules touch."""
    if not has_policies(model):
        return query

    where = query.where
    paths: tuple[Path, ...] = ()
    while set(touched := _touched(model.cubes, replace(query, where=where))) != set(paths):
        paths = touched
        where = (*query.where, *row_rules(model, viewer, query.table, paths))

    return replace(query, where=where)


def _touched(cubes: Mapping[str, Cube], query: SemanticQuery) -> tuple[Path, ...]:
    """The join path of every cube that the query reads."""
    scope = Scope(cubes, (query.root,))
    for member in (member for expression in query.expressions() for member in members_of(expression)):
        if member.kind != "measure":
            scope.dimension(member.path, member.name)
            continue

        for atom in atoms_of(cubes, member.path, member.name):
            scope.alias(atom.path)
            scope.aggregate(atom.path, cubes[atom.path[-1]].measures[atom.measure], [])

    return scope.paths


class _Writer:
    """Writes one query."""

    def __init__(self, cubes: Mapping[str, Cube], query: SemanticQuery, bindings: Bindings) -> None:
        self._cubes = cubes
        self._query = query
        self._bindings = bindings
        self._atoms: dict[Atom, exp.Column] = {}

    def raw(self) -> exp.Select:
        """One row for each row of the root."""
        scope = self._scope()
        outputs = [self._in_rows(output.expression, scope) for output in self._query.outputs]
        order = [_ordered(term, self._in_rows(term.expression, scope)) for term in self._query.order_by]
        select = self._filtered(exp.Select(), scope)
        return _sorted(scope.joined(select.select(*_named(outputs, "c"), copy=False)), order)

    def aggregated(self) -> exp.Select:
        """One row for each combination of the keys."""
        by_path = self._atoms_by_path()
        outputs = [self._in_groups(output.expression) for output in self._query.outputs]
        order = [_ordered(term, self._in_groups(term.expression)) for term in self._query.order_by]
        select = exp.Select().select(*_named(outputs, "c"), copy=False)
        for number, path in enumerate(by_path or {(self._query.root,): []}):
            part = self._part(path, by_path.get(path, [])).subquery(f"q{number}", copy=False)
            select = self._join_part(select, part, number) if number else select.from_(part, copy=False)

        if self._query.having is not None:
            select = select.where(self._in_groups(self._query.having), copy=False)

        return _sorted(select, order)

    def _atoms_by_path(self) -> dict[Path, list[tuple[str, Atom]]]:
        """The atoms by the cube that computes them, each with its column's name; fills `_atoms` too."""
        by_path: dict[Path, list[tuple[str, Atom]]] = {}
        for member in (
            member for expression in self._query.expressions() for member in members_of(expression)
        ):
            if member.kind != "measure":
                continue

            for atom in atoms_of(self._cubes, member.path, member.name):
                if atom not in self._atoms:
                    mine = by_path.setdefault(atom.path, [])
                    name = f"a{len(self._atoms)}"
                    mine.append((name, atom))
                    self._atoms[atom] = exp.column(name, table=f"q{list(by_path).index(atom.path)}")

        return by_path

    def _part(self, path: Path, atoms: list[tuple[str, Atom]]) -> exp.Select:
        """The sub-query with the keys and one cube's measures."""
        scope = self._scope()
        scope.alias(path)
        keys = _named([self._in_rows(key, scope) for key in self._query.keys], "k")
        select = self._filtered(exp.Select().select(*keys, copy=False), scope)
        if not atoms:
            return scope.joined(select.distinct(copy=False))

        if not is_multiplied(self._cubes, scope.paths, path):
            guard = [] if len(path) == 1 else _present(scope, path)
            return scope.joined(_grouped(self._measured(select, scope, atoms, guard), len(keys)))

        primary_key = _named(scope.primary_key(path), "id")
        distinct = scope.joined(select.select(*primary_key, copy=False).distinct(copy=False))
        return self._over_distinct(distinct, path, atoms)

    def _over_distinct(self, distinct: exp.Select, path: Path, atoms: list[tuple[str, Atom]]) -> exp.Select:
        """The measures of a cube over distinct pairs of keys and primary key, each pair with its row."""
        scope = Scope(self._cubes, path)
        key_count = len(self._query.keys)
        keys = _named([exp.column(f"k{number}", table="d") for number in range(key_count)], "k")
        same = [
            exp.EQ(this=column, expression=exp.column(f"id{number}", table="d"))
            for number, column in enumerate(scope.primary_key(path))
        ]
        select = exp.Select().select(*keys, copy=False).from_(distinct.subquery("d", copy=False), copy=False)
        select = self._measured(select, scope, atoms, _present(scope, path))
        return _grouped(scope.join_root(select, exp.and_(*same)), key_count)

    def _measured(
        self, select: exp.Select, scope: Scope, atoms: list[tuple[str, Atom]], guard: list[exp.Expr]
    ) -> exp.Select:
        for name, atom in atoms:
            measure = self._cubes[atom.path[-1]].measures[atom.measure]
            select = select.select(exp.alias_(scope.aggregate(atom.path, measure, guard), name), copy=False)

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

    def _filtered(self, select: exp.Select, scope: Scope) -> exp.Select:
        for condition in self._query.where:
            select = select.where(self._in_rows(condition, scope), copy=False)

        return select

    def _in_rows(self, expression: Expression, scope: Scope) -> exp.Expr:
        return render(expression, lambda member: scope.dimension(member.path, member.name), self._bindings)

    def _in_groups(self, expression: Expression) -> exp.Expr:
        """An expression over the sub-queries: keys and measures are their columns."""
        if expression in self._query.keys:
            return exp.column(f"k{self._query.keys.index(expression)}", table="q0")

        if isinstance(expression, Member):
            return self._measure(expression.path, expression.name)

        return render_outside(expression, self._in_groups, self._bindings)

    def _measure(self, path: Path, name: str) -> exp.Expr:
        """A measure from its atoms, as the model composes them."""
        atom = self._atoms.get(Atom(path, name))
        if atom is not None:
            return atom.copy()

        def resolve(use: Use) -> exp.Expr:
            return exp.paren(self._measure(_target(self._cubes, path, use), use.member), copy=False)

        sql = self._cubes[path[-1]].measures[name].sql
        return exp.paren(read_member_sql(sql).build(resolve), copy=False)

    def _scope(self) -> Scope:
        return Scope(self._cubes, (self._query.root,))


def _target(cubes: Mapping[str, Cube], path: Path, use: Use) -> Path:
    found = measure_path(cubes, path, use.cube or path[-1])
    if found is None:
        raise AssertionError("a loaded model has a path for every reference")

    return found


def _present(scope: Scope, path: Path) -> list[exp.Expr]:
    """That a row of the cube was found by the LEFT JOINs."""
    return [exp.Not(this=exp.Is(this=scope.primary_key(path)[0], expression=exp.Null()))]


def _grouped(select: exp.Select, keys: int) -> exp.Select:
    return (
        select.group_by(*(exp.Literal.number(number + 1) for number in range(keys)), copy=False)
        if keys
        else select
    )


def _named(expressions: list[exp.Expr], prefix: str) -> list[exp.Expr]:
    return [
        exp.alias_(expression, f"{prefix}{number}", copy=False)
        for number, expression in enumerate(expressions)
    ]


def _sorted(select: exp.Select, order: list[exp.Ordered]) -> exp.Select:
    return select.order_by(*order, copy=False) if order else select


def _ordered(term: Ordering, expression: exp.Expr) -> exp.Ordered:
    return exp.Ordered(this=expression, desc=term.descending, nulls_first=term.nulls_first)
