"""Nodes of SQL, made directly: sqlglot's own builders parse text, and that takes most of the time."""

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from sqlglot import exp


def column(name: str, table: str, *, quoted: bool = False) -> exp.Column:
    """A column of a table in FROM."""
    return exp.Column(
        this=exp.Identifier(this=name, quoted=quoted), table=exp.Identifier(this=table, quoted=False)
    )


def named(expression: exp.Expr, name: str) -> exp.Alias:
    """An expression with a name in SELECT."""
    return exp.Alias(this=expression, alias=exp.Identifier(this=name, quoted=False))


def numbered(expressions: Iterable[exp.Expr], prefix: str) -> list[exp.Expr]:
    """Expressions named by a prefix and their place."""
    return [named(expression, f"{prefix}{number}") for number, expression in enumerate(expressions)]


def all_hold(conditions: Sequence[exp.Expr]) -> exp.Expr:
    """That every one of some conditions is true."""
    first, *others = conditions
    found = _closed(first)
    for other in others:
        found = exp.And(this=found, expression=_closed(other))

    return found


def as_one_type(value: exp.Expr, kind: str) -> exp.Expr:
    """A value as one of a few types, in a cast that does not fail; texts and truths as they are.

    Whole numbers keep all their digits: a DOUBLE makes one number of several beyond 2^53.
    """
    found = _ONE_TYPE.get(kind)
    return value if found is None else exp.TryCast(this=value, to=exp.DataType.build(found))


def counted(rows: exp.Select) -> exp.Select:
    """A SELECT of how many rows another one has."""
    return select([exp.Count(this=exp.Star())], subquery(rows, "r0"))


def first_rows(rows: exp.Select, size: int) -> exp.Select:
    """At most so many rows of a SELECT, whose own LIMIT may be smaller."""
    limit = rows.args.get("limit")
    own = size if limit is None else int(str(limit.expression.this))
    rows.set("limit", exp.Limit(expression=whole(min(size, own))))
    return rows


def only_where(condition: exp.Expr, value: exp.Expr) -> exp.Case:
    """A value where a condition is true, else NULL."""
    return exp.Case(ifs=[exp.If(this=condition, true=value)])


def select(
    columns: Sequence[exp.Expr],
    source: exp.Expr,
    joins: Sequence[exp.Join] = (),
    where: Sequence[exp.Expr] = (),
    *,
    groups: int = 0,
    distinct: bool = False,
) -> exp.Select:
    """A SELECT; `groups` is how many of its first columns it is grouped by."""
    found = exp.Select(expressions=list(columns), from_=exp.From(this=source), joins=list(joins))
    if where:
        found.set("where", exp.Where(this=all_hold(where)))

    if groups:
        places = [exp.Literal(this=str(number + 1), is_string=False) for number in range(groups)]
        found.set("group", exp.Group(expressions=places))

    if distinct:
        found.set("distinct", exp.Distinct())

    return found


def subquery(query: exp.Query, name: str) -> exp.Subquery:
    """A query as a table in FROM."""
    return exp.Subquery(this=query, alias=table_alias(name))


def table(source: exp.Expr, name: str) -> exp.Expr:
    """A table or sub-query in FROM, under a name; a copy of it."""
    found = source.copy()
    found.set("alias", table_alias(name))
    return found


def join(source: exp.Expr, on: exp.Expr | None, side: str = "") -> exp.Join:
    """A join: LEFT, INNER where no side is given, CROSS without a condition."""
    if on is None:
        return exp.Join(this=source, kind="CROSS")

    return exp.Join(this=source, on=on, side=side)


def whole(number: int) -> exp.Literal:
    """A whole number."""
    return exp.Literal(this=str(number), is_string=False)


def table_alias(name: str, *, quoted: bool = False) -> exp.TableAlias:
    """The name of a table in FROM, or of one in WITH."""
    return exp.TableAlias(this=exp.Identifier(this=name, quoted=quoted))


def _closed(condition: exp.Expr) -> exp.Expr:
    """The condition as an operand of AND."""
    return exp.Paren(this=condition) if isinstance(condition, exp.Or) else condition


_ONE_TYPE = MappingProxyType({"number": "double", "integer": "decimal(38, 10)", "time": "timestamp"})
