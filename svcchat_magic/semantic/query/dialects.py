"""What differs between engines in the SQL that this package writes; sqlglot knows the rest of each dialect.

DuckDB's meaning is everyone's: the first day of a week is Monday, Sunday is day 0 of a week, a quotient of
whole numbers is a fraction, halves are rounded away from zero, a pattern of LIKE has no escape character of
its own. Where an engine means something else by an operator of `operations`, its dialect writes it otherwise.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from types import MappingProxyType

import sqlglot
from sqlglot import exp

from svcchat_magic.semantic.query.postgres_total import named_once, positive, postgres_total
from svcchat_magic.semantic.query.spark_total import NO_ESCAPE, spark_total
from svcchat_magic.semantic.query.total_sql import TotalOperations

Sql = exp.Expr


@dataclass(frozen=True, slots=True)
class Dialect:
    """One engine's SQL; `name` is the one that sqlglot knows it by."""

    name: str
    marker: Callable[[int], Sql]  # of the parameter with this number, from 0
    operators: Mapping[str, Callable[..., Sql]] = field(default_factory=dict)  # written otherwise
    functions: Mapping[type[Sql], Callable[[Sql], Sql]] = field(default_factory=dict)
    total: TotalOperations | None = None  # that fail on no value; None where the engine has TRY
    series_function: str = "GENERATE_SERIES"  # from a value to another by a step, one row for each
    list_function: str = ""  # what makes rows of it, where it is a list

    def translated(self, sql: str) -> str:
        """A statement of DuckDB's in this engine's words."""
        if self.name == "duckdb":
            return sql

        return self.sql(sqlglot.parse_one(sql, read="duckdb"))

    def sql(self, statement: Sql) -> str:
        """The text of a statement, whose nodes mean what they do in DuckDB; they are not to be used again."""
        if self.functions:
            statement = statement.transform(self._written, copy=False)

        return statement.sql(dialect=self.name, copy=False)

    def series(self, first: Sql, last: Sql, step: Sql) -> Sql:
        """The values from one to another by a step, in SELECT; a row for each of them."""
        found = exp.Anonymous(this=self.series_function, expressions=[first, last, step])
        return exp.Anonymous(this=self.list_function, expressions=[found]) if self.list_function else found

    def _written(self, node: Sql) -> Sql:
        own = self.functions.get(type(node))
        return node if own is None else own(node)


def dialect_of(name: str) -> Dialect:
    """The dialect of an engine."""
    return _DIALECTS[name]


def parameter_name(number: int) -> str:
    """What a parameter is called where it has a name."""
    return f"p{number}"


def _named(number: int) -> Sql:
    return exp.Parameter(this=exp.Var(this=parameter_name(number)))


def _numbered(number: int) -> Sql:
    return exp.Parameter(this=exp.Literal.number(number + 1))


def _with_colon(number: int) -> Sql:
    return exp.Placeholder(this=parameter_name(number))


def _postgres_round(value: Sql, digits: Sql | None = None) -> Sql:
    """PostgreSQL rounds only NUMERIC to a number of digits, and DOUBLE PRECISION to even."""
    return exp.Round(this=exp.cast(value, "numeric", copy=False), decimals=digits)


def _postgres_trunc(unit: str, value: Sql) -> Sql:
    """Of a date PostgreSQL would make a moment with a zone."""
    moment = exp.cast(value, exp.DType.TIMESTAMP, copy=False)
    return exp.TimestampTrunc(this=moment, unit=exp.Var(this=unit.upper()))


def _postgres_part(unit: str, value: Sql) -> Sql:
    """A part is NUMERIC on PostgreSQL, with a fraction of the second; a time has none of a date's parts."""
    moment = exp.cast(value, exp.DType.TIMESTAMP, copy=False)
    part = exp.Extract(this=exp.Var(this=unit.upper()), expression=moment)
    whole = exp.Floor(this=part) if unit == "second" else part
    return exp.cast(whole, exp.DType.DOUBLE if unit == "epoch" else exp.DType.BIGINT, copy=False)


def _postgres_like(node: type[exp.Binary]) -> Callable[..., Sql]:
    """Without ESCAPE a backslash would be the escape character."""

    def build(value: Sql, pattern: Sql, escape: Sql | None = None) -> Sql:
        own = exp.Literal.string("") if escape is None else escape
        return exp.paren(exp.Escape(this=node(this=value, expression=pattern), expression=own), copy=False)

    return build


def _postgres_joined(first: Sql, *others: Sql) -> Sql:
    """A parameter has no type of its own beside others."""
    found = _as_text(first)
    for other in others:
        found = exp.DPipe(this=found, expression=_as_text(other), safe=True)

    return exp.paren(found, copy=False)


def _postgres_concatenated(*values: Sql) -> Sql:
    return exp.Concat(expressions=[_as_text(value) for value in values], safe=True, coalesce=True)


def _as_text(value: Sql) -> Sql:
    return exp.cast(value, "text", copy=False) if isinstance(value, exp.Parameter) else value


def _postgres_date_diff(unit: str, start: Sql, end: Sql) -> Sql:
    """How many borders of a unit lie between two times; weeks are seven days, whatever their first."""

    def months(time: Sql) -> Sql:
        parts: list[Sql] = [
            exp.Mul(this=_postgres_part(name, time.copy()), expression=exp.Literal.number(times))
            for name, times in _MONTHS_OF[unit]
        ]
        return reduce(lambda left, right: exp.Add(this=left, expression=right), parts)

    def since(time: Sql) -> Sql:
        """How many of them, or of its seconds, from a fixed time on."""
        if unit in _MONTHS_OF:
            return named_once(months, time)

        return _postgres_part("epoch", _postgres_trunc("day" if unit == "week" else unit, time))

    found: Sql = exp.paren(exp.Sub(this=since(end), expression=since(start)), copy=False)
    if unit in _SECONDS:
        size = exp.Literal.number(_SECONDS[unit])
        found = exp.Trunc(this=exp.Div(this=found, expression=size, typed=True, safe=False))

    return exp.cast(found, exp.DType.BIGINT, copy=False)


