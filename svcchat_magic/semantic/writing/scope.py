"""One FROM clause while it is written: the cubes joined so far, and members as expressions over them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.join_graph import Edge, JoinTree, Path
from svcchat_magic.semantic.model.member_sql import Use, read_cube_source, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure

Row = Callable[[str], exp.Expr]  # a snippet of a cube, computed for each of its rows


class Scope:
    """The cubes of one SELECT, joined LEFT from the root; a member joins what it needs."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree) -> None:
        self._cubes = cubes
        self._tree = tree
        self._aliases: dict[Path, str] = {}
        self.alias((tree.root,))

    @property
    def paths(self) -> tuple[Path, ...]:
        """Every cube joined so far, the root first."""
        return tuple(self._aliases)

    def alias(self, path: Path) -> str:
        """The name of the cube at a path, joined with all cubes on the way."""
        for length in range(1, len(path) + 1):
            self._aliases.setdefault(path[:length], f"t{len(self._aliases)}")

        return self._aliases[path]

    def dimension(self, path: Path, name: str) -> exp.Expr:
        """A dimension or segment of the cube at a path."""
        cube = self._cubes[path[-1]]
        found = cube.dimensions.get(name)
        if found is None:
            return _closed(self.row(path, cube.segments[name].sql))

        return self._case(path, found) if found.case else _closed(self.row(path, found.sql))

    def row(self, path: Path, sql: str) -> exp.Expr:
        """A snippet of the cube at a path, computed for each of its rows."""
        return read_member_sql(sql).build(lambda use: self.use(path, use))

    def use(self, path: Path, use: Use) -> exp.Expr:
        """What a snippet of the cube at a path refers to: a column, or a dimension."""
        target = self._tree.row(path, use.cube or path[-1])
        if use.column:
            return exp.column(exp.to_identifier(use.column, quoted=use.quoted), table=self.alias(target))

        return exp.paren(self.dimension(target, use.member), copy=False)

    def primary_key(self, path: Path) -> list[exp.Expr]:
        """The columns that tell one row of the cube from another; none where its table has no such."""
        dimensions = self._cubes[path[-1]].dimensions.values()
        return [self.dimension(path, dimension.name) for dimension in dimensions if dimension.primary_key]

    def identity(self, path: Path) -> list[exp.Expr]:
        """The same where rows must be told apart; raises QueryRefused where they cannot be."""
        found = self.primary_key(path)
        if not found:
            raise QueryRefused(
                f"{path[-1]} has no dimension with primary_key: true, so its measures cannot be computed "
                "beside members of tables that repeat its rows; ask for them separately."
            )

        return found

    def joined(self, select: exp.Select) -> exp.Select:
        """The SELECT with the root in FROM and every other cube joined to it."""
        select = select.from_(self._source((self._tree.root,)), copy=False)
        for path in self.paths[1:]:
            select = select.join(self._source(path), on=self._condition(path), join_type="left", copy=False)

        return select

    def _case(self, path: Path, dimension: Dimension) -> exp.Expr:
        case = exp.Case()
        for branch in dimension.case:
            case = case.when(self.row(path, branch.when_sql), exp.Literal.string(branch.label), copy=False)

        return (
            case
            if dimension.case_else is None
            else case.else_(exp.Literal.string(dimension.case_else), copy=False)
        )

    def _source(self, path: Path) -> exp.Expr:
        cube = self._cubes[path[-1]]
        return exp.alias_(read_cube_source(cube.sql_table, cube.sql), self._aliases[path], table=True)

    def _condition(self, path: Path) -> exp.Expr:
        edge = self._edge(path)
        owner, other = (path[:-1], path) if edge.owner == edge.start else (path, path[:-1])

        def resolve(use: Use) -> exp.Expr:
            side = other if use.cube == other[-1] else owner
            if use.column:
                return exp.column(exp.to_identifier(use.column, quoted=use.quoted), table=self._aliases[side])

            return exp.paren(self.dimension(side, use.member), copy=False)

        return read_member_sql(edge.join.sql).build(resolve)

    def _edge(self, path: Path) -> Edge:
        edge = self._tree.graph.edge(path[-2], path[-1])
        if edge is None:
            raise AssertionError("a loaded model has a join for every step of a path")

        return edge


def aggregate(measure: Measure, row: Row, present: list[exp.Expr]) -> exp.Expr:
    """An atomic measure over the rows that are `present` and that the measure's own filters let through."""
    conditions = [*present, *(row(condition) for condition in measure.filters)]
    value = row(measure.sql) if measure.sql else None
    if measure.type in {"number", "string", "time", "boolean"} and value is not None:
        return value.transform(lambda node: _limited_aggregate(node, conditions), copy=False)

    if value is None:
        return exp.Count(this=_limited(exp.Literal.number(1), conditions) if conditions else exp.Star())

    return _AGGREGATES[measure.type](_limited(value, conditions))


_AGGREGATES: Mapping[str, Callable[[exp.Expr], exp.Expr]] = MappingProxyType(
    {
        "count": lambda value: exp.Count(this=value),
        "count_distinct": lambda value: exp.Count(this=exp.Distinct(expressions=[value])),
        "count_distinct_approx": lambda value: exp.ApproxDistinct(this=value),
        "sum": lambda value: exp.Sum(this=value),
        "avg": lambda value: exp.Avg(this=value),
        "min": lambda value: exp.Min(this=value),
        "max": lambda value: exp.Max(this=value),
    }
)


def _closed(value: exp.Expr) -> exp.Expr:
    """The snippet as one operand: `a OR b` must not fall apart beside an AND or a comparison."""
    stands_alone = isinstance(value, (exp.Column, exp.Func, exp.Paren, exp.Literal)) and not isinstance(
        value, exp.Connector
    )
    return value if stands_alone else exp.paren(value, copy=False)


def _limited(value: exp.Expr, conditions: list[exp.Expr]) -> exp.Expr:
    if not conditions:
        return value

    return exp.Case().when(exp.and_(*conditions), value)


def _limited_aggregate(node: exp.Expr, conditions: list[exp.Expr]) -> exp.Expr:
    """The aggregate with its argument kept to the rows that count."""
    if not isinstance(node, exp.AggFunc) or not conditions:
        return node

    argument = node.this
    if isinstance(argument, exp.Distinct):
        argument.set("expressions", [_limited(value, conditions) for value in argument.expressions])
    else:
        value = exp.Literal.number(1) if isinstance(argument, exp.Star) else argument
        node.set("this", _limited(value, conditions))

    return node
