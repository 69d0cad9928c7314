"""Members that are computed from a time, as the model's text says."""

from collections.abc import Iterator, Mapping

from sqlglot import exp

from svcchat_magic.semantic.model.join_graph import JoinTree, Path
from svcchat_magic.semantic.model.member_sql import read_member_sql
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.query.expressions import rebuilt
from svcchat_magic.semantic.query.operations import UNITS
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation

Column = tuple[Path, str]


class TimeMembers:
    """Reads them in one query's join tree."""

    def __init__(self, cubes: Mapping[str, Cube], tree: JoinTree) -> None:
        self._cubes = cubes
        self._tree = tree

    def written_out(self, expression: Expression) -> Expression:
        """The expression with a member that cuts a time to a unit as DATE_TRUNC of that time."""
        if not isinstance(expression, Member):
            return rebuilt(expression, self.written_out)

        dimension = self._cubes[expression.path[-1]].dimensions.get(expression.name)
        if dimension is None or dimension.type != "time" or not dimension.sql or dimension.sub_query:
            return expression

        sql = read_member_sql(dimension.sql)
        tree = sql.tree.unnest()
        if not isinstance(tree, (exp.TimestampTrunc, exp.DateTrunc)) or not isinstance(tree.this, exp.Column):
            return expression

        (use,) = sql.uses()
        unit = str(tree.args["unit"].name).lower()
        target = self._tree.row(expression.path, use.cube or expression.path[-1])
        if not use.member or unit not in UNITS:
            return expression

        time = Member(target, use.member, "dimension", "time")
        return Operation("date_trunc", (Constant(unit), self.written_out(time)))

    def is_named(self, time: Member, name: str) -> bool:
        """Whether a model means a time by a name such as `created_at` or `orders.created_at`."""
        cube, _, member = name.strip("${} ").rpartition(".")
        return not name or (member == time.name and cube in {"", "CUBE", "TABLE", time.path[-1]})

    def share_columns(self, member: Member, other: Member) -> bool:
        """Whether two members are computed from a column in common."""
        return not set(self._columns(member.path, member.name)).isdisjoint(
            self._columns(other.path, other.name)
        )

    def _columns(self, path: Path, name: str) -> Iterator[Column]:
        cube = self._cubes[path[-1]]
        found = cube.dimensions.get(name) or cube.segments.get(name)
        if found is None or not found.sql or getattr(found, "sub_query", False):
            return

        for use in read_member_sql(found.sql).uses():
            target = self._tree.row(path, use.cube or path[-1])
            if use.member:
                yield from self._columns(target, use.member)
            else:
                yield target, use.column.lower()
