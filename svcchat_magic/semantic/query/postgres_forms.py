"""Building blocks of PostgreSQL that never fail: a value named once, a number or time kept within bounds."""

from collections.abc import Callable

from sqlglot import exp

from svcchat_magic.semantic.query.total_sql import (
    Sql,
    between_ends,
)

_FIRST, _LAST = "0001-12-31 23:59:59.999999 BC", "10000-01-01 00:00:00"


def named_once(build: Callable[..., Sql], *values: Sql) -> Sql:
    """What is built over names of some values: (SELECT ... FROM (SELECT value AS v0 OFFSET 0) AS n)."""
    names = [exp.alias_(value, f"v{at}", copy=False) for at, value in enumerate(values)]
    inner = exp.Select(expressions=names, offset=exp.Offset(expression=exp.Literal.number(0)))
    found = build(*(exp.column(f"v{at}", table="n") for at in range(len(values))))
    return exp.Select(expressions=[found], from_=exp.From(this=inner.subquery("n", copy=False))).subquery(
        copy=False
    )


def where(*branches: Sql) -> Sql:
    """CASE from conditions and values in turn."""
    case = exp.Case()
    for condition, value in zip(branches[::2], branches[1::2], strict=True):
        case = case.when(condition, value, copy=False)

    return case


def fit(value: Sql) -> Sql:
    """A NUMERIC that the next operation can take."""
    most = exp.cast(exp.Literal.number("1e300"), "numeric")
    least = exp.cast(exp.Literal.number("-1e300"), "numeric")
    rounded = exp.Round(this=between_ends(value, least, most), decimals=exp.Literal.number(100))
    return exp.Anonymous(this="TRIM_SCALE", expressions=[rounded])


def numeric(value: Sql) -> Sql:
    """Each number as it is written: a DOUBLE loses no digit."""
    if isinstance(value.unnest(), (exp.Literal, exp.Neg)):
        return exp.cast(value, "numeric", copy=False)

    return exp.cast(exp.cast(value, "text", copy=False), "numeric", copy=False)


def in_years(value: Sql) -> Sql:
    """A moment in years 1 to 9999, else NULL."""
    first, last = (exp.cast(exp.Literal.string(text), "timestamp") for text in (_FIRST, _LAST))
    return between_ends(value, first, last)
