"""One FROM clause: the tables of a plan's rows under their names, and members as expressions over them."""

from collections.abc import Mapping
from typing import Self

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_sql import Use, read_cube_source, read_member_sql
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.plan import Join, Source
from svcchat_magic.semantic.writing import sql_nodes


class Scope:
    """The tables of a source, and those of the query around it where there is one."""

    def __init__(
        self,
        cubes: Mapping[str, Cube],
        tree: JoinTree,
        source: Source,
        prefix: str = "t",
        outside: Self | None = None,
    ) -> None:
        self._cubes = cubes
        self._tree = tree
        self._source = source
        self._aliases: dict[Path, str] = dict(outside._aliases) if outside is not None else {}
        self._aliases |= {path: f"{prefix}{number}" for number, path in enumerate(source.paths)}

    def inside(self, source: Source, prefix: str) -> "Scope":
        """The scope of a sub-query that may read these tables too."""
        return Scope(self._cubes, self._tree, source, prefix, self)

    def dimension(self, path: Path, name: str) -> exp.Expr:
        """A dimension or segment of the cube at a path."""
        cube = self._cubes[path[-1]]
        found = cube.dimensions.get(name)
        if found is None:
            return _closed(self.row(path, cube.segments[name].sql))

        return _closed(self.row(path, found.sql))

    def row(self, path: Path, sql: str) -> exp.Expr:
        """A snippet of the cube at a path, computed for each of its rows."""
        return read_member_sql(sql).build(lambda use: self.use(path, use))

    def use(self, path: Path, use: Use) -> exp.Expr:
        """What a snippet of the cube at a path refers to: a column, or a dimension."""
        return self._used_at(self._tree.row(path, use.cube or path[-1]), use)

    def primary_key(self, path: Path) -> list[exp.Expr]:
        """The columns that tell one row of the cube from another; none where its table has no such."""
        dimensions = self._cubes[path[-1]].dimensions.values()
        return [self.dimension(path, dimension.name) for dimension in dimensions if dimension.primary_key]

    def identity(self, path: Path) -> list[exp.Expr]:
        """The same where rows must be told apart; raises QueryRefused where they cannot be."""
        found = self.primary_key(path)
        if not found:
            table = "A table" if path[-1] in self._tree.unnamed else path[-1]
            raise QueryRefused(
                f"{table} has no dimension with primary_key: true, so its measures cannot be computed "
                "beside members of tables that repeat its rows; ask for them separately."
            )

        return found

    def tables(self) -> tuple[exp.Expr, list[exp.Join]]:
        """The first table, and how the others are joined to it."""
        joins: list[exp.Join] = []
        source = self._source
        while isinstance(source, Join):
            side = "LEFT" if source.keeps_all else ""
            joins.append(sql_nodes.join(self._table(source.path), self.condition(source.step), side))
            source = source.source

        return self._table(source.path), joins[::-1]

    def condition(self, step: Path) -> exp.Expr:
        """How rows belong together at the two ends of a step."""
        edge = self._tree.graph.edge(step[-2], step[-1])
        if edge is None:
            raise AssertionError("a loaded model has a join for every step of a path")

        owner, other = (step[:-1], step) if edge.owner == edge.start else (step, step[:-1])
        return read_member_sql(edge.join.sql).build(
            lambda use: self._used_at(other if use.cube == other[-1] else owner, use)
        )

    def found(self, path: Path) -> exp.Expr:
        """Whether the cube at a path has a row here. Rows that start at one have nothing they came from."""
        return exp.Paren(this=self.condition(path)) if path[:-1] in self._aliases else exp.true()

    def _used_at(self, path: Path, use: Use) -> exp.Expr:
        if use.column:
            return sql_nodes.column(use.column, self._aliases[path], quoted=use.quoted)

        return exp.Paren(this=self.dimension(path, use.member))

    def _table(self, path: Path) -> exp.Expr:
        cube = self._cubes[path[-1]]
        return sql_nodes.table(read_cube_source(cube.sql_table, cube.sql), self._aliases[path])


def _closed(value: exp.Expr) -> exp.Expr:
    """The snippet as one operand: `a OR b` must not fall apart beside an AND or a comparison."""
    stands_alone = isinstance(value, (exp.Column, exp.Func, exp.Paren, exp.Literal)) and not isinstance(
        value, exp.Connector
    )
    return value if stands_alone else exp.Paren(this=value)
