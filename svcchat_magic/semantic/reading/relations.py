"""What FROM holds: a table of the model, cubes that the model joins, or other statements."""

from collections.abc import Sequence

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.query import (
    Source,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.column_joins import join_statements, rows_of_table, source_columns
from svcchat_magic.semantic.reading.columns import JoinedMembers, OpenColumns, SourceColumns
from svcchat_magic.semantic.reading.relation import Environment, From, Leaf, Relation, statement_of
from svcchat_magic.semantic.reading.table_members import TableMembers, find_table, joined_cubes, written

_FROM_FORM = "FROM takes the name of one cube or view; write FROM sales."
_CUBES_ONLY = (
    "Where one cube is joined as the model says (CROSS JOIN, ON a.__cubeJoinField = b.__cubeJoinField), "
    "all are; join others ON columns in a sub-query."
)
_JOIN_FIELD = "__cubejoinfield"
_MAX_SOURCES = 20


def read_from(select: exp.Select, environment: Environment) -> From:
    """What FROM and JOIN say; raises QueryRefused."""
    from_ = select.args.get("from_")
    if from_ is None:
        raise QueryRefused("A query needs FROM with a cube or view.")

    only(from_, "this")
    joins = select.args.get("joins") or []
    if len(joins) >= _MAX_SOURCES:
        raise QueryRefused(f"A query joins at most {_MAX_SOURCES} tables.")

    nodes = (from_.this, *(join.this for join in joins))
    found = [_read_item(node, environment) for node in nodes]
    if not joins:
        return _of_one(found[0], from_.this.alias_or_name, select)

    names = [_alias(node) for node in nodes]
    tables = [item for item in found if isinstance(item, TableMembers)]
    if len(tables) == len(found) and any(map(_is_of_model, joins)):
        return _of_cubes(environment.model, tables, names, joins)

    relations = [
        item if isinstance(item, Relation) else rows_of_table(item, node, select, environment)
        for item, node in zip(found, nodes, strict=True)
    ]
    return join_statements(relations, names, joins, environment)


def _read_item(node: exp.Expr, environment: Environment) -> Relation | TableMembers:
    alias = node.args.get("alias")
    if alias is not None and alias.args.get("columns"):
        raise QueryRefused("A table alias takes no column names.")

    if isinstance(node, exp.Subquery):
        only(node, "this", "alias")
        return environment.read(node.this, environment, is_inner=True)

    if not isinstance(node, exp.Table) or not isinstance(node.this, exp.Identifier):
        raise QueryRefused(_FROM_FORM)

    if any(value for name, value in node.args.items() if name not in {"this", "alias"}):
        raise QueryRefused(_FROM_FORM)

    name = written(node.this, environment.named)
    if name is not None:
        return environment.named[name]

    table = find_table(environment.model, node)
    if table is None:
        raise QueryRefused("There is no cube or view of that name; search the model for the ones there are.")

    return table


def _alias(node: exp.Expr) -> str:
    """The name of a joined item; an unquoted one in lower case, as names are found."""
    if not node.alias_or_name:
        raise QueryRefused("A sub-query that is joined needs a name; write (SELECT ...) AS a.")

    alias = node.args.get("alias")
    identifier = alias.this if alias is not None else node.this
    return str(identifier.name if identifier.quoted else identifier.name.lower())


def _of_one(found: Relation | TableMembers, alias: str, select: exp.Select) -> From:
    if isinstance(found, TableMembers):
        return From(found, Leaf(found.table, found.root))

    if found.leaf is not None and found.members is not None and _asks_measures(select, found):
        return From(OpenColumns(alias, found.columns, found.members), found.leaf)

    columns = SourceColumns({alias or "r0": source_columns("r0", found)}, {})
    return From(columns, None, (Source("r0", statement_of(found)),))


def _asks_measures(select: exp.Select, found: Relation) -> bool:
    """Whether a SELECT needs the open rows of an inner one: it names a measure of them, or passes them on.

    Otherwise it computes with the inner SELECT's own rows, however often joins repeat a cube's row in them.
    """
    if found.statement is None or any(node.is_star for node in select.expressions):
        return True

    measures = {name.lower() for name, expression in found.columns.items() if found.is_bare(expression)}
    return any(column.name.lower() in measures for column in select.find_all(exp.Column))


def _of_cubes(
    model: Model, tables: Sequence[TableMembers], names: Sequence[str], joins: Sequence[exp.Expr]
) -> From:
    for join in joins:
        only(join, "this", "side", "kind", "on")
        if not _is_of_model(join) or str(join.args.get("side") or "LEFT") != "LEFT":
            raise QueryRefused(_CUBES_ONLY)

    return From(JoinedMembers(joined_cubes(model, tables, names)), Leaf(tables[0].table, tables[0].root))


def _is_of_model(join: exp.Expr) -> bool:
    """Whether the model says how a table is joined."""
    is_cross = str(join.args.get("kind")) == "CROSS" and not join.args.get("on")
    return is_cross or _joins_fields(join.args.get("on"))


def _joins_fields(on: exp.Expr | None) -> bool:
    sides = (on.this, on.expression) if isinstance(on, exp.EQ) else ()
    return bool(sides) and all(
        isinstance(side, exp.Column) and side.table and side.name.lower() == _JOIN_FIELD for side in sides
    )
