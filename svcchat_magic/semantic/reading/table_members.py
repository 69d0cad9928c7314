"""The members of one cube or view, found by the names that SQL gives them."""

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.access.access import cube_member, view_member
from svcchat_magic.semantic.model.join_graph import JoinGraph, JoinTree, Path
from svcchat_magic.semantic.model.model import Cube, Model, View
from svcchat_magic.semantic.query.query import Expression, Member


class TableMembers:
    """The public members of one table."""

    def __init__(self, model: Model, table: Cube | View, alias: str, path: Path | None = None) -> None:
        self.table = table.name
        self.root = table.root if isinstance(table, View) else table.name
        self.cube = table if isinstance(table, Cube) else None
        self._model = model
        self._alias = alias
        whole = path or (table.name,)
        self._members, self._names = model.derived.get(
            ("public members", table.name, whole), lambda: _public_members(model, table, whole)
        )

    def find(self, column: exp.Column) -> Member:
        """The member that a column names. Raises QueryRefused: hidden and unknown ones alike."""
        if not column.table or written(column.args["table"], (self._alias,)) is not None:
            name = written(column.this, self._members)
            if name is not None:
                return self._members[name]

        raise QueryRefused(
            f"{self.table} has no member of that name; search the model for the members it has."
        )

    def has(self, identifier: exp.Expr) -> bool:
        """Whether a name means one of its members."""
        return written(identifier, self._members) is not None

    def label(self, member: Member) -> str:
        """`table.name`, as people write it."""
        return f"{self.table}.{self._names[member]}"

    def name(self, expression: Expression) -> str | None:
        """The name of a member in this table; None for anything else."""
        return self._names.get(expression) if isinstance(expression, Member) else None

    def agg_type(self, member: Member) -> str:
        """How a measure aggregates."""
        return self._model.cubes[member.path[-1]].measures[member.name].type

    def starred(self, table: exp.Expr | None) -> Iterator[tuple[str, Member]]:
        """Its dimensions and measures, in the order of the model files."""
        if table is not None and written(table, (self._alias,)) is None:
            raise QueryRefused("A column is read from a table that is not in FROM.")

        yield from (pair for pair in self._members.items() if pair[1].kind != "segment")


def find_table(model: Model, node: exp.Table) -> TableMembers | None:
    """The public table that FROM names; None for hidden and unknown ones alike."""
    tables = {table.name: table for table in model.tables()}
    name = written(node.this, tables)
    return None if name is None else TableMembers(model, tables[name], node.alias or name)


def joined_cubes(
    model: Model, tables: Sequence[TableMembers], aliases: Sequence[str]
) -> dict[str, TableMembers]:
    """The members of cubes that are joined to the first one as the model joins them.

    Raises QueryRefused where one is no cube, or no join leads to it.
    """
    root = tables[0].root
    graph = JoinGraph(model.cubes)
    unnamed = {name for name, cube in model.cubes.items() if not cube.public}
    tree = JoinTree(graph, root, (), unnamed)
    found: dict[str, TableMembers] = {}
    for table, alias in zip(tables, aliases, strict=True):
        if table.cube is None or tables[0].cube is None:
            raise QueryRefused(
                "Only cubes are joined by the model; a view joins what belongs together already."
            )

        if not graph.reaches(root, table.table, to_one=False):
            raise QueryRefused(
                f"The model has no join between {root} and {table.table}; "
                "join sub-queries over each of them ON a column that both have."
            )

        if alias in found or table.table in {other.table for other in found.values()}:
            raise QueryRefused("A cube is joined once; leave out the second one.")

        found[alias] = TableMembers(model, table.cube, alias, tree.rows((root,), table.table))

    return found


def written(identifier: exp.Expr, names: Mapping[str, object] | tuple[str, ...]) -> str | None:
    """The name that an identifier means: as written, or in lower case when it is not quoted."""
    if not isinstance(identifier, exp.Identifier):
        return None

    forms = (identifier.name,) if identifier.quoted else (identifier.name, identifier.name.lower())
    return next((form for form in forms if form in names), None)


def _public_members(
    model: Model, table: Cube | View, path: Path
) -> tuple[Mapping[str, Member], Mapping[Member, str]]:
    """The members by their names and the names by the members; a statement may read a table many times."""
    found = {}
    for name in _names(table):
        member = (
            view_member(model, table, name) if isinstance(table, View) else cube_member(table, path, name)
        )
        if _is_public(model.cubes[member.path[-1]], member.name, table.name):
            found[name] = member

    return found, {member: name for name, member in found.items()}


def _names(table: Cube | View) -> tuple[str, ...]:
    return (
        tuple(table.members)
        if isinstance(table, View)
        else (*table.dimensions, *table.measures, *table.segments)
    )


def _is_public(cube: Cube, name: str, table: str) -> bool:
    if name in cube.segments:
        return cube.segments[name].public

    found = cube.dimensions.get(name) or cube.measures.get(name)
    return found is not None and found.public and found.owner_view in ("", table)
