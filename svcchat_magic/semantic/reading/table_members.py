"""The members of one cube or view, found by the names that SQL gives them."""

from collections.abc import Mapping

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.access.access import cube_member, view_member
from svcchat_magic.semantic.model.model import Cube, Model, View
from svcchat_magic.semantic.query.query import Member


class TableMembers:
    """The public members of one table."""

    def __init__(self, model: Model, table: Cube | View, alias: str) -> None:
        self.table = table.name
        self.root = table.root if isinstance(table, View) else table.name
        self._model = model
        self._alias = alias
        self._members: Mapping[str, Member] = _public_members(model, table)
        self._names = {member: name for name, member in self._members.items()}

    def find(self, column: exp.Column) -> Member:
        """The member that a column names. Raises QueryRefused: hidden and unknown ones alike."""
        if not column.table or _written(column.args["table"], (self._alias,)) is not None:
            name = _written(column.this, self._members)
            if name is not None:
                return self._members[name]

        raise QueryRefused(
            f"{self.table} has no member of that name; search the model for the members it has."
        )

    def qualified(self, member: Member) -> str:
        """`table.name`, as people write it."""
        return f"{self.table}.{self._names[member]}"

    def name(self, member: Member) -> str:
        """The member's name in this table."""
        return self._names[member]

    def agg_type(self, member: Member) -> str:
        """How a measure aggregates."""
        return self._model.cubes[member.path[-1]].measures[member.name].type


def find_table(model: Model, node: exp.Expr) -> TableMembers:
    """The public table that FROM names.

    Raises QueryRefused: hidden and unknown ones alike.
    """
    plain = isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier)
    extra = [name for name, value in node.args.items() if value and name not in {"this", "alias"}]
    if not plain or extra:
        raise QueryRefused("FROM takes the name of one cube or view; write FROM sales.")

    tables = {table.name: table for table in model.tables()}
    name = _written(node.this, tables)
    if name is None:
        raise QueryRefused("There is no cube or view of that name; search the model for the ones there are.")

    alias = node.args.get("alias")
    if alias is not None and alias.args.get("columns"):
        raise QueryRefused("A table alias takes no column names.")

    return TableMembers(model, tables[name], node.alias or name)


def _written(identifier: exp.Expr, names: Mapping[str, object] | tuple[str, ...]) -> str | None:
    """The name that an identifier means: as written, or in lower case when it is not quoted."""
    if not isinstance(identifier, exp.Identifier):
        return None

    forms = (identifier.name,) if identifier.quoted else (identifier.name, identifier.name.lower())
    return next((form for form in forms if form in names), None)


def _public_members(model: Model, table: Cube | View) -> dict[str, Member]:
    found = {}
    for name in _names(table):
        member = (
            view_member(model, table, name)
            if isinstance(table, View)
            else cube_member(table, (table.name,), name)
        )
        if _is_public(model.cubes[member.path[-1]], member.name, table.name):
            found[name] = member

    return found


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
