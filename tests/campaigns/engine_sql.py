"""What of an engine's SQL is not on a list of tables, functions and forms that is not the reader's own."""

import re
from collections.abc import Collection, Iterator

import sqlglot
from sqlglot import exp

_FORMS = (
    exp.Select, exp.Subquery, exp.SetOperation, exp.From, exp.Join, exp.Where, exp.Group, exp.Order,
    exp.Ordered,
    exp.Limit, exp.Offset, exp.Distinct, exp.Table, exp.TableAlias, exp.Alias, exp.Column, exp.Identifier,
    exp.Literal, exp.Null, exp.Boolean, exp.Star, exp.Paren, exp.Parameter, exp.Placeholder, exp.Var,
    exp.Binary, exp.Not, exp.Neg, exp.Is, exp.In, exp.Between, exp.Case, exp.If, exp.Interval, exp.DataType,
    exp.DataTypeParam, exp.Window, exp.WindowSpec, exp.WithinGroup, exp.Filter, exp.Where, exp.Exists,
    exp.AtTimeZone,
)  # fmt: skip
_FUNCTIONS = frozenset({
    "abs", "approx_distinct", "approx_count_distinct", "avg", "case", "cast", "ceil", "coalesce", "concat",
    "count",
    "cume_dist", "current_date", "date_diff", "datediff", "date_trunc", "dense_rank", "exists", "exp",
    "extract",
    "first_value", "floor", "greatest", "if", "lag", "last_value", "lead", "least", "left", "length", "ln",
    "log",
    "logical_and", "logical_or", "lower", "max", "median", "min", "mod", "nth_value", "ntile", "nullif",
    "percent_rank", "percentile_cont", "pow", "power", "quantile_cont", "rank", "replace", "right", "round",
    "row_number", "sign", "split_part", "sqrt", "starts_with", "stddev_samp", "str_position", "substring",
    "sum",
    "time_to_str", "timestamp_trunc", "trim", "trunc", "try", "try_cast", "upper", "variance", "timezone",
    "d_pipe",
    "and", "or", "stddev", "strftime",
})  # fmt: skip
_OUTSIDE_QUOTES = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"")


def unlisted(sql: str, tables: Collection[str]) -> list[str]:
    """What stands in a statement that was written for DuckDB and must not: empty where all is well."""
    bare = _OUTSIDE_QUOTES.sub("", sql)
    found = [mark for mark in ("--", "/*", ";") if mark in bare]
    statements = sqlglot.parse(sql, read="duckdb")
    if len(statements) != 1 or not isinstance(statements[0], exp.Select):
        return [*found, "no one SELECT"]

    return [*found, *(what for node in statements[0].walk() for what in _unlisted_in(node, tables))]


def _unlisted_in(node: exp.Expr, tables: Collection[str]) -> Iterator[str]:
    if isinstance(node, exp.Table):
        is_plain = isinstance(node.this, exp.Identifier) and not node.args.get("db")
        if not is_plain or node.name not in tables:
            yield f"table {node.sql()}"

    elif isinstance(node, exp.Func):
        name = str(node.this) if isinstance(node, exp.Anonymous) else node.sql_name()
        if name.lower() not in _FUNCTIONS:
            yield f"function {name}"

    elif not isinstance(node, _FORMS):
        yield f"form {type(node).__name__}"
