"""What FROM holds: a table of the model, cubes that the model joins, or other statements."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Protocol

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.member_parts import granular_name
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.expressions import contains
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Expression,
    Member,
    Operation,
    OutputColumn,
    Source,
    Statement,
    SubqueryTest,
    Window,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.columns import Columns, JoinedMembers, OpenColumns, SourceColumns
from svcchat_magic.semantic.reading.expression_reader import ExpressionReader
from svcchat_magic.semantic.reading.reader import Clock, Context
from svcchat_magic.semantic.reading.table_members import TableMembers, find_table, joined_cubes, written
from svcchat_magic.semantic.reading.text_functions import growth

_FROM_FORM = "FROM takes the name of one cube or view; write FROM sales."
_CUBES_ONLY = (
    "Where one cube is joined as the model says (CROSS JOIN, ON a.__cubeJoinField = b.__cubeJoinField), "
    "all are; join others ON columns in a sub-query."
)
_JOIN_FIELD = "__cubejoinfield"
_MAX_SOURCES = 20


@dataclass(frozen=True, slots=True)
class Leaf:
    """The table of a semantic SELECT, with the conditions that an inner SELECT set already."""

    table: str
    root: str
    where: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """What a SELECT gives to the one around it.

    `leaf` is there while the rows of a semantic SELECT are open: neither grouped nor limited, so that the
    SELECT around it may group them and ask for measures. `statement` is missing where it has measures alone.
    """

    columns: Mapping[str, Expression]  # over the leaf where it is open, else as the statement computes them
    statement: Statement | None
    leaf: Leaf | None = None
    members: Columns | None = None  # that the leaf's expressions are made of
    bare_measure: str = ""  # what to say where one is asked for as a value

    def is_bare(self, expression: Expression) -> bool:
        """Whether a column is a measure that is named without MEASURE; the statement leaves it out."""
        return bool(self.bare_measure) and isinstance(expression, Member) and expression.kind == "measure"


@dataclass(frozen=True, slots=True)
class From:
    """What a SELECT reads: the leaf, or other statements."""

    columns: Columns
    leaf: Leaf | None
    sources: tuple[Source, ...] = ()


class ReadQuery(Protocol):
    """Reads a query within what names mean around it."""

    def __call__(self, query: exp.Expr, environment: "Environment", *, is_inner: bool) -> Relation:
        """The query as a relation; raises QueryRefused."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What names mean where a statement stands."""

    model: Model
    clock: Clock
    read: "ReadQuery"
    named: Mapping[str, Relation] = field(default_factory=dict)  # by WITH

    def context(self, windows: Mapping[str, exp.Expr]) -> Context:
        """What expressions of a SELECT in it are read with."""
        calendar = self.model.settings.calendar
        return Context(self.clock, self._subquery, self._granularities, calendar, windows)

    def _granularities(self, time: Expression) -> Mapping[str, Expression]:
        """The units that the model defines for a time, each as the time cut to it."""
        if not isinstance(time, Member) or time.kind != "dimension":
            return {}

        dimension = self.model.cubes[time.path[-1]].dimensions[time.name]
        return {name: replace(time, name=granular_name(time.name, name)) for name in dimension.granularities}

    def _subquery(self, query: exp.Query) -> Statement:
        return statement_of(self.read(query, self, is_inner=False))


def statement_of(relation: Relation) -> Statement:
    """The relation as a statement; raises QueryRefused where measures stand bare in it."""
    if relation.statement is None:
        raise QueryRefused(relation.bare_measure)

    return relation.statement


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
        item if isinstance(item, Relation) else _rows_of(item, node, select, environment)
        for item, node in zip(found, nodes, strict=True)
    ]
    return _of_statements(relations, names, joins, environment)


def _rows_of(table: TableMembers, node: exp.Expr, select: exp.Select, environment: Environment) -> Relation:
    """The rows of a table that is joined on columns: a sub-query of the dimensions that the SELECT names."""
    columns = dict(_dimensions_named(table, select)) or dict(islice(_dimensions(table), 1))
    query = exp.Select(
        expressions=[exp.column(exp.to_identifier(each, quoted=True)) for each in columns],
        from_=exp.From(this=exp.Table(this=node.this.copy())),
    )
    return environment.read(query, environment, is_inner=True)


