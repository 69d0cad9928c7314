"""What Spark writes otherwise than DuckDB, to mean the same."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.query.spark_total import NO_ESCAPE, spark_total
from svcchat_magic.semantic.query.time_buckets import SECONDS, time_bucket

Sql = exp.Expr

_MONTHS_IN: Mapping[str, int] = MappingProxyType({"year": 12, "quarter": 3, "month": 1})


def _like(node: type[exp.Binary]) -> Callable[..., Sql]:
    def build(value: Sql, pattern: Sql, escape: Sql | None = None) -> Sql:
        own = exp.Literal.string(NO_ESCAPE) if escape is None else escape
        return exp.paren(exp.Escape(this=node(this=value, expression=pattern), expression=own), copy=False)

    return build


def _date_diff(unit: str, start: Sql, end: Sql) -> Sql:
    """As on PostgreSQL; a cast to a whole number cuts."""
    cut = "DAY" if unit == "week" else unit.upper()
    times = [exp.TimestampTrunc(this=time, unit=exp.Var(this=cut)) for time in (end, start)]
    if unit in _MONTHS_IN:
        found: Sql = exp.Anonymous(this="MONTHS_BETWEEN", expressions=times)
        size = _MONTHS_IN[unit]
    else:
        micros = [_micros(time) for time in times]
        found = exp.paren(exp.Sub(this=micros[0], expression=micros[1]), copy=False)
        size = 1_000_000 * SECONDS[unit]

    parts = exp.Div(this=found, expression=exp.Literal.number(size), typed=False, safe=False)
    return exp.cast(exp.Round(this=parts) if unit in _MONTHS_IN else parts, exp.DType.BIGINT, copy=False)


def _micros(time: Sql) -> Sql:
    moment = exp.cast(time, exp.DType.TIMESTAMPTZ, copy=False)
    return exp.Anonymous(this="UNIX_MICROS", expressions=[moment])


def _cast(kind: str, value: Sql) -> Sql:
    """A cast to a whole number would cut."""
    rounded = exp.Round(this=value) if kind == "bigint" else value
    return exp.Cast(this=rounded, to=exp.DataType.build(kind, dialect="postgres"))


def _zone(function: str) -> Callable[[str, Sql], Sql]:
    """Between a moment of UTC and what the clocks of a zone show."""
    return lambda zone, value: exp.Anonymous(this=function, expressions=[value, exp.Literal.string(zone)])


def _part(unit: str, value: Sql) -> Sql:
    """Sunday is day 1 on Spark, which has no EPOCH; its second has a fraction."""
    if unit == "epoch":
        million = exp.Literal.number(1_000_000)
        return exp.paren(exp.Div(this=_micros(value), expression=million), copy=False)

    part = exp.Extract(this=exp.Var(this=unit.upper()), expression=value)
    if unit == "dow":
        return exp.paren(exp.Sub(this=part, expression=exp.Literal.number(1)), copy=False)

    return exp.cast(part, exp.DType.BIGINT, copy=False) if unit == "second" else part


def _later(unit: str, amount: Sql, time: Sql) -> Sql:
    whole = exp.cast(amount, exp.DType.BIGINT, copy=False)
    return exp.Anonymous(this="TIMESTAMPADD", expressions=[exp.Var(this=unit), whole, time])


def _months(time: Sql) -> Sql:
    begin = exp.TimestampTrunc(this=time, unit=exp.Var(this="MONTH"))
    fixed = exp.cast(exp.Literal.string("2000-01-01"), exp.DType.DATE)
    return exp.Round(this=exp.Anonymous(this="MONTHS_BETWEEN", expressions=[begin, fixed]))


def _seconds(time: Sql) -> Sql:
    return exp.paren(exp.Div(this=_micros(time), expression=exp.Literal.number(1_000_000)), copy=False)


def _exact_quantile(node: Sql) -> Sql:
    """What is written WITHIN GROUP would be an estimate on Spark."""
    if not isinstance(node.this, exp.PercentileCont):
        return node

    (ordered,) = node.expression.expressions
    return exp.Anonymous(this="PERCENTILE", expressions=[ordered.this, node.this.this])


def _of_double(node: Sql) -> Sql:
    """A quotient or mean of decimals would be a decimal of few digits; the node itself is changed."""
    node.set("this", exp.cast(node.this, exp.DType.DOUBLE, copy=False))
    return node


OPERATORS: Mapping[str, Callable[..., Sql]] = MappingProxyType({
    "extract": _part,
    "date_diff": _date_diff,
    "cast": _cast,
    "like": _like(exp.Like),
    "ilike": _like(exp.ILike),
    "local": _zone("FROM_UTC_TIMESTAMP"),
    "utc": _zone("TO_UTC_TIMESTAMP"),
})  # fmt: skip  # fmt: skip
FUNCTIONS: Mapping[type[Sql], Callable[[Sql], Sql]] = MappingProxyType({
    exp.Div: _of_double,
    exp.Avg: _of_double,
    exp.WithinGroup: _exact_quantile,
    exp.DateBin: time_bucket(_months, _seconds, _later),
})  # fmt: skip
TOTAL = spark_total(_part, OPERATORS)
