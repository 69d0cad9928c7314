"""Joins of statements and tables on columns."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import contains
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Expression,
    Member,
    Operation,
    OutputColumn,
    Source,
    SubqueryTest,
    Window,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.columns import Columns, SourceColumns
from svcchat_magic.semantic.reading.expression_reader import ExpressionReader
from svcchat_magic.semantic.reading.relation import Environment, From, Relation, statement_of
from svcchat_magic.semantic.reading.table_members import TableMembers, written
from svcchat_magic.semantic.reading.text_functions import growth


def rows_of_table(
    table: TableMembers, node: exp.Expr, select: exp.Select, environment: Environment
) -> Relation:
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


def join_statements(
    relations: Sequence[Relation], names: Sequence[str], joins: Sequence[exp.Expr], environment: Environment
) -> From:
    """Statements that JOIN puts side by side, as the sources of one SELECT."""
    if len(set(names)) < len(names):
        raise QueryRefused("Two tables in FROM have one name; give each a name of its own with AS.")

    by_name: dict[str, Mapping[str, OutputColumn]] = {}
    merged: dict[str, Expression] = {}
    sources: list[Source] = []
    for number, (relation, name) in enumerate(zip(relations, names, strict=True)):
        own = source_columns(f"r{number}", relation)
        join, on = "", None
        if number:
            clause = joins[number - 1]
            join = _join_kind(clause)
            only(clause, "this", "side", "kind", "on", "using")
            on = _using(clause, by_name, own, merged, join)
            by_name[name] = own
            on = _on(clause, SourceColumns(by_name, merged), environment) if clause.args.get("on") else on
            if (on is None) != (join == "cross"):
                raise QueryRefused("A join needs ON with a condition, or is a CROSS JOIN.")

        by_name[name] = own
        sources.append(Source(f"r{number}", statement_of(relation), join, on))

    return From(SourceColumns(by_name, merged), None, tuple(sources))


def _join_kind(join: exp.Expr) -> str:
    if join.args.get("method"):
        raise QueryRefused(
            f"{join.text('method')} JOIN is not accepted; write JOIN with USING or ON and the columns."
        )

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


def source_columns(relation: str, found: Relation) -> Mapping[str, OutputColumn]:
    """The columns of a relation as the SELECT around it names them."""
    return {
        name: OutputColumn(relation, f"c{number}", type_of(expression), growth(expression))
        for number, (name, expression) in enumerate(
            (name, each) for name, each in found.columns.items() if not found.is_bare(each)
        )
    }