def _dimensions_named(table: TableMembers, select: exp.Select) -> Iterator[tuple[str, Member]]:
    """The dimensions of a joined table that a SELECT could mean; all where it has a star."""
    has_star = any(node.is_star for node in select.expressions)
    asked = {column.name.lower() for column in select.find_all(exp.Column)}
    asked |= {
        str(each.name).lower() for join in select.args["joins"] for each in join.args.get("using") or ()
    }
    yield from (pair for pair in _dimensions(table) if has_star or pair[0].lower() in asked)


def _dimensions(table: TableMembers) -> Iterator[tuple[str, Member]]:
    return (pair for pair in table.starred(None) if pair[1].kind == "dimension")


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

    columns = SourceColumns({alias or "r0": _source_columns("r0", found)}, {})
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


def _of_statements(
    relations: Sequence[Relation], names: Sequence[str], joins: Sequence[exp.Expr], environment: Environment
) -> From:
    if len(set(names)) < len(names):
        raise QueryRefused("Two tables in FROM have one name; give each a name of its own with AS.")

    by_name: dict[str, Mapping[str, OutputColumn]] = {}
    merged: dict[str, Expression] = {}
    sources: list[Source] = []
    for number, (relation, name) in enumerate(zip(relations, names, strict=True)):
        own = _source_columns(f"r{number}", relation)
        join, on = "", None
        if number:
            clause = joins[number - 1]
            only(clause, "this", "side", "kind", "on", "using")
            join = _join_kind(clause)
            on = _using(clause, by_name, own, merged, join)
            by_name[name] = own
            on = _on(clause, SourceColumns(by_name, merged), environment) if clause.args.get("on") else on
            if (on is None) != (join == "cross"):
                raise QueryRefused("A join needs ON with a condition, or is a CROSS JOIN.")

        by_name[name] = own
        sources.append(Source(f"r{number}", statement_of(relation), join, on))

    return From(SourceColumns(by_name, merged), None, tuple(sources))


def _join_kind(join: exp.Expr) -> str:
    side, kind = str(join.args.get("side") or ""), str(join.args.get("kind") or "")
    if (side, kind) in {("", ""), ("", "INNER")}:
        return "inner" if join.args.get("on") or join.args.get("using") else "cross"

    if (side, kind) == ("", "CROSS"):
        return "cross"

    if side in {"LEFT", "RIGHT", "FULL"} and kind in {"", "OUTER"}:
        return side.lower()

    raise QueryRefused(
        "This kind of join is not accepted; use JOIN, LEFT JOIN, RIGHT JOIN, FULL JOIN or CROSS JOIN."
    )


def _using(
    join: exp.Expr,
    before: Mapping[str, Mapping[str, OutputColumn]],
    own: Mapping[str, OutputColumn],
    merged: dict[str, Expression],
    kind: str,
) -> Expression | None:
    """The condition of USING; its columns are merged into one."""
    conditions: list[Expression] = []
    for identifier in join.args.get("using") or ():
        left = SourceColumns(before, merged).find(exp.Column(this=identifier))
        name = written(identifier, own)
        if name is None or type_of(left) != own[name].type:
            raise QueryRefused("USING takes columns that both tables have, of one type.")

        conditions.append(Operation("=", (left, own[name])))
        both = Operation("coalesce", (left, own[name]))
        chosen: dict[str, Expression] = {"right": own[name], "full": both}
        merged[name] = chosen.get(kind, left)

    if not conditions:
        return None

    return conditions[0] if len(conditions) == 1 else Operation("and", tuple(conditions))


def _on(join: exp.Expr, columns: Columns, environment: Environment) -> Expression:
    condition = ExpressionReader(columns, environment.context({})).condition(join.args["on"])
    if contains(condition, (Window, SubqueryTest)):
        raise QueryRefused("ON takes a condition on columns; put sub-queries into WHERE.")

    return condition


def _source_columns(relation: str, found: Relation) -> Mapping[str, OutputColumn]:
    return {
        name: OutputColumn(relation, f"c{number}", type_of(expression), growth(expression))
        for number, (name, expression) in enumerate(
            (name, each) for name, each in found.columns.items() if not found.is_bare(each)
        )
    }