_SECONDS: Mapping[str, int] = MappingProxyType(
    {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800}
)
_MONTHS_OF: Mapping[str, tuple[tuple[str, int], ...]] = MappingProxyType({
    "year": (("year", 1),),
    "quarter": (("year", 4), ("quarter", 1)),
    "month": (("year", 12), ("month", 1)),
})  # fmt: skip
_MONTHS_IN: Mapping[str, int] = MappingProxyType({"year": 12, "quarter": 3, "month": 1})


def _exact_count(node: Sql) -> Sql:
    """PostgreSQL has no estimate of distinct values without an extension."""
    return exp.Count(this=exp.Distinct(expressions=[node.this]))


def _spark_like(node: type[exp.Binary]) -> Callable[..., Sql]:
    def build(value: Sql, pattern: Sql, escape: Sql | None = None) -> Sql:
        own = exp.Literal.string(NO_ESCAPE) if escape is None else escape
        return exp.paren(exp.Escape(this=node(this=value, expression=pattern), expression=own), copy=False)

    return build


def _spark_date_diff(unit: str, start: Sql, end: Sql) -> Sql:
    """As on PostgreSQL; a cast to a whole number cuts."""
    cut = "DAY" if unit == "week" else unit.upper()
    times = [exp.TimestampTrunc(this=time, unit=exp.Var(this=cut)) for time in (end, start)]
    if unit in _MONTHS_IN:
        found: Sql = exp.Anonymous(this="MONTHS_BETWEEN", expressions=times)
        size = _MONTHS_IN[unit]
    else:
        micros = [_spark_micros(time) for time in times]
        found = exp.paren(exp.Sub(this=micros[0], expression=micros[1]), copy=False)
        size = 1_000_000 * _SECONDS[unit]

    parts = exp.Div(this=found, expression=exp.Literal.number(size), typed=False, safe=False)
    return exp.cast(exp.Round(this=parts) if unit in _MONTHS_IN else parts, exp.DType.BIGINT, copy=False)


def _spark_micros(time: Sql) -> Sql:
    moment = exp.cast(time, exp.DType.TIMESTAMPTZ, copy=False)
    return exp.Anonymous(this="UNIX_MICROS", expressions=[moment])


def _spark_cast(kind: str, value: Sql) -> Sql:
    """A cast to a whole number would cut."""
    rounded = exp.Round(this=value) if kind == "bigint" else value
    return exp.Cast(this=rounded, to=exp.DataType.build(kind, dialect="postgres"))


def _spark_zone(function: str) -> Callable[[str, Sql], Sql]:
    """Between a moment of UTC and what the clocks of a zone show."""
    return lambda zone, value: exp.Anonymous(this=function, expressions=[value, exp.Literal.string(zone)])


def _spark_part(unit: str, value: Sql) -> Sql:
    """Sunday is day 1 on Spark, which has no EPOCH; its second has a fraction."""
    if unit == "epoch":
        million = exp.Literal.number(1_000_000)
        return exp.paren(exp.Div(this=_spark_micros(value), expression=million), copy=False)

    part = exp.Extract(this=exp.Var(this=unit.upper()), expression=value)
    if unit == "dow":
        return exp.paren(exp.Sub(this=part, expression=exp.Literal.number(1)), copy=False)

    return exp.cast(part, exp.DType.BIGINT, copy=False) if unit == "second" else part


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


_SPARK_OPERATORS: Mapping[str, Callable[..., Sql]] = MappingProxyType({
    "extract": _spark_part,
    "date_diff": _spark_date_diff,
    "cast": _spark_cast,
    "like": _spark_like(exp.Like),
    "ilike": _spark_like(exp.ILike),
    "local": _spark_zone("FROM_UTC_TIMESTAMP"),
    "utc": _spark_zone("TO_UTC_TIMESTAMP"),
})  # fmt: skip
_DIALECTS: Mapping[str, Dialect] = MappingProxyType({
    "duckdb": Dialect("duckdb", _named, list_function="UNNEST"),
    "postgres": Dialect(
        "postgres",
        _numbered,
        operators=MappingProxyType({
            "round": _postgres_round,
            "date_trunc": _postgres_trunc,
            "extract": _postgres_part,
            "date_diff": _postgres_date_diff,
            "log10": lambda value: exp.Anonymous(this="LOG10", expressions=[positive(value)]),
            "join": _postgres_joined,
            "concat": _postgres_concatenated,
            "like": _postgres_like(exp.Like),
            "ilike": _postgres_like(exp.ILike),
        }),
        functions=MappingProxyType({exp.ApproxDistinct: _exact_count}),
        total=postgres_total(_postgres_date_diff),
    ),
    "spark": Dialect(
        "spark",
        _with_colon,
        operators=_SPARK_OPERATORS,
        functions=MappingProxyType({
            exp.Div: _of_double, exp.Avg: _of_double, exp.WithinGroup: _exact_quantile,
        }),
        total=spark_total(_spark_part, _SPARK_OPERATORS),
        series_function="SEQUENCE",
        list_function="EXPLODE",
    ),
})  # fmt: skip
