"""Dimensions that are a measure of another cube for each row: computed beside the rows, once for each key.

A query reads such a dimension as a column of its cube. Wherever a statement reads that column, the cube's
table is joined to a query of the measure by the cube's primary key, which is bound to the viewer like any
other query and repeats no row.
"""

from collections.abc import Callable, Container
from dataclasses import replace
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.access.access import cube_member, rules_view
from svcchat_magic.semantic.model.join_graph import JoinGraph, JoinTree
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Model
from svcchat_magic.semantic.query.query import Output, SemanticQuery

Leaf = Callable[[SemanticQuery], exp.Select]

_IN_VIEW = (
    "A member of the query is a measure of another table for each row, which cannot be computed yet in a "
    "view with access rules."
)
_NO_KEY = "A table of the query has no primary key, which a sub_query dimension needs."
_MARK = "sub-query "  # what the columns are named with, before the dimension's own name


class SubQueries:
    """The sub-query dimensions of a model, for queries of one table."""

    def __init__(self, model: Model, table: str, unnamed: Container[str], leaf: Leaf) -> None:
        self._unnamed = unnamed
        self._model = model
        self._table = table
        self._leaf = leaf

    def joined(self, select: exp.Select) -> exp.Select:
        """The statement with a join wherever it reads such a dimension."""
        for column in list(select.find_all(exp.Column)):
            if column.name.startswith(_MARK):
                self._join(column)

        return select

    def _join(self, column: exp.Column) -> None:
        """Put a table with this column in place of the one that the column's own name stands for."""
        source = _source_of(column)
        inner = source.this if isinstance(source, exp.Subquery) else None
        known = inner.named_selects if isinstance(inner, exp.Select) else []
        if column.name in known:
            return

        cube_name, _, name = column.name.removeprefix(_MARK).partition(".")
        source.replace(self._with_column(source.copy(), self._model.cubes[cube_name], name, column.table))

    def _with_column(self, source: exp.Expr, cube: Cube, name: str, alias: str) -> exp.Subquery:
        keys = [each for each in cube.dimensions.values() if each.primary_key]
        if not keys:
            raise QueryRefused(_NO_KEY)

        source.set("alias", exp.TableAlias(this=exp.to_identifier("b")))
        same = [
            exp.NullSafeEQ(this=_of_row(cube, key.sql), expression=exp.column(f"c{at}", table="s"))
            for at, key in enumerate(keys)
        ]
        value = exp.alias_(exp.column(f"c{len(keys)}", table="s"), _column(cube.name, name), quoted=True)
        rows = exp.Select().select(
            exp.Column(this=exp.Star(), table=exp.to_identifier("b")), value, copy=False
        )
        rows = rows.from_(source, copy=False)
        measured = self._measured(cube, name).subquery("s", copy=False)
        rows = rows.join(measured, on=exp.and_(*same), join_type="left", copy=False)
        return rows.subquery(alias, copy=False)

    def _measured(self, cube: Cube, name: str) -> exp.Select:
        """The measure for each primary key, as the viewer may see it."""
        view = self._model.views.get(self._table)
        if rules_view(view):
            raise QueryRefused(_IN_VIEW)

        (use,) = read_member_sql(cube.dimensions[name].sql).uses()
        tree = JoinTree(JoinGraph(self._model.cubes), cube.name, unnamed=self._unnamed)
        path = tree.rows((cube.name,), use.cube or cube.name)
        measure = cube_member(self._model.cubes[path[-1]], path, use.member)
        keys = tuple(
            cube_member(cube, (cube.name,), each.name)
            for each in cube.dimensions.values()
            if each.primary_key
        )
        outputs = tuple(Output(member.name, member) for member in (*keys, measure))
        return self._leaf(SemanticQuery(cube.name, cube.name, outputs, aggregated=True, keys=keys))


def with_sub_query_columns(model: Model) -> Model:
    """The model in which sub-query dimensions are columns, which `SubQueries` adds to their tables."""
    if not any(each.sub_query for cube in model.cubes.values() for each in cube.dimensions.values()):
        return model

    return replace(
        model, cubes=MappingProxyType({name: _with_columns(cube) for name, cube in model.cubes.items()})
    )


def _with_columns(cube: Cube) -> Cube:
    dimensions = {
        name: replace(each, sql=f'{{CUBE}}."{_column(cube.name, name)}"', sub_query=False)
        if each.sub_query
        else each
        for name, each in cube.dimensions.items()
    }
    return replace(cube, dimensions=MappingProxyType(dimensions))


def _column(cube: str, name: str) -> str:
    return f"{_MARK}{cube}.{name}"


def _source_of(column: exp.Column) -> exp.Expr:
    """The table or sub-query that a column's table name stands for."""
    select = column.find_ancestor(exp.Select)
    while select is not None:
        read = [select.args["from_"], *(select.args.get("joins") or ())] if select.args.get("from_") else []
        for each in read:
            if each.this.alias == column.table:
                found: exp.Expr = each.this
                return found

        select = select.find_ancestor(exp.Select)

    raise AssertionError("a statement reads columns of the tables in its FROM alone")


def _of_row(cube: Cube, sql: str) -> exp.Expr:
    """A snippet of the cube's own columns."""

    def resolve(use: Use) -> exp.Expr:
        if use.column:
            return exp.column(exp.to_identifier(use.column, quoted=use.quoted), table="b")

        return exp.paren(_of_row(cube, cube.dimensions[use.member].sql), copy=False)

    return read_member_sql(sql).build(resolve)
