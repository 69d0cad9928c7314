"""What PostgreSQL writes otherwise than DuckDB, to mean the same."""

from collections.abc import Callable, Mapping
from functools import reduce
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.query.postgres_forms import named_once
from svcchat_magic.semantic.query.postgres_total import positive, postgres_total
from svcchat_magic.semantic.query.time_buckets import SECONDS, time_bucket

Sql = exp.Expr

_MONTHS_OF: Mapping[str, tuple[tuple[str, int], ...]] = MappingProxyType({
    "year": (("year", 1),),
    "quarter": (("year", 4), ("quarter", 1)),
    "month": (("year", 12), ("month", 1)),
})  # fmt: skip  # fmt: skip


def _round(value: Sql, digits: Sql | None = None) -> Sql:
    """PostgreSQL rounds only NUMERIC to a number of digits, and DOUBLE PRECISION to even."""
    return exp.Round(this=exp.cast(value, "numeric", copy=False), decimals=digits)


def _trunc(unit: str, value: Sql) -> Sql:
    """Of a date PostgreSQL would make a moment with a zone."""
    moment = exp.cast(value, exp.DType.TIMESTAMP, copy=False)
    return exp.TimestampTrunc(this=moment, unit=exp.Var(this=unit.upper()))


def _part(unit: str, value: Sql) -> Sql:
    """A part is NUMERIC on PostgreSQL, with a fraction of the second; a time has none of a date's parts."""
    moment = exp.cast(value, exp.DType.TIMESTAMP, copy=False)
    part = exp.Extract(this=exp.Var(this=unit.upper()), expression=moment)
    whole = exp.Floor(this=part) if unit == "second" else part
    return exp.cast(whole, exp.DType.DOUBLE if unit == "epoch" else exp.DType.BIGINT, copy=False)


def _like(node: type[exp.Binary]) -> Callable[..., Sql]:
    """Without ESCAPE a backslash would be the escape character."""

    def build(value: Sql, pattern: Sql, escape: Sql | None = None) -> Sql:
        own = exp.Literal.string("") if escape is None else escape
        return exp.paren(exp.Escape(this=node(this=value, expression=pattern), expression=own), copy=False)

    return build


def _joined(first: Sql, *others: Sql) -> Sql:
    """A parameter has no type of its own beside others."""
    found = _as_text(first)
    for other in others:
        found = exp.DPipe(this=found, expression=_as_text(other), safe=True)

    return exp.paren(found, copy=False)


def _concatenated(*values: Sql) -> Sql:
    return exp.Concat(expressions=[_as_text(value) for value in values], safe=True, coalesce=True)


def _as_text(value: Sql) -> Sql:
    return exp.cast(value, "text", copy=False) if isinstance(value, exp.Parameter) else value


def _date_diff(unit: str, start: Sql, end: Sql) -> Sql:
    """How many borders of a unit lie between two times; weeks are seven days, whatever their first."""

    def months(time: Sql) -> Sql:
        parts: list[Sql] = [
            exp.Mul(this=_part(name, time.copy()), expression=exp.Literal.number(times))
            for name, times in _MONTHS_OF[unit]
        ]
        return reduce(lambda left, right: exp.Add(this=left, expression=right), parts)

    def since(time: Sql) -> Sql:
        """How many of them, or of its seconds, from a fixed time on."""
        if unit in _MONTHS_OF:
            return named_once(months, time)

        return _part("epoch", _trunc("day" if unit == "week" else unit, time))

    found: Sql = exp.paren(exp.Sub(this=since(end), expression=since(start)), copy=False)
    if unit in SECONDS:
        size = exp.Literal.number(SECONDS[unit])
        found = exp.Trunc(this=exp.Div(this=found, expression=size, typed=True, safe=False))

    return exp.cast(found, exp.DType.BIGINT, copy=False)


def _months(time: Sql) -> Sql:
    years, months = (
        exp.Extract(this=exp.Var(this=name), expression=time.copy()) for name in ("YEAR", "MONTH")
    )
    return exp.Add(this=exp.Mul(this=years, expression=exp.Literal.number(12)), expression=months)


def _later(unit: str, amount: Sql, time: Sql) -> Sql:
    one = exp.Interval(this=exp.Literal.string("1"), unit=exp.Var(this=unit))
    return exp.paren(exp.Add(this=time, expression=exp.Mul(this=amount, expression=one)), copy=False)


def _exact_count(node: Sql) -> Sql:
    """PostgreSQL has no estimate of distinct values without an extension."""
    return exp.Count(this=exp.Distinct(expressions=[node.this]))


OPERATORS: Mapping[str, Callable[..., Sql]] = MappingProxyType({
    "round": _round,
    "date_trunc": _trunc,
    "extract": _part,
    "date_diff": _date_diff,
    "log10": lambda value: exp.Anonymous(this="LOG10", expressions=[positive(value)]),
    "join": _joined,
    "concat": _concatenated,
    "like": _like(exp.Like),
    "ilike": _like(exp.ILike),
})  # fmt: skip
FUNCTIONS: Mapping[type[Sql], Callable[[Sql], Sql]] = MappingProxyType({
    exp.ApproxDistinct: _exact_count,
    exp.DateBin: time_bucket(
        lambda time: named_once(_months, time),
        lambda time: exp.Extract(this=exp.Var(this="EPOCH"), expression=time),
        _later,
    ),
})  # fmt: skip
TOTAL = postgres_total(_date_diff)
